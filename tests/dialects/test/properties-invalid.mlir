// RUN: terrace-test-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{for op test.with_properties: expected IntegerAttr for key `value`}}
"test.with_properties"() <{a = "f", array = array<i64>, array32 = array<i32>, b = "", c = "", flag = true}> : () -> ()

// -----

// expected-error@+1 {{for op test.with_properties: expected DenseI64ArrayAttr for key `value`}}
"test.with_properties"() <{a = 3, array = [], array32 = array<i32>, b = "", c = "", flag = true}> : () -> ()

// -----

// expected-error@+1 {{for op test.with_properties: expected string property to come from string attribute}}
"test.with_properties"() <{a = 3, array = array<i64>, array32 = array<i32>, b = "", c = 3, flag = true}> : () -> ()

// -----

// expected-error@+1 {{expected optional properties to materialize as arrays}}
"test.with_optional_properties"() <{simple = 3 : i64}> : () -> ()

// -----

// expected-error@+1 {{expected optional properties to become 0- or 1-element arrays}}
"test.with_optional_properties"() <{simple = [3, 4]}> : () -> ()

// -----

// mlir-opt takes the lowest bits.
// expected-error@+1 {{integer value too large for a property of 8 bits}}
"test.with_optional_properties"() <{simplei8 = [300]}> : () -> ()

// -----

// expected-error@+2 {{integer value too large}}
// expected-error@+1 {{invalid value for property simpleui8, expected optional uint8_t}}
test.with_optional_properties simpleui8 = 256

// -----

// expected-error@+1 {{invalid value for property simple, expected optional int64_t}}
test.with_optional_properties simple = foo

// -----

// expected-error@+2 {{expected 'none' or 'some<prop>'}}
// expected-error@+1 {{invalid value for property longSyntax, expected optional string}}
test.with_optional_properties longSyntax = "foo"

// -----

// expected-error@+2 {{expected 'unit' or 'unit_absent'}}
// expected-error@+1 {{invalid value for property explicitUnits, expected array of unit property}}
test.with_array_properties ints = [] strings = [] nested = [] opt = none explicitOptions = [] explicitUnits = [3]

// -----

// expected-error@+1 {{for op test.with_wrapped_properties: expected key entry for prop in DictionaryAttr to set Properties.}}
test.with_wrapped_properties

// -----

// expected-error@+1 {{Expected sum to equal first + second}}
test.using_property_ref_in_custom 1 + 4 = 6

// -----

// expected-error@+1 {{op property 'scalar' failed to satisfy constraint: non-negative int64_t}}
test.op_with_property_predicates <{array = [], defaulted = 0 : i64, more_constrained = 0 : i64,
  non_empty_constrained = [1], non_empty_unconstrained = [1], scalar = -1 : i64, unconstrained = 0 : i64}>
