// Patterns create ops whose result types follow from constraints and traits, as those of inferences of their own.
// RUN: terrace-test-opt %s --test-pdl-bytecode-pass --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @ops_to_rewrite(
// CHECK-SAME: %[[T:.*]]: tensor<?xf32>, %[[I:.*]]: index, %[[M:.*]]: memref<4xf32>, %[[V:.*]]: vector<4xf32>
// CHECK: %[[DIM:.*]] = tensor.dim %[[T]], %[[I]] : tensor<?xf32>
// CHECK: %[[LOADED:.*]] = memref.load %[[M]][%[[I]]] : memref<4xf32>
// CHECK: %[[SUB:.*]] = index.sub %[[I]], %[[DIM]]
// CHECK: "test.use"(%[[SUB]])
// CHECK: %[[FMA:.*]] = vector.fma %[[V]], %[[V]], %[[V]] : vector<4xf32>
// CHECK: "test.use"(%[[FMA]])
// CHECK: "test.use"(%[[LOADED]])
module @patterns {
  pdl.pattern : benefit(1) {
    %vty = type
    %a = operand
    %i = operand
    %op = operation "test.dim"(%a, %i : !pdl.value, !pdl.value) -> (%vty : !pdl.type)
    rewrite %op {
      %n = operation "tensor.dim"(%a, %i : !pdl.value, !pdl.value)
      replace %op with %n
    }
  }
  pdl.pattern : benefit(1) {
    %vty = type
    %a = operand
    %i = operand
    %op = operation "test.load"(%a, %i : !pdl.value, !pdl.value) -> (%vty : !pdl.type)
    rewrite %op {
      %n = operation "memref.load"(%a, %i : !pdl.value, !pdl.value)
      replace %op with %n
    }
  }
  pdl.pattern : benefit(1) {
    %a = operand
    %b = operand
    %op = operation "test.sub"(%a, %b : !pdl.value, !pdl.value)
    rewrite %op {
      %n = operation "index.sub"(%a, %b : !pdl.value, !pdl.value)
      %r = result 0 of %n
      %m = operation "test.use"(%r : !pdl.value)
      erase %op
    }
  }
  pdl.pattern : benefit(1) {
    %a = operand
    %op = operation "test.fma"(%a : !pdl.value)
    rewrite %op {
      %n = operation "vector.fma"(%a, %a, %a : !pdl.value, !pdl.value, !pdl.value)
      %r = result 0 of %n
      %m = operation "test.use"(%r : !pdl.value)
      erase %op
    }
  }
}
module @ir {
  func.func @ops_to_rewrite(%t: tensor<?xf32>, %i: index, %m: memref<4xf32>, %v: vector<4xf32>) {
    %0 = "test.dim"(%t, %i) : (tensor<?xf32>, index) -> index
    %1 = "test.load"(%m, %i) : (memref<4xf32>, index) -> f32
    "test.sub"(%i, %0) : (index, index) -> ()
    "test.fma"(%v) : (vector<4xf32>) -> ()
    "test.use"(%1) : (f32) -> ()
    return
  }
}
