// What is reported of a script shows the op as it was then, and ops in errors in generic form.
// RUN: not terrace-opt %s --transform-interpreter --split-input-file 2>&1 | FileCheck %s

// CHECK: remark: one 1 : i64
// CHECK: note: see current operation: transform.debug.emit_param_as_remark %0, "one" : !transform.param<i64>
// CHECK: error: expected parameter to be equal to 2, got 1
// CHECK: note: value # 0 associated with the parameter defined here
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %a = transform.param.constant 1 : i64 -> !transform.param<i64>
    %b = transform.param.constant 2 : i64 -> !transform.param<i64>
    transform.debug.emit_param_as_remark %a, "one" : !transform.param<i64>
    transform.match.param.cmpi eq %a, %b : !transform.param<i64>
    transform.yield
  }
}

// -----

// A remark at a payload op shows it, one of a parameter there does not.
// CHECK: remark: anchored 200 : ui8
// CHECK-NOT: see current operation
// CHECK: error: expected parameter to be not equal to -56, got -56
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %a = transform.param.constant 200 : ui8 -> !transform.any_param
    transform.debug.emit_param_as_remark %a, "anchored" at %r : !transform.any_param, !transform.any_op
    transform.match.param.cmpi ne %a, %a : !transform.any_param
    transform.yield
  }
}

// -----

// CHECK: remark: the constant
// CHECK: note: see current operation: %c0 = arith.constant 0 : index
// CHECK: error: could not find a producer for operand number: 0 of %{{.*}} = "arith.addi"(%arg0, %{{.*}}) <{overflowFlags = #arith.overflow<none>}> {done} : (index, index) -> index
func.func @addition_of_zero(%a: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = arith.addi %a, %c0 : index
  return %0 : index
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %c = transform.structured.match ops{["arith.constant"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %c, "the constant" : !transform.any_op
    transform.annotate %c "done" : !transform.any_op
    %e = transform.structured.match ops{["arith.addi"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.annotate %e "done" : !transform.any_op
    %p = transform.get_producer_of_operand %e[0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// An op of several lines begins on a line of its own.
// CHECK: error: incompatible payload operation name expected func.func vs builtin.module -> {{$}}
// CHECK-NEXT: "builtin.module"() ({
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.cast %r : !transform.any_op to !transform.op<"func.func">
    transform.yield
  }
}

// -----

// CHECK: error: no such option nope in pass 'canonicalize', which has {{.*}}max-iterations
// CHECK: note: see current operation: %{{.*}} = "transform.apply_registered_pass"
// CHECK: error: failed to add pass or pass pipeline to pipeline: canonicalize
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%r: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    %0 = transform.apply_registered_pass "canonicalize" with options = {"nope" = true} to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  func.func private @declaration()
}

// -----

// CHECK: error: could not find a nested named sequence with name: __transform_main
// CHECK-NEXT: module
// CHECK: note: see current operation
module attributes {transform.with_named_sequence} {
  transform.named_sequence @other(%r: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

// -----

// A declaration has nothing to run.
// CHECK: error: 'transform.named_sequence' op expects a single-block region
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @__transform_main(%r: !transform.any_op {transform.readonly})
}

// -----

// CHECK: error: unresolved matcher symbol @m
// CHECK: note: see current operation: %0 = "transform.collect_matching"(%arg0) <{matcher = @m}> : (!transform.any_op) -> !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %x = transform.collect_matching @m in %r : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
