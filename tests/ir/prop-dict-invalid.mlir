// Properties in a dictionary are checked.
// RUN: terrace-test-opt %s --verify-diagnostics

// expected-error @below {{unknown key '"foo"' when parsing properties dictionary}}
test.op_with_enum_prop_attr_form <{value = 0 : i32, foo}>
