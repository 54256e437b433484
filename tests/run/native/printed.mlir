// REQUIRES: clang
// RUN: terrace run %s | FileCheck %s --strict-whitespace
// RUN: terrace run %s --native | FileCheck %s --strict-whitespace

// Each kind of element is printed alike, and as upstream's runner prints it; bytes are numbers.

// CHECK: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [4] strides = [1] data =
// CHECK-NEXT: [-1.5,  0.25,  1e+20,  0.333333]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 3 offset = 1 sizes = [1, 2, 2] strides = [4, 1, 1] data =
// CHECK-NEXT: {{\[\[\[}}0.25,    1e+20],
// CHECK-NEXT: [1e+20,    0.333333]]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [4] strides = [1] data =
// CHECK-NEXT: [-1.5,  0.25,  1e+300,  1e-09]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 3 offset = 1 sizes = [1, 2, 2] strides = [4, 1, 1] data =
// CHECK-NEXT: {{\[\[\[}}0.25,    1e+300],
// CHECK-NEXT: [1e+300,    1e-09]]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [4] strides = [1] data =
// CHECK-NEXT: [-1.5,  0.25,  65504,  0]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 3 offset = 1 sizes = [1, 2, 2] strides = [4, 1, 1] data =
// CHECK-NEXT: {{\[\[\[}}0.25,    65504],
// CHECK-NEXT: [65504,    0]]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [4] strides = [1] data =
// CHECK-NEXT: [-1.5,  0.25,  9.97277e+19,  -0]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 3 offset = 1 sizes = [1, 2, 2] strides = [4, 1, 1] data =
// CHECK-NEXT: {{\[\[\[}}0.25,    9.97277e+19],
// CHECK-NEXT: [9.97277e+19,    -0]]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [4] strides = [1] data =
// CHECK-NEXT: [-128,  127,  0,  3]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 3 offset = 1 sizes = [1, 2, 2] strides = [4, 1, 1] data =
// CHECK-NEXT: {{\[\[\[}}127,    0],
// CHECK-NEXT: [0,    3]]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [4] strides = [1] data =
// CHECK-NEXT: [-32768,  32767,  0,  3]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 3 offset = 1 sizes = [1, 2, 2] strides = [4, 1, 1] data =
// CHECK-NEXT: {{\[\[\[}}32767,    0],
// CHECK-NEXT: [0,    3]]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [4] strides = [1] data =
// CHECK-NEXT: [-2147483648,  2147483647,  0,  3]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 3 offset = 1 sizes = [1, 2, 2] strides = [4, 1, 1] data =
// CHECK-NEXT: {{\[\[\[}}2147483647,    0],
// CHECK-NEXT: [0,    3]]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [4] strides = [1] data =
// CHECK-NEXT: [-9223372036854775808,  9223372036854775807,  0,  3]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 3 offset = 1 sizes = [1, 2, 2] strides = [4, 1, 1] data =
// CHECK-NEXT: {{\[\[\[}}9223372036854775807,    0],
// CHECK-NEXT: [0,    3]]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [4] strides = [1] data =
// CHECK-NEXT: [18446744073709551611,  7,  0,  3]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 3 offset = 1 sizes = [1, 2, 2] strides = [4, 1, 1] data =
// CHECK-NEXT: {{\[\[\[}}7,    0],
// CHECK-NEXT: [0,    3]]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [4] strides = [1] data =
// CHECK-NEXT: [(-1.5,0.25),  (1e+20,0),  (-0,3),  (4,5)]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 3 offset = 1 sizes = [1, 2, 2] strides = [4, 1, 1] data =
// CHECK-NEXT: {{\[\[\[}}(1e+20,0),    (-0,3)],
// CHECK-NEXT: [(-0,3),    (4,5)]]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [4] strides = [1] data =
// CHECK-NEXT: [(-1.5,0.25),  (1e+20,0),  (-0,3),  (4,5)]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 3 offset = 1 sizes = [1, 2, 2] strides = [4, 1, 1] data =
// CHECK-NEXT: {{\[\[\[}}(1e+20,0),    (-0,3)],
// CHECK-NEXT: [(-0,3),    (4,5)]]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 3 offset = 1 sizes = [1, 2, 2] strides = [4, 1, 1]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 0 offset = 0 sizes = [] strides = [] data =
// CHECK-NEXT: [2.5]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 2 offset = 0 sizes = [2, 0] strides = [0, 1] data =
// CHECK-NEXT: {{\[\[}}],
// CHECK-NEXT: []]

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
memref.global "private" constant @f32 : memref<4xf32> = dense<[-1.5, 0.25, 1.0e20, 0.333333343]>
func.func private @printMemrefF64(memref<*xf64>) attributes {llvm.emit_c_interface}
memref.global "private" constant @f64 : memref<4xf64> = dense<[-1.5, 0.25, 1.0e300, 1.0e-9]>
func.func private @printMemrefF16(memref<*xf16>) attributes {llvm.emit_c_interface}
memref.global "private" constant @f16 : memref<4xf16> = dense<[-1.5, 0.25, 6.5504e4, 0.0]>
func.func private @printMemrefBF16(memref<*xbf16>) attributes {llvm.emit_c_interface}
memref.global "private" constant @bf16 : memref<4xbf16> = dense<[-1.5, 0.25, 1.0e20, -0.0]>
func.func private @printMemrefI8(memref<*xi8>) attributes {llvm.emit_c_interface}
memref.global "private" constant @i8 : memref<4xi8> = dense<[-128, 127, 0, 3]>
func.func private @printMemrefI16(memref<*xi16>) attributes {llvm.emit_c_interface}
memref.global "private" constant @i16 : memref<4xi16> = dense<[-32768, 32767, 0, 3]>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
memref.global "private" constant @i32 : memref<4xi32> = dense<[-2147483648, 2147483647, 0, 3]>
func.func private @printMemrefI64(memref<*xi64>) attributes {llvm.emit_c_interface}
memref.global "private" constant @i64 : memref<4xi64> = dense<[-9223372036854775808, 9223372036854775807, 0, 3]>
func.func private @printMemrefInd(memref<*xindex>) attributes {llvm.emit_c_interface}
memref.global "private" constant @ind : memref<4xindex> = dense<[-5, 7, 0, 3]>
func.func private @printMemrefC32(memref<*xcomplex<f32>>) attributes {llvm.emit_c_interface}
memref.global "private" constant @c32 : memref<4xcomplex<f32>> = dense<[(-1.5, 0.25), (1.0e20, 0.0), (-0.0, 3.0), (4.0, 5.0)]>
func.func private @printMemrefC64(memref<*xcomplex<f64>>) attributes {llvm.emit_c_interface}
memref.global "private" constant @c64 : memref<4xcomplex<f64>> = dense<[(-1.5, 0.25), (1.0e20, 0.0), (-0.0, 3.0), (4.0, 5.0)]>
func.func private @printMemrefShapeC32(memref<*xcomplex<f32>>) attributes {llvm.emit_c_interface}

