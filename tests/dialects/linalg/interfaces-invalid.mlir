// Ops that claim to be convolutions, or to fill.
// RUN: terrace-test-opt %s --split-input-file --verify-diagnostics

#map = affine_map<(d0) -> (d0)>
func.func @one_input(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{expected op with 2 inputs and 1 output}}
  %0 = test.linalg_conv_op {indexing_maps = [#map, #map], iterator_types = [#test.iterator_type<parallel>]}
      ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %y : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @no_sum(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{unexpected input index map for convolutions}}
  %0 = test.linalg_conv_op {
      indexing_maps = [affine_map<(d0, d1) -> (d0 * 2)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = [#test.iterator_type<parallel>, #test.iterator_type<reduction>]}
      ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<?xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %z : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @not_parallel(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{expected all iterators used to access outputs to be parallel}}
  %0 = test.linalg_conv_op {
      indexing_maps = [affine_map<(d0, d1) -> (d0 + d1 * 2)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = [#test.iterator_type<reduction>, #test.iterator_type<reduction>]}
      ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<?xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %z : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @nothing_convolved(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{expected convolved dim to be non-empty}}
  %0 = test.linalg_conv_op {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = [#test.iterator_type<parallel>]}
      ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<?xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %z : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @fits(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %0 = test.linalg_conv_op {
      indexing_maps = [affine_map<(d0, d1) -> (d0 + d1 * 2)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = [#test.iterator_type<parallel>, #test.iterator_type<reduction>]}
      ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<?xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %z : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @fill_with_other(%x: f64, %t: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'test.linalg_fill_op' op expected fill value type ('f64') to match output element type ('f32')}}
  %0 = test.linalg_fill_op {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : f64) outs(%t : tensor<?xf32>) {
    ^bb0(%a: f64, %b: f32):
      linalg.yield %b : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @not_structured(%x: f32, %t: tensor<?xf32>) {
  // expected-error@+1 {{expected a LinalgOp}}
  %0 = "test.fill_op_not_linalg_op"(%x, %t) : (f32, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @not_structured_either(%t: tensor<?xf32>) {
  // expected-error@+1 {{expected a LinalgOp}}
  %0 = "test.conv_op_not_linalg_op"(%t, %t, %t) : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
