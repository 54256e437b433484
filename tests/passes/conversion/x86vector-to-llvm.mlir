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

// CHECK-LABEL: func.func @masked(%arg0: vector<8xi1>, %arg1: vector<8xf64>, %arg2: vector<16xf32>, %arg3: vector<16xi1>, %arg4: i32, %arg5: i8, %arg6: i16) -> (vector<8xf64>, vector<16xf32>, vector<16xf32>, vector<8xf64>, vector<16xf32>) {
// CHECK-NEXT: %0 = llvm.mlir.constant(dense<0.000000e+00> : vector<8xf64>) : vector<8xf64>
// CHECK-NEXT: %1 = llvm.call_intrinsic "llvm.x86.avx512.mask.compress"(%arg1, %0, %arg0) : (vector<8xf64>, vector<8xf64>, vector<8xi1>) -> vector<8xf64>
// CHECK-NEXT: %2 = llvm.mlir.constant(dense<2.500000e+00> : vector<16xf32>) : vector<16xf32>
// CHECK-NEXT: %3 = llvm.call_intrinsic "llvm.x86.avx512.mask.compress"(%arg2, %2, %arg3) {constant_src = dense<2.500000e+00> : vector<16xf32>} : (vector<16xf32>, vector<16xf32>, vector<16xi1>) -> vector<16xf32>
// CHECK-NEXT: %4 = llvm.call_intrinsic "llvm.x86.avx512.mask.compress"(%arg2, %3, %arg3) : (vector<16xf32>, vector<16xf32>, vector<16xi1>) -> vector<16xf32>
// CHECK-NEXT: %5 = llvm.call_intrinsic "llvm.x86.avx512.mask.rndscale.pd.512"(%arg1, %arg4, %1, %arg5, %arg4) : (vector<8xf64>, i32, vector<8xf64>, i8, i32) -> vector<8xf64>
// CHECK-NEXT: %6 = llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"(%arg2, %arg2, %3, %arg6, %arg4) : (vector<16xf32>, vector<16xf32>, vector<16xf32>, i16, i32) -> vector<16xf32>
// CHECK-NEXT: return %1, %3, %4, %5, %6 : vector<8xf64>, vector<16xf32>, vector<16xf32>, vector<8xf64>, vector<16xf32>
// CHECK-LABEL: func.func @intersect(%arg0: vector<8xi64>, %arg1: vector<16xi32>) -> (vector<8xi1>, vector<16xi1>) {
// CHECK-NEXT: %0 = llvm.call_intrinsic "llvm.x86.avx512.vp2intersect.q.512"(%arg0, %arg0) : (vector<8xi64>, vector<8xi64>) -> !llvm.struct<(vector<8xi1>, vector<8xi1>)>
// CHECK-NEXT: %1 = llvm.extractvalue %0[0] : !llvm.struct<(vector<8xi1>, vector<8xi1>)>
// CHECK-NEXT: %2 = llvm.extractvalue %0[1] : !llvm.struct<(vector<8xi1>, vector<8xi1>)>
// CHECK-NEXT: %3 = llvm.call_intrinsic "llvm.x86.avx512.vp2intersect.d.512"(%arg1, %arg1) : (vector<16xi32>, vector<16xi32>) -> !llvm.struct<(vector<16xi1>, vector<16xi1>)>
// CHECK-NEXT: %4 = llvm.extractvalue %3[0] : !llvm.struct<(vector<16xi1>, vector<16xi1>)>
// CHECK-NEXT: %5 = llvm.extractvalue %3[1] : !llvm.struct<(vector<16xi1>, vector<16xi1>)>
// CHECK-NEXT: return %2, %4 : vector<8xi1>, vector<16xi1>
// CHECK-LABEL: func.func @products(%arg0: vector<8xf32>, %arg1: vector<16xbf16>, %arg2: vector<4xi32>, %arg3: vector<16xi8>) -> (vector<8xf32>, vector<8xf32>, vector<4xi32>, vector<8xbf16>, vector<8xf32>) {
// CHECK-NEXT: %0 = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.256"(%arg0, %arg1, %arg1) : (vector<8xf32>, vector<16xbf16>, vector<16xbf16>) -> vector<8xf32>
// CHECK-NEXT: %1 = llvm.mlir.constant(-1 : i8) : i8
// CHECK-NEXT: %2 = llvm.call_intrinsic "llvm.x86.avx.dp.ps.256"(%arg0, %0, %1) : (vector<8xf32>, vector<8xf32>, i8) -> vector<8xf32>
// CHECK-NEXT: %3 = llvm.call_intrinsic "llvm.x86.avx2.vpdpbssd.128"(%arg2, %arg3, %arg3) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
// CHECK-NEXT: %4 = llvm.call_intrinsic "llvm.x86.avx512bf16.cvtneps2bf16.256"(%2) : (vector<8xf32>) -> vector<8xbf16>
// CHECK-NEXT: %5 = llvm.call_intrinsic "llvm.x86.avx.rsqrt.ps.256"(%2) : (vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT: return %0, %2, %3, %4, %5 : vector<8xf32>, vector<8xf32>, vector<4xi32>, vector<8xbf16>, vector<8xf32>
// CHECK-LABEL: func.func @loads(%arg0: memref<16xbf16>, %arg1: memref<16xf16, strided<[1], offset: 3>>, %arg2: memref<?xf16, strided<[1], offset: ?>>) -> (vector<8xf32>, vector<4xf32>, vector<8xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg2 : memref<?xf16, strided<[1], offset: ?>> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg1 : memref<16xf16, strided<[1], offset: 3>> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg0 : memref<16xbf16> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %4 = llvm.call_intrinsic "llvm.x86.vbcstnebf162ps256"(%3) : (!llvm.ptr) -> vector<8xf32>
// CHECK-NEXT: %5 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %6 = llvm.mlir.constant(3 : index) : i64
// CHECK-NEXT: %7 = llvm.getelementptr %5[%6] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK-NEXT: %8 = llvm.call_intrinsic "llvm.x86.vcvtneeph2ps128"(%7) : (!llvm.ptr) -> vector<4xf32>
// CHECK-NEXT: %9 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %10 = llvm.extractvalue %0[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %11 = llvm.getelementptr %9[%10] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK-NEXT: %12 = llvm.call_intrinsic "llvm.x86.vcvtneoph2ps256"(%11) : (!llvm.ptr) -> vector<8xf32>
// CHECK-NEXT: return %4, %8, %12 : vector<8xf32>, vector<4xf32>, vector<8xf32>
