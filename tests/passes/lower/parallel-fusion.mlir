// Neighbouring loops over the same points become one, unless that changes what is read.
// RUN: terrace-opt %s --scf-parallel-loop-fusion --allow-unregistered-dialect | FileCheck %s

func.func @fused(%a: memref<8xf32>, %n: index, %x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %t[%i] : memref<8xf32>
    scf.reduce
  }
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    %e = memref.load %t[%i] : memref<8xf32>
    scf.reduce(%e : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  %r2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    %e = memref.load %t[%i] : memref<8xf32>
    scf.reduce(%e : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.mulf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %r, %r2 : f32, f32
}

func.func @apart(%a: memref<8xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %a[%i] : memref<8xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %j = arith.addi %i, %c1 : index
    %e = memref.load %a[%j] : memref<8xf32>
    "foo.use"(%e) : (f32) -> ()
    scf.reduce
  }
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @fused(%arg0: memref<8xf32>, %arg1: index, %arg2: f32) -> (f32, f32) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %alloc = memref.alloc() : memref<8xf32>
// CHECK-NEXT:     %0:2 = scf.parallel (%arg3) = (%c0) to (%arg1) step (%c1) init (%arg2, %arg2) -> (f32, f32) {
// CHECK-NEXT:       memref.store %arg2, %alloc[%arg3] : memref<8xf32>
// CHECK-NEXT:       %1 = memref.load %alloc[%arg3] : memref<8xf32>
// CHECK-NEXT:       %2 = memref.load %alloc[%arg3] : memref<8xf32>
// CHECK-NEXT:       scf.reduce(%1, %2 : f32, f32) {
// CHECK-NEXT:       ^bb0(%arg4: f32, %arg5: f32):
// CHECK-NEXT:         %3 = arith.addf %arg4, %arg5 : f32
// CHECK-NEXT:         scf.reduce.return %3 : f32
// CHECK-NEXT:       }, {
// CHECK-NEXT:       ^bb0(%arg4: f32, %arg5: f32):
// CHECK-NEXT:         %3 = arith.mulf %arg4, %arg5 : f32
// CHECK-NEXT:         scf.reduce.return %3 : f32
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0#0, %0#1 : f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @apart(%arg0: memref<8xf32>, %arg1: index, %arg2: f32) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     scf.parallel (%arg3) = (%c0) to (%arg1) step (%c1) {
// CHECK-NEXT:       memref.store %arg2, %arg0[%arg3] : memref<8xf32>
// CHECK-NEXT:       scf.reduce 
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.parallel (%arg3) = (%c0) to (%arg1) step (%c1) {
// CHECK-NEXT:       %0 = arith.addi %arg3, %c1 : index
// CHECK-NEXT:       %1 = memref.load %arg0[%0] : memref<8xf32>
// CHECK-NEXT:       "foo.use"(%1) : (f32) -> ()
// CHECK-NEXT:       scf.reduce 
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
