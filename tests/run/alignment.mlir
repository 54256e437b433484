// RUN: not terrace run %s --entry=assumed 2>&1 | FileCheck %s --check-prefix=ASSUMED
// RUN: not terrace run %s --entry=loaded 2>&1 | FileCheck %s --check-prefix=LOADED
// RUN: not terrace run %s --entry=viewed 2>&1 | FileCheck %s --check-prefix=VIEWED
// RUN: not terrace run %s --entry=short 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not terrace run %s --entry=lane 2>&1 | FileCheck %s --check-prefix=LANE
// RUN: not terrace run %s --entry=basis --arg=0 2>&1 | FileCheck %s --check-prefix=BASIS
// RUN: terrace run %s --entry=basis --arg=4 | FileCheck %s --check-prefix=PARTS
// RUN: terrace run %s --entry=basis --arg=4 --affine-expand-index-ops | FileCheck %s --check-prefix=PARTS

// ASSUMED: :[[@LINE+5]]:8: error: byte 4 of an allocation is not aligned to 16
// ASSUMED: :[[@LINE+2]]:8: note: allocated here
func.func @assumed() {
  %m = memref.alloca() : memref<8xi32>
  %s = memref.subview %m[1] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 1>>
  %a = memref.assume_alignment %s, 16 : memref<4xi32, strided<[1], offset: 1>>
  return
}

// LOADED: :[[@LINE+6]]:8: error: byte 8 of an allocation is not aligned to 16
func.func @loaded() -> vector<4xi32> {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %m = memref.alloca() : memref<8xi32>
  linalg.fill ins(%zero : i32) outs(%m : memref<8xi32>)
  %v = vector.load %m[%c2] { alignment = 16 } : memref<8xi32>, vector<4xi32>
  return %v : vector<4xi32>
}

// VIEWED: error: byte 2 of an allocation is not aligned to 4
func.func @viewed() {
  %c2 = arith.constant 2 : index
  %m = memref.alloca() : memref<16xi8>
  %v = memref.view %m[%c2][] : memref<16xi8> to memref<2xi32>
  return
}

// SHORT: error: view of 4 elements of 4 bytes from byte 4 of 16
func.func @short() {
  %c4 = arith.constant 4 : index
  %m = memref.alloca() : memref<16xi8>
  %v = memref.view %m[%c4][%c4] : memref<16xi8> to memref<?xi32>
  return
}

// LANE: error: index 8 is outside of dimension 0 of size 8
func.func @lane() {
  %c6 = arith.constant 6 : index
  %v = arith.constant dense<1> : vector<4xi32>
  %m = memref.alloca() : memref<8xi32>
  vector.store %v, %m[%c6] : memref<8xi32>, vector<4xi32>
  return
}

// BASIS: error: an element of a basis is 0, which is not positive
// PARTS: 2 : index
// PARTS-NEXT: 1 : index
// PARTS-NEXT: 3 : index
// PARTS-NEXT: 31 : index
func.func @basis(%n: index) -> (index, index, index, index) {
  %x = arith.constant 31 : index
  %d:3 = affine.delinearize_index %x into (%n, 3, %n) : index, index, index
  %y = affine.linearize_index disjoint [%d#0, %d#1, %d#2] by (3, 3, %n) : index
  return %d#0, %d#1, %d#2, %y : index, index, index, index
}
