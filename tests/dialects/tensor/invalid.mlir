// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

// expected-error @below {{'tensor.empty' op incorrect number of dynamic sizes, has 1, expected 0}}
func.func @empty_static_with_dynamic_size(%n: index) { %0 = tensor.empty(%n) : tensor<4xf32>
  return }

// -----

// expected-error @below {{custom op 'tensor.from_elements' number of operands and types do not match: got 1 operands and 2 types}}
func.func @from_elements_too_few_operands(%f: f32) { %0 = tensor.from_elements %f : tensor<2xf32>
  return }

// -----

// expected-error @below {{'tensor.from_elements' op failed to verify that operand types match result element type}}
func.func @generic_from_elements_too_few_operands(%f: f32) { %0 = "tensor.from_elements"(%f) : (f32) -> tensor<2xf32>
  return }

// -----

// expected-error @below {{'tensor.generate' op incorrect number of dynamic sizes, has 0, expected 1}}
func.func @generate_without_dynamic_size(%f: f32, %n: index) { %0 = tensor.generate { ^bb0(%i: index): tensor.yield %f : f32 } : tensor<?xf32>
  return }

// -----

// expected-error @below {{all body arguments must be index}}
func.func @generate_argument_not_index(%f: f32, %n: index) { %0 = tensor.generate %n { ^bb0(%i: i32): tensor.yield %f : f32 } : tensor<?xf32>
  return }

// -----

// expected-error @below {{must have one body argument per input dimension}}
func.func @generate_without_argument(%f: f32, %n: index) { %0 = tensor.generate %n { tensor.yield %f : f32 } : tensor<?xf32>
  return }

// -----

// expected-error @below {{'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type}}
func.func @generate_yields_other_type(%f: f32, %n: index) { %0 = tensor.generate %n { ^bb0(%i: index): tensor.yield %i : index } : tensor<?xf32>
  return }

// -----

// expected-error @below {{'tensor.splat' op incorrect number of dynamic sizes, has 1, expected 0}}
func.func @splat_static_with_dynamic_size(%f: f32, %n: index) { %0 = tensor.splat %f[%n] : tensor<4xf32>
  return }

// -----

// expected-error @below {{'tensor.concat' op requires at least one input}}
func.func @concat_without_inputs() { %0 = tensor.concat dim(0) : () -> tensor<4xf32>
  return }

// -----

// expected-error @below {{'tensor.concat' op rank of concatenated inputs must match result rank}}
func.func @concat_result_rank_mismatch(%t: tensor<4xf32>) { %0 = tensor.concat dim(0) %t, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<8x1xf32>
  return }

// -----

// expected-error @below {{'tensor.concat' op inputs and result element type must match}}
func.func @concat_element_type_mismatch(%t: tensor<4xf32>) { %0 = tensor.concat dim(0) %t, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xi32>
  return }

// -----

// expected-error @below {{'tensor.concat' op concatenation dim must be less than the tensor rank}}
func.func @concat_negative_dim(%t: tensor<4xf32>) { %0 = tensor.concat dim(-1) %t, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return }

// -----

// expected-error @below {{'tensor.concat' op concatenation dim must be less than the tensor rank}}
func.func @concat_dim_out_of_range(%t: tensor<4xf32>) { %0 = tensor.concat dim(1) %t, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return }

// -----

// expected-error @below {{'tensor.concat' op static concatenation size mismatch along non-concatenated dimension 1}}
func.func @concat_other_dim_mismatch(%t: tensor<4x1xf32>, %u: tensor<4x2xf32>) { %0 = tensor.concat dim(0) %t, %u : (tensor<4x1xf32>, tensor<4x2xf32>) -> tensor<8x1xf32>
  return }

// -----

// expected-error @below {{'tensor.concat' op result type 'tensor<7xf32>'does not match inferred shape 'tensor<8xf32>' static sizes}}
func.func @concat_result_size_mismatch(%t: tensor<4xf32>) { %0 = tensor.concat dim(0) %t, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<7xf32>
  return }

// -----

// expected-error @below {{'tensor.extract' op incorrect number of indices for extract_element}}
func.func @extract_without_indices(%t: tensor<4xf32>) { %0 = tensor.extract %t[] : tensor<4xf32>
  return }

// -----

// expected-error @below {{'tensor.insert' op incorrect number of indices}}
func.func @insert_without_indices(%t: tensor<4xf32>, %f: f32) { %0 = tensor.insert %f into %t[] : tensor<4xf32>
  return }

