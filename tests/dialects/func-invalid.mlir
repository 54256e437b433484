// RUN: terrace-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{symbol declaration cannot have public visibility}}
func.func @f(i32)

// -----

// expected-error @below {{'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func private @f(i32) attributes {sym_name = "g"}

// -----

// expected-error @below {{expected SSA identifier}}
func.func @f(%a: i32, i32) {
  return
}

// -----

// expected-error @below {{expected non-empty function body}}
func.func @f() {}

// -----

// expected-error @below {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
func.func private @f(i32) attributes {arg_attrs = [{test.a}, {}]}

// -----

// expected-error @below {{results may only have dialect attributes}}
func.func private @f() -> (i32 {plain})

// -----

// expected-error @below {{'func.func' op type of entry block argument #0('i32') must match the type of the corresponding argument in function signature('f32')}}
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
  func.return
}) : () -> ()

// -----

func.func @f() -> i32 {
  // expected-error @below {{'func.return' op has 0 operands, but enclosing function (@f) returns 1}}
  return
}

// -----

func.func @f(%a: i64) {
  // expected-error @below {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'i64' for operand number 0}}
  call @g(%a) : (i64) -> ()
  return
}
func.func private @g(i32)

// -----

func.func @f() {
  // expected-error @below {{'func.call' op result type mismatch at index 1}}
  // expected-note @below {{      op result types: 'i32', 'i32'}}
  // expected-note @below {{function result types: 'i32', 'f32'}}
  %0:2 = call @g() : () -> (i32, i32)
  return
}
func.func private @g() -> (i32, f32)

// -----

func.func @f() {
  // expected-error @below {{'func.constant' op reference to undefined function 'g'}}
  %0 = constant @g : () -> ()
  return
}

// -----

func.func @f(%callee: (i32) -> i32, %a: i32) {
  // expected-error @below {{number of operands and types do not match: got 2 operands and 1 types}}
  %0 = call_indirect %callee(%a, %a) : (i32) -> i32
  return
}

// -----

func.func @f(%callee: (i32) -> i32, %a: i32) {
  // expected-error @below {{'func.call_indirect' op failed to verify that callee input types match argument types}}
  %0 = "func.call_indirect"(%callee, %a, %a) : ((i32) -> i32, i32, i32) -> i32
  return
}
