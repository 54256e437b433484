// RUN: terrace-test-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --mlir-print-debuginfo | FileCheck %s
// RUN: terrace-test-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL

// Attributes of a dialect may be locations, and have aliases as all others.
#l = #test.custom_location<"x" * 3>
// CHECK: "a.b"() : () -> () loc(#[[B:loc.*]])
// LOCAL: "a.b"() : () -> () loc(#test.custom_location<"foo.mlir" * 1234>)
"a.b"() : () -> () loc(#test.custom_location<"foo.mlir" * 1234>)
// CHECK: "a.c"() : () -> () loc(#[[C:loc.*]])
// LOCAL: "a.c"() : () -> () loc(fused[#test.custom_location<"x" * 3>, "k"])
"a.c"() : () -> () loc(fused[#l, "k"])
// CHECK: #[[B]] = #test.custom_location<"foo.mlir" * 1234>
// CHECK: #[[X:.*]] = #test.custom_location<"x" * 3>
// CHECK: #[[C]] = loc(fused[#[[X]], #{{.*}}])
