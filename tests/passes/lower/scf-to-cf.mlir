// Loops and branches with regions become blocks; values that are carried become arguments of blocks.
// RUN: terrace-opt %s --convert-scf-to-cf --allow-unregistered-dialect | FileCheck %s

func.func @nest(%n: index, %c: i1, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
    %t = scf.if %c -> f32 {
      %u = scf.while (%v = %s) : (f32) -> f32 {
        scf.condition(%c) %v : f32
      } do {
      ^bb0(%w: f32):
        %z = arith.addf %w, %w : f32
        scf.yield %z : f32
      }
      scf.yield %u : f32
    } else {
      scf.yield %s : f32
    }
    scf.yield %t : f32
  }
  return %r : f32
}

func.func @others(%n: index, %c: i1) -> i32 {
  scf.for unsigned %i = %n to %n step %n {
    "foo.use"(%i) : (index) -> ()
  }
  %a = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %0 = "foo.a"() : () -> i32
    scf.yield %0 : i32
  ^bb2:
    %1 = "foo.b"() : () -> i32
    scf.yield %1 : i32
  }
  %b = scf.index_switch %n -> i32
  case 2 {
    scf.yield %a : i32
  }
  case 5 {
    %2 = "foo.c"() : () -> i32
    scf.yield %2 : i32
  }
  default {
    %3 = "foo.d"() : () -> i32
    scf.yield %3 : i32
  }
  %d = scf.while (%v = %b) : (i32) -> i32 {
    %4 = "foo.cond"(%v) : (i32) -> i1
    scf.condition(%4) %v : i32
  } do {
  ^bb0(%w: i32):
    scf.yield %w : i32
  }
  return %d : i32
}

