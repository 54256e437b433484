// What ops say they do to handles and payload, and lack.
// RUN: terrace-test-opt %s --split-input-file --verify-diagnostics

transform.sequence failures(propagate) {
^bb0(%r: !transform.any_op):
  // expected-error @below {{TransformOpInterface requires memory effects on operands to be specified}}
  // expected-note @below {{no effects specified for operand #0}}
  %0 = transform.test_required_memory_effects %r {modifies_payload, has_result_effect} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%r: !transform.any_op):
  // expected-error @below {{TransformOpInterface requires 'allocate' memory effect to be specified for results}}
  // expected-note @below {{no 'allocate' effect specified for result #0}}
  %0 = transform.test_required_memory_effects %r {modifies_payload, has_operand_effect} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%r: !transform.any_op):
  // expected-error @below {{TransformOpInterface expects ops consuming operands to have a 'write' effect on the payload resource}}
  // expected-note @below {{consumes operand #0}}
  %0 = transform.test_required_memory_effects %r {has_operand_effect, has_result_effect} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%r: !transform.any_op):
  %0 = transform.test_required_memory_effects %r {modifies_payload, has_operand_effect, has_result_effect} : (!transform.any_op) -> !transform.any_op
}
