// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

// expected-error @below {{'memref.alloc' op incorrect number of dynamic sizes, has 1, expected 0}}
func.func @alloc_static_with_dynamic_size(%n: index) { %0 = memref.alloc(%n) : memref<4xf32>
  return }

// -----

// expected-error @below {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 0, got 1}}
func.func @alloc_symbol_without_layout(%n: index) { %0 = memref.alloc()[%n] : memref<4xf32>
  return }

// -----

// expected-error @below {{custom op 'memref.alloc' 'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
func.func @alloc_alignment_not_power_of_two() { %0 = memref.alloc() {alignment = 3} : memref<4xf32>
  return }

// -----

// expected-error @below {{'memref.alloca' op requires an ancestor op with AutomaticAllocationScope trait}}
"foo.x"() ({ %0 = memref.alloca() : memref<4xf32> }) : () -> ()

// -----

// expected-error @below {{unsupported layout for source memref type 'memref<4xf32, strided<[2]>>'}}
func.func @realloc_strided_source(%m: memref<4xf32, strided<[2]>>) { %0 = memref.realloc %m : memref<4xf32, strided<[2]>> to memref<8xf32>
  return }

// -----

// expected-error @below {{different element types specified for source memref type 'memref<4xf32>' and result memref type 'memref<8xi32>'}}
func.func @realloc_element_type_mismatch(%m: memref<4xf32>) { %0 = memref.realloc %m : memref<4xf32> to memref<8xi32>
  return }

// -----

// expected-error @below {{different memory spaces specified for source memref type 'memref<4xf32>' and result memref type 'memref<8xf32, 1>'}}
func.func @realloc_memory_space_mismatch(%m: memref<4xf32>) { %0 = memref.realloc %m : memref<4xf32> to memref<8xf32, 1>
  return }

// -----

// expected-error @below {{missing dimension operand for result type 'memref<?xf32>'}}
func.func @realloc_without_dynamic_size(%m: memref<4xf32>) { %0 = memref.realloc %m : memref<4xf32> to memref<?xf32>
  return }

// -----

// expected-error @below {{unnecessary dimension operand for result type 'memref<8xf32>'}}
func.func @realloc_static_with_dynamic_size(%m: memref<4xf32>, %n: index) { %0 = memref.realloc %m(%n) : memref<4xf32> to memref<8xf32>
  return }

// -----

// expected-error @below {{'memref.load' op incorrect number of indices for load, expected 1 but got 0}}
func.func @load_without_indices(%m: memref<4xf32>) { %0 = memref.load %m[] : memref<4xf32>
  return }

// -----

// expected-error @below {{custom op 'memref.load' invalid kind of type specified: expected builtin.memref, but found 'i32'}}
func.func @load_type_not_memref(%m: memref<4xf32>) { %0 = memref.load %m[] : i32
  return }

// -----

// expected-error @below {{'memref.store' op store index operand count not equal to memref rank}}
func.func @store_without_indices(%m: memref<4xf32>, %f: f32) { memref.store %f, %m[] : memref<4xf32>
  return }

// -----

// expected-error @below {{'memref.store' op failed to verify that type of 'value' matches element type of 'memref'}}
func.func @store_value_type_mismatch(%m: memref<4xf32>, %i: i32, %n: index) { "memref.store"(%i, %m, %n) : (i32, memref<4xf32>, index) -> ()
  return }

// -----

// expected-error @below {{'memref.copy' op requires the same element type for all operands}}
func.func @copy_element_type_mismatch(%m: memref<4xf32>, %o: memref<4xi32>) { memref.copy %m, %o : memref<4xf32> to memref<4xi32>
  return }

// -----

// expected-error @below {{'memref.prefetch' op too few indices}}
func.func @prefetch_without_indices(%m: memref<4xf32>) { memref.prefetch %m[], write, locality<3>, data : memref<4xf32>
  return }

// -----

// expected-error @below {{'memref.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3}}
func.func @prefetch_locality_too_large(%m: memref<f32>) { memref.prefetch %m[], write, locality<4>, data : memref<f32>
  return }

// -----

// expected-error @below {{custom op 'memref.prefetch' rw specifier has to be 'read' or 'write'}}
func.func @prefetch_unknown_access(%m: memref<f32>) { memref.prefetch %m[], rw, locality<3>, data : memref<f32>
  return }

// -----

