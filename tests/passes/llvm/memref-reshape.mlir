// RUN: terrace-opt %s --finalize-memref-to-llvm | FileCheck %s

// Extents are read where they are not known, strides are products.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @ranked(
// CHECK-SAME: %[[ARG0:.*]]: memref<*xf32>, %[[ARG1:.*]]: memref<3xindex>) -> memref<?x4x?xf32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : memref<3xindex> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<*xf32> to !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V4:.*]] = llvm.load %[[V3]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[V5:.*]] = llvm.getelementptr %[[V3]][1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK-NEXT: %[[V6:.*]] = llvm.load %[[V5]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[V7:.*]] = llvm.insertvalue %[[V4]], %[[V2]][0] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
// CHECK-NEXT: %[[V8:.*]] = llvm.insertvalue %[[V6]], %[[V7]][1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
// CHECK-NEXT: %[[V9:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V10:.*]] = llvm.insertvalue %[[V9]], %[[V8]][2] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
// CHECK-NEXT: %[[V11:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V12:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %[[V13:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V14:.*]] = llvm.getelementptr inbounds|nuw %[[V13]][%[[V12]]] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %[[V15:.*]] = llvm.load %[[V14]] : !llvm.ptr -> i64
// CHECK-NEXT: %[[V16:.*]] = builtin.unrealized_conversion_cast %[[V15]] : i64 to index
// CHECK-NEXT: %[[V17:.*]] = builtin.unrealized_conversion_cast %[[V16]] : index to i64
// CHECK-NEXT: %[[V18:.*]] = llvm.insertvalue %[[V17]], %[[V10]][3, 2] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
// CHECK-NEXT: %[[V19:.*]] = llvm.insertvalue %[[V11]], %[[V18]][4, 2] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
// CHECK-NEXT: %[[V20:.*]] = llvm.mul %[[V11]], %[[V17]] : i64
// CHECK-NEXT: %[[V21:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %[[V22:.*]] = llvm.insertvalue %[[V21]], %[[V19]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
// CHECK-NEXT: %[[V23:.*]] = llvm.insertvalue %[[V20]], %[[V22]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
// CHECK-NEXT: %[[V24:.*]] = llvm.mul %[[V20]], %[[V21]] : i64
// CHECK-NEXT: %[[V25:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V26:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V27:.*]] = llvm.getelementptr inbounds|nuw %[[V26]][%[[V25]]] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %[[V28:.*]] = llvm.load %[[V27]] : !llvm.ptr -> i64
// CHECK-NEXT: %[[V29:.*]] = builtin.unrealized_conversion_cast %[[V28]] : i64 to index
// CHECK-NEXT: %[[V30:.*]] = builtin.unrealized_conversion_cast %[[V29]] : index to i64
// CHECK-NEXT: %[[V31:.*]] = llvm.insertvalue %[[V30]], %[[V23]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
// CHECK-NEXT: %[[V32:.*]] = llvm.insertvalue %[[V24]], %[[V31]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
// CHECK-NEXT: %[[V33:.*]] = builtin.unrealized_conversion_cast %[[V32]] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> to memref<?x4x?xf32>
// CHECK-NEXT: %[[V34:.*]] = llvm.mul %[[V24]], %[[V30]] : i64
// CHECK-NEXT: return %[[V33]] : memref<?x4x?xf32>
// CHECK-NEXT: }
func.func @ranked(%m: memref<*xf32>, %shape: memref<3xindex>) -> memref<?x4x?xf32> {
  %0 = memref.reshape %m(%shape) : (memref<*xf32>, memref<3xindex>) -> memref<?x4x?xf32>
  return %0 : memref<?x4x?xf32>
}

