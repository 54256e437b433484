// Actions with a tag are left out up to some, and after some: the nested pipeline of the module is the first execution.
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(canonicalize))' --mlir-debug-counter=pass-execution-skip=1 | FileCheck %s --check-prefix=NEITHER
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(canonicalize))' --mlir-debug-counter=pass-execution-count=2 --mlir-print-debug-counter 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(canonicalize))' --mlir-debug-counter=GreedyPatternRewriteIteration-skip=1 | FileCheck %s --check-prefix=SECOND
// RUN: terrace-opt %s --canonicalize --mlir-debug-counter=apply-pattern-skip=0x0,apply-pattern-count=0,none-skip=3 --mlir-print-debug-counter 2>&1 | FileCheck %s --check-prefix=PATTERN
// RUN: terrace-opt %s --convert-to-llvm --mlir-debug-counter=apply-conversion-count=0 | FileCheck %s --check-prefix=NEITHER
// RUN: terrace-opt %s --mlir-print-debug-counter 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not terrace-opt %s --mlir-debug-counter=a 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not terrace-opt %s --mlir-debug-counter=a-skip=1x 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not terrace-opt %s --mlir-debug-counter=a=1 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not terrace-opt %s --mlir-debug-counter=a-skip=1 --log-actions-to=- 2>&1 | FileCheck %s --check-prefix=LOG
// CONFIRMED: mlir-opt prints the same IR; it prints the counters once more before the run.

// NEITHER-LABEL: func.func @first
// NEITHER-NEXT: arith.constant
// NEITHER-LABEL: func.func @second
// NEITHER-NEXT: arith.constant
// FIRST: DebugCounter counters:
// FIRST-NEXT: pass-execution                  : {4,0,2}
// FIRST-LABEL: func.func @first
// FIRST-NEXT: return
// FIRST-LABEL: func.func @second
// FIRST-NEXT: arith.constant
// SECOND-LABEL: func.func @first
// SECOND-NEXT: arith.constant
// SECOND-LABEL: func.func @second
// SECOND-NEXT: return
// PATTERN: apply-pattern                   : {{[{][1-9][0-9]*}},0,0}
// PATTERN-NEXT: none                            : {0,3,-1}
// PATTERN-LABEL: func.func @third
// PATTERN: arith.addi
// PATTERN-NEXT: arith.addi
// NONE: DebugCounter counters:
// NONE-NEXT: module
// VALUE: error: expected DebugCounter argument to have an `=` separating the counter name and value, but the provided argument was: `a`
// NUMBER: error: expected DebugCounter counter value to be numeric, but got `1x`
// NAME: error: expected DebugCounter counter name to end with either `-skip` or `-count`, but got `a`
// LOG: error: Debug counters are incompatible with --log-actions-to
func.func @first(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %a, %0 : i32
  return %1 : i32
}
func.func @second(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %a, %0 : i32
  return %1 : i32
}
func.func @third(%a: i32) -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.addi %1, %0 : i32
  return %2 : i32
}
