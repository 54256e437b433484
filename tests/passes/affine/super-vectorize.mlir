// Loops advance by vectors; loads and stores become transfers, other ops are widened.
// RUN: terrace-opt %s --split-input-file --affine-super-vectorize=virtual-vector-size=4 | FileCheck %s
// RUN: terrace-opt %s --split-input-file --affine-super-vectorize='virtual-vector-size=2,4 test-fastest-varying=1,0' | FileCheck %s --check-prefix=TWO
// RUN: terrace-opt %s --split-input-file --affine-super-vectorize='virtual-vector-size=4 vectorize-reductions' | FileCheck %s --check-prefix=REDUCE
// RUN: terrace-opt %s --split-input-file --affine-super-vectorize='virtual-vector-size=4 vectorize-reductions' --lower-affine

func.func @scale(%k: f32) -> memref<8x16xf32> {
  %c = arith.constant 2.0 : f32
  %a = memref.alloc() : memref<8x16xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      %x = affine.load %a[%i, %j] : memref<8x16xf32>
      %y = arith.mulf %x, %k : f32
      %z = arith.addf %y, %c : f32
      affine.store %z, %a[%i, %j] : memref<8x16xf32>
    }
  }
  return %a : memref<8x16xf32>
}

// CHECK-LABEL: func.func @scale
// CHECK-SAME:    %[[K:.+]]: f32
// CHECK:         %[[B:.+]] = vector.broadcast %[[K]] : f32 to vector<4xf32>
// CHECK:         affine.for %[[I:.+]] = 0 to 8 {
// CHECK-NEXT:      affine.for %[[J:.+]] = 0 to 16 step 4 {
// CHECK-NEXT:        %[[C:.+]] = arith.constant dense<2.000000e+00> : vector<4xf32>
// CHECK-NEXT:        %[[P:.+]] = ub.poison : f32
// CHECK-NEXT:        %[[X:.+]] = vector.transfer_read %[[A:.+]][%[[I]], %[[J]]], %[[P]] : memref<8x16xf32>, vector<4xf32>
// CHECK-NEXT:        %[[Y:.+]] = arith.mulf %[[X]], %[[B]] : vector<4xf32>
// CHECK-NEXT:        %[[Z:.+]] = arith.addf %[[Y]], %[[C]] : vector<4xf32>
// CHECK-NEXT:        vector.transfer_write %[[Z]], %[[A]][%[[I]], %[[J]]] : vector<4xf32>, memref<8x16xf32>

// TWO-LABEL: func.func @scale
// TWO:         affine.for %{{.+}} = 0 to 8 step 2 {
// TWO-NEXT:      affine.for %{{.+}} = 0 to 16 step 4 {
// TWO:             vector.transfer_read %{{.+}} : memref<8x16xf32>, vector<2x4xf32>
// TWO:             vector.transfer_write %{{.+}} : vector<2x4xf32>, memref<8x16xf32>

// -----

// The outer loop is vectorized, and all lanes run the inner one together.

func.func @column_sums(%in: memref<5x8xf32>) -> memref<8xf32> {
  %zero = arith.constant 0.0 : f32
  %out = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    %s = affine.for %j = 0 to 5 iter_args(%r = %zero) -> (f32) {
      %x = affine.load %in[%j, %i] : memref<5x8xf32>
      %t = arith.addf %r, %x : f32
      affine.yield %t : f32
    }
    affine.store %s, %out[%i] : memref<8xf32>
  }
  return %out : memref<8xf32>
}

// CHECK-LABEL: func.func @column_sums
// CHECK:         affine.for %[[I:.+]] = 0 to 8 step 4 {
// CHECK-NEXT:      %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:      %[[S:.+]] = affine.for %[[J:.+]] = 0 to 5 iter_args(%[[R:.+]] = %[[ZERO]]) -> (vector<4xf32>) {
// CHECK:             %[[X:.+]] = vector.transfer_read %{{.+}}[%[[J]], %[[I]]]
// CHECK:             %[[T:.+]] = arith.addf %[[R]], %[[X]] : vector<4xf32>
// CHECK-NEXT:        affine.yield %[[T]] : vector<4xf32>
// CHECK:           vector.transfer_write %[[S]], %{{.+}}[%[[I]]] : vector<4xf32>, memref<8xf32>

// -----

func.func @reduce(%a: memref<?xi32>, %n: index, %init: i32) -> i32 {
  %s = affine.for %i = 0 to %n iter_args(%r = %init) -> (i32) {
    %x = affine.load %a[%i] : memref<?xi32>
    %t = arith.maxsi %r, %x : i32
    affine.yield %t : i32
  }
  return %s : i32
}

// CHECK-LABEL: func.func @reduce
// CHECK-NOT:     vector

// REDUCE:       #[[LEFT:.+]] = affine_map<(d0)[s0] -> (-d0 + s0)>
// REDUCE-LABEL: func.func @reduce
// REDUCE-SAME:    %[[A:.+]]: memref<?xi32>, %[[N:.+]]: index, %[[INIT:.+]]: i32
// REDUCE:         %[[MIN:.+]] = arith.constant dense<-2147483648> : vector<4xi32>
// REDUCE-NEXT:    %[[S:.+]] = affine.for %[[I:.+]] = 0 to %[[N]] step 4 iter_args(%[[R:.+]] = %[[MIN]]) -> (vector<4xi32>) {
// REDUCE-NEXT:      %[[REST:.+]] = affine.apply #[[LEFT]](%[[I]])[%[[N]]]
// REDUCE-NEXT:      %[[MASK:.+]] = vector.create_mask %[[REST]] : vector<4xi1>
// REDUCE:           %[[X:.+]] = vector.transfer_read %[[A]][%[[I]]]
// REDUCE-NEXT:      %[[M:.+]] = arith.select %[[MASK]], %[[X]], %[[MIN]] : vector<4xi1>, vector<4xi32>
// REDUCE-NEXT:      %[[T:.+]] = arith.maxsi %[[R]], %[[M]] : vector<4xi32>
// REDUCE-NEXT:      affine.yield %[[T]] : vector<4xi32>
// REDUCE:         %[[ALL:.+]] = vector.reduction <maxsi>, %[[S]] : vector<4xi32> into i32
// REDUCE-NEXT:    %[[RESULT:.+]] = arith.maxsi %[[ALL]], %[[INIT]] : i32
// REDUCE-NEXT:    return %[[RESULT]] : i32

// -----

// A load that is the same in all lanes is a broadcast; the induction variable has no vector.

func.func @same(%a: memref<16xf32>) -> memref<16xf32> {
  %b = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %x = affine.load %a[3] : memref<16xf32>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %x = arith.index_cast %i : index to i32
    %y = arith.sitofp %x : i32 to f32
    affine.store %y, %b[%i] : memref<16xf32>
  }
  return %b : memref<16xf32>
}

// CHECK:       #[[SAME:.+]] = affine_map<(d0) -> (0)>
// CHECK-LABEL: func.func @same
// CHECK:         affine.for %{{.+}} = 0 to 16 step 4 {
// CHECK:           vector.transfer_read %{{.+}} {permutation_map = #[[SAME]]} : memref<16xf32>, vector<4xf32>
// CHECK:         affine.for %[[I:.+]] = 0 to 16 {
// CHECK-NEXT:      arith.index_cast %[[I]] : index to i32
