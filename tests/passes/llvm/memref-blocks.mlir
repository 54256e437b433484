// RUN: terrace-opt %s --finalize-memref-to-llvm --allow-unregistered-dialect | FileCheck %s

// The stack is what it was before when the scope is left.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @scope(
// CHECK-SAME: %[[ARG0:.*]]: index, %[[ARG1:.*]]: f32) -> f32 {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : index to i64
// CHECK-NEXT: %[[V1:.*]] = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT: llvm.br ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V3:.*]] = llvm.alloca %[[V0]] x f32 : (i64) -> !llvm.ptr
// CHECK-NEXT: %[[V4:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V5:.*]] = llvm.insertvalue %[[V3]], %[[V4]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V6:.*]] = llvm.insertvalue %[[V3]], %[[V5]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V7:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V8:.*]] = llvm.insertvalue %[[V7]], %[[V6]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V9:.*]] = llvm.insertvalue %[[V0]], %[[V8]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V10:.*]] = llvm.insertvalue %[[V2]], %[[V9]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V11:.*]] = llvm.extractvalue %[[V10]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V12:.*]] = llvm.getelementptr inbounds|nuw %[[V11]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.store %[[ARG1]], %[[V12]] : f32, !llvm.ptr
// CHECK-NEXT: %[[V13:.*]] = llvm.extractvalue %[[V10]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V14:.*]] = llvm.getelementptr inbounds|nuw %[[V13]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V15:.*]] = llvm.load %[[V14]] : !llvm.ptr -> f32
// CHECK-NEXT: llvm.intr.stackrestore %[[V1]] : !llvm.ptr
// CHECK-NEXT: llvm.br ^bb2(%[[V15]] : f32)
// CHECK-NEXT: ^bb2(%[[V16:.*]]: f32):  // pred: ^bb1
// CHECK-NEXT: llvm.br ^bb3
// CHECK-NEXT: ^bb3:  // pred: ^bb2
// CHECK-NEXT: %[[V17:.*]] = arith.addf %[[V16]], %[[ARG1]] : f32
// CHECK-NEXT: return %[[V17]] : f32
// CHECK-NEXT: }
func.func @scope(%n: index, %x: f32) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %1 = memref.alloca(%n) : memref<?xf32>
    memref.store %x, %1[%n] : memref<?xf32>
    %2 = memref.load %1[%n] : memref<?xf32>
    memref.alloca_scope.return %2 : f32
  }
  %3 = arith.addf %0, %x : f32
  return %3 : f32
}

// The scope is at the start of a block that others branch to.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @scope_in_block(
// CHECK-SAME: %[[ARG0:.*]]: index, %[[ARG1:.*]]: memref<?xf32>, %[[ARG2:.*]]: i1) -> memref<?xf32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : index to i64
// CHECK-NEXT: cf.cond_br %[[ARG2]], ^bb1, ^bb4
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: %[[V1:.*]] = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT: llvm.br ^bb2
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V3:.*]] = llvm.alloca %[[V0]] x f32 : (i64) -> !llvm.ptr
// CHECK-NEXT: %[[V4:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V5:.*]] = llvm.insertvalue %[[V3]], %[[V4]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V6:.*]] = llvm.insertvalue %[[V3]], %[[V5]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V7:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V8:.*]] = llvm.insertvalue %[[V7]], %[[V6]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V9:.*]] = llvm.insertvalue %[[V0]], %[[V8]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V10:.*]] = llvm.insertvalue %[[V2]], %[[V9]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V11:.*]] = builtin.unrealized_conversion_cast %[[V10]] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<?xf32>
// CHECK-NEXT: "use"(%[[V11]]) : (memref<?xf32>) -> ()
// CHECK-NEXT: llvm.intr.stackrestore %[[V1]] : !llvm.ptr
// CHECK-NEXT: llvm.br ^bb3
// CHECK-NEXT: ^bb3:  // pred: ^bb2
// CHECK-NEXT: cf.br ^bb4
// CHECK-NEXT: ^bb4:  // 2 preds: ^bb0, ^bb3
// CHECK-NEXT: return %[[ARG1]] : memref<?xf32>
// CHECK-NEXT: }
func.func @scope_in_block(%n: index, %x: memref<?xf32>, %c: i1) -> memref<?xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.alloca_scope {
    %1 = memref.alloca(%n) : memref<?xf32>
    "use"(%1) : (memref<?xf32>) -> ()
  }
  cf.br ^bb2
^bb2:
  return %x : memref<?xf32>
}

// Assumptions are bundles of operands.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @assumptions(
// CHECK-SAME: %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: memref<?xf32, strided<[1], offset: ?>>) -> (memref<4xf32>, memref<?xf32, strided<[1], offset: ?>>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<4xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : memref<?xf32, strided<[1], offset: ?>> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.extractvalue %[[V1]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V4:.*]] = llvm.getelementptr %[[V2]][%[[V3]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V5:.*]] = llvm.mlir.constant(true) : i1
// CHECK-NEXT: %[[V6:.*]] = llvm.mlir.constant(16 : index) : i64
// CHECK-NEXT: llvm.intr.assume %[[V5]] ["align"(%[[V4]], %[[V6]] : !llvm.ptr, i64)] : i1
// CHECK-NEXT: %[[V7:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V8:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V9:.*]] = llvm.extractvalue %[[V1]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V10:.*]] = llvm.getelementptr %[[V8]][%[[V9]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V11:.*]] = llvm.mlir.constant(true) : i1
// CHECK-NEXT: llvm.intr.assume %[[V11]] ["separate_storage"(%[[V7]], %[[V10]] : !llvm.ptr, !llvm.ptr)] : i1
// CHECK-NEXT: return %[[ARG0]], %[[ARG1]] : memref<4xf32>, memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT: }
func.func @assumptions(%a: memref<4xf32>, %b: memref<?xf32, strided<[1], offset: ?>>) -> (memref<4xf32>, memref<?xf32, strided<[1], offset: ?>>) {
  %0 = memref.assume_alignment %b, 16 : memref<?xf32, strided<[1], offset: ?>>
  %1, %2 = memref.distinct_objects %a, %0 : memref<4xf32>, memref<?xf32, strided<[1], offset: ?>>
  return %1, %2 : memref<4xf32>, memref<?xf32, strided<[1], offset: ?>>
}

// AUTOGENERATED CHECKS
