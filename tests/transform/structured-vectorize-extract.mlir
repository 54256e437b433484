// RUN: terrace-opt %s --transform-interpreter --split-input-file --output-split-marker="// part" | FileCheck %s

// Extractions are gathers, or reads of elements next to each other or of one element.

func.func @f(%t: tensor<80x16xf32>, %t3: tensor<3x4x5xf32>, %u: tensor<f32>, %o: tensor<1x4xf32>, %i: index, %x: tensor<1x4xindex>) -> tensor<1x4xf32> {
  %c0 = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<1x4xindex>) outs(%o : tensor<1x4xf32>) {
  ^bb0(%in: index, %out: f32):
    %1 = linalg.index 0 : index
    %2 = linalg.index 1 : index
    %3 = arith.addi %2, %i : index
    %a = tensor.extract %t[%1, %3] : tensor<80x16xf32>
    %b = tensor.extract %t[%i, %1] : tensor<80x16xf32>
    %c = tensor.extract %u[] : tensor<f32>
    %d = tensor.extract %t3[%1, %in, %2] : tensor<3x4x5xf32>
    %e = tensor.extract %t3[%1, %i, %2] : tensor<3x4x5xf32>
    %4 = arith.addf %a, %b : f32
    %5 = arith.addf %4, %c : f32
    %6 = arith.addf %5, %d : f32
    %7 = arith.addf %6, %e : f32
    linalg.yield %7 : f32
  } -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 {vectorize_nd_extract} : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%t: tensor<80x16xf32>, %t3: tensor<3x4x5xf32>, %u: tensor<f32>, %o: tensor<1x4xf32>, %i: index, %x: tensor<1x4xindex>) -> tensor<1x4xf32> {
  %c0 = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<1x4xindex>) outs(%o : tensor<1x4xf32>) {
  ^bb0(%in: index, %out: f32):
    %1 = linalg.index 0 : index
    %2 = linalg.index 1 : index
    %3 = arith.addi %2, %i : index
    %a = tensor.extract %t[%1, %3] : tensor<80x16xf32>
    %b = tensor.extract %t[%i, %1] : tensor<80x16xf32>
    %c = tensor.extract %u[] : tensor<f32>
    %d = tensor.extract %t3[%1, %in, %2] : tensor<3x4x5xf32>
    %e = tensor.extract %t3[%1, %i, %2] : tensor<3x4x5xf32>
    %4 = arith.addf %a, %b : f32
    %5 = arith.addf %4, %c : f32
    %6 = arith.addf %5, %d : f32
    %7 = arith.addf %6, %e : f32
    linalg.yield %7 : f32
  } -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [1,8] {vectorize_nd_extract} : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%t: tensor<80x16xf32>, %t3: tensor<3x4x5xf32>, %u: tensor<f32>, %o: tensor<?x?xf32>, %i: index, %x: tensor<?x?xindex>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xindex>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%in: index, %out: f32):
    %1 = linalg.index 0 : index
    %2 = linalg.index 1 : index
    %3 = arith.addi %2, %i : index
    %a = tensor.extract %t[%1, %3] : tensor<80x16xf32>
    %b = tensor.extract %t[%i, %1] : tensor<80x16xf32>
    %c = tensor.extract %u[] : tensor<f32>
    %d = tensor.extract %t3[%1, %in, %2] : tensor<3x4x5xf32>
    %e = tensor.extract %t3[%1, %i, %2] : tensor<3x4x5xf32>
    %4 = arith.addf %a, %b : f32
    %5 = arith.addf %4, %c : f32
    %6 = arith.addf %5, %d : f32
    %7 = arith.addf %6, %e : f32
    linalg.yield %7 : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [2,4] {vectorize_nd_extract} : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%t: tensor<80x16xf32>, %t3: tensor<3x4x5xf32>, %u: tensor<f32>, %o: tensor<?x?xf32>, %i: index, %x: tensor<?x?xindex>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xindex>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%in: index, %out: f32):
    %1 = linalg.index 0 : index
    %2 = linalg.index 1 : index
    %3 = arith.addi %2, %i : index
    %a = tensor.extract %t[%1, %3] : tensor<80x16xf32>
    %b = tensor.extract %t[%i, %1] : tensor<80x16xf32>
    %c = tensor.extract %u[] : tensor<f32>
    %d = tensor.extract %t3[%1, %in, %2] : tensor<3x4x5xf32>
    %e = tensor.extract %t3[%1, %i, %2] : tensor<3x4x5xf32>
    %4 = arith.addf %a, %b : f32
    %5 = arith.addf %4, %c : f32
    %6 = arith.addf %5, %d : f32
    %7 = arith.addf %6, %e : f32
    linalg.yield %7 : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [1,[4]] {vectorize_nd_extract} : !transform.any_op
    transform.yield
  }
}

