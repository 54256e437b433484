// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

func.func @shuffle_empty_mask(%a: vector<4xf32>, %b: vector<4xf32>) {
  // expected-error @below {{'vector.shuffle' op invalid mask length}}
  %0 = vector.shuffle %a, %b [] : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @shuffle_mask_index_out_of_range(%a: vector<4xf32>, %b: vector<4xf32>) {
  // expected-error @below {{'vector.shuffle' op mask index #1 out of range}}
  %0 = vector.shuffle %a, %b [9] : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @shuffle_rank_mismatch(%a: vector<4xf32>, %b: vector<4x1xf32>) {
  // expected-error @below {{'vector.shuffle' op rank mismatch}}
  %0 = vector.shuffle %a, %b [0] : vector<4xf32>, vector<4x1xf32>
  return
}

// -----

func.func @broadcast_dim_mismatch(%a: vector<4xf32>) {
  // expected-error @below {{'vector.broadcast' op dimension mismatch (4 vs. 8)}}
  %0 = vector.broadcast %a : vector<4xf32> to vector<8xf32>
  return
}

// -----

func.func @broadcast_scalable_dim_to_fixed(%a: vector<[4]xf32>) {
  // expected-error @below {{'vector.broadcast' op dimension mismatch ([4] vs. 4)}}
  %0 = vector.broadcast %a : vector<[4]xf32> to vector<2x4xf32>
  return
}

// -----

func.func @broadcast_to_lower_rank(%a: vector<4x4xf32>) {
  // expected-error @below {{'vector.broadcast' op source rank higher than destination rank}}
  %0 = vector.broadcast %a : vector<4x4xf32> to vector<4xf32>
  return
}

// -----

func.func @broadcast_element_type_mismatch(%a: f64) {
  // expected-error @below {{'vector.broadcast' op failed to verify that source operand and result have same element type}}
  %0 = vector.broadcast %a : f64 to vector<4xf32>
  return
}

// -----

func.func @broadcast_of_tensor(%a: tensor<4xf32>) {
  // expected-error @below {{'vector.broadcast' op source type is not a vector}}
  %0 = vector.broadcast %a : tensor<4xf32> to vector<4xf32>
  return
}

// -----

func.func @broadcast_to_scalar(%a: f32) {
  // expected-error @below {{custom op 'vector.broadcast' invalid kind of type specified: expected builtin.vector, but found 'f32'}}
  %0 = vector.broadcast %a : f32 to f32
  return
}

// -----

func.func @extract_position_out_of_range(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)}}
  %0 = vector.extract %a[4] : vector<8xf32> from vector<4x8xf32>
  return
}

// -----

func.func @extract_too_many_positions(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.extract' op expected position attribute of rank no greater than vector rank}}
  %0 = vector.extract %a[0, 0, 0] : f32 from vector<4x8xf32>
  return
}

// -----

func.func @extract_result_type_mismatch(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.extract' op inferred type(s) 'vector<8xf32>' are incompatible with return type(s) of operation 'vector<4xf32>'}}
  // expected-error @below {{'vector.extract' op failed to infer returned types}}
  %0 = vector.extract %a[0] : vector<4xf32> from vector<4x8xf32>
  return
}

// -----

func.func @extract_missing_dynamic_position(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.extract' op mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- this can only happen due to an incorrect fold/rewrite}}
  %0 = "vector.extract"(%a) <{static_position = array<i64: -9223372036854775808>}> : (vector<4x8xf32>) -> vector<8xf32>
  return
}

// -----

func.func @insert_scalar_too_few_positions(%a: vector<4x8xf32>, %f: f32) {
  // expected-error @below {{'vector.insert' op expected position attribute rank to match the dest vector rank}}
  %0 = vector.insert %f, %a [1] : f32 into vector<4x8xf32>
  return
}

// -----

