// RUN: terrace-translate --import-llvm --mlir-to-llvmir %S/Inputs/globals.ll | FileCheck %s
// RUN: not terrace-translate --mlir-to-llvmir --import-llvm %s 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not terrace-translate --mlir-to-llvmir --emit-expensive-warnings %s 2>&1 | FileCheck %s --check-prefix=OPTION

// What is imported and exported in one run keeps the types of addresses, and the order of predecessors.

// CHECK: @pointers = hidden global { ptr, i64, ptr } { ptr getelementptr inbounds ([3 x i16], ptr @numbers, i64 0, i64 1),
// CHECK-SAME: i64 sub (i64 ptrtoint (ptr @same to i64), i64 ptrtoint (ptr @odd to i64)), ptr null }

// ORDER: error: of several translations, an import comes first and an export last
// OPTION: error: '--emit-expensive-warnings' is no option of '--mlir-to-llvmir'
