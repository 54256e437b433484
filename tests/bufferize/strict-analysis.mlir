// What upstream's analysis overlooks, and strict-analysis does not: a write to what another block was given, which is read behind
// it; iterations of a parallel loop that write one buffer, which nobody reads; and what ops give of which nothing is known.
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops test-analysis-only" | FileCheck %s --check-prefixes=CHECK,UPSTREAM
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops test-analysis-only strict-analysis" | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops test-analysis-only explain" 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops test-analysis-only strict-analysis explain" 2>&1 | FileCheck %s --check-prefix=SAFE

// WHY: strict-analysis.mlir:[[#@LINE+15]]:30: warning: %a (operand #1 of 'tensor.insert') is in place, as upstream decides, and overwrites what is read later
// WHY: strict-analysis.mlir:[[#@LINE+9]]:6: note: %a is defined here
// WHY: strict-analysis.mlir:[[#@LINE+14]]:14: note: it is read here, by operand #1 of 'func.return'
// WHY: note: rule: only writes in the block that was given the buffer count; strict-analysis counts those in other blocks too, and copies
// SAFE-NOT: warning
// CHECK-LABEL: func.func @behind
func.func @behind(%x: f32, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^bb1(%f : tensor<4xf32>)
^bb1(%a: tensor<4xf32>):
  cf.br ^bb2
^bb2:
  // UPSTREAM: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
  // STRICT: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
  %i = tensor.insert %x into %a[%c0] : tensor<4xf32>
  return %i, %a : tensor<4xf32>, tensor<4xf32>
}

// A block that is not reached from the argument's writes nothing that comes between.
// CHECK-LABEL: func.func @not_behind
func.func @not_behind(%x: f32, %c: i1, %t: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  cf.cond_br %c, ^bb1(%f : tensor<4xf32>), ^bb2
^bb1(%a: tensor<4xf32>):
  return %a : tensor<4xf32>
^bb2:
  // CHECK: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
  %i = tensor.insert %x into %f[%c0] : tensor<4xf32>
  return %i : tensor<4xf32>
}

// CHECK-LABEL: func.func @parallel
func.func @parallel(%n: index, %s: tensor<4xf32>, %t: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // UPSTREAM: tensor.insert_slice {{.*}} {__inplace_operands_attr__ = ["true", "true"]}
    // STRICT: tensor.insert_slice {{.*}} {__inplace_operands_attr__ = ["true", "false"]}
    %0 = tensor.insert_slice %s into %t[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  }
  return
}

// What an op gives of which nothing is known may be what it was given: a later pass folds it to that.
// CHECK-LABEL: func.func @unknown
func.func @unknown(%x: i32, %t: tensor<4xi32> {bufferization.writable = true}) -> (tensor<4xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %m = arith.minui %t, %t : tensor<4xi32>
  // UPSTREAM: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
  // STRICT: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
  %i = tensor.insert %x into %t[%c0] : tensor<4xi32>
  return %i, %m : tensor<4xi32>, tensor<4xi32>
}
