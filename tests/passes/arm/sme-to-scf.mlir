// Tiles are read and written slice by slice; what is masked out is the padding.
// RUN: terrace-opt %s --convert-arm-sme-to-scf | FileCheck %s

func.func @tile_loads_and_stores(%m: memref<?x?xi32>, %i: index, %j: index, %a: index, %b: index, %pad: i32) {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %mask = vector.create_mask %a, %b : vector<[4]x[4]xi1>
  %0 = arm_sme.tile_load %m[%i, %j] : memref<?x?xi32>, vector<[4]x[4]xi32>
  %1 = arm_sme.tile_load %m[%i, %j], %c0, %mask layout<vertical> : memref<?x?xi32>, vector<[4]x[4]xi32>
  %2 = arm_sme.tile_load %m[%i, %j], %c7, %mask layout<vertical> : memref<?x?xi32>, vector<[4]x[4]xi32>
  %3 = arm_sme.tile_load %m[%i, %j], %pad, %mask : memref<?x?xi32>, vector<[4]x[4]xi32>
  arm_sme.tile_store %0, %m[%i, %j] : memref<?x?xi32>, vector<[4]x[4]xi32>
  arm_sme.tile_store %1, %m[%i, %j], %mask : memref<?x?xi32>, vector<[4]x[4]xi32>
  arm_sme.tile_store %2, %m[%i, %j], %mask layout<vertical> : memref<?x?xi32>, vector<[4]x[4]xi32>
  arm_sme.tile_store %3, %m[%i, %j] layout<vertical> : memref<?x?xi32>, vector<[4]x[4]xi32>
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @tile_loads_and_stores(%arg0: memref<?x?xi32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: i32) {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:     %0 = vector.create_mask %arg3, %arg4 : vector<[4]x[4]xi1>
// CHECK-NEXT:     %1 = arm_sme.get_tile : vector<[4]x[4]xi32>
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %vscale = vector.vscale
// CHECK-NEXT:     %c4_vscale = arith.muli %c4, %vscale : index
// CHECK-NEXT:     %cst = arith.constant dense<true> : vector<[4]xi1>
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %2 = scf.for %arg6 = %c0 to %c4_vscale step %c1 iter_args(%arg7 = %1) -> (vector<[4]x[4]xi32>) {
// CHECK-NEXT:       %26 = arith.addi %arg1, %arg6 : index
// CHECK-NEXT:       %27 = arm_sme.load_tile_slice %arg0[%26, %arg2], %cst, %arg7, %arg6 : memref<?x?xi32>, vector<[4]xi1>, vector<[4]x[4]xi32>
// CHECK-NEXT:       scf.yield %27 : vector<[4]x[4]xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %3 = arm_sme.zero : vector<[4]x[4]xi32>
// CHECK-NEXT:     %c4_0 = arith.constant 4 : index
// CHECK-NEXT:     %vscale_1 = vector.vscale
// CHECK-NEXT:     %c4_vscale_2 = arith.muli %c4_0, %vscale_1 : index
// CHECK-NEXT:     %4 = arith.index_cast %arg3 : index to i64
// CHECK-NEXT:     %5 = arith.index_cast %c4_vscale_2 : index to i64
// CHECK-NEXT:     %6 = arith.minsi %4, %5 : i64
// CHECK-NEXT:     %7 = arith.index_cast %6 : i64 to index
// CHECK-NEXT:     %8 = vector.create_mask %arg4 : vector<[4]xi1>
// CHECK-NEXT:     %c0_3 = arith.constant 0 : index
// CHECK-NEXT:     %c1_4 = arith.constant 1 : index
// CHECK-NEXT:     %9 = scf.for %arg6 = %c0_3 to %7 step %c1_4 iter_args(%arg7 = %3) -> (vector<[4]x[4]xi32>) {
// CHECK-NEXT:       %26 = arith.addi %arg1, %arg6 : index
// CHECK-NEXT:       %27 = arm_sme.load_tile_slice %arg0[%26, %arg2], %8, %arg7, %arg6 layout<vertical> : memref<?x?xi32>, vector<[4]xi1>, vector<[4]x[4]xi32>
// CHECK-NEXT:       scf.yield %27 : vector<[4]x[4]xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %10 = arith.index_castui %arg4 : index to i32
// CHECK-NEXT:     %11 = arm_sme.get_tile : vector<[4]x[4]xi32>
// CHECK-NEXT:     %c1_5 = arith.constant 1 : index
// CHECK-NEXT:     %c4_6 = arith.constant 4 : index
// CHECK-NEXT:     %vscale_7 = vector.vscale
// CHECK-NEXT:     %c0_8 = arith.constant 0 : index
// CHECK-NEXT:     %c4_vscale_9 = arith.muli %c4_6, %vscale_7 : index
// CHECK-NEXT:     %12 = scf.for %arg6 = %c0_8 to %c4_vscale_9 step %c1_5 iter_args(%arg7 = %11) -> (vector<[4]x[4]xi32>) {
// CHECK-NEXT:       %26 = arith.cmpi slt, %arg6, %arg3 : index
// CHECK-NEXT:       %27 = arith.extsi %26 : i1 to i32
// CHECK-NEXT:       %28 = arith.andi %27, %10 : i32
// CHECK-NEXT:       %29 = arith.index_cast %28 : i32 to index
// CHECK-NEXT:       %30 = vector.create_mask %29 : vector<[4]xi1>
// CHECK-NEXT:       %31 = arith.addi %arg1, %arg6 : index
// CHECK-NEXT:       %32 = vector.broadcast %c7_i32 : i32 to vector<[4]xi32>
// CHECK-NEXT:       %33 = vector.maskedload %arg0[%31, %arg2], %30, %32 : memref<?x?xi32>, vector<[4]xi1>, vector<[4]xi32> into vector<[4]xi32>
// CHECK-NEXT:       %34 = arm_sme.insert_tile_slice %33, %arg7[%arg6] layout<vertical> : vector<[4]xi32> into vector<[4]x[4]xi32>
// CHECK-NEXT:       scf.yield %34 : vector<[4]x[4]xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %13 = arith.index_castui %arg4 : index to i32
// CHECK-NEXT:     %14 = arm_sme.get_tile : vector<[4]x[4]xi32>
// CHECK-NEXT:     %c1_10 = arith.constant 1 : index
// CHECK-NEXT:     %c4_11 = arith.constant 4 : index
// CHECK-NEXT:     %vscale_12 = vector.vscale
// CHECK-NEXT:     %c0_13 = arith.constant 0 : index
// CHECK-NEXT:     %c4_vscale_14 = arith.muli %c4_11, %vscale_12 : index
// CHECK-NEXT:     %15 = scf.for %arg6 = %c0_13 to %c4_vscale_14 step %c1_10 iter_args(%arg7 = %14) -> (vector<[4]x[4]xi32>) {
// CHECK-NEXT:       %26 = arith.cmpi slt, %arg6, %arg3 : index
// CHECK-NEXT:       %27 = arith.extsi %26 : i1 to i32
// CHECK-NEXT:       %28 = arith.andi %27, %13 : i32
// CHECK-NEXT:       %29 = arith.index_cast %28 : i32 to index
// CHECK-NEXT:       %30 = vector.create_mask %29 : vector<[4]xi1>
// CHECK-NEXT:       %31 = arith.addi %arg1, %arg6 : index
// CHECK-NEXT:       %32 = vector.broadcast %arg5 : i32 to vector<[4]xi32>
// CHECK-NEXT:       %33 = vector.maskedload %arg0[%31, %arg2], %30, %32 : memref<?x?xi32>, vector<[4]xi1>, vector<[4]xi32> into vector<[4]xi32>
// CHECK-NEXT:       %34 = arm_sme.insert_tile_slice %33, %arg7[%arg6] : vector<[4]xi32> into vector<[4]x[4]xi32>
// CHECK-NEXT:       scf.yield %34 : vector<[4]x[4]xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %c4_15 = arith.constant 4 : index
// CHECK-NEXT:     %vscale_16 = vector.vscale
// CHECK-NEXT:     %c4_vscale_17 = arith.muli %c4_15, %vscale_16 : index
// CHECK-NEXT:     %cst_18 = arith.constant dense<true> : vector<[4]xi1>
// CHECK-NEXT:     %c0_19 = arith.constant 0 : index
// CHECK-NEXT:     %c1_20 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg6 = %c0_19 to %c4_vscale_17 step %c1_20 {
// CHECK-NEXT:       %26 = arith.addi %arg1, %arg6 : index
// CHECK-NEXT:       arm_sme.store_tile_slice %2, %arg6, %cst_18, %arg0[%26, %arg2] : memref<?x?xi32>, vector<[4]xi1>, vector<[4]x[4]xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %c4_21 = arith.constant 4 : index
// CHECK-NEXT:     %vscale_22 = vector.vscale
// CHECK-NEXT:     %c4_vscale_23 = arith.muli %c4_21, %vscale_22 : index
// CHECK-NEXT:     %16 = arith.index_cast %arg3 : index to i64
// CHECK-NEXT:     %17 = arith.index_cast %c4_vscale_23 : index to i64
// CHECK-NEXT:     %18 = arith.minsi %16, %17 : i64
// CHECK-NEXT:     %19 = arith.index_cast %18 : i64 to index
// CHECK-NEXT:     %20 = vector.create_mask %arg4 : vector<[4]xi1>
// CHECK-NEXT:     %c0_24 = arith.constant 0 : index
// CHECK-NEXT:     %c1_25 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg6 = %c0_24 to %19 step %c1_25 {
// CHECK-NEXT:       %26 = arith.addi %arg1, %arg6 : index
// CHECK-NEXT:       arm_sme.store_tile_slice %9, %arg6, %20, %arg0[%26, %arg2] : memref<?x?xi32>, vector<[4]xi1>, vector<[4]x[4]xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %c4_26 = arith.constant 4 : index
// CHECK-NEXT:     %vscale_27 = vector.vscale
// CHECK-NEXT:     %c4_vscale_28 = arith.muli %c4_26, %vscale_27 : index
// CHECK-NEXT:     %21 = arith.index_cast %arg3 : index to i64
// CHECK-NEXT:     %22 = arith.index_cast %c4_vscale_28 : index to i64
// CHECK-NEXT:     %23 = arith.minsi %21, %22 : i64
// CHECK-NEXT:     %24 = arith.index_cast %23 : i64 to index
// CHECK-NEXT:     %25 = vector.create_mask %arg4 : vector<[4]xi1>
// CHECK-NEXT:     %c0_29 = arith.constant 0 : index
// CHECK-NEXT:     %c1_30 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg6 = %c0_29 to %24 step %c1_30 {
// CHECK-NEXT:       %26 = arith.addi %arg1, %arg6 : index
// CHECK-NEXT:       arm_sme.store_tile_slice %12, %arg6, %25, %arg0[%26, %arg2] layout<vertical> : memref<?x?xi32>, vector<[4]xi1>, vector<[4]x[4]xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %c4_31 = arith.constant 4 : index
// CHECK-NEXT:     %vscale_32 = vector.vscale
// CHECK-NEXT:     %c4_vscale_33 = arith.muli %c4_31, %vscale_32 : index
// CHECK-NEXT:     %cst_34 = arith.constant dense<true> : vector<[4]xi1>
// CHECK-NEXT:     %c0_35 = arith.constant 0 : index
// CHECK-NEXT:     %c1_36 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg6 = %c0_35 to %c4_vscale_33 step %c1_36 {
// CHECK-NEXT:       %26 = arith.addi %arg1, %arg6 : index
// CHECK-NEXT:       arm_sme.store_tile_slice %15, %arg6, %cst_34, %arg0[%26, %arg2] layout<vertical> : memref<?x?xi32>, vector<[4]xi1>, vector<[4]x[4]xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
