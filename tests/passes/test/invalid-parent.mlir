// A pass on functions makes the module around them wrong.
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-pass-invalid-parent))' --verify-diagnostics
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-pass-invalid-parent))' --verify-diagnostics --mlir-disable-threading

// expected-error@+1 {{'test.call' op 'some_unknown_func' does not reference a valid function}}
func.func @broken() {
  return
}
