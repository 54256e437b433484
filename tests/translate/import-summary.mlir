// RUN: terrace-translate --import-llvm %S/Inputs/summary.ll | FileCheck %s
// RUN: not terrace-translate --import-llvm --split-input-file %S/Inputs/invalid-summary.ll 2>&1 | FileCheck %s --check-prefix=ERROR

// Summaries, as `-flto=thin` makes them, are passed over, whatever comes after them.

// CHECK: llvm.func @f()
// CHECK: llvm.func @g()

// ERROR: invalid-summary.ll:1:6: error: expected type of a summary entry
// ERROR: invalid-summary.ll:3:13: error: expected '(' in a summary entry
// ERROR: invalid-summary.ll:6:1: error: expected end of summary
