// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

func.func @cstr_eq_of_integer(%0: i32) {
  // expected-error @below {{'shape.cstr_eq' op operand #0 must be variadic of shape or extent tensor, but got 'i32'}}
  "shape.cstr_eq"(%0) : (i32) -> (i32)
}

// -----

func.func @assuming_all_of_integer(%0: i32) {
  // expected-error @below {{'shape.assuming_all' op operand #0 must be variadic of , but got 'i32'}}
  "shape.assuming_all"(%0) : (i32) -> (i32)
}

// -----

func.func @value_of_integer(%0: i32) {
  // expected-error @below {{'shape.value_of' op operand #0 must be , but got 'i32'}}
  "shape.value_of"(%0) : (i32) -> (i32)
}

// -----

func.func @with_shape_of_integer(%0: i32) {
  // expected-error @below {{'shape.with_shape' op operand #0 must be shaped of any type values or , but got 'i32'}}
  "shape.with_shape"(%0, %0) : (i32, i32) -> (i32)
}

// -----

func.func @value_as_shape_of_integer(%0: i32) {
  // expected-error @below {{'shape.value_as_shape' op operand #0 must be 1D tensor of integer or index values or , but got 'i32'}}
  "shape.value_as_shape"(%0) : (i32) -> (i32)
}

// -----

func.func @debug_print_custom_form(%0: i32) {
  // expected-error @below {{custom op 'shape.debug_print' has no custom assembly form}}
  shape.debug_print %0 : i32
}

// -----

func.func @const_shape_length_mismatch(%0: i32) {
  // expected-error @+2 {{'shape.const_shape' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<3xindex>'}}
  // expected-error @below {{'shape.const_shape' op failed to infer returned types}}
  shape.const_shape [1, 2] : tensor<3xindex>
  return
}

// -----

func.func @max_result_type_mismatch(%0: !shape.size, %1: !shape.shape) {
  // expected-error @+2 {{'shape.max' op inferred type(s) '!shape.size' are incompatible with return type(s) of operation '!shape.shape'}}
  // expected-error @below {{'shape.max' op failed to infer returned types}}
  shape.max %0, %0 : !shape.size, !shape.size -> !shape.shape
  return
}

// -----

func.func @meet_of_size_and_shape(%0: !shape.size, %1: !shape.shape) {
  // expected-error @+2 {{requires all sizes or shapes}}
  // expected-error @below {{'shape.meet' op failed to infer returned types}}
  shape.meet %0, %1 : !shape.size, !shape.shape -> !shape.shape
  return
}

// -----

func.func @meet_of_different_ranks(%0: tensor<2xindex>, %1: tensor<3xindex>) {
  // expected-error @+2 {{unequal shape cardinality}}
  // expected-error @below {{'shape.meet' op failed to infer returned types}}
  shape.meet %0, %1 : tensor<2xindex>, tensor<3xindex> -> !shape.shape
  return
}

// -----

func.func @undefined_operation(%0: tensor<2xindex>, %1: tensor<3xindex>) {
  // expected-error @below {{custom op 'shape.foo' is unknown}}
  shape.foo
}

// -----

// expected-error @below {{unknown  type `foo` in dialect `shape`}}
func.func @undefined_type(%0: tensor<2xindex>, %1: !shape.foo) 

// -----

// expected-error @below {{shape function library @foo not found}}
module attributes {shape.lib = @foo} {}

// -----

// expected-error @below {{@foo does not refer to FunctionLibraryOp}}
module attributes {shape.lib = [@foo]} {}

// -----

// expected-error @below {{only SymbolRefAttr or array of SymbolRefAttrs allowed as shape.lib attribute}}
module attributes {shape.lib = 1} {}

// -----

// expected-error @below {{@not_a_library required to be shape function library}}
module attributes {shape.lib = @not_a_library} { func.func private @not_a_library() }

// -----

// expected-error @below {{shape.lib attribute may only be on op implementing SymbolTable}}
func.func @lib_on_function(%0: tensor<2xindex>) attributes {shape.lib = @foo} {return}

// -----

// expected-error @below {{'shape.to_extent_tensor' op operand #0 must be shape or extent tensor, but got 'tensor<2xi32>'}}
func.func @to_extent_tensor_of_integers(%0: tensor<2xi32>) { %1 = "shape.to_extent_tensor"(%0) : (tensor<2xi32>) -> tensor<2xindex>
  return }

// -----

// expected-error @below {{'shape.assuming_all' op no operands specified}}
func.func @assuming_all_without_operands() { %0 = shape.assuming_all
  return }

// -----

// expected-error @below {{'shape.cstr_broadcastable' op required at least 2 input shapes}}
func.func @cstr_broadcastable_one_shape(%s: !shape.shape) { %0 = shape.cstr_broadcastable %s : !shape.shape
  return }

// -----

// expected-error @below {{'shape.rank' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
func.func @rank_of_shape_as_index(%s: !shape.shape) { %0 = shape.rank %s : !shape.shape -> index
  return }

// -----

// expected-error @below {{'shape.broadcast' op if at least one of the operands can hold error values then the result must be of type `shape` to propagate them}}
func.func @broadcast_of_shapes_as_tensor(%s: !shape.shape) { %0 = shape.broadcast %s, %s : !shape.shape, !shape.shape -> tensor<?xindex>
  return }

// -----

// expected-error @below {{'shape.reduce' op ReduceOp body is expected to have 3 arguments}}
func.func @reduce_body_with_one_argument(%s: !shape.shape, %i: index) { %0 = shape.reduce(%s, %i) : !shape.shape -> index { ^bb0(%a: index): shape.yield %a : index }
  return }

// -----

// expected-error @below {{'shape.reduce' op argument 0 of ReduceOp body is expected to be of IndexType}}
func.func @reduce_index_argument_type(%s: !shape.shape, %i: index) { %0 = shape.reduce(%s, %i) : !shape.shape -> index { ^bb0(%a: f32, %b: index, %c: index): shape.yield %c : index }
  return }

// -----

// expected-error @below {{'shape.reduce' op argument 1 of ReduceOp body is expected to be of SizeType if the ReduceOp operates on a ShapeType}}
func.func @reduce_shape_extent_argument_type(%s: !shape.shape, %i: index) { %0 = shape.reduce(%s, %i) : !shape.shape -> index { ^bb0(%a: index, %b: index, %c: index): shape.yield %c : index }
  return }

// -----

// expected-error @below {{'shape.reduce' op argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp operates on an extent tensor}}
func.func @reduce_tensor_extent_argument_type(%s: tensor<?xindex>, %i: index) { %0 = shape.reduce(%s, %i) : tensor<?xindex> -> index { ^bb0(%a: index, %b: !shape.size, %c: index): shape.yield %c : index }
  return }

// -----

// expected-error @below {{'shape.reduce' op type mismatch between argument 2 of ReduceOp body and initial value 0}}
func.func @reduce_initial_value_type_mismatch(%s: tensor<?xindex>, %i: index) { %0 = shape.reduce(%s, %i) : tensor<?xindex> -> index { ^bb0(%a: index, %b: index, %c: f32): shape.yield %a : index }
  return }

// -----

// expected-error @below {{'shape.yield' op number of operands does not match number of results of its parent}}
func.func @reduce_yields_nothing(%s: tensor<?xindex>, %i: index) { %0 = shape.reduce(%s, %i) : tensor<?xindex> -> index { ^bb0(%a: index, %b: index, %c: index): shape.yield }
  return }