func.func @parallel(%n: index, %m: memref<?x?xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i, %j) = (%c0, %c1) to (%n, %n) step (%c1, %c1) init (%x) -> f32 {
    %e = memref.load %m[%i, %j] : memref<?x?xf32>
    scf.reduce(%e : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  scf.forall (%i) in (8) {
    "foo.use"(%i) : (index) -> ()
  }
  return %r : f32
}

// CHECK:      module {
// CHECK-NEXT:   func.func @nest(%arg0: index, %arg1: i1, %arg2: f32) -> f32 {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     cf.br ^bb1(%c0, %arg2 : index, f32)
// CHECK-NEXT:   ^bb1(%0: index, %1: f32):  // 2 preds: ^bb0, ^bb9
// CHECK-NEXT:     %2 = arith.cmpi slt, %0, %arg0 : index
// CHECK-NEXT:     cf.cond_br %2, ^bb2, ^bb10
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     cf.cond_br %arg1, ^bb3, ^bb7
// CHECK-NEXT:   ^bb3:  // pred: ^bb2
// CHECK-NEXT:     cf.br ^bb4(%1 : f32)
// CHECK-NEXT:   ^bb4(%3: f32):  // 2 preds: ^bb3, ^bb5
// CHECK-NEXT:     cf.cond_br %arg1, ^bb5(%3 : f32), ^bb6
// CHECK-NEXT:   ^bb5(%4: f32):  // pred: ^bb4
// CHECK-NEXT:     %5 = arith.addf %4, %4 : f32
// CHECK-NEXT:     cf.br ^bb4(%5 : f32)
// CHECK-NEXT:   ^bb6:  // pred: ^bb4
// CHECK-NEXT:     cf.br ^bb8(%3 : f32)
// CHECK-NEXT:   ^bb7:  // pred: ^bb2
// CHECK-NEXT:     cf.br ^bb8(%1 : f32)
// CHECK-NEXT:   ^bb8(%6: f32):  // 2 preds: ^bb6, ^bb7
// CHECK-NEXT:     cf.br ^bb9
// CHECK-NEXT:   ^bb9:  // pred: ^bb8
// CHECK-NEXT:     %7 = arith.addi %0, %c1 : index
// CHECK-NEXT:     cf.br ^bb1(%7, %6 : index, f32)
// CHECK-NEXT:   ^bb10:  // pred: ^bb1
// CHECK-NEXT:     return %1 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @others(%arg0: index, %arg1: i1) -> i32 {
// CHECK-NEXT:     cf.br ^bb1(%arg0 : index)
// CHECK-NEXT:   ^bb1(%0: index):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:     %1 = arith.cmpi ult, %0, %arg0 : index
// CHECK-NEXT:     cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     "foo.use"(%0) : (index) -> ()
// CHECK-NEXT:     %2 = arith.addi %0, %arg0 : index
// CHECK-NEXT:     cf.br ^bb1(%2 : index)
// CHECK-NEXT:   ^bb3:  // pred: ^bb1
// CHECK-NEXT:     cf.br ^bb4
// CHECK-NEXT:   ^bb4:  // pred: ^bb3
// CHECK-NEXT:     cf.cond_br %arg1, ^bb5, ^bb6
// CHECK-NEXT:   ^bb5:  // pred: ^bb4
// CHECK-NEXT:     %3 = "foo.a"() : () -> i32
// CHECK-NEXT:     cf.br ^bb7(%3 : i32)
// CHECK-NEXT:   ^bb6:  // pred: ^bb4
// CHECK-NEXT:     %4 = "foo.b"() : () -> i32
// CHECK-NEXT:     cf.br ^bb7(%4 : i32)
// CHECK-NEXT:   ^bb7(%5: i32):  // 2 preds: ^bb5, ^bb6
// CHECK-NEXT:     %6 = arith.index_cast %arg0 : index to i32
// CHECK-NEXT:     cf.switch %6 : i32, [
// CHECK-NEXT:       default: ^bb10,
// CHECK-NEXT:       2: ^bb8,
// CHECK-NEXT:       5: ^bb9
// CHECK-NEXT:     ]
// CHECK-NEXT:   ^bb8:  // pred: ^bb7
// CHECK-NEXT:     cf.br ^bb11(%5 : i32)
// CHECK-NEXT:   ^bb9:  // pred: ^bb7
// CHECK-NEXT:     %7 = "foo.c"() : () -> i32
// CHECK-NEXT:     cf.br ^bb11(%7 : i32)
// CHECK-NEXT:   ^bb10:  // pred: ^bb7
// CHECK-NEXT:     %8 = "foo.d"() : () -> i32
// CHECK-NEXT:     cf.br ^bb11(%8 : i32)
// CHECK-NEXT:   ^bb11(%9: i32):  // 3 preds: ^bb8, ^bb9, ^bb10
// CHECK-NEXT:     cf.br ^bb12(%9 : i32)
// CHECK-NEXT:   ^bb12(%10: i32):  // 2 preds: ^bb11, ^bb12
// CHECK-NEXT:     %11 = "foo.cond"(%10) : (i32) -> i1
// CHECK-NEXT:     cf.cond_br %11, ^bb12(%10 : i32), ^bb13
// CHECK-NEXT:   ^bb13:  // pred: ^bb12
// CHECK-NEXT:     return %10 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @parallel(%arg0: index, %arg1: memref<?x?xf32>, %arg2: f32) -> f32 {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     cf.br ^bb1(%c0, %arg2 : index, f32)
// CHECK-NEXT:   ^bb1(%0: index, %1: f32):  // 2 preds: ^bb0, ^bb5
// CHECK-NEXT:     %2 = arith.cmpi slt, %0, %arg0 : index
// CHECK-NEXT:     cf.cond_br %2, ^bb2, ^bb6
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     cf.br ^bb3(%c1, %1 : index, f32)
// CHECK-NEXT:   ^bb3(%3: index, %4: f32):  // 2 preds: ^bb2, ^bb4
// CHECK-NEXT:     %5 = arith.cmpi slt, %3, %arg0 : index
// CHECK-NEXT:     cf.cond_br %5, ^bb4, ^bb5
// CHECK-NEXT:   ^bb4:  // pred: ^bb3
// CHECK-NEXT:     %6 = memref.load %arg1[%0, %3] : memref<?x?xf32>
// CHECK-NEXT:     %7 = arith.addf %4, %6 : f32
// CHECK-NEXT:     %8 = arith.addi %3, %c1 : index
// CHECK-NEXT:     cf.br ^bb3(%8, %7 : index, f32)
// CHECK-NEXT:   ^bb5:  // pred: ^bb3
// CHECK-NEXT:     %9 = arith.addi %0, %c1 : index
// CHECK-NEXT:     cf.br ^bb1(%9, %4 : index, f32)
// CHECK-NEXT:   ^bb6:  // pred: ^bb1
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c1_1 = arith.constant 1 : index
// CHECK-NEXT:     cf.br ^bb7(%c0_0 : index)
// CHECK-NEXT:   ^bb7(%10: index):  // 2 preds: ^bb6, ^bb8
// CHECK-NEXT:     %11 = arith.cmpi slt, %10, %c8 : index
// CHECK-NEXT:     cf.cond_br %11, ^bb8, ^bb9
// CHECK-NEXT:   ^bb8:  // pred: ^bb7
// CHECK-NEXT:     "foo.use"(%10) : (index) -> ()
// CHECK-NEXT:     %12 = arith.addi %10, %c1_1 : index
// CHECK-NEXT:     cf.br ^bb7(%12 : index)
// CHECK-NEXT:   ^bb9:  // pred: ^bb7
// CHECK-NEXT:     return %1 : f32
// CHECK-NEXT:   }
// CHECK-NEXT: }
