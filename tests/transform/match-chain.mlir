// A chain of ops, found from its last one backwards.
// RUN: terrace-opt %s --transform-interpreter --verify-diagnostics

func.func @fc_relu(%lhs: tensor<512x512xf32>, %rhs: tensor<512x512xf32>, %bias: tensor<512x512xf32>, %output: tensor<512x512xf32>) -> tensor<512x512xf32> {
  // expected-remark @below {{matmul}}
  %matmul = linalg.matmul ins(%lhs, %rhs: tensor<512x512xf32>, tensor<512x512xf32>) outs(%output: tensor<512x512xf32>) -> tensor<512x512xf32>
  // expected-remark @below {{elementwise binary}}
  %biased = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%matmul, %bias : tensor<512x512xf32>, tensor<512x512xf32>) outs(%output : tensor<512x512xf32>) -> tensor<512x512xf32>
  %c0f = arith.constant dense<0.0> : tensor<512x512xf32>
  // expected-remark @below {{elementwise binary}}
  %relued = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%biased, %c0f : tensor<512x512xf32>, tensor<512x512xf32>) outs(%output : tensor<512x512xf32>) -> tensor<512x512xf32>
  func.return %relued : tensor<512x512xf32>
}

module @transforms attributes { transform.with_named_sequence } {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %matmul, %el1, %el2 = transform.collect_matching @match_matmul_elemwise in %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %elemwise = transform.merge_handles %el1, %el2 : !transform.any_op
    transform.include @print_elemwise failures(propagate) (%elemwise) : (!transform.any_op) -> ()
    transform.include @print_matmul failures(propagate) (%matmul) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @match_matmul_elemwise(%last: !transform.any_op {transform.readonly}) -> (!transform.any_op, !transform.any_op, !transform.any_op) {
    transform.match.operation_name %last ["linalg.elementwise"] : !transform.any_op
    %middle = transform.get_producer_of_operand %last[0] : (!transform.any_op) -> !transform.any_op
    transform.match.operation_name %middle ["linalg.elementwise"] : !transform.any_op
    %matmul = transform.get_producer_of_operand %middle[0] : (!transform.any_op) -> !transform.any_op
    transform.match.operation_name %matmul ["linalg.matmul"] : !transform.any_op
    transform.yield %matmul, %middle, %last : !transform.any_op, !transform.any_op, !transform.any_op
  }
  transform.named_sequence @print_elemwise(%elemwise_binary: !transform.any_op {transform.readonly}) {
    transform.debug.emit_remark_at %elemwise_binary, "elementwise binary" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @print_matmul(%matmul: !transform.any_op {transform.readonly}) {
    transform.debug.emit_remark_at %matmul, "matmul" : !transform.any_op
    transform.yield
  }
}
