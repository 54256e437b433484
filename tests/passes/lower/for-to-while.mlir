// A counted loop is one on a condition.
// RUN: terrace-opt %s --scf-for-to-while --allow-unregistered-dialect | FileCheck %s

func.func @carried(%n: i32, %x: f32) -> f32 {
  %c1 = arith.constant 1 : i32
  %r = scf.for unsigned %i = %c1 to %n step %c1 iter_args(%s = %x) -> f32 : i32 {
    %t = "foo.next"(%i, %s) : (i32, f32) -> f32
    scf.yield %t : f32
  } {tag}
  return %r : f32
}

// CHECK:      module {
// CHECK-NEXT:   func.func @carried(%arg0: i32, %arg1: f32) -> f32 {
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0:2 = scf.while (%arg2 = %c1_i32, %arg3 = %arg1) : (i32, f32) -> (i32, f32) {
// CHECK-NEXT:       %1 = arith.cmpi ult, %arg2, %arg0 : i32
// CHECK-NEXT:       scf.condition(%1) %arg2, %arg3 : i32, f32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg2: i32, %arg3: f32):
// CHECK-NEXT:       %1 = arith.addi %arg2, %c1_i32 : i32
// CHECK-NEXT:       %2 = "foo.next"(%arg2, %arg3) : (i32, f32) -> f32
// CHECK-NEXT:       scf.yield %1, %2 : i32, f32
// CHECK-NEXT:     } attributes {tag, unsignedCmp}
// CHECK-NEXT:     return %0#1 : f32
// CHECK-NEXT:   }
// CHECK-NEXT: }
