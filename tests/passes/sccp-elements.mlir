// Places that only the analysis knows are not compared as if they were known to be the same.
// RUN: terrace-opt %s --sccp | FileCheck %s

func.func @other_place(%t: tensor<?x?xi64>) -> i64 {
  %v = arith.constant 9 : i64
  %c5 = arith.constant 5 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %zero = arith.remui %c5, %c1 : index
  %one = arith.remui %c1, %c2 : index
  %inserted = tensor.insert %v into %t[%zero, %one] : tensor<?x?xi64>
  %extracted = tensor.extract %inserted[%zero, %zero] : tensor<?x?xi64>
  return %extracted : i64
}
// CHECK-LABEL: func.func @other_place
// CHECK: %[[INSERTED:.*]] = tensor.insert %{{.*}} into %{{.*}}[%c0, %c1]
// CHECK-NEXT: %[[EXTRACTED:.*]] = tensor.extract %[[INSERTED]][%c0, %c0]
// CHECK-NEXT: return %[[EXTRACTED]]

func.func @same_value(%t: tensor<?x?xi64>) -> i64 {
  %v = arith.constant 9 : i64
  %c5 = arith.constant 5 : index
  %c1 = arith.constant 1 : index
  %zero = arith.remui %c5, %c1 : index
  %inserted = tensor.insert %v into %t[%zero, %c1] : tensor<?x?xi64>
  %extracted = tensor.extract %inserted[%zero, %c1] : tensor<?x?xi64>
  return %extracted : i64
}
// CHECK-LABEL: func.func @same_value
// CHECK-NOT: tensor.extract
// CHECK: return %c9_i64

func.func @same_constant(%t: tensor<?x?xi64>) -> i64 {
  %v = arith.constant 9 : i64
  %a = arith.constant 1 : index
  %b = arith.constant 1 : index
  %inserted = tensor.insert %v into %t[%a, %b] : tensor<?x?xi64>
  %extracted = tensor.extract %inserted[%b, %a] : tensor<?x?xi64>
  return %extracted : i64
}
// CHECK-LABEL: func.func @same_constant
// CHECK-NOT: tensor.extract
// CHECK: return %c9_i64

func.func @not_known(%t: tensor<?x?xi64>, %i: index) -> i64 {
  %v = arith.constant 9 : i64
  %inserted = tensor.insert %v into %t[%i, %i] : tensor<?x?xi64>
  %extracted = tensor.extract %inserted[%i, %i] : tensor<?x?xi64>
  return %extracted : i64
}
// CHECK-LABEL: func.func @not_known
// CHECK: %[[EXTRACTED:.*]] = tensor.extract
// CHECK: return %[[EXTRACTED]]
