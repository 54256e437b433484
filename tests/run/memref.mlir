// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --convert-scf-to-cf --canonicalize --cse | FileCheck %s
// RUN: terrace run %s --entry=views --arg=3 | FileCheck %s --check-prefix=VIEWS
// RUN: terrace run %s --entry=globals | FileCheck %s --check-prefix=GLOBALS

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printI64(i64)
func.func private @printF32(f32)
func.func private @printNewline()

// What mlir-runner prints for this program, but for the address.
// CHECK: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 2 offset = 0 sizes = [3, 4] strides = [4, 1] data =
// CHECK-NEXT: {{\[\[}}0,   0.5,   1,   1.5],{{ }}
// CHECK-NEXT: [10,   10.5,   11,   11.5],{{ }}
// CHECK-NEXT: [20,   20.5,   21,   21.5]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 2 offset = 5 sizes = [2, 2] strides = [4, 2] data =
// CHECK-NEXT: {{\[\[}}10.5,   11.5],{{ }}
// CHECK-NEXT: [20.5,   21.5]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 6 sizes = [2] strides = [4] data =
// CHECK-NEXT: [11,  21]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 0 offset = 0 sizes = [] strides = [] data =
// CHECK-NEXT: [129]
// CHECK-NEXT: 12
// CHECK-NEXT: 0.333333
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %ten = arith.constant 10.0 : f32
  %half = arith.constant 0.5 : f32
  %m = memref.alloc(%c3) : memref<?x4xf32>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %i32 = arith.index_cast %i : index to i32
      %j32 = arith.index_cast %j : index to i32
      %x = arith.sitofp %i32 : i32 to f32
      %y = arith.sitofp %j32 : i32 to f32
      %a = arith.mulf %x, %ten : f32
      %b = arith.mulf %y, %half : f32
      %s = arith.addf %a, %b : f32
      memref.store %s, %m[%i, %j] : memref<?x4xf32>
    }
  }
  %u = memref.cast %m : memref<?x4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %v = memref.subview %m[1, 1] [2, 2] [1, 2] : memref<?x4xf32> to memref<2x2xf32, strided<[4, 2], offset: 5>>
  %w = memref.cast %v : memref<2x2xf32, strided<[4, 2], offset: 5>> to memref<*xf32>
  call @printMemrefF32(%w) : (memref<*xf32>) -> ()
  %k = memref.subview %m[1, 2] [2, 1] [1, 1] : memref<?x4xf32> to memref<2xf32, strided<[4], offset: 6>>
  %l = memref.cast %k : memref<2xf32, strided<[4], offset: 6>> to memref<*xf32>
  call @printMemrefF32(%l) : (memref<*xf32>) -> ()
  %z = memref.alloca() : memref<f32>
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %z[] : memref<f32>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %e = memref.load %m[%i, %j] : memref<?x4xf32>
      %o = memref.load %z[] : memref<f32>
      %s = arith.addf %e, %o : f32
      memref.store %s, %z[] : memref<f32>
    }
  }
  %t = memref.cast %z : memref<f32> to memref<*xf32>
  call @printMemrefF32(%t) : (memref<*xf32>) -> ()
  %d0 = memref.dim %m, %c0 : memref<?x4xf32>
  %d1 = memref.dim %m, %c1 : memref<?x4xf32>
  %n = arith.muli %d0, %d1 : index
  %n64 = arith.index_cast %n : index to i64
  call @printI64(%n64) : (i64) -> ()
  call @printNewline() : () -> ()
  %one = arith.constant 1.0 : f32
  %three = arith.constant 3.0 : f32
  %third = arith.divf %one, %three : f32
  call @printF32(%third) : (f32) -> ()
  call @printNewline() : () -> ()
  memref.dealloc %m : memref<?x4xf32>
  return
}

// Element 1, 2 of a 3 x 4 buffer by four ways, and what a copy of a transposition has there.
// VIEWS: 6 : i32
// VIEWS-NEXT: 6 : i32
// VIEWS-NEXT: 6 : i32
// VIEWS-NEXT: 6 : i32
// VIEWS-NEXT: 9 : i32
func.func @views(%n: index) -> (i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c12 = arith.constant 12 : index
  %m = memref.alloc(%c12) : memref<?xi32>
  scf.for %i = %c0 to %c12 step %c1 {
    %v = arith.index_cast %i : index to i32
    memref.store %v, %m[%i] : memref<?xi32>
  }
  %e = memref.expand_shape %m [[0, 1]] output_shape [%n, 4] : memref<?xi32> into memref<?x4xi32>
  %x = memref.load %e[%c1, %c2] : memref<?x4xi32>
  %c = memref.collapse_shape %e [[0, 1]] : memref<?x4xi32> into memref<?xi32>
  %y = memref.load %c[%c6] : memref<?xi32>
  %r = memref.reinterpret_cast %m to offset: [2], sizes: [2, 2], strides: [4, 1] : memref<?xi32> to memref<2x2xi32, strided<[4, 1], offset: 2>>
  %z = memref.load %r[%c1, %c0] : memref<2x2xi32, strided<[4, 1], offset: 2>>
  %t = memref.transpose %e (i, j) -> (j, i) : memref<?x4xi32> to memref<4x?xi32, strided<[1, 4]>>
  %w = memref.load %t[%c2, %c1] : memref<4x?xi32, strided<[1, 4]>>
  %k = memref.alloc(%n) : memref<4x?xi32>
  memref.copy %t, %k : memref<4x?xi32, strided<[1, 4]>> to memref<4x?xi32>
  %q = memref.load %k[%c1, %c2] : memref<4x?xi32>
  memref.dealloc %m : memref<?xi32>
  memref.dealloc %k : memref<4x?xi32>
  return %x, %y, %z, %w, %q : i32, i32, i32, i32, i32
}

memref.global "private" constant @table : memref<2x2xi16> = dense<[[1, 2], [3, -4]]>
memref.global "private" @counter : memref<i64> = dense<40>

// GLOBALS: -4 : i16
// GLOBALS-NEXT: 42 : i64
func.func @globals() -> (i16, i64) {
  %c1 = arith.constant 1 : index
  %t = memref.get_global @table : memref<2x2xi16>
  %x = memref.load %t[%c1, %c1] : memref<2x2xi16>
  func.call @count() : () -> ()
  func.call @count() : () -> ()
  %c = memref.get_global @counter : memref<i64>
  %y = memref.load %c[] : memref<i64>
  return %x, %y : i16, i64
}

func.func private @count() {
  %c1 = arith.constant 1 : i64
  %c = memref.get_global @counter : memref<i64>
  %x = memref.load %c[] : memref<i64>
  %y = arith.addi %x, %c1 : i64
  memref.store %y, %c[] : memref<i64>
  return
}