// expected-error @below {{custom op 'memref.prefetch' cache type has to be 'data' or 'instr'}}
func.func @prefetch_unknown_cache(%m: memref<f32>) { memref.prefetch %m[], read, locality<3>, foo : memref<f32>
  return }

// -----

// expected-error @below {{'memref.assume_alignment' op alignment must be power of 2}}
func.func @assume_alignment_not_power_of_two(%m: memref<f32>) { memref.assume_alignment %m, 12 : memref<f32>
  return }

// -----

// expected-error @below {{'memref.distinct_objects' op expected at least one operand}}
func.func @distinct_objects_without_operands() { "memref.distinct_objects"() : () -> ()
  return }

// -----

// expected-error @below {{'memref.distinct_objects' op operand types and result types must match}}
func.func @distinct_objects_result_type_mismatch(%m: memref<f32>) { "memref.distinct_objects"(%m) : (memref<f32>) -> memref<i32>
  return }

// -----

// expected-error @below {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'}}
func.func @dim_of_rank_zero(%m: memref<f32>, %n: index) { memref.dim %m, %n : memref<f32>
  return }

// -----

// expected-error @below {{'memref.atomic_rmw' op expects the number of subscripts to be equal to memref rank}}
func.func @atomic_rmw_without_indices(%m: memref<4xf32>, %f: f32) { memref.atomic_rmw addf %f, %m[] : (f32, memref<4xf32>) -> f32
  return }

// -----

// expected-error @below {{'memref.atomic_rmw' op with kind 'addi' expects an integer type}}
func.func @atomic_rmw_addi_of_float(%m: memref<f32>, %f: f32) { memref.atomic_rmw addi %f, %m[] : (f32, memref<f32>) -> f32
  return }

// -----

// expected-error @below {{'memref.atomic_rmw' op with kind 'mulf' expects a floating-point type}}
func.func @atomic_rmw_mulf_of_integer(%m: memref<i32>, %f: i32) { memref.atomic_rmw mulf %f, %m[] : (i32, memref<i32>) -> i32
  return }

// -----

// expected-error @below {{'memref.atomic_rmw' op failed to verify that value type matches element type of memref}}
func.func @atomic_rmw_value_type_mismatch(%m: memref<i32>, %f: f32) { memref.atomic_rmw assign %f, %m[] : (f32, memref<i32>) -> f32
  return }

// -----

// expected-error @below {{'memref.generic_atomic_rmw' op expected single number of entry block arguments}}
func.func @generic_atomic_rmw_without_argument(%m: memref<i32>) { %0 = memref.generic_atomic_rmw %m[] : memref<i32> { %c = arith.constant 1 : i32
    memref.atomic_yield %c : i32 }
  return }

// -----

// expected-error @below {{'memref.generic_atomic_rmw' op expected block argument of the same type result type}}
func.func @generic_atomic_rmw_argument_type(%m: memref<i32>) { %0 = memref.generic_atomic_rmw %m[] : memref<i32> { ^bb0(%a: f32):
    memref.atomic_yield %a : f32 }
  return }

// -----

func.func @generic_atomic_rmw_with_side_effects(%m: memref<i32>) { %0 = memref.generic_atomic_rmw %m[] : memref<i32> { ^bb0(%a: i32):
    // expected-error @below {{body of 'memref.generic_atomic_rmw' should contain only operations with no side effects}}
    memref.dealloc %m : memref<i32>
    memref.atomic_yield %a : i32 }
  return }

// -----

func.func @atomic_yield_type_mismatch(%m: memref<i32>, %f: f32) { %0 = memref.generic_atomic_rmw %m[] : memref<i32> { ^bb0(%a: i32):
    // expected-error @below {{'memref.atomic_yield' op types mismatch between yield op: 'f32' and its parent: 'i32'}}
    memref.atomic_yield %f : f32 }
  return }

// -----

// expected-error @below {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32>' are cast incompatible}}
func.func @cast_static_size_mismatch(%m: memref<4xf32>) { memref.cast %m : memref<4xf32> to memref<5xf32>
  return }

// -----

// expected-error @below {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<4xf32, strided<[2]>>' are cast incompatible}}
func.func @cast_stride_mismatch(%m: memref<4xf32>) { memref.cast %m : memref<4xf32> to memref<4xf32, strided<[2]>>
  return }

// -----

// expected-error @below {{'memref.cast' op operand type 'memref<*xf32>' and result type 'memref<*xf32>' are cast incompatible}}
func.func @cast_unranked_to_unranked(%m: memref<*xf32>) { memref.cast %m : memref<*xf32> to memref<*xf32>
  return }

