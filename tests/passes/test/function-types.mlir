// RUN: terrace-test-opt %s --split-input-file --test-func-insert-result | FileCheck %s --check-prefix=INSERT
// RUN: terrace-test-opt %s --split-input-file --test-func-set-type | FileCheck %s --check-prefix=SET
// RUN: not terrace-test-opt %s --split-input-file --test-func-insert-result --pass-pipeline='builtin.module(test-func-set-type)' 2>&1 | FileCheck %s --check-prefix=BOTH
// CONFIRMED: mlir-opt prints the same.

// BOTH: can't be used with individual pass options

// INSERT-LABEL: func.func private @one() -> (f32 {test.A})
func.func private @one() attributes {test.insert_results = [[0, f32, {test.A}]]}
// INSERT: func.func private @around() -> (i1 {test.B}, i32 {test.x}, f32)
func.func private @around() -> (i32 {test.x}) attributes {test.insert_results = [[0, i1, {test.B}], [1, f32]]}
// INSERT: func.func private @before() -> (i1 {test.B}, f32, i32 {test.x})
func.func private @before() -> (i32 {test.x}) attributes {test.insert_results = [[0, i1, {test.B}], [0, f32]]}

// -----

// SET-LABEL: func.func private @from(i32, i64) -> f32 attributes {test.set_type_from = @target}
func.func private @from(i1) -> i2 attributes {test.set_type_from = @target}
// SET: func.func private @target(i32, i64) -> f32
func.func private @target(i32, i64) -> f32
// SET: llvm.func @changed(i64) -> i32 attributes {test.set_type_from = @other}
llvm.func @changed(i32) attributes {test.set_type_from = @other}
llvm.func @other(i64) -> i32
