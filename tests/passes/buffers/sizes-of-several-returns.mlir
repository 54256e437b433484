// Callers allocate what is returned: of one size, on which all returns agree.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics "--buffer-results-to-out-params=hoist-dynamic-allocs modify-public-functions" | FileCheck %s

// CHECK-LABEL: func.func private @agree
func.func private @agree(%c: i1, %n: index, %m: index) -> memref<?xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = memref.alloc(%m) : memref<?xf32>
  return %0 : memref<?xf32>
^b:
  %1 = memref.alloc(%m) : memref<?xf32>
  return %1 : memref<?xf32>
}

// CHECK-LABEL: func.func @calls_agree
// CHECK-SAME: (%[[C:.*]]: i1, %[[N:.*]]: index, %[[M:.*]]: index)
// CHECK-NEXT: %[[BUFFER:.*]] = memref.alloc(%[[M]])
// CHECK-NEXT: call @agree(%[[C]], %[[N]], %[[M]], %[[BUFFER]])
func.func @calls_agree(%c: i1, %n: index, %m: index) -> f32 {
  %0 = call @agree(%c, %n, %m) : (i1, index, index) -> memref<?xf32>
  %i = arith.constant 0 : index
  %v = memref.load %0[%i] : memref<?xf32>
  return %v : f32
}

// -----

func.func private @differ(%c: i1, %n: index, %m: index) -> memref<?xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = memref.alloc(%n) : memref<?xf32>
  return %0 : memref<?xf32>
^b:
  %1 = memref.alloc(%m) : memref<?xf32>
  return %1 : memref<?xf32>
}

func.func @calls_differ(%c: i1, %n: index, %m: index) -> f32 {
  // expected-error @below {{cannot create out param for dynamically shaped result}}
  %0 = call @differ(%c, %n, %m) : (i1, index, index) -> memref<?xf32>
  %i = arith.constant 0 : index
  %v = memref.load %0[%i] : memref<?xf32>
  return %v : f32
}

// -----

// A buffer that is copied may have any size.
func.func private @copies(%c: i1, %n: index, %other: memref<?xf32>) -> memref<?xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = memref.alloc(%n) : memref<?xf32>
  return %0 : memref<?xf32>
^b:
  return %other : memref<?xf32>
}

func.func @calls_copies(%c: i1, %n: index, %other: memref<?xf32>) -> f32 {
  // expected-error @below {{cannot create out param for dynamically shaped result}}
  %0 = call @copies(%c, %n, %other) : (i1, index, memref<?xf32>) -> memref<?xf32>
  %i = arith.constant 0 : index
  %v = memref.load %0[%i] : memref<?xf32>
  return %v : f32
}
