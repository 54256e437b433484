// RUN: terrace-test-opt %s --split-input-file --test-tensorlike-bufferlike | FileCheck %s --check-prefix=TYPES
// RUN: terrace-test-opt %s --split-input-file --test-pattern-selective-replacement | FileCheck %s --check-prefix=SELECT
// RUN: terrace-test-opt %s --split-input-file --test-control-flow-sink | FileCheck %s --check-prefix=SINK
// RUN: terrace-test-opt %s --split-input-file --test-convert-func-op | FileCheck %s --check-prefix=LLVM
// RUN: terrace-test-opt %s --split-input-file --test-composite-fixed-point-pass | FileCheck %s --check-prefix=FIXED
// RUN: not terrace-test-opt %s --split-input-file --test-mlir-reducer 2>&1 | FileCheck %s --check-prefix=REDUCER
// CONFIRMED: mlir-opt prints the same.

// TYPES-LABEL: func.func private @types({{.*}}) -> {{.*}} attributes {found = {operand_0 = "is_tensor_like", operand_2 = "is_buffer_like", result_0 = "is_buffer_like", result_1 = "is_tensor_like"}}
func.func private @types(tensor<*xf32>, i32, memref<*xf32>) -> (!test.test_memref<[32], f64>, !test.test_tensor<[32], f64>)
// TYPES: func.func private @plain(i32){{$}}
func.func private @plain(i32)

// -----

// SELECT-LABEL: func.func @selective
// SELECT-NEXT: %[[A:.+]] = "test.a"(%arg1)
// SELECT-NEXT: "test.return"(%arg0)
func.func @selective(%a: i32, %b: i32) {
  %cast = "test.cast"(%a, %b) : (i32, i32) -> i32
  %0 = "test.a"(%cast) : (i32) -> i32
  "test.return"(%cast) : (i32) -> ()
}

// -----

// SINK-LABEL: func.func @sink
// SINK-NEXT: %[[U:.+]] = "test.sink_me"() : () -> i32
// SINK-NEXT: %[[V:.+]] = "test.stay"() : () -> i32
// SINK-NEXT: "test.sink_target"() ({
// SINK-NEXT: %[[S:.+]] = "test.sink_me"() {was_sunk = 0 : i32} : () -> i32
// SINK-NEXT: %[[T:.+]] = "test.sink_me"(%[[S]]) {was_sunk = 0 : i32}
// SINK-NEXT: "test.u"(%[[T]], %[[V]])
// SINK-NEXT: }, {
// SINK-NEXT: "test.u"(%[[U]])
func.func @sink() {
  %s = "test.sink_me"() : () -> i32
  %t = "test.sink_me"(%s) : (i32) -> i32
  %u = "test.sink_me"() : () -> i32
  %v = "test.stay"() : () -> i32
  "test.sink_target"() ({
    "test.u"(%t, %v) : (i32, i32) -> ()
  }, {
    "test.u"(%u) : (i32) -> ()
  }) : () -> ()
  return
}

// -----

// LLVM: llvm.func @_mlir_ciface_add(i32 {llvm.noundef}) -> i32 attributes {llvm.emit_c_interface, sym_visibility = "private"}
// LLVM: llvm.func internal @caller(%arg0: i32) -> i32 {
// LLVM-NEXT: llvm.return %arg0 : i32
func.func private @add(i32 {llvm.noundef}) -> i32 attributes {llvm.emit_c_interface}
func.func @caller(%a: i32) -> i32 attributes {llvm.linkage = #llvm.linkage<internal>} {
  return %a : i32
}

// -----

// FIXED-LABEL: func.func @fixed
// FIXED-NEXT: %[[A:.+]] = arith.addi %arg0, %arg0
// FIXED-NEXT: %[[B:.+]] = arith.muli %[[A]], %[[A]]
// FIXED-NEXT: return %[[B]]
func.func @fixed(%a: i32) -> i32 {
  %z = arith.constant 0 : i32
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.addi %1, %z : i32
  %3 = arith.muli %0, %2 : i32
  return %3 : i32
}

// -----

// REDUCER: MLIR Reducer Test generated failure: Found "crashOp" operation
func.func @crash() {
  "test.op_crash"() : () -> ()
  return
}
