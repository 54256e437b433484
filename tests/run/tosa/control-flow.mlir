// Conditions and loops.

// RUN: terrace run %s --arg=true --arg=5 | FileCheck %s --check-prefix=YES
// RUN: terrace run %s --arg=false --arg=0 | FileCheck %s --check-prefix=NO

// YES: [13] : tensor<1xi32>
// YES-NEXT: [8] : tensor<1xi32>
// 5 * 4 * 3 * 2 * 1, and what is left.
// YES-NEXT: [120] : tensor<1xi32>
// YES-NEXT: [0] : tensor<1xi32>
// YES-NEXT: [5] : tensor<1xi32>

// NO: [-3] : tensor<1xi32>
// NO-NEXT: [0] : tensor<1xi32>
// NO-NEXT: [1] : tensor<1xi32>
// NO-NEXT: [0] : tensor<1xi32>
// NO-NEXT: [0] : tensor<1xi32>
func.func @main(%on: tensor<i1>, %n: tensor<1xi32>)
    -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) {
  %none = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %one = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %three = "tosa.const"() <{values = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %captured = tosa.cond_if %on : tensor<i1> -> tensor<1xi32> {
    %sum = tosa.add %n, %three : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    tosa.yield %sum : tensor<1xi32>
  } else {
    %difference = tosa.sub %n, %three : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    tosa.yield %difference : tensor<1xi32>
  }
  %two = tosa.add %captured, %n : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %passed = tosa.cond_if %on (%a = %n, %b = %three) : tensor<i1> (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32> {
  ^bb0(%a: tensor<1xi32>, %b: tensor<1xi32>):
    %sum = tosa.add %a, %b : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    tosa.yield %sum : tensor<1xi32>
  } else {
  ^bb0(%a: tensor<1xi32>, %b: tensor<1xi32>):
    tosa.yield %a : tensor<1xi32>
  }
  %product, %rest = tosa.while_loop (%p = %one, %i = %n) : (tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>) {
    %more = tosa.greater %i, %zero : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    tosa.yield %more : tensor<1xi1>
  } do {
  ^bb0(%p: tensor<1xi32>, %i: tensor<1xi32>):
    %next = tosa.mul %p, %i, %none : (tensor<1xi32>, tensor<1xi32>, tensor<1xi8>) -> tensor<1xi32>
    %less = tosa.sub %i, %one : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    tosa.yield %next, %less : tensor<1xi32>, tensor<1xi32>
  }
  return %two, %passed, %product, %rest, %n : tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>
}
