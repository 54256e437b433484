// RUN: terrace-opt %s --convert-vector-to-llvm | FileCheck %s

// Vectors of one dimension are those of LLVM, others arrays of them; ops of several dimensions become ops on rows before.

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @printString(
// CHECK-SAME: !llvm.ptr)
// CONFIRMED: mlir-opt prints the same.
// CHECK: llvm.mlir.global private constant @vector_print_str(dense<[97, 108, 108, 10, 0]> : tensor<5xi8>) {addr_space = 0 : i32} : !llvm.array<5 x i8>
// CHECK-LABEL: llvm.func @printF64(
// CHECK-SAME: f64)
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @printApFloat(
// CHECK-SAME: i32, i64)
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @printClose(
// CHECK-SAME: )
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @printBF16(
// CHECK-SAME: i16)
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @printOpen(
// CHECK-SAME: )
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @printF16(
// CHECK-SAME: i16)
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @printF32(
// CHECK-SAME: f32)
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @printComma(
// CHECK-SAME: )
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @printU64(
// CHECK-SAME: i64)
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @printNewline(
// CHECK-SAME: )
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: llvm.func @printI64(
// CHECK-SAME: i64)
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @elements(
// CHECK-SAME: %[[ARG0:.*]]: vector<4xf32>, %[[ARG1:.*]]: vector<2x4xf32>, %[[ARG2:.*]]: vector<f32>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: f32) -> (f32, f32, f32, vector<4xf32>, vector<2x4xf32>, vector<f32>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : vector<f32> to vector<1xf32>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[ARG3]] : index to i64
// CHECK-NEXT: %[[V3:.*]] = llvm.extractelement %[[ARG0]][%[[V2]] : i64] : vector<4xf32>
// CHECK-NEXT: %[[V4:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V5:.*]] = llvm.extractelement %[[V4]][%[[V2]] : i64] : vector<4xf32>
// CHECK-NEXT: %[[V6:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V7:.*]] = llvm.extractelement %[[V0]][%[[V6]] : i64] : vector<1xf32>
// CHECK-NEXT: %[[V8:.*]] = llvm.mlir.constant(3 : i64) : i64
// CHECK-NEXT: %[[V9:.*]] = llvm.insertelement %[[ARG4]], %[[ARG0]][%[[V8]] : i64] : vector<4xf32>
// CHECK-NEXT: %[[V10:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V11:.*]] = llvm.insertelement %[[ARG4]], %[[V10]][%[[V2]] : i64] : vector<4xf32>
// CHECK-NEXT: %[[V12:.*]] = llvm.insertvalue %[[V11]], %[[V1]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V13:.*]] = builtin.unrealized_conversion_cast %[[V12]] : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
// CHECK-NEXT: %[[V14:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V15:.*]] = llvm.insertelement %[[ARG4]], %[[V0]][%[[V14]] : i64] : vector<1xf32>
// CHECK-NEXT: %[[V16:.*]] = builtin.unrealized_conversion_cast %[[V15]] : vector<1xf32> to vector<f32>
// CHECK-NEXT: return %[[V3]], %[[V5]], %[[V7]], %[[V9]], %[[V13]], %[[V16]] : f32, f32, f32, vector<4xf32>, vector<2x4xf32>, vector<f32>
// CHECK-NEXT: }
func.func @elements(%v: vector<4xf32>, %m: vector<2x4xf32>, %z: vector<f32>, %i: index, %x: f32) -> (f32, f32, f32, vector<4xf32>, vector<2x4xf32>, vector<f32>) {
  %0 = vector.extract %v[%i] : f32 from vector<4xf32>
  %1 = vector.extract %m[1, %i] : f32 from vector<2x4xf32>
  %2 = vector.extract %z[] : f32 from vector<f32>
  %3 = vector.insert %x, %v [3] : f32 into vector<4xf32>
  %4 = vector.insert %x, %m [0, %i] : f32 into vector<2x4xf32>
  %5 = vector.insert %x, %z [] : f32 into vector<f32>
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, vector<4xf32>, vector<2x4xf32>, vector<f32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @places_that_are_computed(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x4xf32>, %[[ARG1:.*]]: index) -> vector<4xf32> {
// CHECK-NEXT: %[[V0:.*]] = vector.extract %[[ARG0]][%[[ARG1]]] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: return %[[V0]] : vector<4xf32>
// CHECK-NEXT: }
func.func @places_that_are_computed(%m: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %0 = vector.extract %m[%i] : vector<4xf32> from vector<2x4xf32>
  return %0 : vector<4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @lists(
// CHECK-SAME: %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: vector<3xi32>, %[[ARG3:.*]]: vector<2x2xi32>) -> (vector<2x2xi32>, i32, i32) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG3]] : vector<2x2xi32> to !llvm.array<2 x vector<2xi32>>
// CHECK-NEXT: %[[V1:.*]] = ub.poison : vector<2x2xi32>
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[V1]] : vector<2x2xi32> to !llvm.array<2 x vector<2xi32>>
// CHECK-NEXT: %[[V3:.*]] = llvm.mlir.poison : vector<2xi32>
// CHECK-NEXT: %[[V4:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V5:.*]] = llvm.insertelement %[[ARG0]], %[[V3]][%[[V4]] : i64] : vector<2xi32>
// CHECK-NEXT: %[[V6:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V7:.*]] = llvm.insertelement %[[ARG1]], %[[V5]][%[[V6]] : i64] : vector<2xi32>
// CHECK-NEXT: %[[V8:.*]] = llvm.insertvalue %[[V7]], %[[V2]][0] : !llvm.array<2 x vector<2xi32>>
// CHECK-NEXT: %[[V9:.*]] = llvm.mlir.poison : vector<2xi32>
// CHECK-NEXT: %[[V10:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V11:.*]] = llvm.insertelement %[[ARG1]], %[[V9]][%[[V10]] : i64] : vector<2xi32>
// CHECK-NEXT: %[[V12:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V13:.*]] = llvm.insertelement %[[ARG0]], %[[V11]][%[[V12]] : i64] : vector<2xi32>
// CHECK-NEXT: %[[V14:.*]] = llvm.insertvalue %[[V13]], %[[V8]][1] : !llvm.array<2 x vector<2xi32>>
// CHECK-NEXT: %[[V15:.*]] = builtin.unrealized_conversion_cast %[[V14]] : !llvm.array<2 x vector<2xi32>> to vector<2x2xi32>
// CHECK-NEXT: %[[V16:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V17:.*]] = llvm.extractelement %[[ARG2]][%[[V16]] : i64] : vector<3xi32>
// CHECK-NEXT: %[[V18:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<2xi32>>
// CHECK-NEXT: %[[V19:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V20:.*]] = llvm.extractelement %[[V18]][%[[V19]] : i64] : vector<2xi32>
// CHECK-NEXT: return %[[V15]], %[[V17]], %[[V20]] : vector<2x2xi32>, i32, i32
// CHECK-NEXT: }
func.func @lists(%a: i32, %b: i32, %v: vector<3xi32>, %m: vector<2x2xi32>) -> (vector<2x2xi32>, i32, i32) {
  %0 = vector.from_elements %a, %b, %b, %a : vector<2x2xi32>
  %1:3 = vector.to_elements %v : vector<3xi32>
  %2:4 = vector.to_elements %m : vector<2x2xi32>
  return %0, %1#1, %2#2 : vector<2x2xi32>, i32, i32
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @broadcasts(
// CHECK-SAME: %[[ARG0:.*]]: f32, %[[ARG1:.*]]: vector<4xf32>, %[[ARG2:.*]]: vector<3x1xi8>) -> (vector<f32>, vector<4xf32>, vector<[4]xf32>, vector<2x3xf32>, vector<2x4xf32>, vector<3x2xi8>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : vector<3x1xi8> to !llvm.array<3 x vector<1xi8>>
// CHECK-NEXT: %[[V1:.*]] = ub.poison : vector<3x2xi8>
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[V1]] : vector<3x2xi8> to !llvm.array<3 x vector<2xi8>>
// CHECK-NEXT: %[[V3:.*]] = ub.poison : vector<2x4xf32>
// CHECK-NEXT: %[[V4:.*]] = builtin.unrealized_conversion_cast %[[V3]] : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V5:.*]] = llvm.mlir.poison : vector<1xf32>
// CHECK-NEXT: %[[V6:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V7:.*]] = llvm.insertelement %[[ARG0]], %[[V5]][%[[V6]] : i32] : vector<1xf32>
// CHECK-NEXT: %[[V8:.*]] = builtin.unrealized_conversion_cast %[[V7]] : vector<1xf32> to vector<f32>
// CHECK-NEXT: %[[V9:.*]] = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT: %[[V10:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V11:.*]] = llvm.insertelement %[[ARG0]], %[[V9]][%[[V10]] : i32] : vector<4xf32>
// CHECK-NEXT: %[[V12:.*]] = llvm.shufflevector %[[V11]], %[[V9]] [0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT: %[[V13:.*]] = llvm.mlir.poison : vector<[4]xf32>
// CHECK-NEXT: %[[V14:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V15:.*]] = llvm.insertelement %[[ARG0]], %[[V13]][%[[V14]] : i32] : vector<[4]xf32>
// CHECK-NEXT: %[[V16:.*]] = llvm.shufflevector %[[V15]], %[[V13]] [0, 0, 0, 0] : vector<[4]xf32>
// CHECK-NEXT: %[[V17:.*]] = llvm.mlir.poison : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V18:.*]] = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %[[V19:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V20:.*]] = llvm.insertelement %[[ARG0]], %[[V18]][%[[V19]] : i32] : vector<3xf32>
// CHECK-NEXT: %[[V21:.*]] = llvm.shufflevector %[[V20]], %[[V20]] [0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %[[V22:.*]] = llvm.insertvalue %[[V21]], %[[V17]][0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V23:.*]] = llvm.insertvalue %[[V21]], %[[V22]][1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V24:.*]] = builtin.unrealized_conversion_cast %[[V23]] : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: %[[V25:.*]] = llvm.insertvalue %[[ARG1]], %[[V4]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V26:.*]] = llvm.insertvalue %[[ARG1]], %[[V25]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V27:.*]] = builtin.unrealized_conversion_cast %[[V26]] : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
// CHECK-NEXT: %[[V28:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<3 x vector<1xi8>>
// CHECK-NEXT: %[[V29:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V30:.*]] = llvm.extractelement %[[V28]][%[[V29]] : i64] : vector<1xi8>
// CHECK-NEXT: %[[V31:.*]] = llvm.mlir.poison : vector<2xi8>
// CHECK-NEXT: %[[V32:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V33:.*]] = llvm.insertelement %[[V30]], %[[V31]][%[[V32]] : i32] : vector<2xi8>
// CHECK-NEXT: %[[V34:.*]] = llvm.shufflevector %[[V33]], %[[V31]] [0, 0] : vector<2xi8>
// CHECK-NEXT: %[[V35:.*]] = llvm.insertvalue %[[V34]], %[[V2]][0] : !llvm.array<3 x vector<2xi8>>
// CHECK-NEXT: %[[V36:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<3 x vector<1xi8>>
// CHECK-NEXT: %[[V37:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V38:.*]] = llvm.extractelement %[[V36]][%[[V37]] : i64] : vector<1xi8>
// CHECK-NEXT: %[[V39:.*]] = llvm.mlir.poison : vector<2xi8>
// CHECK-NEXT: %[[V40:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V41:.*]] = llvm.insertelement %[[V38]], %[[V39]][%[[V40]] : i32] : vector<2xi8>
// CHECK-NEXT: %[[V42:.*]] = llvm.shufflevector %[[V41]], %[[V39]] [0, 0] : vector<2xi8>
// CHECK-NEXT: %[[V43:.*]] = llvm.insertvalue %[[V42]], %[[V35]][1] : !llvm.array<3 x vector<2xi8>>
// CHECK-NEXT: %[[V44:.*]] = llvm.extractvalue %[[V0]][2] : !llvm.array<3 x vector<1xi8>>
// CHECK-NEXT: %[[V45:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V46:.*]] = llvm.extractelement %[[V44]][%[[V45]] : i64] : vector<1xi8>
// CHECK-NEXT: %[[V47:.*]] = llvm.mlir.poison : vector<2xi8>
// CHECK-NEXT: %[[V48:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V49:.*]] = llvm.insertelement %[[V46]], %[[V47]][%[[V48]] : i32] : vector<2xi8>
// CHECK-NEXT: %[[V50:.*]] = llvm.shufflevector %[[V49]], %[[V47]] [0, 0] : vector<2xi8>
// CHECK-NEXT: %[[V51:.*]] = llvm.insertvalue %[[V50]], %[[V43]][2] : !llvm.array<3 x vector<2xi8>>
// CHECK-NEXT: %[[V52:.*]] = builtin.unrealized_conversion_cast %[[V51]] : !llvm.array<3 x vector<2xi8>> to vector<3x2xi8>
// CHECK-NEXT: return %[[V8]], %[[V12]], %[[V16]], %[[V24]], %[[V27]], %[[V52]] : vector<f32>, vector<4xf32>, vector<[4]xf32>, vector<2x3xf32>, vector<2x4xf32>, vector<3x2xi8>
// CHECK-NEXT: }
func.func @broadcasts(%x: f32, %v: vector<4xf32>, %n: vector<3x1xi8>) -> (vector<f32>, vector<4xf32>, vector<[4]xf32>, vector<2x3xf32>, vector<2x4xf32>, vector<3x2xi8>) {
  %0 = vector.broadcast %x : f32 to vector<f32>
  %1 = vector.broadcast %x : f32 to vector<4xf32>
  %2 = vector.broadcast %x : f32 to vector<[4]xf32>
  %3 = vector.broadcast %x : f32 to vector<2x3xf32>
  %4 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %5 = vector.broadcast %n : vector<3x1xi8> to vector<3x2xi8>
  return %0, %1, %2, %3, %4, %5 : vector<f32>, vector<4xf32>, vector<[4]xf32>, vector<2x3xf32>, vector<2x4xf32>, vector<3x2xi8>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @shuffles(
// CHECK-SAME: %[[ARG0:.*]]: vector<2xf32>, %[[ARG1:.*]]: vector<3xf32>, %[[ARG2:.*]]: vector<2x4xf32>, %[[ARG3:.*]]: vector<1x4xf32>) -> (vector<3xf32>, vector<4xf32>, vector<3x4xf32>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG3]] : vector<1x4xf32> to !llvm.array<1 x vector<4xf32>>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V2:.*]] = llvm.shufflevector %[[ARG0]], %[[ARG0]] [3, -1, 0] : vector<2xf32>
// CHECK-NEXT: %[[V3:.*]] = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT: %[[V4:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %[[V5:.*]] = llvm.extractelement %[[ARG1]][%[[V4]] : i64] : vector<3xf32>
// CHECK-NEXT: %[[V6:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V7:.*]] = llvm.insertelement %[[V5]], %[[V3]][%[[V6]] : i64] : vector<4xf32>
// CHECK-NEXT: %[[V8:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V9:.*]] = llvm.extractelement %[[ARG0]][%[[V8]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V10:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %[[V11:.*]] = llvm.insertelement %[[V9]], %[[V7]][%[[V10]] : i64] : vector<4xf32>
// CHECK-NEXT: %[[V12:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V13:.*]] = llvm.extractelement %[[ARG1]][%[[V12]] : i64] : vector<3xf32>
// CHECK-NEXT: %[[V14:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %[[V15:.*]] = llvm.insertelement %[[V13]], %[[V11]][%[[V14]] : i64] : vector<4xf32>
// CHECK-NEXT: %[[V16:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V17:.*]] = llvm.extractelement %[[ARG0]][%[[V16]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V18:.*]] = llvm.mlir.constant(3 : index) : i64
// CHECK-NEXT: %[[V19:.*]] = llvm.insertelement %[[V17]], %[[V15]][%[[V18]] : i64] : vector<4xf32>
// CHECK-NEXT: %[[V20:.*]] = llvm.mlir.poison : !llvm.array<3 x vector<4xf32>>
// CHECK-NEXT: %[[V21:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<1 x vector<4xf32>>
// CHECK-NEXT: %[[V22:.*]] = llvm.insertvalue %[[V21]], %[[V20]][0] : !llvm.array<3 x vector<4xf32>>
// CHECK-NEXT: %[[V23:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V24:.*]] = llvm.insertvalue %[[V23]], %[[V22]][1] : !llvm.array<3 x vector<4xf32>>
// CHECK-NEXT: %[[V25:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V26:.*]] = llvm.insertvalue %[[V25]], %[[V24]][2] : !llvm.array<3 x vector<4xf32>>
// CHECK-NEXT: %[[V27:.*]] = builtin.unrealized_conversion_cast %[[V26]] : !llvm.array<3 x vector<4xf32>> to vector<3x4xf32>
// CHECK-NEXT: return %[[V2]], %[[V19]], %[[V27]] : vector<3xf32>, vector<4xf32>, vector<3x4xf32>
// CHECK-NEXT: }
func.func @shuffles(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<2x4xf32>, %d: vector<1x4xf32>) -> (vector<3xf32>, vector<4xf32>, vector<3x4xf32>) {
  %0 = vector.shuffle %a, %a [3, -1, 0] : vector<2xf32>, vector<2xf32>
  %1 = vector.shuffle %a, %b [4, 1, 2, 0] : vector<2xf32>, vector<3xf32>
  %2 = vector.shuffle %c, %d [2, 1, 0] : vector<2x4xf32>, vector<1x4xf32>
  return %0, %1, %2 : vector<3xf32>, vector<4xf32>, vector<3x4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @pairs(
// CHECK-SAME: %[[ARG0:.*]]: vector<2xi16>, %[[ARG1:.*]]: vector<[2]xi16>, %[[ARG2:.*]]: vector<2x2xi16>) -> (vector<4xi16>, vector<[4]xi16>, vector<2x4xi16>, vector<1xi16>, vector<[1]xi16>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : vector<2x2xi16> to !llvm.array<2 x vector<2xi16>>
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<0> : vector<2x4xi16>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[CST]] : vector<2x4xi16> to !llvm.array<2 x vector<4xi16>>
// CHECK-NEXT: %[[V2:.*]] = llvm.shufflevector %[[ARG0]], %[[ARG0]] [0, 2, 1, 3] : vector<2xi16>
// CHECK-NEXT: %[[V3:.*]] = "llvm.intr.vector.interleave2"(%[[ARG1]], %[[ARG1]]) : (vector<[2]xi16>, vector<[2]xi16>) -> vector<[4]xi16>
// CHECK-NEXT: %[[V4:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<2xi16>>
// CHECK-NEXT: %[[V5:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<2xi16>>
// CHECK-NEXT: %[[V6:.*]] = llvm.shufflevector %[[V4]], %[[V5]] [0, 2, 1, 3] : vector<2xi16>
// CHECK-NEXT: %[[V7:.*]] = llvm.insertvalue %[[V6]], %[[V1]][0] : !llvm.array<2 x vector<4xi16>>
// CHECK-NEXT: %[[V8:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<2xi16>>
// CHECK-NEXT: %[[V9:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<2xi16>>
// CHECK-NEXT: %[[V10:.*]] = llvm.shufflevector %[[V8]], %[[V9]] [0, 2, 1, 3] : vector<2xi16>
// CHECK-NEXT: %[[V11:.*]] = llvm.insertvalue %[[V10]], %[[V7]][1] : !llvm.array<2 x vector<4xi16>>
// CHECK-NEXT: %[[V12:.*]] = builtin.unrealized_conversion_cast %[[V11]] : !llvm.array<2 x vector<4xi16>> to vector<2x4xi16>
// CHECK-NEXT: %[[V13:.*]] = llvm.mlir.poison : vector<2xi16>
// CHECK-NEXT: %[[V14:.*]] = llvm.shufflevector %[[ARG0]], %[[V13]] [0] : vector<2xi16>
// CHECK-NEXT: %[[V15:.*]] = llvm.shufflevector %[[ARG0]], %[[V13]] [1] : vector<2xi16>
// CHECK-NEXT: %[[V16:.*]] = "llvm.intr.vector.deinterleave2"(%[[ARG1]]) : (vector<[2]xi16>) -> !llvm.struct<(vector<[1]xi16>, vector<[1]xi16>)>
// CHECK-NEXT: %[[V17:.*]] = llvm.extractvalue %[[V16]][0] : !llvm.struct<(vector<[1]xi16>, vector<[1]xi16>)>
// CHECK-NEXT: %[[V18:.*]] = llvm.extractvalue %[[V16]][1] : !llvm.struct<(vector<[1]xi16>, vector<[1]xi16>)>
// CHECK-NEXT: return %[[V2]], %[[V3]], %[[V12]], %[[V15]], %[[V17]] : vector<4xi16>, vector<[4]xi16>, vector<2x4xi16>, vector<1xi16>, vector<[1]xi16>
// CHECK-NEXT: }
func.func @pairs(%a: vector<2xi16>, %b: vector<[2]xi16>, %c: vector<2x2xi16>) -> (vector<4xi16>, vector<[4]xi16>, vector<2x4xi16>, vector<1xi16>, vector<[1]xi16>) {
  %0 = vector.interleave %a, %a : vector<2xi16> -> vector<4xi16>
  %1 = vector.interleave %b, %b : vector<[2]xi16> -> vector<[4]xi16>
  %2 = vector.interleave %c, %c : vector<2x2xi16> -> vector<2x4xi16>
  %3, %4 = vector.deinterleave %a : vector<2xi16> -> vector<1xi16>
  %5, %6 = vector.deinterleave %b : vector<[2]xi16> -> vector<[1]xi16>
  return %0, %1, %2, %4, %5 : vector<4xi16>, vector<[4]xi16>, vector<2x4xi16>, vector<1xi16>, vector<[1]xi16>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @other_shapes(
// CHECK-SAME: %[[ARG0:.*]]: vector<8xi32>, %[[ARG1:.*]]: vector<2x6xi8>, %[[ARG2:.*]]: vector<[8]xf32>, %[[ARG3:.*]]: vector<2x[4]xf32>) -> (vector<2x4xi32>, vector<3x4xi8>, vector<8xi32>, vector<2x[4]xf32>, vector<[8]xf32>, vector<1x8xi32>, vector<4xi64>, vector<2x3xi16>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG3]] : vector<2x[4]xf32> to !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<2x6xi8> to !llvm.array<2 x vector<6xi8>>
// CHECK-NEXT: %[[V2:.*]] = ub.poison : vector<2x3xi16>
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[V2]] : vector<2x3xi16> to !llvm.array<2 x vector<3xi16>>
// CHECK-NEXT: %[[V4:.*]] = ub.poison : vector<1x8xi32>
// CHECK-NEXT: %[[V5:.*]] = builtin.unrealized_conversion_cast %[[V4]] : vector<1x8xi32> to !llvm.array<1 x vector<8xi32>>
// CHECK-NEXT: %[[V6:.*]] = ub.poison : vector<[8]xf32>
// CHECK-NEXT: %[[V7:.*]] = ub.poison : vector<2x[4]xf32>
// CHECK-NEXT: %[[V8:.*]] = builtin.unrealized_conversion_cast %[[V7]] : vector<2x[4]xf32> to !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V9:.*]] = ub.poison : vector<4xi8>
// CHECK-NEXT: %[[V10:.*]] = ub.poison : vector<3x4xi8>
// CHECK-NEXT: %[[V11:.*]] = builtin.unrealized_conversion_cast %[[V10]] : vector<3x4xi8> to !llvm.array<3 x vector<4xi8>>
// CHECK-NEXT: %[[V12:.*]] = ub.poison : vector<2x4xi32>
// CHECK-NEXT: %[[V13:.*]] = builtin.unrealized_conversion_cast %[[V12]] : vector<2x4xi32> to !llvm.array<2 x vector<4xi32>>
// CHECK-NEXT: %[[V14:.*]] = llvm.shufflevector %[[ARG0]], %[[ARG0]] [0, 1, 2, 3] : vector<8xi32>
// CHECK-NEXT: %[[V15:.*]] = llvm.insertvalue %[[V14]], %[[V13]][0] : !llvm.array<2 x vector<4xi32>>
// CHECK-NEXT: %[[V16:.*]] = llvm.shufflevector %[[ARG0]], %[[ARG0]] [4, 5, 6, 7] : vector<8xi32>
// CHECK-NEXT: %[[V17:.*]] = llvm.insertvalue %[[V16]], %[[V15]][1] : !llvm.array<2 x vector<4xi32>>
// CHECK-NEXT: %[[V18:.*]] = builtin.unrealized_conversion_cast %[[V17]] : !llvm.array<2 x vector<4xi32>> to vector<2x4xi32>
// CHECK-NEXT: %[[V19:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<6xi8>>
// CHECK-NEXT: %[[V20:.*]] = llvm.shufflevector %[[V19]], %[[V19]] [0, 1] : vector<6xi8>
// CHECK-NEXT: %[[V21:.*]] = llvm.shufflevector %[[V20]], %[[V20]] [0, 1, 0, 0] : vector<2xi8>
// CHECK-NEXT: %[[V22:.*]] = llvm.shufflevector %[[V21]], %[[V9]] [0, 1, 6, 7] : vector<4xi8>
// CHECK-NEXT: %[[V23:.*]] = llvm.shufflevector %[[V19]], %[[V19]] [2, 3] : vector<6xi8>
// CHECK-NEXT: %[[V24:.*]] = llvm.shufflevector %[[V23]], %[[V23]] [0, 1, 0, 0] : vector<2xi8>
// CHECK-NEXT: %[[V25:.*]] = llvm.shufflevector %[[V24]], %[[V22]] [4, 5, 0, 1] : vector<4xi8>
// CHECK-NEXT: %[[V26:.*]] = llvm.insertvalue %[[V25]], %[[V11]][0] : !llvm.array<3 x vector<4xi8>>
// CHECK-NEXT: %[[V27:.*]] = llvm.shufflevector %[[V19]], %[[V19]] [4, 5] : vector<6xi8>
// CHECK-NEXT: %[[V28:.*]] = llvm.shufflevector %[[V27]], %[[V27]] [0, 1, 0, 0] : vector<2xi8>
// CHECK-NEXT: %[[V29:.*]] = llvm.shufflevector %[[V28]], %[[V9]] [0, 1, 6, 7] : vector<4xi8>
// CHECK-NEXT: %[[V30:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<6xi8>>
// CHECK-NEXT: %[[V31:.*]] = llvm.shufflevector %[[V30]], %[[V30]] [0, 1] : vector<6xi8>
// CHECK-NEXT: %[[V32:.*]] = llvm.shufflevector %[[V31]], %[[V31]] [0, 1, 0, 0] : vector<2xi8>
// CHECK-NEXT: %[[V33:.*]] = llvm.shufflevector %[[V32]], %[[V29]] [4, 5, 0, 1] : vector<4xi8>
// CHECK-NEXT: %[[V34:.*]] = llvm.insertvalue %[[V33]], %[[V26]][1] : !llvm.array<3 x vector<4xi8>>
// CHECK-NEXT: %[[V35:.*]] = llvm.shufflevector %[[V30]], %[[V30]] [2, 3] : vector<6xi8>
// CHECK-NEXT: %[[V36:.*]] = llvm.shufflevector %[[V35]], %[[V35]] [0, 1, 0, 0] : vector<2xi8>
// CHECK-NEXT: %[[V37:.*]] = llvm.shufflevector %[[V36]], %[[V9]] [0, 1, 6, 7] : vector<4xi8>
// CHECK-NEXT: %[[V38:.*]] = llvm.shufflevector %[[V30]], %[[V30]] [4, 5] : vector<6xi8>
// CHECK-NEXT: %[[V39:.*]] = llvm.shufflevector %[[V38]], %[[V38]] [0, 1, 0, 0] : vector<2xi8>
// CHECK-NEXT: %[[V40:.*]] = llvm.shufflevector %[[V39]], %[[V37]] [4, 5, 0, 1] : vector<4xi8>
// CHECK-NEXT: %[[V41:.*]] = llvm.insertvalue %[[V40]], %[[V34]][2] : !llvm.array<3 x vector<4xi8>>
// CHECK-NEXT: %[[V42:.*]] = builtin.unrealized_conversion_cast %[[V41]] : !llvm.array<3 x vector<4xi8>> to vector<3x4xi8>
// CHECK-NEXT: %[[V43:.*]] = llvm.intr.vector.extract %[[ARG2]][0] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT: %[[V44:.*]] = llvm.insertvalue %[[V43]], %[[V8]][0] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V45:.*]] = llvm.intr.vector.extract %[[ARG2]][4] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT: %[[V46:.*]] = llvm.insertvalue %[[V45]], %[[V44]][1] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V47:.*]] = builtin.unrealized_conversion_cast %[[V46]] : !llvm.array<2 x vector<[4]xf32>> to vector<2x[4]xf32>
// CHECK-NEXT: %[[V48:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V49:.*]] = llvm.intr.vector.insert %[[V48]], %[[V6]][0] : vector<[4]xf32> into vector<[8]xf32>
// CHECK-NEXT: %[[V50:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V51:.*]] = llvm.intr.vector.insert %[[V50]], %[[V49]][4] : vector<[4]xf32> into vector<[8]xf32>
// CHECK-NEXT: %[[V52:.*]] = llvm.insertvalue %[[ARG0]], %[[V5]][0] : !llvm.array<1 x vector<8xi32>>
// CHECK-NEXT: %[[V53:.*]] = builtin.unrealized_conversion_cast %[[V52]] : !llvm.array<1 x vector<8xi32>> to vector<1x8xi32>
// CHECK-NEXT: %[[V54:.*]] = llvm.bitcast %[[ARG0]] : vector<8xi32> to vector<4xi64>
// CHECK-NEXT: %[[V55:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<6xi8>>
// CHECK-NEXT: %[[V56:.*]] = llvm.bitcast %[[V55]] : vector<6xi8> to vector<3xi16>
// CHECK-NEXT: %[[V57:.*]] = llvm.insertvalue %[[V56]], %[[V3]][0] : !llvm.array<2 x vector<3xi16>>
// CHECK-NEXT: %[[V58:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<6xi8>>
// CHECK-NEXT: %[[V59:.*]] = llvm.bitcast %[[V58]] : vector<6xi8> to vector<3xi16>
// CHECK-NEXT: %[[V60:.*]] = llvm.insertvalue %[[V59]], %[[V57]][1] : !llvm.array<2 x vector<3xi16>>
// CHECK-NEXT: %[[V61:.*]] = builtin.unrealized_conversion_cast %[[V60]] : !llvm.array<2 x vector<3xi16>> to vector<2x3xi16>
// CHECK-NEXT: return %[[V18]], %[[V42]], %[[ARG0]], %[[V47]], %[[V51]], %[[V53]], %[[V54]], %[[V61]] : vector<2x4xi32>, vector<3x4xi8>, vector<8xi32>, vector<2x[4]xf32>, vector<[8]xf32>, vector<1x8xi32>, vector<4xi64>, vector<2x3xi16>
// CHECK-NEXT: }
func.func @other_shapes(%v: vector<8xi32>, %m: vector<2x6xi8>, %s: vector<[8]xf32>, %r: vector<2x[4]xf32>) -> (vector<2x4xi32>, vector<3x4xi8>, vector<8xi32>, vector<2x[4]xf32>, vector<[8]xf32>, vector<1x8xi32>, vector<4xi64>, vector<2x3xi16>) {
  %0 = vector.shape_cast %v : vector<8xi32> to vector<2x4xi32>
  %1 = vector.shape_cast %m : vector<2x6xi8> to vector<3x4xi8>
  %2 = vector.shape_cast %0 : vector<2x4xi32> to vector<8xi32>
  %3 = vector.shape_cast %s : vector<[8]xf32> to vector<2x[4]xf32>
  %4 = vector.shape_cast %r : vector<2x[4]xf32> to vector<[8]xf32>
  %5 = vector.shape_cast %v : vector<8xi32> to vector<1x8xi32>
  %6 = vector.bitcast %v : vector<8xi32> to vector<4xi64>
  %7 = vector.bitcast %m : vector<2x6xi8> to vector<2x3xi16>
  return %0, %1, %2, %3, %4, %5, %6, %7 : vector<2x4xi32>, vector<3x4xi8>, vector<8xi32>, vector<2x[4]xf32>, vector<[8]xf32>, vector<1x8xi32>, vector<4xi64>, vector<2x3xi16>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[ARG0:.*]]: vector<8xf32>, %[[ARG1:.*]]: vector<4x8xf32>, %[[ARG2:.*]]: vector<2x3xf32>, %[[ARG3:.*]]: vector<4x[4]xf32>) -> (vector<3xf32>, vector<2x3xf32>, vector<4x8xf32>, vector<2x[4]xf32>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG3]] : vector<4x[4]xf32> to !llvm.array<4 x vector<[4]xf32>>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<4x8xf32> to !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<2x[4]xf32>
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[CST]] : vector<2x[4]xf32> to !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[CST_0:.*]] = arith.constant dense<0.000000e+00> : vector<2x3xf32>
// CHECK-NEXT: %[[V4:.*]] = builtin.unrealized_conversion_cast %[[CST_0]] : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V5:.*]] = llvm.shufflevector %[[ARG0]], %[[ARG0]] [2, 3, 4] : vector<8xf32>
// CHECK-NEXT: %[[V6:.*]] = llvm.extractvalue %[[V2]][1] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %[[V7:.*]] = llvm.shufflevector %[[V6]], %[[V6]] [2, 3, 4] : vector<8xf32>
// CHECK-NEXT: %[[V8:.*]] = llvm.insertvalue %[[V7]], %[[V4]][0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V9:.*]] = llvm.extractvalue %[[V2]][2] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %[[V10:.*]] = llvm.shufflevector %[[V9]], %[[V9]] [2, 3, 4] : vector<8xf32>
// CHECK-NEXT: %[[V11:.*]] = llvm.insertvalue %[[V10]], %[[V8]][1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V12:.*]] = builtin.unrealized_conversion_cast %[[V11]] : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: %[[V13:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V14:.*]] = llvm.extractvalue %[[V2]][2] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %[[V15:.*]] = llvm.shufflevector %[[V13]], %[[V13]] [0, 1, 2, 0, 0, 0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %[[V16:.*]] = llvm.shufflevector %[[V15]], %[[V14]] [8, 9, 10, 11, 12, 0, 1, 2] : vector<8xf32>
// CHECK-NEXT: %[[V17:.*]] = llvm.insertvalue %[[V16]], %[[V2]][2] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %[[V18:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V19:.*]] = llvm.extractvalue %[[V2]][3] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %[[V20:.*]] = llvm.shufflevector %[[V18]], %[[V18]] [0, 1, 2, 0, 0, 0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %[[V21:.*]] = llvm.shufflevector %[[V20]], %[[V19]] [8, 9, 10, 11, 12, 0, 1, 2] : vector<8xf32>
// CHECK-NEXT: %[[V22:.*]] = llvm.insertvalue %[[V21]], %[[V17]][3] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %[[V23:.*]] = builtin.unrealized_conversion_cast %[[V22]] : !llvm.array<4 x vector<8xf32>> to vector<4x8xf32>
// CHECK-NEXT: %[[V24:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<4 x vector<[4]xf32>>
// CHECK-NEXT: %[[V25:.*]] = llvm.extractvalue %[[V0]][2] : !llvm.array<4 x vector<[4]xf32>>
// CHECK-NEXT: %[[V26:.*]] = llvm.insertvalue %[[V24]], %[[V3]][0] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V27:.*]] = llvm.insertvalue %[[V25]], %[[V26]][1] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V28:.*]] = builtin.unrealized_conversion_cast %[[V27]] : !llvm.array<2 x vector<[4]xf32>> to vector<2x[4]xf32>
// CHECK-NEXT: return %[[V5]], %[[V12]], %[[V23]], %[[V28]] : vector<3xf32>, vector<2x3xf32>, vector<4x8xf32>, vector<2x[4]xf32>
// CHECK-NEXT: }
func.func @slices(%v: vector<8xf32>, %m: vector<4x8xf32>, %t: vector<2x3xf32>, %s: vector<4x[4]xf32>) -> (vector<3xf32>, vector<2x3xf32>, vector<4x8xf32>, vector<2x[4]xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [2], sizes = [3], strides = [1]} : vector<8xf32> to vector<3xf32>
  %1 = vector.extract_strided_slice %m {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]} : vector<4x8xf32> to vector<2x3xf32>
  %2 = vector.insert_strided_slice %t, %m {offsets = [2, 5], strides = [1, 1]} : vector<2x3xf32> into vector<4x8xf32>
  %3 = vector.extract_strided_slice %s {offsets = [1], sizes = [2], strides = [1]} : vector<4x[4]xf32> to vector<2x[4]xf32>
  return %0, %1, %2, %3 : vector<3xf32>, vector<2x3xf32>, vector<4x8xf32>, vector<2x[4]xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @scalable_parts(
// CHECK-SAME: %[[ARG0:.*]]: vector<4xf32>, %[[ARG1:.*]]: vector<[8]xf32>) -> (vector<[8]xf32>, vector<4xf32>, index, vector<[4]xindex>, vector<4xindex>) {
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
// CHECK-NEXT: %[[V0:.*]] = llvm.intr.vector.insert %[[ARG0]], %[[ARG1]][4] : vector<4xf32> into vector<[8]xf32>
// CHECK-NEXT: %[[V1:.*]] = llvm.intr.vector.extract %[[ARG1]][4] : vector<4xf32> from vector<[8]xf32>
// CHECK-NEXT: %[[V2:.*]] = "llvm.intr.vscale"() : () -> i64
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[V2]] : i64 to index
// CHECK-NEXT: %[[V4:.*]] = llvm.intr.stepvector : vector<[4]xi64>
// CHECK-NEXT: %[[V5:.*]] = builtin.unrealized_conversion_cast %[[V4]] : vector<[4]xi64> to vector<[4]xindex>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V3]], %[[V5]], %[[CST]] : vector<[8]xf32>, vector<4xf32>, index, vector<[4]xindex>, vector<4xindex>
// CHECK-NEXT: }
func.func @scalable_parts(%v: vector<4xf32>, %s: vector<[8]xf32>) -> (vector<[8]xf32>, vector<4xf32>, index, vector<[4]xindex>, vector<4xindex>) {
  %0 = vector.scalable.insert %v, %s[4] : vector<4xf32> into vector<[8]xf32>
  %1 = vector.scalable.extract %s[4] : vector<4xf32> from vector<[8]xf32>
  %2 = vector.vscale
  %3 = vector.step : vector<[4]xindex>
  %4 = vector.step : vector<4xindex>
  return %0, %1, %2, %3, %4 : vector<[8]xf32>, vector<4xf32>, index, vector<[4]xindex>, vector<4xindex>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @masks(
// CHECK-SAME: %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> (vector<4xi1>, vector<2x4xi1>, vector<[4]xi1>, vector<i1>, vector<2x4xi1>, vector<1xi1>) {
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<{{\[\[}}true, true, true, false], [false, false, false, false]]> : vector<2x4xi1>
// CHECK-NEXT: %[[CST_0:.*]] = arith.constant dense<0> : vector<i32>
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[CST_1:.*]] = arith.constant dense<false> : vector<2x4xi1>
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[CST_1]] : vector<2x4xi1> to !llvm.array<2 x vector<4xi1>>
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %[[CST_3:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
// CHECK-NEXT: %[[V1:.*]] = arith.index_cast %[[ARG0]] : index to i32
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.poison : vector<4xi32>
// CHECK-NEXT: %[[V3:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V4:.*]] = llvm.insertelement %[[V1]], %[[V2]][%[[V3]] : i32] : vector<4xi32>
// CHECK-NEXT: %[[V5:.*]] = llvm.shufflevector %[[V4]], %[[V2]] [0, 0, 0, 0] : vector<4xi32>
// CHECK-NEXT: %[[V6:.*]] = arith.cmpi sgt, %[[V5]], %[[CST_3]] : vector<4xi32>
// CHECK-NEXT: %[[V7:.*]] = arith.index_cast %[[ARG1]] : index to i32
// CHECK-NEXT: %[[V8:.*]] = llvm.mlir.poison : vector<4xi32>
// CHECK-NEXT: %[[V9:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V10:.*]] = llvm.insertelement %[[V7]], %[[V8]][%[[V9]] : i32] : vector<4xi32>
// CHECK-NEXT: %[[V11:.*]] = llvm.shufflevector %[[V10]], %[[V8]] [0, 0, 0, 0] : vector<4xi32>
// CHECK-NEXT: %[[V12:.*]] = arith.cmpi sgt, %[[V11]], %[[CST_3]] : vector<4xi32>
// CHECK-NEXT: %[[V13:.*]] = arith.cmpi sgt, %[[ARG0]], %[[C0]] : index
// CHECK-NEXT: %[[V14:.*]] = arith.select %[[V13]], %[[V12]], %[[CST_2]] : vector<4xi1>
// CHECK-NEXT: %[[V15:.*]] = llvm.insertvalue %[[V14]], %[[V0]][0] : !llvm.array<2 x vector<4xi1>>
// CHECK-NEXT: %[[V16:.*]] = arith.cmpi sgt, %[[ARG0]], %[[C1]] : index
// CHECK-NEXT: %[[V17:.*]] = arith.select %[[V16]], %[[V12]], %[[CST_2]] : vector<4xi1>
// CHECK-NEXT: %[[V18:.*]] = llvm.insertvalue %[[V17]], %[[V15]][1] : !llvm.array<2 x vector<4xi1>>
// CHECK-NEXT: %[[V19:.*]] = builtin.unrealized_conversion_cast %[[V18]] : !llvm.array<2 x vector<4xi1>> to vector<2x4xi1>
// CHECK-NEXT: %[[V20:.*]] = llvm.intr.stepvector : vector<[4]xi32>
// CHECK-NEXT: %[[V21:.*]] = arith.index_cast %[[ARG0]] : index to i32
// CHECK-NEXT: %[[V22:.*]] = llvm.mlir.poison : vector<[4]xi32>
// CHECK-NEXT: %[[V23:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V24:.*]] = llvm.insertelement %[[V21]], %[[V22]][%[[V23]] : i32] : vector<[4]xi32>
// CHECK-NEXT: %[[V25:.*]] = llvm.shufflevector %[[V24]], %[[V22]] [0, 0, 0, 0] : vector<[4]xi32>
// CHECK-NEXT: %[[V26:.*]] = arith.cmpi slt, %[[V20]], %[[V25]] : vector<[4]xi32>
// CHECK-NEXT: %[[V27:.*]] = arith.index_cast %[[ARG0]] : index to i32
// CHECK-NEXT: %[[V28:.*]] = llvm.mlir.poison : vector<1xi32>
// CHECK-NEXT: %[[V29:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V30:.*]] = llvm.insertelement %[[V27]], %[[V28]][%[[V29]] : i32] : vector<1xi32>
// CHECK-NEXT: %[[V31:.*]] = builtin.unrealized_conversion_cast %[[V30]] : vector<1xi32> to vector<i32>
// CHECK-NEXT: %[[V32:.*]] = arith.cmpi sgt, %[[V31]], %[[CST_0]] : vector<i32>
// CHECK-NEXT: %[[V33:.*]] = arith.cmpi slt, %[[ARG0]], %[[ARG1]] : index
// CHECK-NEXT: %[[V34:.*]] = llvm.mlir.poison : vector<1xi1>
// CHECK-NEXT: %[[V35:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V36:.*]] = llvm.insertelement %[[V33]], %[[V34]][%[[V35]] : i32] : vector<1xi1>
// CHECK-NEXT: return %[[V6]], %[[V19]], %[[V26]], %[[V32]], %[[CST]], %[[V36]] : vector<4xi1>, vector<2x4xi1>, vector<[4]xi1>, vector<i1>, vector<2x4xi1>, vector<1xi1>
// CHECK-NEXT: }
func.func @masks(%n: index, %k: index) -> (vector<4xi1>, vector<2x4xi1>, vector<[4]xi1>, vector<i1>, vector<2x4xi1>, vector<1xi1>) {
  %0 = vector.create_mask %n : vector<4xi1>
  %1 = vector.create_mask %n, %k : vector<2x4xi1>
  %2 = vector.create_mask %n : vector<[4]xi1>
  %3 = vector.create_mask %n : vector<i1>
  %4 = vector.constant_mask [1, 3] : vector<2x4xi1>
  %c = arith.cmpi slt, %n, %k : index
  %t = arith.constant dense<true> : vector<1xi1>
  %f = arith.constant dense<false> : vector<1xi1>
  %5 = arith.select %c, %t, %f : vector<1xi1>
  return %0, %1, %2, %3, %4, %5 : vector<4xi1>, vector<2x4xi1>, vector<[4]xi1>, vector<i1>, vector<2x4xi1>, vector<1xi1>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @integers(
// CHECK-SAME: %[[ARG0:.*]]: vector<4xi32>, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: vector<4xindex>, %[[ARG3:.*]]: index) -> (i32, i32, i32, i32, i32, i32, index) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG3]] : index to i64
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : vector<4xindex> to vector<4xi64>
// CHECK-NEXT: %[[V2:.*]] = "llvm.intr.vector.reduce.add"(%[[ARG0]]) : (vector<4xi32>) -> i32
// CHECK-NEXT: %[[V3:.*]] = "llvm.intr.vector.reduce.mul"(%[[ARG0]]) : (vector<4xi32>) -> i32
// CHECK-NEXT: %[[V4:.*]] = llvm.mul %[[ARG1]], %[[V3]] : i32
// CHECK-NEXT: %[[V5:.*]] = "llvm.intr.vector.reduce.umin"(%[[ARG0]]) : (vector<4xi32>) -> i32
// CHECK-NEXT: %[[V6:.*]] = llvm.icmp "ule" %[[ARG1]], %[[V5]] : i32
// CHECK-NEXT: %[[V7:.*]] = llvm.select %[[V6]], %[[ARG1]], %[[V5]] : i1, i32
// CHECK-NEXT: %[[V8:.*]] = "llvm.intr.vector.reduce.smax"(%[[ARG0]]) : (vector<4xi32>) -> i32
// CHECK-NEXT: %[[V9:.*]] = llvm.icmp "sge" %[[ARG1]], %[[V8]] : i32
// CHECK-NEXT: %[[V10:.*]] = llvm.select %[[V9]], %[[ARG1]], %[[V8]] : i1, i32
// CHECK-NEXT: %[[V11:.*]] = "llvm.intr.vector.reduce.xor"(%[[ARG0]]) : (vector<4xi32>) -> i32
// CHECK-NEXT: %[[V12:.*]] = llvm.xor %[[ARG1]], %[[V11]] : i32
// CHECK-NEXT: %[[V13:.*]] = "llvm.intr.vector.reduce.and"(%[[ARG0]]) : (vector<4xi32>) -> i32
// CHECK-NEXT: %[[V14:.*]] = "llvm.intr.vector.reduce.or"(%[[V1]]) : (vector<4xi64>) -> i64
// CHECK-NEXT: %[[V15:.*]] = llvm.or %[[V0]], %[[V14]] : i64
// CHECK-NEXT: %[[V16:.*]] = builtin.unrealized_conversion_cast %[[V15]] : i64 to index
// CHECK-NEXT: return %[[V2]], %[[V4]], %[[V7]], %[[V10]], %[[V12]], %[[V13]], %[[V16]] : i32, i32, i32, i32, i32, i32, index
// CHECK-NEXT: }
func.func @integers(%v: vector<4xi32>, %a: i32, %w: vector<4xindex>, %i: index) -> (i32, i32, i32, i32, i32, i32, index) {
  %0 = vector.reduction <add>, %v : vector<4xi32> into i32
  %1 = vector.reduction <mul>, %v, %a : vector<4xi32> into i32
  %2 = vector.reduction <minui>, %v, %a : vector<4xi32> into i32
  %3 = vector.reduction <maxsi>, %v, %a : vector<4xi32> into i32
  %4 = vector.reduction <xor>, %v, %a : vector<4xi32> into i32
  %5 = vector.reduction <and>, %v : vector<4xi32> into i32
  %6 = vector.reduction <or>, %w, %i : vector<4xindex> into index
  return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i32, i32, index
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @floats(
// CHECK-SAME: %[[ARG0:.*]]: vector<4xf32>, %[[ARG1:.*]]: f32) -> (f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT: %[[V0:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %[[V1:.*]] = "llvm.intr.vector.reduce.fadd"(%[[V0]], %[[ARG0]]) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.constant(1.000000e+00 : f32) : f32
// CHECK-NEXT: %[[V3:.*]] = "llvm.intr.vector.reduce.fmul"(%[[V2]], %[[ARG0]]) <{fastmathFlags = #llvm.fastmath<nnan>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT: %[[V4:.*]] = "llvm.intr.vector.reduce.fadd"(%[[ARG1]], %[[ARG0]]) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT: %[[V5:.*]] = llvm.intr.vector.reduce.fminimum(%[[ARG0]]) : (vector<4xf32>) -> f32
// CHECK-NEXT: %[[V6:.*]] = llvm.intr.minimum(%[[V5]], %[[ARG1]]) : (f32, f32) -> f32
// CHECK-NEXT: %[[V7:.*]] = llvm.intr.vector.reduce.fmax(%[[ARG0]]) : (vector<4xf32>) -> f32
// CHECK-NEXT: %[[V8:.*]] = llvm.intr.vector.reduce.fmaximum(%[[ARG0]]) : (vector<4xf32>) -> f32
// CHECK-NEXT: %[[V9:.*]] = llvm.intr.maximum(%[[V8]], %[[ARG1]]) : (f32, f32) -> f32
// CHECK-NEXT: return %[[V1]], %[[V3]], %[[V4]], %[[V6]], %[[V7]], %[[V9]] : f32, f32, f32, f32, f32, f32
// CHECK-NEXT: }
func.func @floats(%v: vector<4xf32>, %a: f32) -> (f32, f32, f32, f32, f32, f32) {
  %0 = vector.reduction <add>, %v : vector<4xf32> into f32
  %1 = vector.reduction <mul>, %v fastmath<nnan> : vector<4xf32> into f32
  %2 = vector.reduction <add>, %v, %a fastmath<reassoc> : vector<4xf32> into f32
  %3 = vector.reduction <minimumf>, %v, %a : vector<4xf32> into f32
  %4 = vector.reduction <maxnumf>, %v : vector<4xf32> into f32
  %5 = vector.reduction <maximumf>, %v, %a : vector<4xf32> into f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @masked_reductions(
// CHECK-SAME: %[[ARG0:.*]]: vector<4xi8>, %[[ARG1:.*]]: vector<[4]xf16>, %[[ARG2:.*]]: vector<4xi1>, %[[ARG3:.*]]: vector<[4]xi1>, %[[ARG4:.*]]: i8, %[[ARG5:.*]]: f16) -> (i8, i8, i8, i8, i8, f16, f16, f16, f16, f16) {
// CHECK-NEXT: %[[V0:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %[[V1:.*]] = "llvm.intr.vp.reduce.add"(%[[ARG4]], %[[ARG0]], %[[ARG2]], %[[V0]]) : (i8, vector<4xi8>, vector<4xi1>, i32) -> i8
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.constant(1 : i8) : i8
// CHECK-NEXT: %[[V3:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %[[V4:.*]] = "llvm.intr.vp.reduce.mul"(%[[V2]], %[[ARG0]], %[[ARG2]], %[[V3]]) : (i8, vector<4xi8>, vector<4xi1>, i32) -> i8
// CHECK-NEXT: %[[V5:.*]] = llvm.mlir.constant(127 : i8) : i8
// CHECK-NEXT: %[[V6:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %[[V7:.*]] = "llvm.intr.vp.reduce.smin"(%[[V5]], %[[ARG0]], %[[ARG2]], %[[V6]]) : (i8, vector<4xi8>, vector<4xi1>, i32) -> i8
// CHECK-NEXT: %[[V8:.*]] = llvm.mlir.constant(-128 : i8) : i8
// CHECK-NEXT: %[[V9:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %[[V10:.*]] = "llvm.intr.vp.reduce.smax"(%[[V8]], %[[ARG0]], %[[ARG2]], %[[V9]]) : (i8, vector<4xi8>, vector<4xi1>, i32) -> i8
// CHECK-NEXT: %[[V11:.*]] = llvm.mlir.constant(-1 : i8) : i8
// CHECK-NEXT: %[[V12:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %[[V13:.*]] = "llvm.intr.vp.reduce.umin"(%[[V11]], %[[ARG0]], %[[ARG2]], %[[V12]]) : (i8, vector<4xi8>, vector<4xi1>, i32) -> i8
// CHECK-NEXT: %[[V14:.*]] = llvm.mlir.constant(0.000000e+00 : f16) : f16
// CHECK-NEXT: %[[V15:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %[[V16:.*]] = "llvm.intr.vscale"() : () -> i64
// CHECK-NEXT: %[[V17:.*]] = builtin.unrealized_conversion_cast %[[V16]] : i64 to index
// CHECK-NEXT: %[[V18:.*]] = arith.index_cast %[[V17]] : index to i32
// CHECK-NEXT: %[[V19:.*]] = arith.muli %[[V15]], %[[V18]] : i32
// CHECK-NEXT: %[[V20:.*]] = "llvm.intr.vp.reduce.fadd"(%[[V14]], %[[ARG1]], %[[ARG3]], %[[V19]]) : (f16, vector<[4]xf16>, vector<[4]xi1>, i32) -> f16
// CHECK-NEXT: %[[V21:.*]] = llvm.mlir.constant(0xFE00 : f16) : f16
// CHECK-NEXT: %[[V22:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %[[V23:.*]] = "llvm.intr.vscale"() : () -> i64
// CHECK-NEXT: %[[V24:.*]] = builtin.unrealized_conversion_cast %[[V23]] : i64 to index
// CHECK-NEXT: %[[V25:.*]] = arith.index_cast %[[V24]] : index to i32
// CHECK-NEXT: %[[V26:.*]] = arith.muli %[[V22]], %[[V25]] : i32
// CHECK-NEXT: %[[V27:.*]] = "llvm.intr.vp.reduce.fmin"(%[[V21]], %[[ARG1]], %[[ARG3]], %[[V26]]) : (f16, vector<[4]xf16>, vector<[4]xi1>, i32) -> f16
// CHECK-NEXT: %[[V28:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %[[V29:.*]] = "llvm.intr.vscale"() : () -> i64
// CHECK-NEXT: %[[V30:.*]] = builtin.unrealized_conversion_cast %[[V29]] : i64 to index
// CHECK-NEXT: %[[V31:.*]] = arith.index_cast %[[V30]] : index to i32
// CHECK-NEXT: %[[V32:.*]] = arith.muli %[[V28]], %[[V31]] : i32
// CHECK-NEXT: %[[V33:.*]] = "llvm.intr.vp.reduce.fmax"(%[[ARG5]], %[[ARG1]], %[[ARG3]], %[[V32]]) : (f16, vector<[4]xf16>, vector<[4]xi1>, i32) -> f16
// CHECK-NEXT: %[[V34:.*]] = llvm.mlir.constant(dense<6.550400e+04> : vector<[4]xf16>) : vector<[4]xf16>
// CHECK-NEXT: %[[V35:.*]] = llvm.select %[[ARG3]], %[[ARG1]], %[[V34]] : vector<[4]xi1>, vector<[4]xf16>
// CHECK-NEXT: %[[V36:.*]] = llvm.intr.vector.reduce.fminimum(%[[V35]]) : (vector<[4]xf16>) -> f16
// CHECK-NEXT: %[[V37:.*]] = llvm.intr.minimum(%[[V36]], %[[ARG5]]) : (f16, f16) -> f16
// CHECK-NEXT: %[[V38:.*]] = llvm.mlir.constant(dense<-5.960460e-08> : vector<[4]xf16>) : vector<[4]xf16>
// CHECK-NEXT: %[[V39:.*]] = llvm.select %[[ARG3]], %[[ARG1]], %[[V38]] : vector<[4]xi1>, vector<[4]xf16>
// CHECK-NEXT: %[[V40:.*]] = llvm.intr.vector.reduce.fmaximum(%[[V39]]) : (vector<[4]xf16>) -> f16
// CHECK-NEXT: return %[[V1]], %[[V4]], %[[V7]], %[[V10]], %[[V13]], %[[V20]], %[[V27]], %[[V33]], %[[V37]], %[[V40]] : i8, i8, i8, i8, i8, f16, f16, f16, f16, f16
// CHECK-NEXT: }
func.func @masked_reductions(%v: vector<4xi8>, %w: vector<[4]xf16>, %m: vector<4xi1>, %n: vector<[4]xi1>, %a: i8, %b: f16) -> (i8, i8, i8, i8, i8, f16, f16, f16, f16, f16) {
  %0 = vector.mask %m { vector.reduction <add>, %v, %a : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %1 = vector.mask %m { vector.reduction <mul>, %v : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %2 = vector.mask %m { vector.reduction <minsi>, %v : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %3 = vector.mask %m { vector.reduction <maxsi>, %v : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %4 = vector.mask %m { vector.reduction <minui>, %v : vector<4xi8> into i8 } : vector<4xi1> -> i8
  %5 = vector.mask %n { vector.reduction <add>, %w : vector<[4]xf16> into f16 } : vector<[4]xi1> -> f16
  %6 = vector.mask %n { vector.reduction <minnumf>, %w : vector<[4]xf16> into f16 } : vector<[4]xi1> -> f16
  %7 = vector.mask %n { vector.reduction <maxnumf>, %w, %b : vector<[4]xf16> into f16 } : vector<[4]xi1> -> f16
  %8 = vector.mask %n { vector.reduction <minimumf>, %w, %b : vector<[4]xf16> into f16 } : vector<[4]xi1> -> f16
  %9 = vector.mask %n { vector.reduction <maximumf>, %w : vector<[4]xf16> into f16 } : vector<[4]xi1> -> f16
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i8, i8, i8, i8, i8, f16, f16, f16, f16, f16
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @fused(
// CHECK-SAME: %[[ARG0:.*]]: vector<4xf32>, %[[ARG1:.*]]: vector<2x4xf64>, %[[ARG2:.*]]: vector<f16>) -> (vector<4xf32>, vector<2x4xf64>, vector<f16>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : vector<f16> to vector<1xf16>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<2x4xf64> to !llvm.array<2 x vector<4xf64>>
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<2x4xf64>
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[CST]] : vector<2x4xf64> to !llvm.array<2 x vector<4xf64>>
// CHECK-NEXT: %[[V3:.*]] = llvm.intr.fmuladd(%[[ARG0]], %[[ARG0]], %[[ARG0]]) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: %[[V4:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<4xf64>>
// CHECK-NEXT: %[[V5:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<4xf64>>
// CHECK-NEXT: %[[V6:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<4xf64>>
// CHECK-NEXT: %[[V7:.*]] = llvm.intr.fmuladd(%[[V4]], %[[V5]], %[[V6]]) : (vector<4xf64>, vector<4xf64>, vector<4xf64>) -> vector<4xf64>
// CHECK-NEXT: %[[V8:.*]] = llvm.insertvalue %[[V7]], %[[V2]][0] : !llvm.array<2 x vector<4xf64>>
// CHECK-NEXT: %[[V9:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<4xf64>>
// CHECK-NEXT: %[[V10:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<4xf64>>
// CHECK-NEXT: %[[V11:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<4xf64>>
// CHECK-NEXT: %[[V12:.*]] = llvm.intr.fmuladd(%[[V9]], %[[V10]], %[[V11]]) : (vector<4xf64>, vector<4xf64>, vector<4xf64>) -> vector<4xf64>
// CHECK-NEXT: %[[V13:.*]] = llvm.insertvalue %[[V12]], %[[V8]][1] : !llvm.array<2 x vector<4xf64>>
// CHECK-NEXT: %[[V14:.*]] = builtin.unrealized_conversion_cast %[[V13]] : !llvm.array<2 x vector<4xf64>> to vector<2x4xf64>
// CHECK-NEXT: %[[V15:.*]] = llvm.intr.fmuladd(%[[V0]], %[[V0]], %[[V0]]) : (vector<1xf16>, vector<1xf16>, vector<1xf16>) -> vector<1xf16>
// CHECK-NEXT: %[[V16:.*]] = builtin.unrealized_conversion_cast %[[V15]] : vector<1xf16> to vector<f16>
// CHECK-NEXT: return %[[V3]], %[[V14]], %[[V16]] : vector<4xf32>, vector<2x4xf64>, vector<f16>
// CHECK-NEXT: }
func.func @fused(%a: vector<4xf32>, %b: vector<2x4xf64>, %c: vector<f16>) -> (vector<4xf32>, vector<2x4xf64>, vector<f16>) {
  %0 = vector.fma %a, %a, %a : vector<4xf32>
  %1 = vector.fma %b, %b, %b : vector<2x4xf64>
  %2 = vector.fma %c, %c, %c : vector<f16>
  return %0, %1, %2 : vector<4xf32>, vector<2x4xf64>, vector<f16>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @contracts(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x3xf32>, %[[ARG1:.*]]: vector<3xf32>, %[[ARG2:.*]]: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT: %[[V1:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V2:.*]] = arith.mulf %[[V1]], %[[ARG1]] : vector<3xf32>
// CHECK-NEXT: %[[V3:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %[[V4:.*]] = "llvm.intr.vector.reduce.fadd"(%[[V3]], %[[V2]]) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %[[V5:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V6:.*]] = llvm.insertelement %[[V4]], %[[CST]][%[[V5]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V7:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V8:.*]] = arith.mulf %[[V7]], %[[ARG1]] : vector<3xf32>
// CHECK-NEXT: %[[V9:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %[[V10:.*]] = "llvm.intr.vector.reduce.fadd"(%[[V9]], %[[V8]]) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %[[V11:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V12:.*]] = llvm.insertelement %[[V10]], %[[V6]][%[[V11]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V13:.*]] = arith.addf %[[V12]], %[[ARG2]] : vector<2xf32>
// CHECK-NEXT: return %[[V13]] : vector<2xf32>
// CHECK-NEXT: }
func.func @contracts(%a: vector<2x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @outer(
// CHECK-SAME: %[[ARG0:.*]]: vector<2xi32>, %[[ARG1:.*]]: vector<3xi32>, %[[ARG2:.*]]: vector<2x3xi32>) -> vector<2x3xi32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : vector<2x3xi32> to !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<0> : vector<2x3xi32>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[CST]] : vector<2x3xi32> to !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V3:.*]] = llvm.extractelement %[[ARG0]][%[[V2]] : i64] : vector<2xi32>
// CHECK-NEXT: %[[V4:.*]] = llvm.mlir.poison : vector<3xi32>
// CHECK-NEXT: %[[V5:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V6:.*]] = llvm.insertelement %[[V3]], %[[V4]][%[[V5]] : i32] : vector<3xi32>
// CHECK-NEXT: %[[V7:.*]] = llvm.shufflevector %[[V6]], %[[V4]] [0, 0, 0] : vector<3xi32>
// CHECK-NEXT: %[[V8:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %[[V9:.*]] = arith.muli %[[V7]], %[[ARG1]] : vector<3xi32>
// CHECK-NEXT: %[[V10:.*]] = arith.addi %[[V9]], %[[V8]] : vector<3xi32>
// CHECK-NEXT: %[[V11:.*]] = llvm.insertvalue %[[V10]], %[[V1]][0] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %[[V12:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V13:.*]] = llvm.extractelement %[[ARG0]][%[[V12]] : i64] : vector<2xi32>
// CHECK-NEXT: %[[V14:.*]] = llvm.mlir.poison : vector<3xi32>
// CHECK-NEXT: %[[V15:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V16:.*]] = llvm.insertelement %[[V13]], %[[V14]][%[[V15]] : i32] : vector<3xi32>
// CHECK-NEXT: %[[V17:.*]] = llvm.shufflevector %[[V16]], %[[V14]] [0, 0, 0] : vector<3xi32>
// CHECK-NEXT: %[[V18:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %[[V19:.*]] = arith.muli %[[V17]], %[[ARG1]] : vector<3xi32>
// CHECK-NEXT: %[[V20:.*]] = arith.addi %[[V19]], %[[V18]] : vector<3xi32>
// CHECK-NEXT: %[[V21:.*]] = llvm.insertvalue %[[V20]], %[[V11]][1] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %[[V22:.*]] = builtin.unrealized_conversion_cast %[[V21]] : !llvm.array<2 x vector<3xi32>> to vector<2x3xi32>
// CHECK-NEXT: return %[[V22]] : vector<2x3xi32>
// CHECK-NEXT: }
func.func @outer(%a: vector<2xi32>, %b: vector<3xi32>, %c: vector<2x3xi32>) -> vector<2x3xi32> {
  %0 = vector.outerproduct %a, %b, %c : vector<2xi32>, vector<3xi32>
  return %0 : vector<2x3xi32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @transposes(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x3xf32>, %[[ARG1:.*]]: vector<1x4xf32>) -> (vector<3x2xf32>, vector<4x1xf32>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<1x4xf32> to !llvm.array<1 x vector<4xf32>>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V2:.*]] = ub.poison : vector<4x1xf32>
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[V2]] : vector<4x1xf32> to !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %[[V4:.*]] = ub.poison : vector<3x2xf32>
// CHECK-NEXT: %[[V5:.*]] = builtin.unrealized_conversion_cast %[[V4]] : vector<3x2xf32> to !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V6:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V7:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V8:.*]] = llvm.extractelement %[[V6]][%[[V7]] : i64] : vector<3xf32>
// CHECK-NEXT: %[[V9:.*]] = llvm.extractvalue %[[V5]][0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V10:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V11:.*]] = llvm.insertelement %[[V8]], %[[V9]][%[[V10]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V12:.*]] = llvm.insertvalue %[[V11]], %[[V5]][0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V13:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V14:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V15:.*]] = llvm.extractelement %[[V13]][%[[V14]] : i64] : vector<3xf32>
// CHECK-NEXT: %[[V16:.*]] = llvm.extractvalue %[[V12]][1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V17:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V18:.*]] = llvm.insertelement %[[V15]], %[[V16]][%[[V17]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V19:.*]] = llvm.insertvalue %[[V18]], %[[V12]][1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V20:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V21:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %[[V22:.*]] = llvm.extractelement %[[V20]][%[[V21]] : i64] : vector<3xf32>
// CHECK-NEXT: %[[V23:.*]] = llvm.extractvalue %[[V19]][2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V24:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V25:.*]] = llvm.insertelement %[[V22]], %[[V23]][%[[V24]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V26:.*]] = llvm.insertvalue %[[V25]], %[[V19]][2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V27:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V28:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V29:.*]] = llvm.extractelement %[[V27]][%[[V28]] : i64] : vector<3xf32>
// CHECK-NEXT: %[[V30:.*]] = llvm.extractvalue %[[V26]][0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V31:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V32:.*]] = llvm.insertelement %[[V29]], %[[V30]][%[[V31]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V33:.*]] = llvm.insertvalue %[[V32]], %[[V26]][0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V34:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V35:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V36:.*]] = llvm.extractelement %[[V34]][%[[V35]] : i64] : vector<3xf32>
// CHECK-NEXT: %[[V37:.*]] = llvm.extractvalue %[[V33]][1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V38:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V39:.*]] = llvm.insertelement %[[V36]], %[[V37]][%[[V38]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V40:.*]] = llvm.insertvalue %[[V39]], %[[V33]][1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V41:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V42:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %[[V43:.*]] = llvm.extractelement %[[V41]][%[[V42]] : i64] : vector<3xf32>
// CHECK-NEXT: %[[V44:.*]] = llvm.extractvalue %[[V40]][2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V45:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V46:.*]] = llvm.insertelement %[[V43]], %[[V44]][%[[V45]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V47:.*]] = llvm.insertvalue %[[V46]], %[[V40]][2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V48:.*]] = builtin.unrealized_conversion_cast %[[V47]] : !llvm.array<3 x vector<2xf32>> to vector<3x2xf32>
// CHECK-NEXT: %[[V49:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<1 x vector<4xf32>>
// CHECK-NEXT: %[[V50:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V51:.*]] = llvm.extractelement %[[V49]][%[[V50]] : i64] : vector<4xf32>
// CHECK-NEXT: %[[V52:.*]] = llvm.extractvalue %[[V3]][0] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %[[V53:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V54:.*]] = llvm.insertelement %[[V51]], %[[V52]][%[[V53]] : i64] : vector<1xf32>
// CHECK-NEXT: %[[V55:.*]] = llvm.insertvalue %[[V54]], %[[V3]][0] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %[[V56:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<1 x vector<4xf32>>
// CHECK-NEXT: %[[V57:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V58:.*]] = llvm.extractelement %[[V56]][%[[V57]] : i64] : vector<4xf32>
// CHECK-NEXT: %[[V59:.*]] = llvm.extractvalue %[[V55]][1] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %[[V60:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V61:.*]] = llvm.insertelement %[[V58]], %[[V59]][%[[V60]] : i64] : vector<1xf32>
// CHECK-NEXT: %[[V62:.*]] = llvm.insertvalue %[[V61]], %[[V55]][1] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %[[V63:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<1 x vector<4xf32>>
// CHECK-NEXT: %[[V64:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %[[V65:.*]] = llvm.extractelement %[[V63]][%[[V64]] : i64] : vector<4xf32>
// CHECK-NEXT: %[[V66:.*]] = llvm.extractvalue %[[V62]][2] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %[[V67:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V68:.*]] = llvm.insertelement %[[V65]], %[[V66]][%[[V67]] : i64] : vector<1xf32>
// CHECK-NEXT: %[[V69:.*]] = llvm.insertvalue %[[V68]], %[[V62]][2] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %[[V70:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<1 x vector<4xf32>>
// CHECK-NEXT: %[[V71:.*]] = llvm.mlir.constant(3 : i64) : i64
// CHECK-NEXT: %[[V72:.*]] = llvm.extractelement %[[V70]][%[[V71]] : i64] : vector<4xf32>
// CHECK-NEXT: %[[V73:.*]] = llvm.extractvalue %[[V69]][3] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %[[V74:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V75:.*]] = llvm.insertelement %[[V72]], %[[V73]][%[[V74]] : i64] : vector<1xf32>
// CHECK-NEXT: %[[V76:.*]] = llvm.insertvalue %[[V75]], %[[V69]][3] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %[[V77:.*]] = builtin.unrealized_conversion_cast %[[V76]] : !llvm.array<4 x vector<1xf32>> to vector<4x1xf32>
// CHECK-NEXT: return %[[V48]], %[[V77]] : vector<3x2xf32>, vector<4x1xf32>
// CHECK-NEXT: }
func.func @transposes(%a: vector<2x3xf32>, %b: vector<1x4xf32>) -> (vector<3x2xf32>, vector<4x1xf32>) {
  %0 = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %1 = vector.transpose %b, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  return %0, %1 : vector<3x2xf32>, vector<4x1xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @loads(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x8xf32, strided<[?, 1], offset: ?>>, %[[ARG1:.*]]: memref<4xi1>, %[[ARG2:.*]]: memref<3xvector<2xf64>>, %[[ARG3:.*]]: index) -> (vector<4xf32>, vector<f32>, vector<4xi1>, vector<2xf64>, vector<[4]xf32>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : memref<3xvector<2xf64>> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : memref<4xi1> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[ARG3]] : index to i64
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<?x8xf32, strided<[?, 1], offset: ?>> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V4:.*]] = llvm.extractvalue %[[V3]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V5:.*]] = llvm.extractvalue %[[V3]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V6:.*]] = llvm.getelementptr %[[V4]][%[[V5]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V7:.*]] = llvm.extractvalue %[[V3]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V8:.*]] = llvm.mul %[[V2]], %[[V7]] : i64
// CHECK-NEXT: %[[V9:.*]] = llvm.add %[[V8]], %[[V2]] : i64
// CHECK-NEXT: %[[V10:.*]] = llvm.getelementptr %[[V6]][%[[V9]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V11:.*]] = llvm.load %[[V10]] {alignment = 4 : i64, nontemporal} : !llvm.ptr -> vector<4xf32>
// CHECK-NEXT: %[[V12:.*]] = llvm.extractvalue %[[V3]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V13:.*]] = llvm.extractvalue %[[V3]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V14:.*]] = llvm.getelementptr %[[V12]][%[[V13]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V15:.*]] = llvm.extractvalue %[[V3]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V16:.*]] = llvm.mul %[[V2]], %[[V15]] : i64
// CHECK-NEXT: %[[V17:.*]] = llvm.add %[[V16]], %[[V2]] : i64
// CHECK-NEXT: %[[V18:.*]] = llvm.getelementptr %[[V14]][%[[V17]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V19:.*]] = llvm.load %[[V18]] {alignment = 4 : i64} : !llvm.ptr -> vector<1xf32>
// CHECK-NEXT: %[[V20:.*]] = builtin.unrealized_conversion_cast %[[V19]] : vector<1xf32> to vector<f32>
// CHECK-NEXT: %[[V21:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V22:.*]] = llvm.getelementptr %[[V21]][%[[V2]]] : (!llvm.ptr, i64) -> !llvm.ptr, i1
// CHECK-NEXT: %[[V23:.*]] = llvm.load %[[V22]] {alignment = 8 : i64} : !llvm.ptr -> vector<4xi1>
// CHECK-NEXT: %[[V24:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V25:.*]] = llvm.getelementptr %[[V24]][%[[V2]]] : (!llvm.ptr, i64) -> !llvm.ptr, vector<2xf64>
// CHECK-NEXT: %[[V26:.*]] = llvm.load %[[V25]] {alignment = 16 : i64} : !llvm.ptr -> vector<2xf64>
// CHECK-NEXT: %[[V27:.*]] = llvm.extractvalue %[[V3]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V28:.*]] = llvm.extractvalue %[[V3]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V29:.*]] = llvm.getelementptr %[[V27]][%[[V28]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V30:.*]] = llvm.extractvalue %[[V3]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V31:.*]] = llvm.mul %[[V2]], %[[V30]] : i64
// CHECK-NEXT: %[[V32:.*]] = llvm.add %[[V31]], %[[V2]] : i64
// CHECK-NEXT: %[[V33:.*]] = llvm.getelementptr %[[V29]][%[[V32]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V34:.*]] = llvm.load %[[V33]] {alignment = 4 : i64} : !llvm.ptr -> vector<[4]xf32>
// CHECK-NEXT: return %[[V11]], %[[V20]], %[[V23]], %[[V26]], %[[V34]] : vector<4xf32>, vector<f32>, vector<4xi1>, vector<2xf64>, vector<[4]xf32>
// CHECK-NEXT: }
func.func @loads(%m: memref<?x8xf32, strided<[?, 1], offset: ?>>, %n: memref<4xi1>, %w: memref<3xvector<2xf64>>, %i: index) -> (vector<4xf32>, vector<f32>, vector<4xi1>, vector<2xf64>, vector<[4]xf32>) {
  %0 = vector.load %m[%i, %i] {nontemporal = true} : memref<?x8xf32, strided<[?, 1], offset: ?>>, vector<4xf32>
  %1 = vector.load %m[%i, %i] : memref<?x8xf32, strided<[?, 1], offset: ?>>, vector<f32>
  %2 = vector.load %n[%i] {alignment = 8 : i64} : memref<4xi1>, vector<4xi1>
  %3 = vector.load %w[%i] : memref<3xvector<2xf64>>, vector<2xf64>
  %4 = vector.load %m[%i, %i] : memref<?x8xf32, strided<[?, 1], offset: ?>>, vector<[4]xf32>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<f32>, vector<4xi1>, vector<2xf64>, vector<[4]xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @stores(
// CHECK-SAME: %[[ARG0:.*]]: vector<4xi64>, %[[ARG1:.*]]: memref<8xi64, 3>, %[[ARG2:.*]]: vector<2x4xi64>, %[[ARG3:.*]]: memref<2x8xi64>, %[[ARG4:.*]]: index) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG4]] : index to i64
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : memref<8xi64, 3> to !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.getelementptr %[[V2]][%[[V0]]] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i64
// CHECK-NEXT: llvm.store %[[ARG0]], %[[V3]] {alignment = 8 : i64} : vector<4xi64>, !llvm.ptr<3>
// CHECK-NEXT: %[[V4:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V5:.*]] = llvm.getelementptr %[[V4]][%[[V0]]] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i64
// CHECK-NEXT: llvm.store %[[ARG0]], %[[V5]] {alignment = 32 : i64, nontemporal} : vector<4xi64>, !llvm.ptr<3>
// CHECK-NEXT: vector.store %[[ARG2]], %[[ARG3]][%[[ARG4]], %[[ARG4]]] : memref<2x8xi64>, vector<2x4xi64>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @stores(%v: vector<4xi64>, %m: memref<8xi64, 3>, %w: vector<2x4xi64>, %n: memref<2x8xi64>, %i: index) {
  vector.store %v, %m[%i] : memref<8xi64, 3>, vector<4xi64>
  vector.store %v, %m[%i] {alignment = 32 : i64, nontemporal = true} : memref<8xi64, 3>, vector<4xi64>
  vector.store %w, %n[%i, %i] : memref<2x8xi64>, vector<2x4xi64>
  return
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @masked_accesses(
// CHECK-SAME: %[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: vector<4xi1>, %[[ARG2:.*]]: vector<4xf32>, %[[ARG3:.*]]: index) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG3]] : index to i64
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<8xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.getelementptr %[[V2]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V4:.*]] = llvm.intr.masked.load %[[V3]], %[[ARG1]], %[[ARG2]] {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: %[[V5:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V6:.*]] = llvm.getelementptr %[[V5]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.intr.masked.store %[[ARG2]], %[[V6]], %[[ARG1]] {alignment = 16 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
// CHECK-NEXT: %[[V7:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V8:.*]] = llvm.getelementptr %[[V7]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V9:.*]] = "llvm.intr.masked.expandload"(%[[V8]], %[[ARG1]], %[[ARG2]]) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: %[[V10:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V11:.*]] = llvm.getelementptr %[[V10]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V12:.*]] = "llvm.intr.masked.expandload"(%[[V11]], %[[ARG1]], %[[ARG2]]) <{arg_attrs = [{llvm.align = 8 : i64}, {}, {}]}> : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: %[[V13:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V14:.*]] = llvm.getelementptr %[[V13]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: "llvm.intr.masked.compressstore"(%[[ARG2]], %[[V14]], %[[ARG1]]) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
// CHECK-NEXT: %[[V15:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V16:.*]] = llvm.getelementptr %[[V15]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: "llvm.intr.masked.compressstore"(%[[ARG2]], %[[V16]], %[[ARG1]]) <{arg_attrs = [{}, {llvm.align = 8 : i64}, {}]}> : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
// CHECK-NEXT: return %[[V4]], %[[V9]], %[[V12]] : vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
func.func @masked_accesses(%m: memref<8xf32>, %k: vector<4xi1>, %v: vector<4xf32>, %i: index) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %0 = vector.maskedload %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %k, %v {alignment = 16 : i64} : memref<8xf32>, vector<4xi1>, vector<4xf32>
  %1 = vector.expandload %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %2 = vector.expandload %m[%i], %k, %v {alignment = 8 : i64} : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i], %k, %v {alignment = 8 : i64} : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @indexed(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x8xf32>, %[[ARG1:.*]]: vector<4xi32>, %[[ARG2:.*]]: vector<2x[4]xindex>, %[[ARG3:.*]]: vector<4xi1>, %[[ARG4:.*]]: vector<2x[4]xi1>, %[[ARG5:.*]]: vector<4xf32>, %[[ARG6:.*]]: vector<2x[4]xf32>, %[[ARG7:.*]]: index) -> (vector<4xf32>, vector<2x[4]xf32>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG6]] : vector<2x[4]xf32> to !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG4]] : vector<2x[4]xi1> to !llvm.array<2 x vector<[4]xi1>>
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : vector<2x[4]xindex> to !llvm.array<2 x vector<[4]xi64>>
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[ARG7]] : index to i64
// CHECK-NEXT: %[[V4:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<?x8xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V5:.*]] = ub.poison : vector<2x[4]xf32>
// CHECK-NEXT: %[[V6:.*]] = builtin.unrealized_conversion_cast %[[V5]] : vector<2x[4]xf32> to !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V7:.*]] = llvm.extractvalue %[[V4]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V8:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %[[V9:.*]] = llvm.mul %[[V3]], %[[V8]] : i64
// CHECK-NEXT: %[[V10:.*]] = llvm.add %[[V9]], %[[V3]] : i64
// CHECK-NEXT: %[[V11:.*]] = llvm.getelementptr %[[V7]][%[[V10]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V12:.*]] = llvm.getelementptr %[[V11]][%[[ARG1]]] : (!llvm.ptr, vector<4xi32>) -> vector<4x!llvm.ptr>, f32
// CHECK-NEXT: %[[V13:.*]] = llvm.intr.masked.gather %[[V12]], %[[ARG3]], %[[ARG5]] {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: %[[V14:.*]] = llvm.extractvalue %[[V2]][0] : !llvm.array<2 x vector<[4]xi64>>
// CHECK-NEXT: %[[V15:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<[4]xi1>>
// CHECK-NEXT: %[[V16:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V17:.*]] = llvm.extractvalue %[[V4]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V18:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %[[V19:.*]] = llvm.mul %[[V3]], %[[V18]] : i64
// CHECK-NEXT: %[[V20:.*]] = llvm.add %[[V19]], %[[V3]] : i64
// CHECK-NEXT: %[[V21:.*]] = llvm.getelementptr %[[V17]][%[[V20]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V22:.*]] = llvm.getelementptr %[[V21]][%[[V14]]] : (!llvm.ptr, vector<[4]xi64>) -> vector<[4]x!llvm.ptr>, f32
// CHECK-NEXT: %[[V23:.*]] = llvm.intr.masked.gather %[[V22]], %[[V15]], %[[V16]] {alignment = 8 : i32} : (vector<[4]x!llvm.ptr>, vector<[4]xi1>, vector<[4]xf32>) -> vector<[4]xf32>
// CHECK-NEXT: %[[V24:.*]] = llvm.insertvalue %[[V23]], %[[V6]][0] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V25:.*]] = llvm.extractvalue %[[V2]][1] : !llvm.array<2 x vector<[4]xi64>>
// CHECK-NEXT: %[[V26:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<[4]xi1>>
// CHECK-NEXT: %[[V27:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V28:.*]] = llvm.extractvalue %[[V4]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V29:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %[[V30:.*]] = llvm.mul %[[V3]], %[[V29]] : i64
// CHECK-NEXT: %[[V31:.*]] = llvm.add %[[V30]], %[[V3]] : i64
// CHECK-NEXT: %[[V32:.*]] = llvm.getelementptr %[[V28]][%[[V31]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V33:.*]] = llvm.getelementptr %[[V32]][%[[V25]]] : (!llvm.ptr, vector<[4]xi64>) -> vector<[4]x!llvm.ptr>, f32
// CHECK-NEXT: %[[V34:.*]] = llvm.intr.masked.gather %[[V33]], %[[V26]], %[[V27]] {alignment = 8 : i32} : (vector<[4]x!llvm.ptr>, vector<[4]xi1>, vector<[4]xf32>) -> vector<[4]xf32>
// CHECK-NEXT: %[[V35:.*]] = llvm.insertvalue %[[V34]], %[[V24]][1] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %[[V36:.*]] = builtin.unrealized_conversion_cast %[[V35]] : !llvm.array<2 x vector<[4]xf32>> to vector<2x[4]xf32>
// CHECK-NEXT: %[[V37:.*]] = llvm.extractvalue %[[V4]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V38:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %[[V39:.*]] = llvm.mul %[[V3]], %[[V38]] : i64
// CHECK-NEXT: %[[V40:.*]] = llvm.add %[[V39]], %[[V3]] : i64
// CHECK-NEXT: %[[V41:.*]] = llvm.getelementptr %[[V37]][%[[V40]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V42:.*]] = llvm.getelementptr %[[V41]][%[[ARG1]]] : (!llvm.ptr, vector<4xi32>) -> vector<4x!llvm.ptr>, f32
// CHECK-NEXT: llvm.intr.masked.scatter %[[ARG5]], %[[V42]], %[[ARG3]] {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
// CHECK-NEXT: return %[[V13]], %[[V36]] : vector<4xf32>, vector<2x[4]xf32>
// CHECK-NEXT: }
func.func @indexed(%m: memref<?x8xf32>, %at: vector<4xi32>, %far: vector<2x[4]xindex>, %k: vector<4xi1>, %n: vector<2x[4]xi1>, %v: vector<4xf32>, %w: vector<2x[4]xf32>, %i: index) -> (vector<4xf32>, vector<2x[4]xf32>) {
  %0 = vector.gather %m[%i, %i] [%at], %k, %v : memref<?x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.gather %m[%i, %i] [%far], %n, %w {alignment = 8 : i64} : memref<?x8xf32>, vector<2x[4]xindex>, vector<2x[4]xi1>, vector<2x[4]xf32> into vector<2x[4]xf32>
  vector.scatter %m[%i, %i] [%at], %k, %v : memref<?x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<2x[4]xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @transfers(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: vector<4xf32>, %[[ARG4:.*]]: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>, vector<f32>, vector<4xf32>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : index to i64
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<?x?xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.extractvalue %[[V1]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V4:.*]] = llvm.mul %[[V0]], %[[V3]] : i64
// CHECK-NEXT: %[[V5:.*]] = llvm.add %[[V4]], %[[V0]] : i64
// CHECK-NEXT: %[[V6:.*]] = llvm.getelementptr %[[V2]][%[[V5]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V7:.*]] = llvm.load %[[V6]] {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK-NEXT: %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C1]] : memref<?x?xf32>
// CHECK-NEXT: %[[V8:.*]] = arith.subi %[[DIM]], %[[ARG1]] : index
// CHECK-NEXT: %[[V9:.*]] = arith.index_cast %[[V8]] : index to i32
// CHECK-NEXT: %[[V10:.*]] = llvm.mlir.poison : vector<4xi32>
// CHECK-NEXT: %[[V11:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V12:.*]] = llvm.insertelement %[[V9]], %[[V10]][%[[V11]] : i32] : vector<4xi32>
// CHECK-NEXT: %[[V13:.*]] = llvm.shufflevector %[[V12]], %[[V10]] [0, 0, 0, 0] : vector<4xi32>
// CHECK-NEXT: %[[V14:.*]] = arith.cmpi sgt, %[[V13]], %[[CST]] : vector<4xi32>
// CHECK-NEXT: %[[V15:.*]] = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT: %[[V16:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V17:.*]] = llvm.insertelement %[[ARG2]], %[[V15]][%[[V16]] : i32] : vector<4xf32>
// CHECK-NEXT: %[[V18:.*]] = llvm.shufflevector %[[V17]], %[[V15]] [0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT: %[[V19:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V20:.*]] = llvm.extractvalue %[[V1]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V21:.*]] = llvm.mul %[[V0]], %[[V20]] : i64
// CHECK-NEXT: %[[V22:.*]] = llvm.add %[[V21]], %[[V0]] : i64
// CHECK-NEXT: %[[V23:.*]] = llvm.getelementptr %[[V19]][%[[V22]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V24:.*]] = llvm.intr.masked.load %[[V23]], %[[V14]], %[[V18]] {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: %[[V25:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V26:.*]] = llvm.extractvalue %[[V1]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V27:.*]] = llvm.mul %[[V0]], %[[V26]] : i64
// CHECK-NEXT: %[[V28:.*]] = llvm.add %[[V27]], %[[V0]] : i64
// CHECK-NEXT: %[[V29:.*]] = llvm.getelementptr %[[V25]][%[[V28]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V30:.*]] = llvm.load %[[V29]] {alignment = 4 : i64} : !llvm.ptr -> vector<1xf32>
// CHECK-NEXT: %[[V31:.*]] = builtin.unrealized_conversion_cast %[[V30]] : vector<1xf32> to vector<f32>
// CHECK-NEXT: %[[V32:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V33:.*]] = llvm.extractvalue %[[V1]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V34:.*]] = llvm.mul %[[V0]], %[[V33]] : i64
// CHECK-NEXT: %[[V35:.*]] = llvm.add %[[V34]], %[[V0]] : i64
// CHECK-NEXT: %[[V36:.*]] = llvm.getelementptr %[[V32]][%[[V35]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V37:.*]] = llvm.load %[[V36]] {alignment = 4 : i64} : !llvm.ptr -> vector<1xf32>
// CHECK-NEXT: %[[V38:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V39:.*]] = llvm.extractelement %[[V37]][%[[V38]] : i64] : vector<1xf32>
// CHECK-NEXT: %[[V40:.*]] = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT: %[[V41:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V42:.*]] = llvm.insertelement %[[V39]], %[[V40]][%[[V41]] : i32] : vector<4xf32>
// CHECK-NEXT: %[[V43:.*]] = llvm.shufflevector %[[V42]], %[[V40]] [0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT: %[[DIM_0:.*]] = memref.dim %[[ARG0]], %[[C1]] : memref<?x?xf32>
// CHECK-NEXT: %[[V44:.*]] = arith.subi %[[DIM_0]], %[[ARG1]] : index
// CHECK-NEXT: %[[V45:.*]] = arith.index_cast %[[V44]] : index to i32
// CHECK-NEXT: %[[V46:.*]] = llvm.mlir.poison : vector<4xi32>
// CHECK-NEXT: %[[V47:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V48:.*]] = llvm.insertelement %[[V45]], %[[V46]][%[[V47]] : i32] : vector<4xi32>
// CHECK-NEXT: %[[V49:.*]] = llvm.shufflevector %[[V48]], %[[V46]] [0, 0, 0, 0] : vector<4xi32>
// CHECK-NEXT: %[[V50:.*]] = arith.cmpi sgt, %[[V49]], %[[CST]] : vector<4xi32>
// CHECK-NEXT: %[[V51:.*]] = arith.andi %[[V50]], %[[ARG4]] : vector<4xi1>
// CHECK-NEXT: %[[V52:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V53:.*]] = llvm.extractvalue %[[V1]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V54:.*]] = llvm.mul %[[V0]], %[[V53]] : i64
// CHECK-NEXT: %[[V55:.*]] = llvm.add %[[V54]], %[[V0]] : i64
// CHECK-NEXT: %[[V56:.*]] = llvm.getelementptr %[[V52]][%[[V55]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.intr.masked.store %[[ARG3]], %[[V56]], %[[V51]] {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
// CHECK-NEXT: return %[[V7]], %[[V24]], %[[V31]], %[[V43]] : vector<4xf32>, vector<4xf32>, vector<f32>, vector<4xf32>
// CHECK-NEXT: }
func.func @transfers(%m: memref<?x?xf32>, %i: index, %f: f32, %v: vector<4xf32>, %k: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>, vector<f32>, vector<4xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %f : memref<?x?xf32>, vector<4xf32>
  %2 = vector.transfer_read %m[%i, %i], %f : memref<?x?xf32>, vector<f32>
  %3 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (0)>, in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %i], %k : vector<4xf32>, memref<?x?xf32>
  return %0, %1, %2, %3 : vector<4xf32>, vector<4xf32>, vector<f32>, vector<4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[ARG0:.*]]: memref<2x4xf32>) -> memref<vector<2x4xf32>> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<2x4xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V1:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.insertvalue %[[V2]], %[[V1]][0] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %[[V4:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[V5:.*]] = llvm.insertvalue %[[V4]], %[[V3]][1] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %[[V6:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %[[V7:.*]] = llvm.insertvalue %[[V6]], %[[V5]][2] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %[[V8:.*]] = builtin.unrealized_conversion_cast %[[V7]] : !llvm.struct<(ptr, ptr, i64)> to memref<vector<2x4xf32>>
// CHECK-NEXT: return %[[V8]] : memref<vector<2x4xf32>>
// CHECK-NEXT: }
func.func @casts(%m: memref<2x4xf32>) -> memref<vector<2x4xf32>> {
  %0 = vector.type_cast %m : memref<2x4xf32> to memref<vector<2x4xf32>>
  return %0 : memref<vector<2x4xf32>>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @prints(
// CHECK-SAME: %[[ARG0:.*]]: i1, %[[ARG1:.*]]: i17, %[[ARG2:.*]]: ui8, %[[ARG3:.*]]: index, %[[ARG4:.*]]: f32, %[[ARG5:.*]]: f16, %[[ARG6:.*]]: bf16, %[[ARG7:.*]]: f8E4M3FN, %[[ARG8:.*]]: f64, %[[ARG9:.*]]: si64) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG9]] : si64 to i64
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG7]] : f8E4M3FN to i8
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[ARG3]] : index to i64
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : ui8 to i8
// CHECK-NEXT: %[[V4:.*]] = arith.extui %[[ARG0]] : i1 to i64
// CHECK-NEXT: llvm.call @printI64(%[[V4]]) : (i64) -> ()
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: %[[V5:.*]] = arith.extsi %[[ARG1]] : i17 to i64
// CHECK-NEXT: llvm.call @printI64(%[[V5]]) : (i64) -> ()
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: %[[V6:.*]] = arith.extui %[[V3]] : i8 to i64
// CHECK-NEXT: llvm.call @printU64(%[[V6]]) : (i64) -> ()
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: llvm.call @printU64(%[[V2]]) : (i64) -> ()
// CHECK-NEXT: llvm.call @printComma() : () -> ()
// CHECK-NEXT: llvm.call @printF32(%[[ARG4]]) : (f32) -> ()
// CHECK-NEXT: %[[V7:.*]] = llvm.bitcast %[[ARG5]] : f16 to i16
// CHECK-NEXT: llvm.call @printF16(%[[V7]]) : (i16) -> ()
// CHECK-NEXT: llvm.call @printOpen() : () -> ()
// CHECK-NEXT: %[[V8:.*]] = llvm.bitcast %[[ARG6]] : bf16 to i16
// CHECK-NEXT: llvm.call @printBF16(%[[V8]]) : (i16) -> ()
// CHECK-NEXT: llvm.call @printClose() : () -> ()
// CHECK-NEXT: %[[V9:.*]] = llvm.mlir.constant(10 : i32) : i32
// CHECK-NEXT: %[[V10:.*]] = llvm.zext %[[V1]] : i8 to i64
// CHECK-NEXT: llvm.call @printApFloat(%[[V9]], %[[V10]]) : (i32, i64) -> ()
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: llvm.call @printF64(%[[ARG8]]) : (f64) -> ()
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: llvm.call @printI64(%[[V0]]) : (i64) -> ()
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: %[[V11:.*]] = llvm.mlir.addressof @vector_print_str : !llvm.ptr
// CHECK-NEXT: %[[V12:.*]] = llvm.getelementptr %[[V11]][0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<5 x i8>
// CHECK-NEXT: llvm.call @printString(%[[V12]]) : (!llvm.ptr) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @prints(%a: i1, %b: i17, %c: ui8, %d: index, %e: f32, %f: f16, %g: bf16, %h: f8E4M3FN, %i: f64, %j: si64) {
  vector.print %a : i1
  vector.print %b : i17
  vector.print %c : ui8
  vector.print %d : index punctuation <comma>
  vector.print %e : f32 punctuation <no_punctuation>
  vector.print %f : f16 punctuation <open>
  vector.print %g : bf16 punctuation <close>
  vector.print %h : f8E4M3FN
  vector.print %i : f64
  vector.print %j : si64
  vector.print punctuation <newline>
  vector.print str "all\n"
  return
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @too_wide_to_print(
// CHECK-SAME: %[[ARG0:.*]]: i65) {
// CHECK-NEXT: vector.print %[[ARG0]] : i65
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @too_wide_to_print(%a: i65) {
  vector.print %a : i65
  return
}

// AUTOGENERATED CHECKS
