// RUN: terrace-opt %s --canonicalize | FileCheck %s

// Ops that change nothing, that undo each other, and constants.

func.func @broadcast(%f: f32, %v: vector<4xf32>, %w: vector<1x4xf32>) -> (vector<4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x3xi32>, vector<[4]xf32>, vector<2x4xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<4xf32>
  %1 = vector.broadcast %f : f32 to vector<4xf32>
  %2 = vector.broadcast %1 : vector<4xf32> to vector<2x4xf32>
  %3 = vector.shape_cast %w : vector<1x4xf32> to vector<4xf32>
  %4 = vector.broadcast %3 : vector<4xf32> to vector<2x4xf32>
  %c = arith.constant 1.5 : f32
  %5 = vector.broadcast %c : f32 to vector<2x4xf32>
  %i = arith.constant dense<7> : vector<3xi32>
  %6 = vector.broadcast %i : vector<3xi32> to vector<2x3xi32>
  %7 = vector.broadcast %c : f32 to vector<[4]xf32>
  %p = ub.poison : f32
  %8 = vector.broadcast %p : f32 to vector<2x4xf32>
  return %0, %2, %4, %5, %6, %7, %8 : vector<4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x3xi32>, vector<[4]xf32>, vector<2x4xf32>
}

func.func @shapes(%v: vector<4x6xf32>, %u: vector<1x4x1xf32>, %f: f32) -> (vector<4x6xf32>, vector<2x12xf32>, vector<4xf32>, vector<2x2xi8>, vector<2x2xi8>, vector<6x4xf32>, vector<1x4x1xf32>, vector<4x6xf32>, vector<4x12xi16>, vector<3x2xi8>) {
  %0 = vector.shape_cast %v : vector<4x6xf32> to vector<4x6xf32>
  %1 = vector.shape_cast %v : vector<4x6xf32> to vector<24xf32>
  %2 = vector.shape_cast %1 : vector<24xf32> to vector<2x12xf32>
  %3 = vector.transpose %u, [1, 0, 2] : vector<1x4x1xf32> to vector<4x1x1xf32>
  %4 = vector.shape_cast %3 : vector<4x1x1xf32> to vector<4xf32>
  %c = arith.constant dense<[1, 2, 3, 4]> : vector<4xi8>
  %5 = vector.shape_cast %c : vector<4xi8> to vector<2x2xi8>
  %p = ub.poison : vector<4xi8>
  %6 = vector.shape_cast %p : vector<4xi8> to vector<2x2xi8>
  %7 = vector.transpose %v, [1, 0] : vector<4x6xf32> to vector<6x4xf32>
  %8 = vector.transpose %u, [2, 1, 0] : vector<1x4x1xf32> to vector<1x4x1xf32>
  %9 = vector.bitcast %v : vector<4x6xf32> to vector<4x12xf16>
  %10 = vector.bitcast %9 : vector<4x12xf16> to vector<4x6xf32>
  %11 = vector.bitcast %9 : vector<4x12xf16> to vector<4x12xi16>
  %s = arith.constant dense<5> : vector<2x3xi8>
  %12 = vector.transpose %s, [1, 0] : vector<2x3xi8> to vector<3x2xi8>
  return %0, %2, %4, %5, %6, %7, %8, %10, %11, %12 : vector<4x6xf32>, vector<2x12xf32>, vector<4xf32>, vector<2x2xi8>, vector<2x2xi8>, vector<6x4xf32>, vector<1x4x1xf32>, vector<4x6xf32>, vector<4x12xi16>, vector<3x2xi8>
}

func.func @elements(%v: vector<4xf32>, %w: vector<2xf32>, %f: f32, %g: f32) -> (vector<4xf32>, f32, f32, f32, vector<2xf32>, vector<4xf32>, vector<2xf32>, vector<2xi8>, vector<4xf32>, vector<2xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
  %1 = vector.from_elements %f, %g : vector<2xf32>
  %2:2 = vector.to_elements %1 : vector<2xf32>
  %3 = vector.broadcast %f : f32 to vector<4xf32>
  %4:4 = vector.to_elements %3 : vector<4xf32>
  %5:2 = vector.to_elements %w : vector<2xf32>
  %6 = vector.from_elements %5#0, %5#1 : vector<2xf32>
  %7 = vector.shuffle %v, %w [0, 1, 2, 3] : vector<4xf32>, vector<2xf32>
  %8 = vector.shuffle %v, %w [4, 5] : vector<4xf32>, vector<2xf32>
  %a = arith.constant 1 : i8
  %b = arith.constant 2 : i8
  %9 = vector.from_elements %a, %b : vector<2xi8>
  %10 = vector.insert_strided_slice %v, %v {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
  %c = arith.constant dense<2.0> : vector<4xf32>
  %11 = vector.extract_strided_slice %c {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return %0, %2#1, %2#0, %4#3, %6, %7, %8, %9, %10, %11 : vector<4xf32>, f32, f32, f32, vector<2xf32>, vector<4xf32>, vector<2xf32>, vector<2xi8>, vector<4xf32>, vector<2xf32>
}

func.func @masks(%m: memref<?xf32>, %n: index, %v: vector<4xf32>) -> (vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<4xi1>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<i1>) {
  %0 = vector.constant_mask [4] : vector<4xi1>
  %1 = vector.constant_mask [0] : vector<4xi1>
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %cm = arith.constant -1 : index
  %2 = vector.create_mask %c9, %c3 : vector<2x4xi1>
  %3 = vector.create_mask %cm : vector<4xi1>
  %4 = vector.create_mask %n : vector<4xi1>
  %5 = vector.maskedload %m[%n], %0, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %6 = vector.maskedload %m[%n], %1, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %7 = vector.maskedload %m[%n], %4, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%n], %0, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%n], %1, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %8 = vector.constant_mask [1] : vector<i1>
  return %0, %1, %2, %3, %5, %6, %7, %8 : vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<4xi1>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<i1>
}

