// Buffers of elements of four and two bits are buffers of bytes.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-test-opt %s '--test-emulate-narrow-int=arith-compute-bitwidth=1 memref-load-bitwidth=8' | FileCheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0, s1] -> (s0 * 5 + s1)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<()[s0, s1] -> ((s0 * 5 + s1) floordiv 2)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<()[s0, s1] -> (s0 * 20 + s1 * 4 - ((s0 * 5 + s1) floordiv 2) * 8)>
// CHECK-DAG: #[[MAP3:.*]] = affine_map<()[s0] -> (s0 floordiv 2)>
// CHECK-DAG: #[[MAP4:.*]] = affine_map<()[s0] -> (s0 * 4 - (s0 floordiv 2) * 8)>
// CHECK-DAG: #[[MAP5:.*]] = affine_map<()[s0] -> (s0 * 4, 4)>
// CHECK-DAG: #[[MAP6:.*]] = affine_map<()[s0] -> (s0 * 9)>
// CHECK-DAG: #[[MAP7:.*]] = affine_map<()[s0] -> ((s0 * 9) floordiv 2)>
// CHECK-DAG: #[[MAP8:.*]] = affine_map<()[s0] -> (s0 * 36 - ((s0 * 9) floordiv 2) * 8)>
// CHECK-DAG: #[[MAP9:.*]] = affine_map<()[s0] -> (s0 mod 2)>



// CHECK-LABEL: func.func @load(
// CHECK-SAME: %[[ARG0:.*]]: memref<4xi8>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> (i4, memref<4xi8>) {
// CHECK-NEXT: %[[ALLOC:.*]] = memref.alloc() : memref<8xi8>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT: %[[C5_0:.*]] = arith.constant 5 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V0:.*]] = affine.apply #[[MAP]]()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: %[[V1:.*]] = affine.apply #[[MAP1]]()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: %[[V2:.*]] = memref.load %[[ALLOC]][%[[V1]]] : memref<8xi8>
// CHECK-NEXT: %[[V3:.*]] = affine.apply #[[MAP2]]()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: %[[V4:.*]] = arith.index_cast %[[V3]] : index to i8
// CHECK-NEXT: %[[V5:.*]] = arith.shrsi %[[V2]], %[[V4]] : i8
// CHECK-NEXT: %[[V6:.*]] = arith.trunci %[[V5]] : i8 to i4
// CHECK-NEXT: return %[[V6]], %[[ARG0]] : i4, memref<4xi8>
func.func @load(%m: memref<8xi4>, %i: index, %j: index) -> (i4, memref<8xi4>) {
  %0 = memref.alloc() : memref<3x5xi4>
  %1 = memref.load %0[%i, %j] : memref<3x5xi4>
  return %1, %m : i4, memref<8xi4>
}

