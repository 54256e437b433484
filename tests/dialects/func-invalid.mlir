// RUN: terrace-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{symbol declaration cannot have public visibility}}
func.func @public_declaration(i32)

// -----

// expected-error @below {{'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func private @sym_name_in_attributes(i32) attributes {sym_name = "g"}

// -----

// expected-error @below {{expected SSA identifier}}
func.func @argument_without_name(%a: i32, i32) {
  return
}

// -----

// expected-error @below {{expected non-empty function body}}
func.func @empty_body() {}

// -----

// expected-error @below {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
func.func private @too_many_argument_attributes(i32) attributes {arg_attrs = [{test.a}, {}]}

// -----

// expected-error @below {{results may only have dialect attributes}}
func.func private @result_attribute_without_dialect() -> (i32 {plain})

// -----

// expected-error @below {{'func.func' op type of entry block argument #0('i32') must match the type of the corresponding argument in function signature('f32')}}
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
  func.return
}) : () -> ()

// -----

func.func @return_without_operand() -> i32 {
  // expected-error @below {{'func.return' op has 0 operands, but enclosing function (@return_without_operand) returns 1}}
  return
}

// -----

func.func @call_operand_type_mismatch(%a: i64) {
  // expected-error @below {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'i64' for operand number 0}}
  call @callee(%a) : (i64) -> ()
  return
}
func.func private @callee(i32)

// -----

func.func @call_result_type_mismatch() {
  // expected-error @below {{'func.call' op result type mismatch at index 1}}
  // expected-note @below {{      op result types: 'i32', 'i32'}}
  // expected-note @below {{function result types: 'i32', 'f32'}}
  %0:2 = call @callee() : () -> (i32, i32)
  return
}
func.func private @callee() -> (i32, f32)

// -----

func.func @constant_of_undefined_function() {
  // expected-error @below {{'func.constant' op reference to undefined function 'undefined'}}
  %0 = constant @undefined : () -> ()
  return
}

// -----

func.func @call_indirect_too_many_operands(%callee: (i32) -> i32, %a: i32) {
  // expected-error @below {{number of operands and types do not match: got 2 operands and 1 types}}
  %0 = call_indirect %callee(%a, %a) : (i32) -> i32
  return
}

// -----

func.func @generic_call_indirect_too_many_operands(%callee: (i32) -> i32, %a: i32) {
  // expected-error @below {{'func.call_indirect' op failed to verify that callee input types match argument types}}
  %0 = "func.call_indirect"(%callee, %a, %a) : ((i32) -> i32, i32, i32) -> i32
  return
}
