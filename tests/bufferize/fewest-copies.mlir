// The heuristic fewest-copies looks for decisions that copy less than those of upstream's heuristics.
// RUN: terrace-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries analysis-heuristic=fewest-copies" | FileCheck %s --check-prefixes=CHECK,FEWEST
// RUN: terrace-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefixes=CHECK,USUAL

// A loop that carries a tensor and does not write it needs no buffer of its own for it.

// CHECK-LABEL: func.func @a_tensor_that_a_loop_only_carries_is_in_place(
// FEWEST-NOT:    memref.copy
// USUAL:         memref.copy
// CHECK:         return
func.func @a_tensor_that_a_loop_only_carries_is_in_place(%t: tensor<4xi64>, %n: index, %i: index) -> (i64, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<4xi64>) {
    scf.yield %a : tensor<4xi64>
  }
  %x = tensor.extract %r[%i] : tensor<4xi64>
  %y = tensor.extract %t[%i] : tensor<4xi64>
  return %x, %y : i64, i64
}

// -----

// No path leads from the write back to the branch that reads %a.

// CHECK-LABEL: func.func @a_write_from_which_no_path_leads_to_the_read_is_in_place(
// FEWEST-NOT:    memref.copy
// USUAL:         memref.copy
// CHECK:         return
func.func @a_write_from_which_no_path_leads_to_the_read_is_in_place(%t: tensor<4xi64>, %f: i64, %n: index) -> tensor<4xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.insert %f into %t[%c1] : tensor<4xi64>
  cf.br ^head(%c0, %a : index, tensor<4xi64>)
^head(%k: index, %x: tensor<4xi64>):
  %more = arith.cmpi ult, %k, %n : index
  cf.cond_br %more, ^body, ^done
^body:
  %next = arith.addi %k, %c1 : index
  cf.br ^head(%next, %a : index, tensor<4xi64>)
^done:
  %r = tensor.insert %f into %x[%c0] : tensor<4xi64>
  return %r : tensor<4xi64>
}

// -----

// What is read after the write keeps its copy.

// CHECK-LABEL: func.func @a_needed_copy_stays(
// CHECK:         memref.copy
// CHECK:         return
func.func @a_needed_copy_stays(%t: tensor<4xi64>, %f: i64, %i: index) -> (tensor<4xi64>, i64) {
  %a = tensor.insert %f into %t[%i] : tensor<4xi64>
  %x = tensor.extract %t[%i] : tensor<4xi64>
  return %a, %x : tensor<4xi64>, i64
}
