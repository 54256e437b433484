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
func.func private @ext(tensor<10xf32>) -> tensor<10xf32>
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
func.func @while_loop(%t: tensor<10xf32>, %f: f32, %n: index) -> tensor<10xf32> {
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
func.func @branch(%t: tensor<10xf32>, %f: f32, %i: index, %c: i1) -> tensor<10xf32> {
  cf.cond_br %c, ^a(%t: tensor<10xf32>), ^b
^a(%x: tensor<10xf32>):
  %n = tensor.insert %f into %x[%i] : tensor<10xf32>
  cf.br ^d(%n : tensor<10xf32>)
^b:
  cf.br ^d(%t : tensor<10xf32>)
^d(%y: tensor<10xf32>):
  return %y : tensor<10xf32>
}
func.func @index_switch(%t: tensor<10xf32>, %f: f32, %i: index) -> tensor<10xf32> {
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

// DECIDED:      module {
// DECIDED-NEXT:   func.func @loop(%arg0: tensor<10xf32> {bufferization.access = "read-write"}, %arg1: f32, %arg2: index, %arg3: index, %arg4: index) -> tensor<10xf32> {
// DECIDED-NEXT:     %0 = scf.for %arg5 = %arg2 to %arg3 step %arg4 iter_args(%arg6 = %arg0) -> (tensor<10xf32>) {
// DECIDED-NEXT:       %inserted = tensor.insert %arg1 into %arg6[%arg5] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<10xf32>
// DECIDED-NEXT:       scf.yield {__inplace_operands_attr__ = ["true"]} %inserted : tensor<10xf32>
// DECIDED-NEXT:     } {__inplace_operands_attr__ = ["none", "none", "none", "true"]}
// DECIDED-NEXT:     return {__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]} %0 : tensor<10xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @two(%arg0: tensor<10xf32> {bufferization.access = "read"}, %arg1: f32, %arg2: index) -> (tensor<10xf32>, tensor<10xf32>) {
// DECIDED-NEXT:     %inserted = tensor.insert %arg1 into %arg0[%arg2] {__inplace_operands_attr__ = ["none", "false", "none"]} : tensor<10xf32>
// DECIDED-NEXT:     return {__equivalent_func_args__ = [-1, 0], __inplace_operands_attr__ = ["true", "true"]} %inserted, %arg0 : tensor<10xf32>, tensor<10xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @cond(%arg0: tensor<10xf32> {bufferization.access = "read-write"}, %arg1: f32, %arg2: index, %arg3: i1) -> tensor<10xf32> {
// DECIDED-NEXT:     %0 = scf.if %arg3 -> (tensor<10xf32>) {
// DECIDED-NEXT:       %inserted = tensor.insert %arg1 into %arg0[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<10xf32>
// DECIDED-NEXT:       scf.yield {__inplace_operands_attr__ = ["true"]} %inserted : tensor<10xf32>
// DECIDED-NEXT:     } else {
// DECIDED-NEXT:       scf.yield {__inplace_operands_attr__ = ["true"]} %arg0 : tensor<10xf32>
// DECIDED-NEXT:     }
// DECIDED-NEXT:     return {__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]} %0 : tensor<10xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func private @ext(tensor<10xf32> {bufferization.access = "read-write"}) -> tensor<10xf32>
// DECIDED-NEXT:   func.func private @callee(%arg0: tensor<10xf32> {bufferization.access = "read-write"}, %arg1: f32, %arg2: index) -> (tensor<10xf32>, f32) {
// DECIDED-NEXT:     %inserted = tensor.insert %arg1 into %arg0[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<10xf32>
// DECIDED-NEXT:     %extracted = tensor.extract %inserted[%arg2] {__inplace_operands_attr__ = ["true", "none"]} : tensor<10xf32>
// DECIDED-NEXT:     return {__equivalent_func_args__ = [0, -1], __inplace_operands_attr__ = ["true", "none"]} %inserted, %extracted : tensor<10xf32>, f32
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @caller(%arg0: tensor<10xf32> {bufferization.access = "read"}, %arg1: f32, %arg2: index) -> (tensor<10xf32>, f32, f32) {
// DECIDED-NEXT:     %0:2 = call @callee(%arg0, %arg1, %arg2) {__inplace_operands_attr__ = ["false", "none", "none"]} : (tensor<10xf32>, f32, index) -> (tensor<10xf32>, f32)
// DECIDED-NEXT:     %extracted = tensor.extract %arg0[%arg2] {__inplace_operands_attr__ = ["true", "none"]} : tensor<10xf32>
// DECIDED-NEXT:     %1 = call @ext(%0#0) {__inplace_operands_attr__ = ["true"]} : (tensor<10xf32>) -> tensor<10xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "none", "none"]} %1, %0#1, %extracted : tensor<10xf32>, f32, f32
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @while_loop(%arg0: tensor<10xf32> {bufferization.access = "read-write"}, %arg1: f32, %arg2: index) -> tensor<10xf32> {
// DECIDED-NEXT:     %c0 = arith.constant 0 : index
// DECIDED-NEXT:     %c1 = arith.constant 1 : index
// DECIDED-NEXT:     %0:2 = scf.while (%arg3 = %c0, %arg4 = %arg0) : (index, tensor<10xf32>) -> (index, tensor<10xf32>) {
// DECIDED-NEXT:       %1 = arith.cmpi slt, %arg3, %arg2 : index
// DECIDED-NEXT:       scf.condition(%1) {__inplace_operands_attr__ = ["none", "none", "true"]} %arg3, %arg4 : index, tensor<10xf32>
// DECIDED-NEXT:     } do {
// DECIDED-NEXT:     ^bb0(%arg3: index, %arg4: tensor<10xf32>):
// DECIDED-NEXT:       %inserted = tensor.insert %arg1 into %arg4[%arg3] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<10xf32>
// DECIDED-NEXT:       %1 = arith.addi %arg3, %c1 : index
// DECIDED-NEXT:       scf.yield {__inplace_operands_attr__ = ["none", "true"]} %1, %inserted : index, tensor<10xf32>
// DECIDED-NEXT:     } attributes {__inplace_operands_attr__ = ["none", "true"]}
// DECIDED-NEXT:     return {__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]} %0#1 : tensor<10xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @branch(%arg0: tensor<10xf32> {bufferization.access = "read-write"}, %arg1: f32, %arg2: index, %arg3: i1) -> tensor<10xf32> {
// DECIDED-NEXT:     cf.cond_br %arg3, ^bb1(%arg0 : tensor<10xf32>), ^bb2 {__inplace_operands_attr__ = ["none", "true"]}
// DECIDED-NEXT:   ^bb1(%0: tensor<10xf32>):  // pred: ^bb0
// DECIDED-NEXT:     %inserted = tensor.insert %arg1 into %0[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<10xf32>
// DECIDED-NEXT:     cf.br ^bb3(%inserted : tensor<10xf32>) {__inplace_operands_attr__ = ["true"]}
// DECIDED-NEXT:   ^bb2:  // pred: ^bb0
// DECIDED-NEXT:     cf.br ^bb3(%arg0 : tensor<10xf32>) {__inplace_operands_attr__ = ["true"]}
// DECIDED-NEXT:   ^bb3(%1: tensor<10xf32>):  // 2 preds: ^bb1, ^bb2
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %1 : tensor<10xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @index_switch(%arg0: tensor<10xf32> {bufferization.access = "read-write"}, %arg1: f32, %arg2: index) -> tensor<10xf32> {
// DECIDED-NEXT:     %0 = scf.index_switch %arg2 -> tensor<10xf32> 
// DECIDED-NEXT:     case 2 {
// DECIDED-NEXT:       %inserted = tensor.insert %arg1 into %arg0[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<10xf32>
// DECIDED-NEXT:       scf.yield {__inplace_operands_attr__ = ["true"]} %inserted : tensor<10xf32>
// DECIDED-NEXT:     }
// DECIDED-NEXT:     default {
// DECIDED-NEXT:       scf.yield {__inplace_operands_attr__ = ["true"]} %arg0 : tensor<10xf32>
// DECIDED-NEXT:     }
// DECIDED-NEXT:     return {__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]} %0 : tensor<10xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT: }

// DONE:      module {
// DONE-NEXT:   func.func @loop(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index, %arg3: index, %arg4: index) -> memref<10xf32, strided<[?], offset: ?>> {
// DONE-NEXT:     %0 = scf.for %arg5 = %arg2 to %arg3 step %arg4 iter_args(%arg6 = %arg0) -> (memref<10xf32, strided<[?], offset: ?>>) {
// DONE-NEXT:       memref.store %arg1, %arg6[%arg5] : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:       scf.yield %arg6 : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     }
// DONE-NEXT:     return %0 : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @two(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> (memref<10xf32>, memref<10xf32, strided<[?], offset: ?>>) {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// DONE-NEXT:     memref.copy %arg0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// DONE-NEXT:     memref.store %arg1, %alloc[%arg2] : memref<10xf32>
// DONE-NEXT:     %cast = memref.cast %alloc : memref<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     return %alloc, %arg0 : memref<10xf32>, memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @cond(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index, %arg3: i1) -> memref<10xf32, strided<[?], offset: ?>> {
// DONE-NEXT:     %0 = scf.if %arg3 -> (memref<10xf32, strided<[?], offset: ?>>) {
// DONE-NEXT:       memref.store %arg1, %arg0[%arg2] : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:       scf.yield %arg0 : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     } else {
// DONE-NEXT:       scf.yield %arg0 : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     }
// DONE-NEXT:     return %0 : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:   }
// DONE-NEXT:   func.func private @ext(memref<10xf32, strided<[?], offset: ?>>) -> memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:   func.func private @callee(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> (memref<10xf32, strided<[?], offset: ?>>, f32) {
// DONE-NEXT:     memref.store %arg1, %arg0[%arg2] : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %0 = memref.load %arg0[%arg2] : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     return %arg0, %0 : memref<10xf32, strided<[?], offset: ?>>, f32
// DONE-NEXT:   }
// DONE-NEXT:   func.func @caller(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> (memref<10xf32, strided<[?], offset: ?>>, f32, f32) {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// DONE-NEXT:     memref.copy %arg0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// DONE-NEXT:     %cast = memref.cast %alloc : memref<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %0:2 = call @callee(%cast, %arg1, %arg2) : (memref<10xf32, strided<[?], offset: ?>>, f32, index) -> (memref<10xf32, strided<[?], offset: ?>>, f32)
// DONE-NEXT:     %1 = memref.load %arg0[%arg2] : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %2 = call @ext(%0#0) : (memref<10xf32, strided<[?], offset: ?>>) -> memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     return %2, %0#1, %1 : memref<10xf32, strided<[?], offset: ?>>, f32, f32
// DONE-NEXT:   }
// DONE-NEXT:   func.func @while_loop(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> memref<10xf32, strided<[?], offset: ?>> {
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %0:2 = scf.while (%arg3 = %c0, %arg4 = %arg0) : (index, memref<10xf32, strided<[?], offset: ?>>) -> (index, memref<10xf32, strided<[?], offset: ?>>) {
// DONE-NEXT:       %1 = arith.cmpi slt, %arg3, %arg2 : index
// DONE-NEXT:       scf.condition(%1) %arg3, %arg4 : index, memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     } do {
// DONE-NEXT:     ^bb0(%arg3: index, %arg4: memref<10xf32, strided<[?], offset: ?>>):
// DONE-NEXT:       memref.store %arg1, %arg4[%arg3] : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:       %1 = arith.addi %arg3, %c1 : index
// DONE-NEXT:       scf.yield %1, %arg4 : index, memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     }
// DONE-NEXT:     return %0#1 : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @branch(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index, %arg3: i1) -> memref<10xf32, strided<[?], offset: ?>> {
// DONE-NEXT:     cf.cond_br %arg3, ^bb1(%arg0 : memref<10xf32, strided<[?], offset: ?>>), ^bb2
// DONE-NEXT:   ^bb1(%0: memref<10xf32, strided<[?], offset: ?>>):  // pred: ^bb0
// DONE-NEXT:     memref.store %arg1, %0[%arg2] : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     cf.br ^bb3(%0 : memref<10xf32, strided<[?], offset: ?>>)
// DONE-NEXT:   ^bb2:  // pred: ^bb0
// DONE-NEXT:     cf.br ^bb3(%arg0 : memref<10xf32, strided<[?], offset: ?>>)
// DONE-NEXT:   ^bb3(%1: memref<10xf32, strided<[?], offset: ?>>):  // 2 preds: ^bb1, ^bb2
// DONE-NEXT:     return %1 : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @index_switch(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> memref<10xf32, strided<[?], offset: ?>> {
// DONE-NEXT:     %0 = scf.index_switch %arg2 -> memref<10xf32, strided<[?], offset: ?>> 
// DONE-NEXT:     case 2 {
// DONE-NEXT:       memref.store %arg1, %arg0[%arg2] : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:       scf.yield %arg0 : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     }
// DONE-NEXT:     default {
// DONE-NEXT:       scf.yield %arg0 : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     }
// DONE-NEXT:     return %0 : memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:   }
// DONE-NEXT: }

// COPIED:      module {
// COPIED-NEXT:   func.func @loop(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index, %arg3: index, %arg4: index) -> memref<10xf32> {
// COPIED-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// COPIED-NEXT:     memref.copy %arg0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// COPIED-NEXT:     %0 = scf.for %arg5 = %arg2 to %arg3 step %arg4 iter_args(%arg6 = %alloc) -> (memref<10xf32>) {
// COPIED-NEXT:       %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// COPIED-NEXT:       memref.copy %arg6, %alloc_0 : memref<10xf32> to memref<10xf32>
// COPIED-NEXT:       memref.store %arg1, %alloc_0[%arg5] : memref<10xf32>
// COPIED-NEXT:       scf.yield %alloc_0 : memref<10xf32>
// COPIED-NEXT:     }
// COPIED-NEXT:     %cast = memref.cast %0 : memref<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     return %0 : memref<10xf32>
// COPIED-NEXT:   }
// COPIED-NEXT:   func.func @two(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> (memref<10xf32>, memref<10xf32, strided<[?], offset: ?>>) {
// COPIED-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// COPIED-NEXT:     memref.copy %arg0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// COPIED-NEXT:     memref.store %arg1, %alloc[%arg2] : memref<10xf32>
// COPIED-NEXT:     %cast = memref.cast %alloc : memref<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     return %alloc, %arg0 : memref<10xf32>, memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:   }
// COPIED-NEXT:   func.func @cond(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index, %arg3: i1) -> memref<10xf32, strided<[?], offset: ?>> {
// COPIED-NEXT:     %0 = scf.if %arg3 -> (memref<10xf32, strided<[?], offset: ?>>) {
// COPIED-NEXT:       %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// COPIED-NEXT:       memref.copy %arg0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// COPIED-NEXT:       memref.store %arg1, %alloc[%arg2] : memref<10xf32>
// COPIED-NEXT:       %cast = memref.cast %alloc : memref<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:       scf.yield %cast : memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     } else {
// COPIED-NEXT:       scf.yield %arg0 : memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     }
// COPIED-NEXT:     return %0 : memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:   }
// COPIED-NEXT:   func.func private @ext(memref<10xf32, strided<[?], offset: ?>>) -> memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:   func.func private @callee(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> (memref<10xf32>, f32) {
// COPIED-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// COPIED-NEXT:     memref.copy %arg0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// COPIED-NEXT:     memref.store %arg1, %alloc[%arg2] : memref<10xf32>
// COPIED-NEXT:     %0 = memref.load %alloc[%arg2] : memref<10xf32>
// COPIED-NEXT:     %cast = memref.cast %alloc : memref<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     return %alloc, %0 : memref<10xf32>, f32
// COPIED-NEXT:   }
// COPIED-NEXT:   func.func @caller(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> (memref<10xf32, strided<[?], offset: ?>>, f32, f32) {
// COPIED-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// COPIED-NEXT:     memref.copy %arg0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// COPIED-NEXT:     %cast = memref.cast %alloc : memref<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %0:2 = call @callee(%cast, %arg1, %arg2) : (memref<10xf32, strided<[?], offset: ?>>, f32, index) -> (memref<10xf32>, f32)
// COPIED-NEXT:     %1 = memref.load %arg0[%arg2] : memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// COPIED-NEXT:     memref.copy %0#0, %alloc_0 : memref<10xf32> to memref<10xf32>
// COPIED-NEXT:     %cast_1 = memref.cast %alloc_0 : memref<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %2 = call @ext(%cast_1) : (memref<10xf32, strided<[?], offset: ?>>) -> memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     return %2, %0#1, %1 : memref<10xf32, strided<[?], offset: ?>>, f32, f32
// COPIED-NEXT:   }
// COPIED-NEXT:   func.func @while_loop(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> memref<10xf32> {
// COPIED-NEXT:     %c0 = arith.constant 0 : index
// COPIED-NEXT:     %c1 = arith.constant 1 : index
// COPIED-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// COPIED-NEXT:     memref.copy %arg0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// COPIED-NEXT:     %0:2 = scf.while (%arg3 = %c0, %arg4 = %alloc) : (index, memref<10xf32>) -> (index, memref<10xf32>) {
// COPIED-NEXT:       %1 = arith.cmpi slt, %arg3, %arg2 : index
// COPIED-NEXT:       scf.condition(%1) %arg3, %arg4 : index, memref<10xf32>
// COPIED-NEXT:     } do {
// COPIED-NEXT:     ^bb0(%arg3: index, %arg4: memref<10xf32>):
// COPIED-NEXT:       %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// COPIED-NEXT:       memref.copy %arg4, %alloc_0 : memref<10xf32> to memref<10xf32>
// COPIED-NEXT:       memref.store %arg1, %alloc_0[%arg3] : memref<10xf32>
// COPIED-NEXT:       %1 = arith.addi %arg3, %c1 : index
// COPIED-NEXT:       scf.yield %1, %alloc_0 : index, memref<10xf32>
// COPIED-NEXT:     }
// COPIED-NEXT:     %cast = memref.cast %0#1 : memref<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     return %0#1 : memref<10xf32>
// COPIED-NEXT:   }
// COPIED-NEXT:   func.func @branch(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index, %arg3: i1) -> memref<10xf32, strided<[?], offset: ?>> {
// COPIED-NEXT:     cf.cond_br %arg3, ^bb1(%arg0 : memref<10xf32, strided<[?], offset: ?>>), ^bb2
// COPIED-NEXT:   ^bb1(%0: memref<10xf32, strided<[?], offset: ?>>):  // pred: ^bb0
// COPIED-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// COPIED-NEXT:     memref.copy %0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// COPIED-NEXT:     memref.store %arg1, %alloc[%arg2] : memref<10xf32>
// COPIED-NEXT:     %cast = memref.cast %alloc : memref<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     cf.br ^bb3(%cast : memref<10xf32, strided<[?], offset: ?>>)
// COPIED-NEXT:   ^bb2:  // pred: ^bb0
// COPIED-NEXT:     cf.br ^bb3(%arg0 : memref<10xf32, strided<[?], offset: ?>>)
// COPIED-NEXT:   ^bb3(%1: memref<10xf32, strided<[?], offset: ?>>):  // 2 preds: ^bb1, ^bb2
// COPIED-NEXT:     return %1 : memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:   }
// COPIED-NEXT:   func.func @index_switch(%arg0: memref<10xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> memref<10xf32, strided<[?], offset: ?>> {
// COPIED-NEXT:     %0 = scf.index_switch %arg2 -> memref<10xf32, strided<[?], offset: ?>> 
// COPIED-NEXT:     case 2 {
// COPIED-NEXT:       %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// COPIED-NEXT:       memref.copy %arg0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// COPIED-NEXT:       memref.store %arg1, %alloc[%arg2] : memref<10xf32>
// COPIED-NEXT:       %cast = memref.cast %alloc : memref<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:       scf.yield %cast : memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     }
// COPIED-NEXT:     default {
// COPIED-NEXT:       scf.yield %arg0 : memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     }
// COPIED-NEXT:     return %0 : memref<10xf32, strided<[?], offset: ?>>
// COPIED-NEXT:   }
// COPIED-NEXT: }

// INSIDE:      module {
// INSIDE-NEXT:   func.func @loop(%arg0: tensor<10xf32>, %arg1: f32, %arg2: index, %arg3: index, %arg4: index) -> tensor<10xf32> {
// INSIDE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// INSIDE-NEXT:     memref.copy %0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// INSIDE-NEXT:     %1 = scf.for %arg5 = %arg2 to %arg3 step %arg4 iter_args(%arg6 = %alloc) -> (memref<10xf32>) {
// INSIDE-NEXT:       memref.store %arg1, %arg6[%arg5] : memref<10xf32>
// INSIDE-NEXT:       scf.yield %arg6 : memref<10xf32>
// INSIDE-NEXT:     }
// INSIDE-NEXT:     %2 = bufferization.to_tensor %1 : memref<10xf32> to tensor<10xf32>
// INSIDE-NEXT:     return %2 : tensor<10xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @two(%arg0: tensor<10xf32>, %arg1: f32, %arg2: index) -> (tensor<10xf32>, tensor<10xf32>) {
// INSIDE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// INSIDE-NEXT:     memref.copy %0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// INSIDE-NEXT:     memref.store %arg1, %alloc[%arg2] : memref<10xf32>
// INSIDE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<10xf32> to tensor<10xf32>
// INSIDE-NEXT:     return %1, %arg0 : tensor<10xf32>, tensor<10xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @cond(%arg0: tensor<10xf32>, %arg1: f32, %arg2: index, %arg3: i1) -> tensor<10xf32> {
// INSIDE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %2 = scf.if %arg3 -> (memref<10xf32, strided<[?], offset: ?>>) {
// INSIDE-NEXT:       %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// INSIDE-NEXT:       memref.copy %1, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// INSIDE-NEXT:       memref.store %arg1, %alloc[%arg2] : memref<10xf32>
// INSIDE-NEXT:       %cast = memref.cast %alloc : memref<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:       scf.yield %cast : memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     } else {
// INSIDE-NEXT:       scf.yield %0 : memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     }
// INSIDE-NEXT:     %3 = bufferization.to_tensor %2 : memref<10xf32, strided<[?], offset: ?>> to tensor<10xf32>
// INSIDE-NEXT:     return %3 : tensor<10xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func private @ext(tensor<10xf32>) -> tensor<10xf32>
// INSIDE-NEXT:   func.func private @callee(%arg0: tensor<10xf32>, %arg1: f32, %arg2: index) -> (tensor<10xf32>, f32) {
// INSIDE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// INSIDE-NEXT:     memref.copy %0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// INSIDE-NEXT:     memref.store %arg1, %alloc[%arg2] : memref<10xf32>
// INSIDE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<10xf32> to tensor<10xf32>
// INSIDE-NEXT:     %2 = memref.load %alloc[%arg2] : memref<10xf32>
// INSIDE-NEXT:     return %1, %2 : tensor<10xf32>, f32
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @caller(%arg0: tensor<10xf32>, %arg1: f32, %arg2: index) -> (tensor<10xf32>, f32, f32) {
// INSIDE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %1:2 = call @callee(%arg0, %arg1, %arg2) : (tensor<10xf32>, f32, index) -> (tensor<10xf32>, f32)
// INSIDE-NEXT:     %2 = memref.load %0[%arg2] : memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %3 = call @ext(%1#0) : (tensor<10xf32>) -> tensor<10xf32>
// INSIDE-NEXT:     return %3, %1#1, %2 : tensor<10xf32>, f32, f32
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @while_loop(%arg0: tensor<10xf32>, %arg1: f32, %arg2: index) -> tensor<10xf32> {
// INSIDE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %c0 = arith.constant 0 : index
// INSIDE-NEXT:     %c1 = arith.constant 1 : index
// INSIDE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// INSIDE-NEXT:     memref.copy %0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// INSIDE-NEXT:     %1:2 = scf.while (%arg3 = %c0, %arg4 = %alloc) : (index, memref<10xf32>) -> (index, memref<10xf32>) {
// INSIDE-NEXT:       %3 = arith.cmpi slt, %arg3, %arg2 : index
// INSIDE-NEXT:       scf.condition(%3) %arg3, %arg4 : index, memref<10xf32>
// INSIDE-NEXT:     } do {
// INSIDE-NEXT:     ^bb0(%arg3: index, %arg4: memref<10xf32>):
// INSIDE-NEXT:       memref.store %arg1, %arg4[%arg3] : memref<10xf32>
// INSIDE-NEXT:       %3 = arith.addi %arg3, %c1 : index
// INSIDE-NEXT:       scf.yield %3, %arg4 : index, memref<10xf32>
// INSIDE-NEXT:     }
// INSIDE-NEXT:     %2 = bufferization.to_tensor %1#1 : memref<10xf32> to tensor<10xf32>
// INSIDE-NEXT:     return %2 : tensor<10xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @branch(%arg0: tensor<10xf32>, %arg1: f32, %arg2: index, %arg3: i1) -> tensor<10xf32> {
// INSIDE-NEXT:     cf.cond_br %arg3, ^bb1(%arg0 : tensor<10xf32>), ^bb2
// INSIDE-NEXT:   ^bb1(%0: tensor<10xf32>):  // pred: ^bb0
// INSIDE-NEXT:     %1 = bufferization.to_buffer %0 : tensor<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// INSIDE-NEXT:     memref.copy %1, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// INSIDE-NEXT:     memref.store %arg1, %alloc[%arg2] : memref<10xf32>
// INSIDE-NEXT:     %2 = bufferization.to_tensor %alloc : memref<10xf32> to tensor<10xf32>
// INSIDE-NEXT:     cf.br ^bb3(%2 : tensor<10xf32>)
// INSIDE-NEXT:   ^bb2:  // pred: ^bb0
// INSIDE-NEXT:     cf.br ^bb3(%arg0 : tensor<10xf32>)
// INSIDE-NEXT:   ^bb3(%3: tensor<10xf32>):  // 2 preds: ^bb1, ^bb2
// INSIDE-NEXT:     return %3 : tensor<10xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @index_switch(%arg0: tensor<10xf32>, %arg1: f32, %arg2: index) -> tensor<10xf32> {
// INSIDE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     %2 = scf.index_switch %arg2 -> memref<10xf32, strided<[?], offset: ?>> 
// INSIDE-NEXT:     case 2 {
// INSIDE-NEXT:       %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// INSIDE-NEXT:       memref.copy %0, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// INSIDE-NEXT:       memref.store %arg1, %alloc[%arg2] : memref<10xf32>
// INSIDE-NEXT:       %cast = memref.cast %alloc : memref<10xf32> to memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:       scf.yield %cast : memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     }
// INSIDE-NEXT:     default {
// INSIDE-NEXT:       scf.yield %1 : memref<10xf32, strided<[?], offset: ?>>
// INSIDE-NEXT:     }
// INSIDE-NEXT:     %3 = bufferization.to_tensor %2 : memref<10xf32, strided<[?], offset: ?>> to tensor<10xf32>
// INSIDE-NEXT:     return %3 : tensor<10xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT: }