func.func @extract(%v: vector<2x3xf32>, %f: f32, %n: index, %w: vector<3xf32>) -> (vector<2x3xf32>, f32, f32, f32, f32, vector<3xi8>, i8, vector<3xf32>, f32, f32, f32, f32, f32) {
  %0 = vector.extract %v[] : vector<2x3xf32> from vector<2x3xf32>
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %1 = vector.extract %v[%c1, %n] : f32 from vector<2x3xf32>
  %2 = vector.extract %v[%c9, 2] : f32 from vector<2x3xf32>
  %3 = vector.extract %v[1] : vector<3xf32> from vector<2x3xf32>
  %4 = vector.extract %3[2] : f32 from vector<3xf32>
  %5 = vector.extract %v[-1, 0] : f32 from vector<2x3xf32>
  %c = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi8>
  %6 = vector.extract %c[1] : vector<3xi8> from vector<2x3xi8>
  %7 = vector.extract %c[0, 2] : i8 from vector<2x3xi8>
  %b = vector.broadcast %w : vector<3xf32> to vector<4x3xf32>
  %8 = vector.extract %b[3] : vector<3xf32> from vector<4x3xf32>
  %9 = vector.extract %b[1, %n] : f32 from vector<4x3xf32>
  %e = vector.from_elements %f, %f, %f, %f, %f, %f : vector<2x3xf32>
  %10 = vector.extract %e[1, 0] : f32 from vector<2x3xf32>
  %s = arith.constant dense<2.0> : vector<4xf32>
  %11 = vector.extract %s[%n] : f32 from vector<4xf32>
  %p = ub.poison : vector<4xf32>
  %12 = vector.extract %p[%n] : f32 from vector<4xf32>
  %g = vector.broadcast %f : f32 to vector<4xf32>
  %13 = vector.extract %g[%n] : f32 from vector<4xf32>
  return %0, %1, %2, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : vector<2x3xf32>, f32, f32, f32, f32, vector<3xi8>, i8, vector<3xf32>, f32, f32, f32, f32, f32
}

func.func @insert(%v: vector<2x3xf32>, %f: f32, %n: index) -> (vector<2x3xf32>, vector<2x3xf32>, vector<2x3xf32>) {
  %c1 = arith.constant 1 : index
  %0 = vector.insert %v, %v [] : vector<2x3xf32> into vector<2x3xf32>
  %1 = vector.insert %f, %v [%c1, %n] : f32 into vector<2x3xf32>
  %2 = vector.insert %f, %v [-1, %n] : f32 into vector<2x3xf32>
  return %0, %1, %2 : vector<2x3xf32>, vector<2x3xf32>, vector<2x3xf32>
}

// AUTOGENERATED CHECKS

