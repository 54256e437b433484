// Loops that are made of branches, with one entry and with two: what is passed back is owned like anything else.
// RUN: terrace-opt %s --buffer-deallocation-pipeline=unstructured-control-flow --verify-deallocation | FileCheck %s
// RUN: terrace run %s --buffer-deallocation-pipeline=unstructured-control-flow | FileCheck %s --check-prefix=CLEAN --allow-empty
// RUN: not terrace run %s 2>&1 | FileCheck %s --check-prefix=LEAK
// RUN: not terrace-opt %s --buffer-deallocation-pipeline 2>&1 | FileCheck %s --check-prefix=REFUSED

// REFUSED: error: Only structured control-flow loops are supported.
// LEAK: error: memory leak
// CLEAN-NOT: error

// CHECK-LABEL: func.func @loop
// CHECK:         cf.br ^bb1(%{{.*}}, %arg0, %false
// CHECK:       ^bb1(%{{.*}}: index, %[[m:.*]]: memref<2xf32>, %[[owned:.*]]: i1):
// CHECK:         scf.if
// CHECK:           memref.dealloc
func.func @loop(%m: memref<2xf32>, %n: index) -> memref<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 2.0 : f32
  cf.br ^bb1(%c0, %m : index, memref<2xf32>)
^bb1(%i: index, %x: memref<2xf32>):
  %0 = arith.cmpi slt, %i, %n : index
  cf.cond_br %0, ^bb2, ^bb3
^bb2:
  %1 = memref.alloc() : memref<2xf32>
  memref.store %f, %1[%c0] : memref<2xf32>
  %2 = arith.addi %i, %c1 : index
  cf.br ^bb1(%2, %1 : index, memref<2xf32>)
^bb3:
  return %x : memref<2xf32>
}

// CHECK-LABEL: func.func @two_entries
func.func @two_entries(%c: i1, %n: index) -> memref<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 2.0 : f32
  %0 = memref.alloc() : memref<2xf32>
  memref.store %f, %0[%c0] : memref<2xf32>
  cf.cond_br %c, ^bb1(%c0, %0 : index, memref<2xf32>), ^bb2(%c1, %0 : index, memref<2xf32>)
^bb1(%i: index, %x: memref<2xf32>):
  memref.store %f, %x[%c1] : memref<2xf32>
  cf.br ^bb2(%i, %x : index, memref<2xf32>)
^bb2(%j: index, %y: memref<2xf32>):
  %1 = memref.alloc() : memref<2xf32>
  memref.copy %y, %1 : memref<2xf32> to memref<2xf32>
  %2 = arith.addi %j, %c1 : index
  %3 = arith.cmpi slt, %2, %n : index
  cf.cond_br %3, ^bb1(%2, %1 : index, memref<2xf32>), ^bb3
^bb3:
  memref.store %f, %0[%c1] : memref<2xf32>
  return %1 : memref<2xf32>
}

// A buffer that is passed on and used behind that as well.
// CHECK-LABEL: func.func @used_twice
func.func @used_twice(%c: i1) -> memref<2xf32> {
  %c0 = arith.constant 0 : index
  %f = arith.constant 2.0 : f32
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  memref.store %f, %1[%c0] : memref<2xf32>
  cf.cond_br %c, ^bb1(%0 : memref<2xf32>), ^bb1(%1 : memref<2xf32>)
^bb1(%x: memref<2xf32>):
  memref.store %f, %0[%c0] : memref<2xf32>
  cf.br ^bb2(%x : memref<2xf32>)
^bb2(%y: memref<2xf32>):
  return %y : memref<2xf32>
}

func.func @main() {
  %true = arith.constant true
  %false = arith.constant false
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %f = arith.constant 1.0 : f32
  %0 = memref.alloc() : memref<2xf32>
  memref.store %f, %0[%c1] : memref<2xf32>
  %1 = call @loop(%0, %c5) : (memref<2xf32>, index) -> memref<2xf32>
  %2 = call @two_entries(%true, %c5) : (i1, index) -> memref<2xf32>
  %3 = call @two_entries(%false, %c1) : (i1, index) -> memref<2xf32>
  %5 = call @used_twice(%true) : (i1) -> memref<2xf32>
  %6 = call @used_twice(%false) : (i1) -> memref<2xf32>
  %4 = call @loop(%2, %c1) : (memref<2xf32>, index) -> memref<2xf32>
  return
}