// CHECK-LABEL: func.func @store(
// CHECK-SAME: %[[ARG0:.*]]: i4, %[[ARG1:.*]]: index) {
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[ALLOC:.*]] = memref.alloc() : memref<5xi8>
// CHECK-NEXT: %[[V0:.*]] = arith.extui %[[ARG0]] : i4 to i8
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C9:.*]] = arith.constant 9 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V1:.*]] = affine.apply #[[MAP3]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V2:.*]] = affine.apply #[[MAP4]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V3:.*]] = arith.index_cast %[[V2]] : index to i8
// CHECK-NEXT: %[[C15_I8:.*]] = arith.constant 15 : i8
// CHECK-NEXT: %[[V4:.*]] = arith.shli %[[C15_I8]], %[[V3]] : i8
// CHECK-NEXT: %[[C_1_I8:.*]] = arith.constant -1 : i8
// CHECK-NEXT: %[[V5:.*]] = arith.xori %[[V4]], %[[C_1_I8]] : i8
// CHECK-NEXT: %[[V6:.*]] = arith.shli %[[V0]], %[[V3]] : i8
// CHECK-NEXT: %[[V7:.*]] = memref.atomic_rmw andi %[[V5]], %[[ALLOC]][%[[V1]]] : (i8, memref<5xi8>) -> i8
// CHECK-NEXT: %[[V8:.*]] = memref.atomic_rmw ori %[[V6]], %[[ALLOC]][%[[V1]]] : (i8, memref<5xi8>) -> i8
// CHECK-NEXT: %[[V9:.*]] = arith.extui %[[ARG0]] : i4 to i8
// CHECK-NEXT: %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C9_1:.*]] = arith.constant 9 : index
// CHECK-NEXT: %[[C1_2:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C1_3:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V10:.*]] = arith.index_cast %[[C4]] : index to i8
// CHECK-NEXT: %[[C15_I8_4:.*]] = arith.constant 15 : i8
// CHECK-NEXT: %[[V11:.*]] = arith.shli %[[C15_I8_4]], %[[V10]] : i8
// CHECK-NEXT: %[[C_1_I8_5:.*]] = arith.constant -1 : i8
// CHECK-NEXT: %[[V12:.*]] = arith.xori %[[V11]], %[[C_1_I8_5]] : i8
// CHECK-NEXT: %[[V13:.*]] = arith.shli %[[V9]], %[[V10]] : i8
// CHECK-NEXT: %[[V14:.*]] = memref.atomic_rmw andi %[[V12]], %[[ALLOC]][%[[C1_3]]] : (i8, memref<5xi8>) -> i8
// CHECK-NEXT: %[[V15:.*]] = memref.atomic_rmw ori %[[V13]], %[[ALLOC]][%[[C1_3]]] : (i8, memref<5xi8>) -> i8
// CHECK-NEXT: memref.dealloc %[[ALLOC]] : memref<5xi8>
// CHECK-NEXT: return
func.func @store(%value: i4, %i: index) {
  %c3 = arith.constant 3 : index
  %0 = memref.alloc() : memref<9xi4>
  memref.store %value, %0[%i] : memref<9xi4>
  memref.store %value, %0[%c3] : memref<9xi4>
  memref.dealloc %0 : memref<9xi4>
  return
}

// CHECK-LABEL: func.func @scalar(
// CHECK-SAME: %[[ARG0:.*]]: f4E2M1FN) -> f4E2M1FN {
// CHECK-NEXT: %[[ALLOCA:.*]] = memref.alloca() : memref<i8>
// CHECK-NEXT: %[[V0:.*]] = arith.bitcast %[[ARG0]] : f4E2M1FN to i4
// CHECK-NEXT: %[[V1:.*]] = arith.extui %[[V0]] : i4 to i8
// CHECK-NEXT: %[[V2:.*]] = memref.atomic_rmw assign %[[V1]], %[[ALLOCA]][] : (i8, memref<i8>) -> i8
// CHECK-NEXT: %[[V3:.*]] = memref.load %[[ALLOCA]][] : memref<i8>
// CHECK-NEXT: %[[V4:.*]] = arith.trunci %[[V3]] : i8 to i4
// CHECK-NEXT: %[[V5:.*]] = arith.bitcast %[[V4]] : i4 to f4E2M1FN
// CHECK-NEXT: return %[[V5]] : f4E2M1FN
func.func @scalar(%value: f4E2M1FN) -> f4E2M1FN {
  %0 = memref.alloca() : memref<f4E2M1FN>
  memref.store %value, %0[] : memref<f4E2M1FN>
  %1 = memref.load %0[] : memref<f4E2M1FN>
  return %1 : f4E2M1FN
}

