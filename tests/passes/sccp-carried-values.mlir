// What a loop carries is a constant where all values that come around to it are the same one.
// RUN: terrace-opt %s --sccp | FileCheck %s

func.func @constants_rotate_through_many_carried_values(%n: index) -> (i32, i32, i32) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %c = arith.constant 7 : i32
  %d = arith.constant 8 : i32
  %r:10 = scf.for %i = %0 to %n step %1 iter_args(%a0 = %c, %a1 = %c, %a2 = %c, %a3 = %c, %a4 = %d, %a5 = %c, %a6 = %c, %a7 = %d, %a8 = %d, %a9 = %c) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
    scf.yield %a1, %a2, %a3, %a4, %a0, %a5, %a6, %a8, %a7, %a9 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
  }
  return %r#0, %r#5, %r#7 : i32, i32, i32
}

// CHECK: module {
// CHECK-NEXT:   func.func @constants_rotate_through_many_carried_values(%arg0: index) -> (i32, i32, i32) {
// CHECK-NEXT:     %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:     %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0:10 = scf.for %arg1 = %c0 to %arg0 step %c1 iter_args(%arg2 = %c7_i32, %arg3 = %c7_i32, %arg4 = %c7_i32, %arg5 = %c7_i32, %arg6 = %c8_i32, %arg7 = %c7_i32, %arg8 = %c7_i32, %arg9 = %c8_i32, %arg10 = %c8_i32, %arg11 = %c7_i32) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
// CHECK-NEXT:       scf.yield %arg3, %arg4, %arg5, %arg6, %arg2, %c7_i32, %c7_i32, %c8_i32, %c8_i32, %c7_i32 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0#0, %c7_i32, %c8_i32 : i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
