// RUN: terrace-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'plain'}}
module attributes {plain} {}

// -----

// expected-error @below {{'builtin.module' op visibility expected to be one of ["public", "private", "nested"], but got "secret"}}
module @m attributes {sym_visibility = "secret"} {}

// -----

// expected-error @below {{'builtin.module' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
"builtin.module"() ({}) : () -> ()

// -----

// expected-error @below {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation}}
"builtin.unrealized_conversion_cast"() : () -> ()
