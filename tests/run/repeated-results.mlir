// A tensor may be several results, and what a loop carries and does not use may be poison.
// RUN: terrace run %s  | FileCheck %s

memref.global "private" @one : memref<index> = dense<1>
func.func @both(%t: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  return %t, %t : tensor<2xi32>, tensor<2xi32>
}
func.func @main() -> (tensor<2xi32>, tensor<2xi32>, i32) {
  %t = arith.constant dense<[1, 2]> : tensor<2xi32>
  %0:2 = call @both(%t) : (tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  %p = ub.poison : f32
  %x = arith.constant 7 : i32
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %m = memref.get_global @one : memref<index>
  %step = memref.load %m[] : memref<index>
  %1:2 = scf.for %i = %c0 to %c3 step %step iter_args(%a = %p, %b = %x) -> (f32, i32) {
    %2 = arith.addi %b, %x : i32
    scf.yield %a, %2 : f32, i32
  }
  return %0#0, %0#1, %1#1 : tensor<2xi32>, tensor<2xi32>, i32
}

// CHECK: [1, 2] : tensor<2xi32>
// CHECK-NEXT: [1, 2] : tensor<2xi32>
// CHECK-NEXT: 28 : i32
