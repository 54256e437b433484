// Which ops wrote last to what a value points to.
// RUN: terrace-test-opt %s --test-last-modified 2>&1 | FileCheck %s
// RUN: terrace-test-opt %s '--test-last-modified=interprocedural=false assume-func-writes' 2>&1 | FileCheck %s --check-prefix=LOCAL

func.func private @write(%m: memref<i32>, %v: i32) {
  memref.store %v, %m[] {tag_name = "callee"} : memref<i32>
  return
}
func.func @branches(%c: i1, %m: memref<i32>, %v: i32) -> memref<i32> {
  memref.store %v, %m[] {tag_name = "first"} : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %v, %m[] {tag_name = "second"} : memref<i32>
  cf.br ^bb2
^bb2:
  memref.load %m[] {tag = "merged"} : memref<i32>
  func.call @write(%m, %v) : (memref<i32>, i32) -> ()
  return {tag = "return"} %m : memref<i32>
}
func.func @loop(%n: index, %m: memref<i32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %v, %m[] {tag_name = "before"} : memref<i32>
  scf.for %i = %c0 to %n step %c1 {
    memref.load %m[] {tag = "inside"} : memref<i32>
    memref.store %v, %m[] {tag_name = "in the loop"} : memref<i32>
  }
  memref.load %m[] {tag = "behind"} : memref<i32>
  return
}
func.func @unknown(%m: memref<i32>, %v: i32) {
  memref.store %v, %m[] {tag_name = "lost"} : memref<i32>
  "test.unknown"() : () -> ()
  memref.load %m[] {tag = "forgotten"} : memref<i32>
  return
}

