// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --affine-expand-index-ops --lower-affine --canonicalize | FileCheck %s

// What is printed was compared with a run of compiled code.

// CHECK: ( 18, 18, 20, 20 ){{$}}
// CHECK-NEXT: 10{{$}}
// CHECK-NEXT: 110{{$}}
// CHECK-NEXT: 22{{$}}
// CHECK-NEXT: 7{{$}}
// CHECK-NEXT: 15{{$}}
// CHECK-NEXT: 1{{$}}
// CHECK-NEXT: 0{{$}}
// CHECK-NEXT: 2{{$}}
// CHECK-NEXT: 13{{$}}
// CHECK-NEXT: 17{{$}}
// CHECK-NEXT: 35{{$}}
// CHECK-NEXT: 14400{{$}}
// CHECK-NEXT: -2.5{{$}}
// CHECK-NEXT: -2.5{{$}}
#set = affine_set<(i)[n] : (i - 1 >= 0, n - i - 1 >= 0)>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c17 = arith.constant 17 : index
  %m = memref.alloc() : memref<5x8xf32>
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 8 step 2 {
      %k = affine.apply affine_map<(i, j) -> (i * 8 + j)>(%i, %j)
      %x = arith.index_cast %k : index to i32
      %y = arith.sitofp %x : i32 to f32
      affine.store %y, %m[%i, %j] : memref<5x8xf32>
      affine.store %y, %m[%i, %j + 1] : memref<5x8xf32>
    }
  }
  %v = affine.vector_load %m[%c2, %c1 + 1] : memref<5x8xf32>, vector<4xf32>
  vector.print %v : vector<4xf32>
  affine.vector_store %v, %m[%c2 floordiv 2, %c2] : memref<5x8xf32>, vector<4xf32>
  %sum = affine.for %i = 0 to 5 iter_args(%a = %c0) -> index {
    %b = affine.if #set(%i)[%c5] -> index {
      %s = arith.addi %a, %i : index
      affine.yield %s : index
    } else {
      affine.yield %a : index
    }
    affine.yield %b : index
  }
  vector.print %sum : index
  %z = arith.constant 0.0 : f32
  %total, %most = affine.parallel (%i, %j) = (0, max(0, 1)) to (min(5, 3), 8) step (1, 3) reduce ("addf", "maximumf") -> (f32, f32) {
    %x = affine.load %m[%i, %j] : memref<5x8xf32>
    affine.yield %x, %x : f32, f32
  }
  vector.print %total : f32
  vector.print %most : f32
  %mn = affine.min affine_map<(i)[s] -> (i + s, i * 3, 12)> (%c5)[%c2]
  %mx = affine.max affine_map<(i)[s] -> (i + s, i * 3, 12)> (%c5)[%c2]
  vector.print %mn : index
  vector.print %mx : index
  %d:3 = affine.delinearize_index %c17 into (2, 3, 5) : index, index, index
  vector.print %d#0 : index
  vector.print %d#1 : index
  vector.print %d#2 : index
  %l = affine.linearize_index [%d#2, %d#1, %d#0] by (5, 3, 2) : index
  vector.print %l : index
  %e = scf.execute_region -> index {
    cf.br ^bb1(%c2 : index)
  ^bb1(%a: index):
    %b = arith.addi %a, %c5 : index
    %go = arith.cmpi ult, %b, %c17 : index
    cf.cond_br %go, ^bb1(%b : index), ^bb2
  ^bb2:
    scf.yield %b : index
  }
  vector.print %e : index
  %init = arith.constant 10 : index
  %p:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c5) step (%c1, %c1) init (%init, %c1) -> (index, index) {
    %k = arith.addi %i, %j : index
    %f = arith.addi %j, %c1 : index
    scf.reduce(%k, %f : index, index) {
    ^bb0(%a: index, %b: index):
      %s = arith.addi %a, %b : index
      scf.reduce.return %s : index
    }, {
    ^bb0(%a: index, %b: index):
      %s = arith.muli %a, %b : index
      scf.reduce.return %s : index
    }
  }
  vector.print %p#0 : index
  vector.print %p#1 : index
  %cm = memref.alloc() : memref<2xcomplex<f32>>
  %cz = complex.constant [1.5 : f32, -2.5 : f32] : complex<f32>
  linalg.fill ins(%cz : complex<f32>) outs(%cm : memref<2xcomplex<f32>>)
  %cl = memref.load %cm[%c1] : memref<2xcomplex<f32>>
  %im = complex.im %cl : complex<f32>
  vector.print %im : f32
  %fm = arith.constant 2.5 : f32
  %lo = arith.constant -1.0 : f32
  %hi = arith.constant 1.0 : f32
  %cp = math.copysign %fm, %lo : f32
  vector.print %cp : f32
  memref.dealloc %m : memref<5x8xf32>
  memref.dealloc %cm : memref<2xcomplex<f32>>
  return
}
