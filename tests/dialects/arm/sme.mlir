// Every kind of op of arm_sme in its custom form; the layout and the kind that are usual are left out.
// RUN: terrace-opt %s | FileCheck %s

func.func @sme(%m: memref<?x?xf32>, %i: index, %p: f32, %k: vector<[4]x[4]xi1>, %q: vector<[4]xi1>, %v: vector<[4]xf32>, %h: vector<[8]xf16>, %hm: vector<[8]xi1>, %b: vector<[16]xi8>, %w: vector<[8]xi16>) {
  %0 = arm_sme.get_tile : vector<[1]x[1]xi128>
  %1 = arm_sme.zero {tile_id = 3 : i32} : vector<[4]x[4]xf32>
  %2 = arm_sme.copy_tile %1 : vector<[4]x[4]xf32>
  %3 = arm_sme.tile_load %m[%i, %i] layout<horizontal> : memref<?x?xf32>, vector<[4]x[4]xf32>
  %4 = arm_sme.tile_load %m[%i, %i], %p, %k layout<vertical> : memref<?x?xf32>, vector<[4]x[4]xf32>
  arm_sme.tile_store %3, %m[%i, %i], %k : memref<?x?xf32>, vector<[4]x[4]xf32>
  %5 = arm_sme.load_tile_slice %m[%i, %i], %q, %4, %i layout<vertical> : memref<?x?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
  arm_sme.store_tile_slice %5, %i, %q, %m[%i, %i] : memref<?x?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
  %6 = arm_sme.insert_tile_slice %v, %5[%i] : vector<[4]xf32> into vector<[4]x[4]xf32>
  %7 = arm_sme.extract_tile_slice %6[%i] layout<vertical> : vector<[4]xf32> from vector<[4]x[4]xf32>
  %8 = arm_sme.outerproduct %v, %v masks(%q, %q) acc(%6) kind<sub> : vector<[4]xf32>, vector<[4]xf32>
  %9 = arm_sme.outerproduct %v, %v kind<add> : vector<[4]xf32>, vector<[4]xf32>
  %10 = arm_sme.fmopa_2way %h, %h acc(%8) masks(%hm, %hm) : vector<[8]xf16>, vector<[8]xf16> into vector<[4]x[4]xf32>
  %11 = arm_sme.umops_2way %w, %w : vector<[8]xi16>, vector<[8]xi16> into vector<[4]x[4]xi32>
  %12 = arm_sme.usmopa_4way %b, %b : vector<[16]xi8>, vector<[16]xi8> into vector<[4]x[4]xi32>
  %13 = arm_sme.sumops_4way %w, %w : vector<[8]xi16>, vector<[8]xi16> into vector<[2]x[2]xi64>
  %14 = arm_sme.streaming_vl <double>
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @sme(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32, %arg3: vector<[4]x[4]xi1>, %arg4: vector<[4]xi1>, %arg5: vector<[4]xf32>, %arg6: vector<[8]xf16>, %arg7: vector<[8]xi1>, %arg8: vector<[16]xi8>, %arg9: vector<[8]xi16>) {
// CHECK-NEXT:     %0 = arm_sme.get_tile : vector<[1]x[1]xi128>
// CHECK-NEXT:     %1 = arm_sme.zero {tile_id = 3 : i32} : vector<[4]x[4]xf32>
// CHECK-NEXT:     %2 = arm_sme.copy_tile %1 : vector<[4]x[4]xf32>
// CHECK-NEXT:     %3 = arm_sme.tile_load %arg0[%arg1, %arg1] : memref<?x?xf32>, vector<[4]x[4]xf32>
// CHECK-NEXT:     %4 = arm_sme.tile_load %arg0[%arg1, %arg1], %arg2, %arg3 layout<vertical> : memref<?x?xf32>, vector<[4]x[4]xf32>
// CHECK-NEXT:     arm_sme.tile_store %3, %arg0[%arg1, %arg1], %arg3 : memref<?x?xf32>, vector<[4]x[4]xf32>
// CHECK-NEXT:     %5 = arm_sme.load_tile_slice %arg0[%arg1, %arg1], %arg4, %4, %arg1 layout<vertical> : memref<?x?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
// CHECK-NEXT:     arm_sme.store_tile_slice %5, %arg1, %arg4, %arg0[%arg1, %arg1] : memref<?x?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
// CHECK-NEXT:     %6 = arm_sme.insert_tile_slice %arg5, %5[%arg1] : vector<[4]xf32> into vector<[4]x[4]xf32>
// CHECK-NEXT:     %7 = arm_sme.extract_tile_slice %6[%arg1] layout<vertical> : vector<[4]xf32> from vector<[4]x[4]xf32>
// CHECK-NEXT:     %8 = arm_sme.outerproduct %arg5, %arg5 kind<sub> acc(%6) masks(%arg4, %arg4) : vector<[4]xf32>, vector<[4]xf32>
// CHECK-NEXT:     %9 = arm_sme.outerproduct %arg5, %arg5 : vector<[4]xf32>, vector<[4]xf32>
// CHECK-NEXT:     %10 = arm_sme.fmopa_2way %arg6, %arg6 acc(%8) masks(%arg7, %arg7) : vector<[8]xf16>, vector<[8]xf16> into vector<[4]x[4]xf32>
// CHECK-NEXT:     %11 = arm_sme.umops_2way %arg9, %arg9 : vector<[8]xi16>, vector<[8]xi16> into vector<[4]x[4]xi32>
// CHECK-NEXT:     %12 = arm_sme.usmopa_4way %arg8, %arg8 : vector<[16]xi8>, vector<[16]xi8> into vector<[4]x[4]xi32>
// CHECK-NEXT:     %13 = arm_sme.sumops_4way %arg9, %arg9 : vector<[8]xi16>, vector<[8]xi16> into vector<[2]x[2]xi64>
// CHECK-NEXT:     %14 = arm_sme.streaming_vl <double>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
