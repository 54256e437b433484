// RUN: terrace-opt %s --transform-interpreter --verify-diagnostics

// Regions run several times; where one of two results was not made, neither handle stands for anything.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    transform.test_transform_op_with_regions {
      "transform.test_branching_transform_op_terminator"()[^bb1] : () -> ()
    ^bb1:
      "transform.test_branching_transform_op_terminator"() : () -> ()
    }, {
    }
    %0, %1 = transform.test_produce_transform_param_or_forward_operand %arg0 {first_result_is_null} : (!transform.any_op) -> (!transform.any_op, !transform.param<i64>)
    // One of the two was not made, so that neither stands for anything.
    %2 = transform.num_associations %0 : (!transform.any_op) -> !transform.param<i64>
    // expected-remark @below {{ops: 0 : i64}}
    transform.debug.emit_param_as_remark %2, "ops:" : !transform.param<i64>
    %3 = transform.num_associations %1 : (!transform.param<i64>) -> !transform.param<i64>
    // expected-remark @below {{params: 0 : i64}}
    transform.debug.emit_param_as_remark %3, "params:" : !transform.param<i64>
    transform.test_re_enter_region {
      // What one run uses up is there again in the next.
      %4 = transform.test_produce_self_handle_or_forward_operand : () -> !transform.any_op
      transform.test_consume_operand %4 : !transform.any_op
      transform.yield
    }
    // expected-error @below {{attempting to assign a null payload op to this transform value}}
    transform.test_produce_null_payload : !transform.any_op
    transform.yield
  }
}
