// Variables hold their values between ops, for all functions.

// RUN: terrace run %s | FileCheck %s
// RUN: not terrace run %s --entry=unwritten 2>&1 | FileCheck %s --check-prefix=UNWRITTEN

// CHECK: [1, 2] : tensor<2xi32>
// CHECK-NEXT: [2, 4] : tensor<2xi32>
// CHECK-NEXT: [7, 9] : tensor<2xi32>
tosa.variable @counts = dense<[1, 2]> : tensor<2xi32>
// UNWRITTEN: :[[@LINE+11]]:12: error: read of a variable that was not written
// UNWRITTEN: :[[@LINE+1]]:1: note: declared here
tosa.variable @later : tensor<2xi32>

func.func private @double() {
  %old = tosa.variable_read @counts : tensor<2xi32>
  %new = tosa.add %old, %old : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  tosa.variable_write @counts, %new : tensor<2xi32>
  return
}
func.func @unwritten() -> tensor<2xi32> {
  %value = tosa.variable_read @later : tensor<2xi32>
  return %value : tensor<2xi32>
}

func.func @main() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %first = tosa.variable_read @counts : tensor<2xi32>
  call @double() : () -> ()
  %second = tosa.variable_read @counts : tensor<2xi32>
  %five = "tosa.const"() <{values = dense<5> : tensor<2xi32>}> : () -> tensor<2xi32>
  %sum = tosa.add %second, %five : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  tosa.variable_write @later, %sum : tensor<2xi32>
  %third = tosa.variable_read @later : tensor<2xi32>
  return %first, %second, %third : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}