// -----

// expected-error @below {{'memref.memory_space_cast' op operand type 'memref<*xf32>' and result type 'memref<4xf32>' are cast incompatible}}
func.func @memory_space_cast_unranked_to_ranked(%m: memref<*xf32>) { memref.memory_space_cast %m : memref<*xf32> to memref<4xf32>
  return }

// -----

// expected-error @below {{expected result type with size = 8 instead of 4 in dim = 0}}
func.func @reinterpret_cast_size_mismatch(%m: memref<4xf32>) { memref.reinterpret_cast %m to offset: [0], sizes: [8], strides: [1] : memref<4xf32> to memref<4xf32>
  return }

// -----

// expected-error @below {{expected result type with offset = 2 instead of 0}}
func.func @reinterpret_cast_offset_mismatch(%m: memref<4xf32>) { memref.reinterpret_cast %m to offset: [2], sizes: [4], strides: [1] : memref<4xf32> to memref<4xf32>
  return }

// -----

// expected-error @below {{expected result type with stride = 2 instead of 1 in dim = 0}}
func.func @reinterpret_cast_stride_mismatch(%m: memref<4xf32>) { memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [2] : memref<4xf32> to memref<4xf32>
  return }

// -----

// expected-error @below {{different element types specified for source type 'memref<4xf32>' and result memref type 'memref<4xi32>'}}
func.func @reinterpret_cast_element_type_mismatch(%m: memref<4xf32>) { memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<4xf32> to memref<4xi32>
  return }

// -----

// expected-error @below {{different memory spaces specified for source type 'memref<4xf32>' and result memref type 'memref<4xf32, 1>'}}
func.func @reinterpret_cast_memory_space_mismatch(%m: memref<4xf32>) { memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<4xf32> to memref<4xf32, 1>
  return }

// -----

// expected-error @below {{expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed.}}
func.func @reinterpret_cast_too_many_offsets(%m: memref<4xf32>) { memref.reinterpret_cast %m to offset: [0, 1], sizes: [4], strides: [1] : memref<4xf32> to memref<4xf32>
  return }

// -----

// expected-error @below {{'memref.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked memref type}}
func.func @reshape_dynamic_shape_to_static_rank(%m: memref<4xf32>, %s: memref<?xindex>) { memref.reshape %m(%s) : (memref<4xf32>, memref<?xindex>) -> memref<2x2xf32>
  return }

// -----

// expected-error @below {{'memref.reshape' op length of shape operand differs from the result's memref rank}}
func.func @reshape_shape_length_mismatch(%m: memref<4xf32>, %s: memref<1xindex>) { memref.reshape %m(%s) : (memref<4xf32>, memref<1xindex>) -> memref<2x2xf32>
  return }

// -----

// expected-error @below {{'memref.reshape' op element types of source and destination memref types should be the same}}
func.func @reshape_element_type_mismatch(%m: memref<4xf32>, %s: memref<1xindex>) { memref.reshape %m(%s) : (memref<4xf32>, memref<1xindex>) -> memref<4xi32>
  return }

// -----

// expected-error @below {{'memref.reshape' op source memref type should have identity affine map}}
func.func @reshape_strided_source(%m: memref<4xf32, strided<[2]>>, %s: memref<1xindex>) { memref.reshape %m(%s) : (memref<4xf32, strided<[2]>>, memref<1xindex>) -> memref<4xf32>
  return }

// -----

// expected-error @below {{'memref.reshape' op result memref type should have identity affine map}}
func.func @reshape_strided_result(%m: memref<4xf32>, %s: memref<1xindex>) { memref.reshape %m(%s) : (memref<4xf32>, memref<1xindex>) -> memref<4xf32, strided<[2]>>
  return }

// -----

// expected-error @below {{'memref.view' op incorrect number of dynamic sizes, has 1, expected 0}}
func.func @view_static_with_dynamic_size(%m: memref<4xi8>, %n: index) { memref.view %m[%n][%n] : memref<4xi8> to memref<4xf32>
  return }

// -----

// expected-error @below {{different memory spaces specified for base memref type 'memref<4xi8>' and view memref type 'memref<4xf32, 1>'}}
func.func @view_memory_space_mismatch(%m: memref<4xi8>, %n: index) { memref.view %m[%n][] : memref<4xi8> to memref<4xf32, 1>
  return }

