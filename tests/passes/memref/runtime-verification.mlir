// RUN: terrace-opt %s --generate-runtime-verification=verbose-level=0 | FileCheck %s

// Indices are in the bounds of their dimensions.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @access(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x4xf32>, %[[ARG1:.*]]: tensor<?xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> f32 {
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0_0]] : memref<?x4xf32>
// CHECK-NEXT: %[[V0:.*]] = arith.cmpi sge, %[[ARG2]], %[[C0]] : index
// CHECK-NEXT: %[[V1:.*]] = arith.cmpi slt, %[[ARG2]], %[[DIM]] : index
// CHECK-NEXT: %[[V2:.*]] = arith.andi %[[V0]], %[[V1]] : i1
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V3:.*]] = arith.cmpi sge, %[[ARG2]], %[[C0]] : index
// CHECK-NEXT: %[[V4:.*]] = arith.cmpi slt, %[[ARG2]], %[[C4]] : index
// CHECK-NEXT: %[[V5:.*]] = arith.andi %[[V3]], %[[V4]] : i1
// CHECK-NEXT: %[[V6:.*]] = arith.andi %[[V2]], %[[V5]] : i1
// CHECK-NEXT: cf.assert %[[V6]], "ERROR: Runtime op verification failed\0A^ out-of-bounds access\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:75:8)"
// CHECK-NEXT: %[[V7:.*]] = memref.load %[[ARG0]][%[[ARG2]], %[[ARG2]]] : memref<?x4xf32>
// CHECK-NEXT: %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C0_2:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM_3:.*]] = memref.dim %[[ARG0]], %[[C0_2]] : memref<?x4xf32>
// CHECK-NEXT: %[[V8:.*]] = arith.cmpi sge, %[[ARG2]], %[[C0_1]] : index
// CHECK-NEXT: %[[V9:.*]] = arith.cmpi slt, %[[ARG2]], %[[DIM_3]] : index
// CHECK-NEXT: %[[V10:.*]] = arith.andi %[[V8]], %[[V9]] : i1
// CHECK-NEXT: %[[C1_4:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4_5:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V11:.*]] = arith.cmpi sge, %[[ARG2]], %[[C0_1]] : index
// CHECK-NEXT: %[[V12:.*]] = arith.cmpi slt, %[[ARG2]], %[[C4_5]] : index
// CHECK-NEXT: %[[V13:.*]] = arith.andi %[[V11]], %[[V12]] : i1
// CHECK-NEXT: %[[V14:.*]] = arith.andi %[[V10]], %[[V13]] : i1
// CHECK-NEXT: cf.assert %[[V14]], "ERROR: Runtime op verification failed\0A^ out-of-bounds access\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:76:3)"
// CHECK-NEXT: memref.store %[[ARG3]], %[[ARG0]][%[[ARG2]], %[[ARG2]]] : memref<?x4xf32>
// CHECK-NEXT: %[[C0_6:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C0_7:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM_8:.*]] = tensor.dim %[[ARG1]], %[[C0_7]] : tensor<?xf32>
// CHECK-NEXT: %[[V15:.*]] = arith.cmpi sge, %[[ARG2]], %[[C0_6]] : index
// CHECK-NEXT: %[[V16:.*]] = arith.cmpi slt, %[[ARG2]], %[[DIM_8]] : index
// CHECK-NEXT: %[[V17:.*]] = arith.andi %[[V15]], %[[V16]] : i1
// CHECK-NEXT: cf.assert %[[V17]], "ERROR: Runtime op verification failed\0A^ out-of-bounds access\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:77:8)"
// CHECK-NEXT: %[[EXTRACTED:.*]] = tensor.extract %[[ARG1]][%[[ARG2]]] : tensor<?xf32>
// CHECK-NEXT: %[[C0_9:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C0_10:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM_11:.*]] = tensor.dim %[[ARG1]], %[[C0_10]] : tensor<?xf32>
// CHECK-NEXT: %[[V18:.*]] = arith.cmpi sge, %[[ARG2]], %[[C0_9]] : index
// CHECK-NEXT: %[[V19:.*]] = arith.cmpi slt, %[[ARG2]], %[[DIM_11]] : index
// CHECK-NEXT: %[[V20:.*]] = arith.andi %[[V18]], %[[V19]] : i1
// CHECK-NEXT: cf.assert %[[V20]], "ERROR: Runtime op verification failed\0A^ out-of-bounds access\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:78:8)"
// CHECK-NEXT: %[[INSERTED:.*]] = tensor.insert %[[ARG3]] into %[[ARG1]][%[[ARG2]]] : tensor<?xf32>
// CHECK-NEXT: %[[V21:.*]] = memref.rank %[[ARG0]] : memref<?x4xf32>
// CHECK-NEXT: %[[C0_12:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V22:.*]] = arith.cmpi sge, %[[ARG2]], %[[C0_12]] : index
// CHECK-NEXT: %[[V23:.*]] = arith.cmpi slt, %[[ARG2]], %[[V21]] : index
// CHECK-NEXT: %[[V24:.*]] = arith.andi %[[V22]], %[[V23]] : i1
// CHECK-NEXT: cf.assert %[[V24]], "ERROR: Runtime op verification failed\0A^ index is out of bounds\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:79:8)"
// CHECK-NEXT: %[[DIM_13:.*]] = memref.dim %[[ARG0]], %[[ARG2]] : memref<?x4xf32>
// CHECK-NEXT: %[[C0_14:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C0_15:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM_16:.*]] = memref.dim %[[ARG0]], %[[C0_15]] : memref<?x4xf32>
// CHECK-NEXT: %[[V25:.*]] = arith.cmpi sge, %[[ARG2]], %[[C0_14]] : index
// CHECK-NEXT: %[[V26:.*]] = arith.cmpi slt, %[[ARG2]], %[[DIM_16]] : index
// CHECK-NEXT: %[[V27:.*]] = arith.andi %[[V25]], %[[V26]] : i1
// CHECK-NEXT: %[[C1_17:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4_18:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V28:.*]] = arith.cmpi sge, %[[ARG2]], %[[C0_14]] : index
// CHECK-NEXT: %[[V29:.*]] = arith.cmpi slt, %[[ARG2]], %[[C4_18]] : index
// CHECK-NEXT: %[[V30:.*]] = arith.andi %[[V28]], %[[V29]] : i1
// CHECK-NEXT: %[[V31:.*]] = arith.andi %[[V27]], %[[V30]] : i1
// CHECK-NEXT: cf.assert %[[V31]], "ERROR: Runtime op verification failed\0A^ out-of-bounds access\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:80:8)"
// CHECK-NEXT: %[[V32:.*]] = memref.atomic_rmw addf %[[ARG3]], %[[ARG0]][%[[ARG2]], %[[ARG2]]] : (f32, memref<?x4xf32>) -> f32
// CHECK-NEXT: return %[[EXTRACTED]] : f32
// CHECK-NEXT: }
func.func @access(%m: memref<?x4xf32>, %t: tensor<?xf32>, %i: index, %x: f32) -> f32 {
  %0 = memref.load %m[%i, %i] : memref<?x4xf32>
  memref.store %x, %m[%i, %i] : memref<?x4xf32>
  %1 = tensor.extract %t[%i] : tensor<?xf32>
  %2 = tensor.insert %x into %t[%i] : tensor<?xf32>
  %3 = memref.dim %m, %i : memref<?x4xf32>
  %4 = memref.atomic_rmw addf %x, %m[%i, %i] : (f32, memref<?x4xf32>) -> f32
  return %1 : f32
}

