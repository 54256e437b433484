// Splats of more elements than memory holds are not written out; small ones are.
// RUN: terrace-opt %s --sccp | FileCheck %s
// RUN: terrace-opt %s --canonicalize | FileCheck %s
// RUN: terrace-opt %s --sccp --canonicalize --cse --int-range-optimizations | FileCheck %s

// CHECK-LABEL: func.func @insert_into_large_splat
// CHECK: vector.insert
func.func @insert_into_large_splat() -> vector<100000000000xi64> {
  %c = arith.constant 1 : i64
  %d = arith.constant dense<0> : vector<100000000000xi64>
  %r = vector.insert %c, %d[1] : i64 into vector<100000000000xi64>
  return %r : vector<100000000000xi64>
}

// CHECK-LABEL: func.func @insert_box_into_large_splat
// CHECK: vector.insert_strided_slice
func.func @insert_box_into_large_splat() -> vector<100000000000xi64> {
  %c = arith.constant dense<1> : vector<2xi64>
  %d = arith.constant dense<0> : vector<100000000000xi64>
  %r = vector.insert_strided_slice %c, %d {offsets = [1], strides = [1]} : vector<2xi64> into vector<100000000000xi64>
  return %r : vector<100000000000xi64>
}

// One of two splats is chosen as a whole.
// CHECK-LABEL: func.func @select_between_large_splats
// CHECK: %[[B:.*]] = arith.constant dense<2> : vector<100000000000xi64>
// CHECK: return %[[B]]
func.func @select_between_large_splats() -> vector<100000000000xi64> {
  %c = arith.constant dense<false> : vector<100000000000xi1>
  %a = arith.constant dense<1> : vector<100000000000xi64>
  %b = arith.constant dense<2> : vector<100000000000xi64>
  %r = arith.select %c, %a, %b : vector<100000000000xi1>, vector<100000000000xi64>
  return %r : vector<100000000000xi64>
}

// CHECK-LABEL: func.func @arithmetic_on_large_splats
// CHECK: %[[S:.*]] = arith.constant dense<3> : tensor<100000000000xi64>
// CHECK: return %[[S]]
func.func @arithmetic_on_large_splats() -> tensor<100000000000xi64> {
  %a = arith.constant dense<1> : tensor<100000000000xi64>
  %b = arith.constant dense<2> : tensor<100000000000xi64>
  %r = arith.addi %a, %b : tensor<100000000000xi64>
  return %r : tensor<100000000000xi64>
}

// CHECK-LABEL: func.func @insert_into_small_splat
// CHECK: arith.constant dense<[0, 1, 0]>
func.func @insert_into_small_splat() -> vector<3xi64> {
  %c = arith.constant 1 : i64
  %d = arith.constant dense<0> : vector<3xi64>
  %r = vector.insert %c, %d[1] : i64 into vector<3xi64>
  return %r : vector<3xi64>
}