// -----

// expected-error @below {{'tensor.dim' op operand #0 must be non-0-ranked or unranked tensor, but got 'tensor<f32>'}}
func.func @dim_of_rank_zero(%t: tensor<f32>, %n: index) { %0 = tensor.dim %t, %n : tensor<f32>
  return }

// -----

// expected-error @below {{'tensor.bitcast' op operand type 'tensor<4xf32>' and result type 'tensor<4xi64>' are cast incompatible}}
func.func @bitcast_bitwidth_mismatch(%t: tensor<4xf32>) { %0 = tensor.bitcast %t : tensor<4xf32> to tensor<4xi64>
  return }

// -----

// expected-error @below {{'tensor.cast' op operand type 'tensor<4xf32>' and result type 'tensor<5xf32>' are cast incompatible}}
func.func @cast_static_size_mismatch(%t: tensor<4xf32>) { %0 = tensor.cast %t : tensor<4xf32> to tensor<5xf32>
  return }

// -----

// expected-error @below {{'tensor.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked tensor type}}
func.func @reshape_dynamic_shape_to_static_rank(%t: tensor<4xf32>, %s: tensor<?xindex>) { %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<?xindex>) -> tensor<2x2xf32>
  return }

// -----

// expected-error @below {{'tensor.reshape' op length of shape operand differs from the result's tensor rank}}
func.func @reshape_shape_length_mismatch(%t: tensor<4xf32>, %s: tensor<1xindex>) { %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<1xindex>) -> tensor<2x2xf32>
  return }

// -----

// expected-error @below {{'tensor.reshape' op source and destination tensor should have the same number of elements}}
func.func @reshape_element_count_mismatch(%t: tensor<4xf32>, %s: tensor<1xindex>) { %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<1xindex>) -> tensor<3xf32>
  return }

// -----

// expected-error @below {{'tensor.reshape' op element types of source and destination tensor types should be the same}}
func.func @reshape_element_type_mismatch(%t: tensor<4xf32>, %s: tensor<1xindex>) { %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<1xindex>) -> tensor<4xi32>
  return }

// -----

// expected-error @below {{'tensor.expand_shape' op expected number of static shape dims to be equal to the output rank (2) but found 1 inputs instead}}
func.func @expand_shape_output_shape_too_short(%t: tensor<4xf32>) { %0 = tensor.expand_shape %t [[0, 1]] output_shape [2] : tensor<4xf32> into tensor<2x2xf32>
  return }

// -----

// expected-error @below {{'tensor.expand_shape' op mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has 1 dynamic dims while output_shape has 0 values}}
func.func @expand_shape_missing_dynamic_size(%t: tensor<4xf32>) { %0 = "tensor.expand_shape"(%t) <{reassociation = [[0, 1]], static_output_shape = array<i64: -9223372036854775808, 2>}> : (tensor<4xf32>) -> tensor<?x2xf32>
  return }

// -----

// expected-error @below {{'tensor.expand_shape' op expected the expanded type, 'tensor<16xf32>' to have a higher (or same) rank than the collapsed type, 'tensor<4x4xf32>'.}}
func.func @expand_shape_to_lower_rank(%t: tensor<4x4xf32>) { %0 = tensor.expand_shape %t [[0]] output_shape [16] : tensor<4x4xf32> into tensor<16xf32>
  return }

// -----

