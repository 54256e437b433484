// Which ops come next to access what a value points to.
// RUN: terrace-test-opt %s --test-next-access | FileCheck %s
// RUN: terrace-test-opt %s --test-next-access=interprocedural=false | FileCheck %s --check-prefix=LOCAL
// RUN: terrace-test-opt %s --test-next-access=assume-func-reads | FileCheck %s --check-prefix=READS

func.func private @external(memref<f32>)

// CHECK-LABEL: func @branches
// CHECK: name = "first", next_access = {{\[\[}}"second", "third"]]
// CHECK: name = "second", next_access = {{\[\[}}"third"]]
// CHECK: name = "third", next_access = ["unknown", "unknown"]
func.func @branches(%c: i1, %m: memref<f32>, %v: f32) {
  %0 = memref.load %m[] {name = "first"} : memref<f32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = memref.load %m[] {name = "second"} : memref<f32>
  cf.br ^bb2
^bb2:
  memref.store %v, %m[] {name = "third"} : memref<f32>
  return
}

// CHECK-LABEL: func @regions
// CHECK: name = "before", next_access = {{\[\[}}"behind", "%{{.*}} = memref.load %{{.*}}[] : memref<f32>"]]
// CHECK: name = "inside", next_access = {{\[\[}}"behind", "%{{.*}} = memref.load %{{.*}}[] : memref<f32>"]]
// CHECK: {name = "loop", next_access = ["unknown", "unknown", "unknown"], next_at_entry_point = {{\[\[}}"unknown", "unknown", "unknown"]]}
func.func @regions(%n: index, %m: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.load %m[] {name = "before"} : memref<f32>
  scf.for %i = %c0 to %n step %c1 {
    %1 = memref.load %m[] : memref<f32>
    %2 = memref.load %m[] {name = "inside"} : memref<f32>
  } {name = "loop"}
  %3 = memref.load %m[] {name = "behind"} : memref<f32>
  return
}

// What a call to somewhere else does is forgotten, but not what a value meant after it.
// CHECK-LABEL: func @unknown
// CHECK: name = "lost", next_access = ["unknown"]
// READS-LABEL: func @unknown
// READS: name = "lost", next_access = {{\[\[}}"last", "call"]]
func.func @unknown(%c: i1, %m: memref<f32>) {
  %0 = memref.load %m[] {name = "lost"} : memref<f32>
  scf.if %c {
    func.call @external(%m) {name = "call"} : (memref<f32>) -> ()
  }
  %1 = memref.load %m[] {name = "last"} : memref<f32>
  return
}

// A callee goes on where its calls do.
// CHECK-LABEL: func private @callee
// CHECK: name = "callee", next_access = {{\[\[}}"behind the call"]]
// CHECK-LABEL: func @caller
// CHECK: name = "caller", next_access = {{\[\[}}"callee"]]
// LOCAL-LABEL: func private @callee
// LOCAL: name = "callee", next_access = ["unknown"]
// LOCAL-LABEL: func @caller
// LOCAL: name = "caller", next_access = ["unknown"]
func.func private @callee(%m: memref<f32>) {
  %0 = memref.load %m[] {name = "callee"} : memref<f32>
  return
}
func.func @caller(%m: memref<f32>) {
  %0 = memref.load %m[] {name = "caller"} : memref<f32>
  call @callee(%m) : (memref<f32>) -> ()
  %1 = memref.load %m[] {name = "behind the call"} : memref<f32>
  return
}

// What control does not reach, and who calls itself.
// CHECK-LABEL: func private @unused
// CHECK: next_access = "not computed"
// CHECK-LABEL: func @recursive
// CHECK: name = "again", next_access = {{\[\[}}"again"]]
func.func private @unused(%m: memref<f32>) {
  %0 = memref.load %m[] {name = "never"} : memref<f32>
  return
}
func.func @recursive(%m: memref<f32>) {
  %0 = memref.load %m[] {name = "again"} : memref<f32>
  call @recursive(%m) : (memref<f32>) -> ()
  return
}

// CHECK-LABEL: func @stores
// CHECK: name = "around", next_access = {{\[\[}}"behind"]], next_at_entry_point = {{\[\[\[}}"inner"]]]
// CHECK: name = "inner", next_access = {{\[\[}}"around"]]
func.func @stores(%m: memref<f32>) {
  test.store_with_a_region %m attributes {name = "around", store_before_region = false} {
    %0 = memref.load %m[] {name = "inner"} : memref<f32>
    test.store_with_a_region_terminator
  } : memref<f32>
  %1 = memref.load %m[] {name = "behind"} : memref<f32>
  return
}
