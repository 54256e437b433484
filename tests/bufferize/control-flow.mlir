// Loops, branches and calls, with the boundaries of functions.
// RUN: terrace-opt %s '--one-shot-bufferize=bufferize-function-boundaries test-analysis-only' | FileCheck %s --check-prefix=DECIDED
// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=DONE
// RUN: terrace-opt %s '--one-shot-bufferize=bufferize-function-boundaries copy-before-write' | FileCheck %s --check-prefix=COPIED
// RUN: terrace-opt %s --one-shot-bufferize | FileCheck %s --check-prefix=INSIDE

func.func @loop(%t: tensor<10xf32>, %f: f32, %lb: index, %ub: index, %st: index) -> tensor<10xf32> {
  %r = scf.for %i = %lb to %ub step %st iter_args(%a = %t) -> (tensor<10xf32>) {
    %n = tensor.insert %f into %a[%i] : tensor<10xf32>
    scf.yield %n : tensor<10xf32>
  }
  return %r : tensor<10xf32>
}
func.func @two(%t: tensor<10xf32>, %f: f32, %i: index) -> (tensor<10xf32>, tensor<10xf32>) {
  %n = tensor.insert %f into %t[%i] : tensor<10xf32>
  return %n, %t : tensor<10xf32>, tensor<10xf32>
}
func.func @cond(%t: tensor<10xf32>, %f: f32, %i: index, %c: i1) -> tensor<10xf32> {
  %r = scf.if %c -> tensor<10xf32> {
    %n = tensor.insert %f into %t[%i] : tensor<10xf32>
    scf.yield %n : tensor<10xf32>
  } else {
    scf.yield %t : tensor<10xf32>
  }
  return %r : tensor<10xf32>
}
func.func @ext(tensor<10xf32>) -> tensor<10xf32>
func.func private @callee(%t: tensor<10xf32>, %f: f32, %i: index) -> (tensor<10xf32>, f32) {
  %n = tensor.insert %f into %t[%i] : tensor<10xf32>
  %e = tensor.extract %n[%i] : tensor<10xf32>
  return %n, %e : tensor<10xf32>, f32
}
func.func @caller(%t: tensor<10xf32>, %f: f32, %i: index) -> (tensor<10xf32>, f32, f32) {
  %0:2 = call @callee(%t, %f, %i) : (tensor<10xf32>, f32, index) -> (tensor<10xf32>, f32)
  %e = tensor.extract %t[%i] : tensor<10xf32>
  %1 = call @ext(%0#0) : (tensor<10xf32>) -> tensor<10xf32>
  return %1, %0#1, %e : tensor<10xf32>, f32, f32
}
func.func @wh(%t: tensor<10xf32>, %f: f32, %n: index) -> tensor<10xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %a = %t) : (index, tensor<10xf32>) -> (index, tensor<10xf32>) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i, %a : index, tensor<10xf32>
  } do {
  ^bb0(%i: index, %a: tensor<10xf32>):
    %x = tensor.insert %f into %a[%i] : tensor<10xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %x : index, tensor<10xf32>
  }
  return %r#1 : tensor<10xf32>
}
func.func @br(%t: tensor<10xf32>, %f: f32, %i: index, %c: i1) -> tensor<10xf32> {
  cf.cond_br %c, ^a(%t: tensor<10xf32>), ^b
^a(%x: tensor<10xf32>):
  %n = tensor.insert %f into %x[%i] : tensor<10xf32>
  cf.br ^d(%n : tensor<10xf32>)
^b:
  cf.br ^d(%t : tensor<10xf32>)
^d(%y: tensor<10xf32>):
  return %y : tensor<10xf32>
}
func.func @sw(%t: tensor<10xf32>, %f: f32, %i: index) -> tensor<10xf32> {
  %r = scf.index_switch %i -> tensor<10xf32>
  case 2 {
    %n = tensor.insert %f into %t[%i] : tensor<10xf32>
    scf.yield %n : tensor<10xf32>
  }
  default {
    scf.yield %t : tensor<10xf32>
  }
  return %r : tensor<10xf32>
}

// DECIDED-EMPTY:

// DONE-EMPTY:

// COPIED-EMPTY:

// INSIDE-EMPTY:
