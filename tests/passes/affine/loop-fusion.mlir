// Producers run in the loops that read what they write, at the depth that needs the least memory, and siblings share loads.
// RUN: terrace-opt %s --affine-loop-fusion | FileCheck %s
// RUN: terrace-opt %s --affine-loop-fusion="mode=sibling" | FileCheck %s --check-prefix=SIBLING
// RUN: terrace-opt %s --affine-loop-fusion="mode=producer maximal fast-mem-space=3 local-buf-threshold=1" | FileCheck %s --check-prefix=FAST

// CHECK-LABEL: func.func @pointwise
// CHECK:         %[[P:.*]] = memref.alloc() : memref<1xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 10 {
// CHECK-NEXT:      affine.store %{{.*}}, %[[P]][0] : memref<1xf32>
// CHECK-NEXT:      %[[X:.*]] = affine.load %[[P]][0] : memref<1xf32>
// CHECK-NEXT:      affine.store %[[X]], %arg0[%[[I]]] : memref<10xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// SIBLING-LABEL: func.func @pointwise
// SIBLING-COUNT-2: affine.for
// FAST-LABEL:    func.func @pointwise
// FAST:            memref.alloc() : memref<1xf32, 3>
func.func @pointwise(%to: memref<10xf32>, %k: f32) {
  %m = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %k, %m[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %x = affine.load %m[%i] : memref<10xf32>
    affine.store %x, %to[%i] : memref<10xf32>
  }
  return
}

// A row of the producer at each iteration of the outer loop.
// CHECK-LABEL: func.func @rows
// CHECK:         memref.alloc() : memref<1x20xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 10 {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 20 {
// CHECK-NEXT:        affine.store %{{.*}}, %{{.*}}[0, %[[J]]] : memref<1x20xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      affine.for %[[K:.*]] = 0 to 5 {
// CHECK-NEXT:        affine.for %[[L:.*]] = 0 to 20 {
// CHECK-NEXT:          affine.load %{{.*}}[0, %[[L]]] : memref<1x20xf32>
func.func @rows(%to: memref<10x5x20xf32>, %k: f32) {
  %m = memref.alloc() : memref<10x20xf32>
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 20 {
      affine.store %k, %m[%i, %j] : memref<10x20xf32>
    }
  }
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 5 {
      affine.for %l = 0 to 20 {
        %x = affine.load %m[%i, %l] : memref<10x20xf32>
        affine.store %x, %to[%i, %j, %l] : memref<10x5x20xf32>
      }
    }
  }
  return
}

// The producer stays, since other elements are read elsewhere.
// CHECK-LABEL: func.func @stays
// CHECK:         affine.for %{{.*}} = 0 to 100 {
// CHECK-NEXT:      affine.store %{{.*}} : memref<100xf32>
// CHECK:         affine.for %{{.*}} = 0 to 17 {
// CHECK-NEXT:      affine.store %{{.*}}[0] : memref<1xf32>
// CHECK-NEXT:      affine.load %{{.*}}[0] : memref<1xf32>
func.func @stays(%k: f32) -> f32 {
  %m = memref.alloc() : memref<100xf32>
  %n = memref.alloc() : memref<17xf32>
  affine.for %i = 0 to 100 {
    affine.store %k, %m[%i] : memref<100xf32>
  }
  affine.for %i = 0 to 17 {
    %x = affine.load %m[%i] : memref<100xf32>
    affine.store %x, %n[%i] : memref<17xf32>
  }
  %r = affine.load %m[99] : memref<100xf32>
  return %r : f32
}

// SIBLING-LABEL: func.func @siblings
// SIBLING:         affine.for %[[I:.*]] = 0 to 8 {
// SIBLING-NEXT:      affine.load %{{.*}}[%[[I]]]
// SIBLING-NEXT:      affine.store %{{.*}}[%[[I]]]
// SIBLING-NEXT:      affine.load %{{.*}}[%[[I]]]
// SIBLING-NEXT:      arith.negf
// SIBLING-NEXT:      affine.store %{{.*}}[%[[I]] + 8]
// SIBLING-NEXT:    }
// SIBLING-NOT:     affine.for
func.func @siblings(%from: memref<8xf32>) -> memref<16xf32> {
  %m = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %from[%i] : memref<8xf32>
    affine.store %x, %m[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %from[%i] : memref<8xf32>
    %y = arith.negf %x : f32
    affine.store %y, %m[%i + 8] : memref<16xf32>
  }
  return %m : memref<16xf32>
}
