// Tiles are shared along accumulators and branches; what is left over is in memory, cheap ops first.
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(test-arm-sme-tile-allocation))' | FileCheck %s

func.func @loop(%v: vector<[4]xf32>, %c: i1) -> vector<[4]xf32> {
  %i = arith.constant 0 : index
  %0 = arm_sme.zero : vector<[4]x[4]xf32>
  cf.cond_br %c, ^a(%0 : vector<[4]x[4]xf32>), ^b(%0 : vector<[4]x[4]xf32>)
^a(%x: vector<[4]x[4]xf32>):
  %1 = arm_sme.outerproduct %v, %v acc(%x) : vector<[4]xf32>, vector<[4]xf32>
  cf.cond_br %c, ^a(%1 : vector<[4]x[4]xf32>), ^b(%1 : vector<[4]x[4]xf32>)
^b(%y: vector<[4]x[4]xf32>):
  %2 = arm_sme.extract_tile_slice %y[%i] : vector<[4]xf32> from vector<[4]x[4]xf32>
  return %2 : vector<[4]xf32>
}
func.func @mixed(%b: vector<[16]xi8>, %h: vector<[8]xf16>, %d: vector<[2]xf64>, %i: index, %m: memref<?x?xi8>, %n: memref<?x?xf16>, %o: memref<?x?xf64>) {
  %0 = arm_sme.outerproduct %h, %h : vector<[8]xf16>, vector<[8]xf16>
  %1 = arm_sme.zero : vector<[2]x[2]xf64>
  %2 = arm_sme.outerproduct %d, %d acc(%1) : vector<[2]xf64>, vector<[2]xf64>
  %3 = arm_sme.outerproduct %b, %b : vector<[16]xi8>, vector<[16]xi8>
  arm_sme.tile_store %0, %n[%i, %i] : memref<?x?xf16>, vector<[8]x[8]xf16>
  arm_sme.tile_store %2, %o[%i, %i] : memref<?x?xf64>, vector<[2]x[2]xf64>
  arm_sme.tile_store %3, %m[%i, %i] : memref<?x?xi8>, vector<[16]x[16]xi8>
  return
}
func.func @holes(%v: vector<[8]xf16>, %c: i1, %n: memref<?x?xf16>, %i: index) {
  %0 = arm_sme.outerproduct %v, %v : vector<[8]xf16>, vector<[8]xf16>
  %1 = arm_sme.get_tile : vector<[8]x[8]xf16>
  %2 = arm_sme.outerproduct %v, %v acc(%1) : vector<[8]xf16>, vector<[8]xf16>
  %dead = arm_sme.zero : vector<[4]x[4]xf32>
  cf.cond_br %c, ^a, ^b
^a:
  %3 = arm_sme.outerproduct %v, %v acc(%2) : vector<[8]xf16>, vector<[8]xf16>
  arm_sme.tile_store %3, %n[%i, %i] : memref<?x?xf16>, vector<[8]x[8]xf16>
  return
^b:
  %4 = arm_sme.zero : vector<[8]x[8]xf16>
  %5 = arm_sme.outerproduct %v, %v acc(%4) : vector<[8]xf16>, vector<[8]xf16>
  arm_sme.tile_store %5, %n[%i, %i] : memref<?x?xf16>, vector<[8]x[8]xf16>
  arm_sme.tile_store %0, %n[%i, %i] : memref<?x?xf16>, vector<[8]x[8]xf16>
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @loop(%arg0: vector<[4]xf32>, %arg1: i1) -> vector<[4]xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = arm_sme.zero {tile_id = 0 : i32} : vector<[4]x[4]xf32>
// CHECK-NEXT:     cf.cond_br %arg1, ^bb2, ^bb1
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb6(%0 : vector<[4]x[4]xf32>)
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb3(%0 : vector<[4]x[4]xf32>)
// CHECK-NEXT:   ^bb3(%1: vector<[4]x[4]xf32>):  // 2 preds: ^bb2, ^bb5
// CHECK-NEXT:     %2 = arm_sme.outerproduct %arg0, %arg0 acc(%1) {tile_id = 0 : i32} : vector<[4]xf32>, vector<[4]xf32>
// CHECK-NEXT:     cf.cond_br %arg1, ^bb5, ^bb4
// CHECK-NEXT:   ^bb4:  // pred: ^bb3
// CHECK-NEXT:     cf.br ^bb6(%2 : vector<[4]x[4]xf32>)
// CHECK-NEXT:   ^bb5:  // pred: ^bb3
// CHECK-NEXT:     cf.br ^bb3(%2 : vector<[4]x[4]xf32>)
// CHECK-NEXT:   ^bb6(%3: vector<[4]x[4]xf32>):  // 2 preds: ^bb1, ^bb4
// CHECK-NEXT:     %4 = arm_sme.extract_tile_slice %3[%c0] {tile_id = 0 : i32} : vector<[4]xf32> from vector<[4]x[4]xf32>
// CHECK-NEXT:     return %4 : vector<[4]xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @mixed(%arg0: vector<[16]xi8>, %arg1: vector<[8]xf16>, %arg2: vector<[2]xf64>, %arg3: index, %arg4: memref<?x?xi8>, %arg5: memref<?x?xf16>, %arg6: memref<?x?xf64>) {
// CHECK-NEXT:     %0 = arm_sme.outerproduct %arg1, %arg1 {tile_id = 0 : i32} : vector<[8]xf16>, vector<[8]xf16>
// CHECK-NEXT:     %1 = arm_sme.zero {tile_id = 1 : i32} : vector<[2]x[2]xf64>
// CHECK-NEXT:     %2 = arm_sme.outerproduct %arg2, %arg2 acc(%1) {tile_id = 1 : i32} : vector<[2]xf64>, vector<[2]xf64>
// CHECK-NEXT:     %3 = arm_sme.outerproduct %arg0, %arg0 {tile_id = 16 : i32} : vector<[16]xi8>, vector<[16]xi8>
// CHECK-NEXT:     arm_sme.tile_store %0, %arg5[%arg3, %arg3] {tile_id = 0 : i32} : memref<?x?xf16>, vector<[8]x[8]xf16>
// CHECK-NEXT:     arm_sme.tile_store %2, %arg6[%arg3, %arg3] {tile_id = 1 : i32} : memref<?x?xf64>, vector<[2]x[2]xf64>
// CHECK-NEXT:     arm_sme.tile_store %3, %arg4[%arg3, %arg3] {tile_id = 16 : i32} : memref<?x?xi8>, vector<[16]x[16]xi8>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @holes(%arg0: vector<[8]xf16>, %arg1: i1, %arg2: memref<?x?xf16>, %arg3: index) {
// CHECK-NEXT:     %0 = arm_sme.outerproduct %arg0, %arg0 {tile_id = 0 : i32} : vector<[8]xf16>, vector<[8]xf16>
// CHECK-NEXT:     %1 = arm_sme.get_tile {tile_id = 1 : i32} : vector<[8]x[8]xf16>
// CHECK-NEXT:     %2 = arm_sme.outerproduct %arg0, %arg0 acc(%1) {tile_id = 1 : i32} : vector<[8]xf16>, vector<[8]xf16>
// CHECK-NEXT:     cf.cond_br %arg1, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %3 = arm_sme.outerproduct %arg0, %arg0 acc(%2) {tile_id = 1 : i32} : vector<[8]xf16>, vector<[8]xf16>
// CHECK-NEXT:     arm_sme.tile_store %3, %arg2[%arg3, %arg3] {tile_id = 1 : i32} : memref<?x?xf16>, vector<[8]x[8]xf16>
// CHECK-NEXT:     return
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     %4 = arm_sme.zero {tile_id = 1 : i32} : vector<[8]x[8]xf16>
// CHECK-NEXT:     %5 = arm_sme.outerproduct %arg0, %arg0 acc(%4) {tile_id = 1 : i32} : vector<[8]xf16>, vector<[8]xf16>
// CHECK-NEXT:     arm_sme.tile_store %5, %arg2[%arg3, %arg3] {tile_id = 1 : i32} : memref<?x?xf16>, vector<[8]x[8]xf16>
// CHECK-NEXT:     arm_sme.tile_store %0, %arg2[%arg3, %arg3] {tile_id = 0 : i32} : memref<?x?xf16>, vector<[8]x[8]xf16>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
