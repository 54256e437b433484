// RUN: terrace-opt %s --convert-func-to-llvm --convert-cf-to-llvm --reconcile-unrealized-casts | FileCheck %s

// Buffers are passed as the fields of their structures, several results as a structure; wrappers take pointers.

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @abort(
// CHECK-SAME: )
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @puts(
// CHECK-SAME: !llvm.ptr)
// CONFIRMED: mlir-opt prints the same.
// CHECK: llvm.mlir.global private constant @assert_msg(dense<[105, 116, 32, 104, 111, 108, 100, 115, 0]> : tensor<9xi8>) {addr_space = 0 : i32} : !llvm.array<9 x i8>
// CHECK-LABEL: llvm.func @malloc(
// CHECK-SAME: i64) -> !llvm.ptr
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @free(
// CHECK-SAME: !llvm.ptr)
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func private @defined_elsewhere(
// CHECK-SAME: %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr, %[[ARG2:.*]]: i64, %[[ARG3:.*]]: i64, %[[ARG4:.*]]: i64, %[[ARG5:.*]]: i32) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> attributes {llvm.emit_c_interface, sym_visibility = "private"} {
// CHECK-NEXT: %[[V0:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V1:.*]] = llvm.alloca %[[V0]] x !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> : (i64) -> !llvm.ptr
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.insertvalue %[[ARG0]], %[[V2]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V4:.*]] = llvm.insertvalue %[[ARG1]], %[[V3]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V5:.*]] = llvm.insertvalue %[[ARG2]], %[[V4]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V6:.*]] = llvm.insertvalue %[[ARG3]], %[[V5]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V7:.*]] = llvm.insertvalue %[[ARG4]], %[[V6]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V8:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V9:.*]] = llvm.alloca %[[V8]] x !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> : (i64) -> !llvm.ptr
// CHECK-NEXT: llvm.store %[[V7]], %[[V9]] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
// CHECK-NEXT: llvm.call @_mlir_ciface_defined_elsewhere(%[[V1]], %[[V9]], %[[ARG5]]) : (!llvm.ptr, !llvm.ptr, i32) -> ()
// CHECK-NEXT: %[[V10:.*]] = llvm.load %[[V1]] : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: llvm.return %[[V10]] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: }
func.func private @defined_elsewhere(memref<?xf32>, i32) -> memref<?xf32> attributes {llvm.emit_c_interface}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @_mlir_ciface_defined_elsewhere(
// CHECK-SAME: !llvm.ptr, !llvm.ptr, i32) attributes {llvm.emit_c_interface, sym_visibility = "private"}
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @wrapped(
// CHECK-SAME: %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr, %[[ARG2:.*]]: i64, %[[ARG3:.*]]: i64, %[[ARG4:.*]]: i64, %[[ARG5:.*]]: i64, %[[ARG6:.*]]: i64, %[[ARG7:.*]]: f32 {llvm.noundef}) -> f32 attributes {llvm.emit_c_interface} {
// CHECK-NEXT: llvm.return %[[ARG7]] : f32
// CHECK-NEXT: }
func.func @wrapped(%m: memref<2x?xf32> {llvm.noalias}, %p: f32 {llvm.noundef}) -> f32 attributes {llvm.emit_c_interface} {
  return %p : f32
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @_mlir_ciface_wrapped(
// CHECK-SAME: %[[ARG0:.*]]: !llvm.ptr {llvm.noalias}, %[[ARG1:.*]]: f32 {llvm.noundef}) -> f32 attributes {llvm.emit_c_interface} {
// CHECK-NEXT: %[[V0:.*]] = llvm.load %[[ARG0]] : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V1:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.extractvalue %[[V0]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V4:.*]] = llvm.extractvalue %[[V0]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V5:.*]] = llvm.extractvalue %[[V0]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V6:.*]] = llvm.extractvalue %[[V0]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V7:.*]] = llvm.extractvalue %[[V0]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V8:.*]] = llvm.call @wrapped(%[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]], %[[V6]], %[[V7]], %[[ARG1]]) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, f32) -> f32
// CHECK-NEXT: llvm.return %[[V8]] : f32
// CHECK-NEXT: }
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @several(
// CHECK-SAME: %[[ARG0:.*]]: i64, %[[ARG1:.*]]: !llvm.ptr, %[[ARG2:.*]]: !llvm.ptr, %[[ARG3:.*]]: !llvm.ptr, %[[ARG4:.*]]: i64, %[[ARG5:.*]]: i64, %[[ARG6:.*]]: i64) -> !llvm.struct<(struct<(i64, ptr)>, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)> {
// CHECK-NEXT: %[[V0:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V1:.*]] = llvm.insertvalue %[[ARG2]], %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V2:.*]] = llvm.insertvalue %[[ARG3]], %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.insertvalue %[[ARG4]], %[[V2]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V4:.*]] = llvm.insertvalue %[[ARG5]], %[[V3]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V5:.*]] = llvm.insertvalue %[[ARG6]], %[[V4]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V6:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V7:.*]] = llvm.insertvalue %[[ARG0]], %[[V6]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V8:.*]] = llvm.insertvalue %[[ARG1]], %[[V7]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V9:.*]] = llvm.extractvalue %[[V8]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V10:.*]] = llvm.extractvalue %[[V8]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V11:.*]] = llvm.extractvalue %[[V5]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V12:.*]] = llvm.extractvalue %[[V5]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V13:.*]] = llvm.extractvalue %[[V5]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V14:.*]] = llvm.extractvalue %[[V5]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V15:.*]] = llvm.extractvalue %[[V5]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V16:.*]] = llvm.call @several(%[[V9]], %[[V10]], %[[V11]], %[[V12]], %[[V13]], %[[V14]], %[[V15]]) : (i64, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> !llvm.struct<(struct<(i64, ptr)>, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)>
// CHECK-NEXT: %[[V17:.*]] = llvm.extractvalue %[[V16]][0] : !llvm.struct<(struct<(i64, ptr)>, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)>
// CHECK-NEXT: %[[V18:.*]] = llvm.extractvalue %[[V16]][1] : !llvm.struct<(struct<(i64, ptr)>, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)>
// CHECK-NEXT: %[[V19:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V20:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %[[V21:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %[[V22:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %[[V23:.*]] = llvm.mul %[[V20]], %[[V22]] : i64
// CHECK-NEXT: %[[V24:.*]] = llvm.extractvalue %[[V17]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V25:.*]] = llvm.mul %[[V20]], %[[V24]] : i64
// CHECK-NEXT: %[[V26:.*]] = llvm.add %[[V25]], %[[V19]] : i64
// CHECK-NEXT: %[[V27:.*]] = llvm.mul %[[V26]], %[[V21]] : i64
// CHECK-NEXT: %[[V28:.*]] = llvm.add %[[V23]], %[[V27]] : i64
// CHECK-NEXT: %[[V29:.*]] = llvm.alloca %[[V28]] x i8 : (i64) -> !llvm.ptr
// CHECK-NEXT: %[[V30:.*]] = llvm.extractvalue %[[V17]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: "llvm.intr.memcpy"(%[[V29]], %[[V30]], %[[V28]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT: llvm.call @free(%[[V30]]) : (!llvm.ptr) -> ()
// CHECK-NEXT: %[[V31:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V32:.*]] = llvm.extractvalue %[[V17]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V33:.*]] = llvm.insertvalue %[[V32]], %[[V31]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V34:.*]] = llvm.insertvalue %[[V29]], %[[V33]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V35:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V36:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %[[V37:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %[[V38:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %[[V39:.*]] = llvm.mul %[[V36]], %[[V38]] : i64
// CHECK-NEXT: %[[V40:.*]] = llvm.extractvalue %[[V34]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V41:.*]] = llvm.mul %[[V36]], %[[V40]] : i64
// CHECK-NEXT: %[[V42:.*]] = llvm.add %[[V41]], %[[V35]] : i64
// CHECK-NEXT: %[[V43:.*]] = llvm.mul %[[V42]], %[[V37]] : i64
// CHECK-NEXT: %[[V44:.*]] = llvm.add %[[V39]], %[[V43]] : i64
// CHECK-NEXT: %[[V45:.*]] = llvm.call @malloc(%[[V44]]) : (i64) -> !llvm.ptr
// CHECK-NEXT: %[[V46:.*]] = llvm.extractvalue %[[V34]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: "llvm.intr.memcpy"(%[[V45]], %[[V46]], %[[V44]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT: %[[V47:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V48:.*]] = llvm.extractvalue %[[V34]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V49:.*]] = llvm.insertvalue %[[V48]], %[[V47]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V50:.*]] = llvm.insertvalue %[[V45]], %[[V49]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %[[V51:.*]] = llvm.mlir.poison : !llvm.struct<(struct<(i64, ptr)>, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)>
// CHECK-NEXT: %[[V52:.*]] = llvm.insertvalue %[[V50]], %[[V51]][0] : !llvm.struct<(struct<(i64, ptr)>, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)>
// CHECK-NEXT: %[[V53:.*]] = llvm.insertvalue %[[V18]], %[[V52]][1] : !llvm.struct<(struct<(i64, ptr)>, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)>
// CHECK-NEXT: llvm.return %[[V53]] : !llvm.struct<(struct<(i64, ptr)>, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)>
// CHECK-NEXT: }
func.func @several(%u: memref<*xf32>, %m: memref<2xf32>) -> (memref<*xf32>, memref<2xf32>) {
  %x:2 = call @several(%u, %m) : (memref<*xf32>, memref<2xf32>) -> (memref<*xf32>, memref<2xf32>)
  return %x#0, %x#1 : memref<*xf32>, memref<2xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @by_value(
// CHECK-SAME: %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr, %[[ARG2:.*]]: !llvm.ptr, %[[ARG3:.*]]: i64, %[[ARG4:.*]]: i64, %[[ARG5:.*]]: i64, %[[ARG6:.*]]: i32) -> i64 {
// CHECK-NEXT: %[[V0:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V1:.*]] = llvm.insertvalue %[[ARG1]], %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V2:.*]] = llvm.insertvalue %[[ARG2]], %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.insertvalue %[[ARG3]], %[[V2]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V4:.*]] = llvm.insertvalue %[[ARG4]], %[[V3]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V5:.*]] = llvm.insertvalue %[[ARG5]], %[[V4]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V6:.*]] = llvm.extractvalue %[[V5]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V7:.*]] = llvm.extractvalue %[[V5]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V8:.*]] = llvm.extractvalue %[[V5]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V9:.*]] = llvm.extractvalue %[[V5]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V10:.*]] = llvm.extractvalue %[[V5]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V11:.*]] = llvm.call %[[ARG0]](%[[ARG6]], %[[V6]], %[[V7]], %[[V8]], %[[V9]], %[[V10]]) : !llvm.ptr, (i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i64
// CHECK-NEXT: %[[V12:.*]] = llvm.mlir.addressof @branches : !llvm.ptr
// CHECK-NEXT: llvm.return %[[V11]] : i64
// CHECK-NEXT: }
func.func @by_value(%f: (i32, memref<?xf32>) -> i64, %m: memref<?xf32>, %c: i32) -> i64 {
  %r = call_indirect %f(%c, %m) : (i32, memref<?xf32>) -> i64
  %g = constant @branches : (i32, i1) -> ()
  return %r : i64
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @branches(
// CHECK-SAME: %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i1) {
// CHECK-NEXT: llvm.cond_br %[[ARG1]] weights([10, 20]), ^bb1(%[[ARG0]] : i32), ^bb2
// CHECK-NEXT: ^bb1(%[[V0:.*]]: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: llvm.switch %[[V0]] : i32, ^bb2 [
// CHECK-NEXT: 42: ^bb1(%[[V0]] : i32),
// CHECK-NEXT: 43: ^bb2
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb2:  // 3 preds: ^bb0, ^bb1, ^bb1
// CHECK-NEXT: llvm.cond_br %[[ARG1]], ^bb3, ^bb4
// CHECK-NEXT: ^bb3:  // pred: ^bb2
// CHECK-NEXT: llvm.return
// CHECK-NEXT: ^bb4:  // pred: ^bb2
// CHECK-NEXT: %[[V1:.*]] = llvm.mlir.addressof @assert_msg : !llvm.ptr
// CHECK-NEXT: %[[V2:.*]] = llvm.getelementptr %[[V1]][0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<9 x i8>
// CHECK-NEXT: llvm.call @puts(%[[V2]]) : (!llvm.ptr) -> ()
// CHECK-NEXT: llvm.call @abort() : () -> ()
// CHECK-NEXT: llvm.unreachable
// CHECK-NEXT: }
func.func @branches(%x: i32, %t: i1) {
  cf.cond_br %t weights([10, 20]), ^a(%x : i32), ^b
^a(%y: i32):
  cf.switch %y : i32, [ default: ^b, 42: ^a(%y : i32), 43: ^b ]
^b:
  cf.assert %t, "it holds"
  return
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @loop(
// CHECK-SAME: %[[ARG0:.*]]: i64) -> i64 {
// CHECK-NEXT: llvm.br ^bb1(%[[ARG0]] : i64)
// CHECK-NEXT: ^bb1(%[[V0:.*]]: i64):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: llvm.br ^bb1(%[[V0]] : i64)
// CHECK-NEXT: }
func.func @loop(%n: index) -> index {
  cf.br ^a(%n : index)
^a(%i: index):
  cf.br ^a(%i : index)
}

// AUTOGENERATED CHECKS
