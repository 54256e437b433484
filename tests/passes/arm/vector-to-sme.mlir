// Vectors that fit a tile are tiles: read and written row by row or column by column, filled, transposed by memory where nothing reads them.
// RUN: terrace-opt %s --convert-vector-to-arm-sme --allow-unregistered-dialect | FileCheck %s

func.func @vectors_of_tile_size(%m: memref<?x?xf32>, %m8: memref<?x?xi8>, %i: index, %j: index, %v: vector<[4]xf32>, %s: f32, %x: vector<f32>, %a: index, %b: index) -> (vector<[4]x[4]xf32>, vector<[4]xf32>, f32) {
  %p = arith.constant 0.0 : f32
  %q = arith.constant 1.0 : f32
  %0 = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<[4]x[4]xf32>
  %mask = vector.create_mask %a, %b : vector<[4]x[4]xi1>
  %1 = vector.transfer_read %m[%i, %j], %q, %mask {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<[4]x[4]xf32>
  vector.transfer_write %0, %m[%i, %j], %mask {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<[4]x[4]xf32>, memref<?x?xf32>
  vector.transfer_write %1, %m[%j, %i] : vector<[4]x[4]xf32>, memref<?x?xf32>
  %2 = vector.broadcast %s : f32 to vector<[4]x[4]xf32>
  %3 = vector.broadcast %v : vector<[4]xf32> to vector<[4]x[4]xf32>
  %4 = vector.broadcast %x : vector<f32> to vector<[4]x[4]xf32>
  vector.store %2, %m[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xf32>
  vector.store %3, %m[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xf32>
  vector.store %4, %m[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xf32>
  %5 = vector.load %m8[%i, %i] : memref<?x?xi8>, vector<[16]x[16]xi8>
  %t5 = vector.transpose %5, [1, 0] : vector<[16]x[16]xi8> to vector<[16]x[16]xi8>
  vector.store %t5, %m8[%i, %i] : memref<?x?xi8>, vector<[16]x[16]xi8>
  %r2 = vector.transfer_read %m[%j, %j], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<[4]x[4]xf32>
  %t2 = vector.transpose %r2, [1, 0] : vector<[4]x[4]xf32> to vector<[4]x[4]xf32>
  %o = vector.outerproduct %v, %v, %t2 : vector<[4]xf32>, vector<[4]xf32>
  %om = vector.mask %mask { vector.outerproduct %v, %v, %o {kind = #vector.kind<add>} : vector<[4]xf32>, vector<[4]xf32> } : vector<[4]x[4]xi1> -> vector<[4]x[4]xf32>
  %on = vector.outerproduct %v, %v, %o {kind = #vector.kind<mul>} : vector<[4]xf32>, vector<[4]xf32>
  %e1 = vector.extract %om[%i] : vector<[4]xf32> from vector<[4]x[4]xf32>
  %e2 = vector.extract %om[2, %j] : f32 from vector<[4]x[4]xf32>
  %e3 = vector.extract %on[1] : vector<[4]xf32> from vector<[4]x[4]xf32>
  %i1 = vector.insert %e1, %om[3] : vector<[4]xf32> into vector<[4]x[4]xf32>
  %i2 = vector.insert %e2, %i1[%i, 1] : f32 into vector<[4]x[4]xf32>
  vector.print %i2 : vector<[4]x[4]xf32>
  vector.print %i1 : vector<[4]x[4]xf32> punctuation <comma>
  %es = vector.extract %i2[%j] : vector<[4]xf32> from vector<[4]x[4]xf32>
  vector.transfer_write %es, %m[%i, %j] {in_bounds = [true]} : vector<[4]xf32>, memref<?x?xf32>
  %m2 = vector.create_mask %a, %b : vector<[8]x[16]xi1>
  %mrow = vector.extract %m2[%i] : vector<[16]xi1> from vector<[8]x[16]xi1>
  %mrow2 = vector.extract %m2[3] : vector<[16]xi1> from vector<[8]x[16]xi1>
  "test.use"(%mrow, %mrow2) : (vector<[16]xi1>, vector<[16]xi1>) -> ()
  return %i2, %e3, %e2 : vector<[4]x[4]xf32>, vector<[4]xf32>, f32
}

// CHECK:      module {
// CHECK-NEXT:   func.func @vectors_of_tile_size(%arg0: memref<?x?xf32>, %arg1: memref<?x?xi8>, %arg2: index, %arg3: index, %arg4: vector<[4]xf32>, %arg5: f32, %arg6: vector<f32>, %arg7: index, %arg8: index) -> (vector<[4]x[4]xf32>, vector<[4]xf32>, f32) {
// CHECK-NEXT:     %cst = arith.constant dense<true> : vector<[4]xi1>
// CHECK-NEXT:     %c3 = arith.constant 3 : index
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %0 = arm_sme.tile_load %arg0[%arg2, %arg3] : memref<?x?xf32>, vector<[4]x[4]xf32>
// CHECK-NEXT:     %1 = vector.create_mask %arg7, %arg8 : vector<[4]x[4]xi1>
// CHECK-NEXT:     %2 = arm_sme.tile_load %arg0[%arg2, %arg3], %cst_0, %1 layout<vertical> : memref<?x?xf32>, vector<[4]x[4]xf32>
// CHECK-NEXT:     arm_sme.tile_store %0, %arg0[%arg2, %arg3], %1 layout<vertical> : memref<?x?xf32>, vector<[4]x[4]xf32>
// CHECK-NEXT:     vector.transfer_write %2, %arg0[%arg3, %arg2] : vector<[4]x[4]xf32>, memref<?x?xf32>
// CHECK-NEXT:     %3 = vector.broadcast %arg5 : f32 to vector<[4]xf32>
// CHECK-NEXT:     %4 = arm_sme.get_tile : vector<[4]x[4]xf32>
// CHECK-NEXT:     %vscale = vector.vscale
// CHECK-NEXT:     %c4_vscale = arith.muli %vscale, %c4 : index
// CHECK-NEXT:     %5 = scf.for %arg9 = %c0 to %c4_vscale step %c1 iter_args(%arg10 = %4) -> (vector<[4]x[4]xf32>) {
// CHECK-NEXT:       %33 = arm_sme.insert_tile_slice %3, %arg10[%arg9] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:       scf.yield %33 : vector<[4]x[4]xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %6 = arm_sme.get_tile : vector<[4]x[4]xf32>
// CHECK-NEXT:     %vscale_1 = vector.vscale
// CHECK-NEXT:     %c4_vscale_2 = arith.muli %vscale_1, %c4 : index
// CHECK-NEXT:     %7 = scf.for %arg9 = %c0 to %c4_vscale_2 step %c1 iter_args(%arg10 = %6) -> (vector<[4]x[4]xf32>) {
// CHECK-NEXT:       %33 = arm_sme.insert_tile_slice %arg4, %arg10[%arg9] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:       scf.yield %33 : vector<[4]x[4]xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %8 = vector.broadcast %arg6 : vector<f32> to vector<[4]xf32>
// CHECK-NEXT:     %9 = arm_sme.get_tile : vector<[4]x[4]xf32>
// CHECK-NEXT:     %vscale_3 = vector.vscale
// CHECK-NEXT:     %c4_vscale_4 = arith.muli %vscale_3, %c4 : index
// CHECK-NEXT:     %10 = scf.for %arg9 = %c0 to %c4_vscale_4 step %c1 iter_args(%arg10 = %9) -> (vector<[4]x[4]xf32>) {
// CHECK-NEXT:       %33 = arm_sme.insert_tile_slice %8, %arg10[%arg9] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:       scf.yield %33 : vector<[4]x[4]xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     arm_sme.tile_store %5, %arg0[%arg2, %arg2] : memref<?x?xf32>, vector<[4]x[4]xf32>
// CHECK-NEXT:     arm_sme.tile_store %7, %arg0[%arg2, %arg2] : memref<?x?xf32>, vector<[4]x[4]xf32>
// CHECK-NEXT:     arm_sme.tile_store %10, %arg0[%arg2, %arg2] : memref<?x?xf32>, vector<[4]x[4]xf32>
// CHECK-NEXT:     %11 = arm_sme.tile_load %arg1[%arg2, %arg2] : memref<?x?xi8>, vector<[16]x[16]xi8>
// CHECK-NEXT:     %vscale_5 = vector.vscale
// CHECK-NEXT:     %c16_vscale = arith.muli %vscale_5, %c16 : index
// CHECK-NEXT:     %alloca = memref.alloca(%c16_vscale, %c16_vscale) : memref<?x?xi8>
// CHECK-NEXT:     arm_sme.tile_store %11, %alloca[%c0, %c0] : memref<?x?xi8>, vector<[16]x[16]xi8>
// CHECK-NEXT:     %12 = arm_sme.tile_load %alloca[%c0, %c0] layout<vertical> : memref<?x?xi8>, vector<[16]x[16]xi8>
// CHECK-NEXT:     arm_sme.tile_store %12, %arg1[%arg2, %arg2] : memref<?x?xi8>, vector<[16]x[16]xi8>
// CHECK-NEXT:     %13 = arm_sme.tile_load %arg0[%arg3, %arg3] layout<vertical> : memref<?x?xf32>, vector<[4]x[4]xf32>
// CHECK-NEXT:     %14 = arm_sme.outerproduct %arg4, %arg4 acc(%13) : vector<[4]xf32>, vector<[4]xf32>
// CHECK-NEXT:     %15 = vector.create_mask %arg7 : vector<[4]xi1>
// CHECK-NEXT:     %16 = vector.create_mask %arg8 : vector<[4]xi1>
// CHECK-NEXT:     %17 = arm_sme.outerproduct %arg4, %arg4 acc(%14) masks(%15, %16) : vector<[4]xf32>, vector<[4]xf32>
// CHECK-NEXT:     %18 = vector.outerproduct %arg4, %arg4, %14 {kind = #vector.kind<mul>} : vector<[4]xf32>, vector<[4]xf32>
// CHECK-NEXT:     %19 = arm_sme.extract_tile_slice %17[%arg2] : vector<[4]xf32> from vector<[4]x[4]xf32>
// CHECK-NEXT:     %20 = arm_sme.extract_tile_slice %17[%c2] : vector<[4]xf32> from vector<[4]x[4]xf32>
// CHECK-NEXT:     %21 = vector.extract %20[%arg3] : f32 from vector<[4]xf32>
// CHECK-NEXT:     %22 = arm_sme.extract_tile_slice %18[%c1] : vector<[4]xf32> from vector<[4]x[4]xf32>
// CHECK-NEXT:     %23 = arm_sme.insert_tile_slice %19, %17[%c3] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:     %24 = arm_sme.extract_tile_slice %23[%arg2] : vector<[4]xf32> from vector<[4]x[4]xf32>
// CHECK-NEXT:     %25 = vector.insert %21, %24 [1] : f32 into vector<[4]xf32>
// CHECK-NEXT:     %26 = arm_sme.insert_tile_slice %25, %23[%arg2] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:     %vscale_6 = vector.vscale
// CHECK-NEXT:     %c4_vscale_7 = arith.muli %vscale_6, %c4 : index
// CHECK-NEXT:     scf.for %arg9 = %c0 to %c4_vscale_7 step %c1 {
// CHECK-NEXT:       %33 = arm_sme.extract_tile_slice %26[%arg9] : vector<[4]xf32> from vector<[4]x[4]xf32>
// CHECK-NEXT:       vector.print %33 : vector<[4]xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %vscale_8 = vector.vscale
// CHECK-NEXT:     %c4_vscale_9 = arith.muli %vscale_8, %c4 : index
// CHECK-NEXT:     scf.for %arg9 = %c0 to %c4_vscale_9 step %c1 {
// CHECK-NEXT:       %33 = arm_sme.extract_tile_slice %23[%arg9] : vector<[4]xf32> from vector<[4]x[4]xf32>
// CHECK-NEXT:       vector.print %33 : vector<[4]xf32> punctuation <comma>
// CHECK-NEXT:     }
// CHECK-NEXT:     arm_sme.store_tile_slice %26, %arg3, %cst, %arg0[%arg2, %arg3] : memref<?x?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
// CHECK-NEXT:     %27 = vector.create_mask %arg7 : vector<[8]xi1>
// CHECK-NEXT:     %28 = vector.create_mask %arg8 : vector<[16]xi1>
// CHECK-NEXT:     %29 = vector.create_mask %arg7 : vector<[8]xi1>
// CHECK-NEXT:     %30 = vector.create_mask %arg8 : vector<[16]xi1>
// CHECK-NEXT:     %31 = arm_sve.psel %30, %29[%arg2] : vector<[16]xi1>, vector<[8]xi1>
// CHECK-NEXT:     %32 = arm_sve.psel %28, %27[%c3] : vector<[16]xi1>, vector<[8]xi1>
// CHECK-NEXT:     "test.use"(%31, %32) : (vector<[16]xi1>, vector<[16]xi1>) -> ()
// CHECK-NEXT:     return %26, %22, %21 : vector<[4]x[4]xf32>, vector<[4]xf32>, f32
// CHECK-NEXT:   }
// CHECK-NEXT: }