func.func @main() {
  %f32 = memref.get_global @f32 : memref<4xf32>
  %f32_u = memref.cast %f32 : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%f32_u) : (memref<*xf32>) -> ()
  %f32_v = memref.reinterpret_cast %f32 to offset: [1], sizes: [1, 2, 2], strides: [4, 1, 1] : memref<4xf32> to memref<1x2x2xf32, strided<[4, 1, 1], offset: 1>>
  %f32_w = memref.cast %f32_v : memref<1x2x2xf32, strided<[4, 1, 1], offset: 1>> to memref<*xf32>
  call @printMemrefF32(%f32_w) : (memref<*xf32>) -> ()
  %f64 = memref.get_global @f64 : memref<4xf64>
  %f64_u = memref.cast %f64 : memref<4xf64> to memref<*xf64>
  call @printMemrefF64(%f64_u) : (memref<*xf64>) -> ()
  %f64_v = memref.reinterpret_cast %f64 to offset: [1], sizes: [1, 2, 2], strides: [4, 1, 1] : memref<4xf64> to memref<1x2x2xf64, strided<[4, 1, 1], offset: 1>>
  %f64_w = memref.cast %f64_v : memref<1x2x2xf64, strided<[4, 1, 1], offset: 1>> to memref<*xf64>
  call @printMemrefF64(%f64_w) : (memref<*xf64>) -> ()
  %f16 = memref.get_global @f16 : memref<4xf16>
  %f16_u = memref.cast %f16 : memref<4xf16> to memref<*xf16>
  call @printMemrefF16(%f16_u) : (memref<*xf16>) -> ()
  %f16_v = memref.reinterpret_cast %f16 to offset: [1], sizes: [1, 2, 2], strides: [4, 1, 1] : memref<4xf16> to memref<1x2x2xf16, strided<[4, 1, 1], offset: 1>>
  %f16_w = memref.cast %f16_v : memref<1x2x2xf16, strided<[4, 1, 1], offset: 1>> to memref<*xf16>
  call @printMemrefF16(%f16_w) : (memref<*xf16>) -> ()
  %bf16 = memref.get_global @bf16 : memref<4xbf16>
  %bf16_u = memref.cast %bf16 : memref<4xbf16> to memref<*xbf16>
  call @printMemrefBF16(%bf16_u) : (memref<*xbf16>) -> ()
  %bf16_v = memref.reinterpret_cast %bf16 to offset: [1], sizes: [1, 2, 2], strides: [4, 1, 1] : memref<4xbf16> to memref<1x2x2xbf16, strided<[4, 1, 1], offset: 1>>
  %bf16_w = memref.cast %bf16_v : memref<1x2x2xbf16, strided<[4, 1, 1], offset: 1>> to memref<*xbf16>
  call @printMemrefBF16(%bf16_w) : (memref<*xbf16>) -> ()
  %i8 = memref.get_global @i8 : memref<4xi8>
  %i8_u = memref.cast %i8 : memref<4xi8> to memref<*xi8>
  call @printMemrefI8(%i8_u) : (memref<*xi8>) -> ()
  %i8_v = memref.reinterpret_cast %i8 to offset: [1], sizes: [1, 2, 2], strides: [4, 1, 1] : memref<4xi8> to memref<1x2x2xi8, strided<[4, 1, 1], offset: 1>>
  %i8_w = memref.cast %i8_v : memref<1x2x2xi8, strided<[4, 1, 1], offset: 1>> to memref<*xi8>
  call @printMemrefI8(%i8_w) : (memref<*xi8>) -> ()
  %i16 = memref.get_global @i16 : memref<4xi16>
  %i16_u = memref.cast %i16 : memref<4xi16> to memref<*xi16>
  call @printMemrefI16(%i16_u) : (memref<*xi16>) -> ()
  %i16_v = memref.reinterpret_cast %i16 to offset: [1], sizes: [1, 2, 2], strides: [4, 1, 1] : memref<4xi16> to memref<1x2x2xi16, strided<[4, 1, 1], offset: 1>>
  %i16_w = memref.cast %i16_v : memref<1x2x2xi16, strided<[4, 1, 1], offset: 1>> to memref<*xi16>
  call @printMemrefI16(%i16_w) : (memref<*xi16>) -> ()
  %i32 = memref.get_global @i32 : memref<4xi32>
  %i32_u = memref.cast %i32 : memref<4xi32> to memref<*xi32>
  call @printMemrefI32(%i32_u) : (memref<*xi32>) -> ()
  %i32_v = memref.reinterpret_cast %i32 to offset: [1], sizes: [1, 2, 2], strides: [4, 1, 1] : memref<4xi32> to memref<1x2x2xi32, strided<[4, 1, 1], offset: 1>>
  %i32_w = memref.cast %i32_v : memref<1x2x2xi32, strided<[4, 1, 1], offset: 1>> to memref<*xi32>
  call @printMemrefI32(%i32_w) : (memref<*xi32>) -> ()
  %i64 = memref.get_global @i64 : memref<4xi64>
  %i64_u = memref.cast %i64 : memref<4xi64> to memref<*xi64>
  call @printMemrefI64(%i64_u) : (memref<*xi64>) -> ()
  %i64_v = memref.reinterpret_cast %i64 to offset: [1], sizes: [1, 2, 2], strides: [4, 1, 1] : memref<4xi64> to memref<1x2x2xi64, strided<[4, 1, 1], offset: 1>>
  %i64_w = memref.cast %i64_v : memref<1x2x2xi64, strided<[4, 1, 1], offset: 1>> to memref<*xi64>
  call @printMemrefI64(%i64_w) : (memref<*xi64>) -> ()
  %ind = memref.get_global @ind : memref<4xindex>
  %ind_u = memref.cast %ind : memref<4xindex> to memref<*xindex>
  call @printMemrefInd(%ind_u) : (memref<*xindex>) -> ()
  %ind_v = memref.reinterpret_cast %ind to offset: [1], sizes: [1, 2, 2], strides: [4, 1, 1] : memref<4xindex> to memref<1x2x2xindex, strided<[4, 1, 1], offset: 1>>
  %ind_w = memref.cast %ind_v : memref<1x2x2xindex, strided<[4, 1, 1], offset: 1>> to memref<*xindex>
  call @printMemrefInd(%ind_w) : (memref<*xindex>) -> ()
  %c32 = memref.get_global @c32 : memref<4xcomplex<f32>>
  %c32_u = memref.cast %c32 : memref<4xcomplex<f32>> to memref<*xcomplex<f32>>
  call @printMemrefC32(%c32_u) : (memref<*xcomplex<f32>>) -> ()
  %c32_v = memref.reinterpret_cast %c32 to offset: [1], sizes: [1, 2, 2], strides: [4, 1, 1] : memref<4xcomplex<f32>> to memref<1x2x2xcomplex<f32>, strided<[4, 1, 1], offset: 1>>
  %c32_w = memref.cast %c32_v : memref<1x2x2xcomplex<f32>, strided<[4, 1, 1], offset: 1>> to memref<*xcomplex<f32>>
  call @printMemrefC32(%c32_w) : (memref<*xcomplex<f32>>) -> ()
  %c64 = memref.get_global @c64 : memref<4xcomplex<f64>>
  %c64_u = memref.cast %c64 : memref<4xcomplex<f64>> to memref<*xcomplex<f64>>
  call @printMemrefC64(%c64_u) : (memref<*xcomplex<f64>>) -> ()
  %c64_v = memref.reinterpret_cast %c64 to offset: [1], sizes: [1, 2, 2], strides: [4, 1, 1] : memref<4xcomplex<f64>> to memref<1x2x2xcomplex<f64>, strided<[4, 1, 1], offset: 1>>
  %c64_w = memref.cast %c64_v : memref<1x2x2xcomplex<f64>, strided<[4, 1, 1], offset: 1>> to memref<*xcomplex<f64>>
  call @printMemrefC64(%c64_w) : (memref<*xcomplex<f64>>) -> ()
  call @printMemrefShapeC32(%c32_w) : (memref<*xcomplex<f32>>) -> ()
  %s = memref.alloca() : memref<f32>
  %x = arith.constant 2.5 : f32
  memref.store %x, %s[] : memref<f32>
  %su = memref.cast %s : memref<f32> to memref<*xf32>
  call @printMemrefF32(%su) : (memref<*xf32>) -> ()
  %e = memref.alloca() : memref<2x0xf32>
  %eu = memref.cast %e : memref<2x0xf32> to memref<*xf32>
  call @printMemrefF32(%eu) : (memref<*xf32>) -> ()
  return
}
