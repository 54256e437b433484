// Buffers of predicates of wide lanes become buffers of predicates of bytes; allocations of scalable vectors are aligned as the backend can.
// RUN: terrace-opt %s --arm-sve-legalize-vector-storage | FileCheck %s

func.func @masks(%m: vector<[4]xi1>, %w: vector<2x[8]xi1>, %i: index) -> (vector<[4]xi1>, vector<2x[8]xi1>) {
  %0 = memref.alloca() : memref<vector<[4]xi1>>
  memref.store %m, %0[] : memref<vector<[4]xi1>>
  %1 = memref.load %0[] : memref<vector<[4]xi1>>
  %2 = memref.alloc(%i) : memref<?xvector<2x[8]xi1>>
  memref.store %w, %2[%i] : memref<?xvector<2x[8]xi1>>
  %3 = memref.load %2[%i] : memref<?xvector<2x[8]xi1>>
  return %1, %3 : vector<[4]xi1>, vector<2x[8]xi1>
}
func.func @floats() -> memref<vector<[8]xf32>> {
  %0 = memref.alloca() : memref<vector<[8]xf32>>
  return %0 : memref<vector<[8]xf32>>
}
func.func @rows(%m: memref<?x?x8xi8>, %i: index) -> vector<[4]x8xi8> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i8
  %0 = vector.transfer_read %m[%i, %i, %c0], %p {in_bounds = [true, true]} : memref<?x?x8xi8>, vector<[4]x8xi8>
  return %0 : vector<[4]x8xi8>
}

// CHECK:      module {
// CHECK-NEXT:   func.func @masks(%arg0: vector<[4]xi1>, %arg1: vector<2x[8]xi1>, %arg2: index) -> (vector<[4]xi1>, vector<2x[8]xi1>) {
// CHECK-NEXT:     %alloca = memref.alloca() {alignment = 2 : i64} : memref<vector<[16]xi1>>
// CHECK-NEXT:     %0 = arm_sve.convert_to_svbool %arg0 : vector<[4]xi1>
// CHECK-NEXT:     memref.store %0, %alloca[] : memref<vector<[16]xi1>>
// CHECK-NEXT:     %1 = memref.load %alloca[] : memref<vector<[16]xi1>>
// CHECK-NEXT:     %2 = arm_sve.convert_from_svbool %1 : vector<[4]xi1>
// CHECK-NEXT:     %alloc = memref.alloc(%arg2) : memref<?xvector<2x[16]xi1>>
// CHECK-NEXT:     %3 = arm_sve.convert_to_svbool %arg1 : vector<2x[8]xi1>
// CHECK-NEXT:     memref.store %3, %alloc[%arg2] : memref<?xvector<2x[16]xi1>>
// CHECK-NEXT:     %4 = memref.load %alloc[%arg2] : memref<?xvector<2x[16]xi1>>
// CHECK-NEXT:     %5 = arm_sve.convert_from_svbool %4 : vector<2x[8]xi1>
// CHECK-NEXT:     return %2, %5 : vector<[4]xi1>, vector<2x[8]xi1>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @floats() -> memref<vector<[8]xf32>> {
// CHECK-NEXT:     %alloca = memref.alloca() {alignment = 16 : i64} : memref<vector<[8]xf32>>
// CHECK-NEXT:     return %alloca : memref<vector<[8]xf32>>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @rows(%arg0: memref<?x?x8xi8>, %arg1: index) -> vector<[4]x8xi8> {
// CHECK-NEXT:     %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:     %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : memref<?x?x8xi8> into memref<?x?xi8>
// CHECK-NEXT:     %0 = vector.transfer_read %collapse_shape[%arg1, %arg1], %c0_i8 {in_bounds = [true]} : memref<?x?xi8>, vector<[32]xi8>
// CHECK-NEXT:     %1 = vector.shape_cast %0 : vector<[32]xi8> to vector<[4]x8xi8>
// CHECK-NEXT:     return %1 : vector<[4]x8xi8>
// CHECK-NEXT:   }
// CHECK-NEXT: }
