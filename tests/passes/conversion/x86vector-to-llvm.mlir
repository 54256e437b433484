// RUN: terrace-opt %s --convert-vector-to-llvm=enable-x86vector | FileCheck %s

// Ops of x86vector are calls of intrinsics, whose names tell the types.

func.func @masked(%m: vector<8xi1>, %a: vector<8xf64>, %b: vector<16xf32>, %n: vector<16xi1>, %i: i32, %k: i8, %l: i16) -> (vector<8xf64>, vector<16xf32>, vector<16xf32>, vector<8xf64>, vector<16xf32>) {
  %0 = x86vector.avx512.mask.compress %m, %a : vector<8xf64>
  %1 = x86vector.avx512.mask.compress %n, %b {constant_src = dense<2.5> : vector<16xf32>} : vector<16xf32>
  %2 = x86vector.avx512.mask.compress %n, %b, %1 : vector<16xf32>, vector<16xf32>
  %3 = x86vector.avx512.mask.rndscale %a, %i, %0, %k, %i : vector<8xf64>
  %4 = x86vector.avx512.mask.scalef %b, %b, %1, %l, %i : vector<16xf32>
  return %0, %1, %2, %3, %4 : vector<8xf64>, vector<16xf32>, vector<16xf32>, vector<8xf64>, vector<16xf32>
}
func.func @intersect(%a: vector<8xi64>, %b: vector<16xi32>) -> (vector<8xi1>, vector<16xi1>) {
  %0, %1 = x86vector.avx512.vp2intersect %a, %a : vector<8xi64>
  %2, %3 = x86vector.avx512.vp2intersect %b, %b : vector<16xi32>
  return %1, %2 : vector<8xi1>, vector<16xi1>
}
func.func @products(%s: vector<8xf32>, %a: vector<16xbf16>, %w: vector<4xi32>, %b: vector<16xi8>) -> (vector<8xf32>, vector<8xf32>, vector<4xi32>, vector<8xbf16>, vector<8xf32>) {
  %0 = x86vector.avx512.dot %s, %a, %a : vector<16xbf16> -> vector<8xf32>
  %1 = x86vector.avx.intr.dot %s, %0 : vector<8xf32>
  %2 = x86vector.avx.dot.i8 %w, %b, %b : vector<16xi8> -> vector<4xi32>
  %3 = x86vector.avx512.cvt.packed.f32_to_bf16 %1 : vector<8xf32> -> vector<8xbf16>
  %4 = x86vector.avx.rsqrt %1 : vector<8xf32>
  return %0, %1, %2, %3, %4 : vector<8xf32>, vector<8xf32>, vector<4xi32>, vector<8xbf16>, vector<8xf32>
}
func.func @loads(%m: memref<16xbf16>, %n: memref<16xf16, strided<[1], offset: 3>>, %o: memref<?xf16, strided<[1], offset: ?>>) -> (vector<8xf32>, vector<4xf32>, vector<8xf32>) {
  %0 = x86vector.avx.bcst_to_f32.packed %m : memref<16xbf16> -> vector<8xf32>
  %1 = x86vector.avx.cvt.packed.even.indexed_to_f32 %n : memref<16xf16, strided<[1], offset: 3>> -> vector<4xf32>
  %2 = x86vector.avx.cvt.packed.odd.indexed_to_f32 %o : memref<?xf16, strided<[1], offset: ?>> -> vector<8xf32>
  return %0, %1, %2 : vector<8xf32>, vector<4xf32>, vector<8xf32>
}


