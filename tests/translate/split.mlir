// RUN: terrace-translate --mlir-to-llvmir --split-input-file %s | FileCheck %s
// RUN: terrace-translate --mlir-to-llvmir --split-input-file --output-split-marker='; next' %s | FileCheck %s --check-prefix=MARKED

// Translations are put together without a marker, unless there is one.

// CHECK: declare void @f()
// CHECK-NOT: -----
// CHECK: declare void @g()

// MARKED: declare void @f()
// MARKED: {{^}}; next{{$}}
// MARKED: declare void @g()

llvm.func @f()

// -----

llvm.func @g()