func.func @insert_vector_too_many_positions(%a: vector<4x8xf32>, %f: vector<8xf32>) {
  // expected-error @below {{'vector.insert' op expected position attribute rank + source rank to match dest vector rank}}
  %0 = vector.insert %f, %a [1, 2] : vector<8xf32> into vector<4x8xf32>
  return
}

// -----

func.func @insert_position_out_of_range(%a: vector<4x8xf32>, %f: vector<8xf32>) {
  // expected-error @below {{'vector.insert' op expected position attribute #1 to be a non-negative integer smaller than the corresponding dest vector dimension}}
  %0 = vector.insert %f, %a [7] : vector<8xf32> into vector<4x8xf32>
  return
}

// -----

func.func @insert_zero_rank_vector(%a: vector<f32>, %b: vector<1xf32>) {
  // expected-error @below {{expected a scalar instead of a 0-d vector as the source operand}}
  %0 = vector.insert %a, %b [0] : vector<f32> into vector<1xf32>
  return
}

// -----

func.func @reduction_xor_of_floats(%a: vector<4xf32>) {
  // expected-error @below {{'vector.reduction' op unsupported reduction type ''f32'' for kind 'xor'}}
  %0 = vector.reduction <xor>, %a : vector<4xf32> into f32
  return
}

// -----

func.func @reduction_of_rank_two(%a: vector<4x4xf32>) {
  // expected-error @below {{'vector.reduction' op unsupported reduction rank: 2}}
  %0 = vector.reduction <add>, %a : vector<4x4xf32> into f32
  return
}

// -----

// expected-note @below {{prior use here}}
func.func @reduction_accumulator_type_mismatch(%a: vector<4xf32>, %b: f64) {
  // expected-error @below {{use of value '%b' expects different type than prior uses: 'f32' vs 'f64'}}
  %0 = vector.reduction <add>, %a, %b : vector<4xf32> into f32
  return
}

// -----

func.func @multi_reduction_destination_mismatch(%a: vector<4x8xf32>, %b: vector<8xf32>) {
  // expected-error @below {{'vector.multi_reduction' op destination type 'vector<8xf32>' is incompatible with source type 'vector<4x8xf32>'}}
  %0 = vector.multi_reduction <add>, %a, %b [1] : vector<4x8xf32> to vector<8xf32>
  return
}

// -----

func.func @scan_dim_out_of_range(%a: vector<4x8xf32>, %b: vector<8xf32>) {
  // expected-error @below {{'vector.scan' op reduction dimension 2 has to be less than 2}}
  %0:2 = vector.scan <add>, %a, %b {inclusive = true, reduction_dim = 2 : i64} : vector<4x8xf32>, vector<8xf32>
  return
}

// -----

func.func @scan_xor_of_floats(%a: vector<4x8xf32>, %b: vector<8xf32>) {
  // expected-error @below {{'vector.scan' op unsupported reduction type 'f32' for kind 'xor'}}
  %0:2 = vector.scan <xor>, %a, %b {inclusive = true, reduction_dim = 0 : i64} : vector<4x8xf32>, vector<8xf32>
  return
}

// -----

func.func @scan_initial_value_rank_mismatch(%a: vector<4x8xf32>, %b: vector<4x8xf32>) {
  // expected-error @below {{'vector.scan' op initial value rank 2 has to be equal to 1}}
  %0:2 = vector.scan <add>, %a, %b {inclusive = true, reduction_dim = 0 : i64} : vector<4x8xf32>, vector<4x8xf32>
  return
}

// -----

func.func @extract_strided_slice_offset_out_of_range(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.extract_strided_slice' op expected offsets dimension 0 to be confined to [0, 4)}}
  %0 = vector.extract_strided_slice %a {offsets = [5], sizes = [1], strides = [1]} : vector<4x8xf32> to vector<1x8xf32>
  return
}

// -----

