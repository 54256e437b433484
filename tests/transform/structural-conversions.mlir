// Loops and branches carry and yield values of converted types.
// RUN: terrace-opt %s --transform-interpreter | FileCheck %s

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %functions {
      transform.apply_conversion_patterns.scf.structural_conversions
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {partial_conversion} : !transform.any_op
    transform.yield
  }
}

// CHECK-LABEL: func.func @branch
// CHECK-SAME:    %[[A:[^ ]*]]: memref<4xf32>, %[[B:[^ ]*]]: memref<4xf32>
// CHECK-DAG:     %[[CA:.*]] = builtin.unrealized_conversion_cast %[[A]] : memref<4xf32> to !llvm.struct
// CHECK-DAG:     %[[CB:.*]] = builtin.unrealized_conversion_cast %[[B]] : memref<4xf32> to !llvm.struct
// CHECK:         %[[R:.*]] = scf.if %{{.*}} -> (!llvm.struct
// CHECK-NEXT:      scf.yield %[[CA]] : !llvm.struct
// CHECK:           scf.yield %[[CB]] : !llvm.struct
// CHECK:         %[[M:.*]] = builtin.unrealized_conversion_cast %[[R]] : {{.*}} to memref<4xf32>
// CHECK:         return %[[M]] : memref<4xf32>
func.func @branch(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1) -> memref<4xf32> {
  %x = scf.if %c -> memref<4xf32> {
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %b : memref<4xf32>
  }
  return %x : memref<4xf32>
}

// CHECK-LABEL: func.func @loop
// CHECK:         scf.for %{{.*}} = %{{.*}} iter_args(%[[I:.*]] = %{{.*}}) -> (!llvm.struct
// CHECK:           %[[M:.*]] = builtin.unrealized_conversion_cast %[[I]]
// CHECK:           memref.store %{{.*}}, %[[M]]
// CHECK:           scf.yield %{{.*}} : !llvm.struct
func.func @loop(%a: memref<4xf32>, %b: memref<4xf32>, %n: index, %v: f32) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = scf.for %i = %c0 to %n step %c1 iter_args(%m = %a) -> memref<4xf32> {
    memref.store %v, %m[%c0] : memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  return %x : memref<4xf32>
}

// CHECK-LABEL: func.func @while
// CHECK:         scf.while (%{{.*}} = %{{.*}}) : (!llvm.struct<{{.*}}) -> !llvm.struct
// CHECK:           scf.condition(%{{.*}}) %{{.*}} : !llvm.struct
// CHECK:         ^bb0(%{{.*}}: !llvm.struct
// CHECK:           scf.yield %{{.*}} : !llvm.struct
func.func @while(%a: memref<4xf32>, %c: i1) -> memref<4xf32> {
  %x = scf.while (%m = %a) : (memref<4xf32>) -> memref<4xf32> {
    scf.condition(%c) %m : memref<4xf32>
  } do {
  ^bb0(%m: memref<4xf32>):
    scf.yield %m : memref<4xf32>
  }
  return %x : memref<4xf32>
}

// The argument of a switch stays an index.
// CHECK-LABEL: func.func @switch
// CHECK-SAME:    %[[N:[^ ]*]]: index
// CHECK:         scf.index_switch %[[N]] -> !llvm.struct
// CHECK:           scf.yield %{{.*}} : !llvm.struct
// CHECK:           scf.yield %{{.*}} : !llvm.struct
func.func @switch(%a: memref<4xf32>, %b: memref<4xf32>, %n: index) -> memref<4xf32> {
  %x = scf.index_switch %n -> memref<4xf32>
  case 1 {
    scf.yield %a : memref<4xf32>
  }
  default {
    scf.yield %b : memref<4xf32>
  }
  return %x : memref<4xf32>
}

// What is legal does not change.
// CHECK-LABEL: func.func @legal
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32)
// CHECK-NOT:     unrealized_conversion_cast
func.func @legal(%n: index, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = scf.for %i = %c0 to %n step %c1 iter_args(%m = %v) -> f32 {
    %y = arith.addf %m, %m : f32
    scf.yield %y : f32
  }
  return %x : f32
}
