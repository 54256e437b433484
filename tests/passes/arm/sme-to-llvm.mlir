// Each op on a tile is an intrinsic with the number of its tile; zeroed tiles are zeroed at once.
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(convert-arm-sme-to-llvm))' | FileCheck %s

func.func @all(%f: vector<[4]xf32>, %h: vector<[8]xbf16>, %p: vector<[4]xi1>, %m: memref<?x?xf32>, %i: index, %hm: vector<[8]xi1>) -> (vector<[4]xf32>, index) {
  %0 = arm_sme.zero : vector<[4]x[4]xf32>
  %1 = arm_sme.zero : vector<[4]x[4]xf32>
  %2 = arm_sme.load_tile_slice %m[%i, %i], %p, %0, %i : memref<?x?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
  %3 = arm_sme.load_tile_slice %m[%i, %i], %p, %1, %i layout<vertical> : memref<?x?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
  %4 = arm_sme.insert_tile_slice %f, %2[%i] layout<vertical> : vector<[4]xf32> into vector<[4]x[4]xf32>
  %5 = arm_sme.outerproduct %f, %f acc(%4) masks(%p, %p) : vector<[4]xf32>, vector<[4]xf32>
  %6 = arm_sme.fmops_2way %h, %h acc(%3) masks(%hm, %hm) : vector<[8]xbf16>, vector<[8]xbf16> into vector<[4]x[4]xf32>
  %7 = arm_sme.fmopa_2way %h, %h : vector<[8]xbf16>, vector<[8]xbf16> into vector<[4]x[4]xf32>
  arm_sme.store_tile_slice %5, %i, %p, %m[%i, %i] : memref<?x?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
  arm_sme.store_tile_slice %6, %i, %p, %m[%i, %i] layout<vertical> : memref<?x?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
  %8 = arm_sme.extract_tile_slice %7[%i] : vector<[4]xf32> from vector<[4]x[4]xf32>
  %9 = arm_sme.streaming_vl <half>
  return %8, %9 : vector<[4]xf32>, index
}
func.func @spilled(%b: vector<[16]xi8>, %i: index) -> (vector<[16]xi8>, vector<[16]xi8>) {
  %0 = arm_sme.zero : vector<[16]x[16]xi8>
  %1 = arm_sme.insert_tile_slice %b, %0[%i] : vector<[16]xi8> into vector<[16]x[16]xi8>
  %2 = arm_sme.zero : vector<[16]x[16]xi8>
  %3 = arm_sme.insert_tile_slice %b, %2[%i] : vector<[16]xi8> into vector<[16]x[16]xi8>
  %4 = arm_sme.extract_tile_slice %1[%i] : vector<[16]xi8> from vector<[16]x[16]xi8>
  %5 = arm_sme.extract_tile_slice %3[%i] : vector<[16]xi8> from vector<[16]x[16]xi8>
  return %4, %5 : vector<[16]xi8>, vector<[16]xi8>
}

