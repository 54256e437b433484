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
// CHECK: invalid.ll:114:46: error: value for 'line' too large, limit is 4294967295
// CHECK: invalid.ll:118:46: error: expected unsigned integer
// CHECK: invalid.ll:122:46: error: expected unsigned integer
// CHECK: invalid.ll:126:70: error: invalid subprogram debug info flag 'DISPFlagNone'
// CHECK: invalid.ll:130:24: error: invalid DWARF tag 'DW_TAG_none'
// CHECK: invalid.ll:134:40: error: invalid DWARF type attribute encoding 'DW_ATE_none'
// CHECK: invalid.ll:138:28: error: invalid DWARF calling convention 'DW_CC_none'
// CHECK: invalid.ll:142:31: error: invalid debug info flag 'DIFlagNone'
// CHECK: invalid.ll:146:40: error: invalid DWARF language 'DW_LANG_none'
// CHECK: invalid.ll:150:75: error: expected 'true' or 'false'
// CHECK: invalid.ll:154:76: error: invalid emission kind 'Some'
// CHECK: invalid.ll:158:76: error: value for 'emissionKind' too large, limit is 3
// CHECK: invalid.ll:162:77: error: invalid name table kind 'Some'
// CHECK: invalid.ll:166:20: error: invalid DWARF op 'DW_OP_none'
// CHECK: invalid.ll:170:43: error: invalid DWARF attribute encoding 'DW_ATE_none'