func.func @extract_strided_slice_end_out_of_range(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.extract_strided_slice' op expected sum(offsets, sizes) dimension 0 to be confined to [1, 5)}}
  %0 = vector.extract_strided_slice %a {offsets = [3], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}

// -----

func.func @extract_strided_slice_non_unit_stride(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.extract_strided_slice' op expected strides to be confined to [1, 2)}}
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [2], strides = [2]} : vector<4x8xf32> to vector<2x8xf32>
  return
}

// -----

func.func @extract_strided_slice_attribute_sizes_differ(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.extract_strided_slice' op expected offsets, sizes and strides attributes of same size}}
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [2, 1], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}

// -----

func.func @extract_strided_slice_zero_size(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.extract_strided_slice' op expected sizes dimension 0 to be confined to [1, 5)}}
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [0], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}

// -----

func.func @extract_strided_slice_result_mismatch(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.extract_strided_slice' op expected result type to be 'vector<2x8xf32>'}}
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<3x8xf32>
  return
}

// -----

func.func @insert_strided_slice_too_few_offsets(%a: vector<4x8xf32>, %b: vector<4xf32>) {
  // expected-error @below {{'vector.insert_strided_slice' op expected offsets of same size as destination vector rank}}
  %0 = vector.insert_strided_slice %b, %a {offsets = [1], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  return
}

// -----

func.func @insert_strided_slice_end_out_of_range(%a: vector<4x8xf32>, %b: vector<4xf32>) {
  // expected-error @below {{'vector.insert_strided_slice' op expected sum(offsets, source vector shape) dimension 1 to be confined to [1, 9)}}
  %0 = vector.insert_strided_slice %b, %a {offsets = [1, 6], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  return
}

// -----

func.func @insert_strided_slice_too_many_strides(%a: vector<4x8xf32>, %b: vector<4xf32>) {
  // expected-error @below {{'vector.insert_strided_slice' op expected strides of same size as source vector rank}}
  %0 = vector.insert_strided_slice %b, %a {offsets = [1, 1], strides = [1, 1]} : vector<4xf32> into vector<4x8xf32>
  return
}

// -----

func.func @transpose_repeated_dim(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.transpose' op duplicate position index: 0}}
  %0 = vector.transpose %a, [0, 0] : vector<4x8xf32> to vector<4x8xf32>
  return
}

// -----

func.func @transpose_dim_out_of_range(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.transpose' op transposition index out of range: 2}}
  %0 = vector.transpose %a, [2, 0] : vector<4x8xf32> to vector<4x8xf32>
  return
}

// -----

func.func @transpose_result_shape_mismatch(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.transpose' op dimension size mismatch at: 1}}
  %0 = vector.transpose %a, [1, 0] : vector<4x8xf32> to vector<4x8xf32>
  return
}

// -----

func.func @transpose_permutation_too_short(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.transpose' op transposition length mismatch: 1}}
  %0 = vector.transpose %a, [1] : vector<4x8xf32> to vector<8x4xf32>
  return
}

// -----

func.func @transpose_result_rank_mismatch(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.transpose' op vector result rank mismatch: 1}}
  %0 = vector.transpose %a, [1] : vector<4x8xf32> to vector<8xf32>
  return
}

// -----

func.func @shape_cast_element_count_mismatch(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.shape_cast' op has different number of elements at source (32) and result (31)}}
  %0 = vector.shape_cast %a : vector<4x8xf32> to vector<31xf32>
  return
}

// -----

func.func @shape_cast_element_type_mismatch(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.shape_cast' op has different source and result element types}}
  %0 = vector.shape_cast %a : vector<4x8xf32> to vector<32xi32>
  return
}

// -----

func.func @shape_cast_drops_scalable_dim(%a: vector<4x[8]xf32>) {
  // expected-error @below {{'vector.shape_cast' op has different number of scalable dims at source (1) and result (0)}}
  %0 = vector.shape_cast %a : vector<4x[8]xf32> to vector<32xf32>
  return
}

// -----

func.func @bitcast_bitwidth_mismatch(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.bitcast' op source/result bitwidth of the minor 1-D vectors must be equal}}
  %0 = vector.bitcast %a : vector<4x8xf32> to vector<4x8xf64>
  return
}

// -----

func.func @bitcast_leading_dim_mismatch(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.bitcast' op dimension size mismatch at: 0}}
  %0 = vector.bitcast %a : vector<4x8xf32> to vector<8x4xf64>
  return
}

// -----

func.func @bitcast_rank_mismatch(%a: vector<4x8xf32>) {
  // expected-error @below {{'vector.bitcast' op failed to verify that all of {source, result} have same rank}}
  %0 = vector.bitcast %a : vector<4x8xf32> to vector<32xf32>
  return
}

// -----

func.func @bitcast_zero_rank_bitwidth_mismatch(%a: vector<f32>) {
  // expected-error @below {{'vector.bitcast' op source/result bitwidth of the 0-D vector element types must be equal}}
  %0 = vector.bitcast %a : vector<f32> to vector<f64>
  return
}

// -----

func.func @type_cast_shape_mismatch(%a: memref<4x8xf32>) {
  // expected-error @below {{'vector.type_cast' op expects concatenated result and operand shapes to be equal: 'memref<vector<4x4xf32>>'}}
  %0 = vector.type_cast %a : memref<4x8xf32> to memref<vector<4x4xf32>>
  return
}

// -----

func.func @type_cast_element_type_mismatch(%a: memref<4x8xf32>) {
  // expected-error @below {{'vector.type_cast' op expects result and operand with same underlying scalar type: 'memref<vector<4x8xi32>>'}}
  %0 = vector.type_cast %a : memref<4x8xf32> to memref<vector<4x8xi32>>
  return
}

// -----

func.func @type_cast_memory_space_mismatch(%a: memref<4x8xf32>) {
  // expected-error @below {{'vector.type_cast' op expects result in same memory space}}
  %0 = vector.type_cast %a : memref<4x8xf32> to memref<vector<4x8xf32>, 3>
  return
}

// -----

func.func @constant_mask_too_many_sizes() {
  // expected-error @below {{'vector.constant_mask' op must specify array attr of size equal vector result rank}}
  %0 = vector.constant_mask [1, 2] : vector<4xi1>
  return
}

// -----

func.func @constant_mask_size_out_of_range() {
  // expected-error @below {{'vector.constant_mask' op array attr of size out of bounds of vector result dimension size}}
  %0 = vector.constant_mask [5] : vector<4xi1>
  return
}

// -----

func.func @constant_mask_zero_rank_size_two() {
  // expected-error @below {{mask dim size must be either 0 or 1 for 0-D vectors}}
  %0 = vector.constant_mask [2] : vector<i1>
  return
}

// -----

func.func @constant_mask_partly_zero() {
  // expected-error @below {{'vector.constant_mask' op expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim}}
  %0 = vector.constant_mask [0, 2] : vector<4x4xi1>
  return
}

// -----

func.func @constant_mask_partial_scalable_dim() {
  // expected-error @below {{'vector.constant_mask' op only supports 'none set' or 'all set' scalable dimensions}}
  %0 = vector.constant_mask [2] : vector<[4]xi1>
  return
}

// -----

func.func @create_mask_too_few_operands(%n: index) {
  // expected-error @below {{'vector.create_mask' op must specify an operand for each result vector dimension}}
  %0 = vector.create_mask %n : vector<4x4xi1>
  return
}

// -----

func.func @create_mask_zero_rank_without_operand() {
  // expected-error @below {{'vector.create_mask' op must specify exactly one operand for 0-D create_mask}}
  %0 = vector.create_mask : vector<i1>
  return
}

// -----

func.func @transfer_read_too_many_indices(%m: memref<4xf32>, %n: index, %f: f32) {
  // expected-error @below {{'vector.transfer_read' op requires 1 indices}}
  %0 = vector.transfer_read %m[%n, %n], %f : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @transfer_read_without_vector_type(%m: memref<4xf32>, %n: index, %f: f32) {
  // expected-error @below {{custom op 'vector.transfer_read' requires two types}}
  %0 = vector.transfer_read %m[%n], %f : memref<4xf32>
  return
}

// -----

func.func @transfer_read_of_scalar(%m: memref<4xf32>, %n: index, %f: f32) {
  // expected-error @below {{custom op 'vector.transfer_read' requires vector type}}
  %0 = vector.transfer_read %m[%n], %f : memref<4xf32>, f32
  return
}

// -----

func.func @transfer_read_from_vector(%m: memref<4xf32>, %n: index, %f: f32) {
  // expected-error @below {{custom op 'vector.transfer_read' requires memref or ranked tensor type}}
  %0 = vector.transfer_read %m[%n], %f : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @transfer_read_needs_permutation_map(%m: memref<4xf32>, %n: index, %f: f32) {
  // expected-error @below {{custom op 'vector.transfer_read' expected a custom permutation_map when rank(source) != rank(destination)}}
  %0 = vector.transfer_read %m[%n], %f : memref<4xf32>, vector<4x4xf32>
  return
}

// -----

func.func @transfer_read_map_not_projected(%m: memref<4x4xf32>, %n: index, %f: f32) {
  // expected-error @below {{'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  %0 = vector.transfer_read %m[%n, %n], %f {permutation_map = affine_map<(d0, d1) -> (d0 + d1)>} : memref<4x4xf32>, vector<4xf32>
  return
}

// -----

func.func @transfer_read_map_repeats_dim(%m: memref<4x4xf32>, %n: index, %f: f32) {
  // expected-error @below {{'vector.transfer_read' op requires a permutation_map that is a permutation (found one dim used more than once)}}
  %0 = vector.transfer_read %m[%n, %n], %f {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<4x4xf32>, vector<4x4xf32>
  return
}

// -----

func.func @transfer_read_map_rank_mismatch(%m: memref<4x4xf32>, %n: index, %f: f32) {
  // expected-error @below {{'vector.transfer_read' op requires a permutation_map with input dims of the same rank as the source type}}
  %0 = vector.transfer_read %m[%n, %n], %f {permutation_map = affine_map<(d0) -> (d0)>} : memref<4x4xf32>, vector<4xf32>
  return
}

// -----

func.func @transfer_read_too_many_in_bounds(%m: memref<4x4xf32>, %n: index, %f: f32) {
  // expected-error @below {{'vector.transfer_read' op expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0, d1) -> (d1)> vs inBounds of size: 2}}
  %0 = vector.transfer_read %m[%n, %n], %f {in_bounds = [true, true]} : memref<4x4xf32>, vector<4xf32>
  return
}

// -----

func.func @transfer_read_removed_masked_attribute(%m: memref<4x4xf32>, %n: index, %f: f32) {
  // expected-error @below {{'vector.transfer_read' op masked attribute has been removed. Use in_bounds instead.}}
  %0 = vector.transfer_read %m[%n, %n], %f {masked = []} : memref<4x4xf32>, vector<4xf32>
  return
}

// -----

func.func @transfer_read_bitwidth_not_multiple(%m: memref<4x4xf32>, %n: index, %f: f32) {
  // expected-error @below {{'vector.transfer_read' op requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type}}
  %0 = vector.transfer_read %m[%n, %n], %f : memref<4x4xf32>, vector<3xi8>
  return
}

// -----

func.func @transfer_write_broadcast_dim(%m: memref<4x4xf32>, %n: index, %v: vector<4xf32>) {
  // expected-error @below {{'vector.transfer_write' op should not have broadcast dimensions}}
  vector.transfer_write %v, %m[%n, %n] {permutation_map = affine_map<(d0, d1) -> (0)>} : vector<4xf32>, memref<4x4xf32>
  return
}

// -----

func.func @transfer_write_of_memref(%m: memref<4x4xf32>, %n: index, %v: vector<4xf32>) {
  // expected-error @below {{custom op 'vector.transfer_write' requires vector type}}
  vector.transfer_write %v, %m[%n, %n] : memref<4x4xf32>, vector<4xf32>
  return
}

// -----

func.func @load_result_rank_too_high(%m: memref<4xf32>, %n: index) {
  // expected-error @below {{'vector.load' op destination memref has lower rank than the result vector}}
  %0 = vector.load %m[%n] : memref<4xf32>, vector<2x2xf32>
  return
}

// -----

func.func @load_element_type_mismatch(%m: memref<4xf32>, %n: index) {
  // expected-error @below {{'vector.load' op base and result element types should match}}
  %0 = vector.load %m[%n] : memref<4xf32>, vector<2xf64>
  return
}

// -----

func.func @load_without_indices(%m: memref<4xf32>, %n: index) {
  // expected-error @below {{'vector.load' op requires 1 indices}}
  %0 = vector.load %m[] : memref<4xf32>, vector<2xf32>
  return
}

// -----

func.func @load_non_unit_stride(%m: memref<4xf32, strided<[2]>>, %n: index) {
  // expected-error @below {{'vector.load' op most minor memref dim must have unit stride}}
  %0 = vector.load %m[%n] : memref<4xf32, strided<[2]>>, vector<2xf32>
  return
}

// -----

func.func @load_vector_element_mismatch(%m: memref<4xvector<2xf32>>, %n: index) {
  // expected-error @below {{'vector.load' op base memref and result vector types should match}}
  %0 = vector.load %m[%n] : memref<4xvector<2xf32>>, vector<4xf32>
  return
}

// -----

func.func @load_alignment_not_power_of_two(%m: memref<4xf32>, %n: index) {
  // expected-error @below {{custom op 'vector.load' 'vector.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %0 = vector.load %m[%n] {alignment = 3 : i64} : memref<4xf32>, vector<2xf32>
  return
}

// -----

func.func @maskedstore_mask_shape_mismatch(%m: memref<4xf32>, %n: index, %a: vector<4xi1>, %v: vector<8xf32>) {
  // expected-error @below {{'vector.maskedstore' op expected valueToStore shape to match mask shape}}
  vector.maskedstore %m[%n], %a, %v : memref<4xf32>, vector<4xi1>, vector<8xf32>
  return
}

// -----

func.func @gather_from_unranked_tensor(%m: tensor<*xf32>, %n: index, %i: vector<4xi32>, %a: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @below {{'vector.gather' op requires base to be a memref or ranked tensor type}}
  %0 = vector.gather %m[%n] [%i], %a, %v : tensor<*xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @mask_drops_yielded_value(%a: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @below {{'vector.mask' op expects number of results to match mask region yielded values}}
  vector.mask %a { %x = arith.negf %v : vector<4xf32> } : vector<4xi1>
  return
}

// -----

func.func @mask_shape_mismatch(%a: vector<8xi1>, %v: vector<4xf32>) {
  // expected-error @below {{'vector.mask' op expects a 'vector<4xi1>' mask for the maskable operation}}
  %0 = vector.mask %a { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<8xi1> -> f32
  return
}

// -----

func.func @mask_reduction_with_passthru(%a: vector<4xi1>, %v: vector<4xf32>, %f: f32) {
  // expected-error @below {{'vector.mask' op doesn't expect a passthru argument for this maskable operation}}
  %0 = vector.mask %a, %f { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return
}

// -----

func.func @empty_mask_with_passthru(%a: vector<4xi1>, %f: f32) {
  // expected-error @below {{custom op 'vector.mask' expects a result if passthru operand is provided}}
  vector.mask %a, %f { } : vector<4xi1>
  return
}

// -----

func.func @print_value_and_string(%f: f32) {
  // expected-error @below {{'vector.print' op failed to verify that `source` or `punctuation` are not set when printing strings}}
  vector.print %f : f32 str "a"
  return
}

// -----

func.func @print_of_tensor(%f: tensor<f32>) {
  // expected-error @below {{'vector.print' op operand #0 must be , but got 'tensor<f32>'}}
  vector.print %f : tensor<f32>
  return
}

// -----

func.func @contract_contracting_dim_mismatch(%a: vector<4xf32>, %b: vector<8xf32>, %f: f32) {
  // expected-error @below {{'vector.contract' op invalid contracting dimension map}}
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %b, %f : vector<4xf32>, vector<8xf32> into f32
  return
}

// -----

func.func @contract_too_few_maps(%a: vector<4xf32>, %f: f32) {
  // expected-error @below {{'vector.contract' op expected an indexing map for each vector operand}}
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["reduction"]} %a, %a, %f : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @contract_unknown_iterator_type(%a: vector<4xf32>, %f: f32) {
  // expected-error @below {{custom op 'vector.contract' unexpected iterator_type (foo)}}
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["foo"]} %a, %a, %f : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @contract_without_contracting_dim(%a: vector<4xf32>, %f: f32) {
  // expected-error @below {{'vector.contract' op expected at least one contracting dimension pair}}
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} %a, %a, %a : vector<4xf32>, vector<4xf32> into vector<4xf32>
  return
}

// -----

// expected-note @below {{prior use here}}
func.func @outerproduct_accumulator_type_mismatch(%a: vector<4xf32>, %f: vector<2xf32>) {
  // expected-error @below {{use of value '%f' expects different type than prior uses: 'vector<4x4xf32>' vs 'vector<2xf32>'}}
  %0 = vector.outerproduct %a, %a, %f : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @outerproduct_of_scalar(%a: vector<4xf32>, %f: f32) {
  // expected-error @below {{custom op 'vector.outerproduct' expected vector type for operand #1}}
  %0 = vector.outerproduct %f, %a : f32, vector<4xf32>
  return
}

// -----

// expected-note @below {{prior use here}}
func.func @outerproduct_scalar_accumulator_mismatch(%a: vector<4xf32>, %f: f32) {
  // expected-error @below {{use of value '%a' expects different type than prior uses: 'f32' vs 'vector<4xf32>'}}
  %0 = vector.outerproduct %a, %a, %a {kind = #vector.kind<xor>} : vector<4xf32>, f32
  return
}

// -----

func.func @outerproduct_only_lhs_scalable(%a: vector<[4]xf32>, %b: vector<4xf32>) {
  // expected-error @below {{'vector.outerproduct' op expected either both or only #2 operand dim to be scalable}}
  %0 = vector.outerproduct %a, %b : vector<[4]xf32>, vector<4xf32>
  return
}

// -----

func.func @deinterleave_odd_length(%a: vector<5xf32>) {
  // expected-error @below {{'vector.deinterleave' op failed to verify that the trailing dimension of the source vector has an even number of elements}}
  %0, %1 = vector.deinterleave %a : vector<5xf32> -> vector<2xf32>
  return
}

// -----

func.func @interleave_result_too_long(%a: vector<4xf32>) {
  // expected-error @below {{'vector.interleave' op failed to verify that type of 'result' is double the width of the inputs}}
  %0 = vector.interleave %a, %a : vector<4xf32> -> vector<9xf32>
  return
}

// -----

func.func @scalable_insert_misaligned_position(%a: vector<4xf32>, %b: vector<[4]xf32>) {
  // expected-error @below {{'vector.scalable.insert' op failed to verify that position is a multiple of the source length.}}
  %0 = vector.scalable.insert %a, %b[3] : vector<4xf32> into vector<[4]xf32>
  return
}

// -----

func.func @from_elements_too_few_operands(%f: f32) {
  // expected-error @below {{custom op 'vector.from_elements' number of operands and types do not match: got 1 operands and 2 types}}
  %0 = vector.from_elements %f : vector<2xf32>
  return
}
