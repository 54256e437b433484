// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | terrace-opt | FileCheck %s

// CHECK: func.func private @one(f32 {test.a}, i32) -> ((i32) -> i32)
func.func private @one(f32 {test.a} loc("x"), i32) -> ((i32) -> i32)
// CHECK: func.func private @none()
func.func private @none() -> ()

// CHECK: func.func public @"some name"(%arg0: i32 {test.a = 1 : i64}) attributes {no_inline, test.b} {
func.func public @"some name"(%x: i32 {test.a = 1}) attributes {test.b, no_inline} {
  return
}

// CHECK: func.func nested @self(%arg0: i32) -> (i32 {test.r}, (i32) -> i32) {
func.func nested @self(%a: i32) -> (i32 {test.r}, (i32) -> i32) {
  // CHECK-NEXT: %f = constant @self : (i32) -> (i32, (i32) -> i32)
  %f = func.constant @self : (i32) -> (i32, (i32) -> i32)
  // CHECK-NEXT: %0:2 = call_indirect %f(%arg0) {note} : (i32) -> (i32, (i32) -> i32)
  %0:2 = func.call_indirect %f(%a) {note} : (i32) -> (i32, (i32) -> i32)
  // CHECK-NEXT: %1:2 = call @self(%0#0) {no_inline} : (i32) -> (i32, (i32) -> i32)
  %1:2 = func.call @self(%0#0) {no_inline} : (i32) -> (i32, (i32) -> i32)
  // CHECK-NEXT: return {note} %0#0, %1#1 : i32, (i32) -> i32
  func.return {note} %0#0, %1#1 : i32, (i32) -> i32
}
