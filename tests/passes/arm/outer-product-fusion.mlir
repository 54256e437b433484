// Chains of outer products of extended vectors become sums of them, where all are of one kind and nothing else uses them.
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(arm-sme-outer-product-fusion))' | FileCheck %s

func.func @two(%a: vector<[4]xf16>, %b: vector<[4]xf16>, %c: vector<[4]xf16>, %d: vector<[4]xf16>, %m: vector<[4]xi1>, %acc: vector<[4]x[4]xf32>) -> vector<[4]x[4]xf32> {
  %0 = arith.extf %a : vector<[4]xf16> to vector<[4]xf32>
  %1 = arith.extf %b : vector<[4]xf16> to vector<[4]xf32>
  %2 = arith.extf %c : vector<[4]xf16> to vector<[4]xf32>
  %3 = arith.extf %d : vector<[4]xf16> to vector<[4]xf32>
  %4 = arm_sme.outerproduct %0, %1 acc(%acc) masks(%m, %m) : vector<[4]xf32>, vector<[4]xf32>
  %5 = arm_sme.outerproduct %2, %3 acc(%4) masks(%m, %m) : vector<[4]xf32>, vector<[4]xf32>
  return %5 : vector<[4]x[4]xf32>
}
func.func @four(%a: vector<4x[2]xi16>, %b: vector<[8]xi16>, %i: index) -> vector<[2]x[2]xi64> {
  %x = arith.extsi %a : vector<4x[2]xi16> to vector<4x[2]xi64>
  %y = arith.extui %b : vector<[8]xi16> to vector<[8]xi64>
  %0 = vector.extract %x[0] : vector<[2]xi64> from vector<4x[2]xi64>
  %1 = vector.extract %x[%i] : vector<[2]xi64> from vector<4x[2]xi64>
  %2 = vector.scalable.extract %y[0] : vector<[2]xi64> from vector<[8]xi64>
  %3 = vector.scalable.extract %y[6] : vector<[2]xi64> from vector<[8]xi64>
  %4 = arm_sme.outerproduct %0, %2 kind<sub> : vector<[2]xi64>, vector<[2]xi64>
  %5 = arm_sme.outerproduct %1, %3 kind<sub> acc(%4) : vector<[2]xi64>, vector<[2]xi64>
  %6 = arm_sme.outerproduct %0, %3 kind<sub> acc(%5) : vector<[2]xi64>, vector<[2]xi64>
  %7 = arm_sme.outerproduct %1, %2 kind<sub> acc(%6) : vector<[2]xi64>, vector<[2]xi64>
  return %7 : vector<[2]x[2]xi64>
}
func.func @used_elsewhere(%a: vector<[4]xi16>) -> (vector<[4]x[4]xi32>, vector<[4]x[4]xi32>) {
  %0 = arith.extui %a : vector<[4]xi16> to vector<[4]xi32>
  %1 = arm_sme.outerproduct %0, %0 : vector<[4]xi32>, vector<[4]xi32>
  %2 = arm_sme.outerproduct %0, %0 acc(%1) : vector<[4]xi32>, vector<[4]xi32>
  return %1, %2 : vector<[4]x[4]xi32>, vector<[4]x[4]xi32>
}
func.func @kinds_differ(%a: vector<[4]xi16>) -> vector<[4]x[4]xi32> {
  %0 = arith.extui %a : vector<[4]xi16> to vector<[4]xi32>
  %1 = arm_sme.outerproduct %0, %0 : vector<[4]xi32>, vector<[4]xi32>
  %2 = arm_sme.outerproduct %0, %0 kind<sub> acc(%1) : vector<[4]xi32>, vector<[4]xi32>
  return %2 : vector<[4]x[4]xi32>
}

