// Properties: values that upstream keeps as such, their syntax, and their attributes in the generic form.
// RUN: terrace-test-opt %s | terrace-test-opt | FileCheck %s
// RUN: terrace-test-opt %s --emit-bytecode | terrace-test-opt | FileCheck %s
// RUN: terrace-test-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: module {
// CHECK: test.with_default_valued_properties na{{$}}
// GENERIC: "test.with_default_valued_properties"() <{a = 0 : i32, b = "", c = -1 : i32, unit = false}>
test.with_default_valued_properties 0 "" -1 unit_absent
// CHECK: test.with_default_valued_properties 7 "x" unit{{$}}
test.with_default_valued_properties 7 "x" unit
// What has a default of its own, or is optional, is wrapped; a value that may be told from others is not.
// CHECK: test.with_optional_properties nested = some<none>{{$}}
// GENERIC: nested = {{\[\[\]\]}}
test.with_optional_properties nested = some<none>
// CHECK: test.with_optional_properties{{$}}
test.with_optional_properties simple = none nested = none
// CHECK: test.with_optional_properties maybeUnit = some<unit_absent>{{$}}
// GENERIC: maybeUnit = [false]
test.with_optional_properties maybeUnit = some<unit_absent>
// An unsigned integer is printed as such, and its attribute is signless.
// CHECK: test.with_optional_properties simpleui8 = 255{{$}}
// GENERIC: simpleui8 = [-1 : i8]
test.with_optional_properties simpleui8 = 255
// CHECK: test.with_optional_properties simplei8 = -56 simpleui8 = 200{{$}}
"test.with_optional_properties"() <{simplei8 = [200 : i8], simpleui8 = [200 : i64]}> : () -> ()
// CHECK: opt = none explicitOptions = [] explicitUnits = []{{$}}
test.with_array_properties ints = [] strings = [] nested = [] opt = none explicitOptions = [] explicitUnits = []
// CHECK: opt = [] explicitOptions = [] explicitUnits = [] [1] thats_has_default{{$}}
// GENERIC: hasDefault = [1], ints = [], nested = {{\[\[\], \[3 : i32\]\]}}, opt = {{\[\[\]\]}}
test.with_array_properties ints = [] strings = [] nested = [[], [3]] opt = [] explicitOptions = []
  explicitUnits = [] [1] thats_has_default
// CHECK: test.using_property_in_custom_and_other [1, 4] <{other = 4 : i64}>
test.using_property_in_custom_and_other [1, 4] <{other = 4 : i64}>
// CHECK: test.with_properties_and_inferred_type -9 <{packed, rhs = 40 : i64}>
// GENERIC: "test.with_properties_and_inferred_type"() <{lhs = -9 : i32, packed, rhs = 40 : i64}> : () -> i31
%0 = test.with_properties_and_inferred_type -9 <{packed, rhs = 40 : i64}>
// CHECK: test.prop_pattern_op_1 "a" 3 true
%1 = test.prop_pattern_op_1 "a" 3 true
// CHECK: test.prop_pattern_op_2 %{{.*}} "foo"
test.prop_pattern_op_2 %1 "foo"
// CHECK: test.with_nice_properties "foo bar" is -3
// GENERIC: <{prop = {label = "foo bar", value = -3 : i32}}>
test.with_nice_properties "foo bar" is -3
