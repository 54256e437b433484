// RUN: terrace-test-opt %s --split-input-file --test-print-nesting --allow-unregistered-dialect | FileCheck %s --check-prefix=NEST
// RUN: terrace-test-opt %s --split-input-file --test-print-defuse --allow-unregistered-dialect | FileCheck %s --check-prefix=USE
// RUN: terrace-test-opt %s --split-input-file --test-operations-equality --allow-unregistered-dialect | FileCheck %s --check-prefix=SAME

// NEST: visiting op: 'builtin.module' with 0 operands and 0 results
// NEST-NEXT: {{^}} 1 nested regions:
// NEST-NEXT: {{^}}  Region with 1 blocks:
// NEST-NEXT: {{^}}    Block with 0 arguments, 0 successors, and 2 operations
// NEST-NEXT: {{^}}      visiting op: 'a.one' with 0 operands and 2 results
// NEST-NEXT: {{^}}      1 attributes:
// NEST-NEXT: {{^}}       - 'n' : '1 : i32'
// NEST-NEXT: {{^}}       0 nested regions:
// USE: Visiting op 'a.one' with 0 operands:
// USE-NEXT: Has 2 results:
// USE-NEXT: {{^}}  - Result 0 has 2 uses:
// USE-NEXT: {{^}}    - a.two
// USE-NEXT: {{^}}    - a.in
// USE-NEXT: {{^}}  - Result 1 has no uses
// USE-NEXT: Visiting op 'a.in' with 2 operands:
// USE-NEXT: {{^}}  - Operand produced by operation 'a.one'
// USE-NEXT: {{^}}  - Operand produced by Block argument, number 0
// SAME: a.one with attr {n = 1 : i32} compares NOT equals!
%0:2 = "a.one"() {n = 1 : i32} : () -> (i1, i2)
"a.two"(%0#0) ({
^bb0(%1: i3):
  "a.in"(%0#0, %1) : (i1, i3) -> ()
}) : (i1) -> ()

// -----

// SAME: a.same with attr {strict_loc_check} compares equals.
"a.same"() ({
^bb0(%a: i32 loc("bar")):
}) {strict_loc_check} : () -> () loc("foo")
"a.same"() ({
^bb0(%a: i32 loc("bar")):
}) {strict_loc_check} : () -> () loc("foo")

// -----

// SAME: a.same with attr {strict_loc_check} compares NOT equals!
"a.same"() ({
^bb0(%a: i32 loc("bar")):
}) {strict_loc_check} : () -> () loc("foo")
"a.same"() ({
^bb0(%a: i32 loc("baz")):
}) {strict_loc_check} : () -> () loc("foo")
