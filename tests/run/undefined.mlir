// RUN: not terrace run %s --entry=div --arg=7 --arg=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not terrace run %s --entry=div --arg=-128 --arg=-1 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// RUN: terrace run %s --entry=shift --arg=7 --arg=32 --arg=0 | FileCheck %s --check-prefix=UNUSED
// RUN: not terrace run %s --entry=shift --arg=7 --arg=32 --arg=1 2>&1 | FileCheck %s --check-prefix=RETURNED
// RUN: not terrace run %s --entry=branch --arg=33 2>&1 | FileCheck %s --check-prefix=BRANCH
// RUN: not terrace run %s --entry=call --arg=100 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not terrace run %s --entry=recursion 2>&1 | FileCheck %s --check-prefix=DEPTH
// RUN: not terrace run %s --entry=forever --max-steps=1000 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not terrace run %s --entry=assertion --arg=1 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: not terrace run %s --entry=step --arg=0 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not terrace run %s --entry=unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not terrace run %s --entry=div --arg=1 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not terrace run %s --entry=div --arg=1 --arg=300 2>&1 | FileCheck %s --check-prefix=RANGE

// ZERO: :[[@LINE+7]]:8: error: division by zero
// ZERO-NEXT: %q = arith.divsi %a, %b : i8
// OVERFLOW: :[[@LINE+5]]:8: error: overflow in a signed division
// UNKNOWN: error: there is no function 'unknown' with a body to run
// COUNT: error: the function takes 2 arguments (i8, i8), but --arg was given 1 time
// RANGE: error: argument #1: '300' is no value of type i8: '300' does not fit into 8 bits
func.func @div(%a: i8, %b: i8) -> i8 {
  %q = arith.divsi %a, %b : i8
  return %q : i8
}

// UNUSED: 7 : i32
// RETURNED: error: the program returns a poison value
// RETURNED: :[[@LINE+2]]:8: note: poison comes from here: a shift by the width of the integer or more
func.func @shift(%a: i32, %b: i32, %p : i1) -> i32 {
  %q = arith.shli %a, %b : i32
  %r = arith.select %p, %q, %a : i32
  return %r : i32
}

// BRANCH: :[[@LINE+5]]:3: error: use of a poison value
// BRANCH: :[[@LINE+2]]:8: note: poison comes from here: a shift by the width of the integer or more
func.func @branch(%b: i32) -> i32 {
  %q = arith.shli %b, %b : i32
  %p = arith.cmpi eq, %q, %b : i32
  cf.cond_br %p, ^a, ^a
^a:
  return %b : i32
}

// Poison goes through calls.
// CALL: :[[@LINE+10]]:8: error: use of a poison value
// CALL: :[[@LINE+6]]:8: note: poison comes from here: signed overflow in an op with nsw
func.func private @same(%x: i8, %y: i8) -> (i8, i8) {
  return %y, %x : i8, i8
}

func.func @call(%x: i8) -> i8 {
  %s = arith.addi %x, %x overflow<nsw> : i8
  %a, %b = func.call @same(%s, %x) : (i8, i8) -> (i8, i8)
  %ok = arith.divsi %b, %a : i8
  %q = arith.divsi %a, %b : i8
  return %q : i8
}

// DEPTH: :[[@LINE+3]]:3: error: more than 100000 calls inside of each other
// DEPTH: :[[@LINE+2]]:3: note: called from here
func.func @recursion() {
  func.call @recursion() : () -> ()
  return
}

// STEPS: error: more than 1000 steps
func.func @forever() {
  cf.br ^a
^a:
  cf.br ^a
}

// ASSERT: :[[@LINE+4]]:3: error: assertion failed: equal to two
func.func @assertion(%x: i32) {
  %c2 = arith.constant 2 : i32
  %p = arith.cmpi eq, %x, %c2 : i32
  cf.assert %p, "equal to two"
  return
}

// STEP: :[[@LINE+4]]:3: error: a loop with a step that is not positive
func.func @step(%s: index) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %s {
  }
  return
}
