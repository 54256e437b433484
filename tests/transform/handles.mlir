// What ops on handles and parameters make of them; each line as mlir-opt prints it.
// RUN: terrace-opt %s --transform-interpreter --verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @two_additions(%a: i32, %b: i32) -> i32 {
    // expected-remark @below {{first}}
    // expected-remark @below {{merged}}
    // expected-remark @below {{producer}}
    // expected-remark @below {{operand}}
    // expected-note @below {{value handle points to an op result #0}}
    %0 = arith.addi %a, %b : i32
    // expected-remark @below {{second}}
    // expected-remark @below {{merged}}
    // expected-remark @below {{consumer}}
    %1 = arith.addi %0, %b : i32
    return %1 : i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %adds = transform.structured.match ops{["arith.addi"]} in %root : (!transform.any_op) -> !transform.any_op
    %first, %second = transform.split_handle %adds : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.debug.emit_remark_at %first, "first" : !transform.any_op
    transform.debug.emit_remark_at %second, "second" : !transform.any_op
    %merged = transform.merge_handles deduplicate %second, %first, %second : !transform.any_op
    transform.debug.emit_remark_at %merged, "merged" : !transform.any_op
    %count = transform.num_associations %merged : (!transform.any_op) -> !transform.param<i64>
    // expected-remark @below {{count 2 : i64}}
    transform.debug.emit_param_as_remark %count, "count" : !transform.param<i64>
    %producer = transform.get_producer_of_operand %second[0] : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %producer, "producer" : !transform.any_op
    %consumer = transform.get_consumers_of_result %first[0] : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %consumer, "consumer" : !transform.any_op
    %operand = transform.get_operand %second[0] : (!transform.any_op) -> !transform.any_value
    transform.debug.emit_remark_at %operand, "operand" : !transform.any_value
    %type = transform.get_type %operand : (!transform.any_value) -> !transform.type
    // expected-remark @below {{i32}}
    transform.debug.emit_param_as_remark %type : !transform.type
    %three = transform.param.constant 3 : i64 -> !transform.param<i64>
    %pattern = transform.replicate num(%adds) %three : !transform.any_op, !transform.param<i64>
    // expected-remark @below {{3 : i64, 3 : i64}}
    transform.debug.emit_param_as_remark %pattern : !transform.param<i64>
    %selected = transform.select "func.func" in %root : (!transform.any_op) -> !transform.any_op
    transform.match.operation_empty %selected : !transform.any_op
    transform.yield
  }
}
