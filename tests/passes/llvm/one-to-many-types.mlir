// An integer of 17 bits becomes two of 18 in functions, calls and branches.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-test-opt %s --test-llvm-legalize-patterns | FileCheck %s



// CHECK-LABEL: llvm.func @several(
// CHECK-SAME: %[[ARG0:.*]]: i18, %[[ARG1:.*]]: i18, %[[ARG2:.*]]: i1) -> !llvm.struct<(i18, i18, i1)> {
// CHECK-NEXT: %[[V0:.*]] = llvm.mlir.poison : !llvm.struct<(i18, i18, i1)>
// CHECK-NEXT: %[[V1:.*]] = llvm.insertvalue %[[ARG0]], %[[V0]][0] : !llvm.struct<(i18, i18, i1)>
// CHECK-NEXT: %[[V2:.*]] = llvm.insertvalue %[[ARG1]], %[[V1]][1] : !llvm.struct<(i18, i18, i1)>
// CHECK-NEXT: %[[V3:.*]] = llvm.insertvalue %[[ARG2]], %[[V2]][2] : !llvm.struct<(i18, i18, i1)>
// CHECK-NEXT: llvm.return %[[V3]] : !llvm.struct<(i18, i18, i1)>
func.func @several(%a: i17, %b: i1) -> (i17, i1) {
  return %a, %b : i17, i1
}

// CHECK-LABEL: llvm.func @one(
// CHECK-SAME: %[[ARG0:.*]]: i18, %[[ARG1:.*]]: i18) -> !llvm.struct<(i18, i18)> {
// CHECK-NEXT: %[[V0:.*]] = llvm.mlir.poison : !llvm.struct<(i18, i18)>
// CHECK-NEXT: %[[V1:.*]] = llvm.insertvalue %[[ARG0]], %[[V0]][0] : !llvm.struct<(i18, i18)>
// CHECK-NEXT: %[[V2:.*]] = llvm.insertvalue %[[ARG1]], %[[V1]][1] : !llvm.struct<(i18, i18)>
// CHECK-NEXT: llvm.return %[[V2]] : !llvm.struct<(i18, i18)>
func.func @one(%a: i17) -> i17 {
  return %a : i17
}

// CHECK-LABEL: llvm.func @calls(
// CHECK-SAME: %[[ARG0:.*]]: i18, %[[ARG1:.*]]: i18, %[[ARG2:.*]]: i1) -> !llvm.struct<(i18, i18)> {
// CHECK-NEXT: %[[V0:.*]] = llvm.call @several(%[[ARG0]], %[[ARG1]], %[[ARG2]]) : (i18, i18, i1) -> !llvm.struct<(i18, i18, i1)>
// CHECK-NEXT: %[[V1:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.struct<(i18, i18, i1)>
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(i18, i18, i1)>
// CHECK-NEXT: %[[V3:.*]] = llvm.extractvalue %[[V0]][2] : !llvm.struct<(i18, i18, i1)>
// CHECK-NEXT: %[[V4:.*]] = llvm.call @one(%[[V1]], %[[V2]]) : (i18, i18) -> !llvm.struct<(i18, i18)>
// CHECK-NEXT: %[[V5:.*]] = llvm.extractvalue %[[V4]][0] : !llvm.struct<(i18, i18)>
// CHECK-NEXT: %[[V6:.*]] = llvm.extractvalue %[[V4]][1] : !llvm.struct<(i18, i18)>
// CHECK-NEXT: %[[V7:.*]] = llvm.select %[[V3]], %[[V5]], %[[ARG0]] : i1, i18
// CHECK-NEXT: %[[V8:.*]] = llvm.select %[[V3]], %[[V6]], %[[ARG1]] : i1, i18
// CHECK-NEXT: llvm.cond_br %[[ARG2]], ^[[BB1:.*]](%[[V5]], %[[V6]] : i18, i18), ^[[BB1]](%[[V7]], %[[V8]] : i18, i18)
// CHECK-NEXT: ^[[BB1]](%[[V9:.*]]: i18, %[[V10:.*]]: i18):  // 2 preds: ^[[BB0:.*]], ^[[BB0]]
// CHECK-NEXT: %[[V11:.*]] = llvm.mlir.poison : !llvm.struct<(i18, i18)>
// CHECK-NEXT: %[[V12:.*]] = llvm.insertvalue %[[V9]], %[[V11]][0] : !llvm.struct<(i18, i18)>
// CHECK-NEXT: %[[V13:.*]] = llvm.insertvalue %[[V10]], %[[V12]][1] : !llvm.struct<(i18, i18)>
// CHECK-NEXT: llvm.return %[[V13]] : !llvm.struct<(i18, i18)>
func.func @calls(%a: i17, %b: i1) -> i17 {
  %0:2 = call @several(%a, %b) : (i17, i1) -> (i17, i1)
  %1 = call @one(%0#0) : (i17) -> i17
  %2 = arith.select %0#1, %1, %a : i17
  cf.cond_br %b, ^bb1(%1 : i17), ^bb1(%2 : i17)
^bb1(%x: i17):
  return %x : i17
}

// CHECK-LABEL: func.func @kept(
// CHECK-SAME: %[[ARG0:.*]]: i64, %[[ARG1:.*]]: !llvm.ptr, %[[ARG2:.*]]: i17) attributes {is_legal} {
// CHECK-NEXT: %[[V0:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V1:.*]] = llvm.insertvalue %[[ARG0]], %[[V0]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V2:.*]] = llvm.insertvalue %[[ARG1]], %[[V1]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[V2]] : !llvm.struct<(i64, ptr)> to memref<*xf32>
// CHECK-NEXT: "test.legal_op"(%[[V3]]) : (memref<*xf32>) -> ()
// CHECK-NEXT: llvm.return
func.func @kept(%a: i64, %p: !llvm.ptr, %b: i17) attributes {is_legal} {
  %0 = "test.direct_replacement"(%a, %p) : (i64, !llvm.ptr) -> memref<*xf32>
  "test.legal_op"(%0) : (memref<*xf32>) -> ()
  return
}
