// RUN: terrace-opt %s --convert-vector-to-scf='full-unroll target-rank=0' | FileCheck %s

// What is read is not put into a vector that is made after the read.

// CHECK-LABEL: func @made_later(
// CHECK: vector.transfer_read
// CHECK: %[[READ:.*]] = vector.insert %{{.*}}, %{{.*}} [2]
// CHECK: %[[LATER:.*]] = vector.broadcast
// CHECK: vector.insert %{{.*}}, %[[LATER]] [2] : vector<3xi32> into vector<4x3xi32>
func.func @made_later(%m: memref<12xi32>, %i: index, %x: i32) -> vector<4x3xi32> {
  %pad = arith.constant 0 : i32
  %read = vector.transfer_read %m[%i], %pad {in_bounds = [true]} : memref<12xi32>, vector<3xi32>
  %later = vector.broadcast %x : i32 to vector<4x3xi32>
  %all = vector.insert %read, %later [2] : vector<3xi32> into vector<4x3xi32>
  return %all : vector<4x3xi32>
}
