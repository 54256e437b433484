// RUN: terrace-opt %s --split-input-file --verify-diagnostics

func.func @return_type_mismatch(%a: i32) -> f32 {
  // expected-error @below {{type of return operand 0 ('i32') doesn't match function result type ('f32') in function @return_type_mismatch}}
  return %a : i32
}

// -----

func.func @addi_of_floats(%a: f32) {
  // expected-error @below {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = "arith.addi"(%a, %a) : (f32, f32) -> f32
  return
}

// -----

func.func @operand_does_not_dominate_use(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  // expected-note @below {{operand defined here}}
  %0 = arith.constant 1 : i32
  cf.br ^b
^b:
  // expected-error @below {{operand #0 does not dominate this use}}
  %1 = arith.addi %0, %0 : i32
  return
}

// -----

func.func @call_of_undefined_function() {
  // expected-error @below {{'func.call' op 'missing' does not reference a valid function}}
  call @missing() : () -> ()
  return
}

// -----

// What is defined in an op is not there for it, reached or not.
func.func @unlinked(%c: i1) {
  return
^bb1:
  // expected-error @below {{operation's operand is unlinked}}
  scf.if %x {
    %x = arith.constant true
  }
  cf.br ^bb1
}
