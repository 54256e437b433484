// Slots of memory become values where all that uses them can do without.
// RUN: terrace-opt %s --mem2reg | FileCheck %s

func.func @straight(%x: i32) -> i32 {
  %a = memref.alloca() : memref<i32>
  memref.store %x, %a[] : memref<i32>
  %l = memref.load %a[] : memref<i32>
  %s = arith.addi %l, %l : i32
  memref.store %s, %a[] : memref<i32>
  %r = memref.load %a[] : memref<i32>
  return %r : i32
}
func.func @unset(%c: i1) -> f32 {
  %a = memref.alloca() : memref<1xf32>
  %c0 = arith.constant 0 : index
  %r = memref.load %a[%c0] : memref<1xf32>
  return %r : f32
}
func.func @diamond(%c: i1, %x: i32, %y: i32) -> i32 {
  %a = memref.alloca() : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %x, %a[] : memref<i32>
  cf.br ^bb3
^bb2:
  memref.store %y, %a[] : memref<i32>
  cf.br ^bb3
^bb3:
  %r = memref.load %a[] : memref<i32>
  return %r : i32
}
func.func @loop(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = memref.alloca() : memref<i32>
  %s = memref.alloca() : memref<i32>
  memref.store %c0, %i[] : memref<i32>
  memref.store %c0, %s[] : memref<i32>
  cf.br ^head
^head:
  %v = memref.load %i[] : memref<i32>
  %go = arith.cmpi slt, %v, %n : i32
  cf.cond_br %go, ^body, ^exit
^body:
  %w = memref.load %s[] : memref<i32>
  %sum = arith.addi %w, %v : i32
  memref.store %sum, %s[] : memref<i32>
  %next = arith.addi %v, %c1 : i32
  memref.store %next, %i[] : memref<i32>
  cf.br ^head
^exit:
  %r = memref.load %s[] : memref<i32>
  return %r : i32
}
func.func @partial(%c: i1, %x: i32) -> i32 {
  %a = memref.alloca() : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %x, %a[] : memref<i32>
  cf.br ^bb2
^bb2:
  %r = memref.load %a[] : memref<i32>
  return %r : i32
}
func.func @region(%c: i1, %x: i32) -> i32 {
  %a = memref.alloca() : memref<i32>
  memref.store %x, %a[] : memref<i32>
  scf.if %c {
    memref.store %x, %a[] : memref<i32>
  }
  %r = memref.load %a[] : memref<i32>
  return %r : i32
}
func.func @escapes(%x: i32) -> memref<i32> {
  %a = memref.alloca() : memref<i32>
  memref.store %x, %a[] : memref<i32>
  return %a : memref<i32>
}
func.func @chain(%x: memref<i32>) -> i32 {
  %a = memref.alloca() : memref<memref<i32>>
  memref.store %x, %a[] : memref<memref<i32>>
  %p = memref.load %a[] : memref<memref<i32>>
  %b = memref.alloca() : memref<memref<i32>>
  memref.store %p, %b[] : memref<memref<i32>>
  %q = memref.load %b[] : memref<memref<i32>>
  %r = memref.load %q[] : memref<i32>
  return %r : i32
}
func.func @unreachable(%c: i1, %x: i32) -> i32 {
  %a = memref.alloca() : memref<i32>
  memref.store %x, %a[] : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^dead:
  memref.store %x, %a[] : memref<i32>
  %z = memref.load %a[] : memref<i32>
  memref.store %z, %a[] : memref<i32>
  cf.br ^bb2
^bb1:
  %d = arith.muli %x, %x : i32
  memref.store %d, %a[] : memref<i32>
  cf.br ^bb2
^bb2:
  %r = memref.load %a[] : memref<i32>
  return %r : i32
}
func.func @unused(%x: i32) {
  %a = memref.alloca() : memref<i32>
  %b = memref.alloca() : memref<i32>
  memref.store %x, %b[] : memref<i32>
  return
}

// CHECK: module {
// CHECK-NEXT:   func.func @straight(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @unset(%arg0: i1) -> f32 {
// CHECK-NEXT:     %0 = ub.poison : f32
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     return %0 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @diamond(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb3(%arg1 : i32)
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb3(%arg2 : i32)
// CHECK-NEXT:   ^bb3(%0: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @loop(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     cf.br ^bb1(%c0_i32, %c0_i32 : i32, i32)
// CHECK-NEXT:   ^bb1(%0: i32, %1: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:     %2 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT:     cf.cond_br %2, ^bb2, ^bb3
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     %3 = arith.addi %1, %0 : i32
// CHECK-NEXT:     %4 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:     cf.br ^bb1(%4, %3 : i32, i32)
// CHECK-NEXT:   ^bb3:  // pred: ^bb1
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @partial(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:     %0 = ub.poison : i32
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2(%0 : i32)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb2(%arg1 : i32)
// CHECK-NEXT:   ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @region(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:     %alloca = memref.alloca() : memref<i32>
// CHECK-NEXT:     memref.store %arg1, %alloca[] : memref<i32>
// CHECK-NEXT:     scf.if %arg0 {
// CHECK-NEXT:       memref.store %arg1, %alloca[] : memref<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = memref.load %alloca[] : memref<i32>
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @escapes(%arg0: i32) -> memref<i32> {
// CHECK-NEXT:     %alloca = memref.alloca() : memref<i32>
// CHECK-NEXT:     memref.store %arg0, %alloca[] : memref<i32>
// CHECK-NEXT:     return %alloca : memref<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @chain(%arg0: memref<i32>) -> i32 {
// CHECK-NEXT:     %0 = memref.load %arg0[] : memref<i32>
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @unreachable(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:     %0 = ub.poison : i32
// CHECK-NEXT:     cf.cond_br %arg0, ^bb2, ^bb3(%arg1 : i32)
// CHECK-NEXT:   ^bb1:  // no predecessors
// CHECK-NEXT:     cf.br ^bb3(%0 : i32)
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     %1 = arith.muli %arg1, %arg1 : i32
// CHECK-NEXT:     cf.br ^bb3(%1 : i32)
// CHECK-NEXT:   ^bb3(%2: i32):  // 3 preds: ^bb0, ^bb1, ^bb2
// CHECK-NEXT:     return %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @unused(%arg0: i32) {
// CHECK-NEXT:     %alloca = memref.alloca() : memref<i32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
