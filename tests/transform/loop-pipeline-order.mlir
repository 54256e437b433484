// RUN: terrace-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// Ops of later iterations overtake no access that they depend on, nor do those of one iteration each other.

// Memory of each iteration's own is written before it is read.
func.func @own(%a: memref<9xf32>, %b: memref<9xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %t = memref.alloc() : memref<f32>
    %v = memref.load %a[%i] : memref<9xf32>
    %w = arith.addf %v, %x : f32
    // expected-note@below {{this access comes first}}
    memref.store %w, %t[] : memref<f32>
    // expected-note@below {{this one follows it, now or in a later iteration}}
    %u = memref.load %t[] : memref<f32>
    memref.store %u, %b[%i] : memref<9xf32>
    memref.dealloc %t : memref<f32>
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    // expected-error@below {{failed to pipeline}}
    %p = transform.loop.pipeline %l {iteration_interval = 1, read_latency = 2} : (!transform.op<"scf.for">) -> !transform.any_op
    transform.yield
  }
}

// -----

// Another buffer is written than is read: nothing is in the way.
func.func @apart(%a: memref<9xf32>, %b: memref<9xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %v = memref.load %a[%i] : memref<9xf32>
    %w = arith.addf %v, %x : f32
    memref.store %w, %b[%i] : memref<9xf32>
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    %p = transform.loop.pipeline %l {iteration_interval = 1, read_latency = 2} : (!transform.op<"scf.for">) -> !transform.any_op
    transform.yield
  }
}
