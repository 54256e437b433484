// RUN: not terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-pass-failure{gen-diagnostics}))' 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-pass-create-invalid-ir))' 2>&1 | FileCheck %s --check-prefix=INVALID
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(test-module-pass,func.func(test-function-pass,test-pass-create-invalid-ir{emit-invalid-ir=false}))' | FileCheck %s

// FAILS: error: illegal operation
// INVALID: error: 'test.any_attr_of_i32_str' op requires attribute 'attr'
// CHECK: func @empty_function
func.func @empty_function() {
  return
}
