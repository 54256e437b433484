// RUN: terrace-translate --mlir-to-llvmir --split-input-file %s | FileCheck %s --strict-whitespace

// The strings of a module's assembly are put together and written line by line; where there is nothing, no line is left.

// CHECK: target triple = "x86_64-pc-linux-gnu"
// CHECK-EMPTY:
// CHECK-NEXT:%s = type { i32 }
module attributes {llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
  llvm.mlir.global external @a() : !llvm.struct<"s", (i32)>
}

// -----

// CHECK: target triple = "x86_64-pc-linux-gnu"
// CHECK-EMPTY:
// CHECK-NEXT:module asm "a"
// CHECK-NEXT:module asm "b"
// CHECK-NEXT:module asm ""
// CHECK-NEXT:module asm "c"
// CHECK-EMPTY:
// CHECK-NEXT:%s = type { i32 }
module attributes {llvm.module_asm = ["", "a", "", "b\0A\0Ac\0A"], llvm.target_triple = "x86_64-pc-linux-gnu"} {
  llvm.mlir.global external @a() : !llvm.struct<"s", (i32)>
}