// CHECK-LABEL: func.func @views(
// CHECK-SAME: %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> i4 {
// CHECK-NEXT: %[[V0:.*]] = affine.max #[[MAP5]]()[%[[ARG0]]]
// CHECK-NEXT: %[[ALLOC:.*]] = memref.alloc(%[[V0]]) : memref<?xi8>
// CHECK-NEXT: %[[ASSUME_ALIGN:.*]] = memref.assume_alignment %[[ALLOC]], 16 : memref<?xi8>
// CHECK-NEXT: %[[ALLOC_0:.*]] = memref.alloc() : memref<16xi8>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C8_1:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[SUBVIEW:.*]] = memref.subview %[[ALLOC_0]][8] [8] [1] : memref<16xi8> to memref<8xi8, strided<[1], offset: 8>>
// CHECK-NEXT: %[[C0_2:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C4_3:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C8_4:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C8_5:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C1_6:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[C8_7:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C8_8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C1_9:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V1:.*]] = affine.apply #[[MAP6]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V2:.*]] = affine.apply #[[MAP7]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V3:.*]] = memref.load %[[SUBVIEW]][%[[V2]]] : memref<8xi8, strided<[1], offset: 8>>
// CHECK-NEXT: %[[V4:.*]] = affine.apply #[[MAP8]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V5:.*]] = arith.index_cast %[[V4]] : index to i8
// CHECK-NEXT: %[[V6:.*]] = arith.shrsi %[[V3]], %[[V5]] : i8
// CHECK-NEXT: %[[V7:.*]] = arith.trunci %[[V6]] : i8 to i4
// CHECK-NEXT: return %[[V7]] : i4
func.func @views(%n: index, %i: index) -> i4 {
  %0 = memref.alloc(%n) : memref<?x8xi4>
  %1 = memref.assume_alignment %0, 16 : memref<?x8xi4>
  %2 = memref.alloc() : memref<4x8xi4>
  %3 = memref.subview %2[2, 0] [2, 8] [1, 1] : memref<4x8xi4> to memref<2x8xi4, strided<[8, 1], offset: 16>>
  %4 = memref.load %3[%i, %i] : memref<2x8xi4, strided<[8, 1], offset: 16>>
  return %4 : i4
}

