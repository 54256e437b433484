// Transform ops say what they do to their handles; an argument that is marked as consumed and is not is worth a warning.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%e: !transform.any_op) { transform.yield }
  transform.named_sequence @m(%e: !transform.any_op) {
    // expected-error @below {{TransformOpInterface requires memory effects on operands to be specified}}
    // expected-note @below {{no effects specified for operand #0}}
    transform.include @f failures(propagate) (%e) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

// An argument of two is said something of.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%e: !transform.any_op {transform.readonly}, %p: !transform.any_param) { transform.yield }
  transform.named_sequence @m(%e: !transform.any_op, %p: !transform.any_param) {
    transform.sequence %e : !transform.any_op failures(propagate) {
    ^bb0(%arg: !transform.any_op):
      // expected-error @below {{TransformOpInterface requires memory effects on operands to be specified}}
      // expected-note @below {{no effects specified for operand #1}}
      transform.include @f failures(propagate) (%arg, %p) : (!transform.any_op, !transform.any_param) -> ()
    }
    transform.yield
  }
}

// -----

// What is wrong with the callee is the error where there is none.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%e: !transform.any_op) {
    // expected-error @below {{does not reference a named transform sequence}}
    transform.include @none failures(propagate) (%e) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-warning @below {{op argument #0 is not consumed in the body but is marked as consumed}}
  // expected-warning @below {{op argument #2 is not consumed in the body but is marked as consumed}}
  transform.named_sequence @m(%e: !transform.any_op {transform.consumed}, %f: !transform.any_op {transform.consumed},
                              %g: !transform.any_op {transform.consumed}) {
    transform.apply_cse to %e : !transform.any_op
    %0 = transform.structured.generalize %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  // A declaration is believed.
  transform.named_sequence @declared(%e: !transform.any_op {transform.consumed})
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-warning @below {{op argument #0 is not consumed in the body but is marked as consumed}}
  // expected-error @below {{argument #1 cannot be both readonly and consumed}}
  transform.named_sequence @m(%e: !transform.any_op {transform.consumed},
                              %f: !transform.any_op {transform.consumed, transform.readonly}) {
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{argument #0 is consumed in the body but is not marked as such}}
  transform.named_sequence @m(%e: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.generalize %e : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-error @below {{"transform.consumed" must be a unit attribute}}
module attributes {transform.consumed = 1} {}

// -----

// expected-error @below {{"transform.readonly" must be a unit attribute}}
module attributes {transform.readonly = 1} {}

// -----

// A sequence that is called says something of each argument, even if the effects on the values passed are known.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%e: !transform.any_op {transform.consumed}) {
    transform.include @called failures(propagate) (%e, %e) : (!transform.any_op, !transform.any_op) -> ()
    transform.yield
  }
  // expected-error @below {{must provide consumed/readonly status for arguments of external or called ops}}
  transform.named_sequence @called(%a: !transform.any_op {transform.consumed}, %b: !transform.any_op) {
    %0 = transform.structured.generalize %a : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// What is nested in an op uses up what that passes on, and no other handle.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @inner(%e: !transform.any_op {transform.readonly}, %f: !transform.any_op {transform.readonly}) {
    transform.foreach %f : !transform.any_op {
    ^bb0(%g: !transform.any_op):
      %0 = transform.structured.generalize %e : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
  // expected-error @below {{argument #0 is consumed in the body but is not marked as such}}
  transform.named_sequence @passed(%e: !transform.any_op {transform.readonly}) {
    transform.foreach %e : !transform.any_op {
    ^bb0(%g: !transform.any_op):
      transform.sequence %g : !transform.any_op failures(propagate) {
      ^bb0(%h: !transform.any_op):
        %0 = transform.structured.generalize %h : (!transform.any_op) -> !transform.any_op
      }
    }
    transform.yield
  }
}
