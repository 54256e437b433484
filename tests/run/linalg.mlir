// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --entry=buffers | FileCheck %s --check-prefix=BUFFERS
// RUN: terrace run %s --entry=buffers --convert-linalg-to-loops | FileCheck %s --check-prefix=BUFFERS
// RUN: not terrace run %s --entry=unwritten 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: terrace run %s --entry=affine --arg=-7 | FileCheck %s --check-prefix=AFFINE
// RUN: terrace run %s --entry=loops --arg=3 | FileCheck %s --check-prefix=LOOPS
// RUN: terrace run %s --entry=loops --arg=3 --lower-affine | FileCheck %s --check-prefix=LOOPS

// A product, a bias and a cut at zero, then numbers made of positions.
// CHECK: {{\[\[}}4.000000e+00, 0.000000e+00], [1.300000e+01, 0.000000e+00]] : tensor<2x2xf32>
// CHECK-NEXT: {{\[\[}}0, 1, 2], [10, 11, 12]] : tensor<2x3xi32>
// CHECK-NEXT: [3, 5, 7] : tensor<3xi32>
func.func @main() -> (tensor<2x2xf32>, tensor<2x3xi32>, tensor<3xi32>) {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b = arith.constant dense<[[1.0, -1.0], [0.0, -2.0], [1.0, 1.0]]> : tensor<3x2xf32>
  %bias = arith.constant dense<[[0.0, 1.0], [3.0, 7.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %m = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%m, %bias : tensor<2x2xf32>, tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %s = arith.addf %x, %y : f32
    %t = arith.maximumf %s, %zero : f32
    linalg.yield %t : f32
  } -> tensor<2x2xf32>
  %p = tensor.empty() : tensor<2x3xi32>
  %q = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]
  } outs(%p : tensor<2x3xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ten = arith.constant 10 : index
    %t = arith.muli %i, %ten : index
    %u = arith.addi %t, %j : index
    %v = arith.index_cast %u : index to i32
    linalg.yield %v : i32
  } -> tensor<2x3xi32>
  %line = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %ones = arith.constant dense<1> : tensor<2xi32>
  %none = arith.constant dense<0> : tensor<3xi32>
  %c = linalg.conv_1d ins(%line, %ones : tensor<4xi32>, tensor<2xi32>) outs(%none : tensor<3xi32>) -> tensor<3xi32>
  return %r, %q, %c : tensor<2x2xf32>, tensor<2x3xi32>, tensor<3xi32>
}

// The same product in buffers: its trace.
// BUFFERS: -1 : i64
func.func @buffers() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i64
  %two = arith.constant 2 : i64
  %minus = arith.constant -1 : i64
  %a = memref.alloc() : memref<2x3xi64>
  %b = memref.alloc() : memref<3x2xi64>
  %c = memref.alloc() : memref<2x2xi64>
  linalg.fill ins(%two : i64) outs(%a : memref<2x3xi64>)
  linalg.fill ins(%minus : i64) outs(%b : memref<3x2xi64>)
  linalg.fill ins(%zero : i64) outs(%c : memref<2x2xi64>)
  %eleven = arith.constant 11 : i64
  memref.store %eleven, %c[%c1, %c1] : memref<2x2xi64>
  linalg.matmul ins(%a, %b : memref<2x3xi64>, memref<3x2xi64>) outs(%c : memref<2x2xi64>)
  %x = memref.load %c[%c0, %c0] : memref<2x2xi64>
  %y = memref.load %c[%c1, %c1] : memref<2x2xi64>
  %s = arith.addi %x, %y : i64
  memref.dealloc %a : memref<2x3xi64>
  memref.dealloc %b : memref<3x2xi64>
  memref.dealloc %c : memref<2x2xi64>
  return %s : i64
}

// UNWRITTEN: :[[@LINE+5]]:8: error: read of a tensor element that was not written
func.func @unwritten() -> tensor<2x2xf32> {
  %a = arith.constant dense<1.0> : tensor<2x3xf32>
  %b = arith.constant dense<1.0> : tensor<3x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %m = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %m : tensor<2x2xf32>
}

// AFFINE: -4 : index
// AFFINE-NEXT: -3 : index
// AFFINE-NEXT: 1 : index
// AFFINE-NEXT: -14 : index
// AFFINE-NEXT: 3 : index
func.func @affine(%x: index) -> (index, index, index, index, index) {
  %a = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%x)
  %b = affine.apply affine_map<(d0) -> (d0 ceildiv 2)>(%x)
  %c = affine.apply affine_map<()[s0] -> (s0 mod 4)>()[%x]
  %d = affine.min affine_map<(d0) -> (d0 * 2, d0 + 1)>(%x)
  %e = affine.max affine_map<(d0)[s0] -> (d0 * 2, 3, s0)>(%x)[%x]
  return %a, %b, %c, %d, %e : index, index, index, index, index
}

// The sum of 10 * i + j over the upper triangle of a 3 x 3 buffer, where j == i counts twice.
// LOOPS: 81 : i64
func.func @loops(%n: index) -> i64 {
  %m = memref.alloc(%n, %n) : memref<?x?xi64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %x = affine.apply affine_map<(i, j) -> (10 * i + j)>(%i, %j)
      %v = arith.index_cast %x : index to i64
      affine.store %v, %m[%j, %i] : memref<?x?xi64>
    }
  }
  %zero = arith.constant 0 : i64
  %sum = affine.for %i = 0 to %n iter_args(%s = %zero) -> i64 {
    %row = affine.for %j = max affine_map<(i) -> (i, 0)>(%i) to %n iter_args(%t = %s) -> i64 {
      %v = affine.load %m[%j, %i] : memref<?x?xi64>
      %w = affine.if affine_set<(i, j) : (i - j == 0)>(%i, %j) -> i64 {
        %d = arith.addi %v, %v : i64
        affine.yield %d : i64
      } else {
        affine.yield %v : i64
      }
      %u = arith.addi %t, %w : i64
      affine.yield %u : i64
    }
    affine.yield %row : i64
  }
  memref.dealloc %m : memref<?x?xi64>
  return %sum : i64
}
