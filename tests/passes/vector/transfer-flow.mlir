// RUN: terrace-test-opt %s -test-vector-transferop-opt --split-input-file | FileCheck %s

// What is written is passed on, and the first write is dead.
func.func @forwards(%m: memref<8x8xf32>, %v: vector<4xf32>, %i: index) -> vector<4xf32> {
  %pad = arith.constant 0.0 : f32
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<8x8xf32>
  %r = vector.transfer_read %m[%i, %i], %pad {in_bounds = [true]} : memref<8x8xf32>, vector<4xf32>
  %s = arith.addf %r, %r : vector<4xf32>
  vector.transfer_write %s, %m[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<8x8xf32>
  return %r : vector<4xf32>
}

// -----

// A write of another part between them does no harm; one that may be of the same part does.
func.func @parts(%m: memref<8xf32>, %v: vector<4xf32>, %i: index) -> (vector<4xf32>, vector<4xf32>) {
  %pad = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  vector.transfer_write %v, %m[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  vector.transfer_write %v, %m[%c4] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  %r = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  vector.transfer_write %r, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  %s = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %r, %s : vector<4xf32>, vector<4xf32>
}

// -----

// The write is in one of two branches: it does not dominate the read.
func.func @branches(%c: i1, %m: memref<8xf32>, %v: vector<4xf32>) -> vector<4xf32> {
  %pad = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  scf.if %c {
    vector.transfer_write %v, %m[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  }
  %r = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// -----

// The loop's second iteration reads what the first one wrote after the read.
func.func @loop(%m: memref<8xf32>, %v: vector<4xf32>, %n: index) {
  %pad = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  vector.transfer_write %v, %m[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %r = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
    %s = arith.addf %r, %v : vector<4xf32>
    vector.transfer_write %s, %m[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  }
  return
}

// -----

// Through views, and a call that may read.
func.func private @reads(memref<8xf32>)
func.func @views(%m: memref<8xf32>, %v: vector<4xf32>) -> vector<4xf32> {
  %pad = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %view = memref.cast %m : memref<8xf32> to memref<?xf32>
  vector.transfer_write %v, %m[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  %r = vector.transfer_read %view[%c0], %pad {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
  func.call @reads(%m) : (memref<8xf32>) -> ()
  vector.transfer_write %v, %view[%c0] {in_bounds = [true]} : vector<4xf32>, memref<?xf32>
  return %r : vector<4xf32>
}
