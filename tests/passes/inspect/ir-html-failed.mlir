// A pass that fails is on the page, with what it reported; what a pass removes is marked in the column before.
// RUN: not terrace-opt %s --allow-unregistered-dialect --ir-html=%t.html --canonicalize --one-shot-bufferize -o /dev/null 2> /dev/null
// RUN: FileCheck %s --input-file=%t.html

// CHECK: <nav><a href="#c0-0">input</a> <a href="#c0-1">canonicalize</a> <a href="#c0-2" class="failed">one-shot-bufferize (failed)</a>
// CHECK: <select class="from">
// CHECK: <del>{{.*}}arith.addi
// CHECK: <div class="col failed" id="c0-2"><h3>one-shot-bufferize (failed)</h3>
// CHECK-SAME: <p class="error">op was not bufferized</p>
func.func @fails(%a: tensor<4xf32>, %b: i32) -> tensor<4xf32> {
  %unused = arith.addi %b, %b : i32
  %t = "test.unknown"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %t : tensor<4xf32>
}
