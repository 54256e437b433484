// RUN: terrace-opt %s --canonicalize=test-convergence | FileCheck %s

// Elements and subvectors that are taken from what other ops put together.

func.func @chains(%v: vector<2x3x4xf32>, %row: vector<4xf32>, %f: f32) -> (f32, f32, vector<4xf32>, f32, vector<3x4xf32>) {
  %a = vector.extract %v[1] : vector<3x4xf32> from vector<2x3x4xf32>
  %b = vector.extract %a[2, 3] : f32 from vector<3x4xf32>
  %i = vector.insert %row, %v[0, 1] : vector<4xf32> into vector<2x3x4xf32>
  %c = vector.extract %i[0, 1, 2] : f32 from vector<2x3x4xf32>
  %t = vector.transpose %i, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  %d = vector.extract %t[1, 0] : vector<4xf32> from vector<3x2x4xf32>
  %e = vector.extract %i[1, 0, 0] : f32 from vector<2x3x4xf32>
  %g = vector.extract %i[0] : vector<3x4xf32> from vector<2x3x4xf32>
  return %b, %c, %d, %e, %g : f32, f32, vector<4xf32>, f32, vector<3x4xf32>
}

func.func @through(%v: vector<4x6xf32>, %w: vector<8xf32>, %s: vector<2x2xf32>) -> (f32, vector<2xf32>, f32, f32, vector<1x2xf32>) {
  %c = vector.shape_cast %v : vector<4x6xf32> to vector<2x2x6xf32>
  %a = vector.extract %c[1, 0, 5] : f32 from vector<2x2x6xf32>
  %i = vector.insert_strided_slice %s, %v {offsets = [1, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x6xf32>
  %b = vector.extract_strided_slice %i {offsets = [2, 2], sizes = [1, 2], strides = [1, 1]} : vector<4x6xf32> to vector<1x2xf32>
  %e = vector.extract %b[0] : vector<2xf32> from vector<1x2xf32>
  %x = vector.extract_strided_slice %w {offsets = [3], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %d = vector.extract %x[2] : f32 from vector<4xf32>
  %z = vector.shuffle %w, %w [0, 9, 3] : vector<8xf32>, vector<8xf32>
  %g = vector.extract %z[1] : f32 from vector<3xf32>
  return %a, %e, %d, %g, %b : f32, vector<2xf32>, f32, f32, vector<1x2xf32>
}

func.func @constants() -> (vector<4xi32>, vector<2xi8>, vector<3xi16>, vector<2x2xi32>, i32) {
  %c = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %n = arith.constant 9 : i32
  %a = vector.insert %n, %c[2] : i32 into vector<4xi32>
  %s = arith.constant dense<[1, 2, 3, 4]> : vector<4xi8>
  %b = vector.extract_strided_slice %s {offsets = [1], sizes = [2], strides = [1]} : vector<4xi8> to vector<2xi8>
  %l = arith.constant dense<[5, 6]> : vector<2xi16>
  %r = arith.constant dense<[7, 8]> : vector<2xi16>
  %d = vector.shuffle %l, %r [3, -1, 0] : vector<2xi16>, vector<2xi16>
  %z = arith.constant dense<0> : vector<2x2xi32>
  %o = arith.constant dense<1> : vector<1x2xi32>
  %e = vector.insert_strided_slice %o, %z {offsets = [1, 0], strides = [1, 1]} : vector<1x2xi32> into vector<2x2xi32>
  %g = vector.extract %a[2] : i32 from vector<4xi32>
  return %a, %b, %d, %e, %g : vector<4xi32>, vector<2xi8>, vector<3xi16>, vector<2x2xi32>, i32
}

func.func @made(%a: f32, %b: f32, %v: vector<2x2xf32>, %u: vector<2xf32>) -> (vector<2xf32>, vector<3xf32>, vector<4xf32>, vector<2x2xf32>, f32, vector<2xf32>) {
  %m = vector.from_elements %a, %b, %b, %a : vector<2x2xf32>
  %r = vector.extract %m[1] : vector<2xf32> from vector<2x2xf32>
  %s = vector.from_elements %a, %a, %a : vector<3xf32>
  %e0 = vector.extract %v[0, 0] : f32 from vector<2x2xf32>
  %e1 = vector.extract %v[0, 1] : f32 from vector<2x2xf32>
  %e2 = vector.extract %v[1, 0] : f32 from vector<2x2xf32>
  %e3 = vector.extract %v[1, 1] : f32 from vector<2x2xf32>
  %w = vector.from_elements %e0, %e1, %e2, %e3 : vector<4xf32>
  %t = vector.transpose %m, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  %x = vector.broadcast %u : vector<2xf32> to vector<2x2xf32>
  %y:4 = vector.to_elements %x : vector<2x2xf32>
  %p = ub.poison : vector<2xf32>
  %i = vector.insert %a, %p[0] : f32 into vector<2xf32>
  %j = vector.insert %b, %i[1] : f32 into vector<2xf32>
  return %r, %s, %w, %t, %y#3, %j : vector<2xf32>, vector<3xf32>, vector<4xf32>, vector<2x2xf32>, f32, vector<2xf32>
}

func.func @counted() -> (vector<4xi1>, vector<4xi1>) {
  %s = vector.step : vector<4xindex>
  %c = arith.constant dense<4> : vector<4xindex>
  %a = arith.cmpi ult, %s, %c : vector<4xindex>
  %d = arith.constant dense<3> : vector<4xindex>
  %b = arith.cmpi ult, %s, %d : vector<4xindex>
  return %a, %b : vector<4xi1>, vector<4xi1>
}

func.func @reduced(%v: vector<1xf32>, %acc: f32, %m: vector<1xi1>, %w: vector<1x4x1xf32>, %a: vector<4xf32>) -> (f32, f32, vector<4xf32>) {
  %0 = vector.reduction <add>, %v, %acc fastmath<fast> : vector<1xf32> into f32
  %1 = vector.mask %m { vector.reduction <maximumf>, %v, %acc : vector<1xf32> into f32 } : vector<1xi1> -> f32
  %2 = vector.multi_reduction <mul>, %w, %a [0, 2] : vector<1x4x1xf32> to vector<4xf32>
  return %0, %1, %2 : f32, f32, vector<4xf32>
}

func.func @added(%l: vector<2x3xf32>, %r: vector<3x2xf32>, %x: vector<2x2xf32>) -> vector<2x2xf32> {
  %z = arith.constant dense<0.0> : vector<2x2xf32>
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]} %l, %r, %z : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  %1 = arith.addf %x, %0 : vector<2x2xf32>
  return %1 : vector<2x2xf32>
}

// AUTOGENERATED CHECKS

// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @chains(%arg0: vector<2x3x4xf32>, %arg1: vector<4xf32>, %arg2: f32) -> (f32, f32, vector<4xf32>, f32, vector<3x4xf32>) {
// CHECK-NEXT:     %0 = vector.extract %arg0[1, 2, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %1 = vector.insert %arg1, %arg0 [0, 1] : vector<4xf32> into vector<2x3x4xf32>
// CHECK-NEXT:     %2 = vector.extract %arg1[2] : f32 from vector<4xf32>
// CHECK-NEXT:     %3 = vector.extract %arg0[1, 0, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %4 = vector.extract %1[0] : vector<3x4xf32> from vector<2x3x4xf32>
// CHECK-NEXT:     return %0, %2, %arg1, %3, %4 : f32, f32, vector<4xf32>, f32, vector<3x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @through(%arg0: vector<4x6xf32>, %arg1: vector<8xf32>, %arg2: vector<2x2xf32>) -> (f32, vector<2xf32>, f32, f32, vector<1x2xf32>) {
// CHECK-NEXT:     %0 = vector.extract %arg0[2, 5] : f32 from vector<4x6xf32>
// CHECK-NEXT:     %1 = vector.extract %arg2[1] : vector<2xf32> from vector<2x2xf32>
// CHECK-NEXT:     %2 = vector.shape_cast %1 : vector<2xf32> to vector<1x2xf32>
// CHECK-NEXT:     %3 = vector.extract %arg1[5] : f32 from vector<8xf32>
// CHECK-NEXT:     %4 = vector.extract %arg1[1] : f32 from vector<8xf32>
// CHECK-NEXT:     return %0, %1, %3, %4, %2 : f32, vector<2xf32>, f32, f32, vector<1x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @constants() -> (vector<4xi32>, vector<2xi8>, vector<3xi16>, vector<2x2xi32>, i32) {
// CHECK-NEXT:     %cst = arith.constant dense<[1, 2, 9, 4]> : vector<4xi32>
// CHECK-NEXT:     %cst_0 = arith.constant dense<[2, 3]> : vector<2xi8>
// CHECK-NEXT:     %cst_1 = arith.constant dense<[8, 5, 5]> : vector<3xi16>
// CHECK-NEXT{LITERAL}:     %cst_2 = arith.constant dense<[[0, 0], [1, 1]]> : vector<2x2xi32>
// CHECK-NEXT:     %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:     return %cst, %cst_0, %cst_1, %cst_2, %c9_i32 : vector<4xi32>, vector<2xi8>, vector<3xi16>, vector<2x2xi32>, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @made(%arg0: f32, %arg1: f32, %arg2: vector<2x2xf32>, %arg3: vector<2xf32>) -> (vector<2xf32>, vector<3xf32>, vector<4xf32>, vector<2x2xf32>, f32, vector<2xf32>) {
// CHECK-NEXT:     %0 = vector.from_elements %arg1, %arg0 : vector<2xf32>
// CHECK-NEXT:     %1 = vector.broadcast %arg0 : f32 to vector<3xf32>
// CHECK-NEXT:     %2 = vector.shape_cast %arg2 : vector<2x2xf32> to vector<4xf32>
// CHECK-NEXT:     %3 = vector.from_elements %arg0, %arg1, %arg1, %arg0 : vector<2x2xf32>
// CHECK-NEXT:     %4:2 = vector.to_elements %arg3 : vector<2xf32>
// CHECK-NEXT:     %5 = vector.from_elements %arg0, %arg1 : vector<2xf32>
// CHECK-NEXT:     return %0, %1, %2, %3, %4#1, %5 : vector<2xf32>, vector<3xf32>, vector<4xf32>, vector<2x2xf32>, f32, vector<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @counted() -> (vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT:     %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT:     %cst_0 = arith.constant dense<3> : vector<4xindex>
// CHECK-NEXT:     %0 = vector.step : vector<4xindex>
// CHECK-NEXT:     %1 = arith.cmpi ult, %0, %cst_0 : vector<4xindex>
// CHECK-NEXT:     return %cst, %1 : vector<4xi1>, vector<4xi1>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @reduced(%arg0: vector<1xf32>, %arg1: f32, %arg2: vector<1xi1>, %arg3: vector<1x4x1xf32>, %arg4: vector<4xf32>) -> (f32, f32, vector<4xf32>) {
// CHECK-NEXT:     %0 = vector.extract %arg0[0] : f32 from vector<1xf32>
// CHECK-NEXT:     %1 = arith.addf %0, %arg1 fastmath<fast> : f32
// CHECK-NEXT:     %2 = vector.extract %arg2[0] : i1 from vector<1xi1>
// CHECK-NEXT:     %3 = vector.extract %arg0[0] : f32 from vector<1xf32>
// CHECK-NEXT:     %4 = arith.maximumf %3, %arg1 : f32
// CHECK-NEXT:     %5 = arith.select %2, %4, %arg1 : f32
// CHECK-NEXT:     %6 = vector.shape_cast %arg3 : vector<1x4x1xf32> to vector<4xf32>
// CHECK-NEXT:     %7 = arith.mulf %arg4, %6 : vector<4xf32>
// CHECK-NEXT:     return %1, %5, %7 : f32, f32, vector<4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @added(%arg0: vector<2x3xf32>, %arg1: vector<3x2xf32>, %arg2: vector<2x2xf32>) -> vector<2x2xf32> {
// CHECK-NEXT:     %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
// CHECK-NEXT:     return %0 : vector<2x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
