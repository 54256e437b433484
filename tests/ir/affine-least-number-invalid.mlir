// Only with its sign is it a number.
// RUN: terrace-opt %s --verify-diagnostics

// expected-error@below {{constant too large for index}}
#map = affine_map<() -> (9223372036854775808)>
