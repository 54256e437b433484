// RUN: terrace-opt %s --transform-interpreter --verify-diagnostics

// Where a loop over integers would be split can be computed of numbers alone.
func.func @loop_over_integers(%low: i32, %high: i32, %step: i32) {
  scf.for %i = %low to %high step %step : i32 {
    func.call @use(%i) : (i32) -> ()
  }
  return
}
func.func private @use(i32)
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    // expected-error@below {{failed to peel the last iteration}}
    %a, %b = transform.loop.peel %l : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
