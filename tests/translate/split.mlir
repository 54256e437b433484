// RUN: terrace-translate --mlir-to-llvmir --split-input-file %s | FileCheck %s
// RUN: terrace-translate --mlir-to-llvmir --split-input-file --output-split-marker='; next' %s | FileCheck %s --check-prefix=MARKED

// Translations are put together without a marker, unless there is one.

// CHECK: declare void @first()
// CHECK-NOT: -----
// CHECK: declare void @second()

// MARKED: declare void @first()
// MARKED: {{^}}; next{{$}}
// MARKED: declare void @second()

llvm.func @first()

// -----

llvm.func @second()
