// A location within an attribute has an alias, wherever it was written.
// RUN: terrace-opt %s --allow-unregistered-dialect | FileCheck %s

// CHECK: #[[L:.*]] = loc(unknown)
// CHECK: a = [1, #[[L]]]
#a = [1, loc(unknown)]
"test.uses"() {a = #a} : () -> ()