// expected-error @below {{'tensor.expand_shape' op expected collapsed rank (1) to equal the number of reassociation maps (2).}}
func.func @expand_shape_too_many_groups(%t: tensor<4xf32>) { %0 = tensor.expand_shape %t [[0], [1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return }

// -----

// expected-error @below {{'tensor.expand_shape' op expected reassociation map #0 to have size equal to the expanded rank (2), but it is  1.}}
func.func @expand_shape_group_lacks_index(%t: tensor<4xf32>) { %0 = tensor.expand_shape %t [[0]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return }

// -----

// expected-error @below {{'tensor.expand_shape' op expected reassociation map #0 to be valid and contiguous.}}
func.func @expand_shape_group_not_contiguous(%t: tensor<4xf32>) { %0 = tensor.expand_shape %t [[1, 0]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return }

// -----

// expected-error @below {{'tensor.expand_shape' op expected dimension 0 of collapsed type to be static value of 6}}
func.func @expand_shape_group_size_mismatch(%t: tensor<4xf32>) { %0 = tensor.expand_shape %t [[0, 1]] output_shape [2, 3] : tensor<4xf32> into tensor<2x3xf32>
  return }

// -----

// expected-error @below {{'tensor.expand_shape' op expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic}}
func.func @expand_shape_static_to_dynamic(%t: tensor<4xf32>, %n: index) { %0 = tensor.expand_shape %t [[0, 1]] output_shape [2, %n] : tensor<4xf32> into tensor<2x?xf32>
  return }

// -----

// expected-error @below {{'tensor.collapse_shape' op reassociation indices must not be empty}}
func.func @collapse_shape_empty_group(%t: tensor<4xf32>) { %0 = tensor.collapse_shape %t [[0], []] : tensor<4xf32> into tensor<4x1xf32>
  return }

// -----

// expected-error @below {{'tensor.collapse_shape' op expected collapsed type to be 'tensor<4xf32>', but got 'tensor<4xi32>'}}
func.func @collapse_shape_element_type_mismatch(%t: tensor<2x2xf32>) { %0 = tensor.collapse_shape %t [[0, 1]] : tensor<2x2xf32> into tensor<4xi32>
  return }

// -----

// expected-error @below {{expected type to be 'tensor<2xf32>' or a rank-reduced version. (size mismatch) }}
func.func @extract_slice_size_mismatch(%t: tensor<4xf32>) { %0 = tensor.extract_slice %t[0][2][1] : tensor<4xf32> to tensor<3xf32>
  return }

// -----

// expected-error @below {{expected element type to be 'f32'}}
func.func @extract_slice_element_type_mismatch(%t: tensor<4xf32>) { %0 = tensor.extract_slice %t[0][2][1] : tensor<4xf32> to tensor<2xi32>
  return }

// -----

// expected-error @below {{expected rank to be smaller or equal to the other rank. }}
func.func @extract_slice_rank_too_high(%t: tensor<4xf32>) { %0 = tensor.extract_slice %t[0][2][1] : tensor<4xf32> to tensor<2x1xf32>
  return }

// -----

// expected-error @below {{slice along dimension 0 runs out-of-bounds: 4 >= 4}}
func.func @extract_slice_out_of_bounds(%t: tensor<4xf32>) { %0 = tensor.extract_slice %t[3][2][1] : tensor<4xf32> to tensor<2xf32>
  return }

// -----

// expected-error @below {{offset 0 is out-of-bounds: 4 >= 4}}
func.func @insert_slice_offset_out_of_bounds(%t: tensor<4xf32>, %s: tensor<2xf32>) { %0 = tensor.insert_slice %s into %t[4][2][1] : tensor<2xf32> into tensor<4xf32>
  return }

// -----

// expected-error @below {{expected type to be 'tensor<3xf32>' or a rank-reduced version. (size mismatch) }}
func.func @insert_slice_size_mismatch(%t: tensor<4xf32>, %s: tensor<2xf32>) { %0 = tensor.insert_slice %s into %t[0][3][1] : tensor<2xf32> into tensor<4xf32>
  return }

// -----

func.func @parallel_insert_slice_size_mismatch(%t: tensor<4xf32>, %s: tensor<2xf32>) {
  %0 = scf.forall (%i) in (2) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      // expected-error @below {{expected type to be 'tensor<3xf32>' or a rank-reduced version. (size mismatch) }}
      tensor.parallel_insert_slice %s into %o[%i][3][1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return }

// -----

// expected-error @below {{'tensor.gather' op gather_dims must be non-empty}}
func.func @gather_without_dims(%t: tensor<4xf32>, %i: tensor<3x1xindex>) { %0 = tensor.gather %t[%i] gather_dims([]) : (tensor<4xf32>, tensor<3x1xindex>) -> tensor<3xf32>
  return }

// -----

// expected-error @below {{'tensor.gather' op gather_dims overflow source rank}}
func.func @gather_more_dims_than_rank(%t: tensor<4xf32>, %i: tensor<3x1xindex>) { %0 = tensor.gather %t[%i] gather_dims([0, 1]) : (tensor<4xf32>, tensor<3x1xindex>) -> tensor<3xf32>
  return }

// -----

// expected-error @below {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
func.func @gather_fewer_dims_than_indices(%t: tensor<4xf32>, %i: tensor<3x2xindex>) { %0 = tensor.gather %t[%i] gather_dims([0]) : (tensor<4xf32>, tensor<3x2xindex>) -> tensor<3xf32>
  return }

// -----

// expected-error @below {{'tensor.gather' op gather_dims value must be non-negative}}
func.func @gather_negative_dim(%t: tensor<4xf32>, %i: tensor<3x1xindex>) { %0 = tensor.gather %t[%i] gather_dims([-1]) : (tensor<4xf32>, tensor<3x1xindex>) -> tensor<3xf32>
  return }

// -----

// expected-error @below {{'tensor.gather' op gather_dims value must be smaller than source rank}}
func.func @gather_dim_out_of_range(%t: tensor<4xf32>, %i: tensor<3x1xindex>) { %0 = tensor.gather %t[%i] gather_dims([1]) : (tensor<4xf32>, tensor<3x1xindex>) -> tensor<3xf32>
  return }

// -----

// expected-error @below {{'tensor.gather' op gather_dims values must be strictly increasing}}
func.func @gather_dims_not_increasing(%t: tensor<4x4xf32>, %i: tensor<3x2xindex>) { %0 = tensor.gather %t[%i] gather_dims([1, 0]) : (tensor<4x4xf32>, tensor<3x2xindex>) -> tensor<3xf32>
  return }

// -----

// expected-error @below {{'tensor.gather' op result type mismatch: expected 'tensor<3x1xf32>' or its rank-reduced variant 'tensor<3xf32>' (got: 'tensor<4xf32>')}}
func.func @gather_result_type_mismatch(%t: tensor<4xf32>, %i: tensor<3x1xindex>) { %0 = tensor.gather %t[%i] gather_dims([0]) : (tensor<4xf32>, tensor<3x1xindex>) -> tensor<4xf32>
  return }

// -----

// expected-error @below {{'tensor.scatter' op requires 'unique' attribute to be set}}
func.func @scatter_without_unique(%t: tensor<4xf32>, %i: tensor<3x1xindex>, %s: tensor<3x1xf32>) { %0 = tensor.scatter %s into %t[%i] scatter_dims([0]) : (tensor<3x1xf32>, tensor<4xf32>, tensor<3x1xindex>) -> tensor<4xf32>
  return }

// -----

// expected-error @below {{'tensor.scatter' op source type mismatch: expected 'tensor<3x1xf32>' or its rank-reduced variant 'tensor<3xf32>' (got: 'tensor<4xf32>')}}
func.func @scatter_source_type_mismatch(%t: tensor<4xf32>, %i: tensor<3x1xindex>, %s: tensor<4xf32>) { %0 = tensor.scatter %s into %t[%i] scatter_dims([0]) unique : (tensor<4xf32>, tensor<4xf32>, tensor<3x1xindex>) -> tensor<4xf32>
  return }

// -----

// expected-error @below {{failed to infer expectedType from sourceType 'tensor<4xf32>', specified resultType is 'tensor<6xf32>'}}
func.func @pad_more_amounts_than_rank(%t: tensor<4xf32>, %f: f32) { %0 = tensor.pad %t low[1, 1] high[1, 1] { ^bb0(%i: index): tensor.yield %f : f32 } : tensor<4xf32> to tensor<6xf32>
  return }

// -----

// expected-error @below {{specified type 'tensor<7xf32>' does not match the inferred type 'tensor<6xf32>'}}
func.func @pad_result_type_mismatch(%t: tensor<4xf32>, %f: f32) { %0 = tensor.pad %t low[1] high[1] { ^bb0(%i: index): tensor.yield %f : f32 } : tensor<4xf32> to tensor<7xf32>
  return }

// -----

// expected-error @below {{expected the block to have 1 arguments}}
func.func @pad_block_without_argument(%t: tensor<4xf32>, %f: f32) { %0 = tensor.pad %t low[1] high[1] { tensor.yield %f : f32 } : tensor<4xf32> to tensor<6xf32>
  return }

// -----

// expected-error @below {{'tensor.pad' op expected block argument 1 to be an index}}
func.func @pad_block_argument_not_index(%t: tensor<4xf32>, %f: f32) { %0 = tensor.pad %t low[1] high[1] { ^bb0(%i: i32): tensor.yield %f : f32 } : tensor<4xf32> to tensor<6xf32>
  return }

// -----

// expected-error @below {{'tensor.pad' op expected yield type to match shape element type}}
func.func @pad_yields_other_type(%t: tensor<4xf32>, %f: f32) { %0 = tensor.pad %t low[1] high[1] { ^bb0(%i: index): tensor.yield %i : index } : tensor<4xf32> to tensor<6xf32>
  return }
