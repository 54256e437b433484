// Callbacks encode attributes and types instead of their dialects, under other names.

// RUN: terrace-test-opt %s --test-bytecode-roundtrip="test-dialect-version=1.2" | FileCheck %s --check-prefixes=CHECK,OLD
// RUN: terrace-test-opt %s --test-bytecode-roundtrip="test-dialect-version=2.0" | FileCheck %s --check-prefixes=CHECK,NEW
// RUN: terrace-test-opt %s --test-bytecode-roundtrip="test-kind=1" | FileCheck %s --check-prefix=BUILTIN
// RUN: terrace-test-opt %s --test-bytecode-roundtrip="test-kind=2" | FileCheck %s --check-prefix=OTHER
// RUN: terrace-test-opt %s --test-bytecode-roundtrip="test-kind=3" | FileCheck %s --check-prefix=DENSE
// RUN: not terrace-test-opt %s --test-bytecode-roundtrip="test-kind=5" 2>&1 | FileCheck %s --check-prefix=REFUSED

// OLD-COUNT-2: Overriding IntegerType encoding...
// OLD: Overriding parsing of IntegerType encoding...
// NEW-NOT: Overriding
// CHECK: func.func @types_with_own_encoding(%arg0: i32, %arg1: !test.i32)

// BUILTIN-COUNT-2: Overriding TestI32Type encoding...
// BUILTIN: func.func @types_with_own_encoding(%arg0: i32, %arg1: i32)

// OTHER: Overriding parsing of TestI32Type encoding...
// OTHER: func.func @types_with_own_encoding(%arg0: !test.i32, %arg1: !test.i32)

// DENSE-COUNT-2: Overriding TestAttrParamsAttr encoding...
// DENSE: "test.versionedC"() <{attribute = dense<[42, 24]> : tensor<2xi32>}>

// REFUSED: error: {{unknown attribute code: 99|invalid attribute index: }}
// REFUSED: error: failed to read bytecode
func.func @types_with_own_encoding(%x: i32, %y: !test.i32) {
  "test.versionedC"() <{attribute = #test.attr_params<42, 24>}> : () -> ()
  return
}
