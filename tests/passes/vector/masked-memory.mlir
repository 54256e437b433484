// RUN: terrace-test-opt %s --test-vector-emulate-masked-load-store | FileCheck %s

// CHECK-LABEL: func @load_and_store(
// CHECK-SAME: %[[M:.*]]: memref<?x?xf32>, %[[I:.*]]: index, %[[MASK:.*]]: vector<2xi1>, %[[P:.*]]: vector<2xf32>
// CHECK: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[B0:.*]] = vector.extract %[[MASK]][0] : i1 from vector<2xi1>
// CHECK: %[[R0:.*]] = scf.if %[[B0]] -> (vector<2xf32>) {
// CHECK:   %[[E:.*]] = memref.load %[[M]][%[[I]], %[[I]]] {alignment = 8 : i64} : memref<?x?xf32>
// CHECK:   %[[V:.*]] = vector.insert %[[E]], %[[P]] [0] : f32 into vector<2xf32>
// CHECK:   scf.yield %[[V]]
// CHECK: } else {
// CHECK:   scf.yield %[[P]]
// CHECK: %[[J:.*]] = arith.addi %[[I]], %[[C1]] : index
// CHECK: %[[B1:.*]] = vector.extract %[[MASK]][1] : i1 from vector<2xi1>
// CHECK: %[[R1:.*]] = scf.if %[[B1]] -> (vector<2xf32>) {
// CHECK:   memref.load %[[M]][%[[I]], %[[J]]] {alignment = 8 : i64} : memref<?x?xf32>
// CHECK:   scf.yield %[[R0]]
// CHECK: scf.if %{{.*}} {
// CHECK:   %[[E:.*]] = vector.extract %[[R1]][0] : f32 from vector<2xf32>
// CHECK:   memref.store %[[E]], %[[M]][%[[I]], %[[I]]] : memref<?x?xf32>
// CHECK-NOT: else
// CHECK: scf.if %{{.*}} {
// CHECK:   %[[E:.*]] = vector.extract %[[R1]][1] : f32 from vector<2xf32>
// CHECK:   memref.store %[[E]], %[[M]][%[[I]], %{{.*}}] : memref<?x?xf32>
// CHECK: return %[[R1]]
func.func @load_and_store(%m: memref<?x?xf32>, %i: index, %mask: vector<2xi1>, %p: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.maskedload %m[%i, %i], %mask, %p {alignment = 8} : memref<?x?xf32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  vector.maskedstore %m[%i, %i], %mask, %0 : memref<?x?xf32>, vector<2xi1>, vector<2xf32>
  return %0 : vector<2xf32>
}

// Of unknown length (where upstream reads the first elements alone), and of two dimensions.
// CHECK-LABEL: func @left_as_they_are(
// CHECK-COUNT-2: vector.maskedload
// CHECK-NOT: scf.if
// CHECK: return
func.func @left_as_they_are(%m: memref<?x?xf32>, %i: index, %a: vector<2x1xi1>, %b: vector<2x1xf32>, %c: vector<[2]xi1>, %d: vector<[2]xf32>) -> (vector<2x1xf32>, vector<[2]xf32>) {
  %0 = vector.maskedload %m[%i, %i], %a, %b : memref<?x?xf32>, vector<2x1xi1>, vector<2x1xf32> into vector<2x1xf32>
  %1 = vector.maskedload %m[%i, %i], %c, %d : memref<?x?xf32>, vector<[2]xi1>, vector<[2]xf32> into vector<[2]xf32>
  return %0, %1 : vector<2x1xf32>, vector<[2]xf32>
}
