// A slot that begins in a loop holds nothing from the iteration before; mlir-opt leaves invalid IR.
// RUN: terrace-opt %s --mem2reg | FileCheck %s

// CHECK-LABEL: func.func @a_slot_in_a_loop_of_blocks_begins_without_a_value(
// CHECK:       ^bb1(%[[I:.*]]: index):
// CHECK:       ^bb2:
// CHECK:         %[[NONE:.*]] = ub.poison : i8
// CHECK:         cf.cond_br %{{.*}}, ^bb3, ^bb4(%[[NONE]] : i8)
// CHECK:       ^bb3:
// CHECK:         cf.br ^bb4(%{{.*}} : i8)
// CHECK:       ^bb4(%[[MET:.*]]: i8):
// CHECK:         call @use(%[[MET]])
func.func private @use(i8)
func.func @a_slot_in_a_loop_of_blocks_begins_without_a_value(%n: index, %v: i8, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^done
^body:
  %a = memref.alloca() : memref<i8>
  cf.cond_br %c, ^stores, ^next
^stores:
  memref.store %v, %a[] : memref<i8>
  cf.br ^next
^next:
  %x = memref.load %a[] : memref<i8>
  func.call @use(%x) : (i8) -> ()
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j : index)
^done:
  return
}
