// What takes the place of a value is cast to what the next op asks for.
// RUN: terrace-test-opt %s --test-target-materialization-with-no-uses | FileCheck %s

// CHECK-LABEL: func @chain
// CHECK-NEXT: %[[CAST:.*]] = "test.cast"(%arg0) : (i32) -> i64
// CHECK-NEXT: return %[[CAST]] : i64
func.func @chain(%v: i32) -> i64 {
  %0 = "test.type_changer"(%v) : (i32) -> i16
  %1 = "test.type_changer"(%0) : (i16) -> i64
  return %1 : i64
}