// CHECK-LABEL: func.func @vectors(
// CHECK-SAME: %[[ARG0:.*]]: index, %[[ARG1:.*]]: vector<8xi4>, %[[ARG2:.*]]: vector<5xi4>) -> (vector<8xi4>, vector<3xi4>) {
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[ALLOC:.*]] = memref.alloc() : memref<32xi8>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT: %[[C1_0:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V0:.*]] = affine.apply #[[MAP3]]()[%[[ARG0]]]
// CHECK-NEXT: %[[V1:.*]] = affine.apply #[[MAP9]]()[%[[ARG0]]]
// CHECK-NEXT: %[[V2:.*]] = vector.load %[[ALLOC]][%[[V0]]] : memref<32xi8>, vector<4xi8>
// CHECK-NEXT: %[[V3:.*]] = vector.bitcast %[[V2]] : vector<4xi8> to vector<8xi4>
// CHECK-NEXT: %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C64_2:.*]] = arith.constant 64 : index
// CHECK-NEXT: %[[C1_3:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V4:.*]] = affine.apply #[[MAP3]]()[%[[ARG0]]]
// CHECK-NEXT: %[[V5:.*]] = affine.apply #[[MAP9]]()[%[[ARG0]]]
// CHECK-NEXT: %[[V6:.*]] = vector.load %[[ALLOC]][%[[V4]]] : memref<32xi8>, vector<2xi8>
// CHECK-NEXT: %[[V7:.*]] = vector.bitcast %[[V6]] : vector<2xi8> to vector<4xi4>
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<0> : vector<3xi4>
// CHECK-NEXT: %[[V8:.*]] = vector.extract %[[V7]][%[[V5]]] : i4 from vector<4xi4>
// CHECK-NEXT: %[[V9:.*]] = vector.insert %[[V8]], %[[CST]] [0] : i4 into vector<3xi4>
// CHECK-NEXT: %[[C1_4:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V10:.*]] = arith.addi %[[V5]], %[[C1_4]] : index
// CHECK-NEXT: %[[V11:.*]] = vector.extract %[[V7]][%[[V10]]] : i4 from vector<4xi4>
// CHECK-NEXT: %[[V12:.*]] = vector.insert %[[V11]], %[[V9]] [1] : i4 into vector<3xi4>
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V13:.*]] = arith.addi %[[V5]], %[[C2]] : index
// CHECK-NEXT: %[[V14:.*]] = vector.extract %[[V7]][%[[V13]]] : i4 from vector<4xi4>
// CHECK-NEXT: %[[V15:.*]] = vector.insert %[[V14]], %[[V12]] [2] : i4 into vector<3xi4>
// CHECK-NEXT: %[[C0_5:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C64_6:.*]] = arith.constant 64 : index
// CHECK-NEXT: %[[C1_7:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C0_8:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[CST_9:.*]] = arith.constant dense<[false, true]> : vector<2xi1>
// CHECK-NEXT: %[[CST_10:.*]] = arith.constant dense<0> : vector<2xi4>
// CHECK-NEXT: %[[V16:.*]] = vector.extract_strided_slice %[[ARG2]] {offsets = [0], sizes = [1], strides = [1]} : vector<5xi4> to vector<1xi4>
// CHECK-NEXT: %[[V17:.*]] = vector.insert_strided_slice %[[V16]], %[[CST_10]] {offsets = [1], strides = [1]} : vector<1xi4> into vector<2xi4>
// CHECK-NEXT: %[[V18:.*]] = memref.generic_atomic_rmw %[[ALLOC]][%[[C0_8]]] : memref<32xi8> {
// CHECK-NEXT: ^[[BB0:.*]](%[[ARG3:.*]]: i8):
// CHECK-NEXT: %[[V23:.*]] = vector.from_elements %[[ARG3]] : vector<1xi8>
// CHECK-NEXT: %[[V24:.*]] = vector.bitcast %[[V23]] : vector<1xi8> to vector<2xi4>
// CHECK-NEXT: %[[V25:.*]] = arith.select %[[CST_9]], %[[V17]], %[[V24]] : vector<2xi1>, vector<2xi4>
// CHECK-NEXT: %[[V26:.*]] = vector.bitcast %[[V25]] : vector<2xi4> to vector<1xi8>
// CHECK-NEXT: %[[V27:.*]] = vector.extract %[[V26]][0] : i8 from vector<1xi8>
// CHECK-NEXT: memref.atomic_yield %[[V27]] : i8
// CHECK-NEXT: }
// CHECK-NEXT: %[[C1_11:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V19:.*]] = arith.addi %[[C0_8]], %[[C1_11]] : index
// CHECK-NEXT: %[[V20:.*]] = vector.extract_strided_slice %[[ARG2]] {offsets = [1], sizes = [4], strides = [1]} : vector<5xi4> to vector<4xi4>
// CHECK-NEXT: %[[V21:.*]] = vector.bitcast %[[V20]] : vector<4xi4> to vector<2xi8>
// CHECK-NEXT: vector.store %[[V21]], %[[ALLOC]][%[[V19]]] : memref<32xi8>, vector<2xi8>
// CHECK-NEXT: %[[C2_12:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V22:.*]] = arith.addi %[[V19]], %[[C2_12]] : index
// CHECK-NEXT: return %[[V3]], %[[V15]] : vector<8xi4>, vector<3xi4>
func.func @vectors(%i: index, %value: vector<8xi4>, %other: vector<5xi4>) -> (vector<8xi4>, vector<3xi4>) {
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<64xi4>
  %1 = vector.load %0[%i] : memref<64xi4>, vector<8xi4>
  %2 = vector.load %0[%i] : memref<64xi4>, vector<3xi4>
  vector.store %other, %0[%c1] : memref<64xi4>, vector<5xi4>
  return %1, %2 : vector<8xi4>, vector<3xi4>
}

