// What is undefined for some operands leaves a loop that may not run only where its operands are known to be others. mlir-opt
// hoists all of it: its output is in deviations.md.
// RUN: terrace-opt %s --loop-invariant-code-motion --split-input-file | FileCheck %s
// RUN: terrace-opt %s --loop-invariant-code-motion --split-input-file --match-upstream | FileCheck %s --check-prefix=UP

// CHECK-LABEL: func.func @divisors(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32, %[[N:.*]]: index
// CHECK: %[[C3:.*]] = arith.constant 3 : i32
// CHECK-NEXT: arith.remsi %[[A]], %[[C3]]
// CHECK-NEXT: scf.for
// CHECK-NEXT: arith.remsi %[[A]], %[[B]]
// CHECK-NEXT: arith.remui %[[A]], %[[B]]
// CHECK-NEXT: arith.floordivsi %[[A]], %[[B]]
// CHECK-NEXT: llvm.srem %[[A]], %[[B]]
// CHECK-NEXT: llvm.urem %[[A]], %[[B]]
// UP-LABEL: func.func @divisors(
// UP: llvm.urem
// UP: scf.for
func.func @divisors(%a: i32, %b: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : i32
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.remsi %a, %b : i32
    %1 = arith.remui %a, %b : i32
    %2 = arith.floordivsi %a, %b : i32
    %3 = llvm.srem %a, %b : i32
    %4 = llvm.urem %a, %b : i32
    %5 = arith.remsi %a, %c3 : i32
  }
  return
}

// -----

// CHECK-LABEL: func.func @maps(
// CHECK-SAME: %[[A:.*]]: index, %[[S:.*]]: index, %[[N:.*]]: index
// CHECK: affine.apply #{{.*}}()[%[[A]]]
// CHECK: affine.apply #{{.*}}(%[[A]])[%{{.*}}]
// CHECK-NEXT: scf.for
// CHECK-NEXT: affine.apply #{{.*}}()[%[[A]], %[[S]]]
// CHECK-NEXT: affine.min #{{.*}}()[%[[A]], %[[S]]]
// CHECK-NEXT: affine.max #{{.*}}()[%[[A]], %[[S]]]
// CHECK-NEXT: affine.delinearize_index %[[A]] into (%[[S]], 4)
// UP-LABEL: func.func @maps(
// UP: affine.delinearize_index
// UP: scf.for
func.func @maps(%a: index, %s: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = affine.apply affine_map<()[s0, s1] -> (s0 mod s1)>()[%a, %s]
    %1 = affine.min affine_map<()[s0, s1] -> (s0 floordiv s1, 3)>()[%a, %s]
    %2 = affine.max affine_map<()[s0, s1] -> (s0 ceildiv s1, 3)>()[%a, %s]
    %3 = affine.apply affine_map<()[s0] -> (s0 mod 5)>()[%a]
    %4 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%a)[%c7]
    %5:2 = affine.delinearize_index %a into (%s, 4) : index, index
  }
  return
}

// -----

// CHECK-LABEL: func.func @elements(
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<?xf32>, %[[U:[a-z0-9]+]]: tensor<4xf32>, %[[AT:[a-z0-9]+]]: index
// CHECK: tensor.extract %[[U]][%{{.*}}]
// CHECK-NEXT: scf.for
// CHECK-NEXT: tensor.extract %[[T]][%[[AT]]]
// CHECK-NEXT: tensor.extract %[[U]][%[[AT]]]
// CHECK-NEXT: tensor.insert
// UP-LABEL: func.func @elements(
// UP: tensor.insert
// UP: scf.for
func.func @elements(%t: tensor<?xf32>, %u: tensor<4xf32>, %at: index, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = tensor.extract %t[%at] : tensor<?xf32>
    %1 = tensor.extract %u[%at] : tensor<4xf32>
    %2 = tensor.extract %u[%c3] : tensor<4xf32>
    %3 = tensor.insert %x into %t[%at] : tensor<?xf32>
  }
  return
}
