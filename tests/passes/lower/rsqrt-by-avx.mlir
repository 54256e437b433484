// RUN: terrace-opt %s --test-math-polynomial-approximation=enable-avx2 | FileCheck %s

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
func.func @left(%a: vector<5xf32>, %b: f32, %c: vector<8xf16>) -> (vector<5xf32>, f32, vector<8xf16>) {
  %0 = math.rsqrt %a : vector<5xf32>
  %1 = math.rsqrt %b : f32
  %2 = math.rsqrt %c : vector<8xf16>
  return %0, %1, %2 : vector<5xf32>, f32, vector<8xf16>
}
