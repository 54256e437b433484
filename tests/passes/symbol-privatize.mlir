// All symbols but those named become private.
// RUN: terrace-opt %s --symbol-privatize=exclude=excluded --allow-unregistered-dialect | FileCheck %s

func.func @privatized() {
  return
}
func.func @excluded() {
  return
}
module @c {
  func.func @nested() {
    return
  }
}

// CHECK:      module {
// CHECK-NEXT:   func.func private @privatized() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @excluded() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   module @c attributes {sym_visibility = "private"} {
// CHECK-NEXT:     func.func @nested() {
// CHECK-NEXT:       return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