// CHECK: module {
// CHECK-NEXT:   func.func @broadcast(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<1x4xf32>) -> (vector<4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x3xi32>, vector<[4]xf32>, vector<2x4xf32>) {
// CHECK-NEXT:     %0 = ub.poison : vector<2x4xf32>
// CHECK-NEXT:     %cst = arith.constant dense<1.500000e+00> : vector<[4]xf32>
// CHECK-NEXT:     %cst_0 = arith.constant dense<7> : vector<2x3xi32>
// CHECK-NEXT:     %cst_1 = arith.constant dense<1.500000e+00> : vector<2x4xf32>
// CHECK-NEXT:     %1 = vector.broadcast %arg0 : f32 to vector<2x4xf32>
// CHECK-NEXT:     %2 = vector.broadcast %arg2 : vector<1x4xf32> to vector<2x4xf32>
// CHECK-NEXT:     return %arg1, %1, %2, %cst_1, %cst_0, %cst, %0 : vector<4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x3xi32>, vector<[4]xf32>, vector<2x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @shapes(%arg0: vector<4x6xf32>, %arg1: vector<1x4x1xf32>, %arg2: f32) -> (vector<4x6xf32>, vector<2x12xf32>, vector<4xf32>, vector<2x2xi8>, vector<2x2xi8>, vector<6x4xf32>, vector<1x4x1xf32>, vector<4x6xf32>, vector<4x12xi16>, vector<3x2xi8>) {
// CHECK-NEXT:     %cst = arith.constant dense<5> : vector<3x2xi8>
// CHECK-NEXT:     %0 = ub.poison : vector<2x2xi8>
// CHECK-NEXT{LITERAL}:     %cst_0 = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi8>
// CHECK-NEXT:     %1 = vector.shape_cast %arg0 : vector<4x6xf32> to vector<2x12xf32>
// CHECK-NEXT:     %2 = vector.shape_cast %arg1 : vector<1x4x1xf32> to vector<4xf32>
// CHECK-NEXT:     %3 = vector.transpose %arg0, [1, 0] : vector<4x6xf32> to vector<6x4xf32>
// CHECK-NEXT:     %4 = vector.bitcast %arg0 : vector<4x6xf32> to vector<4x12xi16>
// CHECK-NEXT:     return %arg0, %1, %2, %cst_0, %0, %3, %arg1, %arg0, %4, %cst : vector<4x6xf32>, vector<2x12xf32>, vector<4xf32>, vector<2x2xi8>, vector<2x2xi8>, vector<6x4xf32>, vector<1x4x1xf32>, vector<4x6xf32>, vector<4x12xi16>, vector<3x2xi8>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @elements(%arg0: vector<4xf32>, %arg1: vector<2xf32>, %arg2: f32, %arg3: f32) -> (vector<4xf32>, f32, f32, f32, vector<2xf32>, vector<4xf32>, vector<2xf32>, vector<2xi8>, vector<4xf32>, vector<2xf32>) {
// CHECK-NEXT:     %cst = arith.constant dense<[1, 2]> : vector<2xi8>
// CHECK-NEXT:     %cst_0 = arith.constant dense<2.000000e+00> : vector<2xf32>
// CHECK-NEXT:     return %arg0, %arg3, %arg2, %arg2, %arg1, %arg0, %arg1, %cst, %arg0, %cst_0 : vector<4xf32>, f32, f32, f32, vector<2xf32>, vector<4xf32>, vector<2xf32>, vector<2xi8>, vector<4xf32>, vector<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @masks(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xf32>) -> (vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<4xi1>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<i1>) {
// CHECK-NEXT:     %cst = arith.constant dense<true> : vector<i1>
// CHECK-NEXT:     %cst_0 = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT:     %cst_1 = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT:     %0 = vector.constant_mask [2, 3] : vector<2x4xi1>
// CHECK-NEXT:     %1 = vector.create_mask %arg1 : vector<4xi1>
// CHECK-NEXT:     %2 = vector.load %arg0[%arg1] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:     %3 = vector.maskedload %arg0[%arg1], %1, %arg2 : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     vector.store %arg2, %arg0[%arg1] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:     return %cst_0, %cst_1, %0, %cst_1, %2, %arg2, %3, %cst : vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<4xi1>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<i1>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @extract(%arg0: vector<2x3xf32>, %arg1: f32, %arg2: index, %arg3: vector<3xf32>) -> (vector<2x3xf32>, f32, f32, f32, f32, vector<3xi8>, i8, vector<3xf32>, f32, f32, f32, f32, f32) {
// CHECK-NEXT:     %cst = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:     %c3_i8 = arith.constant 3 : i8
// CHECK-NEXT:     %cst_0 = arith.constant dense<[4, 5, 6]> : vector<3xi8>
// CHECK-NEXT:     %0 = ub.poison : f32
// CHECK-NEXT:     %c9 = arith.constant 9 : index
// CHECK-NEXT:     %1 = vector.extract %arg0[1, %arg2] : f32 from vector<2x3xf32>
// CHECK-NEXT:     %2 = vector.extract %arg0[%c9, 2] : f32 from vector<2x3xf32>
// CHECK-NEXT:     %3 = vector.extract %arg0[1, 2] : f32 from vector<2x3xf32>
// CHECK-NEXT:     %4 = vector.extract %arg3[%arg2] : f32 from vector<3xf32>
// CHECK-NEXT:     return %arg0, %1, %2, %3, %0, %cst_0, %c3_i8, %arg3, %4, %arg1, %cst, %0, %arg1 : vector<2x3xf32>, f32, f32, f32, f32, vector<3xi8>, i8, vector<3xf32>, f32, f32, f32, f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @insert(%arg0: vector<2x3xf32>, %arg1: f32, %arg2: index) -> (vector<2x3xf32>, vector<2x3xf32>, vector<2x3xf32>) {
// CHECK-NEXT:     %0 = ub.poison : vector<2x3xf32>
// CHECK-NEXT:     %1 = vector.insert %arg1, %arg0 [1, %arg2] : f32 into vector<2x3xf32>
// CHECK-NEXT:     return %arg0, %1, %0 : vector<2x3xf32>, vector<2x3xf32>, vector<2x3xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
