// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | terrace-opt | FileCheck %s

// Flags are printed where they differ from their default; a dictionary may hold them too.
// CHECK-LABEL: func.func @flags
func.func @flags(%i: i32, %f: f32) {
  // CHECK-NEXT: arith.addi %arg0, %arg0 overflow<nsw, nuw> : i32
  %0 = arith.addi %i, %i overflow<nsw,nuw> : i32
  // CHECK-NEXT: arith.subi %arg0, %arg0 : i32
  %1 = arith.subi %i, %i overflow<none> : i32
  // CHECK-NEXT: arith.muli %arg0, %arg0 overflow<nuw> {note} : i32
  %2 = arith.muli %i, %i {note, overflowFlags = #arith.overflow<nuw>} : i32
  // CHECK-NEXT: arith.divsi %arg0, %arg0 exact : i32
  %3 = arith.divsi %i, %i exact : i32
  // CHECK-NEXT: arith.addf %arg1, %arg1 fastmath<nnan,ninf> : f32
  %4 = arith.addf %f, %f fastmath<ninf,nnan> : f32
  // CHECK-NEXT: arith.negf %arg1 fastmath<fast> : f32
  %5 = arith.negf %f fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  return
}

// Constants are named after their value.
// CHECK-LABEL: func.func @constants
func.func @constants() {
  // CHECK-NEXT: %true = arith.constant true
  %0 = arith.constant true
  // CHECK-NEXT: %c-7_i8 = arith.constant -7 : i8
  %1 = arith.constant -7 : i8
  // CHECK-NEXT: %c12 = arith.constant 12 : index
  %2 = arith.constant 12 : index
  // CHECK-NEXT: %cst = arith.constant {note} 1.500000e+00 : f64
  %3 = arith.constant {note} 1.5 : f64
  // CHECK-NEXT: %cst_0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %4 = arith.constant dense<[1, 2]> : tensor<2xi32>
  // CHECK-NEXT: %cst_1 = arith.constant dense<3> : vector<[4]xi32>
  %5 = arith.constant dense<3> : vector<[4]xi32>
  return
}

// Results of one op are told apart by their names.
// CHECK-LABEL: func.func @extended
func.func @extended(%i: i32, %t: tensor<?xi8>) {
  // CHECK-NEXT: %sum, %overflow = arith.addui_extended %arg0, %arg0 : i32, i1
  %0:2 = arith.addui_extended %i, %i : i32, i1
  // CHECK-NEXT: %low, %high = arith.mulsi_extended %arg1, %arg1 : tensor<?xi8>
  %1:2 = arith.mulsi_extended %t, %t : tensor<?xi8>
  return
}

// CHECK-LABEL: func.func @choices
func.func @choices(%i: index, %v: vector<2xf16>) -> vector<2xf16> {
  // CHECK-NEXT: %0 = arith.cmpi ult, %arg0, %arg0 : index
  %0 = arith.cmpi "ult", %i, %i : index
  // CHECK-NEXT: %1 = arith.cmpf one, %arg1, %arg1 fastmath<nsz> : vector<2xf16>
  %1 = arith.cmpf one, %v, %v fastmath<nsz> : vector<2xf16>
  // CHECK-NEXT: %2 = arith.select %0, %arg1, %arg1 : vector<2xf16>
  %2 = arith.select %0, %v, %v : vector<2xf16>
  // CHECK-NEXT: %3 = arith.select %1, %2, %arg1 {note} : vector<2xi1>, vector<2xf16>
  %3 = arith.select %1, %2, %v {note} : vector<2xi1>, vector<2xf16>
  return %3 : vector<2xf16>
}

// CHECK-LABEL: func.func @casts
func.func @casts(%i: i32, %f: f32, %m: memref<4xi32>, %s: f8E8M0FNU) {
  // CHECK-NEXT: arith.extui %arg0 : i32 to i64
  %0 = arith.extui %i : i32 to i64
  // CHECK-NEXT: arith.trunci %arg0 overflow<nsw> : i32 to i8
  %1 = arith.trunci %i overflow<nsw> : i32 to i8
  // CHECK-NEXT: arith.truncf %arg1 toward_zero fastmath<contract> : f32 to f16
  %2 = arith.truncf %f toward_zero fastmath<contract> : f32 to f16
  // CHECK-NEXT: arith.extf %arg1 fastmath<none> : f32 to f64
  %3 = arith.extf %f fastmath<none> : f32 to f64
  // CHECK-NEXT: arith.index_cast %arg2 : memref<4xi32> to memref<4xindex>
  %4 = arith.index_cast %m : memref<4xi32> to memref<4xindex>
  // CHECK-NEXT: arith.bitcast %arg0 : i32 to f32
  %5 = arith.bitcast %i : i32 to f32
  // CHECK-NEXT: arith.scaling_truncf %arg1, %arg3 upward : f32, f8E8M0FNU to f4E2M1FN
  %6 = arith.scaling_truncf %f, %s upward : f32, f8E8M0FNU to f4E2M1FN
  return
}
