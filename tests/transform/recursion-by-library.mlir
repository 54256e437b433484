// A cycle that a library closes is found when it is run, or when the symbols are merged.
// RUN: not terrace-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/recursive-library.mlir --transform-interpreter 2>&1 | FileCheck %s

// CHECK: error: recursion not allowed in named sequences
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @calls_back(!transform.any_op {transform.readonly})
  transform.named_sequence @declared(%r: !transform.any_op {transform.readonly}) {
    transform.include @calls_back failures(propagate) (%r) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    transform.include @declared failures(propagate) (%r) : (!transform.any_op) -> ()
    transform.yield
  }
}
