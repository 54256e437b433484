// RUN: terrace-opt %s --split-input-file --verify-diagnostics

func.func @misspelled_return(%a: i32) -> i32 {
  // expected-error @below {{custom op 'retrun' is unknown (tried 'func.retrun' as well)}}
  retrun %a : i32
}

// -----

func.func @undeclared_value() {
  // expected-error @below {{use of undeclared SSA value name}}
  %0 = arith.addi %missing, %missing : i32
  return
}

// -----

// expected-note @below {{prior use here}}
func.func @value_used_with_other_type(%a: i32) {
  // expected-error @below {{use of value '%a' expects different type than prior uses: 'f32' vs 'i32'}}
  return %a : f32
}

// -----

// expected-error @below {{expected attribute value}}
#a =

// -----

func.func @undefined_block() {
  // expected-error @below {{reference to an undefined block}}
  cf.br ^nowhere
}

// -----

// expected-note @below {{see existing symbol definition here}}
func.func private @twice()
// expected-error @below {{redefinition of symbol named 'twice'}}
func.func private @twice()

// -----

// expected-error @below {{invalid dialect namespace '"99"'}}
func.func private @attribute_of_invalid_namespace() attributes {test.a = #99<x>}

// -----

// expected-error @below {{invalid dialect namespace '"99"'}}
func.func private @type_of_invalid_namespace() attributes {test.a = !99<x>}
