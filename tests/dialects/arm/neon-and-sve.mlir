// Every op of arm_neon and arm_sve in its custom form, and what its format leaves out.
// RUN: terrace-opt %s | FileCheck %s

func.func @neon(%a: vector<8xi8>, %d: vector<2xi32>, %q: vector<16xi8>, %e: vector<4xi32>, %bf: vector<8xbf16>, %f: vector<4xf32>, %m: vector<4x4xi8>) {
  %0 = arm_neon.intr.smull %a, %a : vector<8xi8> to vector<8xi16>
  %1 = arm_neon.intr.sdot %d, %a, %a : vector<8xi8>, vector<8xi8> to vector<2xi32>
  %2 = arm_neon.intr.smmla %e, %q, %q : vector<16xi8> to vector<4xi32>
  %3 = arm_neon.intr.ummla %e, %q, %q : vector<16xi8> to vector<4xi32>
  %4 = arm_neon.intr.usmmla %e, %q, %q : vector<16xi8> to vector<4xi32>
  %5 = arm_neon.intr.bfmmla %f, %bf, %bf : vector<8xbf16> to vector<4xf32>
  %6 = arm_neon.2d.sdot %e, %m, %m : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
  return
}
func.func @sve(%a: vector<[4]xi32>, %b: vector<[16]xi8>, %c: vector<[8]xi16>, %d: vector<[2]xi64>, %f: vector<[4]xf32>, %h: vector<[8]xbf16>, %m: vector<[4]xi1>, %n: vector<3x[16]xi1>, %i: index) {
  %0 = arm_sve.sdot %d, %c, %c : vector<[8]xi16> to vector<[2]xi64>
  %1 = arm_sve.udot %a, %b, %b {note} : vector<[16]xi8> to vector<[4]xi32>
  %2 = arm_sve.smmla %a, %b, %b : vector<[16]xi8> to vector<[4]xi32>
  %3 = arm_sve.ummla %a, %b, %b : vector<[16]xi8> to vector<[4]xi32>
  %4 = arm_sve.usmmla %a, %b, %b : vector<[16]xi8> to vector<[4]xi32>
  %5 = arm_sve.intr.bfmmla %f, %h, %h : vector<[8]xbf16> to vector<[4]xf32>
  %6 = arm_sve.masked.addi %m, %a, %a : vector<[4]xi1>, vector<[4]xi32>
  %7 = arm_sve.masked.divf %m, %f, %f : vector<[4]xi1>, vector<[4]xf32>
  %8 = arm_sve.convert_from_svbool %n : vector<3x[2]xi1>
  %9 = arm_sve.convert_to_svbool %8 : vector<3x[2]xi1>
  %10, %11 = arm_sve.zip.x2 %f, %f : vector<[4]xf32>
  %12, %13, %14, %15 = arm_sve.zip.x4 %b, %b, %b, %b : vector<[16]xi8>
  %16 = arm_sve.psel %m, %m[%i] : vector<[4]xi1>, vector<[4]xi1>
  %17 = arm_sve.dupq_lane %h[3] : vector<[8]xbf16>
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @neon(%arg0: vector<8xi8>, %arg1: vector<2xi32>, %arg2: vector<16xi8>, %arg3: vector<4xi32>, %arg4: vector<8xbf16>, %arg5: vector<4xf32>, %arg6: vector<4x4xi8>) {
// CHECK-NEXT:     %0 = arm_neon.intr.smull %arg0, %arg0 : vector<8xi8> to vector<8xi16>
// CHECK-NEXT:     %1 = arm_neon.intr.sdot %arg1, %arg0, %arg0 : vector<8xi8>, vector<8xi8> to vector<2xi32>
// CHECK-NEXT:     %2 = arm_neon.intr.smmla %arg3, %arg2, %arg2 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %3 = arm_neon.intr.ummla %arg3, %arg2, %arg2 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %4 = arm_neon.intr.usmmla %arg3, %arg2, %arg2 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %5 = arm_neon.intr.bfmmla %arg5, %arg4, %arg4 : vector<8xbf16> to vector<4xf32>
// CHECK-NEXT:     %6 = arm_neon.2d.sdot %arg3, %arg6, %arg6 : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @sve(%arg0: vector<[4]xi32>, %arg1: vector<[16]xi8>, %arg2: vector<[8]xi16>, %arg3: vector<[2]xi64>, %arg4: vector<[4]xf32>, %arg5: vector<[8]xbf16>, %arg6: vector<[4]xi1>, %arg7: vector<3x[16]xi1>, %arg8: index) {
// CHECK-NEXT:     %0 = arm_sve.sdot %arg3, %arg2, %arg2 : vector<[8]xi16> to vector<[2]xi64>
// CHECK-NEXT:     %1 = arm_sve.udot %arg0, %arg1, %arg1 {note} : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %2 = arm_sve.smmla %arg0, %arg1, %arg1 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %3 = arm_sve.ummla %arg0, %arg1, %arg1 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %4 = arm_sve.usmmla %arg0, %arg1, %arg1 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %5 = arm_sve.intr.bfmmla %arg4, %arg5, %arg5 : vector<[8]xbf16> to vector<[4]xf32>
// CHECK-NEXT:     %6 = arm_sve.masked.addi %arg6, %arg0, %arg0 : vector<[4]xi1>, vector<[4]xi32>
// CHECK-NEXT:     %7 = arm_sve.masked.divf %arg6, %arg4, %arg4 : vector<[4]xi1>, vector<[4]xf32>
// CHECK-NEXT:     %8 = arm_sve.convert_from_svbool %arg7 : vector<3x[2]xi1>
// CHECK-NEXT:     %9 = arm_sve.convert_to_svbool %8 : vector<3x[2]xi1>
// CHECK-NEXT:     %resultV1, %resultV2 = arm_sve.zip.x2 %arg4, %arg4 : vector<[4]xf32>
// CHECK-NEXT:     %resultV1_0, %resultV2_1, %resultV3, %resultV4 = arm_sve.zip.x4 %arg1, %arg1, %arg1, %arg1 : vector<[16]xi8>
// CHECK-NEXT:     %10 = arm_sve.psel %arg6, %arg6[%arg8] : vector<[4]xi1>, vector<[4]xi1>
// CHECK-NEXT:     %11 = arm_sve.dupq_lane %arg5[3] : vector<[8]xbf16>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
