// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s --split-input-file --mlir-print-op-generic | terrace-opt | FileCheck %s

// CHECK: module @outer attributes {test.note} {
module @outer attributes {test.note} {
  // CHECK-NEXT: module {
  // CHECK-NEXT: }
  module {}
  // CHECK-NEXT: module @inner attributes {sym_visibility = "private"} {
  module @inner attributes {sym_visibility = "private"} {
    // CHECK-NEXT: %0 = unrealized_conversion_cast to i32
    %0 = builtin.unrealized_conversion_cast to i32
    // CHECK-NEXT: %1:2 = unrealized_conversion_cast %0 : i32 to f32, f64 {note}
    %1:2 = builtin.unrealized_conversion_cast %0 : i32 to f32, f64 {note}
  }
}
