// `!pdl.operation` is a type of handles to ops; other types of the dialect pdl are not.
// RUN: terrace-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @addition_to_annotate(
// CHECK: arith.addf {{.*}} {found}
func.func @addition_to_annotate(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !pdl.operation {transform.readonly}) {
    %0 = transform.structured.match ops{["arith.addf"]} in %root : (!pdl.operation) -> !pdl.operation
    transform.annotate %0 "found" : !pdl.operation
    %1 = transform.cast %0 : !pdl.operation to !transform.op<"arith.addf">
    %2 = transform.merge_handles %0, %0 : !pdl.operation
    transform.include @each failures(propagate) (%2) : (!pdl.operation) -> ()
    transform.yield
  }
  transform.named_sequence @each(%ops: !pdl.operation {transform.readonly}) {
    transform.foreach %ops : !pdl.operation {
    ^bb0(%op: !pdl.operation):
      %parent = transform.get_parent_op %op : (!pdl.operation) -> !pdl.operation
    }
    transform.yield
  }
}

// -----

// expected-error @below {{expects the first entry block argument to be of type implementing TransformHandleTypeInterface}}
transform.sequence failures(propagate) {
^bb0(%root: !pdl.value):
}

// -----

// expected-error @below {{expects trailing entry block arguments to be of type implementing}}
// expected-note @below {{argument #1 does not}}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op, %other: !pdl.range<operation>):
}
