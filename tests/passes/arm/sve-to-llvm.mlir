// Ops of arm_sve are its intrinsics, also where masks are created.
// RUN: terrace-opt %s --convert-vector-to-llvm=enable-arm-sve | FileCheck %s

func.func @ops(%a: vector<[4]xi32>, %b: vector<[16]xi8>, %m: vector<[4]xi1>, %p8: vector<[8]xi1>, %mm: vector<2x[4]xi1>, %f: vector<[2]xf64>, %i: index) -> (vector<[4]xi32>, vector<[4]xi1>, vector<2x[16]xi1>, vector<[2]xf64>, vector<[4]xi32>, vector<[4]xi32>, vector<[8]xi1>) {
  %0 = arm_sve.usmmla %a, %b, %b : vector<[16]xi8> to vector<[4]xi32>
  %1 = arm_sve.masked.divi_unsigned %m, %0, %a : vector<[4]xi1>, vector<[4]xi32>
  %2 = arm_sve.psel %m, %p8[%i] : vector<[4]xi1>, vector<[8]xi1>
  %3 = arm_sve.convert_to_svbool %mm : vector<2x[4]xi1>
  %4 = arm_sve.dupq_lane %f[1] : vector<[2]xf64>
  %5, %6 = arm_sve.zip.x2 %1, %a : vector<[4]xi32>
  %7 = vector.create_mask %i : vector<[8]xi1>
  return %1, %2, %3, %4, %5, %6, %7 : vector<[4]xi32>, vector<[4]xi1>, vector<2x[16]xi1>, vector<[2]xf64>, vector<[4]xi32>, vector<[4]xi32>, vector<[8]xi1>
}

// CHECK:      module {
// CHECK-NEXT:   func.func @ops(%arg0: vector<[4]xi32>, %arg1: vector<[16]xi8>, %arg2: vector<[4]xi1>, %arg3: vector<[8]xi1>, %arg4: vector<2x[4]xi1>, %arg5: vector<[2]xf64>, %arg6: index) -> (vector<[4]xi32>, vector<[4]xi1>, vector<2x[16]xi1>, vector<[2]xf64>, vector<[4]xi32>, vector<[4]xi32>, vector<[8]xi1>) {
// CHECK-NEXT:     %0 = builtin.unrealized_conversion_cast %arg4 : vector<2x[4]xi1> to !llvm.array<2 x vector<[4]xi1>>
// CHECK-NEXT:     %1 = builtin.unrealized_conversion_cast %arg6 : index to i64
// CHECK-NEXT:     %2 = "arm_sve.intr.usmmla"(%arg0, %arg1, %arg1) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
// CHECK-NEXT:     %3 = "arm_sve.intr.udiv"(%arg2, %2, %arg0) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
// CHECK-NEXT:     %4 = "arm_sve.intr.convert.to.svbool"(%arg2) : (vector<[4]xi1>) -> vector<[16]xi1>
// CHECK-NEXT:     %5 = arith.index_cast %arg6 : index to i32
// CHECK-NEXT:     %6 = "arm_sve.intr.psel"(%4, %arg3, %5) : (vector<[16]xi1>, vector<[8]xi1>, i32) -> vector<[16]xi1>
// CHECK-NEXT:     %7 = "arm_sve.intr.convert.from.svbool"(%6) : (vector<[16]xi1>) -> vector<[4]xi1>
// CHECK-NEXT:     %cst = arith.constant dense<false> : vector<2x[16]xi1>
// CHECK-NEXT:     %8 = builtin.unrealized_conversion_cast %cst : vector<2x[16]xi1> to !llvm.array<2 x vector<[16]xi1>>
// CHECK-NEXT:     %9 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<[4]xi1>> 
// CHECK-NEXT:     %10 = "arm_sve.intr.convert.to.svbool"(%9) : (vector<[4]xi1>) -> vector<[16]xi1>
// CHECK-NEXT:     %11 = llvm.insertvalue %10, %8[0] : !llvm.array<2 x vector<[16]xi1>> 
// CHECK-NEXT:     %12 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<[4]xi1>> 
// CHECK-NEXT:     %13 = "arm_sve.intr.convert.to.svbool"(%12) : (vector<[4]xi1>) -> vector<[16]xi1>
// CHECK-NEXT:     %14 = llvm.insertvalue %13, %11[1] : !llvm.array<2 x vector<[16]xi1>> 
// CHECK-NEXT:     %15 = builtin.unrealized_conversion_cast %14 : !llvm.array<2 x vector<[16]xi1>> to vector<2x[16]xi1>
// CHECK-NEXT:     %16 = "arm_sve.intr.dupq_lane"(%arg5) <{lane = 1 : i64}> : (vector<[2]xf64>) -> vector<[2]xf64>
// CHECK-NEXT:     %17 = "arm_sve.intr.zip.x2"(%3, %arg0) : (vector<[4]xi32>, vector<[4]xi32>) -> !llvm.struct<(vector<[4]xi32>, vector<[4]xi32>)>
// CHECK-NEXT:     %18 = llvm.extractvalue %17[0] : !llvm.struct<(vector<[4]xi32>, vector<[4]xi32>)> 
// CHECK-NEXT:     %19 = llvm.extractvalue %17[1] : !llvm.struct<(vector<[4]xi32>, vector<[4]xi32>)> 
// CHECK-NEXT:     %20 = llvm.mlir.zero : i64
// CHECK-NEXT:     %21 = "arm_sve.intr.whilelt"(%20, %1) : (i64, i64) -> vector<[8]xi1>
// CHECK-NEXT:     return %3, %7, %15, %16, %18, %19, %21 : vector<[4]xi32>, vector<[4]xi1>, vector<2x[16]xi1>, vector<[2]xf64>, vector<[4]xi32>, vector<[4]xi32>, vector<[8]xi1>
// CHECK-NEXT:   }
// CHECK-NEXT: }
