// A trace has the conversions and the applications of patterns within passes, whether they match or not.
// RUN: terrace-opt %s --profile-actions-to=- --canonicalize --convert-arith-to-llvm -o %t --mlir-disable-threading | FileCheck %s

// CHECK-LABEL: running `Canonicalizer
// CHECK: {"name": "apply-pattern", "cat": "PERF", "ph": "B", "pid": 0, "tid": 0, "ts": {{[0-9]+}}, "args": {"desc": "`apply-pattern` pattern: {{.+}}"}},
// CHECK-NEXT: {"name": "apply-pattern", "cat": "PERF", "ph": "E", "pid": 0, "tid": 0, "ts": {{[0-9]+}}},
// CHECK: {"name": "pass-execution", "cat": "PERF", "ph": "E"
// CHECK-LABEL: running `ArithToLLVMConversionPass`
// CHECK-NEXT: {"name": "apply-conversion", "cat": "PERF", "ph": "B"
// CHECK-NEXT: {"name": "apply-pattern", "cat": "PERF", "ph": "B"
// CHECK-NEXT: {"name": "apply-pattern", "cat": "PERF", "ph": "E"
// CHECK: {"name": "apply-conversion", "cat": "PERF", "ph": "E"
// CHECK-NEXT: {"name": "pass-execution", "cat": "PERF", "ph": "E"
func.func @sum(%a: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.addi %c, %a : i32
  %1 = arith.addi %0, %c : i32
  return %1 : i32
}
