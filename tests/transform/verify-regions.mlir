// What ops with regions pass to their regions, and where they may be nested.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.alternatives' op along control flow edge from parent to Region #1: region branch point has 1 operands, but region successor needs 0 inputs}}
    // expected-note @below {{region branch point}}
    transform.alternatives %root : !transform.any_op {
    ^bb0(%arg: !transform.any_op):
      transform.yield 
    }, {}
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.alternatives %root : !transform.any_op {
    ^bb0(%arg: !transform.any_op):
      transform.yield 
    }, {
    ^bb0(%arg: !transform.any_op):
      transform.yield 
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.alternatives' op along control flow edge from parent to Region #0: region branch point has 1 operands, but region successor needs 2 inputs}}
    // expected-note @below {{region branch point}}
    transform.alternatives %root : !transform.any_op {
    ^bb0(%arg: !transform.any_op, %x: !transform.any_op):
      transform.yield 
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.alternatives  {
    ^bb0(%arg: !transform.any_op):
      transform.yield 
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.sequence' op along control flow edge from parent to Region #0: region branch point has 1 operands, but region successor needs 2 inputs}}
    // expected-note @below {{region branch point}}
    transform.sequence %root : !transform.any_op failures(propagate)  {
    ^bb0(%arg: !transform.any_op, %x: !transform.any_op):
      transform.yield 
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.foreach' op expects co-indexed targets and the body's block arguments to have the same op/value/param type}}
    transform.foreach %root : !transform.any_op {
    ^bb0(%arg: !transform.op<"x">):
      transform.yield 
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.alternatives' op expects terminator operands to have the same type as results of the operation}}
    transform.alternatives %root : !transform.any_op -> !transform.op<"x"> {
    ^bb0(%arg: !transform.any_op):
      // expected-note @below {{terminator}}
      transform.yield %arg : !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sequence failures(propagate)  {
    ^bb0(%arg: !transform.any_op):
      transform.yield 
    }
    transform.yield
  }
}

// -----

// expected-note @below {{nested in another possible top-level op}}
transform.sequence failures(propagate)  {
    ^bb0(%arg: !transform.any_op):
    // expected-error @below {{'transform.sequence' op expects operands to be provided for a nested op}}
    transform.sequence failures(propagate)  {
    ^bb0(%arg1: !transform.any_op):
      transform.yield 
    }
}

// -----

// expected-note @below {{nested in another possible top-level op}}
transform.sequence failures(propagate)  {
    ^bb0(%arg: !transform.any_op):
    // expected-error @below {{'transform.alternatives' op expects operands to be provided for a nested op}}
    transform.alternatives {
    ^bb0(%arg1: !transform.any_op):
      transform.yield 
    }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.foreach' op expects the same number of targets as the body has block arguments}}
    transform.foreach %root, %root : !transform.any_op, !transform.any_op {
    ^bb0(%arg: !transform.any_op):
      transform.yield 
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.foreach' op expects co-indexed results and yield operands to have the same op/value/param type}}
    transform.foreach %root : !transform.any_op -> !transform.op<"x"> {
    ^bb0(%arg: !transform.any_op):
      transform.yield  %arg : !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.sequence' op expects the types of the terminator operands to match the types of the result}}
    %0 = transform.sequence %root : !transform.any_op -> !transform.op<"x"> failures(propagate)  {
    ^bb0(%arg: !transform.any_op):
      // expected-note @below {{terminator}}
      transform.yield %arg : !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.sequence' op expects the type of the block argument to match the type of the operand}}
    transform.sequence %root : !transform.any_op failures(propagate)  {
    ^bb0(%arg: !transform.op<"x">):
      transform.yield
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.sequence' op along control flow edge from parent to Region #0: successor operand type #1 '!transform.any_op' should match successor input type #1 '!transform.any_param'}}
    // expected-note @below {{region branch point}}
    transform.sequence %root, %root : (!transform.any_op, !transform.any_op) failures(propagate)  {
    ^bb0(%arg: !transform.any_op, %x : !transform.any_param):
      transform.yield
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.alternatives' op expects the type of the block argument to match the type of the operand}}
    transform.alternatives %root : !transform.any_op  {
    ^bb0(%arg: !transform.op<"x">):
      transform.yield
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.foreach %root : !transform.any_op -> !transform.any_op {
    ^bb0(%arg: !transform.any_op):
      transform.yield  %arg : !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op, %p: !transform.param<i64>) {
    // expected-error @below {{'transform.foreach' op expects co-indexed targets and the body's block arguments to have the same op/value/param type}}
    transform.foreach %p : !transform.param<i64> {
    ^bb0(%arg: !transform.any_param):
      transform.yield 
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.op<"x">, %p: !transform.param<i64>) {
    // expected-error @below {{'transform.foreach' op expects co-indexed targets and the body's block arguments to have the same op/value/param type}}
    transform.foreach %root : !transform.op<"x"> {
    ^bb0(%arg: !transform.any_op):
      transform.yield 
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.op<"x">, %p: !transform.param<i64>) {
    // expected-error @below {{'transform.foreach' op expects co-indexed results and yield operands to have the same op/value/param type}}
    %0 = transform.foreach %root : !transform.op<"x"> -> !transform.any_op {
    ^bb0(%arg: !transform.op<"x">):
      transform.yield  %arg : !transform.op<"x">
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.op<"x">, %p: !transform.param<i64>) {
    // expected-error @below {{'transform.foreach' op expects co-indexed results and yield operands to have the same op/value/param type}}
    %0 = transform.foreach %root : !transform.op<"x"> -> !transform.any_value {
    ^bb0(%arg: !transform.op<"x">):
      transform.yield  %arg : !transform.op<"x">
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op, %p: !transform.param<i64>) {
    // expected-error @below {{'transform.foreach' op expects co-indexed targets and the body's block arguments to have the same op/value/param type}}
    transform.foreach %root : !transform.any_op {
    ^bb0(%arg: !transform.op<"x">):
    }
    transform.yield
  }
}
