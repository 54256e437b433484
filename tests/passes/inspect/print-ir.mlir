// RUN: terrace-opt %s --pass-pipeline='builtin.module(print-ir,func.func(print-ir{label=inner}))' -o /dev/null 2>&1 | FileCheck %s

func.func @printed_twice() {
  return
}

// CHECK:      // -----// IR Dump //----- //
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @printed_twice() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: // -----// IR Dump inner //----- //
// CHECK-NEXT: func.func @printed_twice() {
// CHECK-NEXT:   return
// CHECK-NEXT: }
