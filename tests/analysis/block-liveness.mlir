// Which values are needed in which blocks, and from which op to which.
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-print-liveness))' 2>&1 | FileCheck %s

func.func @loop(%n: i32, %m: memref<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %go = arith.cmpi slt, %i, %n : i32
  cf.cond_br %go, ^body, ^exit
^body:
  %next = arith.addi %i, %c1 : i32
  scf.if %go {
    %v = arith.muli %next, %n : i32
    memref.store %v, %m[] : memref<i32>
  }
  cf.br ^head(%next : i32)
^exit:
  return %i : i32
}

// CHECK: Testing : loop
// CHECK-NEXT: // ---- Liveness -----
// CHECK-NEXT: // - Block: 0
// CHECK-NEXT: // --- LiveIn:
// CHECK-NEXT: // --- LiveOut: arg0@0 arg1@0 val_3
// CHECK-NEXT: // --- BeginLivenessIntervals
// CHECK-NEXT: // val_2 :
// CHECK-NEXT: //     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: //     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: //     cf.br ^bb1(%c0_i32 : i32)
// CHECK-NEXT: // val_3 :
// CHECK-NEXT: //     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: //     cf.br ^bb1(%c0_i32 : i32)
// CHECK-NEXT: //     %1 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT: //     cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT: //     %2 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT: //     scf.if %1 {
// CHECK-NEXT:   %3 = arith.muli %2, %arg0 : i32
// CHECK-NEXT:   memref.store %3, %arg1[] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: //     cf.br ^bb1(%2 : i32)
// CHECK-NEXT: // --- EndLivenessIntervals
// CHECK-NEXT: // --- BeginCurrentlyLive
// CHECK-NEXT: //     %c0_i32 = arith.constant 0 : i32 [arg0@0 arg1@0 val_2 ]
// CHECK-NEXT: //     %c1_i32 = arith.constant 1 : i32 [arg0@0 arg1@0 val_2 val_3 ]
// CHECK-NEXT: //     cf.br ^bb1(%c0_i32 : i32) [arg0@0 arg1@0 val_2 val_3 ]
// CHECK-NEXT: // --- EndCurrentlyLive
// CHECK-NEXT: // - Block: 1
// CHECK-NEXT: // --- LiveIn: arg0@0 arg1@0 val_3
// CHECK-NEXT: // --- LiveOut: arg0@0 arg1@0 val_3 arg0@1 val_5
// CHECK-NEXT: // --- BeginLivenessIntervals
// CHECK-NEXT: // val_5 :
// CHECK-NEXT: //     %1 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT: //     cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT: //     %2 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT: //     scf.if %1 {
// CHECK-NEXT:   %3 = arith.muli %2, %arg0 : i32
// CHECK-NEXT:   memref.store %3, %arg1[] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: // --- EndLivenessIntervals
// CHECK-NEXT: // --- BeginCurrentlyLive
// CHECK-NEXT: //     %1 = arith.cmpi slt, %0, %arg0 : i32 [arg0@0 arg1@0 val_3 arg0@1 val_5 ]
// CHECK-NEXT: //     cf.cond_br %1, ^bb2, ^bb3 [arg0@0 arg1@0 val_3 arg0@1 val_5 ]
// CHECK-NEXT: // --- EndCurrentlyLive
// CHECK-NEXT: // - Block: 2
// CHECK-NEXT: // --- LiveIn: arg0@0 arg1@0 val_3 arg0@1 val_5
// CHECK-NEXT: // --- LiveOut: arg0@0 arg1@0 val_3
// CHECK-NEXT: // --- BeginLivenessIntervals
// CHECK-NEXT: // val_6 :
// CHECK-NEXT: //     %2 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT: //     scf.if %1 {
// CHECK-NEXT:   %3 = arith.muli %2, %arg0 : i32
// CHECK-NEXT:   memref.store %3, %arg1[] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: //     cf.br ^bb1(%2 : i32)
// CHECK-NEXT: //     %3 = arith.muli %2, %arg0 : i32
// CHECK-NEXT: // --- EndLivenessIntervals
// CHECK-NEXT: // --- BeginCurrentlyLive
// CHECK-NEXT: //     %2 = arith.addi %0, %c1_i32 : i32 [arg0@0 arg1@0 val_3 arg0@1 val_5 val_6 ]
// CHECK-NEXT: //     scf.if %1 {
// CHECK-NEXT:   %3 = arith.muli %2, %arg0 : i32
// CHECK-NEXT:   memref.store %3, %arg1[] : memref<i32>
// CHECK-NEXT: } [arg0@0 arg1@0 val_3 val_5 val_6 ]
// CHECK-NEXT: //     cf.br ^bb1(%2 : i32) [arg0@0 arg1@0 val_3 val_6 ]
// CHECK-NEXT: // --- EndCurrentlyLive
// CHECK-NEXT: // - Block: 3
// CHECK-NEXT: // --- LiveIn: arg0@0 arg1@0 val_6
// CHECK-NEXT: // --- LiveOut:
// CHECK-NEXT: // --- BeginLivenessIntervals
// CHECK-NEXT: // val_7 :
// CHECK-NEXT: //     %3 = arith.muli %2, %arg0 : i32
// CHECK-NEXT: //     memref.store %3, %arg1[] : memref<i32>
// CHECK-NEXT: // --- EndLivenessIntervals
// CHECK-NEXT: // --- BeginCurrentlyLive
// CHECK-NEXT: //     %3 = arith.muli %2, %arg0 : i32 [arg0@0 arg1@0 val_6 val_7 ]
// CHECK-NEXT: //     memref.store %3, %arg1[] : memref<i32> [arg1@0 val_7 ]
// CHECK-NEXT: // --- EndCurrentlyLive
// CHECK-NEXT: // - Block: 4
// CHECK-NEXT: // --- LiveIn: arg0@1
// CHECK-NEXT: // --- LiveOut:
// CHECK-NEXT: // --- BeginLivenessIntervals
// CHECK-NEXT: // --- EndLivenessIntervals
// CHECK-NEXT: // --- BeginCurrentlyLive
// CHECK-NEXT: //     func.return %0 : i32 [arg0@1 ]
// CHECK-NEXT: // --- EndCurrentlyLive
// CHECK-NEXT: // -------------------
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @loop(%arg0: i32, %arg1: memref<i32>) -> i32 {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     cf.br ^bb1(%c0_i32 : i32)
// CHECK-NEXT:   ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:     %1 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT:     cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     %2 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:     scf.if %1 {
// CHECK-NEXT:       %3 = arith.muli %2, %arg0 : i32
// CHECK-NEXT:       memref.store %3, %arg1[] : memref<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     cf.br ^bb1(%2 : i32)
// CHECK-NEXT:   ^bb3:  // pred: ^bb1
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
