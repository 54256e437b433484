// A range of ops that begins with an access may have definitions in it: what is copied in is copied after the memref is
// defined, and the subscripts of the region. mlir-opt copies it at the start of the range, which is invalid.
// RUN: terrace-opt %s --affine-data-copy-generate 2>&1 | FileCheck %s
// RUN: terrace-opt %s --affine-data-copy-generate --match-upstream | FileCheck %s --check-prefix=UPSTREAM
// RUN: terrace run %s --unchecked --affine-data-copy-generate | FileCheck %s --check-prefix=RAN

func.func @main() -> f64 {
  %s = memref.alloc() : memref<6xf64>
  %k = arith.constant 3.0 : f64
  affine.for %i = 0 to 6 {
    affine.store %k, %s[%i] : memref<6xf64>
  }
  %x = affine.load %s[5] : memref<6xf64>
  %m = memref.alloc() : memref<9xf64>
  affine.parallel (%i) = (0) to (9) {
    affine.store %x, %m[%i] : memref<9xf64>
  }
  %y = affine.load %m[2] : memref<9xf64>
  affine.for %i = 0 to 1 {
  }
  memref.dealloc %m : memref<9xf64>
  memref.dealloc %s : memref<6xf64>
  return %y : f64
}

// CHECK-LABEL: func.func @main
// CHECK: affine.for
// CHECK: %[[X:.*]] = affine.load %{{.*}}[0] : memref<1xf64, 1>
// CHECK-NEXT: %[[M:.*]] = memref.alloc() : memref<9xf64>
// CHECK-NEXT: %[[FAST:.*]] = memref.alloc() : memref<9xf64, 1>
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 9 {
// CHECK-NEXT: %[[IN:.*]] = affine.load %[[M]][%[[I]]] : memref<9xf64>
// CHECK-NEXT: affine.store %[[IN]], %[[FAST]][%[[I]]] : memref<9xf64, 1>
// CHECK-NEXT: }
// CHECK-NEXT: affine.parallel
// CHECK-NEXT: affine.store %[[X]], %[[FAST]]
// UPSTREAM: memref.alloc() : memref<9xf64>
// UPSTREAM-NEXT: memref.alloc() : memref<9xf64, 1>
// UPSTREAM-NEXT: affine.for
// UPSTREAM: affine.parallel
// RAN: 3.000000e+00 : f64

func.func @written_part() -> f64 {
  %s = memref.alloc() : memref<6xf64>
  %k = arith.constant 3.0 : f64
  affine.for %i = 0 to 6 {
    affine.store %k, %s[%i] : memref<6xf64>
  }
  %x = affine.load %s[5] : memref<6xf64>
  %m = memref.alloc() : memref<9xf64>
  affine.parallel (%i) = (0) to (7) {
    affine.store %x, %m[%i] : memref<9xf64>
  }
  affine.for %i = 0 to 1 {
  }
  memref.dealloc %m : memref<9xf64>
  memref.dealloc %s : memref<6xf64>
  return %x : f64
}

// CHECK-LABEL: func.func @written_part
// CHECK: memref.alloc() : memref<9xf64>
// CHECK-NEXT: memref.alloc() : memref<7xf64, 1>
// UPSTREAM-LABEL: func.func @written_part
// UPSTREAM: memref.alloc() : memref<7xf64, 1>
// UPSTREAM: memref.alloc() : memref<9xf64>

func.func @subscript(%p: memref<index>) -> f64 {
  %s = memref.alloc() : memref<6xf64>
  %k = arith.constant 3.0 : f64
  affine.for %i = 0 to 6 {
    affine.store %k, %s[%i] : memref<6xf64>
  }
  affine.store %k, %s[5] : memref<6xf64>
  %j = affine.load %p[] : memref<index>
  %y = affine.load %s[symbol(%j)] : memref<6xf64>
  affine.for %i = 0 to 1 {
  }
  memref.dealloc %s : memref<6xf64>
  return %y : f64
}

// CHECK-LABEL: func.func @subscript
