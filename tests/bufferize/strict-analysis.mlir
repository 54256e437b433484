// What upstream's analysis overlooks and strict-analysis, which is on unless upstream is matched, does not: a write to what another block was given, which is read behind
// it, or by the next iteration; iterations of a parallel loop that write one buffer, which nobody reads; and what ops give of which nothing is known.
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops allow-return-allocs-from-loops test-analysis-only" --match-upstream | FileCheck %s --check-prefixes=CHECK,UPSTREAM
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops allow-return-allocs-from-loops test-analysis-only strict-analysis=false" | FileCheck %s --check-prefixes=CHECK,UPSTREAM
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops allow-return-allocs-from-loops test-analysis-only" | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops allow-return-allocs-from-loops test-analysis-only strict-analysis" --match-upstream | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops allow-return-allocs-from-loops test-analysis-only strict-analysis=false explain" 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops allow-return-allocs-from-loops test-analysis-only explain" 2>&1 | FileCheck %s --check-prefix=SAFE

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

// A loop that branches make passes the argument again before it reads what the last iteration wrote.
// CHECK-LABEL: func.func @filled
func.func @filled(%t: tensor<8xindex> {bufferization.writable = true}) -> tensor<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  cf.br ^head(%c0, %t : index, tensor<8xindex>)
^head(%i: index, %x: tensor<8xindex>):
  %go = arith.cmpi ult, %i, %c8 : index
  cf.cond_br %go, ^body, ^done
^body:
  // CHECK: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
  %y = tensor.insert %i into %x[%i] : tensor<8xindex>
  %n = arith.addi %i, %c1 : index
  cf.br ^head(%n, %y : index, tensor<8xindex>)
^done:
  return %x : tensor<8xindex>
}

// What the loop begins with is read behind it, on a way that does not pass its definition: it is copied once, before the loop.
// CHECK-LABEL: func.func @kept
func.func @kept(%t: tensor<8xindex> {bufferization.writable = true}) -> (tensor<8xindex>, tensor<8xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // UPSTREAM: cf.br {{.*}} {__inplace_operands_attr__ = ["none", "true"]}
  // STRICT: cf.br {{.*}} {__inplace_operands_attr__ = ["none", "false"]}
  cf.br ^head(%c0, %t : index, tensor<8xindex>)
^head(%i: index, %x: tensor<8xindex>):
  %go = arith.cmpi ult, %i, %c8 : index
  cf.cond_br %go, ^body, ^done
^body:
  // CHECK: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
  %y = tensor.insert %i into %x[%i] : tensor<8xindex>
  %n = arith.addi %i, %c1 : index
  cf.br ^head(%n, %y : index, tensor<8xindex>)
^done:
  return %x, %t : tensor<8xindex>, tensor<8xindex>
}

// The next iteration reads what a region of this one writes.
// CHECK-LABEL: func.func @in_region
func.func @in_region(%c: i1, %t: tensor<8xindex> {bufferization.writable = true}) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  cf.br ^head(%c0, %c0 : index, index)
^head(%i: index, %s: index):
  %e = tensor.extract %t[%c0] : tensor<8xindex>
  %s1 = arith.addi %s, %e : index
  %go = arith.cmpi ult, %i, %c8 : index
  cf.cond_br %go, ^body, ^done
^body:
  %r = scf.if %c -> index {
    // UPSTREAM: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
    // STRICT: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
    %y = tensor.insert %i into %t[%c0] : tensor<8xindex>
    %z = tensor.extract %y[%c1] : tensor<8xindex>
    scf.yield %z : index
  } else {
    scf.yield %c1 : index
  }
  %n = arith.addi %i, %c1 : index
  %s2 = arith.addi %s1, %r : index
  cf.br ^head(%n, %s2 : index, index)
^done:
  return %s1 : index
}

// A loop that writes what it begins with, in another block than that of the definition, reads it in its next iteration.
// CHECK-LABEL: func.func @around
func.func @around(%n: index, %x: f32, %t: tensor<4xf32> {bufferization.writable = true}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^next
^next:
  // UPSTREAM: } {__inplace_operands_attr__ = ["none", "none", "none", "true"]}
  // STRICT: } {__inplace_operands_attr__ = ["none", "none", "none", "false"]}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<4xf32>) {
    %y = tensor.insert %x into %a[%c0] : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// So does a loop that is not known to bufferization.
// CHECK-LABEL: func.func @unknown_loop
func.func @unknown_loop(%t: tensor<8xf32> {bufferization.writable = true}, %m: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to 8 {
    %e = tensor.extract %t[%c0] : tensor<8xf32>
    // UPSTREAM: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
    // STRICT: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
    %y = tensor.insert %x into %t[%c0] : tensor<8xf32>
    %z = tensor.extract %y[%i] : tensor<8xf32>
    %sum = arith.addf %e, %z : f32
    memref.store %sum, %m[%i] : memref<8xf32>
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
