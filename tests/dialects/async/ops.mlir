// RUN: terrace-opt %s --split-input-file | FileCheck %s
// RUN: terrace-opt %s --split-input-file | terrace-opt --split-input-file | FileCheck %s
// RUN: terrace-opt %s --split-input-file --mlir-print-op-generic | terrace-opt --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @tasks
func.func @tasks(%n: index, %t: !async.token, %v: !async.value<f32>) -> f32 {
  // CHECK: %[[T:.*]] = async.execute {
  // CHECK-NEXT: async.yield
  %0 = async.execute {
    async.yield
  }
  // CHECK: %token_0, %bodyResults = async.execute [%arg1, %[[T]]] (%arg2 as %[[A:.*]]: !async.value<f32>) -> !async.value<f32> attributes {a.b} {
  // CHECK-NEXT: async.yield %[[A]] : f32
  %1, %r = async.execute [%t, %0] (%v as %x: !async.value<f32>) -> !async.value<f32> attributes {a.b} {
    async.yield %x : f32
  }
  // CHECK: %[[R:.*]] = async.await %bodyResults : !async.value<f32>
  %2 = async.await %r : !async.value<f32>
  // CHECK: async.await %[[T]] : !async.token
  async.await %0 : !async.token
  // CHECK: %[[G:.*]] = async.create_group %arg0 : !async.group
  %g = async.create_group %n : !async.group
  // CHECK: async.add_to_group %[[T]], %[[G]] : !async.token
  %3 = async.add_to_group %0, %g : !async.token
  // CHECK: async.await_all %[[G]]
  async.await_all %g
  // CHECK: return %[[R]] : f32
  return %2 : f32
}

// -----

// CHECK-LABEL: async.func @stateful(%arg0: f32) -> (!async.token, !async.value<f32>)
async.func @stateful(%x: f32) -> (!async.token, !async.value<f32>) {
  // CHECK: return %arg0 : f32
  return %x : f32
}

// CHECK-LABEL: async.func @value_only() -> !async.value<i32>
async.func @value_only() -> !async.value<i32> {
  %0 = arith.constant 1 : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @calls
func.func @calls(%x: f32) {
  // CHECK: async.call @stateful(%arg0) : (f32) -> (!async.token, !async.value<f32>)
  %0:2 = async.call @stateful(%x) : (f32) -> (!async.token, !async.value<f32>)
  return
}

// -----

// CHECK-LABEL: func.func @coroutine
func.func @coroutine(%n: index, %x: f32) {
  // CHECK: %[[ID:.*]] = async.coro.id
  %id = async.coro.id
  // CHECK: %[[H:.*]] = async.coro.begin %[[ID]]
  %h = async.coro.begin %id
  // CHECK: %[[S:.*]] = async.coro.save %[[H]]
  %s = async.coro.save %h
  // CHECK: async.coro.suspend %[[S]], ^bb3, ^bb1, ^bb2
  async.coro.suspend %s, ^suspend, ^resume, ^cleanup
^resume:
  // CHECK: %[[V:.*]] = async.runtime.create : !async.value<f32>
  %v = async.runtime.create : !async.value<f32>
  // CHECK: async.runtime.store %arg1, %[[V]] : <f32>
  async.runtime.store %x, %v : !async.value<f32>
  // CHECK: async.runtime.set_available %[[V]] : !async.value<f32>
  async.runtime.set_available %v : !async.value<f32>
  // CHECK: async.runtime.load %[[V]] : <f32>
  %l = async.runtime.load %v : !async.value<f32>
  // CHECK: async.runtime.set_error %[[V]] : !async.value<f32>
  async.runtime.set_error %v : !async.value<f32>
  // CHECK: async.runtime.is_error %[[V]] : !async.value<f32>
  %e = async.runtime.is_error %v : !async.value<f32>
  // CHECK: async.runtime.await %[[V]] : !async.value<f32>
  async.runtime.await %v : !async.value<f32>
  // CHECK: async.runtime.await_and_resume %[[V]], %[[H]] : !async.value<f32>
  async.runtime.await_and_resume %v, %h : !async.value<f32>
  // CHECK: %[[G:.*]] = async.runtime.create_group %arg0 : !async.group
  %g = async.runtime.create_group %n : !async.group
  // CHECK: async.runtime.add_to_group %[[V]], %[[G]] : !async.value<f32>
  %i = async.runtime.add_to_group %v, %g : !async.value<f32>
  // CHECK: async.runtime.add_ref %[[V]] {count = 1 : i64} : !async.value<f32>
  async.runtime.add_ref %v {count = 1 : i64} : !async.value<f32>
  // CHECK: async.runtime.drop_ref %[[G]] {count = 2 : i64} : !async.group
  async.runtime.drop_ref %g {count = 2 : i64} : !async.group
  // CHECK: async.runtime.resume %[[H]]
  async.runtime.resume %h
  // CHECK: async.runtime.num_worker_threads : index
  %w = async.runtime.num_worker_threads : index
  cf.br ^cleanup
^cleanup:
  // CHECK: async.coro.free %[[ID]], %[[H]]
  async.coro.free %id, %h
  cf.br ^suspend
^suspend:
  // CHECK: async.coro.end %[[H]]
  async.coro.end %h
  return
}
