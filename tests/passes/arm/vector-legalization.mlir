// Vectors of several tiles are their tiles, in functions, loops and calls as well; transpositions that no register holds go by memory or tiles.
// RUN: terrace-opt %s --arm-sme-vector-legalization | FileCheck %s

func.func private @use(vector<[8]x[8]xf32>) -> vector<[8]x[8]xf32>
func.func @carried(%a: vector<[8]xf32>, %b: vector<[8]xf32>, %init: vector<[8]x[8]xf32>, %n: index, %r: index, %c: index) -> vector<[8]x[8]xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mask = vector.create_mask %r, %c : vector<[8]x[8]xi1>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> vector<[8]x[8]xf32> {
    %1 = vector.mask %mask { vector.outerproduct %a, %b, %acc {kind = #vector.kind<add>} : vector<[8]xf32>, vector<[8]xf32> } : vector<[8]x[8]xi1> -> vector<[8]x[8]xf32>
    scf.yield %1 : vector<[8]x[8]xf32>
  }
  %2 = func.call @use(%0) : (vector<[8]x[8]xf32>) -> vector<[8]x[8]xf32>
  return %2 : vector<[8]x[8]xf32>
}
func.func @moved(%m: memref<?x?xi32>, %i: index, %j: index, %r: index, %c: index) {
  %p = arith.constant 3 : i32
  %mask = vector.create_mask %r, %c : vector<[4]x[8]xi1>
  %0 = vector.transfer_read %m[%i, %j], %p, %mask {in_bounds = [true, true]} : memref<?x?xi32>, vector<[4]x[8]xi32>
  vector.transfer_write %0, %m[%j, %i], %mask {in_bounds = [true, true]} : vector<[4]x[8]xi32>, memref<?x?xi32>
  vector.transfer_write %0, %m[%j, %i] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<[4]x[8]xi32>, memref<?x?xi32>
  return
}
func.func @on_tensor(%t: tensor<?x?xf32>, %i: index) -> tensor<?x?xf32> {
  %splat = arith.constant dense<7.0> : vector<[8]x[4]xf32>
  %0 = vector.transfer_write %splat, %t[%i, %i] {in_bounds = [true, true]} : vector<[8]x[4]xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @row_of_masks(%a: index, %b: index, %c: index, %i: index) -> (vector<[4]x[4]xi1>, vector<[4]x[4]xi1>) {
  %0 = vector.create_mask %a, %b, %c : vector<2x[4]x[4]xi1>
  %1 = vector.extract %0[%i] : vector<[4]x[4]xi1> from vector<2x[4]x[4]xi1>
  %2 = vector.extract %0[1] : vector<[4]x[4]xi1> from vector<2x[4]x[4]xi1>
  return %1, %2 : vector<[4]x[4]xi1>, vector<[4]x[4]xi1>
}
func.func @column(%m: memref<?x?xf32>, %i: index, %j: index) -> vector<[4]x1xf32> {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<[4]x1xf32>
  return %0 : vector<[4]x1xf32>
}
func.func @by_memory(%m: memref<?x?xf16>, %i: index, %j: index, %r: index, %c: index) -> vector<4x[8]xf32> {
  %p = arith.constant 0.0 : f16
  %mask = vector.create_mask %r, %c : vector<[8]x4xi1>
  %0 = vector.transfer_read %m[%i, %j], %p, %mask {in_bounds = [true, false]} : memref<?x?xf16>, vector<[8]x4xf16>
  %1 = arith.extf %0 : vector<[8]x4xf16> to vector<[8]x4xf32>
  %2 = vector.transpose %1, [1, 0] : vector<[8]x4xf32> to vector<4x[8]xf32>
  return %2 : vector<4x[8]xf32>
}
func.func @by_tiles(%v: vector<2x[8]xf32>, %m: memref<?x?xf32>, %i: index, %r: index, %c: index) {
  %0 = vector.transpose %v, [1, 0] : vector<2x[8]xf32> to vector<[8]x2xf32>
  vector.transfer_write %0, %m[%i, %i] {in_bounds = [true, true]} : vector<[8]x2xf32>, memref<?x?xf32>
  %mask = vector.create_mask %r, %c : vector<[8]x2xi1>
  vector.transfer_write %0, %m[%i, %i], %mask {in_bounds = [true, true]} : vector<[8]x2xf32>, memref<?x?xf32>
  return
}

// CHECK:      #map = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func private @use(vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>) -> (vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>)
// CHECK-NEXT:   func.func @carried(%arg0: vector<[8]xf32>, %arg1: vector<[8]xf32>, %arg2: vector<[4]x[4]xf32>, %arg3: vector<[4]x[4]xf32>, %arg4: vector<[4]x[4]xf32>, %arg5: vector<[4]x[4]xf32>, %arg6: index, %arg7: index, %arg8: index) -> (vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0 = vector.create_mask %arg7, %arg8 : vector<[8]x[8]xi1>
// CHECK-NEXT:     %1:4 = scf.for %arg9 = %c0 to %arg6 step %c1 iter_args(%arg10 = %arg2, %arg11 = %arg3, %arg12 = %arg4, %arg13 = %arg5) -> (vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>) {
// CHECK-NEXT:       %vscale = vector.vscale
// CHECK-NEXT:       %c0_0 = arith.constant 0 : index
// CHECK-NEXT:       %c0_vscale = arith.muli %c0_0, %vscale : index
// CHECK-NEXT:       %3 = arith.addi %arg7, %c0_vscale : index
// CHECK-NEXT:       %c0_1 = arith.constant 0 : index
// CHECK-NEXT:       %c0_vscale_2 = arith.muli %c0_1, %vscale : index
// CHECK-NEXT:       %4 = arith.addi %arg8, %c0_vscale_2 : index
// CHECK-NEXT:       %5 = vector.create_mask %3, %4 : vector<[4]x[4]xi1>
// CHECK-NEXT:       %6 = vector.scalable.extract %arg0[0] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:       %7 = vector.scalable.extract %arg1[0] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:       %8 = vector.mask %5 { vector.outerproduct %6, %7, %arg10 {kind = #vector.kind<add>} : vector<[4]xf32>, vector<[4]xf32> } : vector<[4]x[4]xi1> -> vector<[4]x[4]xf32>
// CHECK-NEXT:       %vscale_3 = vector.vscale
// CHECK-NEXT:       %c0_4 = arith.constant 0 : index
// CHECK-NEXT:       %c0_vscale_5 = arith.muli %c0_4, %vscale_3 : index
// CHECK-NEXT:       %9 = arith.addi %arg7, %c0_vscale_5 : index
// CHECK-NEXT:       %c-4 = arith.constant -4 : index
// CHECK-NEXT:       %c-4_vscale = arith.muli %c-4, %vscale_3 : index
// CHECK-NEXT:       %10 = arith.addi %arg8, %c-4_vscale : index
// CHECK-NEXT:       %11 = vector.create_mask %9, %10 : vector<[4]x[4]xi1>
// CHECK-NEXT:       %12 = vector.scalable.extract %arg0[0] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:       %13 = vector.scalable.extract %arg1[4] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:       %14 = vector.mask %11 { vector.outerproduct %12, %13, %arg11 {kind = #vector.kind<add>} : vector<[4]xf32>, vector<[4]xf32> } : vector<[4]x[4]xi1> -> vector<[4]x[4]xf32>
// CHECK-NEXT:       %vscale_6 = vector.vscale
// CHECK-NEXT:       %c-4_7 = arith.constant -4 : index
// CHECK-NEXT:       %c-4_vscale_8 = arith.muli %c-4_7, %vscale_6 : index
// CHECK-NEXT:       %15 = arith.addi %arg7, %c-4_vscale_8 : index
// CHECK-NEXT:       %c0_9 = arith.constant 0 : index
// CHECK-NEXT:       %c0_vscale_10 = arith.muli %c0_9, %vscale_6 : index
// CHECK-NEXT:       %16 = arith.addi %arg8, %c0_vscale_10 : index
// CHECK-NEXT:       %17 = vector.create_mask %15, %16 : vector<[4]x[4]xi1>
// CHECK-NEXT:       %18 = vector.scalable.extract %arg0[4] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:       %19 = vector.scalable.extract %arg1[0] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:       %20 = vector.mask %17 { vector.outerproduct %18, %19, %arg12 {kind = #vector.kind<add>} : vector<[4]xf32>, vector<[4]xf32> } : vector<[4]x[4]xi1> -> vector<[4]x[4]xf32>
// CHECK-NEXT:       %vscale_11 = vector.vscale
// CHECK-NEXT:       %c-4_12 = arith.constant -4 : index
// CHECK-NEXT:       %c-4_vscale_13 = arith.muli %c-4_12, %vscale_11 : index
// CHECK-NEXT:       %21 = arith.addi %arg7, %c-4_vscale_13 : index
// CHECK-NEXT:       %c-4_14 = arith.constant -4 : index
// CHECK-NEXT:       %c-4_vscale_15 = arith.muli %c-4_14, %vscale_11 : index
// CHECK-NEXT:       %22 = arith.addi %arg8, %c-4_vscale_15 : index
// CHECK-NEXT:       %23 = vector.create_mask %21, %22 : vector<[4]x[4]xi1>
// CHECK-NEXT:       %24 = vector.scalable.extract %arg0[4] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:       %25 = vector.scalable.extract %arg1[4] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:       %26 = vector.mask %23 { vector.outerproduct %24, %25, %arg13 {kind = #vector.kind<add>} : vector<[4]xf32>, vector<[4]xf32> } : vector<[4]x[4]xi1> -> vector<[4]x[4]xf32>
// CHECK-NEXT:       scf.yield %8, %14, %20, %26 : vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %2:4 = call @use(%1#0, %1#1, %1#2, %1#3) : (vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>) -> (vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>)
// CHECK-NEXT:     return %2#0, %2#1, %2#2, %2#3 : vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>, vector<[4]x[4]xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @moved(%arg0: memref<?x?xi32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index) {
// CHECK-NEXT:     %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:     %0 = vector.create_mask %arg3, %arg4 : vector<[4]x[8]xi1>
// CHECK-NEXT:     %vscale = vector.vscale
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_vscale = arith.muli %c0, %vscale : index
// CHECK-NEXT:     %1 = arith.addi %arg3, %c0_vscale : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_vscale_1 = arith.muli %c0_0, %vscale : index
// CHECK-NEXT:     %2 = arith.addi %arg4, %c0_vscale_1 : index
// CHECK-NEXT:     %3 = vector.create_mask %1, %2 : vector<[4]x[4]xi1>
// CHECK-NEXT:     %vscale_2 = vector.vscale
// CHECK-NEXT:     %c0_3 = arith.constant 0 : index
// CHECK-NEXT:     %c0_vscale_4 = arith.muli %c0_3, %vscale_2 : index
// CHECK-NEXT:     %4 = arith.addi %arg1, %c0_vscale_4 : index
// CHECK-NEXT:     %c0_5 = arith.constant 0 : index
// CHECK-NEXT:     %c0_vscale_6 = arith.muli %c0_5, %vscale_2 : index
// CHECK-NEXT:     %5 = arith.addi %arg2, %c0_vscale_6 : index
// CHECK-NEXT:     %6 = vector.transfer_read %arg0[%4, %5], %c3_i32, %3 {in_bounds = [true, true]} : memref<?x?xi32>, vector<[4]x[4]xi32>
// CHECK-NEXT:     %vscale_7 = vector.vscale
// CHECK-NEXT:     %c0_8 = arith.constant 0 : index
// CHECK-NEXT:     %c0_vscale_9 = arith.muli %c0_8, %vscale_7 : index
// CHECK-NEXT:     %7 = arith.addi %arg3, %c0_vscale_9 : index
// CHECK-NEXT:     %c-4 = arith.constant -4 : index
// CHECK-NEXT:     %c-4_vscale = arith.muli %c-4, %vscale_7 : index
// CHECK-NEXT:     %8 = arith.addi %arg4, %c-4_vscale : index
// CHECK-NEXT:     %9 = vector.create_mask %7, %8 : vector<[4]x[4]xi1>
// CHECK-NEXT:     %vscale_10 = vector.vscale
// CHECK-NEXT:     %c0_11 = arith.constant 0 : index
// CHECK-NEXT:     %c0_vscale_12 = arith.muli %c0_11, %vscale_10 : index
// CHECK-NEXT:     %10 = arith.addi %arg1, %c0_vscale_12 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c4_vscale = arith.muli %c4, %vscale_10 : index
// CHECK-NEXT:     %11 = arith.addi %arg2, %c4_vscale : index
// CHECK-NEXT:     %12 = vector.transfer_read %arg0[%10, %11], %c3_i32, %9 {in_bounds = [true, true]} : memref<?x?xi32>, vector<[4]x[4]xi32>
// CHECK-NEXT:     %c0_13 = arith.constant 0 : index
// CHECK-NEXT:     %vscale_14 = vector.vscale
// CHECK-NEXT:     %c4_15 = arith.constant 4 : index
// CHECK-NEXT:     %c4_vscale_16 = arith.muli %vscale_14, %c4_15 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg5 = %c0_13 to %c4_vscale_16 step %c1 {
// CHECK-NEXT:       %c0_27 = arith.constant 0 : index
// CHECK-NEXT:       %c0_vscale_28 = arith.muli %vscale_14, %c0_27 : index
// CHECK-NEXT:       %c0_29 = arith.constant 0 : index
// CHECK-NEXT:       %c0_vscale_30 = arith.muli %vscale_14, %c0_29 : index
// CHECK-NEXT:       %17 = arith.addi %c0_vscale_28, %arg5 : index
// CHECK-NEXT:       %18 = arith.addi %17, %arg2 : index
// CHECK-NEXT:       %19 = arith.addi %c0_vscale_30, %arg1 : index
// CHECK-NEXT:       %20 = vector.extract %0[%17] : vector<[8]xi1> from vector<[4]x[8]xi1>
// CHECK-NEXT:       %21 = vector.scalable.extract %20[0] : vector<[4]xi1> from vector<[8]xi1>
// CHECK-NEXT:       %22 = vector.extract %6[%arg5] : vector<[4]xi32> from vector<[4]x[4]xi32>
// CHECK-NEXT:       vector.transfer_write %22, %arg0[%18, %19], %21 {in_bounds = [true]} : vector<[4]xi32>, memref<?x?xi32>
// CHECK-NEXT:       %c0_31 = arith.constant 0 : index
// CHECK-NEXT:       %c0_vscale_32 = arith.muli %vscale_14, %c0_31 : index
// CHECK-NEXT:       %c4_33 = arith.constant 4 : index
// CHECK-NEXT:       %c4_vscale_34 = arith.muli %vscale_14, %c4_33 : index
// CHECK-NEXT:       %23 = arith.addi %c0_vscale_32, %arg5 : index
// CHECK-NEXT:       %24 = arith.addi %23, %arg2 : index
// CHECK-NEXT:       %25 = arith.addi %c4_vscale_34, %arg1 : index
// CHECK-NEXT:       %26 = vector.extract %0[%23] : vector<[8]xi1> from vector<[4]x[8]xi1>
// CHECK-NEXT:       %27 = vector.scalable.extract %26[4] : vector<[4]xi1> from vector<[8]xi1>
// CHECK-NEXT:       %28 = vector.extract %12[%arg5] : vector<[4]xi32> from vector<[4]x[4]xi32>
// CHECK-NEXT:       vector.transfer_write %28, %arg0[%24, %25], %27 {in_bounds = [true]} : vector<[4]xi32>, memref<?x?xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %vscale_17 = vector.vscale
// CHECK-NEXT:     %c0_18 = arith.constant 0 : index
// CHECK-NEXT:     %c0_vscale_19 = arith.muli %c0_18, %vscale_17 : index
// CHECK-NEXT:     %13 = arith.addi %arg2, %c0_vscale_19 : index
// CHECK-NEXT:     %c0_20 = arith.constant 0 : index
// CHECK-NEXT:     %c0_vscale_21 = arith.muli %c0_20, %vscale_17 : index
// CHECK-NEXT:     %14 = arith.addi %arg1, %c0_vscale_21 : index
// CHECK-NEXT:     vector.transfer_write %6, %arg0[%13, %14] {in_bounds = [true, true], permutation_map = #map} : vector<[4]x[4]xi32>, memref<?x?xi32>
// CHECK-NEXT:     %vscale_22 = vector.vscale
// CHECK-NEXT:     %c4_23 = arith.constant 4 : index
// CHECK-NEXT:     %c4_vscale_24 = arith.muli %c4_23, %vscale_22 : index
// CHECK-NEXT:     %15 = arith.addi %arg2, %c4_vscale_24 : index
// CHECK-NEXT:     %c0_25 = arith.constant 0 : index
// CHECK-NEXT:     %c0_vscale_26 = arith.muli %c0_25, %vscale_22 : index
// CHECK-NEXT:     %16 = arith.addi %arg1, %c0_vscale_26 : index
// CHECK-NEXT:     vector.transfer_write %12, %arg0[%15, %16] {in_bounds = [true, true], permutation_map = #map} : vector<[4]x[4]xi32>, memref<?x?xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @on_tensor(%arg0: tensor<?x?xf32>, %arg1: index) -> tensor<?x?xf32> {
// CHECK-NEXT:     %cst = arith.constant dense<7.000000e+00> : vector<[4]x[4]xf32>
// CHECK-NEXT:     %vscale = vector.vscale
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_vscale = arith.muli %c0, %vscale : index
// CHECK-NEXT:     %0 = arith.addi %arg1, %c0_vscale : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_vscale_1 = arith.muli %c0_0, %vscale : index
// CHECK-NEXT:     %1 = arith.addi %arg1, %c0_vscale_1 : index
// CHECK-NEXT:     %2 = vector.transfer_write %cst, %arg0[%0, %1] {in_bounds = [true, true]} : vector<[4]x[4]xf32>, tensor<?x?xf32>
// CHECK-NEXT:     %vscale_2 = vector.vscale
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c4_vscale = arith.muli %c4, %vscale_2 : index
// CHECK-NEXT:     %3 = arith.addi %arg1, %c4_vscale : index
// CHECK-NEXT:     %c0_3 = arith.constant 0 : index
// CHECK-NEXT:     %c0_vscale_4 = arith.muli %c0_3, %vscale_2 : index
// CHECK-NEXT:     %4 = arith.addi %arg1, %c0_vscale_4 : index
// CHECK-NEXT:     %5 = vector.transfer_write %cst, %2[%3, %4] {in_bounds = [true, true]} : vector<[4]x[4]xf32>, tensor<?x?xf32>
// CHECK-NEXT:     return %5 : tensor<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @row_of_masks(%arg0: index, %arg1: index, %arg2: index, %arg3: index) -> (vector<[4]x[4]xi1>, vector<[4]x[4]xi1>) {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = arith.cmpi slt, %arg3, %arg0 : index
// CHECK-NEXT:     %1 = arith.select %0, %arg1, %c0 : index
// CHECK-NEXT:     %2 = vector.create_mask %1, %arg2 : vector<[4]x[4]xi1>
// CHECK-NEXT:     %3 = arith.cmpi sgt, %arg0, %c1 : index
// CHECK-NEXT:     %4 = arith.select %3, %arg1, %c0 : index
// CHECK-NEXT:     %5 = vector.create_mask %4, %arg2 : vector<[4]x[4]xi1>
// CHECK-NEXT:     return %2, %5 : vector<[4]x[4]xi1>, vector<[4]x[4]xi1>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @column(%arg0: memref<?x?xf32>, %arg1: index, %arg2: index) -> vector<[4]x1xf32> {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<[4]xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %vscale = vector.vscale
// CHECK-NEXT:     %c4_vscale = arith.muli %vscale, %c4 : index
// CHECK-NEXT:     %0 = scf.for %arg3 = %c0 to %c4_vscale step %c1 iter_args(%arg4 = %cst) -> (vector<[4]xf32>) {
// CHECK-NEXT:       %2 = arith.addi %arg3, %arg1 : index
// CHECK-NEXT:       %3 = memref.load %arg0[%2, %arg2] : memref<?x?xf32>
// CHECK-NEXT:       %4 = vector.insert %3, %arg4 [%arg3] : f32 into vector<[4]xf32>
// CHECK-NEXT:       scf.yield %4 : vector<[4]xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = vector.shape_cast %0 : vector<[4]xf32> to vector<[4]x1xf32>
// CHECK-NEXT:     return %1 : vector<[4]x1xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @by_memory(%arg0: memref<?x?xf16>, %arg1: index, %arg2: index, %arg3: index, %arg4: index) -> vector<4x[8]xf32> {
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %cst = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:     %0 = vector.create_mask %arg3, %arg4 : vector<[8]x4xi1>
// CHECK-NEXT:     %vscale = vector.vscale
// CHECK-NEXT:     %c8_vscale = arith.muli %vscale, %c8 : index
// CHECK-NEXT:     %subview = memref.subview %arg0[%arg1, %arg2] [%c8_vscale, %c4] [%c1, %c1] : memref<?x?xf16> to memref<?x?xf16, strided<[?, ?], offset: ?>>
// CHECK-NEXT:     %1 = vector.transpose %0, [1, 0] : vector<[8]x4xi1> to vector<4x[8]xi1>
// CHECK-NEXT:     %transpose = memref.transpose %subview (d0, d1) -> (d1, d0) : memref<?x?xf16, strided<[?, ?], offset: ?>> to memref<?x?xf16, strided<[?, ?], offset: ?>>
// CHECK-NEXT:     %2 = vector.transfer_read %transpose[%c0, %c0], %cst, %1 {in_bounds = [false, true]} : memref<?x?xf16, strided<[?, ?], offset: ?>>, vector<4x[8]xf16>
// CHECK-NEXT:     %3 = arith.extf %2 : vector<4x[8]xf16> to vector<4x[8]xf32>
// CHECK-NEXT:     return %3 : vector<4x[8]xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @by_tiles(%arg0: vector<2x[8]xf32>, %arg1: memref<?x?xf32>, %arg2: index, %arg3: index, %arg4: index) {
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %0 = arm_sme.get_tile : vector<[4]x[4]xf32>
// CHECK-NEXT:     %1 = vector.extract %arg0[0] : vector<[8]xf32> from vector<2x[8]xf32>
// CHECK-NEXT:     %2 = vector.scalable.extract %1[0] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:     %3 = vector.insert %2, %0 [0] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:     %4 = vector.extract %arg0[1] : vector<[8]xf32> from vector<2x[8]xf32>
// CHECK-NEXT:     %5 = vector.scalable.extract %4[0] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:     %6 = vector.insert %5, %3 [1] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:     %vscale = vector.vscale
// CHECK-NEXT:     %c4_vscale = arith.muli %vscale, %c4 : index
// CHECK-NEXT:     %7 = vector.create_mask %c4_vscale, %c2 : vector<[4]x[4]xi1>
// CHECK-NEXT:     vector.transfer_write %6, %arg1[%arg2, %arg2], %7 {in_bounds = [true, true], permutation_map = #map} : vector<[4]x[4]xf32>, memref<?x?xf32>
// CHECK-NEXT:     %8 = vector.extract %arg0[0] : vector<[8]xf32> from vector<2x[8]xf32>
// CHECK-NEXT:     %9 = vector.scalable.extract %8[4] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:     %10 = vector.insert %9, %0 [0] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:     %11 = vector.extract %arg0[1] : vector<[8]xf32> from vector<2x[8]xf32>
// CHECK-NEXT:     %12 = vector.scalable.extract %11[4] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:     %13 = vector.insert %12, %10 [1] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:     %c4_vscale_0 = arith.muli %vscale, %c4 : index
// CHECK-NEXT:     %c4_vscale_1 = arith.muli %vscale, %c4 : index
// CHECK-NEXT:     %14 = vector.create_mask %c4_vscale_1, %c2 : vector<[4]x[4]xi1>
// CHECK-NEXT:     %15 = arith.addi %c4_vscale_0, %arg2 : index
// CHECK-NEXT:     vector.transfer_write %13, %arg1[%15, %arg2], %14 {in_bounds = [true, true], permutation_map = #map} : vector<[4]x[4]xf32>, memref<?x?xf32>
// CHECK-NEXT:     %16 = arm_sme.get_tile : vector<[4]x[4]xf32>
// CHECK-NEXT:     %17 = vector.extract %arg0[0] : vector<[8]xf32> from vector<2x[8]xf32>
// CHECK-NEXT:     %18 = vector.scalable.extract %17[0] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:     %19 = vector.insert %18, %16 [0] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:     %20 = vector.extract %arg0[1] : vector<[8]xf32> from vector<2x[8]xf32>
// CHECK-NEXT:     %21 = vector.scalable.extract %20[0] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:     %22 = vector.insert %21, %19 [1] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:     %vscale_2 = vector.vscale
// CHECK-NEXT:     %23 = index.mins %arg4, %c2
// CHECK-NEXT:     %24 = vector.create_mask %arg3, %23 : vector<[4]x[4]xi1>
// CHECK-NEXT:     vector.transfer_write %22, %arg1[%arg2, %arg2], %24 {in_bounds = [true, true], permutation_map = #map} : vector<[4]x[4]xf32>, memref<?x?xf32>
// CHECK-NEXT:     %25 = vector.extract %arg0[0] : vector<[8]xf32> from vector<2x[8]xf32>
// CHECK-NEXT:     %26 = vector.scalable.extract %25[4] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:     %27 = vector.insert %26, %16 [0] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:     %28 = vector.extract %arg0[1] : vector<[8]xf32> from vector<2x[8]xf32>
// CHECK-NEXT:     %29 = vector.scalable.extract %28[4] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:     %30 = vector.insert %29, %27 [1] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:     %c4_vscale_3 = arith.muli %vscale_2, %c4 : index
// CHECK-NEXT:     %31 = arith.subi %arg3, %c4_vscale_3 : index
// CHECK-NEXT:     %32 = index.mins %arg4, %c2
// CHECK-NEXT:     %33 = vector.create_mask %31, %32 : vector<[4]x[4]xi1>
// CHECK-NEXT:     %34 = arith.addi %c4_vscale_3, %arg2 : index
// CHECK-NEXT:     vector.transfer_write %30, %arg1[%34, %arg2], %33 {in_bounds = [true, true], permutation_map = #map} : vector<[4]x[4]xf32>, memref<?x?xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