// A cast finds what its type says.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x4xf32, strided<[?, 1], offset: ?>>, %[[ARG1:.*]]: memref<*xf32>, %[[ARG2:.*]]: tensor<?x4xf32>) {
// CHECK-NEXT: %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<?x4xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[CAST]] : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x4xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[V0:.*]] = arith.cmpi eq, %[[DIM]], %[[C3]] : index
// CHECK-NEXT: cf.assert %[[V0]], "ERROR: Runtime op verification failed\0A^ size mismatch of dim 0\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:135:8)"
// CHECK-NEXT: %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V1:.*]] = arith.cmpi eq, %[[OFFSET]], %[[C0_0]] : index
// CHECK-NEXT: cf.assert %[[V1]], "ERROR: Runtime op verification failed\0A^ offset mismatch\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:135:8)"
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V2:.*]] = arith.cmpi eq, %[[STRIDES]]#0, %[[C4]] : index
// CHECK-NEXT: cf.assert %[[V2]], "ERROR: Runtime op verification failed\0A^ stride mismatch of dim 0\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:135:8)"
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V3:.*]] = arith.cmpi eq, %[[STRIDES]]#1, %[[C1]] : index
// CHECK-NEXT: cf.assert %[[V3]], "ERROR: Runtime op verification failed\0A^ stride mismatch of dim 1\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:135:8)"
// CHECK-NEXT: %[[CAST_1:.*]] = memref.cast %[[ARG0]] : memref<?x4xf32, strided<[?, 1], offset: ?>> to memref<3x4xf32>
// CHECK-NEXT: %[[V4:.*]] = memref.rank %[[ARG1]] : memref<*xf32>
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V5:.*]] = arith.cmpi eq, %[[V4]], %[[C2]] : index
// CHECK-NEXT: cf.assert %[[V5]], "ERROR: Runtime op verification failed\0A^ rank mismatch\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:136:8)"
// CHECK-NEXT: %[[CAST_2:.*]] = memref.cast %[[ARG1]] : memref<*xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %[[BASE_BUFFER_3:.*]], %[[OFFSET_4:.*]], %[[SIZES_5:.*]]:2, %[[STRIDES_6:.*]]:2 = memref.extract_strided_metadata %[[CAST_2]] : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %[[C1_7:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[DIM_8:.*]] = memref.dim %[[ARG1]], %[[C1_7]] : memref<*xf32>
// CHECK-NEXT: %[[C3_9:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[V6:.*]] = arith.cmpi eq, %[[DIM_8]], %[[C3_9]] : index
// CHECK-NEXT: cf.assert %[[V6]], "ERROR: Runtime op verification failed\0A^ size mismatch of dim 1\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:136:8)"
// CHECK-NEXT: %[[C0_10:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V7:.*]] = arith.cmpi eq, %[[OFFSET_4]], %[[C0_10]] : index
// CHECK-NEXT: cf.assert %[[V7]], "ERROR: Runtime op verification failed\0A^ offset mismatch\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:136:8)"
// CHECK-NEXT: %[[C3_11:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[V8:.*]] = arith.cmpi eq, %[[STRIDES_6]]#0, %[[C3_11]] : index
// CHECK-NEXT: cf.assert %[[V8]], "ERROR: Runtime op verification failed\0A^ stride mismatch of dim 0\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:136:8)"
// CHECK-NEXT: %[[C1_12:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V9:.*]] = arith.cmpi eq, %[[STRIDES_6]]#1, %[[C1_12]] : index
// CHECK-NEXT: cf.assert %[[V9]], "ERROR: Runtime op verification failed\0A^ stride mismatch of dim 1\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:136:8)"
// CHECK-NEXT: %[[CAST_13:.*]] = memref.cast %[[ARG1]] : memref<*xf32> to memref<?x3xf32>
// CHECK-NEXT: %[[C0_14:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM_15:.*]] = tensor.dim %[[ARG2]], %[[C0_14]] : tensor<?x4xf32>
// CHECK-NEXT: %[[C3_16:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[V10:.*]] = arith.cmpi eq, %[[DIM_15]], %[[C3_16]] : index
// CHECK-NEXT: cf.assert %[[V10]], "ERROR: Runtime op verification failed\0A^ size mismatch of dim 0\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:137:8)"
// CHECK-NEXT: %[[CAST_17:.*]] = tensor.cast %[[ARG2]] : tensor<?x4xf32> to tensor<3x?xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @casts(%m: memref<?x4xf32, strided<[?, 1], offset: ?>>, %u: memref<*xf32>, %t: tensor<?x4xf32>) {
  %0 = memref.cast %m : memref<?x4xf32, strided<[?, 1], offset: ?>> to memref<3x4xf32>
  %1 = memref.cast %u : memref<*xf32> to memref<?x3xf32>
  %2 = tensor.cast %t : tensor<?x4xf32> to tensor<3x?xf32>
  return
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @others(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x4xf32>, %[[ARG1:.*]]: memref<?x?xf32>, %[[ARG2:.*]]: index) {
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x4xf32>
// CHECK-NEXT: %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM_1:.*]] = memref.dim %[[ARG1]], %[[C0_0]] : memref<?x?xf32>
// CHECK-NEXT: %[[V0:.*]] = arith.cmpi eq, %[[DIM]], %[[DIM_1]] : index
// CHECK-NEXT: cf.assert %[[V0]], "ERROR: Runtime op verification failed\0A^ size of 0-th source/target dim does not match\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:181:3)"
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[DIM_2:.*]] = memref.dim %[[ARG1]], %[[C1]] : memref<?x?xf32>
// CHECK-NEXT: %[[V1:.*]] = arith.cmpi eq, %[[C4]], %[[DIM_2]] : index
// CHECK-NEXT: cf.assert %[[V1]], "ERROR: Runtime op verification failed\0A^ size of 1-th source/target dim does not match\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:181:3)"
// CHECK-NEXT: memref.copy %[[ARG0]], %[[ARG1]] : memref<?x4xf32> to memref<?x?xf32>
// CHECK-NEXT: %[[INTPTR:.*]] = memref.extract_aligned_pointer_as_index %[[ARG0]] : memref<?x4xf32> -> index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[V2:.*]] = arith.remui %[[INTPTR]], %[[C8]] : index
// CHECK-NEXT: %[[C0_3:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V3:.*]] = arith.cmpi eq, %[[V2]], %[[C0_3]] : index
// CHECK-NEXT: cf.assert %[[V3]], "ERROR: Runtime op verification failed\0A^ memref is not aligned to 8\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:182:8)"
// CHECK-NEXT: %[[ASSUME_ALIGN:.*]] = memref.assume_alignment %[[ARG0]], 8 : memref<?x4xf32>
// CHECK-NEXT: %[[C0_4:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM_5:.*]] = memref.dim %[[ARG0]], %[[C0_4]] : memref<?x4xf32>
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[V4:.*]] = arith.remsi %[[DIM_5]], %[[C3]] : index
// CHECK-NEXT: %[[C0_6:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V5:.*]] = arith.cmpi eq, %[[V4]], %[[C0_6]] : index
// CHECK-NEXT: cf.assert %[[V5]], "ERROR: Runtime op verification failed\0A^ static result dims in reassoc group do not divide src dim evenly\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:183:8)"
// CHECK-NEXT: %[[C1_7:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[DIM_8:.*]] = memref.dim %[[ARG0]], %[[C1_7]] : memref<?x4xf32>
// CHECK-NEXT: %[[C4_9:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V6:.*]] = arith.remsi %[[DIM_8]], %[[C4_9]] : index
// CHECK-NEXT: %[[C0_10:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V7:.*]] = arith.cmpi eq, %[[V6]], %[[C0_10]] : index
// CHECK-NEXT: cf.assert %[[V7]], "ERROR: Runtime op verification failed\0A^ static result dims in reassoc group do not divide src dim evenly\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:183:8)"
// CHECK-NEXT: %[[EXPAND_SHAPE:.*]] = memref.expand_shape %[[ARG0]] {{\[\[}}0, 1], [2]] output_shape [%[[ARG2]], 3, 4] : memref<?x4xf32> into memref<?x3x4xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @others(%m: memref<?x4xf32>, %n: memref<?x?xf32>, %i: index) {
  memref.copy %m, %n : memref<?x4xf32> to memref<?x?xf32>
  %0 = memref.assume_alignment %m, 8 : memref<?x4xf32>
  %1 = memref.expand_shape %m [[0, 1], [2]] output_shape [%i, 3, 4] : memref<?x4xf32> into memref<?x3x4xf32>
  return
}

