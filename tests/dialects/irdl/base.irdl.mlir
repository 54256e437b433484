// RUN: terrace-opt %s | FileCheck %s

// Definitions that are well-formed, but not of a dialect that can be made: not-defined.mlir uses them.

// CHECK: irdl.base "!missing.type"
irdl.dialect @based {
  irdl.operation @op {
    %0 = irdl.base "!missing.type"
    irdl.results(value: %0)
  }
}
