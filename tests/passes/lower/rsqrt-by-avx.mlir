// RUN: terrace-test-opt %s --test-math-polynomial-approximation=enable-avx2 | FileCheck %s

// Reciprocals of square roots of rows of eight floats are estimated by an instruction.

func.func @eight(%a: vector<8xf32>) -> vector<8xf32> {
  %0 = math.rsqrt %a : vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @several(%a: vector<2x16xf32>) -> vector<2x16xf32> {
  %0 = math.rsqrt %a : vector<2x16xf32>
  return %0 : vector<2x16xf32>
}
func.func @rows(%a: vector<2x8xf32>) -> vector<2x8xf32> {
  %0 = math.rsqrt %a : vector<2x8xf32>
  return %0 : vector<2x8xf32>
}
func.func @narrow(%a: vector<8xf16>, %b: bf16) -> (vector<8xf16>, bf16) {
  %0 = math.rsqrt %a : vector<8xf16>
  %1 = math.rsqrt %b : bf16
  return %0, %1 : vector<8xf16>, bf16
}
func.func @left(%a: vector<5xf32>, %b: f32, %c: vector<8xf64>) -> (vector<5xf32>, f32, vector<8xf64>) {
  %0 = math.rsqrt %a : vector<5xf32>
  %1 = math.rsqrt %b : f32
  %2 = math.rsqrt %c : vector<8xf64>
  return %0, %1, %2 : vector<5xf32>, f32, vector<8xf64>
}

// CHECK-LABEL: func.func @eight(%arg0: vector<8xf32>) -> vector<8xf32> {
// CHECK-NEXT: %cst = arith.constant dense<0x7F800000> : vector<8xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<1.500000e+00> : vector<8xf32>
// CHECK-NEXT: %cst_1 = arith.constant dense<-5.000000e-01> : vector<8xf32>
// CHECK-NEXT: %cst_2 = arith.constant dense<1.17549435E-38> : vector<8xf32>
// CHECK-NEXT: %0 = arith.mulf %arg0, %cst_1 : vector<8xf32>
// CHECK-NEXT: %1 = arith.cmpf olt, %arg0, %cst_2 : vector<8xf32>
// CHECK-NEXT: %2 = arith.cmpf oeq, %arg0, %cst : vector<8xf32>
// CHECK-NEXT: %3 = arith.ori %1, %2 : vector<8xi1>
// CHECK-NEXT: %4 = x86vector.avx.rsqrt %arg0 : vector<8xf32>
// CHECK-NEXT: %5 = arith.mulf %0, %4 : vector<8xf32>
// CHECK-NEXT: %6 = math.fma %4, %5, %cst_0 : vector<8xf32>
// CHECK-NEXT: %7 = arith.mulf %4, %6 : vector<8xf32>
// CHECK-NEXT: %8 = arith.select %3, %4, %7 : vector<8xi1>, vector<8xf32>
// CHECK-NEXT: return %8 : vector<8xf32>
// CHECK-LABEL: func.func @several(%arg0: vector<2x16xf32>) -> vector<2x16xf32> {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x2x8xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<0x7F800000> : vector<2x16xf32>
// CHECK-NEXT: %cst_1 = arith.constant dense<1.500000e+00> : vector<2x16xf32>
// CHECK-NEXT: %cst_2 = arith.constant dense<-5.000000e-01> : vector<2x16xf32>
// CHECK-NEXT: %cst_3 = arith.constant dense<1.17549435E-38> : vector<2x16xf32>
// CHECK-NEXT: %0 = arith.mulf %arg0, %cst_2 : vector<2x16xf32>
// CHECK-NEXT: %1 = arith.cmpf olt, %arg0, %cst_3 : vector<2x16xf32>
// CHECK-NEXT: %2 = arith.cmpf oeq, %arg0, %cst_0 : vector<2x16xf32>
// CHECK-NEXT: %3 = arith.ori %1, %2 : vector<2x16xi1>
// CHECK-NEXT: %4 = vector.shape_cast %arg0 : vector<2x16xf32> to vector<2x2x8xf32>
// CHECK-NEXT: %5 = vector.extract %4[0, 0] : vector<8xf32> from vector<2x2x8xf32>
// CHECK-NEXT: %6 = x86vector.avx.rsqrt %5 : vector<8xf32>
// CHECK-NEXT: %7 = vector.extract %4[0, 1] : vector<8xf32> from vector<2x2x8xf32>
// CHECK-NEXT: %8 = x86vector.avx.rsqrt %7 : vector<8xf32>
// CHECK-NEXT: %9 = vector.extract %4[1, 0] : vector<8xf32> from vector<2x2x8xf32>
// CHECK-NEXT: %10 = x86vector.avx.rsqrt %9 : vector<8xf32>
// CHECK-NEXT: %11 = vector.extract %4[1, 1] : vector<8xf32> from vector<2x2x8xf32>
// CHECK-NEXT: %12 = x86vector.avx.rsqrt %11 : vector<8xf32>
// CHECK-NEXT: %13 = vector.insert %6, %cst [0, 0] : vector<8xf32> into vector<2x2x8xf32>
// CHECK-NEXT: %14 = vector.insert %8, %13 [0, 1] : vector<8xf32> into vector<2x2x8xf32>
// CHECK-NEXT: %15 = vector.insert %10, %14 [1, 0] : vector<8xf32> into vector<2x2x8xf32>
// CHECK-NEXT: %16 = vector.insert %12, %15 [1, 1] : vector<8xf32> into vector<2x2x8xf32>
// CHECK-NEXT: %17 = vector.shape_cast %16 : vector<2x2x8xf32> to vector<2x16xf32>
// CHECK-NEXT: %18 = arith.mulf %0, %17 : vector<2x16xf32>
// CHECK-NEXT: %19 = math.fma %17, %18, %cst_1 : vector<2x16xf32>
// CHECK-NEXT: %20 = arith.mulf %17, %19 : vector<2x16xf32>
// CHECK-NEXT: %21 = arith.select %3, %17, %20 : vector<2x16xi1>, vector<2x16xf32>
// CHECK-NEXT: return %21 : vector<2x16xf32>
// CHECK-LABEL: func.func @rows(%arg0: vector<2x8xf32>) -> vector<2x8xf32> {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x8xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<0x7F800000> : vector<2x8xf32>
// CHECK-NEXT: %cst_1 = arith.constant dense<1.500000e+00> : vector<2x8xf32>
// CHECK-NEXT: %cst_2 = arith.constant dense<-5.000000e-01> : vector<2x8xf32>
// CHECK-NEXT: %cst_3 = arith.constant dense<1.17549435E-38> : vector<2x8xf32>
// CHECK-NEXT: %0 = arith.mulf %arg0, %cst_2 : vector<2x8xf32>
// CHECK-NEXT: %1 = arith.cmpf olt, %arg0, %cst_3 : vector<2x8xf32>
// CHECK-NEXT: %2 = arith.cmpf oeq, %arg0, %cst_0 : vector<2x8xf32>
// CHECK-NEXT: %3 = arith.ori %1, %2 : vector<2x8xi1>
// CHECK-NEXT: %4 = vector.extract %arg0[0] : vector<8xf32> from vector<2x8xf32>
// CHECK-NEXT: %5 = x86vector.avx.rsqrt %4 : vector<8xf32>
// CHECK-NEXT: %6 = vector.extract %arg0[1] : vector<8xf32> from vector<2x8xf32>
// CHECK-NEXT: %7 = x86vector.avx.rsqrt %6 : vector<8xf32>
// CHECK-NEXT: %8 = vector.insert %5, %cst [0] : vector<8xf32> into vector<2x8xf32>
// CHECK-NEXT: %9 = vector.insert %7, %8 [1] : vector<8xf32> into vector<2x8xf32>
// CHECK-NEXT: %10 = arith.mulf %0, %9 : vector<2x8xf32>
// CHECK-NEXT: %11 = math.fma %9, %10, %cst_1 : vector<2x8xf32>
// CHECK-NEXT: %12 = arith.mulf %9, %11 : vector<2x8xf32>
// CHECK-NEXT: %13 = arith.select %3, %9, %12 : vector<2x8xi1>, vector<2x8xf32>
// CHECK-NEXT: return %13 : vector<2x8xf32>
// CHECK-LABEL: func.func @narrow(%arg0: vector<8xf16>, %arg1: bf16) -> (vector<8xf16>, bf16) {
// CHECK-NEXT: %cst = arith.constant dense<1.17549435E-38> : vector<8xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<-5.000000e-01> : vector<8xf32>
// CHECK-NEXT: %cst_1 = arith.constant dense<1.500000e+00> : vector<8xf32>
// CHECK-NEXT: %cst_2 = arith.constant dense<0x7F800000> : vector<8xf32>
// CHECK-NEXT: %0 = arith.extf %arg0 : vector<8xf16> to vector<8xf32>
// CHECK-NEXT: %1 = arith.mulf %0, %cst_0 : vector<8xf32>
// CHECK-NEXT: %2 = arith.cmpf olt, %0, %cst : vector<8xf32>
// CHECK-NEXT: %3 = arith.cmpf oeq, %0, %cst_2 : vector<8xf32>
// CHECK-NEXT: %4 = arith.ori %2, %3 : vector<8xi1>
// CHECK-NEXT: %5 = x86vector.avx.rsqrt %0 : vector<8xf32>
// CHECK-NEXT: %6 = arith.mulf %1, %5 : vector<8xf32>
// CHECK-NEXT: %7 = math.fma %5, %6, %cst_1 : vector<8xf32>
// CHECK-NEXT: %8 = arith.mulf %5, %7 : vector<8xf32>
// CHECK-NEXT: %9 = arith.select %4, %5, %8 : vector<8xi1>, vector<8xf32>
// CHECK-NEXT: %10 = arith.truncf %9 : vector<8xf32> to vector<8xf16>
// CHECK-NEXT: %11 = arith.extf %arg1 : bf16 to f32
// CHECK-NEXT: %12 = math.rsqrt %11 : f32
// CHECK-NEXT: %13 = arith.truncf %12 : f32 to bf16
// CHECK-NEXT: return %10, %13 : vector<8xf16>, bf16
// CHECK-LABEL: func.func @left(%arg0: vector<5xf32>, %arg1: f32, %arg2: vector<8xf64>) -> (vector<5xf32>, f32, vector<8xf64>) {
// CHECK-NEXT: %0 = math.rsqrt %arg0 : vector<5xf32>
// CHECK-NEXT: %1 = math.rsqrt %arg1 : f32
// CHECK-NEXT: %2 = math.rsqrt %arg2 : vector<8xf64>
// CHECK-NEXT: return %0, %1, %2 : vector<5xf32>, f32, vector<8xf64>
