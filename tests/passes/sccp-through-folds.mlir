// What an op folds to may grow after it was folded, though the op does not use it: here what was inserted. mlir-opt says 0.
// RUN: terrace-opt %s --sccp | FileCheck %s

func.func @loop(%n: index, %t: tensor<index>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  %inserted = tensor.insert %0 into %t[] : tensor<index>
  %extracted = tensor.extract %inserted[] : tensor<index>
  return %extracted : index
}

// CHECK:      module {
// CHECK-NEXT:   func.func @loop(%arg0: index, %arg1: tensor<index>) -> index {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = scf.while (%arg2 = %c0) : (index) -> index {
// CHECK-NEXT:       %1 = arith.cmpi slt, %arg2, %arg0 : index
// CHECK-NEXT:       scf.condition(%1) %arg2 : index
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg2: index):
// CHECK-NEXT:       %1 = arith.addi %arg2, %c1 : index
// CHECK-NEXT:       scf.yield %1 : index
// CHECK-NEXT:     }
// CHECK-NEXT:     %inserted = tensor.insert %0 into %arg1[] : tensor<index>
// CHECK-NEXT:     %extracted = tensor.extract %inserted[] : tensor<index>
// CHECK-NEXT:     return %extracted : index
// CHECK-NEXT:   }
// CHECK-NEXT: }