// The first and the last element of a slice are there.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[ARG0:.*]]: tensor<?x4xf32>, %[[ARG1:.*]]: index) -> tensor<?x2xf32> {
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C1_0:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM:.*]] = tensor.dim %[[ARG0]], %[[C0_1]] : tensor<?x4xf32>
// CHECK-NEXT: %[[V0:.*]] = arith.cmpi eq, %[[ARG1]], %[[C0]] : index
// CHECK-NEXT: %[[V1:.*]] = scf.if %[[V0]] -> (i1) {
// CHECK-NEXT: %[[V8:.*]] = arith.cmpi sge, %[[ARG1]], %[[C0]] : index
// CHECK-NEXT: %[[V9:.*]] = arith.cmpi sle, %[[ARG1]], %[[DIM]] : index
// CHECK-NEXT: %[[V10:.*]] = arith.andi %[[V8]], %[[V9]] : i1
// CHECK-NEXT: scf.yield %[[V10]] : i1
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V8]] = arith.cmpi sge, %[[ARG1]], %[[C0]] : index
// CHECK-NEXT: %[[V9]] = arith.cmpi slt, %[[ARG1]], %[[DIM]] : index
// CHECK-NEXT: %[[V10]] = arith.andi %[[V8]], %[[V9]] : i1
// CHECK-NEXT: scf.yield %[[V10]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: cf.assert %[[V1]], "ERROR: Runtime op verification failed\0A^ offset 0 is out-of-bounds\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:257:8)"
// CHECK-NEXT: %[[V2:.*]] = arith.cmpi sgt, %[[ARG1]], %[[C0]] : index
// CHECK-NEXT: %[[V3:.*]] = scf.if %[[V2]] -> (i1) {
// CHECK-NEXT: %[[V8]] = arith.subi %[[ARG1]], %[[C1]] : index
// CHECK-NEXT: %[[V9]] = arith.muli %[[V8]], %[[C1_0]] : index
// CHECK-NEXT: %[[V10]] = arith.addi %[[ARG1]], %[[V9]] : index
// CHECK-NEXT: %[[V11:.*]] = arith.cmpi sge, %[[V10]], %[[C0]] : index
// CHECK-NEXT: %[[V12:.*]] = arith.cmpi slt, %[[V10]], %[[DIM]] : index
// CHECK-NEXT: %[[V13:.*]] = arith.andi %[[V11]], %[[V12]] : i1
// CHECK-NEXT: scf.yield %[[V13]] : i1
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: scf.yield %[[TRUE]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: cf.assert %[[V3]], "ERROR: Runtime op verification failed\0A^ extract_slice runs out-of-bounds along dimension 0\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:257:8)"
// CHECK-NEXT: %[[C0_2:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[C1_3:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V4:.*]] = arith.cmpi eq, %[[C2]], %[[C0]] : index
// CHECK-NEXT: %[[V5:.*]] = scf.if %[[V4]] -> (i1) {
// CHECK-NEXT: %[[V8]] = arith.cmpi sge, %[[C0_2]], %[[C0]] : index
// CHECK-NEXT: %[[V9]] = arith.cmpi sle, %[[C0_2]], %[[C4]] : index
// CHECK-NEXT: %[[V10]] = arith.andi %[[V8]], %[[V9]] : i1
// CHECK-NEXT: scf.yield %[[V10]] : i1
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[TRUE]] = arith.constant true
// CHECK-NEXT: %[[TRUE_4:.*]] = arith.constant true
// CHECK-NEXT: scf.yield %[[TRUE]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: cf.assert %[[V5]], "ERROR: Runtime op verification failed\0A^ offset 1 is out-of-bounds\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:257:8)"
// CHECK-NEXT: %[[V6:.*]] = arith.cmpi sgt, %[[C2]], %[[C0]] : index
// CHECK-NEXT: %[[V7:.*]] = scf.if %[[V6]] -> (i1) {
// CHECK-NEXT: %[[V8]] = arith.subi %[[C2]], %[[C1]] : index
// CHECK-NEXT: %[[V9]] = arith.muli %[[V8]], %[[ARG1]] : index
// CHECK-NEXT: %[[V10]] = arith.addi %[[C0_2]], %[[V9]] : index
// CHECK-NEXT: %[[V11]] = arith.cmpi sge, %[[V10]], %[[C0]] : index
// CHECK-NEXT: %[[V12]] = arith.cmpi slt, %[[V10]], %[[C4]] : index
// CHECK-NEXT: %[[V13]] = arith.andi %[[V11]], %[[V12]] : i1
// CHECK-NEXT: scf.yield %[[V13]] : i1
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[TRUE]] = arith.constant true
// CHECK-NEXT: scf.yield %[[TRUE]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: cf.assert %[[V7]], "ERROR: Runtime op verification failed\0A^ extract_slice runs out-of-bounds along dimension 1\0ALocation: loc(\22{{.*}}/tests/passes/memref/runtime-verification.mlir\22:257:8)"
// CHECK-NEXT: %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][%[[ARG1]], 0] [%[[ARG1]], 2] [1, %[[ARG1]]] : tensor<?x4xf32> to tensor<?x2xf32>
// CHECK-NEXT: return %[[EXTRACTED_SLICE]] : tensor<?x2xf32>
// CHECK-NEXT: }
func.func @slices(%t: tensor<?x4xf32>, %i: index) -> tensor<?x2xf32> {
  %0 = tensor.extract_slice %t[%i, 0] [%i, 2] [1, %i] : tensor<?x4xf32> to tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// AUTOGENERATED CHECKS BESIDE EACH FUNCTION
