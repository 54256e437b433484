// The ranges of the offsets, sizes and strides of buffers, through views, casts and loops.
// RUN: terrace-test-opt %s --test-strided-metadata-range-analysis 2>&1 | FileCheck %s

func.func @views(%m: memref<4x?xf32>, %i: index, %n: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: Op: %subview = memref.subview %arg0[2, 1] [2, %arg2] [1, 2]
  // CHECK-NEXT: offset = [{unsigned : [0, 18446744073709551615] signed : [-9223372036854775808, 9223372036854775807]}]
  // CHECK-SAME: sizes = [{unsigned : [2, 2] signed : [2, 2]}, {unsigned : [0, 18446744073709551615]
  // CHECK-SAME: {unsigned : [2, 2] signed : [2, 2]}]>
  %a = memref.subview %m[2, 1] [2, %n] [1, 2] : memref<4x?xf32> to memref<2x?xf32, strided<[?, 2], offset: ?>>
  %alloc = memref.alloc() : memref<8x4xf32>
  // CHECK: Op: %subview_0 = memref.subview %alloc
  // CHECK-NEXT: result[0]: strided_metadata<offset = [{unsigned : [9, 9] signed : [9, 9]}],
  // CHECK-SAME: sizes = [{unsigned : [2, 2] signed : [2, 2]}], strides = [{unsigned : [2, 2] signed : [2, 2]}]>
  %row = memref.subview %alloc[2, 1] [1, 2] [1, 2] : memref<8x4xf32> to memref<2xf32, strided<[2], offset: 9>>
  // What a loop carries is what the type determines, in the end.
  %cast = memref.cast %a : memref<2x?xf32, strided<[?, 2], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  // CHECK: Op: %{{.*}} = scf.for {{.*}} {...}
  // CHECK-NEXT: strides = [{unsigned : [0, 18446744073709551615] {{.*}}}, {unsigned : [0, 18446744073709551615]
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%x = %cast) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
    %y = memref.subview %x[0, 1] [1, 1] [1, 1]
      : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<1x1xf32, strided<[?, ?], offset: ?>>
    %z = memref.cast %y
      : memref<1x1xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
    scf.yield %z : memref<?x?xf32, strided<[?, ?], offset: ?>>
  }
  return %r : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

// CHECK-LABEL: func.func @views
