// RUN: not terrace-opt %s --verify-diagnostics 2>&1 | FileCheck %s
// RUN: terrace-opt %s 2>&1 | FileCheck %s --check-prefix=UNASKED

// An expectation that is not met fails the run only if expectations are verified, but shows anyway.
// CHECK: error: expected warning "never" was not produced
// UNASKED: error: expected warning "never" was not produced
// expected-warning @below {{never}}
func.func private @without_warning()
