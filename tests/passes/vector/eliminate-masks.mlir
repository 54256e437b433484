// RUN: terrace-test-opt %s --test-eliminate-vector-masks=vscale-max=8 --allow-unregistered-dialect | FileCheck %s

// Masks are full where the least size that bounds allow is that of the vector.

func.func @bounded(%t: tensor<?xf32>, %n: index) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %size = arith.maxsi %n, %c8 : index
  %full = vector.create_mask %size, %c4 : vector<8x4xi1>
  %less = vector.create_mask %size, %c4 : vector<9x4xi1>
  "test.use"(%full, %less) : (vector<8x4xi1>, vector<9x4xi1>) -> ()
  return
}
func.func @scalable(%n: index) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %vscale = vector.vscale
  %lanes = arith.muli %vscale, %c4 : index
  %more = arith.addi %lanes, %c1 : index
  %0 = vector.create_mask %lanes : vector<[4]xi1>
  %1 = vector.create_mask %more : vector<[4]xi1>
  %2 = vector.create_mask %lanes : vector<[8]xi1>
  %3 = vector.create_mask %c4, %lanes : vector<5x[4]xi1>
  %4 = vector.create_mask %n : vector<[4]xi1>
  %5 = vector.create_mask %c4 : vector<[4]xi1>
  "test.use"(%0, %1, %2, %3, %4, %5) : (vector<[4]xi1>, vector<[4]xi1>, vector<[8]xi1>, vector<5x[4]xi1>, vector<[4]xi1>, vector<[4]xi1>) -> ()
  return
}
func.func private @declared(vector<[4]xi1>)

// CHECK-LABEL: func.func @bounded(%arg0: tensor<?xf32>, %arg1: index) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %0 = arith.maxsi %arg1, %c8 : index
// CHECK-NEXT: %1 = vector.create_mask %0, %c4 : vector<8x4xi1>
// CHECK-NEXT: %2 = vector.create_mask %0, %c4 : vector<9x4xi1>
// CHECK-NEXT: "test.use"(%1, %2) : (vector<8x4xi1>, vector<9x4xi1>) -> ()
// CHECK-NEXT: return
// CHECK-LABEL: func.func @scalable(%arg0: index) {
// CHECK-NEXT: %0 = vector.constant_mask [4] : vector<[4]xi1>
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %vscale = vector.vscale
// CHECK-NEXT: %c4_vscale = arith.muli %vscale, %c4 : index
// CHECK-NEXT: %1 = arith.addi %c4_vscale, %c1 : index
// CHECK-NEXT: %2 = vector.create_mask %c4_vscale : vector<[4]xi1>
// CHECK-NEXT: %3 = vector.create_mask %1 : vector<[4]xi1>
// CHECK-NEXT: %4 = vector.create_mask %c4_vscale : vector<[8]xi1>
// CHECK-NEXT: %5 = vector.create_mask %c4, %c4_vscale : vector<5x[4]xi1>
// CHECK-NEXT: %6 = vector.create_mask %arg0 : vector<[4]xi1>
// CHECK-NEXT: %7 = vector.create_mask %c4 : vector<[4]xi1>
// CHECK-NEXT: "test.use"(%0, %3, %4, %5, %6, %7) : (vector<[4]xi1>, vector<[4]xi1>, vector<[8]xi1>, vector<5x[4]xi1>, vector<[4]xi1>, vector<[4]xi1>) -> ()
// CHECK-NEXT: return
// CHECK-LABEL: func.func private @declared(vector<[4]xi1>)
