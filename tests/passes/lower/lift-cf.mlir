// Blocks and branches become loops and branches with regions.
// RUN: terrace-opt %s --lift-cf-to-scf --allow-unregistered-dialect | FileCheck %s

func.func @loop(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  %v = "foo.value"(%i) : (index) -> index
  cf.cond_br %more, ^body, ^exit
^body:
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^exit:
  return %v : index
}

func.func @two_entries(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  "foo.a"() : () -> ()
  cf.br ^b
^b:
  %d = "foo.b"() : () -> i1
  cf.cond_br %d, ^a, ^exit
^exit:
  return
}

func.func @endless() -> i32 {
  cf.br ^a
^a:
  "foo.a"() : () -> ()
  cf.br ^a
}

func.func @switch(%f: i32, %x: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^a(%x : i32),
    1: ^b,
    7: ^c
  ]
^a(%y: i32):
  return %y : i32
^b:
  "foo.b"() : () -> ()
  cf.br ^a(%f : i32)
^c:
  return %f : i32
}

// CHECK:      module {
// CHECK-NEXT:   func.func @loop(%arg0: index) -> index {
// CHECK-NEXT:     %0 = ub.poison : index
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %1:2 = scf.while (%arg1 = %c0, %arg2 = %0) : (index, index) -> (index, index) {
// CHECK-NEXT:       %2 = arith.cmpi slt, %arg1, %arg0 : index
// CHECK-NEXT:       %3 = "foo.value"(%arg1) : (index) -> index
// CHECK-NEXT:       %4:3 = scf.if %2 -> (index, i32, i32) {
// CHECK-NEXT:         %6 = arith.addi %arg1, %c1 : index
// CHECK-NEXT:         scf.yield %6, %c0_i32, %c1_i32 : index, i32, i32
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %0, %c1_i32, %c0_i32 : index, i32, i32
// CHECK-NEXT:       }
// CHECK-NEXT:       %5 = arith.trunci %4#2 : i32 to i1
// CHECK-NEXT:       scf.condition(%5) %4#0, %3 : index, index
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg1: index, %arg2: index):
// CHECK-NEXT:       scf.yield %arg1, %arg2 : index, index
// CHECK-NEXT:     }
// CHECK-NEXT:     return %1#1 : index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @two_entries(%arg0: i1) {
// CHECK-NEXT:     %0 = ub.poison : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %1 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:       scf.yield %c1_i32 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %c0_i32 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %2 = scf.while (%arg1 = %1) : (i32) -> i32 {
// CHECK-NEXT:       %3 = arith.index_castui %arg1 : i32 to index
// CHECK-NEXT:       %4:3 = scf.index_switch %3 -> i32, i32, i32 
// CHECK-NEXT:       case 0 {
// CHECK-NEXT:         %6 = "foo.b"() : () -> i1
// CHECK-NEXT:         %7:3 = scf.if %6 -> (i32, i32, i32) {
// CHECK-NEXT:           scf.yield %c1_i32, %c0_i32, %c1_i32 : i32, i32, i32
// CHECK-NEXT:         } else {
// CHECK-NEXT:           scf.yield %0, %c1_i32, %c0_i32 : i32, i32, i32
// CHECK-NEXT:         }
// CHECK-NEXT:         scf.yield %7#0, %7#1, %7#2 : i32, i32, i32
// CHECK-NEXT:       }
// CHECK-NEXT:       default {
// CHECK-NEXT:         "foo.a"() : () -> ()
// CHECK-NEXT:         scf.yield %c0_i32, %c0_i32, %c1_i32 : i32, i32, i32
// CHECK-NEXT:       }
// CHECK-NEXT:       %5 = arith.trunci %4#2 : i32 to i1
// CHECK-NEXT:       scf.condition(%5) %4#0 : i32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg1: i32):
// CHECK-NEXT:       scf.yield %arg1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @endless() -> i32 {
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     scf.while : () -> () {
// CHECK-NEXT:       "foo.a"() : () -> ()
// CHECK-NEXT:       %1 = arith.trunci %c1_i32 : i32 to i1
// CHECK-NEXT:       scf.condition(%1)
// CHECK-NEXT:     } do {
// CHECK-NEXT:       scf.yield
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = ub.poison : i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @switch(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0 = ub.poison : i32
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %1 = arith.index_castui %arg0 : i32 to index
// CHECK-NEXT:     %2:3 = scf.index_switch %1 -> i32, i32, i32 
// CHECK-NEXT:     case 1 {
// CHECK-NEXT:       "foo.b"() : () -> ()
// CHECK-NEXT:       scf.yield %arg0, %0, %c0_i32 : i32, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     case 7 {
// CHECK-NEXT:       scf.yield %0, %arg0, %c1_i32 : i32, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     default {
// CHECK-NEXT:       scf.yield %arg1, %0, %c0_i32 : i32, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %3 = arith.index_castui %2#2 : i32 to index
// CHECK-NEXT:     %4 = scf.index_switch %3 -> i32 
// CHECK-NEXT:     case 0 {
// CHECK-NEXT:       scf.yield %2#0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     default {
// CHECK-NEXT:       scf.yield %2#1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %4 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