// A loop writes sizes and strides of a rank that is not known.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @unranked(
// CHECK-SAME: %[[ARG0:.*]]: memref<*xf32>, %[[ARG1:.*]]: memref<?xindex>, %[[ARG2:.*]]: i1) -> memref<*xf32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : memref<?xindex> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<*xf32> to !llvm.struct<(i64, ptr)>
// CHECK-NEXT: cf.cond_br %[[ARG2]], ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V0]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V4:.*]] = llvm.insertvalue %[[V2]], %[[V3]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V5:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V6:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %[[V7:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %[[V8:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %[[V9:.*]] = llvm.mul %[[V6]], %[[V8]] : i64
// CHECK-NEXT: %[[V10:.*]] = llvm.extractvalue %[[V4]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V11:.*]] = llvm.mul %[[V6]], %[[V10]] : i64
// CHECK-NEXT: %[[V12:.*]] = llvm.add %[[V11]], %[[V5]] : i64
// CHECK-NEXT: %[[V13:.*]] = llvm.mul %[[V12]], %[[V7]] : i64
// CHECK-NEXT: %[[V14:.*]] = llvm.add %[[V9]], %[[V13]] : i64
// CHECK-NEXT: %[[V15:.*]] = llvm.alloca %[[V14]] x i8 : (i64) -> !llvm.ptr
// CHECK-NEXT: %[[V16:.*]] = llvm.insertvalue %[[V15]], %[[V4]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V17:.*]] = builtin.unrealized_conversion_cast %[[V16]] : !llvm.struct<(i64, ptr)> to memref<*xf32>
// CHECK-NEXT: %[[V18:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V19:.*]] = llvm.load %[[V18]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[V20:.*]] = llvm.getelementptr %[[V18]][1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK-NEXT: %[[V21:.*]] = llvm.load %[[V20]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[V22:.*]] = llvm.getelementptr %[[V18]][2] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK-NEXT: %[[V23:.*]] = llvm.load %[[V22]] : !llvm.ptr -> i64
// CHECK-NEXT: llvm.store %[[V19]], %[[V15]] : !llvm.ptr, !llvm.ptr
// CHECK-NEXT: %[[V24:.*]] = llvm.getelementptr %[[V15]][1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK-NEXT: llvm.store %[[V21]], %[[V24]] : !llvm.ptr, !llvm.ptr
// CHECK-NEXT: %[[V25:.*]] = llvm.getelementptr %[[V15]][2] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK-NEXT: llvm.store %[[V23]], %[[V25]] : i64, !llvm.ptr
// CHECK-NEXT: %[[V26:.*]] = llvm.getelementptr %[[V15]][0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i64)>
// CHECK-NEXT: %[[V27:.*]] = llvm.getelementptr %[[V26]][%[[V2]]] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %[[V28:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V29:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V30:.*]] = llvm.sub %[[V2]], %[[V29]] : i64
// CHECK-NEXT: llvm.br ^bb3(%[[V30]], %[[V29]] : i64, i64)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: return %[[ARG0]] : memref<*xf32>
// CHECK-NEXT: ^bb3(%[[V31:.*]]: i64, %[[V32:.*]]: i64):  // 2 preds: ^bb1, ^bb4
// CHECK-NEXT: %[[V33:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V34:.*]] = llvm.icmp "sge" %[[V31]], %[[V33]] : i64
// CHECK-NEXT: llvm.cond_br %[[V34]], ^bb4, ^bb5
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT: %[[V35:.*]] = llvm.getelementptr %[[V28]][%[[V31]]] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %[[V36:.*]] = llvm.load %[[V35]] : !llvm.ptr -> i64
// CHECK-NEXT: %[[V37:.*]] = llvm.getelementptr %[[V26]][%[[V31]]] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: llvm.store %[[V36]], %[[V37]] : i64, !llvm.ptr
// CHECK-NEXT: %[[V38:.*]] = llvm.getelementptr %[[V27]][%[[V31]]] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: llvm.store %[[V32]], %[[V38]] : i64, !llvm.ptr
// CHECK-NEXT: %[[V39:.*]] = llvm.mul %[[V32]], %[[V36]] : i64
// CHECK-NEXT: %[[V40:.*]] = llvm.sub %[[V31]], %[[V29]] : i64
// CHECK-NEXT: llvm.br ^bb3(%[[V40]], %[[V39]] : i64, i64)
// CHECK-NEXT: ^bb5:  // pred: ^bb3
// CHECK-NEXT: return %[[V17]] : memref<*xf32>
// CHECK-NEXT: }
func.func @unranked(%m: memref<*xf32>, %shape: memref<?xindex>, %c: i1) -> memref<*xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = memref.reshape %m(%shape) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  return %0 : memref<*xf32>
^bb2:
  return %m : memref<*xf32>
}

