// RUN: terrace-opt %s | FileCheck %s

// Predicates in C++ are for generators of code: not-defined.mlir has a check by one.

// CHECK: irdl.c_pred "::llvm::isa<::mlir::IntegerAttr>($_self)"
irdl.dialect @predicated {
  irdl.operation @op {
    %0 = irdl.c_pred "::llvm::isa<::mlir::IntegerAttr>($_self)"
    irdl.results(value: %0)
  }
}
