// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

func.func @generic_fewer_iterators_than_dims(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op expected indexing_map #0 to have 1 dim(s) to match the number of loops}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel"]} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_unknown_iterator_type(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{custom op 'linalg.generic' unexpected iterator_type (foo)}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "foo"]} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_map_result_rank_mismatch(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op expected operand #0 rank (2) to match the result rank of indexing_map (1)}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_block_argument_other_type(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f64):
    // expected-error @below {{'linalg.yield' op type of yield operand 1 ('f64') doesn't match the element type of the enclosing linalg.generic op ('f32')}}
    linalg.yield %x : f64
  }
  return
}

// -----

func.func @generic_too_many_block_arguments(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op expected as many non-induction variable region arguments as the number of input/output operands}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_yields_too_many_values(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32):
    // expected-error @below {{'linalg.yield' op expected number of yield values (2) to match the number of inits / outs operands of the enclosing LinalgOp (1)}}
    linalg.yield %x, %x : f32, f32
  }
  return
}

// -----

func.func @generic_yields_other_type(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32):
    // expected-error @below {{'linalg.yield' op type of yield operand 1 ('i32') doesn't match the element type of the enclosing linalg.generic op ('f32')}}
    linalg.yield %i : i32
  }
  return
}

// -----

func.func @index_dim_not_a_loop(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32):
    // expected-error @below {{'linalg.index' op expected dim (2) to be lower than the number of loops (2) of the enclosing LinalgOp}}
    %z = linalg.index 2 : index
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_mixes_tensor_and_buffer(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op expected to have pure tensor or buffer semantics}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<4x8xf32>) outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_inconsistent_dim_sizes(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 8}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<4x8xf32>) outs(%u : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @generic_missing_tensor_result(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<4x8xf32>) outs(%t : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_result_type_mismatch(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op expected type of operand #1 ('tensor<4x8xf32>') to match type of corresponding result ('tensor<8x4xf32>')}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<4x8xf32>) outs(%t : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @generic_non_invertible_maps(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op invalid indexing maps are non-invertible: ((d0, d1) -> (d0 + d1, d0))}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j, i)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_map_with_symbols(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op unexpected symbols in indexing_map #0}}
  linalg.generic {indexing_maps = [affine_map<(i, j)[s] -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_too_many_maps(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op expected the number of indexing_map (2) to be equal to the number of input/output operands (1)}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_map_with_negative_index(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op unexpected result less than 0 at expression #1 in (d0, d1) -> (d0, -d1)}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, -j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%m : memref<4x8xf32>) outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_map_beyond_operand_shape(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 15, but found 8}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j * 2)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%m : memref<4x8xf32>) outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_without_yield(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op expects regions to end with 'linalg.yield', found 'foo.x'}}
  // expected-note @below {{in custom textual format, the absence of terminator implies 'linalg.yield'}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32):
    "foo.x"() : () -> ()
  }
  return
}

// -----

func.func @generic_without_iterator_types(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{custom op 'linalg.generic' expected "iterator_types" array attribute}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>]} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_without_indexing_maps(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.generic' op requires attribute 'indexing_maps'}}
  linalg.generic {iterator_types = []} outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @yield_outside_linalg_op(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.yield' op must be the last operation in the parent block}}
  linalg.yield %f : f32
  return
}

// -----

func.func @index_outside_linalg_op(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.index' op expected parent op with LinalgOp interface}}
  %z = linalg.index 0 : index
  return
}

// -----

func.func @index_negative_dim(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.index' op attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0}}
  %z = linalg.index -1 : index
  return
}

// -----

func.func @map_input_shape_mismatch(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.map' op expected shape of input (8, 4) to match shape of output (4, 8)}}
  %0 = linalg.map { arith.addf } ins(%t, %u : tensor<4x8xf32>, tensor<8x4xf32>) outs(%t : tensor<4x8xf32>)
  return
}

// -----

func.func @map_mapper_arity_mismatch(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.map' op expects number of operands to match the arity of mapper, but got: 2 and 1}}
  %0 = linalg.map ins(%t : tensor<4x8xf32>) outs(%t : tensor<4x8xf32>) (%x: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @map_mapper_argument_type_mismatch(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.map' op expected element type of input 'f32' to match bbArg type 'f64'}}
  %0 = linalg.map ins(%t : tensor<4x8xf32>) outs(%t : tensor<4x8xf32>) (%x: f64, %y: f32) {
    linalg.yield %y : f32
  }
  return
}

// -----

func.func @reduce_dimension_out_of_range(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.reduce' op dimensions for reduction should be in the range [0, 1].}}
  %0 = linalg.reduce { arith.addf } ins(%t : tensor<4x8xf32>) outs(%v : tensor<4xf32>) dimensions = [2]
  return
}

// -----

func.func @reduce_init_shape_mismatch(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.reduce' op init dimensions [4] doesn't match input dimensions after reduction [8]}}
  %0 = linalg.reduce { arith.addf } ins(%t : tensor<4x8xf32>) outs(%v : tensor<4xf32>) dimensions = [0]
  return
}

// -----

func.func @reduce_init_rank_mismatch(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.reduce' op number of dimensions after reduction 0 doesn't match the init rank 1}}
  %0 = linalg.reduce { arith.addf } ins(%t : tensor<4x8xf32>) outs(%v : tensor<4xf32>) dimensions = [0, 1]
  return
}

// -----

func.func @reduce_dimensions_not_increasing(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.reduce' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be in increasing order}}
  %0 = linalg.reduce { arith.addf } ins(%t : tensor<4x8xf32>) outs(%v : tensor<4xf32>) dimensions = [1, 0]
  return
}

// -----

func.func @reduce_too_few_block_arguments(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.reduce' op mismatching number of operands and block arguments}}
  %0 = linalg.reduce ins(%t : tensor<4x8xf32>) outs(%v : tensor<4xf32>) dimensions = [1] (%x: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @reduce_block_argument_other_type(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.reduce' op input element type 'f32' does not match corresponding block argument type 'f64'}}
  %0 = linalg.reduce ins(%t : tensor<4x8xf32>) outs(%v : tensor<4xf32>) dimensions = [1] (%x: f64, %y: f32) {
    linalg.yield %y : f32
  }
  return
}

// -----

func.func @reduce_inputs_of_different_shapes(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.reduce' op expects all inputs to have the same shapes. Shape at input-index 1 is not equal to the shape at input-index 0.}}
  %0:2 = linalg.reduce ins(%t, %u : tensor<4x8xf32>, tensor<8x4xf32>) outs(%v, %v : tensor<4xf32>, tensor<4xf32>) dimensions = [1] (%x: f32, %y: f32, %z: f32, %w: f32) {
    linalg.yield %x, %y : f32, f32
  }
  return
}

// -----

func.func @transpose_repeated_permutation_dim(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.transpose' op permutation is not valid}}
  %0 = linalg.transpose ins(%t : tensor<4x8xf32>) outs(%u : tensor<8x4xf32>) permutation = [0, 0]
  return
}

// -----

func.func @transpose_init_shape_mismatch(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.transpose' op dim(result, 0) = 8 doesn't match dim(input, permutation[0]) = 4}}
  %0 = linalg.transpose ins(%t : tensor<4x8xf32>) outs(%u : tensor<8x4xf32>) permutation = [0, 1]
  return
}

// -----

func.func @transpose_permutation_too_short(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.transpose' op size of permutation 1 does not match the argument rank 2}}
  %0 = linalg.transpose ins(%t : tensor<4x8xf32>) outs(%u : tensor<8x4xf32>) permutation = [0]
  return
}

// -----

func.func @transpose_init_rank_mismatch(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.transpose' op input rank 2 does not match init rank 1}}
  %0 = linalg.transpose ins(%t : tensor<4x8xf32>) outs(%v : tensor<4xf32>) permutation = [0]
  return
}

// -----

func.func @broadcast_init_dim_mismatch(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.broadcast' op input dim 0 should match init dim 0. input: 4, init: 8}}
  %0 = linalg.broadcast ins(%v : tensor<4xf32>) outs(%u : tensor<8x4xf32>) dimensions = [1]
  return
}

// -----

func.func @broadcast_dimension_out_of_range(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.broadcast' op dimension 0 is out of range. expected range: [0, 1], got: 2}}
  %0 = linalg.broadcast ins(%v : tensor<4xf32>) outs(%u : tensor<8x4xf32>) dimensions = [2]
  return
}

// -----

func.func @broadcast_without_added_dimensions(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.broadcast' op input rank plus added dimensions does not match init rank. input rank: 1, dimensions size: 0, init rank: 2}}
  %0 = linalg.broadcast ins(%v : tensor<4xf32>) outs(%u : tensor<8x4xf32>) dimensions = []
  return
}

// -----

func.func @fill_value_type_mismatch(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.fill' op expected fill value type ('i32') to match output element type ('f32')}}
  %0 = linalg.fill ins(%i : i32) outs(%t : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @fill_with_tensor_value(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{expected op with scalar input}}
  %0 = linalg.fill ins(%v : tensor<4xf32>) outs(%t : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @fill_with_two_values(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  %0 = linalg.fill ins(%f, %f : f32, f32) outs(%t : tensor<4x8xf32>) -> tensor<4x8xf32>
  // expected-error @below {{custom op 'linalg.fill' [parseNamedStructuredOpRegion] ods-gen generated region expects 2 args, got 3}}
  return
}

// -----

func.func @add_with_one_input(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  %0 = linalg.add ins(%t : tensor<4x8xf32>) outs(%t : tensor<4x8xf32>) -> tensor<4x8xf32>
  // expected-error @below {{custom op 'linalg.add' [parseNamedStructuredOpRegion] ods-gen generated region expects 3 args, got 2}}
  return
}

// -----

func.func @add_input_shape_mismatch(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.add' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 8}}
  %0 = linalg.add ins(%t, %u : tensor<4x8xf32>, tensor<8x4xf32>) outs(%t : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @add_of_float_and_integer(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{custom op 'linalg.add' Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got 'f32' and 'i32'}}
  %0 = linalg.add ins(%t, %i : tensor<4x8xf32>, i32) outs(%t : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @exp_of_integers(%t: tensor<4xi32>) {
  // expected-error @below {{custom op 'linalg.exp' unsupported non numeric type}}
  %0 = linalg.exp ins(%t : tensor<4xi32>) outs(%t : tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @sub_of_bools(%t: tensor<4xi1>) {
  // expected-error @below {{custom op 'linalg.sub' unsupported operation: sub with bools}}
  %0 = linalg.sub ins(%t, %t : tensor<4xi1>, tensor<4xi1>) outs(%t : tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @div_of_bools(%t: tensor<4xi1>) {
  // expected-error @below {{custom op 'linalg.div' unsupported operation: div with bools}}
  %0 = linalg.div ins(%t, %t : tensor<4xi1>, tensor<4xi1>) outs(%t : tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @unsigned_div_of_floats(%t: tensor<4xf32>) {
  // expected-error @below {{custom op 'linalg.div_unsigned' unsupported operation: unsigned div not on uint}}
  %0 = linalg.div_unsigned ins(%t, %t : tensor<4xf32>, tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @conv_too_many_strides(%a: tensor<1x8xf32>, %k: tensor<3xf32>, %o: tensor<6xf32>, %b: tensor<1x9x9x2xf32>, %l: tensor<3x3x2x4xf32>, %p: tensor<1x7x7x4xf32>) {
  // expected-error @below {{custom op 'linalg.conv_2d_nhwc_hwcf' 'linalg.conv_2d_nhwc_hwcf' op attribute 'strides' failed to satisfy constraint: 64-bit signless int elements attribute of shape [2]}}
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<3xi64>} ins(%b, %l : tensor<1x9x9x2xf32>, tensor<3x3x2x4xf32>) outs(%p : tensor<1x7x7x4xf32>) -> tensor<1x7x7x4xf32>
  return
}

// -----

func.func @conv_strides_other_type(%a: tensor<1x8xf32>, %k: tensor<3xf32>, %o: tensor<6xf32>, %b: tensor<1x9x9x2xf32>, %l: tensor<3x3x2x4xf32>, %p: tensor<1x7x7x4xf32>) {
  // expected-error @below {{custom op 'linalg.conv_2d_nhwc_hwcf' 'linalg.conv_2d_nhwc_hwcf' op attribute 'strides' failed to satisfy constraint: 64-bit signless int elements attribute of shape [2]}}
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi32>} ins(%b, %l : tensor<1x9x9x2xf32>, tensor<3x3x2x4xf32>) outs(%p : tensor<1x7x7x4xf32>) -> tensor<1x7x7x4xf32>
  return
}

// -----

func.func @conv_input_too_small(%a: tensor<1x8xf32>, %k: tensor<3xf32>, %o: tensor<6xf32>, %b: tensor<1x9x9x2xf32>, %l: tensor<3x3x2x4xf32>, %p: tensor<1x7x7x4xf32>) {
  // expected-error @below {{'linalg.conv_2d_nhwc_hwcf' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 15, but found 9}}
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%b, %l : tensor<1x9x9x2xf32>, tensor<3x3x2x4xf32>) outs(%p : tensor<1x7x7x4xf32>) -> tensor<1x7x7x4xf32>
  return
}

// -----

func.func @conv_kernel_rank_mismatch(%a: tensor<1x8xf32>, %k: tensor<3xf32>, %o: tensor<6xf32>, %b: tensor<1x9x9x2xf32>, %l: tensor<3x3x2x4xf32>, %p: tensor<1x7x7x4xf32>) {
  // expected-error @below {{'linalg.conv_2d_nhwc_hwcf' op expected operand #1 rank (1) to match the result rank of indexing_map (4)}}
  %0 = linalg.conv_2d_nhwc_hwcf ins(%b, %k : tensor<1x9x9x2xf32>, tensor<3xf32>) outs(%p : tensor<1x7x7x4xf32>) -> tensor<1x7x7x4xf32>
  return
}

// -----

func.func @conv_without_kernel(%a: tensor<1x8xf32>, %k: tensor<3xf32>, %o: tensor<6xf32>, %b: tensor<1x9x9x2xf32>, %l: tensor<3x3x2x4xf32>, %p: tensor<1x7x7x4xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%b : tensor<1x9x9x2xf32>) outs(%p : tensor<1x7x7x4xf32>) -> tensor<1x7x7x4xf32>
  // expected-error @below {{custom op 'linalg.conv_2d_nhwc_hwcf' [parseNamedStructuredOpRegion] ods-gen generated region expects 3 args, got 2}}
  return
}

// -----

func.func @matmul_output_shape_mismatch(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'linalg.matmul' op inferred input/output operand #2 has shape's dimension #1 to be 16, but found 8}}
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @matmul_lhs_map_lacks_reduction_dim(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'linalg.matmul' op Unexpected dim expression in map result.}}
  %0 = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @matmul_invalid_lhs_broadcast(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'linalg.matmul' op Invalid broadcast requested, should be (d2).}}
  %0 = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%v, %b : tensor<8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @matmul_maps_not_affine(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{custom op 'linalg.matmul' element of indexing_maps array is not an affine_map}}
  %0 = linalg.matmul indexing_maps = [3] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @matmul_too_few_maps(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'linalg.matmul' op expected the number of indexing_map (2) to be equal to the number of input/output operands (3)}}
  %0 = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @batch_matmul_lhs_map_lacks_reduction_dim(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'linalg.batch_matmul' op Unexpected result dim expression (outside the set of default result dims).}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, n)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%p, %q : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%r : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

func.func @batch_matmul_lhs_map_permutes_batch(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'linalg.batch_matmul' op Invalid batch dimension expression.}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (m, b, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%p, %q : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%r : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

func.func @batch_matmul_output_map_permutes_batch(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'linalg.batch_matmul' op Invalid output map result dimension.}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (m, b, n)>] ins(%p, %q : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%r : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

func.func @batch_matmul_invalid_broadcast(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'linalg.batch_matmul' op Invalid broadcast requested.}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%p, %q : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%r : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

func.func @batch_matmul_too_few_maps(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'linalg.batch_matmul' op Indexing_map attribute must have 3 affine maps.}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>] ins(%p, %q : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%r : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

func.func @batch_matmul_output_map_lacks_dim(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'linalg.batch_matmul' op expects 3 dims, but got (2).}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, n)>] ins(%p, %q : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%r : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

func.func @batch_reduce_matmul_output_map_keeps_batch(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'linalg.batch_reduce_matmul' op Invalid output map result dimension.}}
  %0 = linalg.batch_reduce_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, n)>] ins(%p, %q : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%r : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

func.func @contract_map_operand_rank_mismatch(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{ranks of shaped operand and results of corresponding affine_map differ}}
  %0 = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j, k)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @contract_dim_neither_contracted_nor_parallel(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{iteration space dim at index 1 is neither a contracting dim nor of parallel iteration type}}
  %0 = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @contract_unused_dim(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{iteration space dim at index 3 not used to access any operand}}
  %0 = linalg.contract indexing_maps = [affine_map<(i, j, k, l) -> (i, k)>, affine_map<(i, j, k, l) -> (k, j)>, affine_map<(i, j, k, l) -> (i, j)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @contract_map_not_projected_permutation(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{provided affine_map is not a projected permutation}}
  %0 = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (i, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @contract_without_contracting_dim(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'indexing_maps' do not specify a contracting dimension}}
  %0 = linalg.contract indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @contract_without_indexing_maps(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{custom op 'linalg.contract' expected 'indexing_maps' attribute}}
  %0 = linalg.contract ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @elementwise_add_with_one_input(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  // expected-error @below {{custom op 'linalg.elementwise' [parseNamedStructuredOpRegion] ods-gen generated region expects 3 args, got 2}}
  // expected-error @below {{custom op 'linalg.elementwise' unable to parse elemwise op}}
  return
}

// -----

func.func @elementwise_kind_is_integer(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{custom op 'linalg.elementwise' expected ElementwiseKind attribute}}
  %0 = linalg.elementwise kind=3 ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @elementwise_unknown_kind(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{expected ::mlir::linalg::ElementwiseKind to be one of: exp, log, abs, ceil, floor, negf, reciprocal, round, sqrt, rsqrt, square, tanh, erf, add, sub, mul, div, div_unsigned, max_signed, min_signed, max_unsigned, min_unsigned, powf, select}}
  // expected-error @below {{failed to parse ElementwiseKindAttr parameter 'value' which is to be a `::mlir::linalg::ElementwiseKind`}}
  // expected-error @below {{custom op 'linalg.elementwise' expected operation 'kind' attribute}}
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<foo> ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @softmax_dimension_out_of_range(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'linalg.softmax' op incorrect dimension specified}}
  %0 = linalg.softmax dimension(2) ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @softmax_output_shape_mismatch(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %v: tensor<8xf32>) {
  // expected-error @below {{'linalg.softmax' op incompatible output shape}}
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

func.func @pack_zero_tile(%t: tensor<4x8xf32>, %p: tensor<2x2x2x4xf32>, %u: tensor<5x8xf32>, %q: tensor<3x2x2x4xf32>, %i: i32, %n: index) {
  // expected-error @below {{invalid zero tile factor}}
  %0 = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [0, 4] into %p : tensor<4x8xf32> -> tensor<2x2x2x4xf32>
  return
}

// -----

func.func @pack_repeated_inner_dim(%t: tensor<4x8xf32>, %p: tensor<2x2x2x4xf32>, %u: tensor<5x8xf32>, %q: tensor<3x2x2x4xf32>, %i: i32, %n: index) {
  // expected-error @below {{invalid inner_dims_pos vector}}
  %0 = linalg.pack %t inner_dims_pos = [0, 0] inner_tiles = [2, 4] into %p : tensor<4x8xf32> -> tensor<2x2x2x4xf32>
  return
}

// -----

func.func @pack_outer_perm_out_of_range(%t: tensor<4x8xf32>, %p: tensor<2x2x2x4xf32>, %u: tensor<5x8xf32>, %q: tensor<3x2x2x4xf32>, %i: i32, %n: index) {
  // expected-error @below {{invalid outer_dims_perm vector}}
  %0 = linalg.pack %t outer_dims_perm = [0, 2] inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %p : tensor<4x8xf32> -> tensor<2x2x2x4xf32>
  return
}

// -----

func.func @pack_outer_perm_too_short(%t: tensor<4x8xf32>, %p: tensor<2x2x2x4xf32>, %u: tensor<5x8xf32>, %q: tensor<3x2x2x4xf32>, %i: i32, %n: index) {
  // expected-error @below {{outer_dims_perm must be a permutation or empty}}
  %0 = linalg.pack %t outer_dims_perm = [0] inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %p : tensor<4x8xf32> -> tensor<2x2x2x4xf32>
  return
}

// -----

func.func @pack_more_tiles_than_dims(%t: tensor<4x8xf32>, %p: tensor<2x2x2x4xf32>, %u: tensor<5x8xf32>, %q: tensor<3x2x2x4xf32>, %i: i32, %n: index) {
  // expected-error @below {{tiling factors must equal the number of dimensions to tile}}
  %0 = linalg.pack %t inner_dims_pos = [0] inner_tiles = [2, 4] into %p : tensor<4x8xf32> -> tensor<2x2x2x4xf32>
  return
}

// -----

func.func @pack_result_rank_mismatch(%t: tensor<4x8xf32>, %p: tensor<2x2x2x4xf32>, %u: tensor<5x8xf32>, %q: tensor<3x2x2x4xf32>, %i: i32, %n: index) {
  // expected-error @below {{packed rank != (unpacked rank + num tiling factors), got 4 != 3}}
  %0 = linalg.pack %t inner_dims_pos = [0] inner_tiles = [2] into %p : tensor<4x8xf32> -> tensor<2x2x2x4xf32>
  return
}

// -----

func.func @pack_tile_size_mismatch(%t: tensor<4x8xf32>, %p: tensor<2x2x2x4xf32>, %u: tensor<5x8xf32>, %q: tensor<3x2x2x4xf32>, %i: i32, %n: index) {
  // expected-error @below {{mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type}}
  %0 = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [2, 3] into %p : tensor<4x8xf32> -> tensor<2x2x2x4xf32>
  return
}

// -----

func.func @pack_result_shape_mismatch(%t: tensor<4x8xf32>, %p: tensor<2x2x2x4xf32>, %u: tensor<5x8xf32>, %q: tensor<3x2x2x4xf32>, %i: i32, %n: index) {
  // expected-error @below {{expected 'tensor<2x2x2x4xf32>' for the packed domain value, got 'tensor<3x2x2x4xf32>'}}
  %0 = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %q : tensor<4x8xf32> -> tensor<3x2x2x4xf32>
  return
}

// -----

func.func @pack_partial_tile_without_padding(%t: tensor<4x8xf32>, %p: tensor<2x2x2x4xf32>, %u: tensor<5x8xf32>, %q: tensor<3x2x2x4xf32>, %i: i32, %n: index) {
  // expected-error @below {{'linalg.pack' op invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set}}
  %0 = linalg.pack %u inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %q : tensor<5x8xf32> -> tensor<3x2x2x4xf32>
  return
}

// -----

func.func @pack_padding_type_mismatch(%t: tensor<4x8xf32>, %p: tensor<2x2x2x4xf32>, %u: tensor<5x8xf32>, %q: tensor<3x2x2x4xf32>, %i: i32, %n: index) {
  // expected-error @below {{'linalg.pack' op expected padding_value has 'f32' but got: 'i32'}}
  %0 = linalg.pack %u padding_value(%i : i32) inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %q : tensor<5x8xf32> -> tensor<3x2x2x4xf32>
  return
}

// -----

func.func @winograd_filter_height_mismatch(%g: tensor<2x4x3x5xf32>, %h: tensor<6x6x5x2xf32>) {
  // expected-error @below {{'linalg.winograd_filter_transform' op expect filter height either equals to r or 1}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%g : tensor<2x4x3x5xf32>) outs(%h : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}

// -----

func.func @winograd_filter_output_shape_mismatch(%g: tensor<2x3x3x5xf32>, %h: tensor<6x5x5x2xf32>) {
  // expected-error @below {{'linalg.winograd_filter_transform' op the output shape is not expected}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%g : tensor<2x3x3x5xf32>) outs(%h : tensor<6x5x5x2xf32>) -> tensor<6x5x5x2xf32>
  return
}

// -----

func.func @winograd_unknown_fmr(%g: tensor<2x3x3x5xf32>, %h: tensor<6x5x5x2xf32>) {
  // expected-error @below {{custom op 'linalg.winograd_filter_transform' expected string or keyword containing one of the following enum values for attribute 'fmr' [F_2_3, F_4_3, F_2_5]}}
  %0 = linalg.winograd_filter_transform fmr(F_4_5) ins(%g : tensor<2x3x3x5xf32>) outs(%h : tensor<6x5x5x2xf32>) -> tensor<6x5x5x2xf32>
  return
}

// -----

func.func @unknown_linalg_attribute(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{attribute '"linalg.foo"' not supported by the linalg dialect}}
  %0 = "foo.x"() {linalg.foo} : () -> i32
  return
}

// -----

func.func @generic_form_matmul_output_mismatch(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<4x8xf32>, %f: f32, %i: i32, %n: index) {
  // expected-error @below {{'linalg.matmul' op inferred input/output operand #2 has shape's dimension #1 to be 4, but found 8}}
  %0 = "linalg.matmul"(%t, %u, %t) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  }) : (tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @matmul_body_without_add_mul(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>) {
  // expected-error @below {{expected add/mul op in the body}}
  %0 = "linalg.matmul"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    "linalg.yield"(%x) : (f32) -> ()
  }) : (tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @exp_with_too_few_block_arguments(%a: tensor<4x8xf32>) {
  // expected-error @below {{'linalg.exp' op expected as many non-induction variable region arguments as the number of input/output operands}}
  %0 = "linalg.exp"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%x: f32):
    "linalg.yield"(%x) : (f32) -> ()
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// What an op without regions writes into is checked as well, whatever else stands in its block.

func.func @destination_types(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error @below {{'linalg.softmax' op expected type of operand #1 ('tensor<4xf32>') to match type of corresponding result ('tensor<8xf32>')}}
  %0 = "linalg.softmax"(%a, %b) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @destination_without_result(%v: vector<4xf32>, %t: tensor<4xf32>, %i: index) {
  // expected-error @below {{'vector.transfer_write' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  "vector.transfer_write"(%v, %t, %i) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, tensor<4xf32>, index) -> ()
  return
}
