// Ops that machines lack become several that they have.
// RUN: terrace-opt %s --arith-expand | FileCheck %s
// RUN: terrace-opt %s '--arith-expand=include-bf16 include-f8e8m0 include-f4e2m1' | FileCheck %s --check-prefix=ALL

func.func @divisions(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.ceildivsi %a, %b : i32
  %1 = arith.ceildivui %a, %b : i32
  %2 = arith.floordivsi %a, %b : i32
  return %0, %1, %2 : i32, i32, i32
}
func.func @extremes(%a: vector<2xi8>, %b: vector<2xi8>, %x: f32, %y: f32) -> (vector<2xi8>, f32, f32) {
  %0 = arith.maxsi %a, %b : vector<2xi8>
  %1 = arith.maximumf %x, %y : f32
  %2 = arith.minnumf %x, %y : f32
  return %0, %1, %2 : vector<2xi8>, f32, f32
}
func.func @constant_first(%a: i32) -> i32 {
  %c = arith.constant 5 : i32
  %0 = arith.minui %c, %a : i32
  return %0 : i32
}
func.func @formats(%a: bf16, %b: f32, %c: f4E2M1FN, %d: f8E8M0FNU) -> (f32, bf16, f4E2M1FN, f16, f64) {
  %0 = arith.extf %a : bf16 to f32
  %1 = arith.truncf %b : f32 to bf16
  %2 = arith.truncf %b : f32 to f4E2M1FN
  %3 = arith.extf %c : f4E2M1FN to f16
  %4 = arith.extf %d : f8E8M0FNU to f64
  return %0, %1, %2, %3, %4 : f32, bf16, f4E2M1FN, f16, f64
}
func.func @scaled(%a: f4E2M1FN, %s: f8E8M0FNU, %t: f16) -> (f32, f32) {
  %0 = arith.scaling_extf %a, %s fastmath<nnan> : f4E2M1FN, f8E8M0FNU to f32
  %1 = arith.scaling_extf %a, %t : f4E2M1FN, f16 to f32
  return %0, %1 : f32, f32
}

