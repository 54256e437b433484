// RUN: not terrace-opt %s --irdl-file=%S/base.irdl.mlir 2>&1 | FileCheck %s --check-prefix=BASE
// RUN: not terrace-opt %s --irdl-file=%S/predicate.irdl.mlir 2>&1 | FileCheck %s --check-prefix=PREDICATE
// RUN: not terrace-opt %s --irdl-file=%S/missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not terrace-opt %s --irdl-file=%s 2>&1 | FileCheck %s --check-prefix=TWICE

// BASE: base.irdl.mlir:8:10: error: no registered type with name !missing.type
// PREDICATE: predicate.irdl.mlir:8:10: error: 'irdl.c_pred' op is a predicate in C++, which cannot be checked at run time
// MISSING: error: cannot open input file '{{.*}}missing.mlir': No such file or directory
// TWICE: error: the dialect 'arith' is defined twice
irdl.dialect @arith {
}
