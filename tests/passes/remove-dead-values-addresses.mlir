// A function that is a value has the type of that value: its arguments stay.
// mlir-opt removes them, and rejects its output.
// RUN: terrace-opt %s --remove-dead-values | FileCheck %s

// CHECK-LABEL: func.func private @f(
//  CHECK-SAME:   i32, %{{.*}}: i32) -> i32
func.func private @f(%a: i32, %b: i32) -> i32 {
  return %a : i32
}

// CHECK: %[[F:.*]] = {{.*}}constant @f : (i32, i32) -> i32
// CHECK: call_indirect %[[F]](%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// CHECK: call @f(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
func.func @main(%x: i32) -> i32 {
  %c = func.constant @f : (i32, i32) -> i32
  %r = func.call_indirect %c(%x, %x) : (i32, i32) -> i32
  %q = func.call @f(%r, %x) : (i32, i32) -> i32
  return %q : i32
}
