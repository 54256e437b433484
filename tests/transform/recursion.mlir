// Named sequences that include themselves are refused; attributes of the dialect are checked.
// RUN: terrace-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics

module attributes {transform.with_named_sequence} {
  // expected-error @below {{recursion not allowed in named sequences}}
  transform.named_sequence @f(%e: !transform.any_op {transform.readonly}) {
    transform.include @f failures(propagate) (%e) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{operation on recursion stack}}
  transform.named_sequence @c(%r: !transform.any_op {transform.readonly}) {
    transform.include @d failures(propagate) (%r) : (!transform.any_op) -> ()
    transform.yield
  }
  // expected-note @below {{operation on recursion stack}}
  transform.named_sequence @d(%r: !transform.any_op {transform.readonly}) {
    transform.include @e failures(propagate) (%r) : (!transform.any_op) -> ()
    transform.yield
  }
  // expected-error @below {{recursion not allowed in named sequences}}
  transform.named_sequence @e(%r: !transform.any_op {transform.readonly}) {
    transform.include @c failures(propagate) (%r) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

// Matchers decide how deep an action goes that matches again.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%r: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %r : !transform.any_op
  }
  transform.named_sequence @b(%r: !transform.any_op {transform.consumed}) {
    %x = transform.foreach_match in %r @m -> @b : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-error @below {{"transform.silence_tracking_failures" must be a unit attribute}}
module attributes {transform.silence_tracking_failures = 1} {}

// -----

// expected-error @below {{unknown attribute: "transform.disable"}}
module attributes {transform.disable} {}

// -----

// expected-error @below {{"transform.target_tag" attribute must be a string}}
module attributes {transform.target_tag = 1} {}

// -----

// expected-error @below {{"transform.with_named_sequence" attribute can only be attached to operations with symbol tables}}
func.func private @without_symbol_table() attributes {transform.with_named_sequence}

// -----

// To change a function of the name is not to run it.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%r: !transform.any_op {transform.consumed}) {
    %0, %1 = transform.func.replace_func_signature @f args_interchange = [0] results_interchange = [] at %r
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