// -----

// expected-error @below {{unsupported map for result memref type 'memref<4xf32, strided<[2]>>'}}
func.func @view_strided_result(%m: memref<4xi8>, %n: index) { memref.view %m[%n][] : memref<4xi8> to memref<4xf32, strided<[2]>>
  return }

// -----

// expected-error @below {{unsupported map for base memref type 'memref<4xi8, strided<[2]>>'}}
func.func @view_strided_base(%m: memref<4xi8, strided<[2]>>, %n: index) { memref.view %m[%n][] : memref<4xi8, strided<[2]>> to memref<4xf32>
  return }

// -----

// expected-error @below {{'memref.transpose' op expected a permutation map}}
func.func @transpose_repeated_dim(%m: memref<4x?xf32>) { memref.transpose %m (i, j) -> (i, i) : memref<4x?xf32> to memref<4x?xf32>
  return }

// -----

// expected-error @below {{'memref.transpose' op expected a permutation map of same rank as the input}}
func.func @transpose_map_rank_mismatch(%m: memref<4x?xf32>) { memref.transpose %m (i) -> (i) : memref<4x?xf32> to memref<4x?xf32>
  return }

// -----

// expected-error @below {{'memref.transpose' op result type 'memref<4x?xf32>' is not equivalent to the canonical transposed input type 'memref<?x4xf32, affine_map<(d0, d1)[s0] -> (d0 + d1 * s0)>>'}}
func.func @transpose_result_type_mismatch(%m: memref<4x?xf32>) { memref.transpose %m (i, j) -> (j, i) : memref<4x?xf32> to memref<4x?xf32>
  return }

// -----

// expected-error @below {{expected result type to be 'memref<2x2xf32, strided<[4, 1]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<2x2xf32>'}}
func.func @subview_result_layout_mismatch(%m: memref<4x4xf32>) { memref.subview %m[0, 0][2, 2][1, 1] : memref<4x4xf32> to memref<2x2xf32>
  return }

// -----

// expected-error @below {{expected result type to be 'memref<2x2xf32, strided<[4, 1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<3x2xf32, strided<[4, 1]>>'}}
func.func @subview_result_size_mismatch(%m: memref<4x4xf32>) { memref.subview %m[0, 0][2, 2][1, 1] : memref<4x4xf32> to memref<3x2xf32, strided<[4, 1]>>
  return }

// -----

// expected-error @below {{expected result rank to be smaller or equal to the source rank, but got 'memref<1x2x2xf32>'}}
func.func @subview_result_rank_too_high(%m: memref<4x4xf32>) { memref.subview %m[0, 0][2, 2][1, 1] : memref<4x4xf32> to memref<1x2x2xf32>
  return }

// -----

// expected-error @below {{expected result element type to be 'f32', but got 'memref<2x2xi32, strided<[4, 1]>>'}}
func.func @subview_element_type_mismatch(%m: memref<4x4xf32>) { memref.subview %m[0, 0][2, 2][1, 1] : memref<4x4xf32> to memref<2x2xi32, strided<[4, 1]>>
  return }

// -----

// expected-error @below {{different memory spaces specified for base memref type 'memref<4x4xf32>' and subview memref type 'memref<2x2xf32, strided<[4, 1]>, 1>'}}
func.func @subview_memory_space_mismatch(%m: memref<4x4xf32>) { memref.subview %m[0, 0][2, 2][1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1]>, 1>
  return }

// -----

// expected-error @below {{offset 0 is out-of-bounds: 4 >= 4}}
func.func @subview_offset_out_of_bounds(%m: memref<4x4xf32>) { memref.subview %m[4, 0][2, 2][1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1], offset: 16>>
  return }

// -----

// expected-error @below {{slice along dimension 1 runs out-of-bounds: 6 >= 4}}
func.func @subview_slice_out_of_bounds(%m: memref<4x4xf32>) { memref.subview %m[0, 0][2, 4][1, 2] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 2]>>
  return }

// -----

// expected-error @below {{expected offsets to be non-negative, but got -1}}
func.func @subview_negative_offset(%m: memref<4x4xf32>) { memref.subview %m[0, -1][2, 4][1, 2] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 2]>>
  return }

// -----

// expected-error @below {{expected sizes to be non-negative, but got -4}}
func.func @subview_negative_size(%m: memref<4x4xf32>) { memref.subview %m[0, 0][2, -4][1, 2] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 2]>>
  return }