// CHECK: test_tag: merged:
// CHECK-NEXT:  operand #0
// CHECK-NEXT:   - second
// CHECK-NEXT:   - first
// CHECK-NEXT: test_tag: return:
// CHECK-NEXT:  operand #0
// CHECK-NEXT:   - callee
// CHECK-NEXT: test_tag: inside:
// CHECK-NEXT:  operand #0
// CHECK-NEXT:   - before
// CHECK-NEXT:   - in the loop
// CHECK-NEXT: test_tag: behind:
// CHECK-NEXT:  operand #0
// CHECK-NEXT:   - before
// CHECK-NEXT:   - in the loop
// CHECK-NEXT: test_tag: forgotten:
// CHECK-NEXT:  operand #0
// CHECK-NEXT:   - <unknown>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func private @write(%arg0: memref<i32>, %arg1: i32) {
// CHECK-NEXT:     memref.store %arg1, %arg0[] {tag_name = "callee"} : memref<i32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @branches(%arg0: i1, %arg1: memref<i32>, %arg2: i32) -> memref<i32> {
// CHECK-NEXT:     memref.store %arg2, %arg1[] {tag_name = "first"} : memref<i32>
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     memref.store %arg2, %arg1[] {tag_name = "second"} : memref<i32>
// CHECK-NEXT:     cf.br ^bb2
// CHECK-NEXT:   ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     %0 = memref.load %arg1[] {tag = "merged"} : memref<i32>
// CHECK-NEXT:     call @write(%arg1, %arg2) : (memref<i32>, i32) -> ()
// CHECK-NEXT:     return {tag = "return"} %arg1 : memref<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @loop(%arg0: index, %arg1: memref<i32>, %arg2: i32) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     memref.store %arg2, %arg1[] {tag_name = "before"} : memref<i32>
// CHECK-NEXT:     scf.for %arg3 = %c0 to %arg0 step %c1 {
// CHECK-NEXT:       %1 = memref.load %arg1[] {tag = "inside"} : memref<i32>
// CHECK-NEXT:       memref.store %arg2, %arg1[] {tag_name = "in the loop"} : memref<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = memref.load %arg1[] {tag = "behind"} : memref<i32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @unknown(%arg0: memref<i32>, %arg1: i32) {
// CHECK-NEXT:     memref.store %arg1, %arg0[] {tag_name = "lost"} : memref<i32>
// CHECK-NEXT:     "test.unknown"() : () -> ()
// CHECK-NEXT:     %0 = memref.load %arg0[] {tag = "forgotten"} : memref<i32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// LOCAL: test_tag: merged:
// LOCAL-NEXT:  operand #0
// LOCAL-NEXT:   - second
// LOCAL-NEXT:   - first
// LOCAL-NEXT: test_tag: return:
// LOCAL-NEXT:  operand #0
// LOCAL-NEXT:   - func.call
// LOCAL-NEXT: test_tag: inside:
// LOCAL-NEXT:  operand #0
// LOCAL-NEXT:   - before
// LOCAL-NEXT:   - in the loop
// LOCAL-NEXT: test_tag: behind:
// LOCAL-NEXT:  operand #0
// LOCAL-NEXT:   - before
// LOCAL-NEXT:   - in the loop
// LOCAL-NEXT: test_tag: forgotten:
// LOCAL-NEXT:  operand #0
// LOCAL-NEXT:   - <unknown>
// LOCAL-NEXT: module {
// LOCAL-NEXT:   func.func private @write(%arg0: memref<i32>, %arg1: i32) {
// LOCAL-NEXT:     memref.store %arg1, %arg0[] {tag_name = "callee"} : memref<i32>
// LOCAL-NEXT:     return
// LOCAL-NEXT:   }
// LOCAL-NEXT:   func.func @branches(%arg0: i1, %arg1: memref<i32>, %arg2: i32) -> memref<i32> {
// LOCAL-NEXT:     memref.store %arg2, %arg1[] {tag_name = "first"} : memref<i32>
// LOCAL-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2
// LOCAL-NEXT:   ^bb1:  // pred: ^bb0
// LOCAL-NEXT:     memref.store %arg2, %arg1[] {tag_name = "second"} : memref<i32>
// LOCAL-NEXT:     cf.br ^bb2
// LOCAL-NEXT:   ^bb2:  // 2 preds: ^bb0, ^bb1
// LOCAL-NEXT:     %0 = memref.load %arg1[] {tag = "merged"} : memref<i32>
// LOCAL-NEXT:     call @write(%arg1, %arg2) : (memref<i32>, i32) -> ()
// LOCAL-NEXT:     return {tag = "return"} %arg1 : memref<i32>
// LOCAL-NEXT:   }
// LOCAL-NEXT:   func.func @loop(%arg0: index, %arg1: memref<i32>, %arg2: i32) {
// LOCAL-NEXT:     %c0 = arith.constant 0 : index
// LOCAL-NEXT:     %c1 = arith.constant 1 : index
// LOCAL-NEXT:     memref.store %arg2, %arg1[] {tag_name = "before"} : memref<i32>
// LOCAL-NEXT:     scf.for %arg3 = %c0 to %arg0 step %c1 {
// LOCAL-NEXT:       %1 = memref.load %arg1[] {tag = "inside"} : memref<i32>
// LOCAL-NEXT:       memref.store %arg2, %arg1[] {tag_name = "in the loop"} : memref<i32>
// LOCAL-NEXT:     }
// LOCAL-NEXT:     %0 = memref.load %arg1[] {tag = "behind"} : memref<i32>
// LOCAL-NEXT:     return
// LOCAL-NEXT:   }
// LOCAL-NEXT:   func.func @unknown(%arg0: memref<i32>, %arg1: i32) {
// LOCAL-NEXT:     memref.store %arg1, %arg0[] {tag_name = "lost"} : memref<i32>
// LOCAL-NEXT:     "test.unknown"() : () -> ()
// LOCAL-NEXT:     %0 = memref.load %arg0[] {tag = "forgotten"} : memref<i32>
// LOCAL-NEXT:     return
// LOCAL-NEXT:   }
// LOCAL-NEXT: }
