// Regions are read one after the other: isolated ones, and those that use nothing from outside.
// RUN: terrace-test-opt %s --test-lazy-loading -o %t | FileCheck %s
// RUN: terrace-test-opt %s --test-lazy-loading=bytecode-version=1 -o %t | FileCheck %s --check-prefix=OLD
// CONFIRMED: mlir-opt reads them in the same order; it prints ops whose regions are valid in the custom form.

// OLD: Has 0 ops to materialize
// OLD-NOT: Materializing

// CHECK-LABEL: Has 1 ops to materialize
// CHECK: Before Materializing...
// CHECK: "builtin.module"() ({
// CHECK-NEXT: }) : () -> ()
// CHECK: {{^}}Materializing...
// CHECK: "func.func"() <{{.*}}> ({
// CHECK-NEXT: }) : () -> ()
// CHECK: Has 1 ops to materialize
// CHECK: Before Materializing...
// CHECK: {{^}}Materializing...
// CHECK: {{^"?func.func}}
// CHECK-NEXT: "test.one_region_op"() ({
// CHECK-NEXT: }) : () -> ()
// CHECK-NEXT: %[[A:.+]] = "test.a"() : () -> i32
// CHECK-NEXT: "test.one_region_op"() ({
// CHECK-NEXT: "test.uses"(%[[A]])
// CHECK: Has 1 ops to materialize
// CHECK: Before Materializing...
// CHECK: {{^}}Materializing...
// CHECK: "test.one_region_op"() ({
// CHECK-NEXT: %[[B:.+]] = "test.b"()
// CHECK-NEXT: "test.uses"(%[[B]], %[[B]])
// CHECK-NEXT: "test.one_region_op"() ({
// CHECK-NEXT: }) : () -> ()
// CHECK: Has 1 ops to materialize
// CHECK: {{^}}Materializing...
// CHECK: "test.one_region_op"() ({
// CHECK-NEXT: "test.c"() : () -> ()
// CHECK: Has 0 ops to materialize
func.func @lazy() {
  "test.one_region_op"() ({
    %0 = "test.b"() : () -> i32
    "test.uses"(%0, %0) : (i32, i32) -> ()
    "test.one_region_op"() ({
      "test.c"() : () -> ()
    }) : () -> ()
    "test.end"() : () -> ()
  }) : () -> ()
  %0 = "test.a"() : () -> i32
  "test.one_region_op"() ({
    "test.uses"(%0) : (i32) -> ()
  }) : () -> ()
  return
}
