// Ops that use each other's results twice are composed as long as the map stays small: composed all the way, it would
// double with each of them. What is left out is told of once.
// RUN: terrace-opt %s --canonicalize --canonicalize 2>&1 | FileCheck %s
// RUN: terrace-opt %s --canonicalize --canonicalize 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: affine-doubling.mlir:[[#@LINE+17]]:9: remark: 'affine.apply' is not composed into its users: the map would have more than 1024 operands and operators
// REMARK-NEXT: %v7 = affine.apply
// REMARK-COUNT-2: remark: 'affine.apply' is not composed
// REMARK-NOT: remark:

// CHECK-LABEL: func.func @doubling
// CHECK: affine.apply
// CHECK: affine.apply
// CHECK: return
func.func @doubling(%i: index) -> index {
  %v0 = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%i)
  %v1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v0, %v0)
  %v2 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v1, %v1)
  %v3 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v2, %v2)
  %v4 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v3, %v3)
  %v5 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v4, %v4)
  %v6 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v5, %v5)
  %v7 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v6, %v6)
  %v8 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v7, %v7)
  %v9 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v8, %v8)
  %v10 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v9, %v9)
  %v11 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v10, %v10)
  %v12 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v11, %v11)
  %v13 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v12, %v12)
  %v14 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v13, %v13)
  %v15 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v14, %v14)
  %v16 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v15, %v15)
  %v17 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v16, %v16)
  %v18 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v17, %v17)
  %v19 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v18, %v18)
  %v20 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v19, %v19)
  %v21 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v20, %v20)
  %v22 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v21, %v21)
  %v23 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v22, %v22)
  %v24 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>(%v23, %v23)
  return %v24 : index
}
