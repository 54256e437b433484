// RUN: terrace-test-opt %s --test-vector-break-down-reduction-patterns | FileCheck %s --check-prefix=BREAK
// RUN: terrace-test-opt %s --test-vector-chained-reduction-folding-patterns | FileCheck %s --check-prefix=CHAIN

// Two elements or one are combined one after the other, the accumulator last, with the flags of the reduction.
// BREAK-LABEL: func @few_elements(
// BREAK-SAME: %[[A:.*]]: vector<2xf32>, %[[B:.*]]: vector<1xf32>, %[[C:.*]]: f32, %[[D:.*]]: vector<2xi32>, %[[E:.*]]: i32
// BREAK: %[[A0:.*]] = vector.extract %[[A]][0] : f32 from vector<2xf32>
// BREAK: %[[A1:.*]] = vector.extract %[[A]][1] : f32 from vector<2xf32>
// BREAK: %[[S:.*]] = arith.addf %[[A0]], %[[A1]] fastmath<reassoc> : f32
// BREAK: %[[T:.*]] = arith.addf %[[S]], %[[C]] fastmath<reassoc> : f32
// BREAK: %[[B0:.*]] = vector.extract %[[B]][0] : f32 from vector<1xf32>
// BREAK: %[[P:.*]] = arith.mulf %[[B0]], %[[T]] fastmath<nnan> : f32
// BREAK: %[[M:.*]] = arith.maxsi %{{.*}}, %{{.*}} : i32
// BREAK: %[[N:.*]] = arith.maxsi %[[M]], %[[E]] : i32
// BREAK: return %[[T]], %[[P]], %[[N]]
func.func @few_elements(%a: vector<2xf32>, %b: vector<1xf32>, %c: f32, %d: vector<2xi32>, %e: i32) -> (f32, f32, i32) {
  %0 = vector.reduction <add>, %a, %c fastmath<reassoc> : vector<2xf32> into f32
  %1 = vector.reduction <mul>, %b, %0 fastmath<nnan> : vector<1xf32> into f32
  %2 = vector.reduction <maxsi>, %d, %e : vector<2xi32> into i32
  return %0, %1, %2 : f32, f32, i32
}

// Neither what is long, nor of unknown length, nor under a mask.
// BREAK-LABEL: func @not_broken_down(
// BREAK-COUNT-3: vector.reduction <add>
func.func @not_broken_down(%a: vector<3xf32>, %b: vector<[2]xf32>, %c: vector<2xf32>, %m: vector<2xi1>) -> (f32, f32, f32) {
  %0 = vector.reduction <add>, %a : vector<3xf32> into f32
  %1 = vector.reduction <add>, %b : vector<[2]xf32> into f32
  %2 = vector.mask %m { vector.reduction <add>, %c : vector<2xf32> into f32 } : vector<2xi1> -> f32
  return %0, %1, %2 : f32, f32, f32
}

// CHAIN-LABEL: func @chained(
// CHAIN-SAME: %[[A:.*]]: vector<8xf32>, %[[B:.*]]: vector<8xf32>, %[[C:.*]]: f32, %[[D:.*]]: vector<8xi32>, %[[E:.*]]: i32
// CHAIN: %[[S:.*]] = arith.addf %[[A]], %[[B]] : vector<8xf32>
// CHAIN: %[[R:.*]] = vector.reduction <add>, %[[S]], %[[C]] : vector<8xf32> into f32
// CHAIN: %[[T:.*]] = arith.addi %[[D]], %[[D]] : vector<8xi32>
// CHAIN: %[[I:.*]] = vector.reduction <add>, %[[T]], %[[E]] : vector<8xi32> into i32
// CHAIN: return %[[R]], %[[I]]
func.func @chained(%a: vector<8xf32>, %b: vector<8xf32>, %c: f32, %d: vector<8xi32>, %e: i32) -> (f32, i32) {
  %0 = vector.reduction <add>, %a, %c : vector<8xf32> into f32
  %1 = vector.reduction <add>, %b, %0 : vector<8xf32> into f32
  %2 = vector.reduction <add>, %d, %e : vector<8xi32> into i32
  %3 = vector.reduction <add>, %d, %2 : vector<8xi32> into i32
  return %1, %3 : f32, i32
}

// The merged sum needs no zero.
// CHAIN-LABEL: func @zero(
// CHAIN-SAME: %[[A:.*]]: vector<8xf32>, %[[B:.*]]: vector<8xf32>
// CHAIN-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[B]] : vector<8xf32>
// CHAIN-NEXT: %[[R:.*]] = vector.reduction <add>, %[[S]] : vector<8xf32> into f32
// CHAIN-NEXT: return %[[R]]
func.func @zero(%a: vector<8xf32>, %b: vector<8xf32>) -> f32 {
  %z = arith.constant dense<0.0> : vector<8xf32>
  %x = arith.addf %a, %z : vector<8xf32>
  %0 = vector.reduction <add>, %x : vector<8xf32> into f32
  %1 = vector.reduction <add>, %b, %0 : vector<8xf32> into f32
  return %1 : f32
}

// Of other kinds, of vectors of two lengths (where upstream adds the vectors), or under a mask (upstream's op is invalid).
// CHAIN-LABEL: func @not_chained(
// CHAIN-NOT: arith
// CHAIN: return
func.func @not_chained(%a: vector<8xf32>, %b: vector<4xf32>, %m: vector<8xi1>) -> (f32, f32, f32) {
  %0 = vector.reduction <mul>, %a : vector<8xf32> into f32
  %1 = vector.reduction <mul>, %a, %0 : vector<8xf32> into f32
  %2 = vector.reduction <add>, %b : vector<4xf32> into f32
  %3 = vector.reduction <add>, %a, %2 : vector<8xf32> into f32
  %4 = vector.reduction <add>, %a : vector<8xf32> into f32
  %5 = vector.mask %m { vector.reduction <add>, %a, %4 : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return %1, %3, %5 : f32, f32, f32
}
