// All symbols but those named become private.
// RUN: terrace-opt %s --symbol-privatize=exclude=b --allow-unregistered-dialect | FileCheck %s

func.func @a() {
  return
}
func.func @b() {
  return
}
module @c {
  func.func @d() {
    return
  }
}

// CHECK:      module {
// CHECK-NEXT:   func.func private @a() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @b() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   module @c attributes {sym_visibility = "private"} {
// CHECK-NEXT:     func.func @d() {
// CHECK-NEXT:       return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
