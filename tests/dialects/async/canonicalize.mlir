// RUN: terrace-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @unused_group
func.func @unused_group(%n: index, %t: !async.token) {
  %0 = async.create_group %n : !async.group
  async.await_all %0
  // CHECK-NEXT: %[[G:.*]] = async.create_group
  %1 = async.create_group %n : !async.group
  // CHECK-NEXT: async.add_to_group %arg1, %[[G]]
  %2 = async.add_to_group %t, %1 : !async.token
  // CHECK-NEXT: async.await_all %[[G]]
  async.await_all %1
  // CHECK-NEXT: return
  return
}
