// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

// expected-error @below {{'bufferization.alloc_tensor' op incorrect number of dynamic sizes, has 1, expected 0}}
func.func @alloc_tensor_static_with_dynamic_size(%n: index) { %0 = bufferization.alloc_tensor(%n) : tensor<4xf32>
  return }

// -----

// expected-error @below {{dynamic sizes not needed when copying a tensor}}
func.func @alloc_tensor_copy_with_size(%n: index, %t: tensor<?xf32>) { %0 = bufferization.alloc_tensor(%n) copy(%t) : tensor<?xf32>
  return }

// -----

// expected-error @below {{expected that `copy` and return type match}}
func.func @alloc_tensor_copy_type_mismatch(%t: tensor<4xf32>) { %0 = "bufferization.alloc_tensor"(%t) <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (tensor<4xf32>) -> tensor<5xf32>
  return }

// -----

// expected-error @below {{custom op 'bufferization.alloc_tensor' invalid kind of type specified}}
func.func @alloc_tensor_type_is_memref(%t: tensor<4xf32>) { %0 = bufferization.alloc_tensor() : memref<4xf32>
  return }

// -----

// expected-error @below {{'bufferization.dealloc' op must have the same number of conditions as memrefs to deallocate}}
func.func @dealloc_memref_without_condition(%m: memref<4xf32>, %c: i1) { "bufferization.dealloc"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<4xf32>) -> ()
  return }

// -----

// expected-error @below {{'bufferization.dealloc' op must have the same number of updated conditions (results) as retained operands}}
func.func @dealloc_retained_without_result(%m: memref<4xf32>, %c: i1) { "bufferization.dealloc"(%m) <{operandSegmentSizes = array<i32: 0, 0, 1>}> : (memref<4xf32>) -> ()
  return }

// -----

// expected-error @+2 {{shapes do not match}}
// expected-error @below {{'bufferization.to_buffer' op failed to verify that specified tensor and buffer types match}}
func.func @to_buffer_shape_mismatch(%t: tensor<4xf32>) { %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<?xf32>
  return }

// -----

// expected-error @+2 {{element types do not match}}
// expected-error @below {{'bufferization.to_buffer' op failed to verify that specified tensor and buffer types match}}
func.func @to_buffer_element_type_mismatch(%t: tensor<4xf32>) { %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xi32>
  return }

// -----

// expected-error @below {{custom op 'bufferization.to_buffer' invalid kind of type specified}}
func.func @to_buffer_result_not_memref(%t: tensor<4xf32>) { %0 = bufferization.to_buffer %t : tensor<4xf32> to i32
  return }

// -----

// expected-error @below {{'bufferization.materialize_in_destination' op 'dest' must be a tensor or a memref}}
func.func @materialize_in_vector(%t: tensor<4xf32>, %v: vector<4xf32>) { bufferization.materialize_in_destination %t in %v : (tensor<4xf32>, vector<4xf32>) -> ()
  return }

// -----

// expected-error @below {{'bufferization.materialize_in_destination' op tensor 'dest' implies exactly one tensor result}}
func.func @materialize_in_tensor_without_result(%t: tensor<4xf32>) { bufferization.materialize_in_destination %t in %t : (tensor<4xf32>, tensor<4xf32>) -> ()
  return }

// -----

// expected-error @below {{'bufferization.materialize_in_destination' op result and 'dest' types must match}}
func.func @materialize_result_type_mismatch(%t: tensor<4xf32>) { %0 = bufferization.materialize_in_destination %t in %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  return }

// -----

// expected-error @below {{'bufferization.materialize_in_destination' op memref 'dest' implies zero results}}
func.func @materialize_in_memref_with_result(%t: tensor<4xf32>, %m: memref<4xf32>) { %0 = bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xf32>) -> tensor<4xf32>
  return }

// -----

// expected-error @below {{'bufferization.materialize_in_destination' op 'restrict' is valid only for memref destinations}}
func.func @materialize_in_restrict_tensor(%t: tensor<4xf32>, %m: memref<4xf32>) { %0 = bufferization.materialize_in_destination %t in restrict %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return }

// -----

// expected-error @below {{'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type}}
func.func @materialize_in_memref_without_writable(%t: tensor<4xf32>, %m: memref<4xf32>) { bufferization.materialize_in_destination %t in %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return }

// -----

// expected-error @below {{'bufferization.materialize_in_destination' op rank mismatch between source and destination shape}}
func.func @materialize_rank_mismatch(%t: tensor<4xf32>, %m: memref<4x4xf32>) { bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4x4xf32>) -> ()
  return }

// -----

// expected-error @below {{'bufferization.materialize_in_destination' op source/destination shapes are incompatible}}
func.func @materialize_shape_mismatch(%t: tensor<4xf32>, %m: memref<5xf32>) { bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<5xf32>) -> ()
  return }

// -----

// expected-error @below {{'bufferization.materialize_in_destination' op source/destination shapes are incompatible}}
func.func @materialize_in_unranked_memref(%t: tensor<4xf32>, %m: memref<*xf32>) { bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<*xf32>) -> ()
  return }

// -----

// expected-error @below {{'bufferization.materialize_in_destination' op failed to verify that all of {source, dest} have same element type}}
func.func @materialize_element_type_mismatch(%t: tensor<4xf32>, %m: memref<4xi32>) { bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xi32>) -> ()
  return }

// -----

// expected-error @below {{attribute '"bufferization.foo"' not supported as an op attribute by the bufferization dialect}}
func.func private @unknown_bufferization_attribute() attributes {bufferization.foo}

// -----

// expected-error @below {{'func.func' op attribute 'bufferization.manual_deallocation' can be used only on ops that have an allocation and/or free side effect}}
func.func private @manual_deallocation_on_function() attributes {bufferization.manual_deallocation}

// -----

// expected-error @below {{'bufferization.writable' is expected to be a boolean attribute}}
func.func private @writable_is_integer(i32 {bufferization.writable = 1 : i32})

// -----

// expected-error @below {{'bufferization.writable' is invalid on external functions}}
func.func private @writable_on_external_function(i32 {bufferization.writable = true})

// -----

// expected-error @below {{'bufferization.access' is expected to be a string attribute}}
func.func private @access_is_integer(i32 {bufferization.access = 1 : i32})

// -----

// expected-error @below {{invalid value for 'bufferization.access'}}
func.func private @access_unknown_value(i32 {bufferization.access = "foo"})

// -----

// expected-error @below {{'bufferization.buffer_layout' is expected to be a memref layout attribute}}
func.func private @buffer_layout_is_integer(i32 {bufferization.buffer_layout = 1 : i32})

// -----

// expected-error @below {{attribute 'bufferization.buffer_layout' not supported as a region arg attribute by the bufferization dialect}}
func.func private @unknown_argument_attribute(i32 {bufferization.foo})
