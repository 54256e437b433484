// A basis that is zero where it runs is undefined, and no number that the op may have: it stays a value. mlir-opt ends
// at an assertion.
// RUN: terrace-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @zero(
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: affine.delinearize_index %{{.*}} into (%[[ZERO]], 8) : index, index
func.func @zero(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %0:2 = affine.delinearize_index %n into (%c0, %c8) : index, index
  return %0#0, %0#1 : index, index
}

// CHECK-LABEL: func.func @negative(
// CHECK: affine.delinearize_index %{{.*}} into (4, %{{.*}}) : index, index
func.func @negative(%n: index) -> (index, index) {
  %c4 = arith.constant 4 : index
  %c-8 = arith.constant -8 : index
  %0:2 = affine.delinearize_index %n into (%c4, %c-8) : index, index
  return %0#0, %0#1 : index, index
}
