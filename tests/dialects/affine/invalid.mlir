// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

// expected-error @below {{custom op 'affine.apply' dimension or symbol index mismatch}}
func.func @apply_too_many_operands(%n: index) { %0 = affine.apply affine_map<(d0) -> (d0)>(%n, %n)
  return }

// -----

// expected-error @below {{operation defines 2 results but was provided 1 to bind}}
func.func @apply_map_with_two_results(%n: index) { %0 = affine.apply affine_map<(d0) -> (d0, d0)>(%n)
  return }

// -----

// expected-error @below {{custom op 'affine.apply' invalid kind of attribute specified}}
func.func @apply_of_integer_set(%n: index) { %0 = affine.apply affine_set<(d0) : (d0 == 0)>(%n)
  return }

// -----

func.func @apply_loop_variable_as_symbol() { affine.for %i = 0 to 10 {
    // expected-error @below {{dimensional operand cannot be used as a symbol}}
    %0 = affine.apply affine_map<()[s0] -> (s0)>()[%i]
  }
  return }

// -----

// expected-error @below {{'affine.min' op operand count and affine map dimension and symbol count must match}}
func.func @min_too_many_operands(%n: index) { %0 = affine.min affine_map<(d0) -> (d0)>(%n, %n)
  return }

// -----

// expected-error @below {{'affine.max' op affine map expect at least one result}}
func.func @max_map_without_results(%n: index) { %0 = affine.max affine_map<(d0) -> ()>(%n)
  return }

// -----

// expected-error @below {{'affine.delinearize_index' op should return an index for each basis element and up to one extra index}}
func.func @delinearize_index_too_few_results(%n: index) { %0 = affine.delinearize_index %n into (2, 3, 4) : index
  return }

// -----

// expected-error @below {{'affine.delinearize_index' op no basis element may be statically non-positive}}
func.func @delinearize_index_zero_basis(%n: index) { %0:2 = affine.delinearize_index %n into (2, 0) : index, index
  return }

// -----

// expected-error @below {{'affine.linearize_index' op should be passed a basis element for each index except possibly the first}}
func.func @linearize_index_too_few_indices(%n: index) { %0 = affine.linearize_index [%n] by (2, 3) : index
  return }

// -----

// expected-error @below {{'affine.linearize_index' op mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- this can only happen due to an incorrect fold/rewrite}}
func.func @linearize_index_missing_dynamic_basis(%n: index) { %0 = "affine.linearize_index"(%n) <{operandSegmentSizes = array<i32: 1, 0>, static_basis = array<i64: -9223372036854775808>}> : (index) -> index
  return }

// -----

// expected-error @below {{custom op 'affine.for' lower loop bound affine map with multiple results requires 'max' prefix}}
func.func @for_lower_bound_needs_max(%n: index) { affine.for %i = affine_map<(d0) -> (d0, 1)>(%n) to 10 { }
  return }

// -----

// expected-error @below {{custom op 'affine.for' upper loop bound affine map with multiple results requires 'min' prefix}}
func.func @for_upper_bound_needs_min(%n: index) { affine.for %i = 0 to affine_map<(d0) -> (d0, 1)>(%n) { }
  return }

// -----

// expected-error @below {{custom op 'affine.for' dim operand count and affine map dim count must match}}
func.func @for_bound_without_dim_operand(%n: index) { affine.for %i = affine_map<(d0) -> (d0)>() to 10 { }
  return }

// -----

// expected-error @below {{custom op 'affine.for' symbol operand count and affine map symbol count must match}}
func.func @for_bound_without_symbol_operand(%n: index) { affine.for %i = affine_map<()[s0] -> (s0)>() to 10 { }
  return }

// -----

// expected-error @below {{custom op 'affine.for' expected only one loop bound operand}}
func.func @for_two_bound_operands(%n: index) { affine.for %i = %n, %n to 10 { }
  return }

// -----

// expected-error @below {{custom op 'affine.for' expected valid affine map representation for loop bounds}}
func.func @for_bound_is_string(%n: index) { affine.for %i = "a" to 10 { }
  return }

// -----

// expected-error @below {{custom op 'affine.for' expected step to be representable as a positive signed integer}}
func.func @for_negative_step(%n: index) { affine.for %i = 0 to 10 step -1 { }
  return }

// -----

// expected-error @below {{custom op 'affine.for' mismatch between the number of loop-carried values and results}}
func.func @for_more_results_than_iter_args(%n: index, %f: f32) { affine.for %i = 0 to 10 iter_args(%a = %f) -> (f32, f32) { }
  return }

// -----

// expected-error @below {{'affine.for' op expected body to have a single index argument for the induction variable}}
func.func @for_induction_variable_not_index(%n: index, %f: f32) { "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (1)>}> ({ ^bb0(%i: i32): affine.yield }) : () -> ()
  return }

// -----

