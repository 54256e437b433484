// RUN: terrace-opt --allow-unregistered-dialect --split-input-file %s --verify-diagnostics | FileCheck %s

// The names of operators are names like any other where an operand stands.
// CHECK: affine_map<(d0)[s0, s1] -> (-d0 + s0 floordiv 2, s1 mod 3)>
"t.op"() {map = affine_map<(ceildiv)[mod, floordiv] -> (mod floordiv 2 - ceildiv, floordiv mod 3)>} : () -> ()

// -----

// expected-error @below {{use of undeclared identifier}}
"t.op"() {map = affine_map<(d0) -> (mod 3)>} : () -> ()

// -----

// expected-error @below {{use of undeclared identifier}}
// expected-error @below {{missing operand of negation}}
"t.op"() {map = affine_map<(d0) -> (-floordiv)>} : () -> ()

// -----

// expected-error @below {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"t.op"() {type = vector<1 x vector<1xi32>>} : () -> ()

// -----

{-#
  dialect_resources: {
    builtin: {
      // expected-error @below {{expected hex string blob for key 'empty' to encode alignment in first 4 bytes}}
      empty: "0x"
    }
  }
#-}
