// An op that may have operands, but has none, before an op with results: the names on the next line are those of its
// results. mlir-opt prints this, and does not read it.
// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s | terrace-opt | FileCheck %s

func.func @prints(%x: f32, %m: memref<2x3xf32>) {
  vector.print punctuation <newline>
  %one = arith.constant 1.0 : f32
  vector.print
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m
      : memref<2x3xf32> -> memref<f32>, index, index, index, index, index
  vector.print
  %sizes_and_more:2 = call @pair() : () -> (f32, f32)
  vector.print
      %one : f32
  vector.print %x : f32 punctuation <comma>
  return
}
func.func private @pair() -> (f32, f32)

// CHECK-LABEL: func.func @prints(
// CHECK-SAME: %[[X:.*]]: f32, %[[M:.*]]: memref<2x3xf32>) {
// CHECK-NEXT: vector.print{{$}}
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: vector.print{{$}}
// CHECK-NEXT: %{{.*}}, %{{.*}}, %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[M]]
// CHECK-NEXT: vector.print{{$}}
// CHECK-NEXT: %{{.*}}:2 = call @pair() : () -> (f32, f32)
// CHECK-NEXT: vector.print %[[ONE]] : f32
// CHECK-NEXT: vector.print %[[X]] : f32 punctuation <comma>
// CHECK-NEXT: return