// expected-error @below {{'affine.for' op expected lower bound map to have at least one result}}
func.func @for_bound_map_without_results(%n: index, %f: f32) { "affine.for"() <{lowerBoundMap = affine_map<() -> ()>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (1)>}> ({ ^bb0(%i: index): affine.yield }) : () -> ()
  return }

// -----

func.func @for_bound_from_unknown_region(%n: index) {
  "foo.x"() ({ ^bb0(%k: index):
    // expected-error @below {{'affine.for' op operand cannot be used as a symbol}}
    affine.for %i = %k to 10 { }
  }) : () -> ()
  return }

// -----

func.func @for_symbol_bound_from_scf_loop(%n: index) {
  scf.for %k = %n to %n step %n {
    // expected-error @below {{'affine.for' op operand cannot be used as a symbol}}
    affine.for %i = %k to 10 { }
  }
  return }

// -----

func.func @for_dim_bound_from_scf_loop(%n: index) {
  scf.for %k = %n to %n step %n {
    // expected-error @below {{'affine.for' op operand cannot be used as a dimension id}}
    affine.for %i = affine_map<(d0) -> (d0)>(%k) to 10 { }
  }
  return }

// -----

// expected-error @below {{custom op 'affine.if' dim operand count and integer set dim count must match}}
func.func @if_without_dim_operand(%n: index) { affine.if affine_set<(d0) : (d0 >= 0)>() { }
  return }

// -----

// expected-error @below {{custom op 'affine.if' symbol operand count and integer set symbol count must match}}
func.func @if_without_symbol_operand(%n: index) { affine.if affine_set<()[s0] : (s0 >= 0)>() { }
  return }

// -----

// expected-error @below {{custom op 'affine.if' invalid kind of attribute specified}}
func.func @if_condition_is_map(%n: index) { affine.if affine_map<(d0) -> (d0)>(%n) { }
  return }

// -----

// expected-error @below {{'affine.if' op operand count and condition integer set dimension and symbol count must match}}
func.func @generic_if_without_operand(%n: index) { "affine.if"() <{condition = affine_set<(d0) : (d0 >= 0)>}> ({ affine.yield }, { }) : () -> ()
  return }

// -----

func.func @if_operand_from_scf_loop(%n: index) { scf.for %k = %n to %n step %n {
    // expected-error @below {{'affine.if' op operand cannot be used as a dimension id}}
    affine.if affine_set<(d0) : (d0 >= 0)>(%k) { }
  }
  return }

// -----

// expected-error @below {{custom op 'affine.parallel' steps must be constant integers}}
func.func @parallel_dynamic_step(%n: index) { affine.parallel (%i) = (0) to (10) step (%n) { }
  return }

// -----

// expected-error @below {{'affine.parallel' op the number of region arguments (1) and the number of map groups for lower (2) and upper bound (1), and the number of steps (1) must all match}}
func.func @parallel_more_bounds_than_variables(%n: index) { affine.parallel (%i) = (0, 1) to (10) { }
  return }

// -----

// expected-error @below {{custom op 'affine.parallel' invalid reduction value: "foo"}}
func.func @parallel_unknown_reduction(%n: index, %f: f32) { %0 = affine.parallel (%i) = (0) to (10) reduce ("foo") -> (f32) { affine.yield %f : f32 }
  return }

// -----

// expected-error @below {{'affine.parallel' op result type cannot match reduction attribute}}
func.func @parallel_integer_reduction_of_float(%n: index, %f: f32) { %0 = affine.parallel (%i) = (0) to (10) reduce ("addi") -> (f32) { affine.yield %f : f32 }
  return }

// -----

// expected-error @below {{'affine.parallel' op a reduction must be specified for each output}}
func.func @parallel_result_without_reduction(%n: index, %f: f32) { %0 = affine.parallel (%i) = (0) to (10) -> (f32) { affine.yield %f : f32 }
  return }

// -----

// expected-error @below {{'affine.load' op affine map num results must equal memref rank}}
func.func @load_without_indices(%m: memref<4xf32>, %n: index) { %0 = affine.load %m[] : memref<4xf32>
  return }

// -----

// expected-error @below {{'affine.load' op expects as many subscripts as affine map inputs}}
func.func @generic_load_without_map_operand(%m: memref<4xf32>, %n: index) { %0 = "affine.load"(%m) <{map = affine_map<(d0) -> (d0)>}> : (memref<4xf32>) -> f32
  return }

// -----

// expected-error @below {{'affine.load' op result type must match element type of memref}}
func.func @load_result_type_mismatch(%m: memref<4xf32>, %n: index) { %0 = "affine.load"(%m, %n) <{map = affine_map<(d0) -> (d0)>}> : (memref<4xf32>, index) -> i32
  return }

// -----

func.func @load_index_from_scf_loop(%m: memref<4xf32>, %n: index) { scf.for %k = %n to %n step %n {
    // expected-error @below {{'affine.load' op operand cannot be used as a dimension id}}
    %0 = affine.load %m[%k] : memref<4xf32>
  }
  return }

// -----