// Offset, sizes and strides are copied from one memory space to the other.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @space(
// CHECK-SAME: %[[ARG0:.*]]: memref<*xf32>, %[[ARG1:.*]]: memref<4x?xf32>) -> (memref<*xf32, 1>, memref<4x?xf32, 3>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : memref<4x?xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<*xf32> to !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V3:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V4:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V5:.*]] = llvm.insertvalue %[[V2]], %[[V4]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V6:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V7:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %[[V8:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %[[V9:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %[[V10:.*]] = llvm.mul %[[V7]], %[[V9]] : i64
// CHECK-NEXT: %[[V11:.*]] = llvm.extractvalue %[[V5]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V12:.*]] = llvm.mul %[[V7]], %[[V11]] : i64
// CHECK-NEXT: %[[V13:.*]] = llvm.add %[[V12]], %[[V6]] : i64
// CHECK-NEXT: %[[V14:.*]] = llvm.mul %[[V13]], %[[V8]] : i64
// CHECK-NEXT: %[[V15:.*]] = llvm.add %[[V10]], %[[V14]] : i64
// CHECK-NEXT: %[[V16:.*]] = llvm.alloca %[[V15]] x i8 : (i64) -> !llvm.ptr
// CHECK-NEXT: %[[V17:.*]] = llvm.insertvalue %[[V16]], %[[V5]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V18:.*]] = builtin.unrealized_conversion_cast %[[V17]] : !llvm.struct<(i64, ptr)> to memref<*xf32, 1>
// CHECK-NEXT: %[[V19:.*]] = llvm.load %[[V3]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[V20:.*]] = llvm.getelementptr %[[V3]][1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK-NEXT: %[[V21:.*]] = llvm.load %[[V20]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[V22:.*]] = llvm.addrspacecast %[[V19]] : !llvm.ptr to !llvm.ptr<1>
// CHECK-NEXT: %[[V23:.*]] = llvm.addrspacecast %[[V21]] : !llvm.ptr to !llvm.ptr<1>
// CHECK-NEXT: llvm.store %[[V22]], %[[V16]] : !llvm.ptr<1>, !llvm.ptr
// CHECK-NEXT: %[[V24:.*]] = llvm.getelementptr %[[V16]][1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr<1>
// CHECK-NEXT: llvm.store %[[V23]], %[[V24]] : !llvm.ptr<1>, !llvm.ptr
// CHECK-NEXT: %[[V25:.*]] = llvm.getelementptr %[[V3]][2] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK-NEXT: %[[V26:.*]] = llvm.getelementptr %[[V16]][2] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr<1>
// CHECK-NEXT: %[[V27:.*]] = llvm.mlir.constant(16 : index) : i64
// CHECK-NEXT: %[[V28:.*]] = llvm.sub %[[V15]], %[[V27]] : i64
// CHECK-NEXT: "llvm.intr.memcpy"(%[[V26]], %[[V25]], %[[V28]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT: %[[V29:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V30:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V31:.*]] = llvm.extractvalue %[[V0]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V32:.*]] = llvm.extractvalue %[[V0]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V33:.*]] = llvm.extractvalue %[[V0]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V34:.*]] = llvm.extractvalue %[[V0]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V35:.*]] = llvm.extractvalue %[[V0]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V36:.*]] = llvm.addrspacecast %[[V29]] : !llvm.ptr to !llvm.ptr<3>
// CHECK-NEXT: %[[V37:.*]] = llvm.addrspacecast %[[V30]] : !llvm.ptr to !llvm.ptr<3>
// CHECK-NEXT: %[[V38:.*]] = llvm.mlir.poison : !llvm.struct<(ptr<3>, ptr<3>, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V39:.*]] = llvm.insertvalue %[[V36]], %[[V38]][0] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V40:.*]] = llvm.insertvalue %[[V37]], %[[V39]][1] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V41:.*]] = llvm.insertvalue %[[V31]], %[[V40]][2] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V42:.*]] = llvm.insertvalue %[[V32]], %[[V41]][3, 0] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V43:.*]] = llvm.insertvalue %[[V34]], %[[V42]][4, 0] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V44:.*]] = llvm.insertvalue %[[V33]], %[[V43]][3, 1] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V45:.*]] = llvm.insertvalue %[[V35]], %[[V44]][4, 1] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V46:.*]] = builtin.unrealized_conversion_cast %[[V45]] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<2 x i64>, array<2 x i64>)> to memref<4x?xf32, 3>
// CHECK-NEXT: return %[[V18]], %[[V46]] : memref<*xf32, 1>, memref<4x?xf32, 3>
// CHECK-NEXT: }
func.func @space(%m: memref<*xf32>, %n: memref<4x?xf32>) -> (memref<*xf32, 1>, memref<4x?xf32, 3>) {
  %0 = memref.memory_space_cast %m : memref<*xf32> to memref<*xf32, 1>
  %1 = memref.memory_space_cast %n : memref<4x?xf32> to memref<4x?xf32, 3>
  return %0, %1 : memref<*xf32, 1>, memref<4x?xf32, 3>
}

// AUTOGENERATED CHECKS
