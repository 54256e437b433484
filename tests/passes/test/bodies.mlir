// RUN: terrace-test-opt %s --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(test-clone))' | FileCheck %s --check-prefix=CLONE
// RUN: terrace-test-opt %s --split-input-file --allow-unregistered-dialect --test-take-body | FileCheck %s --check-prefix=TAKE
// RUN: not terrace-test-opt %s --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(builtin.module(test-take-body)))' 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: terrace-test-opt %s --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(test-distinct-attrs))' | FileCheck %s --check-prefix=DISTINCT
// RUN: terrace-test-opt %s --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(any(test-interface-pass))' 2>&1 | FileCheck %s --check-prefix=REPORT

// CLONE-DAG: notifyOperationInserted: builtin.module
// CLONE-LABEL: func.func @first(%arg0: i32, %arg1: i32) -> (i32, i32)
// CLONE-NEXT: %[[A:.+]] = "a.use"(%arg0) {distinct.input = #{{.+}}}
// CLONE-NEXT: module {
// CLONE:      %[[B:.+]] = "a.use"(%arg1)
// CLONE-NEXT: module {
// CLONE:      return %[[A]], %[[B]] : i32, i32
// CLONE-LABEL: func.func private @second
// CLONE-NEXT: cf.br ^bb1
// CLONE-NEXT: ^bb1:
// CLONE-NEXT: "a.end"

// TAKE-LABEL: func.func @first
// TAKE-NEXT:  cf.br ^bb1
// TAKE-NEXT:  ^bb1:
// TAKE-NEXT:  "a.end"
// TAKE-NOT:   a.use
// TAKE:       func.func private @second(i32, i32) -> (i32, i32)

// ONE: error: Expected only two functions in test

// DISTINCT-DAG: #[[A:.+]] = distinct[0]<7 : i32>
// DISTINCT-DAG: #[[B:.+]] = distinct[1]<7 : i32>
// DISTINCT: "a.use"(%arg0) {distinct.input = #[[A]], distinct.output = #[[B]]}

// REPORT: bodies.mlir:[[#@LINE+3]]:1: remark: Executing interface pass on operation
// REPORT: bodies.mlir:[[#@LINE+9]]:1: remark: Executing interface pass on operation
#once = distinct[0]<7 : i32>
func.func @first(%x: i32, %y: i32) -> (i32, i32) {
  %0 = "a.use"(%x) {distinct.input = #once} : (i32) -> i32
  builtin.module {
    func.func @inner() { return }
  }
  return %y, %0 : i32, i32
}
func.func private @second(%x: i32, %y: i32) -> (i32, i32) {
  cf.br ^end
^end:
  "a.end"() : () -> ()
}
