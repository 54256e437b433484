// An op that may be a symbol table hides uses: no callable is erased then, and calls are still inlined.
// RUN: terrace-opt %s --inline --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: not terrace-opt %s --inline=default-pipeline=unknown --allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: not terrace-opt %s "--inline=op-pipelines=func.func(unknown)" --allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=OWN

// A pipeline that cannot be read is not passed over.
// DEFAULT: 'unknown' does not refer to a registered pass or pass pipeline
// OWN: 'unknown' does not refer to a registered pass or pass pipeline

// CHECK-LABEL: func.func private @used
func.func private @used() -> i32 {
  %c = arith.constant 1 : i32
  return %c : i32
}

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1
// CHECK-NEXT: "unknown.op"
// CHECK-NEXT: callee = @used
// CHECK: return %[[ONE]]
func.func @main() -> i32 {
  "unknown.op"() ({
    "unknown.call"() {callee = @used} : () -> ()
  }) : () -> ()
  %0 = call @used() : () -> i32
  return %0 : i32
}

// -----

"unknown.op"() ({
  "unknown.call"() {callee = @used_before} : () -> ()
}) : () -> ()

// CHECK-LABEL: func.func private @used_before
func.func private @used_before() -> i32 {
  %c = arith.constant 1 : i32
  return %c : i32
}