// CHECK:      module {
// CHECK-NEXT:   func.func @all(%arg0: vector<[4]xf32>, %arg1: vector<[8]xbf16>, %arg2: vector<[4]xi1>, %arg3: memref<?x?xf32>, %arg4: index, %arg5: vector<[8]xi1>) -> (vector<[4]xf32>, index) {
// CHECK-NEXT:     %0 = arm_sme.get_tile : vector<[4]x[4]xf32>
// CHECK-NEXT:     %1 = builtin.unrealized_conversion_cast %arg4 : index to i64
// CHECK-NEXT:     %2 = builtin.unrealized_conversion_cast %arg3 : memref<?x?xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:     %3 = arm_sme.get_tile : vector<[4]x[4]xf32>
// CHECK-NEXT:     %4 = arm_sme.get_tile : vector<[4]x[4]xf32>
// CHECK-NEXT:     "arm_sme.intr.zero"() <{tile_mask = 51 : i32}> : () -> ()
// CHECK-NEXT:     %5 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:     %6 = llvm.extractvalue %2[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:     %7 = llvm.mul %1, %6 : i64
// CHECK-NEXT:     %8 = llvm.add %7, %1 : i64
// CHECK-NEXT:     %9 = llvm.getelementptr %5[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:     %10 = arith.index_castui %arg4 : index to i32
// CHECK-NEXT:     "arm_sme.intr.ld1w.horiz"(%arg2, %9, %10) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
// CHECK-NEXT:     %11 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:     %12 = llvm.extractvalue %2[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:     %13 = llvm.mul %1, %12 : i64
// CHECK-NEXT:     %14 = llvm.add %13, %1 : i64
// CHECK-NEXT:     %15 = llvm.getelementptr %11[%14] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:     %16 = arith.index_castui %arg4 : index to i32
// CHECK-NEXT:     "arm_sme.intr.ld1w.vert"(%arg2, %15, %16) <{tile_id = 1 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
// CHECK-NEXT:     %17 = arith.index_castui %arg4 : index to i32
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %18 = vector.broadcast %true : i1 to vector<[4]xi1>
// CHECK-NEXT:     "arm_sme.intr.write.vert"(%17, %18, %arg0) <{tile_id = 0 : i32}> : (i32, vector<[4]xi1>, vector<[4]xf32>) -> ()
// CHECK-NEXT:     "arm_sme.intr.mopa"(%arg2, %arg2, %arg0, %arg0) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
// CHECK-NEXT:     "arm_sme.intr.mops.wide"(%arg5, %arg5, %arg1, %arg1) <{tile_id = 1 : i32}> : (vector<[8]xi1>, vector<[8]xi1>, vector<[8]xbf16>, vector<[8]xbf16>) -> ()
// CHECK-NEXT:     "arm_sme.intr.zero"() <{tile_mask = 68 : i32}> : () -> ()
// CHECK-NEXT:     %cst = arith.constant dense<true> : vector<[8]xi1>
// CHECK-NEXT:     "arm_sme.intr.mopa.wide"(%cst, %cst, %arg1, %arg1) <{tile_id = 2 : i32}> : (vector<[8]xi1>, vector<[8]xi1>, vector<[8]xbf16>, vector<[8]xbf16>) -> ()
// CHECK-NEXT:     %19 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:     %20 = llvm.extractvalue %2[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:     %21 = llvm.mul %1, %20 : i64
// CHECK-NEXT:     %22 = llvm.add %21, %1 : i64
// CHECK-NEXT:     %23 = llvm.getelementptr %19[%22] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:     %24 = arith.index_castui %arg4 : index to i32
// CHECK-NEXT:     "arm_sme.intr.st1w.horiz"(%arg2, %23, %24) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
// CHECK-NEXT:     %25 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:     %26 = llvm.extractvalue %2[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:     %27 = llvm.mul %1, %26 : i64
// CHECK-NEXT:     %28 = llvm.add %27, %1 : i64
// CHECK-NEXT:     %29 = llvm.getelementptr %25[%28] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:     %30 = arith.index_castui %arg4 : index to i32
// CHECK-NEXT:     "arm_sme.intr.st1w.vert"(%arg2, %29, %30) <{tile_id = 1 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
// CHECK-NEXT:     %cst_0 = arith.constant dense<true> : vector<[4]xi1>
// CHECK-NEXT:     %cst_1 = arith.constant dense<0.000000e+00> : vector<[4]xf32>
// CHECK-NEXT:     %31 = arith.index_cast %arg4 : index to i32
// CHECK-NEXT:     %32 = "arm_sme.intr.read.horiz"(%cst_1, %cst_0, %31) <{tile_id = 2 : i32}> : (vector<[4]xf32>, vector<[4]xi1>, i32) -> vector<[4]xf32>
// CHECK-NEXT:     %33 = "arm_sme.intr.cntsd"() : () -> i64
// CHECK-NEXT:     %34 = arith.index_cast %33 : i64 to index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %35 = arith.muli %34, %c4 : index
// CHECK-NEXT:     return %32, %35 : vector<[4]xf32>, index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @spilled(%arg0: vector<[16]xi8>, %arg1: index) -> (vector<[16]xi8>, vector<[16]xi8>) {
// CHECK-NEXT:     %0 = arm_sme.get_tile : vector<[16]x[16]xi8>
// CHECK-NEXT:     %vscale = vector.vscale
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     %c16_vscale = arith.muli %vscale, %c16 : index
// CHECK-NEXT:     %alloca = memref.alloca(%c16_vscale, %c16_vscale) {arm_sme.in_memory_tile_id = 16 : i32} : memref<?x?xi8>
// CHECK-NEXT:     %1 = arm_sme.get_tile : vector<[16]x[16]xi8>
// CHECK-NEXT:     "arm_sme.intr.zero"() <{tile_mask = 255 : i32}> : () -> ()
// CHECK-NEXT:     %2 = arith.index_castui %arg1 : index to i32
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %3 = vector.broadcast %true : i1 to vector<[16]xi1>
// CHECK-NEXT:     "arm_sme.intr.write.horiz"(%2, %3, %arg0) <{tile_id = 0 : i32}> : (i32, vector<[16]xi1>, vector<[16]xi8>) -> ()
// CHECK-NEXT:     %c16_0 = arith.constant 16 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %vscale_1 = vector.vscale
// CHECK-NEXT:     %c16_vscale_2 = arith.muli %c16_0, %vscale_1 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg2 = %c0 to %c16_vscale_2 step %c1 {
// CHECK-NEXT:       %10 = arith.index_cast %arg2 : index to i32
// CHECK-NEXT:       %cst_32 = arith.constant dense<true> : vector<[16]xi1>
// CHECK-NEXT:       %11 = llvm.mlir.poison : vector<[16]xi8>
// CHECK-NEXT:       %12 = builtin.unrealized_conversion_cast %alloca : memref<?x?xi8> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:       %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:       %13 = arith.index_cast %arg2 : index to i64
// CHECK-NEXT:       %14 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:       %15 = llvm.extractvalue %12[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:       %16 = llvm.mul %13, %15 : i64
// CHECK-NEXT:       %17 = llvm.add %16, %c0_i64 : i64
// CHECK-NEXT:       %18 = llvm.getelementptr %14[%17] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:       %19 = "arm_sme.intr.read.horiz"(%11, %cst_32, %10) <{tile_id = 0 : i32}> : (vector<[16]xi8>, vector<[16]xi1>, i32) -> vector<[16]xi8>
// CHECK-NEXT:       "arm_sme.intr.ld1b.horiz"(%cst_32, %18, %10) <{tile_id = 0 : i32}> : (vector<[16]xi1>, !llvm.ptr, i32) -> ()
// CHECK-NEXT:       %c0_33 = arith.constant 0 : index
// CHECK-NEXT:       vector.store %19, %alloca[%arg2, %c0_33] : memref<?x?xi8>, vector<[16]xi8>
// CHECK-NEXT:     }
// CHECK-NEXT:     "arm_sme.intr.zero"() <{tile_mask = 255 : i32}> : () -> ()
// CHECK-NEXT:     %c16_3 = arith.constant 16 : index
// CHECK-NEXT:     %c0_4 = arith.constant 0 : index
// CHECK-NEXT:     %vscale_5 = vector.vscale
// CHECK-NEXT:     %c16_vscale_6 = arith.muli %c16_3, %vscale_5 : index
// CHECK-NEXT:     %c1_7 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg2 = %c0_4 to %c16_vscale_6 step %c1_7 {
// CHECK-NEXT:       %10 = arith.index_cast %arg2 : index to i32
// CHECK-NEXT:       %cst_32 = arith.constant dense<true> : vector<[16]xi1>
// CHECK-NEXT:       %11 = llvm.mlir.poison : vector<[16]xi8>
// CHECK-NEXT:       %12 = builtin.unrealized_conversion_cast %alloca : memref<?x?xi8> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:       %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:       %13 = arith.index_cast %arg2 : index to i64
// CHECK-NEXT:       %14 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:       %15 = llvm.extractvalue %12[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:       %16 = llvm.mul %13, %15 : i64
// CHECK-NEXT:       %17 = llvm.add %16, %c0_i64 : i64
// CHECK-NEXT:       %18 = llvm.getelementptr %14[%17] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:       %19 = "arm_sme.intr.read.horiz"(%11, %cst_32, %10) <{tile_id = 0 : i32}> : (vector<[16]xi8>, vector<[16]xi1>, i32) -> vector<[16]xi8>
// CHECK-NEXT:       "arm_sme.intr.ld1b.horiz"(%cst_32, %18, %10) <{tile_id = 0 : i32}> : (vector<[16]xi1>, !llvm.ptr, i32) -> ()
// CHECK-NEXT:       %c0_33 = arith.constant 0 : index
// CHECK-NEXT:       vector.store %19, %alloca[%arg2, %c0_33] : memref<?x?xi8>, vector<[16]xi8>
// CHECK-NEXT:     }
// CHECK-NEXT:     %c16_8 = arith.constant 16 : index
// CHECK-NEXT:     %c0_9 = arith.constant 0 : index
// CHECK-NEXT:     %vscale_10 = vector.vscale
// CHECK-NEXT:     %c16_vscale_11 = arith.muli %c16_8, %vscale_10 : index
// CHECK-NEXT:     %c1_12 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg2 = %c0_9 to %c16_vscale_11 step %c1_12 {
// CHECK-NEXT:       %10 = arith.index_cast %arg2 : index to i32
// CHECK-NEXT:       %cst_32 = arith.constant dense<true> : vector<[16]xi1>
// CHECK-NEXT:       %11 = llvm.mlir.poison : vector<[16]xi8>
// CHECK-NEXT:       %12 = builtin.unrealized_conversion_cast %alloca : memref<?x?xi8> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:       %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:       %13 = arith.index_cast %arg2 : index to i64
// CHECK-NEXT:       %14 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:       %15 = llvm.extractvalue %12[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:       %16 = llvm.mul %13, %15 : i64
// CHECK-NEXT:       %17 = llvm.add %16, %c0_i64 : i64
// CHECK-NEXT:       %18 = llvm.getelementptr %14[%17] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:       %19 = "arm_sme.intr.read.horiz"(%11, %cst_32, %10) <{tile_id = 0 : i32}> : (vector<[16]xi8>, vector<[16]xi1>, i32) -> vector<[16]xi8>
// CHECK-NEXT:       "arm_sme.intr.ld1b.horiz"(%cst_32, %18, %10) <{tile_id = 0 : i32}> : (vector<[16]xi1>, !llvm.ptr, i32) -> ()
// CHECK-NEXT:       %c0_33 = arith.constant 0 : index
// CHECK-NEXT:       vector.store %19, %alloca[%arg2, %c0_33] : memref<?x?xi8>, vector<[16]xi8>
// CHECK-NEXT:     }
// CHECK-NEXT:     %4 = arith.index_castui %arg1 : index to i32
// CHECK-NEXT:     %true_13 = arith.constant true
// CHECK-NEXT:     %5 = vector.broadcast %true_13 : i1 to vector<[16]xi1>
// CHECK-NEXT:     "arm_sme.intr.write.horiz"(%4, %5, %arg0) <{tile_id = 0 : i32}> : (i32, vector<[16]xi1>, vector<[16]xi8>) -> ()
// CHECK-NEXT:     %c16_14 = arith.constant 16 : index
// CHECK-NEXT:     %c0_15 = arith.constant 0 : index
// CHECK-NEXT:     %vscale_16 = vector.vscale
// CHECK-NEXT:     %c16_vscale_17 = arith.muli %c16_14, %vscale_16 : index
// CHECK-NEXT:     %c1_18 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg2 = %c0_15 to %c16_vscale_17 step %c1_18 {
// CHECK-NEXT:       %10 = arith.index_cast %arg2 : index to i32
// CHECK-NEXT:       %cst_32 = arith.constant dense<true> : vector<[16]xi1>
// CHECK-NEXT:       %11 = llvm.mlir.poison : vector<[16]xi8>
// CHECK-NEXT:       %12 = builtin.unrealized_conversion_cast %alloca : memref<?x?xi8> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:       %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:       %13 = arith.index_cast %arg2 : index to i64
// CHECK-NEXT:       %14 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:       %15 = llvm.extractvalue %12[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:       %16 = llvm.mul %13, %15 : i64
// CHECK-NEXT:       %17 = llvm.add %16, %c0_i64 : i64
// CHECK-NEXT:       %18 = llvm.getelementptr %14[%17] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:       %19 = "arm_sme.intr.read.horiz"(%11, %cst_32, %10) <{tile_id = 0 : i32}> : (vector<[16]xi8>, vector<[16]xi1>, i32) -> vector<[16]xi8>
// CHECK-NEXT:       "arm_sme.intr.ld1b.horiz"(%cst_32, %18, %10) <{tile_id = 0 : i32}> : (vector<[16]xi1>, !llvm.ptr, i32) -> ()
// CHECK-NEXT:       %c0_33 = arith.constant 0 : index
// CHECK-NEXT:       vector.store %19, %alloca[%arg2, %c0_33] : memref<?x?xi8>, vector<[16]xi8>
// CHECK-NEXT:     }
// CHECK-NEXT:     %cst = arith.constant dense<true> : vector<[16]xi1>
// CHECK-NEXT:     %cst_19 = arith.constant dense<0> : vector<[16]xi8>
// CHECK-NEXT:     %6 = arith.index_cast %arg1 : index to i32
// CHECK-NEXT:     %7 = "arm_sme.intr.read.horiz"(%cst_19, %cst, %6) <{tile_id = 0 : i32}> : (vector<[16]xi8>, vector<[16]xi1>, i32) -> vector<[16]xi8>
// CHECK-NEXT:     %c16_20 = arith.constant 16 : index
// CHECK-NEXT:     %c0_21 = arith.constant 0 : index
// CHECK-NEXT:     %vscale_22 = vector.vscale
// CHECK-NEXT:     %c16_vscale_23 = arith.muli %c16_20, %vscale_22 : index
// CHECK-NEXT:     %c1_24 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg2 = %c0_21 to %c16_vscale_23 step %c1_24 {
// CHECK-NEXT:       %10 = arith.index_cast %arg2 : index to i32
// CHECK-NEXT:       %cst_32 = arith.constant dense<true> : vector<[16]xi1>
// CHECK-NEXT:       %11 = llvm.mlir.poison : vector<[16]xi8>
// CHECK-NEXT:       %12 = builtin.unrealized_conversion_cast %alloca : memref<?x?xi8> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:       %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:       %13 = arith.index_cast %arg2 : index to i64
// CHECK-NEXT:       %14 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:       %15 = llvm.extractvalue %12[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:       %16 = llvm.mul %13, %15 : i64
// CHECK-NEXT:       %17 = llvm.add %16, %c0_i64 : i64
// CHECK-NEXT:       %18 = llvm.getelementptr %14[%17] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:       %19 = "arm_sme.intr.read.horiz"(%11, %cst_32, %10) <{tile_id = 0 : i32}> : (vector<[16]xi8>, vector<[16]xi1>, i32) -> vector<[16]xi8>
// CHECK-NEXT:       "arm_sme.intr.ld1b.horiz"(%cst_32, %18, %10) <{tile_id = 0 : i32}> : (vector<[16]xi1>, !llvm.ptr, i32) -> ()
// CHECK-NEXT:       %c0_33 = arith.constant 0 : index
// CHECK-NEXT:       vector.store %19, %alloca[%arg2, %c0_33] : memref<?x?xi8>, vector<[16]xi8>
// CHECK-NEXT:     }
// CHECK-NEXT:     %cst_25 = arith.constant dense<true> : vector<[16]xi1>
// CHECK-NEXT:     %cst_26 = arith.constant dense<0> : vector<[16]xi8>
// CHECK-NEXT:     %8 = arith.index_cast %arg1 : index to i32
// CHECK-NEXT:     %9 = "arm_sme.intr.read.horiz"(%cst_26, %cst_25, %8) <{tile_id = 0 : i32}> : (vector<[16]xi8>, vector<[16]xi1>, i32) -> vector<[16]xi8>
// CHECK-NEXT:     %c16_27 = arith.constant 16 : index
// CHECK-NEXT:     %c0_28 = arith.constant 0 : index
// CHECK-NEXT:     %vscale_29 = vector.vscale
// CHECK-NEXT:     %c16_vscale_30 = arith.muli %c16_27, %vscale_29 : index
// CHECK-NEXT:     %c1_31 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg2 = %c0_28 to %c16_vscale_30 step %c1_31 {
// CHECK-NEXT:       %10 = arith.index_cast %arg2 : index to i32
// CHECK-NEXT:       %cst_32 = arith.constant dense<true> : vector<[16]xi1>
// CHECK-NEXT:       %11 = llvm.mlir.poison : vector<[16]xi8>
// CHECK-NEXT:       %12 = builtin.unrealized_conversion_cast %alloca : memref<?x?xi8> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:       %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:       %13 = arith.index_cast %arg2 : index to i64
// CHECK-NEXT:       %14 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:       %15 = llvm.extractvalue %12[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
// CHECK-NEXT:       %16 = llvm.mul %13, %15 : i64
// CHECK-NEXT:       %17 = llvm.add %16, %c0_i64 : i64
// CHECK-NEXT:       %18 = llvm.getelementptr %14[%17] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:       %19 = "arm_sme.intr.read.horiz"(%11, %cst_32, %10) <{tile_id = 0 : i32}> : (vector<[16]xi8>, vector<[16]xi1>, i32) -> vector<[16]xi8>
// CHECK-NEXT:       "arm_sme.intr.ld1b.horiz"(%cst_32, %18, %10) <{tile_id = 0 : i32}> : (vector<[16]xi1>, !llvm.ptr, i32) -> ()
// CHECK-NEXT:       %c0_33 = arith.constant 0 : index
// CHECK-NEXT:       vector.store %19, %alloca[%arg2, %c0_33] : memref<?x?xi8>, vector<[16]xi8>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %7, %9 : vector<[16]xi8>, vector<[16]xi8>
// CHECK-NEXT:   }
// CHECK-NEXT: }
