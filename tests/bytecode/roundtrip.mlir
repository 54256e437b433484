// What is written is read again by any tool, whatever the version of the format.

// RUN: terrace-opt --allow-unregistered-dialect %s --emit-bytecode -o %t
// RUN: terrace-opt --allow-unregistered-dialect %t | FileCheck %s
// RUN: terrace-opt --allow-unregistered-dialect %t --emit-bytecode | terrace-opt --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt --allow-unregistered-dialect %s --emit-bytecode --emit-bytecode-version=0 | terrace-opt --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt --allow-unregistered-dialect %s --emit-bytecode --emit-bytecode-version=1 | terrace-opt --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt --allow-unregistered-dialect %s --emit-bytecode --emit-bytecode-version=3 | terrace-opt --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt --allow-unregistered-dialect %s --emit-bytecode --emit-bytecode-version=4 | terrace-opt --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt --allow-unregistered-dialect %s --emit-bytecode --emit-bytecode-version=5 | terrace-opt --allow-unregistered-dialect | FileCheck %s

// RUN: not terrace-opt --allow-unregistered-dialect %s --emit-bytecode --emit-bytecode-version=7 2>&1 | FileCheck %s --check-prefix=FUTURE
// FUTURE: error: unsupported version requested 7, must be in range [0, 6]

// CHECK: #[[LOC:.*]] = loc("file":1:2)
// CHECK: #[[MAP:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func.func @values_and_blocks
// CHECK-SAME: (%[[A:.*]]: i32, %[[C:.*]]: i1) -> i32
func.func @values_and_blocks(%a: i32, %c: i1) -> i32 {
  // CHECK: cf.cond_br %[[C]], ^[[THEN:.*]](%[[A]] : i32), ^[[ELSE:.*]]
  cf.cond_br %c, ^then(%a : i32), ^else
// CHECK: ^[[THEN]](%[[ARG:.*]]: i32):
^then(%arg: i32):
  // CHECK-NEXT: return %[[ARG]] : i32
  return %arg : i32
// CHECK: ^[[ELSE]]:
^else:
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[A]], %[[A]] overflow<nsw> : i32
  %sum = arith.addi %a, %a overflow<nsw> : i32
  return %sum : i32
}

// CHECK-LABEL: func.func @segments
func.func @segments(%m: memref<?xf32>, %i: index) -> memref<4xf32, strided<[1], offset: ?>> {
  // CHECK: memref.subview %{{.*}}[%{{.*}}] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
  %view = memref.subview %m[%i] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
  return %view : memref<4xf32, strided<[1], offset: ?>>
}

// Uses of values that come later, and regions that see values around them.
// CHECK-LABEL: "unknown.graph"
"unknown.graph"() ({
  // CHECK-NEXT: "unknown.use"(%[[LATER:.*]]#0, %[[LATER]]#1, %[[LATER]]#0) : (i32, f32, i32) -> ()
  "unknown.use"(%later#0, %later#1, %later#0) : (i32, f32, i32) -> ()
  // CHECK-NEXT: %[[LATER]]:2 = "unknown.def"() : () -> (i32, f32)
  %later:2 = "unknown.def"() : () -> (i32, f32)
  // CHECK-NEXT: "unknown.region"() ({
  // CHECK-NEXT: "unknown.use"(%[[LATER]]#1) : (f32) -> ()
  "unknown.region"() ({
    "unknown.use"(%later#1) : (f32) -> ()
  }) : () -> ()
}) : () -> ()

// CHECK-LABEL: "unknown.attributes"
// CHECK-SAME: a = dense<[true, false, true]> : tensor<3xi1>
// CHECK-SAME: b = dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>
// CHECK-SAME: c = #unknown.attr<[1, 2]>
// CHECK-SAME: d = !unknown.type
// CHECK-SAME: e = -5 : i65
// CHECK-SAME: f = array<i1: true, false>
// CHECK-SAME: g = #[[MAP]], h
// CHECK-SAME: = @a::@b::@c
// CHECK-SAME: i = {{\[\[}}unit, "text", "typed" : i32]]
// CHECK-SAME: j = vector<[4]x2xbf16>
// CHECK-SAME: k = sparse<{{\[\[}}0, 1]], 5> : tensor<2x3xi8>
// CHECK-SAME: l = #[[LOC]]}
"unknown.attributes"() {
  a = dense<[true, false, true]> : tensor<3xi1>, b = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>,
  c = #unknown.attr<[1, 2]>, d = !unknown.type, e = -5 : i65, f = array<i1: true, false>,
  g = affine_map<(d0) -> (d0 + 1)>, h = @a::@b::@c, i = [[unit, "text", "typed" : i32]],
  j = vector<[4]x2xbf16>, k = sparse<[[0, 1]], 5> : tensor<2x3xi8>, l = loc("file":1:2)
} : () -> ()

// Before version 5, properties are attributes.
// CHECK: "unknown.properties"() {{<?}}{kept = 1 : i64}
"unknown.properties"() <{kept = 1}> : () -> ()

// CHECK-LABEL: "unknown.resources"
// CHECK-SAME: declared = dense_resource<declared> : tensor<1xi32>
// CHECK-SAME: there = dense_resource<there> : tensor<2xi32>
"unknown.resources"() {declared = dense_resource<declared> : tensor<1xi32>, there = dense_resource<there> : tensor<2xi32>} : () -> ()

// CHECK: dialect_resources: {
// CHECK: there: "0x040000000100000002000000"
// CHECK: external_resources: {
// CHECK: answer: "42"
{-#
  dialect_resources: { builtin: { there: "0x040000000100000002000000" } },
  external_resources: { somebody: { answer: "42", yes: true } }
#-}