// -----

// expected-error @below {{expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.}}
func.func @subview_too_few_offsets(%m: memref<4x4xf32>) { memref.subview %m[0][2, 4][1, 2] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 2]>>
  return }

// -----

// expected-error @below {{expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed.}}
func.func @subview_too_few_strides(%m: memref<4x4xf32>) { memref.subview %m[0, 0][2, 4][1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 2]>>
  return }

// -----

// expected-error @below {{expected 2 offset values, got 1}}
func.func @subview_lower_rank_than_source(%m: memref<4x4xf32>) { memref.subview %m[0][2][1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 2]>>
  return }

// -----

// expected-error @below {{base type 'memref<4x4xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>>' is not strided}}
func.func @subview_base_not_strided(%m: memref<4x4xf32, affine_map<(i, j) -> (i floordiv 2, j)>>) { memref.subview %m[0, 0][2, 2][1, 1] : memref<4x4xf32, affine_map<(i, j) -> (i floordiv 2, j)>> to memref<2x2xf32>
  return }

// -----

// expected-error @below {{'memref.expand_shape' op collapsed dim size (4) must equal reassociation group size (6)}}
func.func @expand_shape_group_size_mismatch(%m: memref<4xf32>) { memref.expand_shape %m [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x3xf32>
  return }

// -----

// expected-error @below {{'memref.expand_shape' op expected number of static shape bounds to be equal to the output rank (2) but found 1 inputs instead}}
func.func @expand_shape_output_shape_too_short(%m: memref<4xf32>) { memref.expand_shape %m [[0, 1]] output_shape [2] : memref<4xf32> into memref<2x2xf32>
  return }

// -----

// expected-error @below {{'memref.expand_shape' op invalid output shape provided at pos 0}}
func.func @expand_shape_output_shape_mismatch(%m: memref<4xf32>) { memref.expand_shape %m [[0, 1]] output_shape [4, 1] : memref<4xf32> into memref<2x2xf32>
  return }

// -----

// expected-error @below {{'memref.expand_shape' op reassociation indices must be contiguous}}
func.func @expand_shape_group_not_contiguous(%m: memref<4xf32>) { memref.expand_shape %m [[1, 0]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return }

// -----

// expected-error @below {{'memref.expand_shape' op invalid number of reassociation groups: found 0, expected 1}}
func.func @expand_shape_without_groups(%m: memref<4xf32>) { memref.expand_shape %m [] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return }

// -----

// expected-error @below {{'memref.expand_shape' op reassociation index 2 is out of bounds}}
func.func @expand_shape_index_out_of_bounds(%m: memref<4xf32>) { memref.expand_shape %m [[0, 1, 2]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return }

// -----

// expected-error @below {{'memref.expand_shape' op rank 0 memrefs can only be extended/collapsed with/from ones}}
func.func @expand_shape_rank_zero_to_two(%m: memref<f32>) { memref.expand_shape %m [] output_shape [2] : memref<f32> into memref<2xf32>
  return }

// -----

// expected-error @below {{'memref.expand_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
func.func @expand_shape_static_to_dynamic(%m: memref<4xf32>) { memref.expand_shape %m [[0]] output_shape [4] : memref<4xf32> into memref<?xf32>
  return }

// -----

// expected-error @below {{'memref.expand_shape' op expanded rank (2) inconsistent with number of reassociation indices (1)}}
func.func @expand_shape_group_lacks_index(%m: memref<4xf32>) { memref.expand_shape %m [[0]] output_shape [4, 1] : memref<4xf32> into memref<4x1xf32>
  return }

// -----

// expected-error @below {{'memref.collapse_shape' op has source rank 1 and result rank 2. This is not a collapse (1 < 2).}}
func.func @collapse_shape_to_higher_rank(%m: memref<4xf32>) { memref.collapse_shape %m [[0, 1]] : memref<4xf32> into memref<2x2xf32>
  return }

// -----

// expected-error @below {{'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims}}
func.func @collapse_shape_not_contiguous(%m: memref<2x2xf32, strided<[4, 1]>>) { memref.collapse_shape %m [[0, 1]] : memref<2x2xf32, strided<[4, 1]>> into memref<4xf32>
  return }

// -----

// expected-error @below {{'memref.collapse_shape' op expected collapsed type to be 'memref<4xf32, strided<[2]>>' but found 'memref<4xf32>'}}
func.func @collapse_shape_result_stride_mismatch(%m: memref<2x2xf32, strided<[4, 2]>>) { memref.collapse_shape %m [[0, 1]] : memref<2x2xf32, strided<[4, 2]>> into memref<4xf32>
  return }

// -----

// expected-error @below {{custom op 'memref.global' type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @g : memref<?xf32>

// -----

// expected-error @below {{floating point value not valid for specified type}}
module { memref.global @g : memref<2xf32> = 1.0 }

// -----

// expected-error @below {{'memref.global' op initial value should be a unit or elements attribute, but got 1 : i32}}
"memref.global"() <{sym_name = "g", type = memref<2xf32>, initial_value = 1 : i32}> : () -> ()

// -----

// expected-error @below {{'memref.global' op initial value element expected to be of type 'f32', but was of type 'i32'}}
"memref.global"() <{sym_name = "g", type = memref<2xf32>, initial_value = dense<1> : tensor<2xi32>}> : () -> ()

// -----

// expected-error @below {{'memref.global' op initial value shape expected to be 2, 3 but was 2}}
"memref.global"() <{sym_name = "g", type = memref<2x3xf32>, initial_value = dense<1.0> : tensor<2xf32>}> : () -> ()

// -----

// expected-error @below {{'memref.get_global' op 'foo' does not reference a valid global memref}}
func.func @get_global_undefined_symbol() { memref.get_global @foo : memref<2xf32>
  return }

// -----

memref.global @g : memref<2xf32>
// expected-error @below {{'memref.get_global' op result type 'memref<2xi32>' does not match type 'memref<2xf32>' of the global memref @g}}
func.func @get_global_type_mismatch() { memref.get_global @g : memref<2xi32>
  return }

// -----

// expected-error @below {{'memref.dma_start' op expected at least 4 operands}}
func.func @dma_start_too_few_operands(%m: memref<4xf32>, %n: index, %i: i32) { "memref.dma_start"(%m, %n, %n) : (memref<4xf32>, index, index) -> ()
  return }

// -----

// expected-error @below {{'memref.dma_start' op expected source to be of memref type}}
func.func @dma_start_source_not_memref(%m: memref<4xf32>, %n: index, %i: i32) { "memref.dma_start"(%n, %n, %n, %n) : (index, index, index, index) -> ()
  return }

// -----

// expected-error @below {{'memref.dma_start' op expected source indices to be of index type}}
func.func @dma_start_source_index_type(%m: memref<4xf32>, %n: index, %i: i32) { "memref.dma_start"(%m, %i, %m, %n, %n, %m, %n) : (memref<4xf32>, i32, memref<4xf32>, index, index, memref<4xf32>, index) -> ()
  return }

// -----

// expected-error @below {{'memref.dma_start' op expected num elements to be of index type}}
func.func @dma_start_element_count_type(%m: memref<4xf32>, %n: index, %i: i32) { "memref.dma_start"(%m, %n, %m, %n, %i, %m, %n) : (memref<4xf32>, index, memref<4xf32>, index, i32, memref<4xf32>, index) -> ()
  return }

// -----

// expected-error @below {{'memref.dma_start' op incorrect number of operands}}
func.func @dma_start_incomplete_stride(%m: memref<4xf32>, %n: index, %i: i32) { "memref.dma_start"(%m, %n, %m, %n, %n, %m, %n, %n) : (memref<4xf32>, index, memref<4xf32>, index, index, memref<4xf32>, index, index) -> ()
  return }

// -----

// expected-error @below {{custom op 'memref.dma_start' expected two stride related operands}}
func.func @dma_start_one_stride_operand(%m: memref<4xf32>, %n: index, %i: i32) { memref.dma_start %m[%n], %m[%n], %n, %m[%n], %n : memref<4xf32>, memref<4xf32>, memref<4xf32>
  return }

// -----

// expected-error @below {{custom op 'memref.dma_start' fewer/more types expected}}
func.func @dma_start_too_few_types(%m: memref<4xf32>, %n: index, %i: i32) { memref.dma_start %m[%n], %m[%n], %n, %m[%n] : memref<4xf32>, memref<4xf32>
  return }

// -----

// expected-error @below {{'memref.dma_wait' op expected tagIndices to have the same number of elements as the tagMemRef rank, expected 1, but got 0}}
func.func @dma_wait_without_tag_index(%m: memref<4xf32>, %n: index, %i: i32) { memref.dma_wait %m[], %n : memref<4xf32>
  return }
