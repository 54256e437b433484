// RUN: terrace-test-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect | FileCheck %s

// In a graph, a value may be used before it is computed.
// CHECK-LABEL: func @graphs
func.func @graphs(%x: i32) {
  // CHECK: test.graph_region attributes {a} {
  test.graph_region attributes {a} {
    %0 = arith.addi %1, %1 : i32
    %1 = arith.constant 1 : i32
    "foo.yield"(%0) : (i32) -> ()
  }
  // CHECK: test.graph_loop %{{.*}} {
  // CHECK-NEXT: ^bb0(%[[B:.*]]: i32):
  // CHECK-NEXT: test.region_yield %[[B]] : i32
  // CHECK-NEXT: } : (i32) -> ()
  test.graph_loop %x {
  ^bb0(%b: i32):
    test.region_yield %b : i32
  } : (i32) -> ()
  return
}

// CHECK-LABEL: func @lists
func.func @lists(%a: i32, %b: i32) -> i32 {
  // CHECK: test.fold_with_fold_adaptor %{{.*}}, [%{{.*}}], {(%{{.*}}, %{{.*}}), (%{{.*}}), ()} {
  %0 = test.fold_with_fold_adaptor %a, [%b], {(%a, %b), (%b), ()} {
  }
  return %0 : i32
}

// CHECK: test.variadic_no_terminator_op {a} : {
// CHECK: }, {
test.variadic_no_terminator_op {a} : {
  "a.b"() : () -> ()
}, {
  "a.b"() : () -> ()
}
// Its format has no place for attributes.
// CHECK: test.single_no_terminator_custom_asm_op{
"test.single_no_terminator_custom_asm_op"() ({ "a.b"() : () -> () }) {a} : () -> ()
// CHECK: test.isolated_regions attributes {a} {
// CHECK: }, {
test.isolated_regions attributes {a} {
  "a.b"() : () -> ()
}, {
}

// CHECK-LABEL: func @branches
func.func @branches(%arg: i32, %f: f32, %case: index) {
  // CHECK: test.loop_block %{{.*}} : (i32) -> f32 {
  // CHECK: test.loop_block_term iter %{{.*}} exit %{{.*}} {a}
  %1 = test.loop_block %arg : (i32) -> f32 {
  ^bb0(%b: i32):
    test.loop_block_term iter %b exit %f {a}
  }
  // CHECK: test.switch_with_no_break %{{.*}}
  // CHECK-NEXT: case 0 {
  // CHECK-NEXT: }
  // CHECK-NEXT: case -1 {
  test.switch_with_no_break %case
  case 0 {
  ^bb:
  }
  case -1 {
  ^bb:
  }
  return
}

// -----

func.func @inputs(%a: i32) {
  // expected-error @+2 {{along control flow edge from parent to Region #0: region branch point has 1 operands, but region successor needs 2 inputs}}
  // expected-note @+1 {{region branch point}}
  %0 = "test.loop_block"(%a) ({
  ^bb0(%b: i32, %c: i32):
    "a.b"(%b) : (i32) -> ()
  }) : (i32) -> f32
  return
}

// -----

// expected-error @+1 {{'test.sized_region_op' op expected 2 regions}}
"test.sized_region_op"() ({}) : () -> ()

// -----

// expected-error @+1 {{'test.single_no_terminator_op' op region #0 ('my_region') failed to verify constraint: region with 1 blocks}}
"test.single_no_terminator_op"() ({}) : () -> ()
