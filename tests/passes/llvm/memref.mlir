// RUN: terrace-opt %s --finalize-memref-to-llvm | FileCheck %s

// Buffers are structures of pointers, offset, sizes and strides.

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @memrefCopy(
// CHECK-SAME: i64, !llvm.ptr, !llvm.ptr)
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @free(
// CHECK-SAME: !llvm.ptr)
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @malloc(
// CHECK-SAME: i64) -> !llvm.ptr
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @allocate(
// CHECK-SAME: %[[ARG0:.*]]: index) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : index to i64
// CHECK-NEXT: %[[V1:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V3:.*]] = llvm.mul %[[V1]], %[[V0]] : i64
// CHECK-NEXT: %[[V4:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %[[V5:.*]] = llvm.getelementptr %[[V4]][%[[V3]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V6:.*]] = llvm.ptrtoint %[[V5]] : !llvm.ptr to i64
// CHECK-NEXT: %[[V7:.*]] = llvm.call @malloc(%[[V6]]) : (i64) -> !llvm.ptr
// CHECK-NEXT: %[[V8:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V9:.*]] = llvm.insertvalue %[[V7]], %[[V8]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V10:.*]] = llvm.insertvalue %[[V7]], %[[V9]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V11:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V12:.*]] = llvm.insertvalue %[[V11]], %[[V10]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V13:.*]] = llvm.insertvalue %[[V0]], %[[V12]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V14:.*]] = llvm.insertvalue %[[V1]], %[[V13]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V15:.*]] = llvm.insertvalue %[[V1]], %[[V14]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V16:.*]] = llvm.insertvalue %[[V2]], %[[V15]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V17:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %[[V18:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V19:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %[[V20:.*]] = llvm.getelementptr %[[V19]][%[[V17]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V21:.*]] = llvm.ptrtoint %[[V20]] : !llvm.ptr to i64
// CHECK-NEXT: %[[V22:.*]] = llvm.mlir.constant(64 : index) : i64
// CHECK-NEXT: %[[V23:.*]] = llvm.add %[[V21]], %[[V22]] : i64
// CHECK-NEXT: %[[V24:.*]] = llvm.call @malloc(%[[V23]]) : (i64) -> !llvm.ptr
// CHECK-NEXT: %[[V25:.*]] = llvm.ptrtoint %[[V24]] : !llvm.ptr to i64
// CHECK-NEXT: %[[V26:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V27:.*]] = llvm.sub %[[V22]], %[[V26]] : i64
// CHECK-NEXT: %[[V28:.*]] = llvm.add %[[V25]], %[[V27]] : i64
// CHECK-NEXT: %[[V29:.*]] = llvm.urem %[[V28]], %[[V22]] : i64
// CHECK-NEXT: %[[V30:.*]] = llvm.sub %[[V28]], %[[V29]] : i64
// CHECK-NEXT: %[[V31:.*]] = llvm.inttoptr %[[V30]] : i64 to !llvm.ptr
// CHECK-NEXT: %[[V32:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V33:.*]] = llvm.insertvalue %[[V24]], %[[V32]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V34:.*]] = llvm.insertvalue %[[V31]], %[[V33]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V35:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V36:.*]] = llvm.insertvalue %[[V35]], %[[V34]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V37:.*]] = llvm.insertvalue %[[V17]], %[[V36]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V38:.*]] = llvm.insertvalue %[[V18]], %[[V37]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V39:.*]] = llvm.mlir.constant(3 : index) : i64
// CHECK-NEXT: %[[V40:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V41:.*]] = llvm.alloca %[[V39]] x i32 : (i64) -> !llvm.ptr
// CHECK-NEXT: %[[V42:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V43:.*]] = llvm.insertvalue %[[V41]], %[[V42]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V44:.*]] = llvm.insertvalue %[[V41]], %[[V43]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V45:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V46:.*]] = llvm.insertvalue %[[V45]], %[[V44]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V47:.*]] = llvm.insertvalue %[[V39]], %[[V46]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V48:.*]] = llvm.insertvalue %[[V40]], %[[V47]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V49:.*]] = llvm.extractvalue %[[V16]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: llvm.call @free(%[[V49]]) : (!llvm.ptr) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @allocate(%n: index) {
  %a = memref.alloc(%n) : memref<?x4xf32>
  %b = memref.alloc() {alignment = 64} : memref<4xf32>
  %c = memref.alloca() : memref<3xi32>
  memref.dealloc %a : memref<?x4xf32>
  return
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @unranked(
// CHECK-SAME: %[[ARG0:.*]]: memref<*xf32>, %[[ARG1:.*]]: index) -> index {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : index to i64
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<*xf32> to !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[V2]] : i64 to index
// CHECK-NEXT: %[[V4:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V5:.*]] = llvm.getelementptr %[[V4]][0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %[[V6:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V7:.*]] = llvm.add %[[V6]], %[[V0]] : i64
// CHECK-NEXT: %[[V8:.*]] = llvm.getelementptr %[[V5]][%[[V7]]] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %[[V9:.*]] = llvm.load %[[V8]] : !llvm.ptr -> i64
// CHECK-NEXT: %[[V10:.*]] = builtin.unrealized_conversion_cast %[[V9]] : i64 to index
// CHECK-NEXT: %[[V11:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V12:.*]] = llvm.load %[[V11]] : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V13:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V14:.*]] = llvm.alloca %[[V13]] x !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> : (i64) -> !llvm.ptr
// CHECK-NEXT: llvm.store %[[V12]], %[[V14]] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
// CHECK-NEXT: %[[V15:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V16:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V17:.*]] = llvm.insertvalue %[[V15]], %[[V16]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V18:.*]] = llvm.insertvalue %[[V14]], %[[V17]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V19:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V20:.*]] = llvm.load %[[V19]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: llvm.call @free(%[[V20]]) : (!llvm.ptr) -> ()
// CHECK-NEXT: %[[V21:.*]] = arith.addi %[[V3]], %[[V10]] : index
// CHECK-NEXT: return %[[V21]] : index
// CHECK-NEXT: }
func.func @unranked(%u: memref<*xf32>, %n: index) -> index {
  %r = memref.rank %u : memref<*xf32>
  %d = memref.dim %u, %n : memref<*xf32>
  %c = memref.cast %u : memref<*xf32> to memref<?xf32>
  %b = memref.cast %c : memref<?xf32> to memref<*xf32>
  memref.dealloc %u : memref<*xf32>
  %s = arith.addi %r, %d : index
  return %s : index
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @access(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x4xf32, strided<[?, 1], offset: ?>>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index, %[[ARG3:.*]]: memref<f32>) -> (f32, index) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG3]] : memref<f32> to !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : index to i64
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<?x4xf32, strided<[?, 1], offset: ?>> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.extractvalue %[[V2]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V4:.*]] = llvm.extractvalue %[[V2]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V5:.*]] = llvm.getelementptr %[[V3]][%[[V4]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V6:.*]] = llvm.extractvalue %[[V2]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V7:.*]] = llvm.mul %[[V1]], %[[V6]] overflow<nsw, nuw> : i64
// CHECK-NEXT: %[[V8:.*]] = llvm.add %[[V7]], %[[V1]] overflow<nsw, nuw> : i64
// CHECK-NEXT: %[[V9:.*]] = llvm.getelementptr inbounds|nuw %[[V5]][%[[V8]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.store %[[ARG1]], %[[V9]] : f32, !llvm.ptr
// CHECK-NEXT: %[[V10:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %[[V11:.*]] = llvm.load %[[V10]] : !llvm.ptr -> f32
// CHECK-NEXT: %[[V12:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V13:.*]] = llvm.extractvalue %[[V2]][3] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V14:.*]] = llvm.alloca %[[V12]] x !llvm.array<2 x i64> : (i64) -> !llvm.ptr
// CHECK-NEXT: llvm.store %[[V13]], %[[V14]] : !llvm.array<2 x i64>, !llvm.ptr
// CHECK-NEXT: %[[V15:.*]] = llvm.getelementptr %[[V14]][0, %[[V1]]] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x i64>
// CHECK-NEXT: %[[V16:.*]] = llvm.load %[[V15]] : !llvm.ptr -> i64
// CHECK-NEXT: %[[V17:.*]] = builtin.unrealized_conversion_cast %[[V16]] : i64 to index
// CHECK-NEXT: return %[[V11]], %[[V17]] : f32, index
// CHECK-NEXT: }
func.func @access(%m: memref<?x4xf32, strided<[?, 1], offset: ?>>, %x: f32, %i: index, %z: memref<f32>) -> (f32, index) {
  memref.store %x, %m[%i, %i] : memref<?x4xf32, strided<[?, 1], offset: ?>>
  %0 = memref.load %z[] : memref<f32>
  %1 = memref.dim %m, %i : memref<?x4xf32, strided<[?, 1], offset: ?>>
  return %0, %1 : f32, index
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @copies(
// CHECK-SAME: %[[ARG0:.*]]: memref<4x8xf32>, %[[ARG1:.*]]: memref<4x8xf32, strided<[?, 1], offset: ?>>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : memref<4x8xf32, strided<[?, 1], offset: ?>> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<4x8xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V3:.*]] = llvm.extractvalue %[[V1]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V4:.*]] = llvm.mul %[[V2]], %[[V3]] : i64
// CHECK-NEXT: %[[V5:.*]] = llvm.extractvalue %[[V1]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V6:.*]] = llvm.mul %[[V4]], %[[V5]] : i64
// CHECK-NEXT: %[[V7:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %[[V8:.*]] = llvm.getelementptr %[[V7]][1] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V9:.*]] = llvm.ptrtoint %[[V8]] : !llvm.ptr to i64
// CHECK-NEXT: %[[V10:.*]] = llvm.mul %[[V6]], %[[V9]] : i64
// CHECK-NEXT: %[[V11:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V12:.*]] = llvm.extractvalue %[[V1]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V13:.*]] = llvm.getelementptr %[[V11]][%[[V12]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V14:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V15:.*]] = llvm.extractvalue %[[V1]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V16:.*]] = llvm.getelementptr %[[V14]][%[[V15]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: "llvm.intr.memcpy"(%[[V16]], %[[V13]], %[[V10]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT: %[[V17:.*]] = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT: %[[V18:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %[[V19:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V20:.*]] = llvm.alloca %[[V19]] x !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> : (i64) -> !llvm.ptr
// CHECK-NEXT: llvm.store %[[V0]], %[[V20]] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr
// CHECK-NEXT: %[[V21:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V22:.*]] = llvm.insertvalue %[[V18]], %[[V21]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V23:.*]] = llvm.insertvalue %[[V20]], %[[V22]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V24:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %[[V25:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V26:.*]] = llvm.alloca %[[V25]] x !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> : (i64) -> !llvm.ptr
// CHECK-NEXT: llvm.store %[[V1]], %[[V26]] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr
// CHECK-NEXT: %[[V27:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V28:.*]] = llvm.insertvalue %[[V24]], %[[V27]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V29:.*]] = llvm.insertvalue %[[V26]], %[[V28]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V30:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V31:.*]] = llvm.alloca %[[V30]] x !llvm.struct<(i64, ptr)> : (i64) -> !llvm.ptr
// CHECK-NEXT: llvm.store %[[V23]], %[[V31]] : !llvm.struct<(i64, ptr)>, !llvm.ptr
// CHECK-NEXT: %[[V32:.*]] = llvm.alloca %[[V30]] x !llvm.struct<(i64, ptr)> : (i64) -> !llvm.ptr
// CHECK-NEXT: llvm.store %[[V29]], %[[V32]] : !llvm.struct<(i64, ptr)>, !llvm.ptr
// CHECK-NEXT: %[[V33:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %[[V34:.*]] = llvm.getelementptr %[[V33]][1] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V35:.*]] = llvm.ptrtoint %[[V34]] : !llvm.ptr to i64
// CHECK-NEXT: llvm.call @memrefCopy(%[[V35]], %[[V31]], %[[V32]]) : (i64, !llvm.ptr, !llvm.ptr) -> ()
// CHECK-NEXT: llvm.intr.stackrestore %[[V17]] : !llvm.ptr
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @copies(%s: memref<4x8xf32>, %m: memref<4x8xf32, strided<[?, 1], offset: ?>>) {
  memref.copy %s, %s : memref<4x8xf32> to memref<4x8xf32>
  memref.copy %m, %s : memref<4x8xf32, strided<[?, 1], offset: ?>> to memref<4x8xf32>
  return
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @views(
// CHECK-SAME: %[[ARG0:.*]]: memref<4x8xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: memref<2048xi8>) -> index {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : memref<2048xi8> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : index to i64
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<4x8xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V4:.*]] = llvm.extractvalue %[[V2]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V5:.*]] = llvm.extractvalue %[[V2]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V6:.*]] = llvm.insertvalue %[[V4]], %[[V3]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V7:.*]] = llvm.insertvalue %[[V5]], %[[V6]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V8:.*]] = llvm.insertvalue %[[V1]], %[[V7]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V9:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %[[V10:.*]] = llvm.insertvalue %[[V9]], %[[V8]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V11:.*]] = llvm.insertvalue %[[V1]], %[[V10]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V12:.*]] = llvm.insertvalue %[[V1]], %[[V11]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V13:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V14:.*]] = llvm.insertvalue %[[V13]], %[[V12]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V15:.*]] = llvm.extractvalue %[[V14]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V16:.*]] = llvm.extractvalue %[[V14]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V17:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %[[V18:.*]] = llvm.insertvalue %[[V15]], %[[V17]][0] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %[[V19:.*]] = llvm.insertvalue %[[V16]], %[[V18]][1] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %[[V20:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V21:.*]] = llvm.insertvalue %[[V20]], %[[V19]][2] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %[[V22:.*]] = llvm.extractvalue %[[V14]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V23:.*]] = llvm.extractvalue %[[V14]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V24:.*]] = llvm.extractvalue %[[V14]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V25:.*]] = llvm.extractvalue %[[V14]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V26:.*]] = llvm.extractvalue %[[V14]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V27:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V28:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V29:.*]] = llvm.insertvalue %[[V28]], %[[V27]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V30:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V31:.*]] = llvm.getelementptr %[[V30]][%[[V1]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT: %[[V32:.*]] = llvm.insertvalue %[[V31]], %[[V29]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V33:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V34:.*]] = llvm.insertvalue %[[V33]], %[[V32]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V35:.*]] = llvm.insertvalue %[[V1]], %[[V34]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V36:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V37:.*]] = llvm.insertvalue %[[V36]], %[[V35]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V38:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %[[V39:.*]] = llvm.insertvalue %[[V38]], %[[V37]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V40:.*]] = llvm.mul %[[V36]], %[[V1]] : i64
// CHECK-NEXT: %[[V41:.*]] = llvm.insertvalue %[[V40]], %[[V39]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V42:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V43:.*]] = llvm.extractvalue %[[V2]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V44:.*]] = llvm.insertvalue %[[V43]], %[[V42]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V45:.*]] = llvm.extractvalue %[[V2]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V46:.*]] = llvm.insertvalue %[[V45]], %[[V44]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V47:.*]] = llvm.extractvalue %[[V2]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V48:.*]] = llvm.insertvalue %[[V47]], %[[V46]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V49:.*]] = llvm.extractvalue %[[V2]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V50:.*]] = llvm.insertvalue %[[V49]], %[[V48]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V51:.*]] = llvm.extractvalue %[[V2]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V52:.*]] = llvm.insertvalue %[[V51]], %[[V50]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V53:.*]] = llvm.extractvalue %[[V2]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V54:.*]] = llvm.insertvalue %[[V53]], %[[V52]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V55:.*]] = llvm.extractvalue %[[V2]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V56:.*]] = llvm.insertvalue %[[V55]], %[[V54]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V57:.*]] = llvm.extractvalue %[[V41]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V58:.*]] = llvm.ptrtoint %[[V57]] : !llvm.ptr to i64
// CHECK-NEXT: %[[V59:.*]] = builtin.unrealized_conversion_cast %[[V58]] : i64 to index
// CHECK-NEXT: return %[[V59]] : index
// CHECK-NEXT: }
func.func @views(%s: memref<4x8xf32>, %n: index, %bytes: memref<2048xi8>) -> index {
  %rc = memref.reinterpret_cast %s to offset: [%n], sizes: [2, %n], strides: [%n, 1] : memref<4x8xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  %b, %off, %sz:2, %st:2 = memref.extract_strided_metadata %rc : memref<2x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %v = memref.view %bytes[%n][%n] : memref<2048xi8> to memref<4x?xf32>
  %t = memref.transpose %s (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  %p = memref.extract_aligned_pointer_as_index %v : memref<4x?xf32> -> index
  return %p : index
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @atomic(
// CHECK-SAME: %[[ARG0:.*]]: memref<8xi32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: i32) -> i32 {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : index to i64
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<8xi32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.getelementptr %[[V2]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: %[[V4:.*]] = llvm.atomicrmw add %[[V3]], %[[ARG2]] acq_rel : !llvm.ptr, i32
// CHECK-NEXT: return %[[V4]] : i32
// CHECK-NEXT: }
func.func @atomic(%m: memref<8xi32>, %i: index, %x: i32) -> i32 {
  %0 = memref.atomic_rmw addi %x, %m[%i] : (i32, memref<8xi32>) -> i32
  return %0 : i32
}

memref.global "private" constant @constant : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]> {alignment = 16}
memref.global @uninitialized : memref<2xi32> = uninitialized
memref.global "private" @elsewhere : memref<2xi32>

// CONFIRMED: mlir-opt prints the same.
// CHECK: llvm.mlir.global private constant @constant(dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>) {addr_space = 0 : i32, alignment = 16 : i64} : !llvm.array<4 x f32>
// CHECK-NEXT: llvm.mlir.global external @uninitialized() {addr_space = 0 : i32} : !llvm.array<2 x i32> {
// CHECK-NEXT: %[[V0]] = llvm.mlir.undef : !llvm.array<2 x i32>
// CHECK-NEXT: llvm.return %[[V0]] : !llvm.array<2 x i32>
// CHECK-NEXT: }
// CHECK-NEXT: llvm.mlir.global private @elsewhere() {addr_space = 0 : i32} : !llvm.array<2 x i32>
// CHECK-LABEL: func.func @of_module(
// CHECK-SAME: ) -> memref<4xf32> {
// CHECK-NEXT: %[[V0:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %[[V1:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %[[V3:.*]] = llvm.getelementptr %[[V2]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V4:.*]] = llvm.ptrtoint %[[V3]] : !llvm.ptr to i64
// CHECK-NEXT: %[[V5:.*]] = llvm.mlir.addressof @constant : !llvm.ptr
// CHECK-NEXT: %[[V6:.*]] = llvm.getelementptr %[[V5]][0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x f32>
// CHECK-NEXT: %[[V7:.*]] = llvm.mlir.constant(3735928559 : index) : i64
// CHECK-NEXT: %[[V8:.*]] = llvm.inttoptr %[[V7]] : i64 to !llvm.ptr
// CHECK-NEXT: %[[V9:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V10:.*]] = llvm.insertvalue %[[V8]], %[[V9]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V11:.*]] = llvm.insertvalue %[[V6]], %[[V10]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V12:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V13:.*]] = llvm.insertvalue %[[V12]], %[[V11]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V14:.*]] = llvm.insertvalue %[[V0]], %[[V13]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V15:.*]] = llvm.insertvalue %[[V1]], %[[V14]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V16:.*]] = builtin.unrealized_conversion_cast %[[V15]] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<4xf32>
// CHECK-NEXT: return %[[V16]] : memref<4xf32>
// CHECK-NEXT: }
func.func @of_module() -> memref<4xf32> {
  %0 = memref.get_global @constant : memref<4xf32>
  return %0 : memref<4xf32>
}

// AUTOGENERATED CHECKS
