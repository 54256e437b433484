// Locations go.
// RUN: terrace-opt %s --strip-debuginfo --mlir-print-debuginfo | FileCheck %s

func.func @ops_with_locations(%a: i32 loc("arg")) -> i32 {
  return %a : i32 loc("return")
} loc("f")

// CHECK:      #loc = loc(unknown)
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @ops_with_locations(%arg0: i32 loc(unknown)) -> i32 {
// CHECK-NEXT:     return %arg0 : i32 loc(#loc)
// CHECK-NEXT:   } loc(#loc)
// CHECK-NEXT: } loc(#loc)
