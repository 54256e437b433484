// A matrix product is found by what can be inferred of an op, whatever it is called.
// RUN: terrace-opt %s --transform-interpreter --verify-diagnostics

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#rhs_transposed = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @products(%lhs: tensor<5x7xf32>, %rhs: tensor<7x3xf32>, %turned: tensor<3x7xf32>, %out: tensor<5x3xf32>) -> tensor<5x3xf32> {
  // expected-remark @below {{matrix product}}
  %0 = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%lhs, %rhs : tensor<5x7xf32>, tensor<7x3xf32>) outs(%out : tensor<5x3xf32>) {
  ^bb0(%l: f32, %r: f32, %acc: f32):
    %1 = arith.mulf %l, %r : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x3xf32>
  // expected-remark @below {{matrix product}}
  %3 = linalg.generic {indexing_maps = [#lhs, #rhs_transposed, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%lhs, %turned : tensor<5x7xf32>, tensor<3x7xf32>) outs(%0 : tensor<5x3xf32>) {
  ^bb0(%l: f32, %r: f32, %acc: f32):
    %4 = arith.mulf %l, %r : f32
    %5 = arith.addf %acc, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<5x3xf32>
  // expected-remark @below {{matrix product}}
  %6 = linalg.matmul ins(%lhs, %rhs : tensor<5x7xf32>, tensor<7x3xf32>) outs(%3 : tensor<5x3xf32>) -> tensor<5x3xf32>
  // A maximum of sums is none.
  %7 = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%lhs, %rhs : tensor<5x7xf32>, tensor<7x3xf32>) outs(%6 : tensor<5x3xf32>) {
  ^bb0(%l: f32, %r: f32, %acc: f32):
    %8 = arith.addf %l, %r : f32
    %9 = arith.maximumf %acc, %8 : f32
    linalg.yield %9 : f32
  } -> tensor<5x3xf32>
  return %7 : tensor<5x3xf32>
}

// Of a higher rank.
func.func @batches(%lhs: tensor<2x5x7xf32>, %rhs: tensor<2x7x3xf32>, %out: tensor<2x5x3xf32>) -> tensor<2x5x3xf32> {
  %0 = linalg.batch_matmul ins(%lhs, %rhs : tensor<2x5x7xf32>, tensor<2x7x3xf32>) outs(%out : tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    transform.foreach_match in %root @match_generic_matmul -> @show : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @show(%product: !transform.any_op {transform.readonly}) {
    transform.debug.emit_remark_at %product, "matrix product" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @match_generic_matmul(%candidate: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.structured %candidate : !transform.any_op {
    ^bb0(%c: !transform.any_op):
      %rank = transform.match.structured.rank %c : (!transform.any_op) -> !transform.param<i64>
      %c3 = transform.param.constant 3 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %rank, %c3 : !transform.param<i64>
      %n_ins = transform.match.structured.num_inputs %c : (!transform.any_op) -> !transform.param<i64>
      %c2 = transform.param.constant 2 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %n_ins, %c2 : !transform.param<i64>
      %n_inits = transform.match.structured.num_inits %c : (!transform.any_op) -> !transform.param<i64>
      %c1 = transform.param.constant 1 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %n_inits, %c1 : !transform.param<i64>
      transform.match.structured.input %c[all] {projected_permutation} : !transform.any_op
      transform.match.structured.init %c[0] {projected_permutation} : !transform.any_op
      transform.match.structured.body %c {contraction = ["arith.mulf", "arith.addf"]} : !transform.any_op
      %batch, %lhs, %rhs, %reduction = transform.match.structured.classify_contraction_dims %c
        : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
      %n_batch = transform.num_associations %batch : (!transform.param<i64>) -> !transform.param<i64>
      %n_lhs = transform.num_associations %lhs : (!transform.param<i64>) -> !transform.param<i64>
      %n_rhs = transform.num_associations %rhs : (!transform.param<i64>) -> !transform.param<i64>
      %n_reduction = transform.num_associations %reduction : (!transform.param<i64>) -> !transform.param<i64>
      %c0 = transform.param.constant 0 : i64 -> !transform.param<i64>
      transform.match.param.cmpi eq %n_batch, %c0 : !transform.param<i64>
      transform.match.param.cmpi eq %n_lhs, %c1 : !transform.param<i64>
      transform.match.param.cmpi eq %n_rhs, %c1 : !transform.param<i64>
      transform.match.param.cmpi eq %n_reduction, %c1 : !transform.param<i64>
    }
    transform.yield %candidate : !transform.any_op
  }
}