// CHECK:      module {
// CHECK-NEXT:   func.func @two(%arg0: vector<[4]xf16>, %arg1: vector<[4]xf16>, %arg2: vector<[4]xf16>, %arg3: vector<[4]xf16>, %arg4: vector<[4]xi1>, %arg5: vector<[4]x[4]xf32>) -> vector<[4]x[4]xf32> {
// CHECK-NEXT:     %0 = vector.interleave %arg0, %arg2 : vector<[4]xf16> -> vector<[8]xf16>
// CHECK-NEXT:     %1 = vector.interleave %arg1, %arg3 : vector<[4]xf16> -> vector<[8]xf16>
// CHECK-NEXT:     %2 = vector.interleave %arg4, %arg4 : vector<[4]xi1> -> vector<[8]xi1>
// CHECK-NEXT:     %3 = vector.interleave %arg4, %arg4 : vector<[4]xi1> -> vector<[8]xi1>
// CHECK-NEXT:     %4 = arm_sme.fmopa_2way %0, %1 acc(%arg5) masks(%2, %3) : vector<[8]xf16>, vector<[8]xf16> into vector<[4]x[4]xf32>
// CHECK-NEXT:     return %4 : vector<[4]x[4]xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @four(%arg0: vector<4x[2]xi16>, %arg1: vector<[8]xi16>, %arg2: index) -> vector<[2]x[2]xi64> {
// CHECK-NEXT:     %0 = vector.extract %arg0[0] : vector<[2]xi16> from vector<4x[2]xi16>
// CHECK-NEXT:     %1 = vector.extract %arg0[%arg2] : vector<[2]xi16> from vector<4x[2]xi16>
// CHECK-NEXT:     %2 = vector.scalable.extract %arg1[0] : vector<[2]xi16> from vector<[8]xi16>
// CHECK-NEXT:     %3 = vector.scalable.extract %arg1[6] : vector<[2]xi16> from vector<[8]xi16>
// CHECK-NEXT:     %4 = vector.interleave %0, %0 : vector<[2]xi16> -> vector<[4]xi16>
// CHECK-NEXT:     %5 = vector.interleave %1, %1 : vector<[2]xi16> -> vector<[4]xi16>
// CHECK-NEXT:     %6 = vector.interleave %4, %5 : vector<[4]xi16> -> vector<[8]xi16>
// CHECK-NEXT:     %7 = vector.interleave %2, %3 : vector<[2]xi16> -> vector<[4]xi16>
// CHECK-NEXT:     %8 = vector.interleave %3, %2 : vector<[2]xi16> -> vector<[4]xi16>
// CHECK-NEXT:     %9 = vector.interleave %7, %8 : vector<[4]xi16> -> vector<[8]xi16>
// CHECK-NEXT:     %10 = arm_sme.sumops_4way %6, %9 : vector<[8]xi16>, vector<[8]xi16> into vector<[2]x[2]xi64>
// CHECK-NEXT:     return %10 : vector<[2]x[2]xi64>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @used_elsewhere(%arg0: vector<[4]xi16>) -> (vector<[4]x[4]xi32>, vector<[4]x[4]xi32>) {
// CHECK-NEXT:     %0 = arith.extui %arg0 : vector<[4]xi16> to vector<[4]xi32>
// CHECK-NEXT:     %1 = arm_sme.outerproduct %0, %0 : vector<[4]xi32>, vector<[4]xi32>
// CHECK-NEXT:     %2 = arm_sme.outerproduct %0, %0 acc(%1) : vector<[4]xi32>, vector<[4]xi32>
// CHECK-NEXT:     return %1, %2 : vector<[4]x[4]xi32>, vector<[4]x[4]xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @kinds_differ(%arg0: vector<[4]xi16>) -> vector<[4]x[4]xi32> {
// CHECK-NEXT:     %0 = arith.extui %arg0 : vector<[4]xi16> to vector<[4]xi32>
// CHECK-NEXT:     %1 = arm_sme.outerproduct %0, %0 : vector<[4]xi32>, vector<[4]xi32>
// CHECK-NEXT:     %2 = arm_sme.outerproduct %0, %0 kind<sub> acc(%1) : vector<[4]xi32>, vector<[4]xi32>
// CHECK-NEXT:     return %2 : vector<[4]x[4]xi32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
