// Natural loops: header, latches and exiting blocks, inner loops indented. The form is that of upstream's test of LoopInfo.
// RUN: terrace-test-opt %s --pass-pipeline="builtin.module(func.func(test-cfg-loop-info))" 2>&1 | FileCheck %s

// CHECK-LABEL: Testing : "a_loop_with_two_latches_is_one_loop"
// CHECK-NEXT: Blocks : ^bb0, ^bb1, ^bb2, ^bb3, ^bb4
// CHECK-NEXT: Loop at depth 1 containing: ^bb1<header><exiting>,^bb2<latch>,^bb3<latch>
// CHECK-NOT: Loop
func.func @a_loop_with_two_latches_is_one_loop(%c: i1) {
  cf.br ^bb1
^bb1:
  cf.cond_br %c, ^bb4, ^bb2
^bb2:
  cf.cond_br %c, ^bb1, ^bb3
^bb3:
  cf.br ^bb1
^bb4:
  return
}

// CHECK-LABEL: Testing : "loops_nest_and_follow_each_other"
// CHECK: {{^}}Loop at depth 1 containing: ^bb4<header><latch><exiting>
// CHECK-NEXT: {{^}}Loop at depth 1 containing: ^bb1<header>,^bb2<exiting>,^bb3<latch>
// CHECK-NEXT: {{^}}    Loop at depth 2 containing: ^bb2<header><latch><exiting>
func.func @loops_nest_and_follow_each_other(%c: i1) {
  cf.br ^bb1
^bb1:
  cf.br ^bb2
^bb2:
  cf.switch %c : i1, [default: ^bb3, 0: ^bb2, 1: ^bb4]
^bb3:
  cf.br ^bb1
^bb4:
  cf.cond_br %c, ^bb4, ^bb5
^bb5:
  return
}

// CHECK-LABEL: Testing : "a_cycle_with_two_entries_has_no_header"
// CHECK: no loops
func.func @a_cycle_with_two_entries_has_no_header(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  cf.cond_br %c, ^bb1, ^bb3
^bb3:
  return
}

// CHECK-LABEL: Testing : "blocks_that_are_not_reached_are_in_no_loop"
// CHECK: no loops
func.func @blocks_that_are_not_reached_are_in_no_loop() {
  return
^bb1:
  cf.br ^bb1
}
