// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --convert-scf-to-cf --canonicalize --cse | FileCheck %s
// RUN: terrace run %s --entry=kept | FileCheck %s --check-prefix=KEPT
// RUN: terrace run %s --entry=parallel | FileCheck %s --check-prefix=PARALLEL
// RUN: not terrace run %s --entry=outside --arg=2 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not terrace run %s --entry=unwritten --arg=1 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: terrace run %s --entry=unwritten --arg=0 | FileCheck %s --check-prefix=WRITTEN

// CHECK: {{\[\[}}0, 1, 2], [10, 11, 12]] : tensor<2x3xi32>
// CHECK-NEXT: {{\[\[}}0, 2], [10, 12]] : tensor<2x2xi32>
// CHECK-NEXT: [10, 11, 12] : tensor<3xi32>
// CHECK-NEXT: {{\[\[}}0, -7, 2], [10, -7, 12]] : tensor<2x3xi32>
// CHECK-NEXT: [0, 1, 2, 10, 11, 12] : tensor<6xi32>
// CHECK-NEXT: {{\[\[}}0, 1], [2, 10], [11, 12]] : tensor<3x2xi32>
// CHECK-NEXT: 2 : index
func.func @main() -> (tensor<2x3xi32>, tensor<2x2xi32>, tensor<3xi32>, tensor<2x3xi32>, tensor<6xi32>, tensor<3x2xi32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %g = tensor.generate %c2 {
  ^bb0(%i: index, %j: index):
    %t = arith.muli %i, %c10 : index
    %s = arith.addi %t, %j : index
    %v = arith.index_cast %s : index to i32
    tensor.yield %v : i32
  } : tensor<?x3xi32>
  %a = tensor.cast %g : tensor<?x3xi32> to tensor<2x3xi32>
  %b = tensor.extract_slice %a[0, 0] [2, 2] [1, 2] : tensor<2x3xi32> to tensor<2x2xi32>
  %c = tensor.extract_slice %a[1, 0] [1, 3] [1, 1] : tensor<2x3xi32> to tensor<3xi32>
  %m = arith.constant -7 : i32
  %col = tensor.splat %m : tensor<2x1xi32>
  %d = tensor.insert_slice %col into %a[0, 1] [2, 1] [1, 1] : tensor<2x1xi32> into tensor<2x3xi32>
  %e = tensor.collapse_shape %a [[0, 1]] : tensor<2x3xi32> into tensor<6xi32>
  %f = tensor.expand_shape %e [[0, 1]] output_shape [3, 2] : tensor<6xi32> into tensor<3x2xi32>
  %n = tensor.dim %g, %c0 : tensor<?x3xi32>
  return %a, %b, %c, %d, %e, %f, %n : tensor<2x3xi32>, tensor<2x2xi32>, tensor<3xi32>, tensor<2x3xi32>, tensor<6xi32>, tensor<3x2xi32>, index
}

// A tensor that is used again is not changed in place, one that goes through a loop is what each turn makes of it.
// KEPT: [1, 2, 3] : tensor<3xi64>
// KEPT-NEXT: [1, 12, 23] : tensor<3xi64>
// KEPT-NEXT: 36 : i64
func.func @kept() -> (tensor<3xi64>, tensor<3xi64>, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i64
  %ten = arith.constant 10 : i64
  %zero = arith.constant 0 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %t = tensor.from_elements %one, %two, %three : tensor<3xi64>
  %r, %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %t, %s = %zero) -> (tensor<3xi64>, i64) {
    %old = tensor.extract %t[%i] : tensor<3xi64>
    %k = arith.index_cast %i : index to i64
    %by = arith.muli %k, %ten : i64
    %new = arith.addi %old, %by : i64
    %y = tensor.insert %new into %x[%i] : tensor<3xi64>
    %n = arith.addi %s, %new : i64
    scf.yield %y, %n : tensor<3xi64>, i64
  }
  return %t, %r, %sum : tensor<3xi64>, tensor<3xi64>, i64
}

// The sum of i * j for i below 4 and odd j below 6, and the greatest of those products.
// PARALLEL: 54 : i32
// PARALLEL-NEXT: 15 : i32
func.func @parallel() -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0 : i32
  %low = arith.constant -2147483648 : i32
  %r:2 = scf.parallel (%i, %j) = (%c0, %c1) to (%c4, %c6) step (%c1, %c2) init (%zero, %low) -> (i32, i32) {
    %m = arith.muli %i, %j : index
    %v = arith.index_cast %m : index to i32
    scf.reduce(%v, %v : i32, i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }, {
    ^bb0(%a: i32, %b: i32):
      %s = arith.maxsi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %r#0, %r#1 : i32, i32
}

// OUTSIDE: error: index 2 is outside of dimension 0 of size 2
func.func @outside(%i: index) -> i32 {
  %t = arith.constant dense<[4, 5]> : tensor<2xi32>
  %x = tensor.extract %t[%i] : tensor<2xi32>
  return %x : i32
}

// UNWRITTEN: error: read of a tensor element that was not written
// WRITTEN: 7 : i32
// WRITTEN-NEXT: [7, ?] : tensor<2xi32>
func.func @unwritten(%i: index) -> (i32, tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant 7 : i32
  %e = tensor.empty() : tensor<2xi32>
  %t = tensor.insert %v into %e[%c0] : tensor<2xi32>
  %x = tensor.extract %t[%i] : tensor<2xi32>
  return %x, %t : i32, tensor<2xi32>
}
