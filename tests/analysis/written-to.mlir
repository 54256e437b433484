// Where a value goes: into stores, decisions and calls of what nobody sees.
// RUN: terrace-test-opt %s --test-written-to | FileCheck %s
// RUN: terrace-test-opt %s '--test-written-to=interprocedural=false assume-func-writes' | FileCheck %s --check-prefix=LOCAL

func.func private @outside(i32)
func.func private @callee(%m: memref<i32>, %v: i32) -> i32 {
  memref.store %v, %m[] {tag_name = "callee"} : memref<i32>
  return %v : i32
}
func.func @all(%c: i1, %m: memref<i32>, %a: i32) {
  %0 = arith.addi %a, %a {tag = "sum"} : i32
  memref.store %0, %m[] {tag_name = "store"} : memref<i32>
  %1 = func.call @callee(%m, %0) {tag = "call"} : (memref<i32>, i32) -> i32
  %2 = arith.muli %1, %0 {tag = "product"} : i32
  func.call @outside(%2) : (i32) -> ()
  %3 = arith.cmpi eq, %0, %a {tag = "condition"} : i32
  cf.cond_br %3, ^bb1(%2 : i32), ^bb2
^bb1(%x: i32):
  memref.store %x, %m[] {tag_name = "passed on"} : memref<i32>
  return
^bb2:
  return
}

// CHECK: test_tag: sum:
// CHECK-NEXT:  operand #0: [brancharg0 callarg0 callee passed on store]
// CHECK-NEXT:  operand #1: [brancharg0 callarg0 callee passed on store]
// CHECK-NEXT:  result #0: [brancharg0 callarg0 callee passed on store]
// CHECK-NEXT: test_tag: call:
// CHECK-NEXT:  operand #0: []
// CHECK-NEXT:  operand #1: [brancharg0 callarg0 callee passed on store]
// CHECK-NEXT:  result #0: [callarg0 passed on]
// CHECK-NEXT: test_tag: product:
// CHECK-NEXT:  operand #0: [callarg0 passed on]
// CHECK-NEXT:  operand #1: [brancharg0 callarg0 callee passed on store]
// CHECK-NEXT:  result #0: [callarg0 passed on]
// CHECK-NEXT: test_tag: condition:
// CHECK-NEXT:  operand #0: [brancharg0 callarg0 callee passed on store]
// CHECK-NEXT:  operand #1: [brancharg0 callarg0 callee passed on store]
// CHECK-NEXT:  result #0: [brancharg0]
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func private @outside(i32)
// CHECK-NEXT:   func.func private @callee(%arg0: memref<i32>, %arg1: i32) -> i32 {
// CHECK-NEXT:     memref.store %arg1, %arg0[] {tag_name = "callee"} : memref<i32>
// CHECK-NEXT:     return %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @all(%arg0: i1, %arg1: memref<i32>, %arg2: i32) {
// CHECK-NEXT:     %0 = arith.addi %arg2, %arg2 {tag = "sum"} : i32
// CHECK-NEXT:     memref.store %0, %arg1[] {tag_name = "store"} : memref<i32>
// CHECK-NEXT:     %1 = call @callee(%arg1, %0) {tag = "call"} : (memref<i32>, i32) -> i32
// CHECK-NEXT:     %2 = arith.muli %1, %0 {tag = "product"} : i32
// CHECK-NEXT:     call @outside(%2) : (i32) -> ()
// CHECK-NEXT:     %3 = arith.cmpi eq, %0, %arg2 {tag = "condition"} : i32
// CHECK-NEXT:     cf.cond_br %3, ^bb1(%2 : i32), ^bb2
// CHECK-NEXT:   ^bb1(%4: i32):  // pred: ^bb0
// CHECK-NEXT:     memref.store %4, %arg1[] {tag_name = "passed on"} : memref<i32>
// CHECK-NEXT:     return
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// LOCAL: test_tag: sum:
// LOCAL-NEXT:  operand #0: [brancharg0 func.call passed on store]
// LOCAL-NEXT:  operand #1: [brancharg0 func.call passed on store]
// LOCAL-NEXT:  result #0: [brancharg0 func.call passed on store]
// LOCAL-NEXT: test_tag: call:
// LOCAL-NEXT:  operand #0: [func.call]
// LOCAL-NEXT:  operand #1: [brancharg0 func.call passed on store]
// LOCAL-NEXT:  result #0: [func.call passed on]
// LOCAL-NEXT: test_tag: product:
// LOCAL-NEXT:  operand #0: [func.call passed on]
// LOCAL-NEXT:  operand #1: [brancharg0 func.call passed on store]
// LOCAL-NEXT:  result #0: [func.call passed on]
// LOCAL-NEXT: test_tag: condition:
// LOCAL-NEXT:  operand #0: [brancharg0 func.call passed on store]
// LOCAL-NEXT:  operand #1: [brancharg0 func.call passed on store]
// LOCAL-NEXT:  result #0: [brancharg0]
// LOCAL-NEXT: module {
// LOCAL-NEXT:   func.func private @outside(i32)
// LOCAL-NEXT:   func.func private @callee(%arg0: memref<i32>, %arg1: i32) -> i32 {
// LOCAL-NEXT:     memref.store %arg1, %arg0[] {tag_name = "callee"} : memref<i32>
// LOCAL-NEXT:     return %arg1 : i32
// LOCAL-NEXT:   }
// LOCAL-NEXT:   func.func @all(%arg0: i1, %arg1: memref<i32>, %arg2: i32) {
// LOCAL-NEXT:     %0 = arith.addi %arg2, %arg2 {tag = "sum"} : i32
// LOCAL-NEXT:     memref.store %0, %arg1[] {tag_name = "store"} : memref<i32>
// LOCAL-NEXT:     %1 = call @callee(%arg1, %0) {tag = "call"} : (memref<i32>, i32) -> i32
// LOCAL-NEXT:     %2 = arith.muli %1, %0 {tag = "product"} : i32
// LOCAL-NEXT:     call @outside(%2) : (i32) -> ()
// LOCAL-NEXT:     %3 = arith.cmpi eq, %0, %arg2 {tag = "condition"} : i32
// LOCAL-NEXT:     cf.cond_br %3, ^bb1(%2 : i32), ^bb2
// LOCAL-NEXT:   ^bb1(%4: i32):  // pred: ^bb0
// LOCAL-NEXT:     memref.store %4, %arg1[] {tag_name = "passed on"} : memref<i32>
// LOCAL-NEXT:     return
// LOCAL-NEXT:   ^bb2:  // pred: ^bb0
// LOCAL-NEXT:     return
// LOCAL-NEXT:   }
// LOCAL-NEXT: }
