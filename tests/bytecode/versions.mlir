// A dialect reads what its earlier versions wrote.

// RUN: terrace-test-opt %s --emit-bytecode | terrace-test-opt | FileCheck %s
// CHECK: "test.versionedA"() <{dims = 123 : i64, modifier = true}> : () -> ()
"test.versionedA"() <{dims = 123 : i64, modifier = true}> : () -> ()
// CHECK: "test.versionedB"() <{attribute = #test.attr_params<42, -24>}> : () -> ()
"test.versionedB"() <{attribute = #test.attr_params<42, -24>}> : () -> ()
// CHECK: func.func private @type(!test.i32)
func.func private @type(!test.i32)
// CHECK: test.with_versioned_properties 1 | 2
test.with_versioned_properties 1 | 2
