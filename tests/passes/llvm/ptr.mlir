// RUN: terrace-opt %s --convert-to-llvm | FileCheck %s

// What a memref holds beside its address is what its type does not know.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @move(
// CHECK-SAME: %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr, %[[ARG2:.*]]: i64, %[[ARG3:.*]]: i64, %[[ARG4:.*]]: i64, %[[ARG5:.*]]: i64, %[[ARG6:.*]]: i64, %[[ARG7:.*]]: i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> {
// CHECK-NEXT: %[[V0:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V1:.*]] = llvm.insertvalue %[[ARG0]], %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V2:.*]] = llvm.insertvalue %[[ARG1]], %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.insertvalue %[[ARG2]], %[[V2]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V4:.*]] = llvm.insertvalue %[[ARG3]], %[[V3]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V5:.*]] = llvm.insertvalue %[[ARG5]], %[[V4]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V6:.*]] = llvm.insertvalue %[[ARG4]], %[[V5]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V7:.*]] = llvm.insertvalue %[[ARG6]], %[[V6]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V8:.*]] = llvm.extractvalue %[[V7]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V9:.*]] = llvm.mlir.undef : !llvm.struct<(ptr, i64, i64, i64)>
// CHECK-NEXT: %[[V10:.*]] = llvm.extractvalue %[[V7]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V11:.*]] = llvm.insertvalue %[[V10]], %[[V9]][0] : !llvm.struct<(ptr, i64, i64, i64)>
// CHECK-NEXT: %[[V12:.*]] = llvm.extractvalue %[[V7]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V13:.*]] = llvm.insertvalue %[[V12]], %[[V11]][1] : !llvm.struct<(ptr, i64, i64, i64)>
// CHECK-NEXT: %[[V14:.*]] = llvm.extractvalue %[[V7]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V15:.*]] = llvm.insertvalue %[[V14]], %[[V13]][2] : !llvm.struct<(ptr, i64, i64, i64)>
// CHECK-NEXT: %[[V16:.*]] = llvm.extractvalue %[[V7]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V17:.*]] = llvm.insertvalue %[[V16]], %[[V15]][3] : !llvm.struct<(ptr, i64, i64, i64)>
// CHECK-NEXT: %[[V18:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %[[V19:.*]] = llvm.getelementptr %[[V18]][1] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V20:.*]] = llvm.ptrtoint %[[V19]] : !llvm.ptr to i64
// CHECK-NEXT: %[[V21:.*]] = llvm.mul %[[V20]], %[[ARG7]] : i64
// CHECK-NEXT: %[[V22:.*]] = llvm.getelementptr nuw %[[V8]][%[[V21]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT: %[[V23:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V24:.*]] = llvm.extractvalue %[[V17]][0] : !llvm.struct<(ptr, i64, i64, i64)>
// CHECK-NEXT: %[[V25:.*]] = llvm.insertvalue %[[V24]], %[[V23]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V26:.*]] = llvm.insertvalue %[[V22]], %[[V25]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V27:.*]] = llvm.extractvalue %[[V17]][1] : !llvm.struct<(ptr, i64, i64, i64)>
// CHECK-NEXT: %[[V28:.*]] = llvm.insertvalue %[[V27]], %[[V26]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V29:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %[[V30:.*]] = llvm.insertvalue %[[V29]], %[[V28]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V31:.*]] = llvm.extractvalue %[[V17]][2] : !llvm.struct<(ptr, i64, i64, i64)>
// CHECK-NEXT: %[[V32:.*]] = llvm.insertvalue %[[V31]], %[[V30]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V33:.*]] = llvm.extractvalue %[[V17]][3] : !llvm.struct<(ptr, i64, i64, i64)>
// CHECK-NEXT: %[[V34:.*]] = llvm.insertvalue %[[V33]], %[[V32]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V35:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V36:.*]] = llvm.insertvalue %[[V35]], %[[V34]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: llvm.return %[[V36]] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: }
func.func @move(%m: memref<4x?xf32, strided<[?, 1], offset: ?>, #ptr.generic_space>, %by: i64) -> memref<4x?xf32, strided<[?, 1], offset: ?>, #ptr.generic_space> {
  %0 = ptr.to_ptr %m : memref<4x?xf32, strided<[?, 1], offset: ?>, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  %1 = ptr.get_metadata %m : memref<4x?xf32, strided<[?, 1], offset: ?>, #ptr.generic_space>
  %2 = ptr.type_offset f32 : i64
  %3 = arith.muli %2, %by : i64
  %4 = ptr.ptr_add nuw %0, %3 : !ptr.ptr<#ptr.generic_space>, i64
  %5 = ptr.from_ptr %4 metadata %1 : !ptr.ptr<#ptr.generic_space> -> memref<4x?xf32, strided<[?, 1], offset: ?>, #ptr.generic_space>
  return %5 : memref<4x?xf32, strided<[?, 1], offset: ?>, #ptr.generic_space>
}

// AUTOGENERATED CHECKS