// CHECK: module {
// CHECK-NEXT:   func.func @divisions(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0 = arith.divsi %arg0, %arg1 : i32
// CHECK-NEXT:     %1 = arith.muli %0, %arg1 : i32
// CHECK-NEXT:     %2 = arith.cmpi ne, %arg0, %1 : i32
// CHECK-NEXT:     %3 = arith.cmpi slt, %arg0, %c0_i32 : i32
// CHECK-NEXT:     %4 = arith.cmpi slt, %arg1, %c0_i32 : i32
// CHECK-NEXT:     %5 = arith.cmpi eq, %3, %4 : i1
// CHECK-NEXT:     %6 = arith.andi %2, %5 : i1
// CHECK-NEXT:     %7 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:     %8 = arith.select %6, %7, %0 : i32
// CHECK-NEXT:     %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:     %9 = arith.cmpi eq, %arg0, %c0_i32_0 : i32
// CHECK-NEXT:     %c1_i32_1 = arith.constant 1 : i32
// CHECK-NEXT:     %10 = arith.subi %arg0, %c1_i32_1 : i32
// CHECK-NEXT:     %11 = arith.divui %10, %arg1 : i32
// CHECK-NEXT:     %12 = arith.addi %11, %c1_i32_1 : i32
// CHECK-NEXT:     %13 = arith.select %9, %c0_i32_0, %12 : i32
// CHECK-NEXT:     %14 = arith.divsi %arg0, %arg1 : i32
// CHECK-NEXT:     %15 = arith.muli %14, %arg1 : i32
// CHECK-NEXT:     %16 = arith.cmpi ne, %arg0, %15 : i32
// CHECK-NEXT:     %c0_i32_2 = arith.constant 0 : i32
// CHECK-NEXT:     %17 = arith.cmpi slt, %arg0, %c0_i32_2 : i32
// CHECK-NEXT:     %18 = arith.cmpi slt, %arg1, %c0_i32_2 : i32
// CHECK-NEXT:     %19 = arith.cmpi ne, %17, %18 : i1
// CHECK-NEXT:     %20 = arith.andi %16, %19 : i1
// CHECK-NEXT:     %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:     %21 = arith.addi %14, %c-1_i32 : i32
// CHECK-NEXT:     %22 = arith.select %20, %21, %14 : i32
// CHECK-NEXT:     return %8, %13, %22 : i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @extremes(%arg0: vector<2xi8>, %arg1: vector<2xi8>, %arg2: f32, %arg3: f32) -> (vector<2xi8>, f32, f32) {
// CHECK-NEXT:     %0 = arith.cmpi sgt, %arg0, %arg1 : vector<2xi8>
// CHECK-NEXT:     %1 = arith.select %0, %arg0, %arg1 : vector<2xi1>, vector<2xi8>
// CHECK-NEXT:     %2 = arith.cmpf ugt, %arg2, %arg3 : f32
// CHECK-NEXT:     %3 = arith.select %2, %arg2, %arg3 : f32
// CHECK-NEXT:     %4 = arith.cmpf oeq, %arg2, %arg3 : f32
// CHECK-NEXT:     %5 = arith.bitcast %arg2 : f32 to i32
// CHECK-NEXT:     %6 = arith.bitcast %arg3 : f32 to i32
// CHECK-NEXT:     %7 = arith.andi %5, %6 : i32
// CHECK-NEXT:     %8 = arith.bitcast %7 : i32 to f32
// CHECK-NEXT:     %9 = arith.select %4, %8, %3 : f32
// CHECK-NEXT:     %10 = arith.cmpf uno, %arg3, %arg3 : f32
// CHECK-NEXT:     %11 = arith.select %10, %arg3, %9 : f32
// CHECK-NEXT:     %12 = arith.cmpf ult, %arg2, %arg3 : f32
// CHECK-NEXT:     %13 = arith.select %12, %arg2, %arg3 : f32
// CHECK-NEXT:     %14 = arith.cmpf uno, %arg2, %arg2 : f32
// CHECK-NEXT:     %15 = arith.select %14, %arg3, %13 : f32
// CHECK-NEXT:     return %1, %11, %15 : vector<2xi8>, f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @constant_first(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:     %0 = arith.cmpi ult, %arg0, %c5_i32 : i32
// CHECK-NEXT:     %1 = arith.select %0, %arg0, %c5_i32 : i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @formats(%arg0: bf16, %arg1: f32, %arg2: f4E2M1FN, %arg3: f8E8M0FNU) -> (f32, bf16, f4E2M1FN, f16, f64) {
// CHECK-NEXT:     %0 = arith.extf %arg0 : bf16 to f32
// CHECK-NEXT:     %1 = arith.truncf %arg1 : f32 to bf16
// CHECK-NEXT:     %2 = arith.truncf %arg1 : f32 to f4E2M1FN
// CHECK-NEXT:     %3 = arith.extf %arg2 : f4E2M1FN to f16
// CHECK-NEXT:     %4 = arith.extf %arg3 : f8E8M0FNU to f64
// CHECK-NEXT:     return %0, %1, %2, %3, %4 : f32, bf16, f4E2M1FN, f16, f64
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @scaled(%arg0: f4E2M1FN, %arg1: f8E8M0FNU, %arg2: f16) -> (f32, f32) {
// CHECK-NEXT:     %0 = arith.extf %arg1 fastmath<nnan> : f8E8M0FNU to f32
// CHECK-NEXT:     %1 = arith.extf %arg0 fastmath<nnan> : f4E2M1FN to f32
// CHECK-NEXT:     %2 = arith.mulf %1, %0 fastmath<nnan> : f32
// CHECK-NEXT:     %3 = arith.truncf %arg2 : f16 to f8E8M0FNU
// CHECK-NEXT:     %4 = arith.extf %3 : f8E8M0FNU to f32
// CHECK-NEXT:     %5 = arith.extf %arg0 : f4E2M1FN to f32
// CHECK-NEXT:     %6 = arith.mulf %5, %4 : f32
// CHECK-NEXT:     return %2, %6 : f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT: }

// ALL: module {
// ALL-NEXT:   func.func @divisions(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
// ALL-NEXT:     %c0_i32 = arith.constant 0 : i32
// ALL-NEXT:     %c1_i32 = arith.constant 1 : i32
// ALL-NEXT:     %0 = arith.divsi %arg0, %arg1 : i32
// ALL-NEXT:     %1 = arith.muli %0, %arg1 : i32
// ALL-NEXT:     %2 = arith.cmpi ne, %arg0, %1 : i32
// ALL-NEXT:     %3 = arith.cmpi slt, %arg0, %c0_i32 : i32
// ALL-NEXT:     %4 = arith.cmpi slt, %arg1, %c0_i32 : i32
// ALL-NEXT:     %5 = arith.cmpi eq, %3, %4 : i1
// ALL-NEXT:     %6 = arith.andi %2, %5 : i1
// ALL-NEXT:     %7 = arith.addi %0, %c1_i32 : i32
// ALL-NEXT:     %8 = arith.select %6, %7, %0 : i32
// ALL-NEXT:     %c0_i32_0 = arith.constant 0 : i32
// ALL-NEXT:     %9 = arith.cmpi eq, %arg0, %c0_i32_0 : i32
// ALL-NEXT:     %c1_i32_1 = arith.constant 1 : i32
// ALL-NEXT:     %10 = arith.subi %arg0, %c1_i32_1 : i32
// ALL-NEXT:     %11 = arith.divui %10, %arg1 : i32
// ALL-NEXT:     %12 = arith.addi %11, %c1_i32_1 : i32
// ALL-NEXT:     %13 = arith.select %9, %c0_i32_0, %12 : i32
// ALL-NEXT:     %14 = arith.divsi %arg0, %arg1 : i32
// ALL-NEXT:     %15 = arith.muli %14, %arg1 : i32
// ALL-NEXT:     %16 = arith.cmpi ne, %arg0, %15 : i32
// ALL-NEXT:     %c0_i32_2 = arith.constant 0 : i32
// ALL-NEXT:     %17 = arith.cmpi slt, %arg0, %c0_i32_2 : i32
// ALL-NEXT:     %18 = arith.cmpi slt, %arg1, %c0_i32_2 : i32
// ALL-NEXT:     %19 = arith.cmpi ne, %17, %18 : i1
// ALL-NEXT:     %20 = arith.andi %16, %19 : i1
// ALL-NEXT:     %c-1_i32 = arith.constant -1 : i32
// ALL-NEXT:     %21 = arith.addi %14, %c-1_i32 : i32
// ALL-NEXT:     %22 = arith.select %20, %21, %14 : i32
// ALL-NEXT:     return %8, %13, %22 : i32, i32, i32
// ALL-NEXT:   }
// ALL-NEXT:   func.func @extremes(%arg0: vector<2xi8>, %arg1: vector<2xi8>, %arg2: f32, %arg3: f32) -> (vector<2xi8>, f32, f32) {
// ALL-NEXT:     %0 = arith.cmpi sgt, %arg0, %arg1 : vector<2xi8>
// ALL-NEXT:     %1 = arith.select %0, %arg0, %arg1 : vector<2xi1>, vector<2xi8>
// ALL-NEXT:     %2 = arith.cmpf ugt, %arg2, %arg3 : f32
// ALL-NEXT:     %3 = arith.select %2, %arg2, %arg3 : f32
// ALL-NEXT:     %4 = arith.cmpf oeq, %arg2, %arg3 : f32
// ALL-NEXT:     %5 = arith.bitcast %arg2 : f32 to i32
// ALL-NEXT:     %6 = arith.bitcast %arg3 : f32 to i32
// ALL-NEXT:     %7 = arith.andi %5, %6 : i32
// ALL-NEXT:     %8 = arith.bitcast %7 : i32 to f32
// ALL-NEXT:     %9 = arith.select %4, %8, %3 : f32
// ALL-NEXT:     %10 = arith.cmpf uno, %arg3, %arg3 : f32
// ALL-NEXT:     %11 = arith.select %10, %arg3, %9 : f32
// ALL-NEXT:     %12 = arith.cmpf ult, %arg2, %arg3 : f32
// ALL-NEXT:     %13 = arith.select %12, %arg2, %arg3 : f32
// ALL-NEXT:     %14 = arith.cmpf uno, %arg2, %arg2 : f32
// ALL-NEXT:     %15 = arith.select %14, %arg3, %13 : f32
// ALL-NEXT:     return %1, %11, %15 : vector<2xi8>, f32, f32
// ALL-NEXT:   }
// ALL-NEXT:   func.func @constant_first(%arg0: i32) -> i32 {
// ALL-NEXT:     %c5_i32 = arith.constant 5 : i32
// ALL-NEXT:     %0 = arith.cmpi ult, %arg0, %c5_i32 : i32
// ALL-NEXT:     %1 = arith.select %0, %arg0, %c5_i32 : i32
// ALL-NEXT:     return %1 : i32
// ALL-NEXT:   }
// ALL-NEXT:   func.func @formats(%arg0: bf16, %arg1: f32, %arg2: f4E2M1FN, %arg3: f8E8M0FNU) -> (f32, bf16, f4E2M1FN, f16, f64) {
// ALL-NEXT:     %0 = arith.bitcast %arg0 : bf16 to i16
// ALL-NEXT:     %1 = arith.extui %0 : i16 to i32
// ALL-NEXT:     %c16_i32 = arith.constant 16 : i32
// ALL-NEXT:     %2 = arith.shli %1, %c16_i32 : i32
// ALL-NEXT:     %3 = arith.bitcast %2 : i32 to f32
// ALL-NEXT:     %4 = arith.cmpf une, %arg1, %arg1 : f32
// ALL-NEXT:     %c32767_i32 = arith.constant 32767 : i32
// ALL-NEXT:     %c32704_i16 = arith.constant 32704 : i16
// ALL-NEXT:     %c16_i32_0 = arith.constant 16 : i32
// ALL-NEXT:     %c1_i32 = arith.constant 1 : i32
// ALL-NEXT:     %5 = arith.bitcast %arg1 : f32 to i32
// ALL-NEXT:     %6 = arith.shrui %5, %c16_i32_0 : i32
// ALL-NEXT:     %7 = arith.andi %6, %c1_i32 : i32
// ALL-NEXT:     %8 = arith.addi %7, %c32767_i32 : i32
// ALL-NEXT:     %9 = arith.addi %5, %8 : i32
// ALL-NEXT:     %10 = arith.shrui %9, %c16_i32_0 : i32
// ALL-NEXT:     %11 = arith.trunci %10 : i32 to i16
// ALL-NEXT:     %12 = arith.select %4, %c32704_i16, %11 : i16
// ALL-NEXT:     %13 = arith.bitcast %12 : i16 to bf16
// ALL-NEXT:     %c1_i4 = arith.constant 1 : i4
// ALL-NEXT:     %c3_i4 = arith.constant 3 : i4
// ALL-NEXT:     %c22_i32 = arith.constant 22 : i32
// ALL-NEXT:     %c0_i8 = arith.constant 0 : i8
// ALL-NEXT:     %c-1_i8 = arith.constant -1 : i8
// ALL-NEXT:     %c0_i32 = arith.constant 0 : i32
// ALL-NEXT:     %cst = arith.constant 6.000000e+00 : f32
// ALL-NEXT:     %cst_1 = arith.constant -6.000000e+00 : f32
// ALL-NEXT:     %14 = arith.cmpf ult, %arg1, %cst : f32
// ALL-NEXT:     %15 = arith.select %14, %arg1, %cst : f32
// ALL-NEXT:     %16 = arith.cmpf uno, %arg1, %arg1 : f32
// ALL-NEXT:     %17 = arith.select %16, %cst, %15 : f32
// ALL-NEXT:     %18 = arith.cmpf ugt, %17, %cst_1 : f32
// ALL-NEXT:     %19 = arith.select %18, %17, %cst_1 : f32
// ALL-NEXT:     %20 = arith.cmpf uno, %17, %17 : f32
// ALL-NEXT:     %21 = arith.select %20, %cst_1, %19 : f32
// ALL-NEXT:     %22 = arith.bitcast %21 : f32 to i32
// ALL-NEXT:     %c31_i32 = arith.constant 31 : i32
// ALL-NEXT:     %23 = arith.shrui %22, %c31_i32 : i32
// ALL-NEXT:     %24 = arith.trunci %23 : i32 to i4
// ALL-NEXT:     %25 = arith.shli %24, %c3_i4 : i4
// ALL-NEXT:     %c126_i32 = arith.constant 126 : i32
// ALL-NEXT:     %c23_i32 = arith.constant 23 : i32
// ALL-NEXT:     %26 = arith.shrui %22, %c23_i32 : i32
// ALL-NEXT:     %27 = arith.subi %26, %c126_i32 : i32
// ALL-NEXT:     %28 = arith.trunci %27 : i32 to i4
// ALL-NEXT:     %29 = arith.shli %28, %c1_i4 : i4
// ALL-NEXT:     %30 = arith.addi %25, %29 : i4
// ALL-NEXT:     %c4194304_i32 = arith.constant 4194304 : i32
// ALL-NEXT:     %31 = arith.andi %22, %c4194304_i32 : i32
// ALL-NEXT:     %32 = arith.shrui %31, %c22_i32 : i32
// ALL-NEXT:     %33 = arith.trunci %32 : i32 to i4
// ALL-NEXT:     %34 = arith.addi %30, %33 : i4
// ALL-NEXT:     %c8388607_i32 = arith.constant 8388607 : i32
// ALL-NEXT:     %35 = arith.trunci %27 : i32 to i8
// ALL-NEXT:     %36 = arith.cmpi sle, %35, %c0_i8 : i8
// ALL-NEXT:     %37 = arith.cmpi eq, %35, %c-1_i8 : i8
// ALL-NEXT:     %38 = arith.andi %22, %c8388607_i32 : i32
// ALL-NEXT:     %39 = arith.cmpi ugt, %38, %c0_i32 : i32
// ALL-NEXT:     %40 = arith.andi %37, %39 : i1
// ALL-NEXT:     %41 = arith.cmpi eq, %35, %c0_i8 : i8
// ALL-NEXT:     %c-1_i4 = arith.constant -1 : i4
// ALL-NEXT:     %c0_i4 = arith.constant 0 : i4
// ALL-NEXT:     %42 = arith.select %36, %c-1_i4, %34 : i4
// ALL-NEXT:     %43 = arith.select %40, %c0_i4, %42 : i4
// ALL-NEXT:     %44 = arith.select %41, %34, %43 : i4
// ALL-NEXT:     %c4194303_i32 = arith.constant 4194303 : i32
// ALL-NEXT:     %c2097152_i32 = arith.constant 2097152 : i32
// ALL-NEXT:     %45 = arith.andi %22, %c4194303_i32 : i32
// ALL-NEXT:     %46 = arith.cmpi uge, %45, %c2097152_i32 : i32
// ALL-NEXT:     %47 = arith.ori %46, %36 : i1
// ALL-NEXT:     %48 = arith.addi %44, %c1_i4 : i4
// ALL-NEXT:     %49 = arith.select %47, %48, %44 : i4
// ALL-NEXT:     %50 = arith.bitcast %49 : i4 to f4E2M1FN
// ALL-NEXT:     %51 = arith.bitcast %arg2 : f4E2M1FN to i4
// ALL-NEXT:     %c0_i4_2 = arith.constant 0 : i4
// ALL-NEXT:     %c1_i4_3 = arith.constant 1 : i4
// ALL-NEXT:     %c2_i4 = arith.constant 2 : i4
// ALL-NEXT:     %c4_i4 = arith.constant 4 : i4
// ALL-NEXT:     %c7_i4 = arith.constant 7 : i4
// ALL-NEXT:     %52 = arith.andi %51, %c7_i4 : i4
// ALL-NEXT:     %c20_i32 = arith.constant 20 : i32
// ALL-NEXT:     %53 = arith.shli %52, %c2_i4 : i4
// ALL-NEXT:     %54 = arith.cmpi eq, %52, %c1_i4_3 : i4
// ALL-NEXT:     %55 = arith.select %54, %c0_i4_2, %53 : i4
// ALL-NEXT:     %56 = arith.extui %55 : i4 to i32
// ALL-NEXT:     %57 = arith.shli %56, %c20_i32 : i32
// ALL-NEXT:     %c0_i32_4 = arith.constant 0 : i32
// ALL-NEXT:     %c1073741824_i32 = arith.constant 1073741824 : i32
// ALL-NEXT:     %c1056964608_i32 = arith.constant 1056964608 : i32
// ALL-NEXT:     %58 = arith.cmpi uge, %52, %c4_i4 : i4
// ALL-NEXT:     %59 = arith.select %58, %c1073741824_i32, %c1056964608_i32 : i32
// ALL-NEXT:     %60 = arith.cmpi eq, %52, %c0_i4_2 : i4
// ALL-NEXT:     %61 = arith.select %60, %c0_i32_4, %59 : i32
// ALL-NEXT:     %c-2147483648_i32 = arith.constant -2147483648 : i32
// ALL-NEXT:     %c-8_i4 = arith.constant -8 : i4
// ALL-NEXT:     %62 = arith.cmpi uge, %51, %c-8_i4 : i4
// ALL-NEXT:     %63 = arith.select %62, %c-2147483648_i32, %c0_i32_4 : i32
// ALL-NEXT:     %64 = arith.addi %57, %61 : i32
// ALL-NEXT:     %65 = arith.addi %64, %63 : i32
// ALL-NEXT:     %66 = arith.bitcast %65 : i32 to f32
// ALL-NEXT:     %67 = arith.truncf %66 : f32 to f16
// ALL-NEXT:     %68 = arith.bitcast %arg3 : f8E8M0FNU to i8
// ALL-NEXT:     %c-1_i8_5 = arith.constant -1 : i8
// ALL-NEXT:     %c-1_i32 = arith.constant -1 : i32
// ALL-NEXT:     %c23_i32_6 = arith.constant 23 : i32
// ALL-NEXT:     %69 = arith.extui %68 : i8 to i32
// ALL-NEXT:     %70 = arith.shli %69, %c23_i32_6 : i32
// ALL-NEXT:     %71 = arith.cmpi eq, %68, %c-1_i8_5 : i8
// ALL-NEXT:     %72 = arith.select %71, %c-1_i32, %70 : i32
// ALL-NEXT:     %73 = arith.bitcast %72 : i32 to f32
// ALL-NEXT:     %74 = arith.extf %73 : f32 to f64
// ALL-NEXT:     return %3, %13, %50, %67, %74 : f32, bf16, f4E2M1FN, f16, f64
// ALL-NEXT:   }
// ALL-NEXT:   func.func @scaled(%arg0: f4E2M1FN, %arg1: f8E8M0FNU, %arg2: f16) -> (f32, f32) {
// ALL-NEXT:     %0 = arith.bitcast %arg1 : f8E8M0FNU to i8
// ALL-NEXT:     %c-1_i8 = arith.constant -1 : i8
// ALL-NEXT:     %c-1_i32 = arith.constant -1 : i32
// ALL-NEXT:     %c23_i32 = arith.constant 23 : i32
// ALL-NEXT:     %1 = arith.extui %0 : i8 to i32
// ALL-NEXT:     %2 = arith.shli %1, %c23_i32 : i32
// ALL-NEXT:     %3 = arith.cmpi eq, %0, %c-1_i8 : i8
// ALL-NEXT:     %4 = arith.select %3, %c-1_i32, %2 : i32
// ALL-NEXT:     %5 = arith.bitcast %4 : i32 to f32
// ALL-NEXT:     %6 = arith.bitcast %arg0 : f4E2M1FN to i4
// ALL-NEXT:     %c0_i4 = arith.constant 0 : i4
// ALL-NEXT:     %c1_i4 = arith.constant 1 : i4
// ALL-NEXT:     %c2_i4 = arith.constant 2 : i4
// ALL-NEXT:     %c4_i4 = arith.constant 4 : i4
// ALL-NEXT:     %c7_i4 = arith.constant 7 : i4
// ALL-NEXT:     %7 = arith.andi %6, %c7_i4 : i4
// ALL-NEXT:     %c20_i32 = arith.constant 20 : i32
// ALL-NEXT:     %8 = arith.shli %7, %c2_i4 : i4
// ALL-NEXT:     %9 = arith.cmpi eq, %7, %c1_i4 : i4
// ALL-NEXT:     %10 = arith.select %9, %c0_i4, %8 : i4
// ALL-NEXT:     %11 = arith.extui %10 : i4 to i32
// ALL-NEXT:     %12 = arith.shli %11, %c20_i32 : i32
// ALL-NEXT:     %c0_i32 = arith.constant 0 : i32
// ALL-NEXT:     %c1073741824_i32 = arith.constant 1073741824 : i32
// ALL-NEXT:     %c1056964608_i32 = arith.constant 1056964608 : i32
// ALL-NEXT:     %13 = arith.cmpi uge, %7, %c4_i4 : i4
// ALL-NEXT:     %14 = arith.select %13, %c1073741824_i32, %c1056964608_i32 : i32
// ALL-NEXT:     %15 = arith.cmpi eq, %7, %c0_i4 : i4
// ALL-NEXT:     %16 = arith.select %15, %c0_i32, %14 : i32
// ALL-NEXT:     %c-2147483648_i32 = arith.constant -2147483648 : i32
// ALL-NEXT:     %c-8_i4 = arith.constant -8 : i4
// ALL-NEXT:     %17 = arith.cmpi uge, %6, %c-8_i4 : i4
// ALL-NEXT:     %18 = arith.select %17, %c-2147483648_i32, %c0_i32 : i32
// ALL-NEXT:     %19 = arith.addi %12, %16 : i32
// ALL-NEXT:     %20 = arith.addi %19, %18 : i32
// ALL-NEXT:     %21 = arith.bitcast %20 : i32 to f32
// ALL-NEXT:     %22 = arith.mulf %21, %5 fastmath<nnan> : f32
// ALL-NEXT:     %23 = arith.extf %arg2 : f16 to f32
// ALL-NEXT:     %24 = arith.bitcast %23 : f32 to i32
// ALL-NEXT:     %c23_i32_0 = arith.constant 23 : i32
// ALL-NEXT:     %25 = arith.shrui %24, %c23_i32_0 : i32
// ALL-NEXT:     %26 = arith.trunci %25 : i32 to i8
// ALL-NEXT:     %27 = arith.bitcast %26 : i8 to f8E8M0FNU
// ALL-NEXT:     %28 = arith.bitcast %27 : f8E8M0FNU to i8
// ALL-NEXT:     %c-1_i8_1 = arith.constant -1 : i8
// ALL-NEXT:     %c-1_i32_2 = arith.constant -1 : i32
// ALL-NEXT:     %c23_i32_3 = arith.constant 23 : i32
// ALL-NEXT:     %29 = arith.extui %28 : i8 to i32
// ALL-NEXT:     %30 = arith.shli %29, %c23_i32_3 : i32
// ALL-NEXT:     %31 = arith.cmpi eq, %28, %c-1_i8_1 : i8
// ALL-NEXT:     %32 = arith.select %31, %c-1_i32_2, %30 : i32
// ALL-NEXT:     %33 = arith.bitcast %32 : i32 to f32
// ALL-NEXT:     %34 = arith.bitcast %arg0 : f4E2M1FN to i4
// ALL-NEXT:     %c0_i4_4 = arith.constant 0 : i4
// ALL-NEXT:     %c1_i4_5 = arith.constant 1 : i4
// ALL-NEXT:     %c2_i4_6 = arith.constant 2 : i4
// ALL-NEXT:     %c4_i4_7 = arith.constant 4 : i4
// ALL-NEXT:     %c7_i4_8 = arith.constant 7 : i4
// ALL-NEXT:     %35 = arith.andi %34, %c7_i4_8 : i4
// ALL-NEXT:     %c20_i32_9 = arith.constant 20 : i32
// ALL-NEXT:     %36 = arith.shli %35, %c2_i4_6 : i4
// ALL-NEXT:     %37 = arith.cmpi eq, %35, %c1_i4_5 : i4
// ALL-NEXT:     %38 = arith.select %37, %c0_i4_4, %36 : i4
// ALL-NEXT:     %39 = arith.extui %38 : i4 to i32
// ALL-NEXT:     %40 = arith.shli %39, %c20_i32_9 : i32
// ALL-NEXT:     %c0_i32_10 = arith.constant 0 : i32
// ALL-NEXT:     %c1073741824_i32_11 = arith.constant 1073741824 : i32
// ALL-NEXT:     %c1056964608_i32_12 = arith.constant 1056964608 : i32
// ALL-NEXT:     %41 = arith.cmpi uge, %35, %c4_i4_7 : i4
// ALL-NEXT:     %42 = arith.select %41, %c1073741824_i32_11, %c1056964608_i32_12 : i32
// ALL-NEXT:     %43 = arith.cmpi eq, %35, %c0_i4_4 : i4
// ALL-NEXT:     %44 = arith.select %43, %c0_i32_10, %42 : i32
// ALL-NEXT:     %c-2147483648_i32_13 = arith.constant -2147483648 : i32
// ALL-NEXT:     %c-8_i4_14 = arith.constant -8 : i4
// ALL-NEXT:     %45 = arith.cmpi uge, %34, %c-8_i4_14 : i4
// ALL-NEXT:     %46 = arith.select %45, %c-2147483648_i32_13, %c0_i32_10 : i32
// ALL-NEXT:     %47 = arith.addi %40, %44 : i32
// ALL-NEXT:     %48 = arith.addi %47, %46 : i32
// ALL-NEXT:     %49 = arith.bitcast %48 : i32 to f32
// ALL-NEXT:     %50 = arith.mulf %49, %33 : f32
// ALL-NEXT:     return %22, %50 : f32, f32
// ALL-NEXT:   }
// ALL-NEXT: }
