// Private symbols that nothing uses go; those of tables that cannot be seen from outside too.
// RUN: terrace-opt %s --symbol-dce --allow-unregistered-dialect | FileCheck %s

func.func private @unused() {
  return
}
func.func private @used_by_unused() {
  call @unused() : () -> ()
  return
}
func.func private @used() {
  return
}
func.func @public() {
  call @used() : () -> ()
  return
}
module @inner {
  func.func nested @reached() {
    return
  }
  func.func nested @not_reached() {
    return
  }
}
"builtin.module"() ({
  func.func nested @hidden() {
    return
  }
}) {foo.use = @inner::@reached} : () -> ()

// CHECK:      module {
// CHECK-NEXT:   func.func private @used() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @public() {
// CHECK-NEXT:     call @used() : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   module @inner {
// CHECK-NEXT:     func.func nested @reached() {
// CHECK-NEXT:       return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {foo.use = @inner::@reached} {
// CHECK-NEXT:   }
// CHECK-NEXT: }
