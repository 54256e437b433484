// RUN: terrace-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Calls of known functions, casts there and back, and poison.

func.func private @callee(i32) -> i32

// CHECK-LABEL: func.func @call(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = call @callee(%arg0) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @call(%x: i32) -> i32 {
  %f = func.constant @callee : (i32) -> i32
  %0 = func.call_indirect %f(%x) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @casts(%arg0: i32, %arg1: i64) -> (i32, i64, f32) {
// CHECK-NEXT:   %0:2 = builtin.unrealized_conversion_cast %arg0, %arg1 : i32, i64 to f32, f64
// CHECK-NEXT:   return %arg0, %arg1, %0#0 : i32, i64, f32
// CHECK-NEXT: }
func.func @casts(%x: i32, %y: i64) -> (i32, i64, f32) {
  %0:2 = builtin.unrealized_conversion_cast %x, %y : i32, i64 to f32, f64
  %1:2 = builtin.unrealized_conversion_cast %0#0, %0#1 : f32, f64 to i32, i64
  return %1#0, %1#1, %0#0 : i32, i64, f32
}

// CHECK-LABEL: func.func @poison(%arg0: i32, %arg1: i1) -> (i32, i32, i32) {
// CHECK-NEXT:   %0 = ub.poison : i32
// CHECK-NEXT:   %1 = arith.shli %arg0, %0 : i32
// CHECK-NEXT:   return %0, %arg0, %1 : i32, i32, i32
// CHECK-NEXT: }
func.func @poison(%x: i32, %c: i1) -> (i32, i32, i32) {
  %p = ub.poison : i32
  %0 = arith.addi %x, %p : i32
  %1 = arith.select %c, %p, %x : i32
  %2 = arith.shli %x, %p : i32
  return %0, %1, %2 : i32, i32, i32
}
