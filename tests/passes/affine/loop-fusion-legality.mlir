// A nest runs in another one only where the program stays the same, of which the remarks name the violated rule; mlir-opt
// fuses all of these.
// RUN: terrace-opt %s --affine-loop-fusion 2>&1 | FileCheck %s
// RUN: terrace-opt %s --affine-loop-fusion --match-upstream | FileCheck %s --check-prefix=UPSTREAM

// A consumer at another name of the memory, or arguments that may be the same memory.
// CHECK: remark: loop nests are not fused: a value is read that the slice may not compute
// UPSTREAM-LABEL: func.func @cast
// UPSTREAM:         affine.store %{{.*}}, %{{.*}}[%[[I:.*]]] : memref<10xf64>
// UPSTREAM:         affine.load %{{.*}}[-%[[I]] + 9] : memref<?xf64>
// UPSTREAM:         affine.store %{{.*}}, %{{.*}}[%[[I]]] : memref<?xf64>
func.func @cast(%n: index) -> f64 {
  %a = memref.alloc() : memref<10xf64>
  %b = memref.cast %a : memref<10xf64> to memref<?xf64>
  %k = arith.constant 7.0 : f64
  %zero = arith.constant 0.0 : f64
  %c = memref.alloc() : memref<10xf64>
  affine.for %i = 0 to 10 {
    affine.store %k, %c[%i] : memref<10xf64>
    affine.store %k, %a[%i] : memref<10xf64>
  }
  affine.for %i = 0 to 10 {
    %x = affine.load %c[%i] : memref<10xf64>
    %y = affine.load %b[9 - %i] : memref<?xf64>
    %z = arith.addf %x, %y : f64
    affine.store %z, %b[%i] : memref<?xf64>
  }
  %r = memref.load %a[%n] : memref<10xf64>
  return %r : f64
}
// CHECK: remark: loop nests are not fused: the memrefs may alias
// UPSTREAM-LABEL: func.func @arguments
// UPSTREAM:         affine.load %arg0[-%[[I:.*]] + 9]
// UPSTREAM:         affine.store %{{.*}}, %arg1[%[[I]]]
func.func @arguments(%a: memref<10xf32>, %b: memref<10xf32>) {
  %c = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    %x = affine.load %a[9 - %i] : memref<10xf32>
    affine.store %x, %c[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %x = affine.load %c[%i] : memref<10xf32>
    affine.store %x, %b[%i] : memref<10xf32>
  }
  return
}
// The producer reads what it writes in later iterations, and stays: its slice would read other values.
// CHECK: remark: loop nests are not fused: memory that would become private is visible to others
// UPSTREAM-LABEL: func.func @again
// UPSTREAM:         affine.for %{{.*}} = 0 to 4 {
// UPSTREAM-NEXT:      affine.load %arg0[9]
func.func @again(%a: memref<10xf32>, %b: memref<4xf32>, %i: index) -> f32 {
  %c = memref.alloc() : memref<4xf32>
  affine.for %j = 0 to 10 {
    %x = affine.load %a[9] : memref<10xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %a[%j] : memref<10xf32>
  }
  affine.for %j = 0 to 4 {
    %x = affine.load %a[%j] : memref<10xf32>
    affine.store %x, %c[%j] : memref<4xf32>
  }
  %r = memref.load %c[%i] : memref<4xf32>
  return %r : f32
}
// The consumer reads in the other direction; iterations of the producer depend on each other.
// CHECK: remark: loop nests are not fused: a dependence of the producer would be reversed
// UPSTREAM-LABEL: func.func @reversed
// UPSTREAM:         %[[AT:.*]] = affine.apply
// UPSTREAM-NEXT:    affine.load %{{.*}}[%[[AT]]]
// UPSTREAM:         affine.store %{{.*}}, %{{.*}}[%[[AT]] + 1]
func.func @reversed(%c: memref<10xf32>, %k: f32) {
  %a = memref.alloc() : memref<12xf32>
  affine.store %k, %a[0] : memref<12xf32>
  affine.for %i = 0 to 10 {
    %x = affine.load %a[%i] : memref<12xf32>
    %y = arith.addf %x, %k : f32
    affine.store %y, %a[%i + 1] : memref<12xf32>
  }
  affine.for %i = 0 to 10 {
    %x = affine.load %a[10 - %i] : memref<12xf32>
    affine.store %x, %c[%i] : memref<10xf32>
  }
  return
}
// Another block reads what the producer writes.
// CHECK: remark: loop nests are not fused: memory that would become private is visible to others
// UPSTREAM-LABEL: func.func @other_block
// UPSTREAM:         %[[ALL:.*]] = memref.alloc() : memref<10xf32>
// UPSTREAM-NOT:     affine.store %{{.*}}, %[[ALL]]
// UPSTREAM:         affine.load %[[ALL]]
func.func @other_block(%c: memref<4xf32>, %k: f32, %i: index) -> f32 {
  %a = memref.alloc() : memref<10xf32>
  affine.for %j = 0 to 10 {
    affine.store %k, %a[%j] : memref<10xf32>
  }
  affine.for %j = 0 to 4 {
    %x = affine.load %a[%j] : memref<10xf32>
    affine.store %x, %c[%j] : memref<4xf32>
  }
  cf.br ^next
^next:
  %r = affine.load %a[symbol(%i)] : memref<10xf32>
  return %r : f32
}
// A loop that is sliced carries a value.
// CHECK: remark: loop nests are not fused: a sliced loop carries values
// UPSTREAM-LABEL: func.func @carried
// UPSTREAM:         affine.for
// UPSTREAM-NEXT:      arith.addf %arg1, %arg1
func.func @carried(%c: memref<10xf32>, %k: f32) {
  %a = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 1 {
    %s = affine.for %j = 0 to 10 iter_args(%sum = %k) -> f32 {
      %t = arith.addf %sum, %k : f32
      affine.store %t, %a[%j] : memref<10xf32>
      affine.yield %t : f32
    }
  }
  affine.for %i = 0 to 10 {
    %x = affine.load %a[%i] : memref<10xf32>
    affine.store %x, %c[%i] : memref<10xf32>
  }
  return
}
// The callee may write what the producer reads.
memref.global "private" @g : memref<10xf32> = dense<0.0>
func.func private @f()
// CHECK: remark: loop nests are not fused: an op in it may have side effects that are not affine accesses
// UPSTREAM-LABEL: func.func @call
// UPSTREAM:         call @f
// UPSTREAM:         affine.load
func.func @call(%k: f32) -> memref<10xf32> {
  %g = memref.get_global @g : memref<10xf32>
  %a = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    %x = affine.load %g[%i] : memref<10xf32>
    affine.store %x, %a[%i] : memref<10xf32>
  }
  func.call @f() : () -> ()
  %c = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    %x = affine.load %a[%i] : memref<10xf32>
    affine.store %x, %c[%i] : memref<10xf32>
  }
  return %c : memref<10xf32>
}
// CHECK-LABEL: func.func @cast
// CHECK:         affine.for
// CHECK:         affine.for
