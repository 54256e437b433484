// RUN: not terrace-translate --import-llvm --split-input-file %S/Inputs/invalid.ll 2>&1 | FileCheck %s

// What is no LLVM IR, or has no op, is told with its place.

// CHECK: invalid.ll:2:20: error: use of undefined value
// CHECK: invalid.ll:9:12: error: use of undefined label
// CHECK: invalid.ll:15:8: error: invalid operand type for instruction
// CHECK: invalid.ll:21:19: error: floating point constant invalid for type
// CHECK: invalid.ll:25:18: error: recursive type: a structure cannot contain itself
// CHECK: invalid.ll:31:17: error: use of undefined value
// CHECK: invalid.ll:39:18: error: the operand must be a pointer
// CHECK: invalid.ll:45:23: error: use of undefined metadata
// CHECK: invalid.ll:52:1: error: invalid redefinition of a global
// CHECK: invalid.ll:57:3: error: unhandled instruction:   %p = cleanuppad within none []
// CHECK: invalid.ll:63:23: error: the constant has 2 elements, its type 3
// CHECK: invalid.ll:69:30: error: alignment is not a power of two
// CHECK: invalid.ll:75:22: error: unsupported calling convention 'graalcc'
// CHECK: invalid.ll:79:16: error: end of file in string constant
// CHECK: invalid.ll:83:3: error: unhandled instruction:   %y = callbr i32 asm
// CHECK: invalid.ll:98:1: error: expected '['
// CHECK: invalid.ll:106:20: error: use of undefined comdat '$c'
// CHECK: invalid.ll:110:19: error: expected the bounds of vscale
