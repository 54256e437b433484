// Lanes compute what the iterations do: the rest is masked, or the loop is left as it is with the reason.
// RUN: terrace-opt %s --split-input-file --affine-super-vectorize='virtual-vector-size=4 vectorize-reductions' | FileCheck %s
// RUN: terrace-opt %s --split-input-file --affine-super-vectorize='virtual-vector-size=4 vectorize-reductions' --verify-diagnostics

// CHECK-LABEL: func.func @near
// CHECK:         affine.for %{{.+}} = 3 to 16 {
func.func @near(%a: memref<16xf32>) {
  affine.for %i = 3 to 16 { // expected-remark {{loop is not vectorized: a dependence between iterations of one vector would be reversed}}
    %x = affine.load %a[%i - 3] : memref<16xf32> // expected-note {{the destination of the dependence}}
    affine.store %x, %a[%i] : memref<16xf32> // expected-note {{the source of the dependence}}
  }
  return
}

// -----

// A dependence over four iterations is none between four lanes; one to a later op is kept.
// CHECK-LABEL: func.func @far
// CHECK:         affine.for %{{.+}} = 4 to 16 step 4 {
// CHECK:         affine.for %{{.+}} = 0 to 8 step 4 {
// CHECK:           vector.transfer_write
// CHECK:           vector.transfer_read
func.func @far(%a: memref<16xf32>, %k: f32) {
  affine.for %i = 4 to 16 {
    %x = affine.load %a[%i - 4] : memref<16xf32>
    affine.store %x, %a[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %k, %a[%i + 1] : memref<16xf32>
    %x = affine.load %a[%i] : memref<16xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @aliases
// CHECK-NOT:     vector
func.func @aliases(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 { // expected-remark {{loop is not vectorized: the memrefs may alias}}
    %x = affine.load %a[%i] : memref<16xf32> // expected-note {{the source of the dependence}}
    affine.store %x, %b[%i] : memref<16xf32> // expected-note {{the destination of the dependence}}
  }
  return
}

// -----

// CHECK-LABEL: func.func @apart
// CHECK-NOT:     vector
func.func @apart(%a: memref<16xf32>, %k: f32) {
  affine.for %i = 0 to 8 { // expected-remark {{loop is not vectorized: a subscript does not advance by one from one iteration to the next}}
    affine.store %k, %a[%i * 2] : memref<16xf32> // expected-note {{the op}}
  }
  affine.for %i = 0 to 16 step 2 { // expected-remark {{loop is not vectorized: a subscript does not advance by one from one iteration to the next}}
    affine.store %k, %a[%i] : memref<16xf32> // expected-note {{the op}}
  }
  affine.for %i = 0 to 16 { // expected-remark {{loop is not vectorized: a subscript does not advance by one from one iteration to the next}}
    affine.store %k, %a[15 - %i] : memref<16xf32> // expected-note {{the op}}
  }
  affine.for %i = 0 to 16 { // expected-remark {{loop is not vectorized: a subscript does not advance by one from one iteration to the next}}
    %x = affine.load %a[%i floordiv 2] : memref<16xf32> // expected-note {{the op}}
  }
  return
}

// -----

// The last vector stores as many elements as there are iterations left, unless the others are out of bounds.
// CHECK-LABEL: func.func @ends
// CHECK-SAME:    %[[A:.+]]: memref<16xf32>, %[[B:.+]]: memref<?xf32>
// CHECK:         affine.for %[[I:.+]] = 0 to 10 step 4 {
// CHECK:           %[[MASK:.+]] = vector.create_mask
// CHECK-NEXT:      vector.transfer_write %{{.+}}, %[[A]][%[[I]]], %[[MASK]] :
// CHECK:         affine.for %[[I:.+]] = 0 to 14 step 4 {
// CHECK-NEXT:      %[[AT:.+]] = affine.apply
// CHECK-NEXT:      vector.transfer_write %{{.+}}, %[[A]][%[[AT]]] :
// CHECK:         affine.for %[[I:.+]] = 0 to %{{.+}} step 4 {
// CHECK-NEXT:      vector.transfer_write %{{.+}}, %[[B]][%[[I]]] :
// CHECK:         affine.for %[[I:.+]] = 0 to min
// CHECK:           affine.min
// CHECK:           %[[MASK:.+]] = vector.create_mask
// CHECK-NEXT:      vector.transfer_write %{{.+}}, %[[B]][%[[I]]], %[[MASK]] :
func.func @ends(%a: memref<16xf32>, %b: memref<?xf32>, %n: index, %k: f32) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 10 {
    affine.store %k, %a[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 14 {
    affine.store %k, %a[%i + 2] : memref<16xf32>
  }
  %size = memref.dim %b, %c0 : memref<?xf32>
  affine.for %i = 0 to %size {
    affine.store %k, %b[%i] : memref<?xf32>
  }
  affine.for %i = 0 to min affine_map<(d0, d1) -> (d0, d1)>(%size, %n) {
    affine.store %k, %b[%i] : memref<?xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @division
// CHECK:         affine.for %{{.+}} = 0 to 10 {
// CHECK:         affine.for %{{.+}} = 0 to 12 step 4 {
func.func @division(%a: memref<16xi32>, %k: i32) {
  affine.for %i = 0 to 10 { // expected-remark {{loop is not vectorized: an op in it must not run beyond the last iteration}}
    %x = affine.load %a[%i] : memref<16xi32>
    %y = arith.divsi %k, %x : i32 // expected-note {{the op}}
    affine.store %y, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 12 {
    %x = affine.load %a[%i] : memref<16xi32>
    %y = arith.divsi %k, %x : i32
    affine.store %y, %a[%i] : memref<16xi32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @triangle
// CHECK:         affine.for %{{.+}} = 0 to 8 {
func.func @triangle(%a: memref<8x8xi32>) {
  affine.for %i = 0 to 8 { // expected-remark {{loop is not vectorized: the bounds of a loop in it depend on the lane}}
    // expected-remark@+2 {{loop is not vectorized: an operand of an op in it has no vector form}}
    // expected-note@+1 {{the op}}
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %x = arith.index_cast %j : index to i32 // expected-note {{the op}}
      affine.store %x, %a[%j, %i] : memref<8x8xi32>
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @every_third
// CHECK-NOT:     vector
func.func @every_third(%k: i32) -> i32 {
  // expected-remark@+2 {{loop is not vectorized: it reduces, and does not step by one}}
  // expected-note@+1 {{the op}}
  %s = affine.for %i = 0 to 12 step 3 iter_args(%r = %k) -> (i32) {
    %t = arith.addi %r, %k : i32
    affine.yield %t : i32
  }
  return %s : i32
}

// -----

// A value that a loop carries must be a reduction; sums may have other zeros and flags in another order.
// CHECK-LABEL: func.func @carried
// CHECK:         affine.for %{{.+}} = 0 to 16 iter_args
// CHECK:         %[[ZERO:.+]] = arith.constant dense<-0.000000e+00> : vector<4xf32>
// CHECK:         affine.for %{{.+}} = 0 to 16 step 4 iter_args({{.*}} = %[[ZERO]], %
// CHECK:           arith.addf %{{[^,]+}}, %{{[^,]+}} fastmath<reassoc> : vector<4xf32>
// CHECK:           arith.addi %{{[^,]+}}, %{{[^,]+}} : vector<4xi32>
func.func @carried(%a: memref<16xf32>, %b: memref<16xi32>, %k: f32, %l: i32) -> (f32, f32, i32) {
  // expected-remark@+2 {{loop is not vectorized: a value that it carries is not a reduction by one op}}
  // expected-note@+1 {{the op}}
  %last = affine.for %i = 0 to 16 iter_args(%r = %k) -> (f32) {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.yield %x : f32
  }
  %sums:2 = affine.for %i = 0 to 16 iter_args(%r = %k, %s = %l) -> (f32, i32) {
    %x = affine.load %a[%i] : memref<16xf32>
    %y = affine.load %b[%i] : memref<16xi32>
    %t = arith.addf %r, %x fastmath<reassoc, nnan> : f32
    %u = arith.addi %s, %y overflow<nsw> : i32
    affine.yield %t, %u : f32, i32
  }
  return %last, %sums#0, %sums#1 : f32, f32, i32
}

// -----

// The mask counts iterations: there are two left here, not four.
// CHECK-DAG:   #[[LEFT:.+]] = affine_map<(d0) -> ((-d0 + 5) ceildiv 2)>
// CHECK-LABEL: func.func @every_other
// CHECK:         affine.for %[[I:.+]] = 1 to 5 step 8 {
// CHECK-NEXT:      %[[N:.+]] = affine.apply #[[LEFT]](%[[I]])
// CHECK-NEXT:      vector.create_mask %[[N]] : vector<4xi1>
func.func @every_other(%a: memref<8xf32>, %k: f32) {
  affine.for %i = 1 to 5 step 2 {
    affine.store %k, %a[%i floordiv 2] : memref<8xf32>
  }
  return
}
