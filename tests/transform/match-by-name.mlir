// Matchers by name, run on all ops below the root.
// RUN: terrace-opt %s --transform-interpreter --verify-diagnostics
// RUN: terrace-opt %s --transform-interpreter --debug-only=transform-matcher 2>&1 | FileCheck %s

// CHECK: [transform-matcher] matching {{.*}}linalg.matmul
// CHECK-NEXT: [transform-matcher] matcher match_elemwise failed: wrong operation name

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
    %elemwise = transform.collect_matching @match_elemwise in %root : (!transform.any_op) -> !transform.any_op
    %matmul = transform.collect_matching @match_matmul in %root : (!transform.any_op) -> !transform.any_op
    transform.include @print_elemwise failures(propagate) (%elemwise) : (!transform.any_op) -> ()
    transform.include @print_matmul failures(propagate) (%matmul) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @match_elemwise(%entry: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %entry ["linalg.elementwise"] : !transform.any_op
    transform.yield %entry : !transform.any_op
  }
  transform.named_sequence @match_matmul(%entry: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %entry ["linalg.matmul"] : !transform.any_op
    transform.yield %entry : !transform.any_op
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
