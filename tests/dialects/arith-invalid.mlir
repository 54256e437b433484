// RUN: terrace-opt %s --split-input-file --verify-diagnostics

func.func @extui_to_narrower_type(%a: i32) {
  // expected-error @below {{'arith.extui' op operand type 'i32' and result type 'i16' are cast incompatible}}
  %0 = arith.extui %a : i32 to i16
  return
}

// -----

func.func @scaling_extf_to_narrower_type(%a: f32, %s: f8E8M0FNU) {
  // expected-error @below {{'arith.scaling_extf' op operand types 'f32', 'f8E8M0FNU' and result type 'f16' are cast incompatible}}
  %0 = arith.scaling_extf %a, %s : f32, f8E8M0FNU to f16
  return
}

// -----

func.func @extsi_to_dynamic_shape(%a: tensor<2xi32>) {
  // expected-error @below {{'arith.extsi' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.extsi %a : tensor<2xi32> to tensor<?xi64>
  return
}

// -----

func.func @extui_vector_to_scalar(%a: vector<4xi32>) {
  // expected-error @below {{'arith.extui' op requires the same shape for all operands and results}}
  %0 = "arith.extui"(%a) : (vector<4xi32>) -> i64
  return
}

// -----

// expected-error @below {{'arith.constant' op integer return type must be signless}}
%0 = arith.constant 5 : ui8

// -----

// expected-error @below {{'arith.constant' op value must be an integer, float, or elements attribute}}
%0 = arith.constant "text"

// -----

// expected-error @below {{'arith.constant' op intializing scalable vectors with elements attribute is not supported unless it's a vector splat}}
%0 = arith.constant dense<[1, 2]> : vector<[2]xi32>

// -----

func.func @select_two_operands(%a: i32) {
  // expected-error @below {{custom op 'arith.select' expected 3 operands}}
  %0 = arith.select %a, %a : i32
  return
}

// -----

func.func @select_condition_shape_mismatch(%c: vector<2xi1>, %a: vector<3xi32>) {
  // expected-error @below {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
  %0 = arith.select %c, %a, %a : vector<2xi1>, vector<3xi32>
  return
}

// -----

func.func @cmpi_unknown_predicate(%a: i32) {
  // expected-error @below {{expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]}}
  %0 = arith.cmpi less, %a, %a : i32
  return
}

// -----

func.func @addi_integer_overflow_flags(%a: i32) {
  // expected-error @below {{'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags}}
  %0 = arith.addi %a, %a {overflowFlags = 5} : i32
  return
}

// -----

func.func @cmpi_of_floats(%a: f32) {
  // expected-error @below {{'lhs' must be signless-integer-like, but got 'f32'}}
  %0 = arith.cmpi eq, %a, %a : f32
  return
}