func.func @load_loop_variable_as_symbol(%m: memref<4xf32>, %n: index) { affine.for %k = 0 to 4 {
    // expected-error @below {{'affine.load' op operand cannot be used as a symbol}}
    %0 = affine.load %m[symbol(%k)] : memref<4xf32>
  }
  return }

// -----

// expected-error @below {{'affine.store' op value to store must have the same type as memref element type}}
func.func @store_value_type_mismatch(%m: memref<4xf32>, %n: index, %i: i32) { "affine.store"(%i, %m, %n) <{map = affine_map<(d0) -> (d0)>}> : (i32, memref<4xf32>, index) -> ()
  return }

// -----

// expected-error @below {{'affine.vector_load' op requires memref and vector types of the same elemental type}}
func.func @vector_load_element_type_mismatch(%m: memref<4xf32>, %n: index, %i: i32) { affine.vector_load %m[%n] : memref<4xf32>, vector<4xi32>
  return }

// -----

// expected-error @below {{'affine.vector_store' op requires memref and vector types of the same elemental type}}
func.func @vector_store_element_type_mismatch(%m: memref<4xf32>, %n: index, %i: vector<4xi32>) { affine.vector_store %i, %m[%n] : memref<4xf32>, vector<4xi32>
  return }

// -----

// expected-error @below {{'affine.prefetch' op affine.prefetch affine map num results must equal memref rank}}
func.func @prefetch_without_indices(%m: memref<4xf32>, %n: index) { affine.prefetch %m[], read, locality<3>, data : memref<4xf32>
  return }

// -----

func.func @prefetch_index_from_scf_loop(%m: memref<4xf32>, %n: index) { scf.for %k = %n to %n step %n {
    // expected-error @below {{'affine.prefetch' op index must be a valid dimension or symbol identifier}}
    affine.prefetch %m[%k], read, locality<3>, data : memref<4xf32>
  }
  return }

// -----

// expected-error @below {{custom op 'affine.dma_start' expected two stride related operands}}
func.func @dma_start_one_stride_operand(%m: memref<4xf32>, %n: index) { affine.dma_start %m[%n], %m[%n], %m[%n], %n, %n : memref<4xf32>, memref<4xf32>, memref<4xf32>
  return }

// -----

// expected-error @below {{custom op 'affine.dma_start' expected three types}}
func.func @dma_start_too_few_types(%m: memref<4xf32>, %n: index) { affine.dma_start %m[%n], %m[%n], %m[%n], %n : memref<4xf32>, memref<4xf32>
  return }

// -----

// expected-error @below {{custom op 'affine.dma_wait' expected tag to be of memref type}}
func.func @dma_wait_tag_not_memref(%m: memref<4xf32>, %n: index) { affine.dma_wait %n[%n], %n : index
  return }

// -----

func.func @dma_start_index_from_scf_loop(%m: memref<4xf32>, %n: index) { scf.for %k = %n to %n step %n {
    // expected-error @below {{'affine.dma_start' op dst index must be a valid dimension or symbol identifier}}
    affine.dma_start %m[%n], %m[%k], %m[%n], %n : memref<4xf32>, memref<4xf32>, memref<4xf32>
  }
  return }

// -----

func.func @dma_wait_index_from_scf_loop(%m: memref<4xf32>, %n: index) { scf.for %k = %n to %n step %n {
    // expected-error @below {{'affine.dma_wait' op index must be a valid dimension or symbol identifier}}
    affine.dma_wait %m[%k], %n : memref<4xf32>
  }
  return }

// -----

// expected-error @below {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
func.func @for_yields_nothing(%f: f32) { %0 = affine.for %i = 0 to 10 iter_args(%a = %f) -> (f32) { affine.yield }
  return }

// -----

func.func @if_yields_other_type(%f: f32) { %0 = affine.if affine_set<() : (1 == 0)>() -> f32 { %c = arith.constant 1 : i32
    // expected-error @below {{'affine.yield' op types mismatch between yield op and its parent}}
    affine.yield %c : i32 } else { affine.yield %f : f32 }
  return }

// -----

func.func @without_a_map(%a: memref<4xf32>, %b: memref<4xf32, 1>, %t: memref<1xi32>, %n: index) {
  // expected-error @below {{'affine.dma_start' op requires an affine map as attribute 'src_map'}}
  "affine.dma_start"(%a, %b, %t, %n) : (memref<4xf32>, memref<4xf32, 1>, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @without_a_map(%t: memref<1xi32>, %n: index) {
  // expected-error @below {{'affine.dma_wait' op requires an affine map as attribute 'tag_map'}}
  "affine.dma_wait"(%t, %n) : (memref<1xi32>, index) -> ()
  return
}

// -----

func.func @without_an_index(%t: memref<1xi32>) {
  // expected-error @below {{'affine.dma_wait' op incorrect number of operands}}
  "affine.dma_wait"(%t) {tag_map = affine_map<(d0) -> (d0)>} : (memref<1xi32>) -> ()
  return
}