// AUTOGENERATED CHECKS

// CHECK: #map = affine_map<(d0, d1) -> (0, 0)>
// CHECK-NEXT: #map1 = affine_map<() -> (0, 0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<80x16xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<f32>, %arg3: tensor<1x4xf32>, %arg4: index, %arg5: tensor<1x4xindex>) -> tensor<1x4xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = ub.poison : index
// CHECK-NEXT:     %1 = vector.transfer_read %arg5[%c0_0, %c0_0], %0 : tensor<1x4xindex>, vector<1x4xindex>
// CHECK-NEXT:     %2 = ub.poison : f32
// CHECK-NEXT:     %3 = vector.transfer_read %arg3[%c0_0, %c0_0], %2 : tensor<1x4xf32>, vector<1x4xf32>
// CHECK-NEXT:     %4 = vector.step : vector<1xindex>
// CHECK-NEXT:     %5 = vector.broadcast %4 : vector<1xindex> to vector<4x1xindex>
// CHECK-NEXT:     %6 = vector.transpose %5, [1, 0] : vector<4x1xindex> to vector<1x4xindex>
// CHECK-NEXT:     %7 = vector.step : vector<4xindex>
// CHECK-NEXT:     %8 = vector.broadcast %arg4 : index to vector<4xindex>
// CHECK-NEXT:     %9 = arith.addi %7, %8 : vector<4xindex>
// CHECK-NEXT:     %cst = arith.constant dense<true> : vector<1x4xi1>
// CHECK-NEXT:     %cst_1 = arith.constant dense<0.000000e+00> : vector<1x4xf32>
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %10 = vector.shape_cast %6 : vector<1x4xindex> to vector<4xindex>
// CHECK-NEXT:     %11 = vector.extract %10[0] : index from vector<4xindex>
// CHECK-NEXT:     %12 = vector.shape_cast %9 : vector<4xindex> to vector<4xindex>
// CHECK-NEXT:     %13 = vector.extract %12[0] : index from vector<4xindex>
// CHECK-NEXT:     %14 = ub.poison : f32
// CHECK-NEXT:     %15 = vector.transfer_read %arg0[%11, %13], %14 {in_bounds = [true, true]} : tensor<80x16xf32>, vector<1x4xf32>
// CHECK-NEXT:     %cst_3 = arith.constant dense<true> : vector<1x4xi1>
// CHECK-NEXT:     %cst_4 = arith.constant dense<0.000000e+00> : vector<1x4xf32>
// CHECK-NEXT:     %c0_5 = arith.constant 0 : index
// CHECK-NEXT:     %16 = vector.shape_cast %6 : vector<1x4xindex> to vector<4xindex>
// CHECK-NEXT:     %17 = vector.extract %16[0] : index from vector<4xindex>
// CHECK-NEXT:     %18 = ub.poison : f32
// CHECK-NEXT:     %19 = vector.constant_mask [1] : vector<1xi1>
// CHECK-NEXT:     %20 = vector.mask %19 { vector.transfer_read %arg0[%arg4, %17], %18 {in_bounds = [true, true], permutation_map = #map} : tensor<80x16xf32>, vector<1x4xf32> } : vector<1xi1> -> vector<1x4xf32>
// CHECK-NEXT:     %cst_6 = arith.constant dense<true> : vector<1x4xi1>
// CHECK-NEXT:     %cst_7 = arith.constant dense<0.000000e+00> : vector<1x4xf32>
// CHECK-NEXT:     %c0_8 = arith.constant 0 : index
// CHECK-NEXT:     %21 = ub.poison : f32
// CHECK-NEXT:     %22 = vector.constant_mask [1] : vector<1xi1>
// CHECK-NEXT:     %23 = vector.mask %22 { vector.transfer_read %arg2[], %21 {in_bounds = [true, true], permutation_map = #map1} : tensor<f32>, vector<1x4xf32> } : vector<1xi1> -> vector<1x4xf32>
// CHECK-NEXT:     %cst_9 = arith.constant dense<true> : vector<1x4xi1>
// CHECK-NEXT:     %cst_10 = arith.constant dense<0.000000e+00> : vector<1x4xf32>
// CHECK-NEXT:     %c0_11 = arith.constant 0 : index
// CHECK-NEXT:     %c1_12 = arith.constant 1 : index
// CHECK-NEXT:     %dim = tensor.dim %arg1, %c1_12 : tensor<3x4x5xf32>
// CHECK-NEXT:     %24 = vector.broadcast %dim : index to vector<1x4xindex>
// CHECK-NEXT:     %25 = arith.muli %6, %24 : vector<1x4xindex>
// CHECK-NEXT:     %26 = arith.addi %1, %25 : vector<1x4xindex>
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %dim_13 = tensor.dim %arg1, %c2 : tensor<3x4x5xf32>
// CHECK-NEXT:     %27 = vector.broadcast %dim_13 : index to vector<1x4xindex>
// CHECK-NEXT:     %28 = arith.muli %26, %27 : vector<1x4xindex>
// CHECK-NEXT:     %29 = vector.broadcast %7 : vector<4xindex> to vector<1x4xindex>
// CHECK-NEXT:     %30 = arith.addi %29, %28 : vector<1x4xindex>
// CHECK-NEXT:     %31 = vector.gather %arg1[%c0_11, %c0_11, %c0_11] [%30], %cst_9, %cst_10 : tensor<3x4x5xf32>, vector<1x4xindex>, vector<1x4xi1>, vector<1x4xf32> into vector<1x4xf32>
// CHECK-NEXT:     %cst_14 = arith.constant dense<true> : vector<1x4xi1>
// CHECK-NEXT:     %cst_15 = arith.constant dense<0.000000e+00> : vector<1x4xf32>
// CHECK-NEXT:     %c0_16 = arith.constant 0 : index
// CHECK-NEXT:     %32 = vector.shape_cast %6 : vector<1x4xindex> to vector<4xindex>
// CHECK-NEXT:     %33 = vector.extract %32[0] : index from vector<4xindex>
// CHECK-NEXT:     %34 = vector.shape_cast %7 : vector<4xindex> to vector<4xindex>
// CHECK-NEXT:     %35 = vector.extract %34[0] : index from vector<4xindex>
// CHECK-NEXT:     %36 = ub.poison : f32
// CHECK-NEXT:     %37 = vector.transfer_read %arg1[%33, %arg4, %35], %36 {in_bounds = [true, true]} : tensor<3x4x5xf32>, vector<1x4xf32>
// CHECK-NEXT:     %38 = arith.addf %15, %20 : vector<1x4xf32>
// CHECK-NEXT:     %39 = arith.addf %38, %23 : vector<1x4xf32>
// CHECK-NEXT:     %40 = arith.addf %39, %31 : vector<1x4xf32>
// CHECK-NEXT:     %41 = arith.addf %40, %37 : vector<1x4xf32>
// CHECK-NEXT:     %c0_17 = arith.constant 0 : index
// CHECK-NEXT:     %42 = vector.transfer_write %41, %arg3[%c0_17, %c0_17] : vector<1x4xf32>, tensor<1x4xf32>
// CHECK-NEXT:     return %42 : tensor<1x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["linalg.generic"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 {vectorize_nd_extract} : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: #map = affine_map<(d0, d1) -> (0, 0)>
// CHECK-NEXT: #map1 = affine_map<() -> (0, 0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<80x16xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<f32>, %arg3: tensor<1x4xf32>, %arg4: index, %arg5: tensor<1x4xindex>) -> tensor<1x4xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = ub.poison : index
// CHECK-NEXT:     %1 = vector.create_mask %c1, %c4 : vector<1x8xi1>
// CHECK-NEXT:     %2 = vector.mask %1 { vector.transfer_read %arg5[%c0_0, %c0_0], %0 {in_bounds = [true, true]} : tensor<1x4xindex>, vector<1x8xindex> } : vector<1x8xi1> -> vector<1x8xindex>
// CHECK-NEXT:     %3 = ub.poison : f32
// CHECK-NEXT:     %4 = vector.mask %1 { vector.transfer_read %arg3[%c0_0, %c0_0], %3 {in_bounds = [true, true]} : tensor<1x4xf32>, vector<1x8xf32> } : vector<1x8xi1> -> vector<1x8xf32>
// CHECK-NEXT:     %5 = vector.step : vector<1xindex>
// CHECK-NEXT:     %6 = vector.broadcast %5 : vector<1xindex> to vector<8x1xindex>
// CHECK-NEXT:     %7 = vector.transpose %6, [1, 0] : vector<8x1xindex> to vector<1x8xindex>
// CHECK-NEXT:     %8 = vector.step : vector<8xindex>
// CHECK-NEXT:     %9 = vector.broadcast %arg4 : index to vector<8xindex>
// CHECK-NEXT:     %10 = arith.addi %8, %9 : vector<8xindex>
// CHECK-NEXT:     %cst = arith.constant dense<true> : vector<1x8xi1>
// CHECK-NEXT:     %cst_1 = arith.constant dense<0.000000e+00> : vector<1x8xf32>
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %11 = vector.shape_cast %7 : vector<1x8xindex> to vector<8xindex>
// CHECK-NEXT:     %12 = vector.extract %11[0] : index from vector<8xindex>
// CHECK-NEXT:     %13 = vector.shape_cast %10 : vector<8xindex> to vector<8xindex>
// CHECK-NEXT:     %14 = vector.extract %13[0] : index from vector<8xindex>
// CHECK-NEXT:     %15 = ub.poison : f32
// CHECK-NEXT:     %16 = vector.mask %1 { vector.transfer_read %arg0[%12, %14], %15 {in_bounds = [true, true]} : tensor<80x16xf32>, vector<1x8xf32> } : vector<1x8xi1> -> vector<1x8xf32>
// CHECK-NEXT:     %cst_3 = arith.constant dense<true> : vector<1x8xi1>
// CHECK-NEXT:     %cst_4 = arith.constant dense<0.000000e+00> : vector<1x8xf32>
// CHECK-NEXT:     %c0_5 = arith.constant 0 : index
// CHECK-NEXT:     %17 = vector.shape_cast %7 : vector<1x8xindex> to vector<8xindex>
// CHECK-NEXT:     %18 = vector.extract %17[0] : index from vector<8xindex>
// CHECK-NEXT:     %19 = ub.poison : f32
// CHECK-NEXT:     %20 = vector.constant_mask [1] : vector<1xi1>
// CHECK-NEXT:     %21 = vector.mask %20 { vector.transfer_read %arg0[%arg4, %18], %19 {in_bounds = [true, true], permutation_map = #map} : tensor<80x16xf32>, vector<1x8xf32> } : vector<1xi1> -> vector<1x8xf32>
// CHECK-NEXT:     %cst_6 = arith.constant dense<true> : vector<1x8xi1>
// CHECK-NEXT:     %cst_7 = arith.constant dense<0.000000e+00> : vector<1x8xf32>
// CHECK-NEXT:     %c0_8 = arith.constant 0 : index
// CHECK-NEXT:     %22 = ub.poison : f32
// CHECK-NEXT:     %23 = vector.constant_mask [1] : vector<1xi1>
// CHECK-NEXT:     %24 = vector.mask %23 { vector.transfer_read %arg2[], %22 {in_bounds = [true, true], permutation_map = #map1} : tensor<f32>, vector<1x8xf32> } : vector<1xi1> -> vector<1x8xf32>
// CHECK-NEXT:     %cst_9 = arith.constant dense<true> : vector<1x8xi1>
// CHECK-NEXT:     %cst_10 = arith.constant dense<0.000000e+00> : vector<1x8xf32>
// CHECK-NEXT:     %c0_11 = arith.constant 0 : index
// CHECK-NEXT:     %c1_12 = arith.constant 1 : index
// CHECK-NEXT:     %dim = tensor.dim %arg1, %c1_12 : tensor<3x4x5xf32>
// CHECK-NEXT:     %25 = vector.broadcast %dim : index to vector<1x8xindex>
// CHECK-NEXT:     %26 = arith.muli %7, %25 : vector<1x8xindex>
// CHECK-NEXT:     %27 = arith.addi %2, %26 : vector<1x8xindex>
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %dim_13 = tensor.dim %arg1, %c2 : tensor<3x4x5xf32>
// CHECK-NEXT:     %28 = vector.broadcast %dim_13 : index to vector<1x8xindex>
// CHECK-NEXT:     %29 = arith.muli %27, %28 : vector<1x8xindex>
// CHECK-NEXT:     %30 = vector.broadcast %8 : vector<8xindex> to vector<1x8xindex>
// CHECK-NEXT:     %31 = arith.addi %30, %29 : vector<1x8xindex>
// CHECK-NEXT:     %32 = vector.mask %1 { vector.gather %arg1[%c0_11, %c0_11, %c0_11] [%31], %cst_9, %cst_10 : tensor<3x4x5xf32>, vector<1x8xindex>, vector<1x8xi1>, vector<1x8xf32> into vector<1x8xf32> } : vector<1x8xi1> -> vector<1x8xf32>
// CHECK-NEXT:     %cst_14 = arith.constant dense<true> : vector<1x8xi1>
// CHECK-NEXT:     %cst_15 = arith.constant dense<0.000000e+00> : vector<1x8xf32>
// CHECK-NEXT:     %c0_16 = arith.constant 0 : index
// CHECK-NEXT:     %33 = vector.shape_cast %7 : vector<1x8xindex> to vector<8xindex>
// CHECK-NEXT:     %34 = vector.extract %33[0] : index from vector<8xindex>
// CHECK-NEXT:     %35 = vector.shape_cast %8 : vector<8xindex> to vector<8xindex>
// CHECK-NEXT:     %36 = vector.extract %35[0] : index from vector<8xindex>
// CHECK-NEXT:     %37 = ub.poison : f32
// CHECK-NEXT:     %38 = vector.mask %1 { vector.transfer_read %arg1[%34, %arg4, %36], %37 {in_bounds = [true, true]} : tensor<3x4x5xf32>, vector<1x8xf32> } : vector<1x8xi1> -> vector<1x8xf32>
// CHECK-NEXT:     %39 = arith.addf %16, %21 : vector<1x8xf32>
// CHECK-NEXT:     %40 = arith.addf %39, %24 : vector<1x8xf32>
// CHECK-NEXT:     %41 = arith.addf %40, %32 : vector<1x8xf32>
// CHECK-NEXT:     %42 = arith.addf %41, %38 : vector<1x8xf32>
// CHECK-NEXT:     %c0_17 = arith.constant 0 : index
// CHECK-NEXT:     %43 = vector.mask %1 { vector.transfer_write %42, %arg3[%c0_17, %c0_17] {in_bounds = [true, true]} : vector<1x8xf32>, tensor<1x4xf32> } : vector<1x8xi1> -> tensor<1x4xf32>
// CHECK-NEXT:     return %43 : tensor<1x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["linalg.generic"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 vector_sizes [1, 8] {vectorize_nd_extract} : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: #map = affine_map<() -> (0, 0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<80x16xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<f32>, %arg3: tensor<?x?xf32>, %arg4: index, %arg5: tensor<?x?xindex>) -> tensor<?x?xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg5, %c0_0 : tensor<?x?xindex>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim_1 = tensor.dim %arg5, %c1 : tensor<?x?xindex>
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %0 = ub.poison : index
// CHECK-NEXT:     %1 = vector.create_mask %dim, %dim_1 : vector<2x4xi1>
// CHECK-NEXT:     %2 = vector.mask %1 { vector.transfer_read %arg5[%c0_2, %c0_2], %0 {in_bounds = [true, true]} : tensor<?x?xindex>, vector<2x4xindex> } : vector<2x4xi1> -> vector<2x4xindex>
// CHECK-NEXT:     %3 = ub.poison : f32
// CHECK-NEXT:     %4 = vector.mask %1 { vector.transfer_read %arg3[%c0_2, %c0_2], %3 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<2x4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
// CHECK-NEXT:     %5 = vector.step : vector<2xindex>
// CHECK-NEXT:     %6 = vector.broadcast %5 : vector<2xindex> to vector<4x2xindex>
// CHECK-NEXT:     %7 = vector.transpose %6, [1, 0] : vector<4x2xindex> to vector<2x4xindex>
// CHECK-NEXT:     %8 = vector.step : vector<4xindex>
// CHECK-NEXT:     %9 = vector.broadcast %arg4 : index to vector<4xindex>
// CHECK-NEXT:     %10 = arith.addi %8, %9 : vector<4xindex>
// CHECK-NEXT:     %cst = arith.constant dense<true> : vector<2x4xi1>
// CHECK-NEXT:     %cst_3 = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT:     %c0_4 = arith.constant 0 : index
// CHECK-NEXT:     %c1_5 = arith.constant 1 : index
// CHECK-NEXT:     %dim_6 = tensor.dim %arg0, %c1_5 : tensor<80x16xf32>
// CHECK-NEXT:     %11 = vector.broadcast %dim_6 : index to vector<2x4xindex>
// CHECK-NEXT:     %12 = arith.muli %7, %11 : vector<2x4xindex>
// CHECK-NEXT:     %13 = vector.broadcast %10 : vector<4xindex> to vector<2x4xindex>
// CHECK-NEXT:     %14 = arith.addi %13, %12 : vector<2x4xindex>
// CHECK-NEXT:     %15 = vector.mask %1 { vector.gather %arg0[%c0_4, %c0_4] [%14], %cst, %cst_3 : tensor<80x16xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
// CHECK-NEXT:     %cst_7 = arith.constant dense<true> : vector<2x4xi1>
// CHECK-NEXT:     %cst_8 = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT:     %c0_9 = arith.constant 0 : index
// CHECK-NEXT:     %16 = vector.broadcast %arg4 : index to vector<2x4xindex>
// CHECK-NEXT:     %c1_10 = arith.constant 1 : index
// CHECK-NEXT:     %dim_11 = tensor.dim %arg0, %c1_10 : tensor<80x16xf32>
// CHECK-NEXT:     %17 = vector.broadcast %dim_11 : index to vector<2x4xindex>
// CHECK-NEXT:     %18 = arith.muli %16, %17 : vector<2x4xindex>
// CHECK-NEXT:     %19 = arith.addi %7, %18 : vector<2x4xindex>
// CHECK-NEXT:     %20 = vector.mask %1 { vector.gather %arg0[%c0_9, %c0_9] [%19], %cst_7, %cst_8 : tensor<80x16xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
// CHECK-NEXT:     %cst_12 = arith.constant dense<true> : vector<2x4xi1>
// CHECK-NEXT:     %cst_13 = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT:     %c0_14 = arith.constant 0 : index
// CHECK-NEXT:     %21 = ub.poison : f32
// CHECK-NEXT:     %22 = vector.constant_mask [1] : vector<1xi1>
// CHECK-NEXT:     %23 = vector.mask %22 { vector.transfer_read %arg2[], %21 {in_bounds = [true, true], permutation_map = #map} : tensor<f32>, vector<2x4xf32> } : vector<1xi1> -> vector<2x4xf32>
// CHECK-NEXT:     %cst_15 = arith.constant dense<true> : vector<2x4xi1>
// CHECK-NEXT:     %cst_16 = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT:     %c0_17 = arith.constant 0 : index
// CHECK-NEXT:     %c1_18 = arith.constant 1 : index
// CHECK-NEXT:     %dim_19 = tensor.dim %arg1, %c1_18 : tensor<3x4x5xf32>
// CHECK-NEXT:     %24 = vector.broadcast %dim_19 : index to vector<2x4xindex>
// CHECK-NEXT:     %25 = arith.muli %7, %24 : vector<2x4xindex>
// CHECK-NEXT:     %26 = arith.addi %2, %25 : vector<2x4xindex>
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %dim_20 = tensor.dim %arg1, %c2 : tensor<3x4x5xf32>
// CHECK-NEXT:     %27 = vector.broadcast %dim_20 : index to vector<2x4xindex>
// CHECK-NEXT:     %28 = arith.muli %26, %27 : vector<2x4xindex>
// CHECK-NEXT:     %29 = vector.broadcast %8 : vector<4xindex> to vector<2x4xindex>
// CHECK-NEXT:     %30 = arith.addi %29, %28 : vector<2x4xindex>
// CHECK-NEXT:     %31 = vector.mask %1 { vector.gather %arg1[%c0_17, %c0_17, %c0_17] [%30], %cst_15, %cst_16 : tensor<3x4x5xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
// CHECK-NEXT:     %cst_21 = arith.constant dense<true> : vector<2x4xi1>
// CHECK-NEXT:     %cst_22 = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT:     %c0_23 = arith.constant 0 : index
// CHECK-NEXT:     %c1_24 = arith.constant 1 : index
// CHECK-NEXT:     %dim_25 = tensor.dim %arg1, %c1_24 : tensor<3x4x5xf32>
// CHECK-NEXT:     %32 = vector.broadcast %dim_25 : index to vector<2x4xindex>
// CHECK-NEXT:     %33 = arith.muli %7, %32 : vector<2x4xindex>
// CHECK-NEXT:     %34 = vector.broadcast %arg4 : index to vector<2x4xindex>
// CHECK-NEXT:     %35 = arith.addi %34, %33 : vector<2x4xindex>
// CHECK-NEXT:     %c2_26 = arith.constant 2 : index
// CHECK-NEXT:     %dim_27 = tensor.dim %arg1, %c2_26 : tensor<3x4x5xf32>
// CHECK-NEXT:     %36 = vector.broadcast %dim_27 : index to vector<2x4xindex>
// CHECK-NEXT:     %37 = arith.muli %35, %36 : vector<2x4xindex>
// CHECK-NEXT:     %38 = vector.broadcast %8 : vector<4xindex> to vector<2x4xindex>
// CHECK-NEXT:     %39 = arith.addi %38, %37 : vector<2x4xindex>
// CHECK-NEXT:     %40 = vector.mask %1 { vector.gather %arg1[%c0_23, %c0_23, %c0_23] [%39], %cst_21, %cst_22 : tensor<3x4x5xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
// CHECK-NEXT:     %41 = arith.addf %15, %20 : vector<2x4xf32>
// CHECK-NEXT:     %42 = arith.addf %41, %23 : vector<2x4xf32>
// CHECK-NEXT:     %43 = arith.addf %42, %31 : vector<2x4xf32>
// CHECK-NEXT:     %44 = arith.addf %43, %40 : vector<2x4xf32>
// CHECK-NEXT:     %c0_28 = arith.constant 0 : index
// CHECK-NEXT:     %45 = vector.mask %1 { vector.transfer_write %44, %arg3[%c0_28, %c0_28] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<?x?xf32> } : vector<2x4xi1> -> tensor<?x?xf32>
// CHECK-NEXT:     return %45 : tensor<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["linalg.generic"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 vector_sizes [2, 4] {vectorize_nd_extract} : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: #map = affine_map<() -> (0, 0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<80x16xf32>, %arg1: tensor<3x4x5xf32>, %arg2: tensor<f32>, %arg3: tensor<?x?xf32>, %arg4: index, %arg5: tensor<?x?xindex>) -> tensor<?x?xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg5, %c0_0 : tensor<?x?xindex>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim_1 = tensor.dim %arg5, %c1 : tensor<?x?xindex>
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %0 = ub.poison : index
// CHECK-NEXT:     %1 = vector.create_mask %dim, %dim_1 : vector<1x[4]xi1>
// CHECK-NEXT:     %2 = vector.mask %1 { vector.transfer_read %arg5[%c0_2, %c0_2], %0 {in_bounds = [true, true]} : tensor<?x?xindex>, vector<1x[4]xindex> } : vector<1x[4]xi1> -> vector<1x[4]xindex>
// CHECK-NEXT:     %3 = ub.poison : f32
// CHECK-NEXT:     %4 = vector.mask %1 { vector.transfer_read %arg3[%c0_2, %c0_2], %3 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<1x[4]xf32> } : vector<1x[4]xi1> -> vector<1x[4]xf32>
// CHECK-NEXT:     %5 = vector.step : vector<1xindex>
// CHECK-NEXT:     %6 = vector.broadcast %5 : vector<1xindex> to vector<[4]x1xindex>
// CHECK-NEXT:     %7 = vector.transpose %6, [1, 0] : vector<[4]x1xindex> to vector<1x[4]xindex>
// CHECK-NEXT:     %8 = vector.step : vector<[4]xindex>
// CHECK-NEXT:     %9 = vector.broadcast %arg4 : index to vector<[4]xindex>
// CHECK-NEXT:     %10 = arith.addi %8, %9 : vector<[4]xindex>
// CHECK-NEXT:     %cst = arith.constant dense<true> : vector<1x[4]xi1>
// CHECK-NEXT:     %cst_3 = arith.constant dense<0.000000e+00> : vector<1x[4]xf32>
// CHECK-NEXT:     %c0_4 = arith.constant 0 : index
// CHECK-NEXT:     %c1_5 = arith.constant 1 : index
// CHECK-NEXT:     %dim_6 = tensor.dim %arg0, %c1_5 : tensor<80x16xf32>
// CHECK-NEXT:     %11 = vector.broadcast %dim_6 : index to vector<1x[4]xindex>
// CHECK-NEXT:     %12 = arith.muli %7, %11 : vector<1x[4]xindex>
// CHECK-NEXT:     %13 = vector.broadcast %10 : vector<[4]xindex> to vector<1x[4]xindex>
// CHECK-NEXT:     %14 = arith.addi %13, %12 : vector<1x[4]xindex>
// CHECK-NEXT:     %15 = vector.mask %1 { vector.gather %arg0[%c0_4, %c0_4] [%14], %cst, %cst_3 : tensor<80x16xf32>, vector<1x[4]xindex>, vector<1x[4]xi1>, vector<1x[4]xf32> into vector<1x[4]xf32> } : vector<1x[4]xi1> -> vector<1x[4]xf32>
// CHECK-NEXT:     %cst_7 = arith.constant dense<true> : vector<1x[4]xi1>
// CHECK-NEXT:     %cst_8 = arith.constant dense<0.000000e+00> : vector<1x[4]xf32>
// CHECK-NEXT:     %c0_9 = arith.constant 0 : index
// CHECK-NEXT:     %16 = vector.broadcast %arg4 : index to vector<1x[4]xindex>
// CHECK-NEXT:     %c1_10 = arith.constant 1 : index
// CHECK-NEXT:     %dim_11 = tensor.dim %arg0, %c1_10 : tensor<80x16xf32>
// CHECK-NEXT:     %17 = vector.broadcast %dim_11 : index to vector<1x[4]xindex>
// CHECK-NEXT:     %18 = arith.muli %16, %17 : vector<1x[4]xindex>
// CHECK-NEXT:     %19 = arith.addi %7, %18 : vector<1x[4]xindex>
// CHECK-NEXT:     %20 = vector.mask %1 { vector.gather %arg0[%c0_9, %c0_9] [%19], %cst_7, %cst_8 : tensor<80x16xf32>, vector<1x[4]xindex>, vector<1x[4]xi1>, vector<1x[4]xf32> into vector<1x[4]xf32> } : vector<1x[4]xi1> -> vector<1x[4]xf32>
// CHECK-NEXT:     %cst_12 = arith.constant dense<true> : vector<1x[4]xi1>
// CHECK-NEXT:     %cst_13 = arith.constant dense<0.000000e+00> : vector<1x[4]xf32>
// CHECK-NEXT:     %c0_14 = arith.constant 0 : index
// CHECK-NEXT:     %21 = ub.poison : f32
// CHECK-NEXT:     %22 = vector.constant_mask [1] : vector<1xi1>
// CHECK-NEXT:     %23 = vector.mask %22 { vector.transfer_read %arg2[], %21 {in_bounds = [true, true], permutation_map = #map} : tensor<f32>, vector<1x[4]xf32> } : vector<1xi1> -> vector<1x[4]xf32>
// CHECK-NEXT:     %cst_15 = arith.constant dense<true> : vector<1x[4]xi1>
// CHECK-NEXT:     %cst_16 = arith.constant dense<0.000000e+00> : vector<1x[4]xf32>
// CHECK-NEXT:     %c0_17 = arith.constant 0 : index
// CHECK-NEXT:     %c1_18 = arith.constant 1 : index
// CHECK-NEXT:     %dim_19 = tensor.dim %arg1, %c1_18 : tensor<3x4x5xf32>
// CHECK-NEXT:     %24 = vector.broadcast %dim_19 : index to vector<1x[4]xindex>
// CHECK-NEXT:     %25 = arith.muli %7, %24 : vector<1x[4]xindex>
// CHECK-NEXT:     %26 = arith.addi %2, %25 : vector<1x[4]xindex>
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %dim_20 = tensor.dim %arg1, %c2 : tensor<3x4x5xf32>
// CHECK-NEXT:     %27 = vector.broadcast %dim_20 : index to vector<1x[4]xindex>
// CHECK-NEXT:     %28 = arith.muli %26, %27 : vector<1x[4]xindex>
// CHECK-NEXT:     %29 = vector.broadcast %8 : vector<[4]xindex> to vector<1x[4]xindex>
// CHECK-NEXT:     %30 = arith.addi %29, %28 : vector<1x[4]xindex>
// CHECK-NEXT:     %31 = vector.mask %1 { vector.gather %arg1[%c0_17, %c0_17, %c0_17] [%30], %cst_15, %cst_16 : tensor<3x4x5xf32>, vector<1x[4]xindex>, vector<1x[4]xi1>, vector<1x[4]xf32> into vector<1x[4]xf32> } : vector<1x[4]xi1> -> vector<1x[4]xf32>
// CHECK-NEXT:     %cst_21 = arith.constant dense<true> : vector<1x[4]xi1>
// CHECK-NEXT:     %cst_22 = arith.constant dense<0.000000e+00> : vector<1x[4]xf32>
// CHECK-NEXT:     %c0_23 = arith.constant 0 : index
// CHECK-NEXT:     %c1_24 = arith.constant 1 : index
// CHECK-NEXT:     %dim_25 = tensor.dim %arg1, %c1_24 : tensor<3x4x5xf32>
// CHECK-NEXT:     %32 = vector.broadcast %dim_25 : index to vector<1x[4]xindex>
// CHECK-NEXT:     %33 = arith.muli %7, %32 : vector<1x[4]xindex>
// CHECK-NEXT:     %34 = vector.broadcast %arg4 : index to vector<1x[4]xindex>
// CHECK-NEXT:     %35 = arith.addi %34, %33 : vector<1x[4]xindex>
// CHECK-NEXT:     %c2_26 = arith.constant 2 : index
// CHECK-NEXT:     %dim_27 = tensor.dim %arg1, %c2_26 : tensor<3x4x5xf32>
// CHECK-NEXT:     %36 = vector.broadcast %dim_27 : index to vector<1x[4]xindex>
// CHECK-NEXT:     %37 = arith.muli %35, %36 : vector<1x[4]xindex>
// CHECK-NEXT:     %38 = vector.broadcast %8 : vector<[4]xindex> to vector<1x[4]xindex>
// CHECK-NEXT:     %39 = arith.addi %38, %37 : vector<1x[4]xindex>
// CHECK-NEXT:     %40 = vector.mask %1 { vector.gather %arg1[%c0_23, %c0_23, %c0_23] [%39], %cst_21, %cst_22 : tensor<3x4x5xf32>, vector<1x[4]xindex>, vector<1x[4]xi1>, vector<1x[4]xf32> into vector<1x[4]xf32> } : vector<1x[4]xi1> -> vector<1x[4]xf32>
// CHECK-NEXT:     %41 = arith.addf %15, %20 : vector<1x[4]xf32>
// CHECK-NEXT:     %42 = arith.addf %41, %23 : vector<1x[4]xf32>
// CHECK-NEXT:     %43 = arith.addf %42, %31 : vector<1x[4]xf32>
// CHECK-NEXT:     %44 = arith.addf %43, %40 : vector<1x[4]xf32>
// CHECK-NEXT:     %c0_28 = arith.constant 0 : index
// CHECK-NEXT:     %45 = vector.mask %1 { vector.transfer_write %44, %arg3[%c0_28, %c0_28] {in_bounds = [true, true]} : vector<1x[4]xf32>, tensor<?x?xf32> } : vector<1x[4]xi1> -> tensor<?x?xf32>
// CHECK-NEXT:     return %45 : tensor<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["linalg.generic"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 vector_sizes [1, [4]] {vectorize_nd_extract} : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
