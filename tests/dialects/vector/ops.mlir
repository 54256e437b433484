// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s | terrace-opt | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | terrace-opt | FileCheck %s

// Each op, with and without what may be left out.


func.func @compute(%f: f32, %v: vector<4xf32>, %w: vector<4x8xf32>, %x: vector<8x4xf32>, %y: vector<4x4xf32>, %i: vector<4xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %w, %x, %y : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %v, %v, %f {a} : vector<4xf32>, vector<4xf32> into f32
  %2 = vector.outerproduct %v, %v : vector<4xf32>, vector<4xf32>
  %3 = vector.outerproduct %v, %v, %y {kind = #vector.kind<mul>} : vector<4xf32>, vector<4xf32>
  %4 = vector.outerproduct %v, %f, %v : vector<4xf32>, f32
  %5 = vector.reduction <add>, %v : vector<4xf32> into f32
  %6 = vector.reduction <minimumf>, %v, %f fastmath<nnan,ninf> : vector<4xf32> into f32
  %7 = vector.multi_reduction <add>, %w, %v [1] : vector<4x8xf32> to vector<4xf32>
  %8 = vector.multi_reduction <mul>, %w, %f {a} [0, 1] : vector<4x8xf32> to f32
  %9:2 = vector.scan <add>, %y, %v {inclusive = true, reduction_dim = 1 : i64} : vector<4x4xf32>, vector<4xf32>
  %10 = vector.fma %v, %v, %v : vector<4xf32>
  %11 = vector.reduction <xor>, %i : vector<4xi32> into i32
  return
}

func.func @shapes(%f: f32, %v: vector<4xf32>, %w: vector<4x8xf32>, %z: vector<f32>, %s: vector<[4]xf32>, %m: memref<4x8xf32, 3>, %n: index) {
  %0 = vector.broadcast %f : f32 to vector<2x[4]xf32>
  %1 = vector.broadcast %v : vector<4xf32> to vector<3x4xf32>
  %2 = vector.shuffle %v, %v [0, -1, 7] : vector<4xf32>, vector<4xf32>
  %3 = vector.shuffle %z, %z [1, 0] : vector<f32>, vector<f32>
  %4 = vector.interleave %z, %z : vector<f32> -> vector<2xf32>
  %5 = vector.interleave %s, %s : vector<[4]xf32> -> vector<[8]xf32>
  %6, %7 = vector.deinterleave %w : vector<4x8xf32> -> vector<4x4xf32>
  %8 = vector.shape_cast %w : vector<4x8xf32> to vector<2x16xf32>
  %9 = vector.bitcast %w : vector<4x8xf32> to vector<4x16xi16>
  %10 = vector.transpose %w, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %11 = vector.type_cast %m : memref<4x8xf32, 3> to memref<vector<4x8xf32>, 3>
  %12 = vector.extract %w[2] : vector<8xf32> from vector<4x8xf32>
  %13 = vector.extract %w[2, %n] : f32 from vector<4x8xf32>
  %14 = vector.extract %z[] : f32 from vector<f32>
  %15 = vector.insert %f, %w [%n, -1] : f32 into vector<4x8xf32>
  %16 = vector.insert %f, %z [] : f32 into vector<f32>
  %17 = vector.from_elements %f, %f : vector<2xf32>
  %18:4 = vector.to_elements %v : vector<4xf32>
  %19 = vector.extract_strided_slice %w {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  %20 = vector.insert_strided_slice %v, %w {offsets = [1, 4], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  %21 = vector.scalable.insert %v, %s[4] : vector<4xf32> into vector<[4]xf32>
  %22 = vector.scalable.extract %s[8] : vector<4xf32> from vector<[4]xf32>
  %23 = vector.step : vector<[4]xindex>
  %24 = vector.vscale
  return
}

func.func @memory(%m: memref<4x?xf32>, %t: tensor<4x?xf32>, %k: memref<?xvector<4xf32>>, %n: index, %f: f32, %v: vector<4xf32>, %w: vector<2x4xf32>, %i: vector<4xi32>) -> tensor<4x?xf32> {
  %a = vector.constant_mask [3] : vector<4xi1>
  %b = vector.create_mask %n : vector<4xi1>
  %c = vector.create_mask %n, %n : vector<2x4xi1>
  %0 = vector.transfer_read %m[%n, %n], %f : memref<4x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %t[%n, %n], %f, %c {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : tensor<4x?xf32>, vector<2x4xf32>
  %2 = vector.transfer_read %m[%n, %n], %f {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d0)>} : memref<4x?xf32>, vector<2x4xf32>
  %3 = vector.transfer_read %k[%n], %v : memref<?xvector<4xf32>>, vector<4xf32>
  vector.transfer_write %v, %m[%n, %n], %b {permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, memref<4x?xf32>
  %4 = vector.transfer_write %w, %t[%n, %n] {in_bounds = [false, false], a} : vector<2x4xf32>, tensor<4x?xf32>
  %5 = vector.load %m[%n, %n] : memref<4x?xf32>, vector<4xf32>
  %6 = vector.load %m[%n, %n] {alignment = 16 : i64, nontemporal = true} : memref<4x?xf32>, vector<2x4xf32>
  vector.store %5, %m[%n, %n] {nontemporal = false} : memref<4x?xf32>, vector<4xf32>
  %7 = vector.maskedload %m[%n, %n], %a, %v : memref<4x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%n, %n], %a, %v {alignment = 8 : i64} : memref<4x?xf32>, vector<4xi1>, vector<4xf32>
  %8 = vector.gather %t[%n, %n] [%i], %a, %v : tensor<4x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%n, %n] [%i], %a, %v : memref<4x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %9 = vector.scatter %t[%n, %n] [%i], %a, %v : tensor<4x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<4x?xf32>
  %10 = vector.expandload %m[%n, %n], %a, %v : memref<4x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%n, %n], %a, %v : memref<4x?xf32>, vector<4xi1>, vector<4xf32>
  return %4 : tensor<4x?xf32>
}

func.func @mask(%m: memref<4x?xf32>, %t: tensor<?xf32>, %n: index, %f: f32, %v: vector<4xf32>, %a: vector<4xi1>) {
  %0 = vector.mask %a { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %1 = vector.mask %a, %v { vector.transfer_read %t[%n], %f : tensor<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %a { vector.transfer_write %v, %m[%n, %n] : vector<4xf32>, memref<4x?xf32> } : vector<4xi1>
  vector.mask %a { } {a} : vector<4xi1>
  %2 = vector.mask %a { %x = vector.reduction <add>, %v : vector<4xf32> into f32
    vector.yield %x : f32 } : vector<4xi1> -> f32
  vector.print %v : vector<4xf32>
  vector.print %f : f32 punctuation <comma>
  vector.print punctuation <no_punctuation>
  vector.print str "text"
  vector.print
  return
}

// AUTOGENERATED CHECKS

// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map4 = affine_map<(d0) -> ()>
// CHECK-NEXT: #map5 = affine_map<(d0, d1) -> (0, d0)>
// CHECK-NEXT: #map6 = affine_map<(d0, d1) -> (d0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @compute(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<4x8xf32>, %arg3: vector<8x4xf32>, %arg4: vector<4x4xf32>, %arg5: vector<4xi32>) {
// CHECK-NEXT:     %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg2, %arg3, %arg4 : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
// CHECK-NEXT:     %1 = vector.contract {indexing_maps = [#map3, #map3, #map4], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %arg1, %arg1, %arg0 {a} : vector<4xf32>, vector<4xf32> into f32
// CHECK-NEXT:     %2 = vector.outerproduct %arg1, %arg1 : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:     %3 = vector.outerproduct %arg1, %arg1, %arg4 {kind = #vector.kind<mul>} : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:     %4 = vector.outerproduct %arg1, %arg0, %arg1 {kind = #vector.kind<add>} : vector<4xf32>, f32
// CHECK-NEXT:     %5 = vector.reduction <add>, %arg1 : vector<4xf32> into f32
// CHECK-NEXT:     %6 = vector.reduction <minimumf>, %arg1, %arg0 fastmath<nnan,ninf> : vector<4xf32> into f32
// CHECK-NEXT:     %7 = vector.multi_reduction <add>, %arg2, %arg1 [1] : vector<4x8xf32> to vector<4xf32>
// CHECK-NEXT:     %8 = vector.multi_reduction <mul>, %arg2, %arg0 {a} [0, 1] : vector<4x8xf32> to f32
// CHECK-NEXT:     %dest, %accumulated_value = vector.scan <add>, %arg4, %arg1 {inclusive = true, reduction_dim = 1 : i64} : vector<4x4xf32>, vector<4xf32>
// CHECK-NEXT:     %9 = vector.fma %arg1, %arg1, %arg1 : vector<4xf32>
// CHECK-NEXT:     %10 = vector.reduction <xor>, %arg5 : vector<4xi32> into i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @shapes(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<4x8xf32>, %arg3: vector<f32>, %arg4: vector<[4]xf32>, %arg5: memref<4x8xf32, 3>, %arg6: index) {
// CHECK-NEXT:     %0 = vector.broadcast %arg0 : f32 to vector<2x[4]xf32>
// CHECK-NEXT:     %1 = vector.broadcast %arg1 : vector<4xf32> to vector<3x4xf32>
// CHECK-NEXT:     %2 = vector.shuffle %arg1, %arg1 [0, -1, 7] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:     %3 = vector.shuffle %arg3, %arg3 [1, 0] : vector<f32>, vector<f32>
// CHECK-NEXT:     %4 = vector.interleave %arg3, %arg3 : vector<f32> -> vector<2xf32>
// CHECK-NEXT:     %5 = vector.interleave %arg4, %arg4 : vector<[4]xf32> -> vector<[8]xf32>
// CHECK-NEXT:     %res1, %res2 = vector.deinterleave %arg2 : vector<4x8xf32> -> vector<4x4xf32>
// CHECK-NEXT:     %6 = vector.shape_cast %arg2 : vector<4x8xf32> to vector<2x16xf32>
// CHECK-NEXT:     %7 = vector.bitcast %arg2 : vector<4x8xf32> to vector<4x16xi16>
// CHECK-NEXT:     %8 = vector.transpose %arg2, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
// CHECK-NEXT:     %9 = vector.type_cast %arg5 : memref<4x8xf32, 3> to memref<vector<4x8xf32>, 3>
// CHECK-NEXT:     %10 = vector.extract %arg2[2] : vector<8xf32> from vector<4x8xf32>
// CHECK-NEXT:     %11 = vector.extract %arg2[2, %arg6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %12 = vector.extract %arg3[] : f32 from vector<f32>
// CHECK-NEXT:     %13 = vector.insert %arg0, %arg2 [%arg6, -1] : f32 into vector<4x8xf32>
// CHECK-NEXT:     %14 = vector.insert %arg0, %arg3 [] : f32 into vector<f32>
// CHECK-NEXT:     %15 = vector.from_elements %arg0, %arg0 : vector<2xf32>
// CHECK-NEXT:     %16:4 = vector.to_elements %arg1 : vector<4xf32>
// CHECK-NEXT:     %17 = vector.extract_strided_slice %arg2 {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
// CHECK-NEXT:     %18 = vector.insert_strided_slice %arg1, %arg2 {offsets = [1, 4], strides = [1]} : vector<4xf32> into vector<4x8xf32>
// CHECK-NEXT:     %19 = vector.scalable.insert %arg1, %arg4[4] : vector<4xf32> into vector<[4]xf32>
// CHECK-NEXT:     %20 = vector.scalable.extract %arg4[8] : vector<4xf32> from vector<[4]xf32>
// CHECK-NEXT:     %21 = vector.step : vector<[4]xindex>
// CHECK-NEXT:     %vscale = vector.vscale
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @memory(%arg0: memref<4x?xf32>, %arg1: tensor<4x?xf32>, %arg2: memref<?xvector<4xf32>>, %arg3: index, %arg4: f32, %arg5: vector<4xf32>, %arg6: vector<2x4xf32>, %arg7: vector<4xi32>) -> tensor<4x?xf32> {
// CHECK-NEXT:     %0 = vector.constant_mask [3] : vector<4xi1>
// CHECK-NEXT:     %1 = vector.create_mask %arg3 : vector<4xi1>
// CHECK-NEXT:     %2 = vector.create_mask %arg3, %arg3 : vector<2x4xi1>
// CHECK-NEXT:     %3 = vector.transfer_read %arg0[%arg3, %arg3], %arg4 : memref<4x?xf32>, vector<4xf32>
// CHECK-NEXT:     %4 = vector.transfer_read %arg1[%arg3, %arg3], %arg4, %2 {in_bounds = [true, false]} : tensor<4x?xf32>, vector<2x4xf32>
// CHECK-NEXT:     %5 = vector.transfer_read %arg0[%arg3, %arg3], %arg4 {in_bounds = [true, true], permutation_map = #map5} : memref<4x?xf32>, vector<2x4xf32>
// CHECK-NEXT:     %6 = vector.transfer_read %arg2[%arg3], %arg5 : memref<?xvector<4xf32>>, vector<4xf32>
// CHECK-NEXT:     vector.transfer_write %arg5, %arg0[%arg3, %arg3], %1 {permutation_map = #map6} : vector<4xf32>, memref<4x?xf32>
// CHECK-NEXT:     %7 = vector.transfer_write %arg6, %arg1[%arg3, %arg3] {a} : vector<2x4xf32>, tensor<4x?xf32>
// CHECK-NEXT:     %8 = vector.load %arg0[%arg3, %arg3] : memref<4x?xf32>, vector<4xf32>
// CHECK-NEXT:     %9 = vector.load %arg0[%arg3, %arg3] {alignment = 16 : i64, nontemporal = true} : memref<4x?xf32>, vector<2x4xf32>
// CHECK-NEXT:     vector.store %8, %arg0[%arg3, %arg3] : memref<4x?xf32>, vector<4xf32>
// CHECK-NEXT:     %10 = vector.maskedload %arg0[%arg3, %arg3], %0, %arg5 : memref<4x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     vector.maskedstore %arg0[%arg3, %arg3], %0, %arg5 {alignment = 8 : i64} : memref<4x?xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:     %11 = vector.gather %arg1[%arg3, %arg3] [%arg7], %0, %arg5 : tensor<4x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     vector.scatter %arg0[%arg3, %arg3] [%arg7], %0, %arg5 : memref<4x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:     %12 = vector.scatter %arg1[%arg3, %arg3] [%arg7], %0, %arg5 : tensor<4x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<4x?xf32>
// CHECK-NEXT:     %13 = vector.expandload %arg0[%arg3, %arg3], %0, %arg5 : memref<4x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     vector.compressstore %arg0[%arg3, %arg3], %0, %arg5 : memref<4x?xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:     return %7 : tensor<4x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @mask(%arg0: memref<4x?xf32>, %arg1: tensor<?xf32>, %arg2: index, %arg3: f32, %arg4: vector<4xf32>, %arg5: vector<4xi1>) {
// CHECK-NEXT:     %0 = vector.mask %arg5 { vector.reduction <add>, %arg4 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %1 = vector.mask %arg5, %arg4 { vector.transfer_read %arg1[%arg2], %arg3 : tensor<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
// CHECK-NEXT:     vector.mask %arg5 { vector.transfer_write %arg4, %arg0[%arg2, %arg2] : vector<4xf32>, memref<4x?xf32> } : vector<4xi1>
// CHECK-NEXT:     vector.mask %arg5 { vector.yield } {a} : vector<4xi1>
// CHECK-NEXT:     %2 = vector.mask %arg5 { vector.reduction <add>, %arg4 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     vector.print %arg4 : vector<4xf32>
// CHECK-NEXT:     vector.print %arg3 : f32 punctuation <comma>
// CHECK-NEXT:     vector.print punctuation <no_punctuation>
// CHECK-NEXT:     vector.print str "text"
// CHECK-NEXT:     vector.print
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