// CHECK-LABEL: func.func @masked(
// CHECK-SAME: %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: vector<6xi4>) -> vector<6xi4> {
// CHECK-NEXT: %[[ALLOC:.*]] = memref.alloc() : memref<32xi8>
// CHECK-NEXT: %[[C7_I4:.*]] = arith.constant 7 : i4
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<[false, true, true, false, false, false]> : vector<6xi1>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V0:.*]] = affine.apply #[[MAP3]]()[%[[ARG0]]]
// CHECK-NEXT: %[[V1:.*]] = affine.apply #[[MAP9]]()[%[[ARG0]]]
// CHECK-NEXT: %[[CST_0:.*]] = arith.constant dense<[true, true, false]> : vector<3xi1>
// CHECK-NEXT: %[[CST_1:.*]] = arith.constant dense<0> : vector<6xi4>
// CHECK-NEXT: %[[V2:.*]] = vector.bitcast %[[ARG2]] : vector<6xi4> to vector<3xi8>
// CHECK-NEXT: %[[V3:.*]] = vector.maskedload %[[ALLOC]][%[[V0]]], %[[CST_0]], %[[V2]] : memref<32xi8>, vector<3xi1>, vector<3xi8> into vector<3xi8>
// CHECK-NEXT: %[[V4:.*]] = vector.bitcast %[[V3]] : vector<3xi8> to vector<6xi4>
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant dense<false> : vector<6xi1>
// CHECK-NEXT: %[[V5:.*]] = arith.select %[[CST]], %[[V4]], %[[ARG2]] : vector<6xi1>, vector<6xi4>
// CHECK-NEXT: %[[C0_3:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C64_4:.*]] = arith.constant 64 : index
// CHECK-NEXT: %[[C1_5:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V6:.*]] = affine.apply #[[MAP3]]()[%[[ARG0]]]
// CHECK-NEXT: %[[V7:.*]] = affine.apply #[[MAP9]]()[%[[ARG0]]]
// CHECK-NEXT: %[[CST_6:.*]] = arith.constant dense<[true, true, false]> : vector<3xi1>
// CHECK-NEXT: %[[CST_7:.*]] = arith.constant dense<0> : vector<3xi8>
// CHECK-NEXT: %[[V8:.*]] = vector.maskedload %[[ALLOC]][%[[V6]]], %[[CST_6]], %[[CST_7]] : memref<32xi8>, vector<3xi1>, vector<3xi8> into vector<3xi8>
// CHECK-NEXT: %[[V9:.*]] = vector.bitcast %[[V8]] : vector<3xi8> to vector<6xi4>
// CHECK-NEXT: %[[V10:.*]] = arith.select %[[CST]], %[[V5]], %[[V9]] : vector<6xi1>, vector<6xi4>
// CHECK-NEXT: %[[V11:.*]] = vector.bitcast %[[V10]] : vector<6xi4> to vector<3xi8>
// CHECK-NEXT: vector.maskedstore %[[ALLOC]][%[[V6]]], %[[CST_6]], %[[V11]] : memref<32xi8>, vector<3xi1>, vector<3xi8>
// CHECK-NEXT: %[[V12:.*]] = arith.extui %[[C7_I4]] : i4 to i8
// CHECK-NEXT: %[[C0_8:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C64_9:.*]] = arith.constant 64 : index
// CHECK-NEXT: %[[C1_10:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V13:.*]] = affine.apply #[[MAP3]]()[%[[ARG0]]]
// CHECK-NEXT: %[[V14:.*]] = affine.apply #[[MAP9]]()[%[[ARG0]]]
// CHECK-NEXT: %[[V15:.*]] = vector.transfer_read %[[ALLOC]][%[[V13]]], %[[V12]] : memref<32xi8>, vector<3xi8>
// CHECK-NEXT: %[[V16:.*]] = vector.bitcast %[[V15]] : vector<3xi8> to vector<6xi4>
// CHECK-NEXT: return %[[V16]] : vector<6xi4>
func.func @masked(%i: index, %n: index, %value: vector<6xi4>) -> vector<6xi4> {
  %0 = memref.alloc() : memref<64xi4>
  %c7 = arith.constant 7 : i4
  %constant = arith.constant dense<[false, true, true, false, false, false]> : vector<6xi1>
  %1 = vector.maskedload %0[%i], %constant, %value : memref<64xi4>, vector<6xi1>, vector<6xi4> into vector<6xi4>
  vector.maskedstore %0[%i], %constant, %1 : memref<64xi4>, vector<6xi1>, vector<6xi4>
  %2 = vector.transfer_read %0[%i], %c7 : memref<64xi4>, vector<6xi4>
  return %2 : vector<6xi4>
}
