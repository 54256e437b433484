// affine.apply
func.func @example(%arg0: index) {
  %0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%arg0)
  return
}

// affine.delinearize_index
func.func @example(%arg0: index) {
  %0:2 = affine.delinearize_index %arg0 into (3) : index, index
  return
}

// affine.dma_start
func.func @vectors(%arg0: index, %arg1: memref<64xf32>, %arg2: memref<1xi32>) {
  %0 = affine.vector_load %arg1[%arg0 * 4] : memref<64xf32>, vector<4xf32>
  affine.vector_store %0, %arg1[%arg0 + 2] : memref<64xf32>, vector<4xf32>
  %c0 = arith.constant 0 : index
  affine.dma_start %arg1[%arg0 + 7], %arg1[%arg0], %arg2[%c0], %arg0 : memref<64xf32>, memref<64xf32>, memref<1xi32>
  affine.dma_wait %arg2[%c0], %arg0 : memref<1xi32>
  return
}

// affine.dma_wait
func.func @example(%arg0: memref<1xi32>, %arg1: index) {
  affine.dma_wait %arg0[0], %arg1 : memref<1xi32>
  return
}

// affine.for
func.func @example(%arg0: index, %arg1: index) {
  affine.for %arg2 = 0 to affine_map<(d0)[s0] -> (d0 ceildiv s0)>(%arg0)[%arg1] {
  }
  return
}

// affine.if
func.func @example(%arg0: index) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%arg0)[%arg0] {
  } else {
  }
  return
}

// affine.linearize_index
func.func @example(%arg0: index) {
  %0 = affine.linearize_index [%arg0] by (7) : index
  return
}

// affine.load
func.func @example(%arg0: memref<4xi32>) {
  %0 = affine.load %arg0[0] : memref<4xi32>
  return
}

// affine.max
func.func @example(%arg0: index) {
  %0 = affine.max affine_map<(d0) -> (-3, d0)>(%arg0)
  return
}

// affine.min
func.func @example(%arg0: index) {
  %0 = affine.min affine_map<(d0) -> (d0, 4)>(%arg0)
  return
}

// affine.parallel
func.func @example() {
  affine.parallel () = () to () {
  }
  return
}

// affine.prefetch
func.func @loops() {
  %0 = ub.poison : index
  %1 = ub.poison : memref<?x?xf32>
  affine.if affine_set<() : (1 >= 0)>() {
    affine.prefetch %1[%0, 3], read, locality<3>, data : memref<?x?xf32>
  }
  return
}

// affine.store
func.func @example(%arg0: i32, %arg1: memref<i32>) {
  affine.store %arg0, %arg1[] : memref<i32>
  return
}

// affine.vector_load
func.func @example(%arg0: memref<10xf32>) {
  %0 = affine.vector_load %arg0[0] : memref<10xf32>, vector<4xf32>
  return
}

// affine.vector_store
func.func @example(%arg0: vector<4xf32>, %arg1: memref<10xf32>) {
  affine.vector_store %arg0, %arg1[4] : memref<10xf32>, vector<4xf32>
  return
}

// affine.yield
func.func @example(%arg0: f32) {
  %0 = affine.for %arg1 = 0 to 10 iter_args(%arg2 = %arg0) -> (f32) {
    affine.yield %arg2 : f32
  }
  return
}

// arith.addf
func.func @example(%arg0: f32) {
  %0 = arith.addf %arg0, %arg0 : f32
  return
}

// arith.addi
func.func @example(%arg0: i8) {
  %0 = arith.addi %arg0, %arg0 : i8
  return
}

// arith.addui_extended
func.func @example(%arg0: i32) {
  %sum, %overflow = arith.addui_extended %arg0, %arg0 : i32, i1
  return
}

// arith.andi
func.func @example(%arg0: i1, %arg1: i1) {
  %0 = arith.andi %arg0, %arg1 : i1
  return
}

// arith.bitcast
func.func @example(%arg0: i32) {
  %0 = arith.bitcast %arg0 : i32 to f32
  return
}

// arith.ceildivsi
func.func @example(%arg0: i8, %arg1: i8) {
  %0 = arith.ceildivsi %arg0, %arg1 : i8
  return
}

// arith.ceildivui
func.func @example(%arg0: i32, %arg1: i32) {
  %0 = arith.ceildivui %arg0, %arg1 : i32
  return
}

// arith.cmpf
func.func @example(%arg0: f32, %arg1: f32) {
  %0 = arith.cmpf olt, %arg0, %arg1 : f32
  return
}

// arith.cmpi
func.func @example(%arg0: i32) {
  %0 = arith.cmpi ne, %arg0, %arg0 : i32
  return
}

// arith.constant
func.func @example() {
  %true = arith.constant true
  return
}

// arith.divf
func.func @example(%arg0: f32, %arg1: f32) {
  %0 = arith.divf %arg0, %arg1 : f32
  return
}

// arith.divsi
func.func @example(%arg0: i32) {
  %0 = arith.divsi %arg0, %arg0 exact : i32
  return
}

// arith.divui
func.func @example(%arg0: index) {
  %0 = arith.divui %arg0, %arg0 : index
  return
}

// arith.extf
func.func @example(%arg0: f16) {
  %0 = arith.extf %arg0 : f16 to f32
  return
}

// arith.extsi
func.func @example(%arg0: i8) {
  %0 = arith.extsi %arg0 : i8 to i32
  return
}

// arith.extui
func.func @example(%arg0: i8) {
  %0 = arith.extui %arg0 : i8 to i32
  return
}

// arith.floordivsi
func.func @example(%arg0: i32, %arg1: i32) {
  %0 = arith.floordivsi %arg0, %arg1 : i32
  return
}

// arith.fptosi
func.func @example(%arg0: f32) {
  %0 = arith.fptosi %arg0 : f32 to i8
  return
}

// arith.fptoui
func.func @example(%arg0: f32) {
  %0 = arith.fptoui %arg0 : f32 to i32
  return
}

// arith.index_cast
func.func @example(%arg0: i8) {
  %0 = arith.index_cast %arg0 : i8 to index
  return
}

// arith.index_castui
func.func @example(%arg0: i8) {
  %0 = arith.index_castui %arg0 : i8 to index
  return
}

// arith.maximumf
func.func @example(%arg0: f32, %arg1: f32) {
  %0 = arith.maximumf %arg0, %arg1 : f32
  return
}

// arith.maxnumf
func.func @example(%arg0: f32, %arg1: f32) {
  %0 = arith.maxnumf %arg0, %arg1 : f32
  return
}

// arith.maxsi
func.func @example(%arg0: i8, %arg1: i8) {
  %0 = arith.maxsi %arg0, %arg1 : i8
  return
}

// arith.maxui
func.func @example(%arg0: i32, %arg1: i32) {
  %0 = arith.maxui %arg0, %arg1 : i32
  return
}

// arith.minimumf
func.func @example(%arg0: f32, %arg1: f32) {
  %0 = arith.minimumf %arg0, %arg1 : f32
  return
}

// arith.minnumf
func.func @example(%arg0: f32, %arg1: f32) {
  %0 = arith.minnumf %arg0, %arg1 : f32
  return
}

// arith.minsi
func.func @example(%arg0: i8, %arg1: i8) {
  %0 = arith.minsi %arg0, %arg1 : i8
  return
}

// arith.minui
func.func @example(%arg0: i32, %arg1: i32) {
  %0 = arith.minui %arg0, %arg1 : i32
  return
}

// arith.mulf
func.func @example(%arg0: f32) {
  %0 = arith.mulf %arg0, %arg0 : f32
  return
}

// arith.muli
func.func @example(%arg0: i32) {
  %0 = arith.muli %arg0, %arg0 : i32
  return
}

// arith.mulsi_extended
func.func @example(%arg0: i8, %arg1: i8) {
  %low, %high = arith.mulsi_extended %arg0, %arg1 : i8
  return
}

// arith.mului_extended
func.func @example(%arg0: vector<4xi16>) {
  %low, %high = arith.mului_extended %arg0, %arg0 : vector<4xi16>
  return
}

// arith.negf
func.func @example(%arg0: f32) {
  %0 = arith.negf %arg0 : f32
  return
}

// arith.ori
func.func @example(%arg0: i1, %arg1: i1) {
  %0 = arith.ori %arg0, %arg1 : i1
  return
}

// arith.remf
func.func @example(%arg0: f32, %arg1: f32) {
  %0 = arith.remf %arg0, %arg1 : f32
  return
}

// arith.remsi
func.func @example(%arg0: i32, %arg1: i32) {
  %0 = arith.remsi %arg0, %arg1 : i32
  return
}

// arith.remui
func.func @example(%arg0: i32, %arg1: i32) {
  %0 = arith.remui %arg0, %arg1 : i32
  return
}

// arith.scaling_extf
func.func @example(%arg0: f4E2M1FN, %arg1: f16) {
  %0 = arith.scaling_extf %arg0, %arg1 : f4E2M1FN, f16 to f32
  return
}

// arith.scaling_truncf
func.func @example(%arg0: f32, %arg1: f8E8M0FNU) {
  %0 = arith.scaling_truncf %arg0, %arg1 upward : f32, f8E8M0FNU to f4E2M1FN
  return
}

// arith.select
func.func @example(%arg0: i1, %arg1: i8) {
  %0 = arith.select %arg0, %arg1, %arg1 : i8
  return
}

// arith.shli
func.func @example(%arg0: i32) {
  %0 = arith.shli %arg0, %arg0 : i32
  return
}

// arith.shrsi
func.func @example(%arg0: i32, %arg1: i32) {
  %0 = arith.shrsi %arg0, %arg1 : i32
  return
}

// arith.shrui
func.func @example(%arg0: i8, %arg1: i8) {
  %0 = arith.shrui %arg0, %arg1 : i8
  return
}

// arith.sitofp
func.func @example(%arg0: i8) {
  %0 = arith.sitofp %arg0 : i8 to f32
  return
}

// arith.subf
func.func @example(%arg0: f32, %arg1: f32) {
  %0 = arith.subf %arg0, %arg1 : f32
  return
}

// arith.subi
func.func @example(%arg0: i32) {
  %0 = arith.subi %arg0, %arg0 : i32
  return
}

// arith.truncf
func.func @example(%arg0: f64) {
  %0 = arith.truncf %arg0 : f64 to f32
  return
}

// arith.trunci
func.func @example(%arg0: i32) {
  %0 = arith.trunci %arg0 : i32 to i8
  return
}

// arith.uitofp
func.func @example(%arg0: i32) {
  %0 = arith.uitofp %arg0 : i32 to f32
  return
}

// arith.xori
func.func @example(%arg0: i1, %arg1: i1) {
  %0 = arith.xori %arg0, %arg1 : i1
  return
}

// arm_neon.2d.sdot
func.func @example(%arg0: vector<4xi32>, %arg1: vector<4x4xi8>) {
  %0 = arm_neon.2d.sdot %arg0, %arg1, %arg1 : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
  return
}

// arm_neon.intr.bfmmla
func.func @example(%arg0: vector<4xf32>, %arg1: vector<8xbf16>) {
  %0 = arm_neon.intr.bfmmla %arg0, %arg1, %arg1 : vector<8xbf16> to vector<4xf32>
  return
}

// arm_neon.intr.sdot
func.func @example(%arg0: vector<2xi32>, %arg1: vector<8xi8>) {
  %0 = arm_neon.intr.sdot %arg0, %arg1, %arg1 : vector<8xi8>, vector<8xi8> to vector<2xi32>
  return
}

// arm_neon.intr.smmla
func.func @example(%arg0: vector<4xi32>, %arg1: vector<16xi8>) {
  %0 = arm_neon.intr.smmla %arg0, %arg1, %arg1 : vector<16xi8> to vector<4xi32>
  return
}

// arm_neon.intr.smull
func.func @example(%arg0: vector<8xi8>) {
  %0 = arm_neon.intr.smull %arg0, %arg0 : vector<8xi8> to vector<8xi16>
  return
}

// arm_neon.intr.ummla
func.func @example(%arg0: vector<4xi32>, %arg1: vector<16xi8>) {
  %0 = arm_neon.intr.ummla %arg0, %arg1, %arg1 : vector<16xi8> to vector<4xi32>
  return
}

// arm_neon.intr.usmmla
func.func @example(%arg0: vector<4xi32>, %arg1: vector<16xi8>) {
  %0 = arm_neon.intr.usmmla %arg0, %arg1, %arg1 : vector<16xi8> to vector<4xi32>
  return
}

// arm_sme.copy_tile
func.func @example(%arg0: vector<[4]x[4]xf32>) {
  %0 = arm_sme.copy_tile %arg0 : vector<[4]x[4]xf32>
  return
}

// arm_sme.extract_tile_slice
func.func @example(%arg0: vector<[4]x[4]xf32>, %arg1: index) {
  %0 = arm_sme.extract_tile_slice %arg0[%arg1] : vector<[4]xf32> from vector<[4]x[4]xf32>
  return
}

// arm_sme.fmopa_2way
func.func @example(%arg0: vector<[8]xbf16>) {
  %0 = arm_sme.fmopa_2way %arg0, %arg0 : vector<[8]xbf16>, vector<[8]xbf16> into vector<[4]x[4]xf32>
  return
}

// arm_sme.fmops_2way
func.func @example(%arg0: vector<[8]xbf16>, %arg1: vector<[4]x[4]xf32>, %arg2: vector<[8]xi1>) {
  %0 = arm_sme.fmops_2way %arg0, %arg0 acc(%arg1) masks(%arg2, %arg2) : vector<[8]xbf16>, vector<[8]xbf16> into vector<[4]x[4]xf32>
  return
}

// arm_sme.get_tile
func.func @example() {
  %0 = arm_sme.get_tile : vector<[8]x[8]xf16>
  return
}

// arm_sme.insert_tile_slice
func.func @example(%arg0: vector<[4]xf32>, %arg1: vector<[4]x[4]xf32>, %arg2: index) {
  %0 = arm_sme.insert_tile_slice %arg0, %arg1[%arg2] : vector<[4]xf32> into vector<[4]x[4]xf32>
  return
}

// arm_sme.intr.cntsd
func.func @example() {
  %0 = "arm_sme.intr.cntsd"() : () -> i64
  return
}

// arm_sme.intr.ld1b.horiz
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.ld1b.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.ld1b.vert
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.ld1b.vert"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.ld1d.horiz
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.ld1d.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.ld1d.vert
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.ld1d.vert"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.ld1h.horiz
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.ld1h.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.ld1h.vert
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.ld1h.vert"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.ld1q.horiz
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.ld1q.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.ld1q.vert
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.ld1q.vert"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.ld1w.horiz
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.ld1w.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.ld1w.vert
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.ld1w.vert"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.mopa
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xf32>) {
  "arm_sme.intr.mopa"(%arg0, %arg0, %arg1, %arg1) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.mopa.wide
func.func @example(%arg0: vector<[8]xi1>, %arg1: vector<[8]xf16>) {
  "arm_sme.intr.mopa.wide"(%arg0, %arg0, %arg1, %arg1) <{tile_id = 0 : i32}> : (vector<[8]xi1>, vector<[8]xi1>, vector<[8]xf16>, vector<[8]xf16>) -> ()
  return
}

// arm_sme.intr.mops
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.mops"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.mops.wide
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.mops.wide"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.read.horiz
func.func @example(%arg0: vector<[4]xf32>, %arg1: vector<[4]xi1>, %arg2: i32) {
  %0 = "arm_sme.intr.read.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xf32>, vector<[4]xi1>, i32) -> vector<[4]xf32>
  return
}

// arm_sme.intr.read.vert
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi1>, %arg2: i32) {
  %0 = "arm_sme.intr.read.vert"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi32>, vector<[4]xi1>, i32) -> vector<4xi32>
  return
}

// arm_sme.intr.smopa.wide
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.smopa.wide"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.smopa.za32
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.smopa.za32"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.smops.wide
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.smops.wide"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.smops.za32
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.smops.za32"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.st1b.horiz
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.st1b.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.st1b.vert
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.st1b.vert"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.st1d.horiz
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.st1d.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.st1d.vert
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.st1d.vert"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.st1h.horiz
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.st1h.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.st1h.vert
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.st1h.vert"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.st1q.horiz
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.st1q.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.st1q.vert
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.st1q.vert"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.st1w.horiz
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.st1w.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.st1w.vert
func.func @example(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
  "arm_sme.intr.st1w.vert"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.str
func.func @example(%arg0: i32, %arg1: !llvm.ptr) {
  "arm_sme.intr.str"(%arg0, %arg1, %arg0) : (i32, !llvm.ptr, i32) -> ()
  return
}

// arm_sme.intr.sumopa.wide
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.sumopa.wide"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.sumops.wide
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.sumops.wide"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.umopa.wide
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.umopa.wide"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.umopa.za32
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.umopa.za32"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.umops.wide
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.umops.wide"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.umops.za32
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.umops.za32"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.usmopa.wide
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.usmopa.wide"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.usmops.wide
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>, %arg3: vector<[4]xf32>) {
  "arm_sme.intr.usmops.wide"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 0 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.write.horiz
func.func @example(%arg0: i32, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>) {
  "arm_sme.intr.write.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (i32, vector<[4]xi1>, vector<[4]xf32>) -> ()
  return
}

// arm_sme.intr.write.vert
func.func @example(%arg0: i32, %arg1: vector<[4]xi1>, %arg2: vector<[4]xi32>) {
  "arm_sme.intr.write.vert"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (i32, vector<[4]xi1>, vector<[4]xi32>) -> ()
  return
}

// arm_sme.intr.zero
func.func @example() {
  "arm_sme.intr.zero"() <{tile_mask = 17 : i32}> : () -> ()
  return
}

// arm_sme.load_tile_slice
func.func @example(%arg0: memref<?x?xf32>, %arg1: index, %arg2: vector<[4]xi1>, %arg3: vector<[4]x[4]xf32>) {
  %0 = arm_sme.load_tile_slice %arg0[%arg1, %arg1], %arg2, %arg3, %arg1 : memref<?x?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
  return
}

// arm_sme.outerproduct
func.func @example(%arg0: vector<[4]xf32>) {
  %0 = arm_sme.outerproduct %arg0, %arg0 : vector<[4]xf32>, vector<[4]xf32>
  return
}

// arm_sme.smopa_2way
func.func @example(%arg0: vector<[8]xi16>, %arg1: vector<[8]xi16>) {
  %0 = arm_sme.smopa_2way %arg0, %arg1 : vector<[8]xi16>, vector<[8]xi16> into vector<[4]x[4]xi32>
  return
}

// arm_sme.smopa_4way
func.func @example(%arg0: vector<[16]xi8>, %arg1: vector<[16]xi8>) {
  %0 = arm_sme.smopa_4way %arg0, %arg1 : vector<[16]xi8>, vector<[16]xi8> into vector<[4]x[4]xi32>
  return
}

// arm_sme.smops_2way
func.func @example(%arg0: vector<[8]xi16>, %arg1: vector<[8]xi16>) {
  %0 = arm_sme.smops_2way %arg0, %arg1 : vector<[8]xi16>, vector<[8]xi16> into vector<[4]x[4]xi32>
  return
}

// arm_sme.smops_4way
func.func @example(%arg0: vector<[16]xi8>, %arg1: vector<[16]xi8>) {
  %0 = arm_sme.smops_4way %arg0, %arg1 : vector<[16]xi8>, vector<[16]xi8> into vector<[4]x[4]xi32>
  return
}

// arm_sme.store_tile_slice
func.func @example(%arg0: vector<[4]x[4]xf32>, %arg1: index, %arg2: vector<[4]xi1>, %arg3: memref<?x?xf32>) {
  arm_sme.store_tile_slice %arg0, %arg1, %arg2, %arg3[%arg1, %arg1] : memref<?x?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
  return
}

// arm_sme.streaming_vl
func.func @example() {
  %0 = arm_sme.streaming_vl <half>
  return
}

// arm_sme.sumopa_4way
func.func @example(%arg0: vector<[16]xi8>, %arg1: vector<[16]xi8>) {
  %0 = arm_sme.sumopa_4way %arg0, %arg1 : vector<[16]xi8>, vector<[16]xi8> into vector<[4]x[4]xi32>
  return
}

// arm_sme.sumops_4way
func.func @example(%arg0: vector<[8]xi16>) {
  %0 = arm_sme.sumops_4way %arg0, %arg0 : vector<[8]xi16>, vector<[8]xi16> into vector<[2]x[2]xi64>
  return
}

// arm_sme.tile_load
func.func @example(%arg0: memref<?x?xf32>, %arg1: index) {
  %0 = arm_sme.tile_load %arg0[%arg1, %arg1] : memref<?x?xf32>, vector<[4]x[4]xf32>
  return
}

// arm_sme.tile_store
func.func @example(%arg0: vector<[8]x[8]xf16>, %arg1: memref<?x?xf16>, %arg2: index) {
  arm_sme.tile_store %arg0, %arg1[%arg2, %arg2] : memref<?x?xf16>, vector<[8]x[8]xf16>
  return
}

// arm_sme.umopa_2way
func.func @example(%arg0: vector<[8]xi16>, %arg1: vector<[8]xi16>) {
  %0 = arm_sme.umopa_2way %arg0, %arg1 : vector<[8]xi16>, vector<[8]xi16> into vector<[4]x[4]xi32>
  return
}

// arm_sme.umopa_4way
func.func @example(%arg0: vector<[16]xi8>, %arg1: vector<[16]xi8>) {
  %0 = arm_sme.umopa_4way %arg0, %arg1 : vector<[16]xi8>, vector<[16]xi8> into vector<[4]x[4]xi32>
  return
}

// arm_sme.umops_2way
func.func @example(%arg0: vector<[8]xi16>) {
  %0 = arm_sme.umops_2way %arg0, %arg0 : vector<[8]xi16>, vector<[8]xi16> into vector<[4]x[4]xi32>
  return
}

// arm_sme.umops_4way
func.func @example(%arg0: vector<[16]xi8>, %arg1: vector<[16]xi8>) {
  %0 = arm_sme.umops_4way %arg0, %arg1 : vector<[16]xi8>, vector<[16]xi8> into vector<[4]x[4]xi32>
  return
}

// arm_sme.usmopa_4way
func.func @example(%arg0: vector<[16]xi8>) {
  %0 = arm_sme.usmopa_4way %arg0, %arg0 : vector<[16]xi8>, vector<[16]xi8> into vector<[4]x[4]xi32>
  return
}

// arm_sme.usmops_4way
func.func @example(%arg0: vector<[16]xi8>, %arg1: vector<[16]xi8>) {
  %0 = arm_sme.usmops_4way %arg0, %arg1 : vector<[16]xi8>, vector<[16]xi8> into vector<[4]x[4]xi32>
  return
}

// arm_sme.zero
func.func @example() {
  %0 = arm_sme.zero : vector<[4]x[4]xf32>
  return
}

// arm_sve.convert_from_svbool
func.func @example(%arg0: vector<3x[16]xi1>) {
  %0 = arm_sve.convert_from_svbool %arg0 : vector<3x[2]xi1>
  return
}

// arm_sve.convert_to_svbool
func.func @example(%arg0: vector<3x[2]xi1>) {
  %0 = arm_sve.convert_to_svbool %arg0 : vector<3x[2]xi1>
  return
}

// arm_sve.dupq_lane
func.func @example(%arg0: vector<[2]xf64>) {
  %0 = arm_sve.dupq_lane %arg0[1] : vector<[2]xf64>
  return
}

// arm_sve.intr.add
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.add"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.bfmmla
func.func @example(%arg0: vector<[4]xf32>, %arg1: vector<[8]xbf16>) {
  %0 = arm_sve.intr.bfmmla %arg0, %arg1, %arg1 : vector<[8]xbf16> to vector<[4]xf32>
  return
}

// arm_sve.intr.convert.from.svbool
func.func @example(%arg0: vector<[16]xi1>) {
  %0 = "arm_sve.intr.convert.from.svbool"(%arg0) : (vector<[16]xi1>) -> vector<[4]xi1>
  return
}

// arm_sve.intr.convert.to.svbool
func.func @example(%arg0: vector<[4]xi1>) {
  %0 = "arm_sve.intr.convert.to.svbool"(%arg0) : (vector<[4]xi1>) -> vector<[16]xi1>
  return
}

// arm_sve.intr.dupq_lane
func.func @example(%arg0: vector<[4]xi32>) {
  %0 = "arm_sve.intr.dupq_lane"(%arg0) <{lane = 0 : i64}> : (vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.fadd
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.fadd"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.fdiv
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.fdiv"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.fmul
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.fmul"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.fsub
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.fsub"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.mul
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.mul"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.psel
func.func @example(%arg0: vector<[16]xi1>, %arg1: vector<[4]xi1>, %arg2: i32) {
  %0 = "arm_sve.intr.psel"(%arg0, %arg1, %arg2) : (vector<[16]xi1>, vector<[4]xi1>, i32) -> vector<[16]xi1>
  return
}

// arm_sve.intr.sdiv
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.sdiv"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.sdot
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.sdot"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.smmla
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.smmla"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.sub
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.sub"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.udiv
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.udiv"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.udot
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.udot"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.ummla
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.ummla"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.usmmla
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = "arm_sve.intr.usmmla"(%arg0, %arg1, %arg2) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.whilelt
func.func @example(%arg0: i64, %arg1: i64) {
  %0 = "arm_sve.intr.whilelt"(%arg0, %arg1) : (i64, i64) -> vector<[4]xi1>
  return
}

// arm_sve.intr.zip.x2
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>) {
  %0 = "arm_sve.intr.zip.x2"(%arg0, %arg1) : (vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.intr.zip.x4
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>, %arg3: vector<[4]xi32>) {
  %0 = "arm_sve.intr.zip.x4"(%arg0, %arg1, %arg2, %arg3) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi32>) -> i32
  return
}

// arm_sve.masked.addf
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xf32>, %arg2: vector<[4]xf32>) {
  %0 = arm_sve.masked.addf %arg0, %arg1, %arg2 : vector<[4]xi1>, vector<[4]xf32>
  return
}

// arm_sve.masked.addi
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi32>) {
  %0 = arm_sve.masked.addi %arg0, %arg1, %arg1 : vector<[4]xi1>, vector<[4]xi32>
  return
}

// arm_sve.masked.divf
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xf32>) {
  %0 = arm_sve.masked.divf %arg0, %arg1, %arg1 : vector<[4]xi1>, vector<[4]xf32>
  return
}

// arm_sve.masked.divi_signed
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = arm_sve.masked.divi_signed %arg0, %arg1, %arg2 : vector<[4]xi1>, vector<[4]xi32>
  return
}

// arm_sve.masked.divi_unsigned
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = arm_sve.masked.divi_unsigned %arg0, %arg1, %arg2 : vector<[4]xi1>, vector<[4]xi32>
  return
}

// arm_sve.masked.mulf
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xf32>, %arg2: vector<[4]xf32>) {
  %0 = arm_sve.masked.mulf %arg0, %arg1, %arg2 : vector<[4]xi1>, vector<[4]xf32>
  return
}

// arm_sve.masked.muli
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = arm_sve.masked.muli %arg0, %arg1, %arg2 : vector<[4]xi1>, vector<[4]xi32>
  return
}

// arm_sve.masked.subf
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xf32>, %arg2: vector<[4]xf32>) {
  %0 = arm_sve.masked.subf %arg0, %arg1, %arg2 : vector<[4]xi1>, vector<[4]xf32>
  return
}

// arm_sve.masked.subi
func.func @example(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi32>) {
  %0 = arm_sve.masked.subi %arg0, %arg1, %arg2 : vector<[4]xi1>, vector<[4]xi32>
  return
}

// arm_sve.psel
func.func @example(%arg0: vector<[4]xi1>, %arg1: index) {
  %0 = arm_sve.psel %arg0, %arg0[%arg1] : vector<[4]xi1>, vector<[4]xi1>
  return
}

// arm_sve.sdot
func.func @example(%arg0: vector<[2]xi64>, %arg1: vector<[8]xi16>) {
  %0 = arm_sve.sdot %arg0, %arg1, %arg1 : vector<[8]xi16> to vector<[2]xi64>
  return
}

// arm_sve.smmla
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[16]xi8>) {
  %0 = arm_sve.smmla %arg0, %arg1, %arg1 : vector<[16]xi8> to vector<[4]xi32>
  return
}

// arm_sve.udot
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[16]xi8>) {
  %0 = arm_sve.udot %arg0, %arg1, %arg1 {note} : vector<[16]xi8> to vector<[4]xi32>
  return
}

// arm_sve.ummla
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[16]xi8>) {
  %0 = arm_sve.ummla %arg0, %arg1, %arg1 : vector<[16]xi8> to vector<[4]xi32>
  return
}

// arm_sve.usmmla
func.func @example(%arg0: vector<[4]xi32>, %arg1: vector<[16]xi8>) {
  %0 = arm_sve.usmmla %arg0, %arg1, %arg1 : vector<[16]xi8> to vector<[4]xi32>
  return
}

// arm_sve.zip.x2
func.func @example(%arg0: vector<[4]xf32>) {
  %resultV1, %resultV2 = arm_sve.zip.x2 %arg0, %arg0 : vector<[4]xf32>
  return
}

// arm_sve.zip.x4
func.func @example(%arg0: vector<[16]xi8>) {
  %resultV1, %resultV2, %resultV3, %resultV4 = arm_sve.zip.x4 %arg0, %arg0, %arg0, %arg0 : vector<[16]xi8>
  return
}

// async.add_to_group
func.func @example(%arg0: !async.token, %arg1: !async.group) {
  %0 = async.add_to_group %arg0, %arg1 : !async.token
  return
}

// async.await
func.func @example(%arg0: !async.token) {
  async.await %arg0 : !async.token
  return
}

// async.await_all
func.func @example(%arg0: !async.group) {
  async.await_all %arg0
  return
}

// async.call
async.func @stateful(%arg0: f32) -> (!async.token, !async.value<f32>) {
  return %arg0 : f32
}
async.func @value_only() -> !async.value<i32> {
  %c1_i32 = arith.constant 1 : i32
  return %c1_i32 : i32
}
func.func @calls(%arg0: f32) {
  %0:2 = async.call @stateful(%arg0) : (f32) -> (!async.token, !async.value<f32>)
  return
}

// async.coro.begin
func.func @example(%arg0: !async.coro.id) {
  %0 = async.coro.begin %arg0
  return
}

// async.coro.end
func.func @example(%arg0: !async.coro.handle) {
  async.coro.end %arg0
  return
}

// async.coro.free
func.func @example(%arg0: !async.coro.id, %arg1: !async.coro.handle) {
  async.coro.free %arg0, %arg1
  return
}

// async.coro.id
func.func @example() {
  %0 = async.coro.id
  return
}

// async.coro.save
func.func @example(%arg0: !async.coro.handle) {
  %0 = async.coro.save %arg0
  return
}

// async.coro.suspend
func.func @coroutine() {
  %0 = ub.poison : !async.coro.state
  async.coro.suspend %0, ^bb3, ^bb1, ^bb2
^bb1:  // pred: ^bb0
  cf.br ^bb2
^bb2:  // 2 preds: ^bb0, ^bb1
  cf.br ^bb3
^bb3:  // 2 preds: ^bb0, ^bb2
  return
}

// async.create_group
func.func @example(%arg0: index) {
  %0 = async.create_group %arg0 : !async.group
  return
}

// async.execute
func.func @example() {
  %token = async.execute {
    async.yield
  }
  return
}

// async.func
async.func @stateful(%arg0: f32) -> (!async.token, !async.value<f32>) {
  return %arg0 : f32
}

// async.return
async.func @stateful(%arg0: f32) -> (!async.token, !async.value<f32>) {
  return %arg0 : f32
}

// async.runtime.add_ref
func.func @example(%arg0: !async.value<f32>) {
  async.runtime.add_ref %arg0 {count = 1 : i64} : !async.value<f32>
  return
}

// async.runtime.add_to_group
func.func @example(%arg0: !async.value<f32>, %arg1: !async.group) {
  %0 = async.runtime.add_to_group %arg0, %arg1 : !async.value<f32>
  return
}

// async.runtime.await
func.func @example(%arg0: !async.value<f32>) {
  async.runtime.await %arg0 : !async.value<f32>
  return
}

// async.runtime.await_and_resume
func.func @example(%arg0: !async.value<f32>, %arg1: !async.coro.handle) {
  async.runtime.await_and_resume %arg0, %arg1 : !async.value<f32>
  return
}

// async.runtime.create
func.func @example() {
  %0 = async.runtime.create : !async.value<f32>
  return
}

// async.runtime.create_group
func.func @example(%arg0: index) {
  %0 = async.runtime.create_group %arg0 : !async.group
  return
}

// async.runtime.drop_ref
func.func @example(%arg0: !async.group) {
  async.runtime.drop_ref %arg0 {count = 2 : i64} : !async.group
  return
}

// async.runtime.is_error
func.func @example(%arg0: !async.value<f32>) {
  %0 = async.runtime.is_error %arg0 : !async.value<f32>
  return
}

// async.runtime.load
func.func @example(%arg0: !async.value<f32>) {
  %0 = async.runtime.load %arg0 : <f32>
  return
}

// async.runtime.num_worker_threads
func.func @example() {
  %0 = async.runtime.num_worker_threads : index
  return
}

// async.runtime.resume
func.func @example(%arg0: !async.coro.handle) {
  async.runtime.resume %arg0
  return
}

// async.runtime.set_available
func.func @example(%arg0: !async.value<f32>) {
  async.runtime.set_available %arg0 : !async.value<f32>
  return
}

// async.runtime.set_error
func.func @example(%arg0: !async.value<f32>) {
  async.runtime.set_error %arg0 : !async.value<f32>
  return
}

// async.runtime.store
func.func @example(%arg0: f32, %arg1: !async.value<f32>) {
  async.runtime.store %arg0, %arg1 : <f32>
  return
}

// async.yield
func.func @example() {
  %token = async.execute {
    async.yield
  }
  return
}

// bufferization.alloc_tensor
func.func @example(%arg0: index) {
  %0 = bufferization.alloc_tensor(%arg0) : tensor<?xf32>
  return
}

// bufferization.clone
func.func @example(%arg0: memref<*xf32>) {
  %0 = bufferization.clone %arg0 : memref<*xf32> to memref<*xf32>
  return
}

// bufferization.dealloc
func.func @example(%arg0: memref<?xf32>) {
  %0 = bufferization.dealloc retain (%arg0 : memref<?xf32>)
  return
}

// bufferization.dealloc_tensor
func.func @example(%arg0: tensor<?xf32>) {
  bufferization.dealloc_tensor %arg0 : tensor<?xf32>
  return
}

// bufferization.materialize_in_destination
func.func @example(%arg0: tensor<4xf32>, %arg1: memref<4xf32>) {
  bufferization.materialize_in_destination %arg0 in writable %arg1 : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// bufferization.to_buffer
func.func @example(%arg0: tensor<f32>) {
  %0 = bufferization.to_buffer %arg0 : tensor<f32> to memref<f32>
  return
}

// bufferization.to_tensor
func.func @example(%arg0: memref<f32>) {
  %0 = bufferization.to_tensor %arg0 : memref<f32> to tensor<f32>
  return
}

// builtin.module
module {
}

// builtin.unrealized_conversion_cast
func.func @casts(%arg0: i64, %arg1: index) -> index {
  %0 = builtin.unrealized_conversion_cast %arg0 : i64 to index
  %1 = arith.muli %0, %arg1 : index
  return %1 : index
}

// cf.assert
func.func @example(%arg0: i1) {
  cf.assert %arg0, "y"
  return
}

// cf.br
func.func @loop(%arg0: index) -> index {
  cf.br ^bb1(%arg0 : index)
^bb1(%0: index):  // 2 preds: ^bb0, ^bb1
  cf.br ^bb1(%0 : index)
}

// cf.cond_br
func.func @loop(%arg0: i1) {
  cf.br ^bb1
^bb1:  // 2 preds: ^bb0, ^bb1
  cf.cond_br %arg0, ^bb1, ^bb2
^bb2:  // pred: ^bb1
  return
}

// cf.switch
func.func @switch(%arg0: memref<2xf32>, %arg1: i32) {
  cf.switch %arg1 : i32, [
    default: ^bb1(%arg0 : memref<2xf32>),
    1: ^bb1(%arg0 : memref<2xf32>)
  ]
^bb1(%0: memref<2xf32>):  // 2 preds: ^bb0, ^bb0
  return
}

// complex.abs
func.func @example(%arg0: complex<f32>) {
  %0 = complex.abs %arg0 : complex<f32>
  return
}

// complex.add
func.func @example(%arg0: complex<f64>, %arg1: complex<f64>) {
  %0 = complex.add %arg0, %arg1 : complex<f64>
  return
}

// complex.angle
func.func @example(%arg0: complex<f32>) {
  %0 = complex.angle %arg0 : complex<f32>
  return
}

// complex.atan2
func.func @example(%arg0: complex<f64>, %arg1: complex<f64>) {
  %0 = complex.atan2 %arg0, %arg1 : complex<f64>
  return
}

// complex.bitcast
func.func @example(%arg0: f32) {
  %0 = complex.bitcast %arg0 : f32 to f32
  return
}

// complex.conj
func.func @example(%arg0: complex<f32>) {
  %0 = complex.conj %arg0 : complex<f32>
  return
}

// complex.constant
func.func @example() {
  %cst = complex.constant [1.000000e+00, 0.000000e+00] : complex<f64>
  return
}

// complex.cos
func.func @example(%arg0: complex<f32>) {
  %0 = complex.cos %arg0 : complex<f32>
  return
}

// complex.create
func.func @example(%arg0: f32) {
  %0 = complex.create %arg0, %arg0 : complex<f32>
  return
}

// complex.div
func.func @example(%arg0: complex<f64>, %arg1: complex<f64>) {
  %0 = complex.div %arg0, %arg1 : complex<f64>
  return
}

// complex.eq
func.func @example(%arg0: complex<f32>) {
  %0 = complex.eq %arg0, %arg0 : complex<f32>
  return
}

// complex.exp
func.func @example(%arg0: complex<f32>) {
  %0 = complex.exp %arg0 : complex<f32>
  return
}

// complex.expm1
func.func @example(%arg0: complex<f32>) {
  %0 = complex.expm1 %arg0 : complex<f32>
  return
}

// complex.im
func.func @example(%arg0: complex<f32>) {
  %0 = complex.im %arg0 : complex<f32>
  return
}

// complex.log
func.func @example(%arg0: complex<f32>) {
  %0 = complex.log %arg0 : complex<f32>
  return
}

// complex.log1p
func.func @example(%arg0: complex<f32>) {
  %0 = complex.log1p %arg0 : complex<f32>
  return
}

// complex.mul
func.func @example(%arg0: complex<f64>, %arg1: complex<f64>) {
  %0 = complex.mul %arg0, %arg1 : complex<f64>
  return
}

// complex.neg
func.func @example(%arg0: complex<f32>) {
  %0 = complex.neg %arg0 : complex<f32>
  return
}

// complex.neq
func.func @example(%arg0: complex<f64>) {
  %0 = complex.neq %arg0, %arg0 : complex<f64>
  return
}

// complex.pow
func.func @example(%arg0: complex<f64>, %arg1: complex<f64>) {
  %0 = complex.pow %arg0, %arg1 : complex<f64>
  return
}

// complex.powi
func.func @example(%arg0: complex<f32>, %arg1: i64) {
  %0 = complex.powi %arg0, %arg1 : complex<f32>, i64
  return
}

// complex.re
func.func @example(%arg0: complex<f32>) {
  %0 = complex.re %arg0 : complex<f32>
  return
}

// complex.rsqrt
func.func @example(%arg0: complex<f32>) {
  %0 = complex.rsqrt %arg0 : complex<f32>
  return
}

// complex.sign
func.func @example(%arg0: complex<f32>) {
  %0 = complex.sign %arg0 : complex<f32>
  return
}

// complex.sin
func.func @example(%arg0: complex<f32>) {
  %0 = complex.sin %arg0 : complex<f32>
  return
}

// complex.sqrt
func.func @example(%arg0: complex<f32>) {
  %0 = complex.sqrt %arg0 : complex<f32>
  return
}

// complex.sub
func.func @example(%arg0: complex<f64>, %arg1: complex<f64>) {
  %0 = complex.sub %arg0, %arg1 : complex<f64>
  return
}

// complex.tan
func.func @example(%arg0: complex<f32>) {
  %0 = complex.tan %arg0 : complex<f32>
  return
}

// complex.tanh
func.func @example(%arg0: complex<f32>) {
  %0 = complex.tanh %arg0 : complex<f32>
  return
}

// func.call
func.func @g(%arg0: i32) {
  call @g(%arg0) : (i32) -> ()
  return
}

// func.call_indirect
func.func @example(%arg0: () -> ()) {
  call_indirect %arg0() : () -> ()
  return
}

// func.constant
func.func nested @self(%arg0: i32) -> (i32 {test.r}, (i32) -> i32) {
  %f = constant @self : (i32) -> (i32, (i32) -> i32)
  %0:2 = call_indirect %f(%arg0) {note} : (i32) -> (i32, (i32) -> i32)
  %1:2 = call @self(%0#0) {no_inline} : (i32) -> (i32, (i32) -> i32)
  return {note} %0#0, %1#1 : i32, (i32) -> i32
}

// func.func
func.func private @f()

// func.return
func.func @f(%arg0: i32) -> i32 {
  return %arg0 : i32
}

// gpu.all_reduce
func.func @example(%arg0: f32) {
  %0 = gpu.all_reduce  add %arg0 {
  } : (f32) -> f32
  return
}

// gpu.alloc
func.func @example(%arg0: index) {
  %memref = gpu.alloc  (%arg0) : memref<?xf32>
  return
}

// gpu.barrier
func.func @example() {
  gpu.barrier
  return
}

// gpu.block_dim
func.func @example() {
  %block_dim_z = gpu.block_dim  z
  return
}

// gpu.block_id
func.func @example() {
  %block_id_x = gpu.block_id  x upper_bound 1
  return
}

// gpu.cluster_block_id
func.func @example() {
  %cluster_block_id_x = gpu.cluster_block_id  x
  return
}

// gpu.cluster_dim
func.func @example() {
  %cluster_dim_x = gpu.cluster_dim  x
  return
}

// gpu.cluster_dim_blocks
func.func @example() {
  %cluster_dim_blocks_x = gpu.cluster_dim_blocks  x
  return
}

// gpu.cluster_id
func.func @example() {
  %cluster_id_x = gpu.cluster_id  x
  return
}

// gpu.create_2to4_spmat
func.func @example(%arg0: index, %arg1: memref<?xf64>) {
  %spMat = gpu.create_2to4_spmat { PRUNE_AND_CHECK} %arg0, %arg0, %arg1 : memref<?xf64>
  return
}

// gpu.create_bsr
func.func @example(%arg0: index, %arg1: memref<?xindex>, %arg2: memref<?xf64>) {
  %spmat = gpu.create_bsr  %arg0, %arg0, %arg0, %arg0, %arg0, %arg1, %arg1, %arg2 : memref<?xindex>, memref<?xindex>, memref<?xf64>
  return
}

// gpu.create_coo
func.func @example(%arg0: index, %arg1: memref<?xindex>, %arg2: memref<?xf64>) {
  %spmat = gpu.create_coo  %arg0, %arg0, %arg0, %arg1, %arg1, %arg2 : memref<?xindex>, memref<?xindex>, memref<?xf64>
  return
}

// gpu.create_coo_aos
func.func @example(%arg0: index, %arg1: memref<?xindex>, %arg2: memref<?xf64>) {
  %spmat = gpu.create_coo_aos  %arg0, %arg0, %arg0, %arg1, %arg2 : memref<?xindex>, memref<?xf64>
  return
}

// gpu.create_csc
func.func @example(%arg0: index, %arg1: memref<?xindex>, %arg2: memref<?xf64>) {
  %spmat = gpu.create_csc  %arg0, %arg0, %arg0, %arg1, %arg1, %arg2 : memref<?xindex>, memref<?xindex>, memref<?xf64>
  return
}

// gpu.create_csr
func.func @example(%arg0: index, %arg1: memref<?xindex>, %arg2: memref<?xf64>) {
  %spmat = gpu.create_csr  %arg0, %arg0, %arg0, %arg1, %arg1, %arg2 : memref<?xindex>, memref<?xindex>, memref<?xf64>
  return
}

// gpu.create_dn_tensor
func.func @example(%arg0: memref<?xf64>, %arg1: index) {
  %dnTensor = gpu.create_dn_tensor  %arg0, %arg1, %arg1 : index, index into memref<?xf64>
  return
}

// gpu.dealloc
func.func @example(%arg0: memref<?xf32>) {
  gpu.dealloc  %arg0 : memref<?xf32>
  return
}

// gpu.destroy_dn_tensor
func.func @example(%arg0: !gpu.sparse.dntensor_handle) {
  gpu.destroy_dn_tensor  %arg0
  return
}

// gpu.destroy_sp_mat
func.func @example(%arg0: !gpu.sparse.spmat_handle) {
  gpu.destroy_sp_mat  %arg0
  return
}

// gpu.dynamic_shared_memory
func.func @example() {
  %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  return
}

// gpu.func
gpu.module @m {
  gpu.func @known(%arg0: memref<9xi1>) attributes {known_block_size = array<i32: 8, 1, 1>} {
    gpu.return
  }
}

// gpu.global_id
func.func @example() {
  %global_id_y = gpu.global_id  y
  return
}

// gpu.grid_dim
func.func @example() {
  %grid_dim_x = gpu.grid_dim  x
  return
}

// gpu.host_register
func.func @example(%arg0: memref<*xf32>) {
  gpu.host_register %arg0 : memref<*xf32>
  return
}

// gpu.host_unregister
func.func @example(%arg0: memref<*xf32>) {
  gpu.host_unregister %arg0 : memref<*xf32>
  return
}

// gpu.lane_id
func.func @example() {
  %0 = gpu.lane_id upper_bound 32
  return
}

// gpu.launch
func.func @example(%arg0: index) {
  gpu.launch blocks(%arg1, %arg2, %arg3) in (%arg7 = %arg0, %arg8 = %arg0, %arg9 = %arg0) threads(%arg4, %arg5, %arg6) in (%arg10 = %arg0, %arg11 = %arg0, %arg12 = %arg0) {
    gpu.terminator
  }
  return
}

// gpu.launch_func
module attributes {gpu.container_module} {
  gpu.module @kernels<#gpu.select_object<2 : i64>> {
    gpu.func @one(%arg0: index) kernel {
      gpu.return
    }
  }
  func.func @launch() {
    %0 = ub.poison : index
    %1 = ub.poison : i32
    %2 = ub.poison : !gpu.async.token
    %3 = gpu.launch_func async [%2] @kernels::@one blocks in (%0, %0, %0) threads in (%0, %0, %0)  dynamic_shared_memory_size %1 args(%0 : index)
    return
  }
}

// gpu.memcpy
func.func @example(%arg0: memref<?xf32>, %arg1: memref<?xf32>) {
  gpu.memcpy  %arg0, %arg1 : memref<?xf32>, memref<?xf32>
  return
}

// gpu.memset
func.func @example(%arg0: memref<?xf32>, %arg1: f32) {
  gpu.memset  %arg0, %arg1 : memref<?xf32>, f32
  return
}

// gpu.module
gpu.module @m {
}

// gpu.num_subgroups
func.func @example() {
  %0 = gpu.num_subgroups upper_bound 8 : index
  return
}

// gpu.printf
func.func @example(%arg0: f32) {
  gpu.printf "x: %f\0A", %arg0 : f32
  return
}

// gpu.return
gpu.module @m {
  gpu.func @known(%arg0: memref<9xi1>) attributes {known_block_size = array<i32: 8, 1, 1>} {
    gpu.return
  }
}

// gpu.rotate
func.func @example(%arg0: f32) {
  %rotateResult, %valid = gpu.rotate %arg0, 3, 16 : f32
  return
}

// gpu.sddmm
func.func @example(%arg0: !gpu.sparse.dntensor_handle, %arg1: !gpu.sparse.dntensor_handle, %arg2: !gpu.sparse.spmat_handle, %arg3: memref<?xi8>) {
  gpu.sddmm  %arg0, %arg1, %arg2, %arg3 : memref<?xi8> into f64
  return
}

// gpu.sddmm_buffer_size
func.func @example(%arg0: !gpu.sparse.dntensor_handle, %arg1: !gpu.sparse.dntensor_handle, %arg2: !gpu.sparse.spmat_handle) {
  %bufferSz = gpu.sddmm_buffer_size  %arg0, %arg1, %arg2 into f64
  return
}

// gpu.set_csr_pointers
func.func @example(%arg0: !gpu.sparse.spmat_handle, %arg1: memref<?xindex>, %arg2: memref<?xf64>) {
  gpu.set_csr_pointers  %arg0, %arg1, %arg1, %arg2 : memref<?xindex>, memref<?xindex>, memref<?xf64>
  return
}

// gpu.set_default_device
func.func @example(%arg0: i32) {
  gpu.set_default_device %arg0
  return
}

// gpu.shuffle
func.func @example(%arg0: f32, %arg1: i32) {
  %shuffleResult, %valid = gpu.shuffle  xor %arg0, %arg1, %arg1 : f32
  return
}

// gpu.spgemm_copy
func.func @example(%arg0: !gpu.sparse.spmat_handle, %arg1: !gpu.sparse.spgemmop_handle) {
  gpu.spgemm_copy  %arg0, %arg0, %arg0, %arg1 : f64
  return
}

// gpu.spgemm_create_descr
func.func @example() {
  %desc = gpu.spgemm_create_descr 
  return
}

// gpu.spgemm_destroy_descr
func.func @example(%arg0: !gpu.sparse.spgemmop_handle) {
  gpu.spgemm_destroy_descr  %arg0
  return
}

// gpu.spgemm_work_estimation_or_compute
func.func @example(%arg0: !gpu.sparse.spmat_handle, %arg1: !gpu.sparse.spgemmop_handle, %arg2: index, %arg3: memref<?xi8>) {
  %bufferSzNew = gpu.spgemm_work_estimation_or_compute { WORK_ESTIMATION} %arg0, %arg0, %arg0, %arg1, %arg2, %arg3 : f64 into memref<?xi8>
  return
}

// gpu.spmat_get_size
func.func @example(%arg0: !gpu.sparse.spmat_handle) {
  %rows, %cols, %nnz = gpu.spmat_get_size  %arg0
  return
}

// gpu.spmm
func.func @example(%arg0: !gpu.sparse.spmat_handle, %arg1: !gpu.sparse.dntensor_handle, %arg2: !gpu.sparse.dntensor_handle, %arg3: memref<?xi8>) {
  gpu.spmm  %arg0, %arg1, %arg2, %arg3, %arg3, %arg3 : memref<?xi8>, memref<?xi8>, memref<?xi8> into f64
  return
}

// gpu.spmm_buffer_size
func.func @example(%arg0: !gpu.sparse.spmat_handle, %arg1: !gpu.sparse.dntensor_handle, %arg2: !gpu.sparse.dntensor_handle) {
  %bufferSzs:3 = gpu.spmm_buffer_size  %arg0, %arg1, %arg2 : index, index, index into f64
  return
}

// gpu.spmv
func.func @example(%arg0: !gpu.sparse.spmat_handle, %arg1: !gpu.sparse.dntensor_handle, %arg2: !gpu.sparse.dntensor_handle, %arg3: memref<?xi8>) {
  gpu.spmv  %arg0, %arg1, %arg2, %arg3 : memref<?xi8> into f64
  return
}

// gpu.spmv_buffer_size
func.func @example(%arg0: !gpu.sparse.spmat_handle, %arg1: !gpu.sparse.dntensor_handle, %arg2: !gpu.sparse.dntensor_handle) {
  %bufferSz = gpu.spmv_buffer_size  %arg0{ TRANSPOSE}, %arg1, %arg2 into f64
  return
}

// gpu.subgroup_broadcast
func.func @example(%arg0: f32) {
  %0 = gpu.subgroup_broadcast %arg0,  first_active_lane : f32
  return
}

// gpu.subgroup_id
func.func @example() {
  %0 = gpu.subgroup_id : index
  return
}

// gpu.subgroup_mma_compute
func.func @example(%arg0: !gpu.mma_matrix<16x16xf16, "AOp">, %arg1: !gpu.mma_matrix<16x16xf16, "BOp">, %arg2: !gpu.mma_matrix<16x16xf16, "COp">) {
  %0 = gpu.subgroup_mma_compute %arg0, %arg1, %arg2 {a_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// gpu.subgroup_mma_constant_matrix
func.func @example(%arg0: f16) {
  %0 = gpu.subgroup_mma_constant_matrix %arg0 : !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// gpu.subgroup_mma_elementwise
func.func @example(%arg0: !gpu.mma_matrix<16x16xf16, "COp">, %arg1: !gpu.mma_matrix<16x16xf16, "COp">) {
  %0 = gpu.subgroup_mma_elementwise  maxf %arg0, %arg1 : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// gpu.subgroup_mma_extract_thread_local
func.func @example(%arg0: !gpu.mma_matrix<16x16xf16, "COp">, %arg1: index) {
  %0 = gpu.subgroup_mma_extract_thread_local %arg0[%arg1] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
  return
}

// gpu.subgroup_mma_insert_thread_local
func.func @example(%arg0: f16, %arg1: !gpu.mma_matrix<16x16xf16, "COp">, %arg2: index) {
  %0 = gpu.subgroup_mma_insert_thread_local %arg0, %arg1[%arg2] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// gpu.subgroup_mma_load_matrix
func.func @example(%arg0: memref<32x32xf16, 3>, %arg1: index) {
  %0 = gpu.subgroup_mma_load_matrix %arg0[%arg1, %arg1] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}

// gpu.subgroup_mma_store_matrix
func.func @example(%arg0: !gpu.mma_matrix<16x16xf16, "COp">, %arg1: memref<32x32xf16, 3>, %arg2: index) {
  gpu.subgroup_mma_store_matrix %arg0, %arg1[%arg2, %arg2] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
  return
}

// gpu.subgroup_reduce
func.func @example(%arg0: f32) {
  %0 = gpu.subgroup_reduce  mul %arg0 : (f32) -> f32
  return
}

// gpu.subgroup_size
func.func @example() {
  %0 = gpu.subgroup_size : index
  return
}

// gpu.terminator
func.func @example(%arg0: index) {
  gpu.launch blocks(%arg1, %arg2, %arg3) in (%arg7 = %arg0, %arg8 = %arg0, %arg9 = %arg0) threads(%arg4, %arg5, %arg6) in (%arg10 = %arg0, %arg11 = %arg0, %arg12 = %arg0) {
    gpu.terminator
  }
  return
}

// gpu.thread_id
func.func @example() {
  %thread_id_x = gpu.thread_id  x
  return
}

// gpu.wait
func.func @example(%arg0: !gpu.async.token) {
  gpu.wait [%arg0]
  return
}

// gpu.warp_execute_on_lane_0
func.func @example(%arg0: index) {
  gpu.warp_execute_on_lane_0(%arg0)[32] {
  }
  return
}

// gpu.yield
func.func @example(%arg0: f32) {
  %0 = gpu.all_reduce  %arg0 {
  ^bb0(%arg1: f32, %arg2: f32):
    %1 = arith.mulf %arg1, %arg2 : f32
    gpu.yield %1 : f32
  } : (f32) -> f32
  return
}

// index.add
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.add %arg0, %arg1
  return
}

// index.and
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.and %arg0, %arg1
  return
}

// index.bool.constant
func.func @example() {
  %true = index.bool.constant true
  return
}

// index.casts
func.func @example(%arg0: i32) {
  %0 = index.casts %arg0 : i32 to index
  return
}

// index.castu
func.func @example(%arg0: i8) {
  %0 = index.castu %arg0 : i8 to index
  return
}

// index.ceildivs
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.ceildivs %arg0, %arg1
  return
}

// index.ceildivu
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.ceildivu %arg0, %arg1
  return
}

// index.cmp
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.cmp eq(%arg0, %arg1)
  return
}

// index.constant
func.func @example() {
  %idx3 = index.constant 3
  return
}

// index.divs
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.divs %arg0, %arg1
  return
}

// index.divu
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.divu %arg0, %arg1
  return
}

// index.floordivs
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.floordivs %arg0, %arg1
  return
}

// index.maxs
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.maxs %arg0, %arg1
  return
}

// index.maxu
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.maxu %arg0, %arg1
  return
}

// index.mins
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.mins %arg0, %arg1
  return
}

// index.minu
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.minu %arg0, %arg1
  return
}

// index.mul
func.func @example(%arg0: index) {
  %0 = index.mul %arg0, %arg0
  return
}

// index.or
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.or %arg0, %arg1
  return
}

// index.rems
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.rems %arg0, %arg1
  return
}

// index.remu
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.remu %arg0, %arg1
  return
}

// index.shl
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.shl %arg0, %arg1
  return
}

// index.shrs
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.shrs %arg0, %arg1
  return
}

// index.shru
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.shru %arg0, %arg1
  return
}

// index.sizeof
func.func @example() {
  %0 = index.sizeof
  return
}

// index.sub
func.func @example(%arg0: index) {
  %0 = index.sub %arg0, %arg0
  return
}

// index.xor
func.func @example(%arg0: index, %arg1: index) {
  %0 = index.xor %arg0, %arg1
  return
}

// irdl.all_of
irdl.dialect @shapes {
  irdl.operation @marked {
    %0 = ub.poison : !irdl.attribute
    %1 = ub.poison : !irdl.attribute
    %2 = irdl.all_of(%0, %1) 
  }
}

// irdl.any
irdl.dialect @shapes {
  irdl.type @box {
    %0 = irdl.any
  }
}

// irdl.any_of
irdl.dialect @shapes {
  irdl.type @box {
    %0 = ub.poison : !irdl.attribute
    %1 = ub.poison : !irdl.attribute
    %2 = irdl.any_of(%0, %1) 
  }
}

// irdl.attribute
irdl.dialect @shapes {
  irdl.attribute @mark 
}

// irdl.attributes
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.irdl.collect_matching in %arg0 : (!transform.any_op) -> !transform.any_op {
      irdl.dialect @any {
        irdl.operation @name {
          %1 = ub.poison : !irdl.attribute
          irdl.attributes {"mark" = %1}
        }
      }
    }
    transform.yield 
  }
}

// irdl.base
irdl.dialect @based {
  irdl.operation @op {
    %0 = irdl.base "!missing.type" 
    irdl.results(value: %0)
  }
}

// irdl.c_pred
func.func @example() {
  %0 = irdl.c_pred "::llvm::isa<::mlir::IntegerAttr>($_self)" 
  return
}

// irdl.dialect
irdl.dialect @arith 

// irdl.is
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.irdl.collect_matching in %arg0 : (!transform.any_op) -> !transform.any_op {
      irdl.dialect @any {
        irdl.operation @name {
          %1 = irdl.is i32 
        }
      }
    }
    transform.yield 
  }
}

// irdl.operands
irdl.dialect @shapes {
  irdl.operation @one {
    %0 = ub.poison : !irdl.attribute
    irdl.operands(point: %0)
  }
}

// irdl.operation
irdl.dialect @based {
  irdl.operation @op {
    %0 = irdl.base "!missing.type" 
    irdl.results(value: %0)
  }
}

// irdl.parameters
irdl.dialect @shapes {
  irdl.type @box {
    %0 = ub.poison : !irdl.attribute
    %1 = ub.poison : !irdl.attribute
    irdl.parameters(of: %0, size: %1)
  }
}

// irdl.parametric
irdl.dialect @shapes {
  irdl.type @list {
    %0 = ub.poison : !irdl.attribute
    %1 = irdl.parametric @shapes::@list<%0> 
  }
}

// irdl.region
irdl.dialect @shapes {
  irdl.operation @holds {
    %0 = irdl.region
  }
}

// irdl.regions
irdl.dialect @shapes {
  irdl.operation @holds {
    %0 = ub.poison : !irdl.region
    %1 = ub.poison : !irdl.region
    %2 = ub.poison : !irdl.region
    %3 = ub.poison : !irdl.region
    irdl.regions(free: %0, bare: %1, pair: %2, two: %3)
  }
}

// irdl.results
irdl.dialect @based {
  irdl.operation @op {
    %0 = irdl.base "!missing.type" 
    irdl.results(value: %0)
  }
}

// irdl.type
irdl.dialect @mine {
  irdl.type @of_mine 
}

// linalg.abs
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = linalg.abs ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.add
func.func @example(%arg0: tensor<4xf32>, %arg1: tensor<?xf32>) {
  %0 = linalg.add ins(%arg0, %arg1 : tensor<4xf32>, tensor<?xf32>) outs(%arg0 : tensor<4xf32>) -> tensor<4xf32>
  return
}

// linalg.batch_matmul
func.func @example(%arg0: tensor<2x5x7xf32>, %arg1: tensor<2x7x3xf32>, %arg2: tensor<2x5x3xf32>) {
  %0 = linalg.batch_matmul ins(%arg0, %arg1 : tensor<2x5x7xf32>, tensor<2x7x3xf32>) outs(%arg2 : tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  return
}

// linalg.batch_matvec
func.func @example(%arg0: tensor<2x3x4xf16>, %arg1: tensor<2x4xf16>, %arg2: tensor<2x3xf32>) {
  %0 = linalg.batch_matvec ins(%arg0, %arg1 : tensor<2x3x4xf16>, tensor<2x4xf16>) outs(%arg2 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// linalg.batch_mmt4d
func.func @example(%arg0: tensor<2x3x5x6x8xf32>, %arg1: tensor<2x4x5x7x8xf32>, %arg2: tensor<2x3x4x6x7xf32>) {
  %0 = linalg.batch_mmt4d ins(%arg0, %arg1 : tensor<2x3x5x6x8xf32>, tensor<2x4x5x7x8xf32>) outs(%arg2 : tensor<2x3x4x6x7xf32>) -> tensor<2x3x4x6x7xf32>
  return
}

// linalg.batch_reduce_matmul
func.func @example(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>, %arg2: tensor<4x16xf32>) {
  %0 = linalg.batch_reduce_matmul ins(%arg0, %arg1 : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// linalg.batch_vecmat
func.func @example(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4x3xf32>, %arg2: tensor<2x3xf32>) {
  %0 = linalg.batch_vecmat ins(%arg0, %arg1 : tensor<2x4xf32>, tensor<2x4x3xf32>) outs(%arg2 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// linalg.broadcast
func.func @example(%arg0: memref<f32>, %arg1: memref<2xf32>) {
  linalg.broadcast ins(%arg0 : memref<f32>) outs(%arg1 : memref<2xf32>) dimensions = [0] 
  return
}

// linalg.ceil
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = linalg.ceil ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.contract
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<4x16xf32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// linalg.conv_1d
func.func @example(%arg0: memref<6xi8>, %arg1: memref<3xi8>, %arg2: memref<4xi32>) {
  linalg.conv_1d ins(%arg0, %arg1 : memref<6xi8>, memref<3xi8>) outs(%arg2 : memref<4xi32>)
  return
}

// linalg.conv_1d_ncw_fcw
func.func @example(%arg0: tensor<2x5x12xf16>, %arg1: tensor<3x5x6xf16>, %arg2: tensor<2x3x4xf32>) {
  %0 = linalg.conv_1d_ncw_fcw {strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<2x5x12xf16>, tensor<3x5x6xf16>) outs(%arg2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// linalg.conv_1d_nwc_wcf
func.func @example(%arg0: tensor<2x9x6xf16>, %arg1: tensor<5x6x4xf16>, %arg2: tensor<2x3x4xf32>) {
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<2x9x6xf16>, tensor<5x6x4xf16>) outs(%arg2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// linalg.conv_2d
func.func @example(%arg0: tensor<5x7xf16>, %arg1: tensor<4x5xf16>, %arg2: tensor<2x3xf32>) {
  %0 = linalg.conv_2d ins(%arg0, %arg1 : tensor<5x7xf16>, tensor<4x5xf16>) outs(%arg2 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// linalg.conv_2d_nchw_fchw
func.func @example(%arg0: tensor<2x6x13x16xf16>, %arg1: tensor<3x6x7x8xf16>, %arg2: tensor<2x3x4x5xf32>) {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x6x13x16xf16>, tensor<3x6x7x8xf16>) outs(%arg2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}

// linalg.conv_2d_nchw_fchw_q
func.func @example(%arg0: tensor<2x6x13x16xi8>, %arg1: tensor<3x6x7x8xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x3x4x5xi32>) {
  %0 = linalg.conv_2d_nchw_fchw_q {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x6x13x16xi8>, tensor<3x6x7x8xi8>, i32, i32) outs(%arg4 : tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
  return
}

// linalg.conv_2d_ngchw_fgchw
func.func @example(%arg0: tensor<2x3x7x16x19xf16>, %arg1: tensor<4x3x7x8x9xf16>, %arg2: tensor<2x3x4x5x6xf32>) {
  %0 = linalg.conv_2d_ngchw_fgchw {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x3x7x16x19xf16>, tensor<4x3x7x8x9xf16>) outs(%arg2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}

// linalg.conv_2d_ngchw_gfchw
func.func @example(%arg0: tensor<2x3x7x16x19xf16>, %arg1: tensor<3x4x7x8x9xf16>, %arg2: tensor<2x3x4x5x6xf32>) {
  %0 = linalg.conv_2d_ngchw_gfchw {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x3x7x16x19xf16>, tensor<3x4x7x8x9xf16>) outs(%arg2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}

// linalg.conv_2d_ngchw_gfchw_q
func.func @example(%arg0: tensor<2x3x7x16x19xi8>, %arg1: tensor<3x4x7x8x9xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x3x4x5x6xi32>) {
  %0 = linalg.conv_2d_ngchw_gfchw_q {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x3x7x16x19xi8>, tensor<3x4x7x8x9xi8>, i32, i32) outs(%arg4 : tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x5x6xi32>
  return
}

// linalg.conv_2d_nhwc_fhwc
func.func @example(%arg0: tensor<2x10x13x8xf16>, %arg1: tensor<5x6x7x8xf16>, %arg2: tensor<2x3x4x5xf32>) {
  %0 = linalg.conv_2d_nhwc_fhwc {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x10x13x8xf16>, tensor<5x6x7x8xf16>) outs(%arg2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}

// linalg.conv_2d_nhwc_fhwc_q
func.func @example(%arg0: tensor<2x10x13x8xi8>, %arg1: tensor<5x6x7x8xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x3x4x5xi32>) {
  %0 = linalg.conv_2d_nhwc_fhwc_q {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x10x13x8xi8>, tensor<5x6x7x8xi8>, i32, i32) outs(%arg4 : tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
  return
}

// linalg.conv_2d_nhwc_hwcf
func.func @example(%arg0: tensor<1x66x66x8xf32>, %arg1: tensor<3x3x8x16xf32>, %arg2: tensor<1x64x64x16xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {tile_4} ins(%arg0, %arg1 : tensor<1x66x66x8xf32>, tensor<3x3x8x16xf32>) outs(%arg2 : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
  return
}

// linalg.conv_2d_nhwc_hwcf_q
func.func @example(%arg0: tensor<2x10x13x8xi8>, %arg1: tensor<6x7x8x5xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x3x4x5xi32>) {
  %0 = linalg.conv_2d_nhwc_hwcf_q {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x10x13x8xi8>, tensor<6x7x8x5xi8>, i32, i32) outs(%arg4 : tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
  return
}

// linalg.conv_2d_nhwgc_gfhwc
func.func @example(%arg0: tensor<2x11x14x5x9xf16>, %arg1: tensor<5x6x7x8x9xf16>, %arg2: tensor<2x3x4x5x6xf32>) {
  %0 = linalg.conv_2d_nhwgc_gfhwc {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x11x14x5x9xf16>, tensor<5x6x7x8x9xf16>) outs(%arg2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}

// linalg.conv_2d_nhwgc_gfhwc_q
func.func @example(%arg0: tensor<2x11x14x5x9xi8>, %arg1: tensor<5x6x7x8x9xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x3x4x5x6xi32>) {
  %0 = linalg.conv_2d_nhwgc_gfhwc_q {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x11x14x5x9xi8>, tensor<5x6x7x8x9xi8>, i32, i32) outs(%arg4 : tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x5x6xi32>
  return
}

// linalg.conv_3d
func.func @example(%arg0: tensor<6x8x10xf16>, %arg1: tensor<5x6x7xf16>, %arg2: tensor<2x3x4xf32>) {
  %0 = linalg.conv_3d ins(%arg0, %arg1 : tensor<6x8x10xf16>, tensor<5x6x7xf16>) outs(%arg2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// linalg.conv_3d_ncdhw_fcdhw
func.func @example(%arg0: tensor<2x7x14x17x20xf16>, %arg1: tensor<3x7x8x9x10xf16>, %arg2: tensor<2x3x4x5x6xf32>) {
  %0 = linalg.conv_3d_ncdhw_fcdhw {strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<2x7x14x17x20xf16>, tensor<3x7x8x9x10xf16>) outs(%arg2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}

// linalg.conv_3d_ndhwc_dhwcf
func.func @example(%arg0: tensor<2x11x14x17x10xf16>, %arg1: tensor<7x8x9x10x6xf16>, %arg2: tensor<2x3x4x5x6xf32>) {
  %0 = linalg.conv_3d_ndhwc_dhwcf {strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<2x11x14x17x10xf16>, tensor<7x8x9x10x6xf16>) outs(%arg2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}

// linalg.conv_3d_ndhwc_dhwcf_q
func.func @example(%arg0: tensor<2x11x14x17x10xi8>, %arg1: tensor<7x8x9x10x6xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x3x4x5x6xi32>) {
  %0 = linalg.conv_3d_ndhwc_dhwcf_q {strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x11x14x17x10xi8>, tensor<7x8x9x10x6xi8>, i32, i32) outs(%arg4 : tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x5x6xi32>
  return
}

// linalg.copy
func.func @example(%arg0: memref<4xf32>) {
  linalg.copy ins(%arg0 : memref<4xf32>) outs(%arg0 : memref<4xf32>)
  return
}

// linalg.depthwise_conv_1d_ncw_cw
func.func @example(%arg0: tensor<2x4x9xf16>, %arg1: tensor<4x5xf16>, %arg2: tensor<2x4x3xf32>) {
  %0 = linalg.depthwise_conv_1d_ncw_cw {strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<2x4x9xf16>, tensor<4x5xf16>) outs(%arg2 : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}

// linalg.depthwise_conv_1d_nwc_wc
func.func @example(%arg0: tensor<2x9x4xf16>, %arg1: tensor<5x4xf16>, %arg2: tensor<2x3x4xf32>) {
  %0 = linalg.depthwise_conv_1d_nwc_wc {strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<2x9x4xf16>, tensor<5x4xf16>) outs(%arg2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// linalg.depthwise_conv_1d_nwc_wcm
func.func @example(%arg0: tensor<2x10x4xf16>, %arg1: tensor<6x4x5xf16>, %arg2: tensor<2x3x4x5xf32>) {
  %0 = linalg.depthwise_conv_1d_nwc_wcm {strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<2x10x4xf16>, tensor<6x4x5xf16>) outs(%arg2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}

// linalg.depthwise_conv_2d_nchw_chw
func.func @example(%arg0: tensor<2x5x10x13xf16>, %arg1: tensor<5x6x7xf16>, %arg2: tensor<2x5x3x4xf32>) {
  %0 = linalg.depthwise_conv_2d_nchw_chw {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x5x10x13xf16>, tensor<5x6x7xf16>) outs(%arg2 : tensor<2x5x3x4xf32>) -> tensor<2x5x3x4xf32>
  return
}

// linalg.depthwise_conv_2d_nhwc_hwc
func.func @example(%arg0: tensor<2x10x13x5xf16>, %arg1: tensor<6x7x5xf16>, %arg2: tensor<2x3x4x5xf32>) {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x10x13x5xf16>, tensor<6x7x5xf16>) outs(%arg2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}

// linalg.depthwise_conv_2d_nhwc_hwc_q
func.func @example(%arg0: tensor<2x10x13x5xi8>, %arg1: tensor<6x7x5xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x3x4x5xi32>) {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc_q {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x10x13x5xi8>, tensor<6x7x5xi8>, i32, i32) outs(%arg4 : tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
  return
}

// linalg.depthwise_conv_2d_nhwc_hwcm
func.func @example(%arg0: tensor<2x11x14x5xf16>, %arg1: tensor<7x8x5x6xf16>, %arg2: tensor<2x3x4x5x6xf32>) {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x11x14x5xf16>, tensor<7x8x5x6xf16>) outs(%arg2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}

// linalg.depthwise_conv_2d_nhwc_hwcm_q
func.func @example(%arg0: tensor<2x11x14x5xi8>, %arg1: tensor<7x8x5x6xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x3x4x5x6xi32>) {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm_q {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x11x14x5xi8>, tensor<7x8x5x6xi8>, i32, i32) outs(%arg4 : tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x5x6xi32>
  return
}

// linalg.depthwise_conv_3d_ncdhw_cdhw
func.func @example(%arg0: tensor<2x9x10x13x16xf16>, %arg1: tensor<9x6x7x8xf16>, %arg2: tensor<2x9x3x4x5xf32>) {
  %0 = linalg.depthwise_conv_3d_ncdhw_cdhw {strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<2x9x10x13x16xf16>, tensor<9x6x7x8xf16>) outs(%arg2 : tensor<2x9x3x4x5xf32>) -> tensor<2x9x3x4x5xf32>
  return
}

// linalg.depthwise_conv_3d_ndhwc_dhwc
func.func @example(%arg0: tensor<2x10x13x16x9xf16>, %arg1: tensor<6x7x8x9xf16>, %arg2: tensor<2x3x4x5x9xf32>) {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwc {strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<2x10x13x16x9xf16>, tensor<6x7x8x9xf16>) outs(%arg2 : tensor<2x3x4x5x9xf32>) -> tensor<2x3x4x5x9xf32>
  return
}

// linalg.depthwise_conv_3d_ndhwc_dhwcm
func.func @example(%arg0: tensor<2x11x14x17x10xf16>, %arg1: tensor<7x8x9x10x6xf16>, %arg2: tensor<2x3x4x5x10x6xf32>) {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwcm {strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<2x11x14x17x10xf16>, tensor<7x8x9x10x6xf16>) outs(%arg2 : tensor<2x3x4x5x10x6xf32>) -> tensor<2x3x4x5x10x6xf32>
  return
}

// linalg.div
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>) {
  %0 = linalg.div ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.div_unsigned
func.func @example(%arg0: tensor<4x8xi32>, %arg1: tensor<4x8xi32>, %arg2: tensor<4x8xi32>) {
  %0 = linalg.div_unsigned ins(%arg0, %arg1 : tensor<4x8xi32>, tensor<4x8xi32>) outs(%arg2 : tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// linalg.dot
func.func @example(%arg0: tensor<2xf16>, %arg1: tensor<2xf16>, %arg2: tensor<f32>) {
  %0 = linalg.dot ins(%arg0, %arg1 : tensor<2xf16>, tensor<2xf16>) outs(%arg2 : tensor<f32>) -> tensor<f32>
  return
}

// linalg.elementwise
func.func @example(%arg0: tensor<4x8xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%arg0, %arg0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.erf
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = linalg.erf ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.exp
func.func @example(%arg0: memref<?xf32>, %arg1: memref<?xf32>) {
  linalg.exp ins(%arg0 : memref<?xf32>) outs(%arg1 : memref<?xf32>)
  return
}

// linalg.fill
func.func @example(%arg0: f32, %arg1: memref<f32>) {
  linalg.fill ins(%arg0 : f32) outs(%arg1 : memref<f32>)
  return
}

// linalg.fill_rng_2d
func.func @example(%arg0: f64, %arg1: f64, %arg2: i32, %arg3: tensor<2x3xf32>) {
  %0 = linalg.fill_rng_2d ins(%arg0, %arg1, %arg2 : f64, f64, i32) outs(%arg3 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// linalg.floor
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = linalg.floor ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.generic
func.func @example(%arg0: memref<4x4xi32>, %arg1: i32) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 0)>], iterator_types = ["parallel"]} outs(%arg0 : memref<4x4xi32>) {
  ^bb0(%out: i32):
    linalg.yield %arg1 : i32
  }
  return
}

// linalg.index
func.func @example(%arg0: tensor<1x8xi32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%arg0 : tensor<1x8xi32>) {
  ^bb0(%out: i32):
    %1 = linalg.index 0 : index
    %2 = linalg.index 1 : index
    %3 = arith.addi %1, %2 : index
    %4 = arith.index_cast %3 : index to i32
    linalg.yield %4 : i32
  } -> tensor<1x8xi32>
  return
}

// linalg.log
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = linalg.log ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.map
func.func @example(%arg0: tensor<4x8xf32>) {
  %mapped = linalg.map { math.exp } ins(%arg0 : tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>)
  return
}

// linalg.matmul
func.func @example(%arg0: memref<2x2xf32>, %arg1: memref<2x2xf32>) {
  linalg.matmul ins(%arg0, %arg0 : memref<2x2xf32>, memref<2x2xf32>) outs(%arg1 : memref<2x2xf32>)
  return
}

// linalg.matvec
func.func @example(%arg0: tensor<2x3xf16>, %arg1: tensor<3xf16>, %arg2: tensor<2xf32>) {
  %0 = linalg.matvec ins(%arg0, %arg1 : tensor<2x3xf16>, tensor<3xf16>) outs(%arg2 : tensor<2xf32>) -> tensor<2xf32>
  return
}

// linalg.max
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>) {
  %0 = linalg.max ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.min
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>) {
  %0 = linalg.min ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.mmt4d
func.func @example(%arg0: tensor<2x4x5x7xf16>, %arg1: tensor<3x4x6x7xf16>, %arg2: tensor<2x3x5x6xf32>) {
  %0 = linalg.mmt4d ins(%arg0, %arg1 : tensor<2x4x5x7xf16>, tensor<3x4x6x7xf16>) outs(%arg2 : tensor<2x3x5x6xf32>) -> tensor<2x3x5x6xf32>
  return
}

// linalg.mul
func.func @example(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
  %0 = linalg.mul ins(%arg0, %arg0 : tensor<4xf32>, tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
  return
}

// linalg.negf
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = linalg.negf ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.pack
func.func @example(%arg0: tensor<?xf32>, %arg1: tensor<?x2xf32>) {
  %pack = linalg.pack %arg0 inner_dims_pos = [0] inner_tiles = [2] into %arg1 : tensor<?xf32> -> tensor<?x2xf32>
  return
}

// linalg.pooling_nchw_max
func.func @example(%arg0: tensor<2x3x12x15xf32>, %arg1: tensor<6x7xf32>, %arg2: tensor<2x3x4x5xf32>) {
  %0 = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x3x12x15xf32>, tensor<6x7xf32>) outs(%arg2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}

// linalg.pooling_nchw_sum
func.func @example(%arg0: tensor<2x3x12x15xf32>, %arg1: tensor<6x7xf32>, %arg2: tensor<2x3x4x5xf32>) {
  %0 = linalg.pooling_nchw_sum {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x3x12x15xf32>, tensor<6x7xf32>) outs(%arg2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}

// linalg.pooling_ncw_max
func.func @example(%arg0: tensor<2x3x11xf32>, %arg1: tensor<5xf32>, %arg2: tensor<2x3x4xf32>) {
  %0 = linalg.pooling_ncw_max {strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<2x3x11xf32>, tensor<5xf32>) outs(%arg2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// linalg.pooling_ncw_sum
func.func @example(%arg0: tensor<2x3x11xf32>, %arg1: tensor<5xf32>, %arg2: tensor<2x3x4xf32>) {
  %0 = linalg.pooling_ncw_sum {strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<2x3x11xf32>, tensor<5xf32>) outs(%arg2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// linalg.pooling_ndhwc_max
func.func @example(%arg0: tensor<2x11x14x17x6xf32>, %arg1: tensor<7x8x9xf32>, %arg2: tensor<2x3x4x5x6xf32>) {
  %0 = linalg.pooling_ndhwc_max {strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<2x11x14x17x6xf32>, tensor<7x8x9xf32>) outs(%arg2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}

// linalg.pooling_ndhwc_min
func.func @example(%arg0: tensor<2x11x14x17x6xf32>, %arg1: tensor<7x8x9xf32>, %arg2: tensor<2x3x4x5x6xf32>) {
  %0 = linalg.pooling_ndhwc_min {strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<2x11x14x17x6xf32>, tensor<7x8x9xf32>) outs(%arg2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}

// linalg.pooling_ndhwc_sum
func.func @example(%arg0: tensor<2x11x14x17x6xf32>, %arg1: tensor<7x8x9xf32>, %arg2: tensor<2x3x4x5x6xf32>) {
  %0 = linalg.pooling_ndhwc_sum {strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<2x11x14x17x6xf32>, tensor<7x8x9xf32>) outs(%arg2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}

// linalg.pooling_nhwc_max
func.func @example(%arg0: tensor<2x10x13x5xf32>, %arg1: tensor<6x7xf32>, %arg2: tensor<2x3x4x5xf32>) {
  %0 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x10x13x5xf32>, tensor<6x7xf32>) outs(%arg2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}

// linalg.pooling_nhwc_max_unsigned
func.func @example(%arg0: tensor<2x10x13x5xi32>, %arg1: tensor<6x7xi32>, %arg2: tensor<2x3x4x5xi32>) {
  %0 = linalg.pooling_nhwc_max_unsigned {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x10x13x5xi32>, tensor<6x7xi32>) outs(%arg2 : tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
  return
}

// linalg.pooling_nhwc_min
func.func @example(%arg0: tensor<2x10x13x5xf32>, %arg1: tensor<6x7xf32>, %arg2: tensor<2x3x4x5xf32>) {
  %0 = linalg.pooling_nhwc_min {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x10x13x5xf32>, tensor<6x7xf32>) outs(%arg2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}

// linalg.pooling_nhwc_min_unsigned
func.func @example(%arg0: tensor<2x10x13x5xi32>, %arg1: tensor<6x7xi32>, %arg2: tensor<2x3x4x5xi32>) {
  %0 = linalg.pooling_nhwc_min_unsigned {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x10x13x5xi32>, tensor<6x7xi32>) outs(%arg2 : tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
  return
}

// linalg.pooling_nhwc_sum
func.func @example(%arg0: tensor<2x10x13x5xf32>, %arg1: tensor<6x7xf32>, %arg2: tensor<2x3x4x5xf32>) {
  %0 = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x10x13x5xf32>, tensor<6x7xf32>) outs(%arg2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}

// linalg.pooling_nwc_max
func.func @example(%arg0: tensor<2x9x4xf32>, %arg1: tensor<5xf32>, %arg2: tensor<2x3x4xf32>) {
  %0 = linalg.pooling_nwc_max {strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<2x9x4xf32>, tensor<5xf32>) outs(%arg2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// linalg.pooling_nwc_max_unsigned
func.func @example(%arg0: tensor<2x9x4xi32>, %arg1: tensor<5xi32>, %arg2: tensor<2x3x4xi32>) {
  %0 = linalg.pooling_nwc_max_unsigned {strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<2x9x4xi32>, tensor<5xi32>) outs(%arg2 : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  return
}

// linalg.pooling_nwc_min
func.func @example(%arg0: tensor<2x9x4xf32>, %arg1: tensor<5xf32>, %arg2: tensor<2x3x4xf32>) {
  %0 = linalg.pooling_nwc_min {strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<2x9x4xf32>, tensor<5xf32>) outs(%arg2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// linalg.pooling_nwc_min_unsigned
func.func @example(%arg0: tensor<2x9x4xi32>, %arg1: tensor<5xi32>, %arg2: tensor<2x3x4xi32>) {
  %0 = linalg.pooling_nwc_min_unsigned {strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<2x9x4xi32>, tensor<5xi32>) outs(%arg2 : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  return
}

// linalg.pooling_nwc_sum
func.func @example(%arg0: tensor<2x9x4xf32>, %arg1: tensor<5xf32>, %arg2: tensor<2x3x4xf32>) {
  %0 = linalg.pooling_nwc_sum {strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<2x9x4xf32>, tensor<5xf32>) outs(%arg2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// linalg.powf
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>) {
  %0 = linalg.powf ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.quantized_batch_matmul
func.func @example(%arg0: tensor<2x3x5xi8>, %arg1: tensor<2x5x4xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x3x4xi32>) {
  %0 = linalg.quantized_batch_matmul ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x3x5xi8>, tensor<2x5x4xi8>, i32, i32) outs(%arg4 : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  return
}

// linalg.quantized_matmul
func.func @example(%arg0: tensor<2x4xi8>, %arg1: tensor<4x3xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x3xi32>) {
  %0 = linalg.quantized_matmul ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x4xi8>, tensor<4x3xi8>, i32, i32) outs(%arg4 : tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// linalg.reciprocal
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = linalg.reciprocal ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.reduce
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4xf32>) {
  %reduced = linalg.reduce { arith.addf } ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4xf32>) dimensions = [1] 
  return
}

// linalg.round
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = linalg.round ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.rsqrt
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = linalg.rsqrt ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.select
func.func @example(%arg0: tensor<4x8xi1>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<4x8xf32>) {
  %0 = linalg.select ins(%arg0, %arg1, %arg2 : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg3 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.softmax
func.func @example(%arg0: tensor<4x8xf32>) {
  %0 = linalg.softmax dimension(1) ins(%arg0 : tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.sqrt
func.func @example(%arg0: tensor<6xf32>, %arg1: tensor<6xf32>) {
  %0 = linalg.sqrt ins(%arg0 : tensor<6xf32>) outs(%arg1 : tensor<6xf32>) -> tensor<6xf32>
  return
}

// linalg.square
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = linalg.square ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.sub
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>) {
  %0 = linalg.sub ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.tanh
func.func @example(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = linalg.tanh ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg.transpose
func.func @example(%arg0: memref<4x8xf32>, %arg1: memref<8x4xf32>) {
  linalg.transpose ins(%arg0 : memref<4x8xf32>) outs(%arg1 : memref<8x4xf32>) permutation = [1, 0] 
  return
}

// linalg.unpack
func.func @example(%arg0: tensor<4x12x8xf32>, %arg1: tensor<30x12xf32>) {
  %unpack = linalg.unpack %arg0 inner_dims_pos = [0] inner_tiles = [8] into %arg1 : tensor<4x12x8xf32> -> tensor<30x12xf32>
  return
}

// linalg.vecmat
func.func @example(%arg0: tensor<3xf32>, %arg1: tensor<3x2xf32>, %arg2: tensor<2xf32>) {
  %0 = linalg.vecmat ins(%arg0, %arg1 : tensor<3xf32>, tensor<3x2xf32>) outs(%arg2 : tensor<2xf32>) -> tensor<2xf32>
  return
}

// linalg.winograd_filter_transform
func.func @example(%arg0: tensor<2x3x3x5xf32>, %arg1: tensor<6x6x5x2xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%arg0 : tensor<2x3x3x5xf32>) outs(%arg1 : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}

// linalg.winograd_input_transform
func.func @example(%arg0: tensor<2x10x1x5xf32>, %arg1: tensor<6x1x2x1x2x5xf32>) {
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%arg0 : tensor<2x10x1x5xf32>) outs(%arg1 : tensor<6x1x2x1x2x5xf32>) -> tensor<6x1x2x1x2x5xf32>
  return
}

// linalg.winograd_output_transform
func.func @example(%arg0: tensor<6x1x?x1x2x5xf32>, %arg1: tensor<2x?x1x5xf32>) {
  %0 = linalg.winograd_output_transform fmr(F_2_5) ins(%arg0 : tensor<6x1x?x1x2x5xf32>) outs(%arg1 : tensor<2x?x1x5xf32>) -> tensor<2x?x1x5xf32>
  return
}

// linalg.yield
func.func @example(%arg0: memref<4x4xi32>, %arg1: i32) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 0)>], iterator_types = ["parallel"]} outs(%arg0 : memref<4x4xi32>) {
  ^bb0(%out: i32):
    linalg.yield %arg1 : i32
  }
  return
}

// llvm.add
llvm.func @example(%arg0: i32) {
  %0 = llvm.add %arg0, %arg0 : i32
  llvm.return
}

// llvm.addrspacecast
llvm.func @example(%arg0: !llvm.ptr) {
  %0 = llvm.addrspacecast %arg0 : !llvm.ptr to !llvm.ptr<3>
  llvm.return
}

// llvm.alloca
llvm.func @example(%arg0: i64) {
  %0 = llvm.alloca %arg0 x f32 : (i64) -> !llvm.ptr
  llvm.return
}

// llvm.and
llvm.func @example(%arg0: i32, %arg1: i32) {
  %0 = llvm.and %arg0, %arg1 : i32
  llvm.return
}

// llvm.ashr
llvm.func @example(%arg0: i32, %arg1: i32) {
  %0 = llvm.ashr %arg0, %arg1 : i32
  llvm.return
}

// llvm.atomicrmw
llvm.func @example(%arg0: !llvm.ptr, %arg1: i32) {
  %0 = llvm.atomicrmw _or %arg0, %arg1 seq_cst : !llvm.ptr, i32
  llvm.return
}

// llvm.bitcast
llvm.func @example(%arg0: f32) {
  %0 = llvm.bitcast %arg0 : f32 to i32
  llvm.return
}

// llvm.blockaddress
llvm.func @blocks(%arg0: !llvm.ptr) {
  %0 = llvm.blockaddress <function = @blocks, tag = <id = 1>> : !llvm.ptr
  llvm.indirectbr %0 : !llvm.ptr, [
  ^bb1
  ]
^bb1:  // pred: ^bb0
  llvm.blocktag <id = 1>
  llvm.return
}

// llvm.blocktag
llvm.func @example() {
  llvm.blocktag <id = 1>
  llvm.return
}

// llvm.br
llvm.func @edges(%arg0: i32) -> i32 {
  llvm.br ^bb1
^bb1:  // pred: ^bb0
  llvm.br ^bb2(%arg0 : i32) {llvm.kept = {edge}}
^bb2(%0: i32):  // pred: ^bb1
  llvm.return %0 : i32
}

// llvm.call
llvm.func internal @again(%arg0: i64) -> i64 {
  %0 = llvm.call @again(%arg0) : (i64) -> i64
  llvm.return %0 : i64
}

// llvm.call_intrinsic
llvm.func @example(%arg0: i8) {
  %0 = llvm.call_intrinsic "llvm.round"(%arg0) : (i8) -> i8
  llvm.return
}

// llvm.cmpxchg
llvm.func @example(%arg0: !llvm.ptr, %arg1: i32) {
  %0 = llvm.cmpxchg %arg0, %arg1, %arg1 acq_rel monotonic : !llvm.ptr, i32
  llvm.return
}

// llvm.comdat
llvm.comdat @group {
  llvm.comdat_selector @sel any
}

// llvm.comdat_selector
llvm.comdat @group {
  llvm.comdat_selector @sel any
}

// llvm.cond_br
llvm.func @permutation(%arg0: i32, %arg1: i1) -> i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.mlir.constant(2 : i32) : i32
  llvm.cond_br %arg1, ^bb1, ^bb2
^bb1:  // pred: ^bb0
  llvm.br ^bb3(%0 : i32)
^bb2:  // pred: ^bb0
  llvm.br ^bb3(%1 : i32)
^bb3(%2: i32):  // 2 preds: ^bb1, ^bb2
  llvm.return {llvm.kept = {predecessors = [array<i32: 1, 0>]}} %2 : i32
}

// llvm.dso_local_equivalent
llvm.func @start() {
  llvm.return
}
llvm.func @resolve() -> !llvm.ptr {
  %0 = ub.poison : !llvm.ptr
  %1 = llvm.dso_local_equivalent @start : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// llvm.extractelement
llvm.func @example(%arg0: vector<4xf32>, %arg1: i32) {
  %0 = llvm.extractelement %arg0[%arg1 : i32] : vector<4xf32>
  llvm.return
}

// llvm.extractvalue
llvm.func @example(%arg0: !llvm.struct<(i32, f32)>) {
  %0 = llvm.extractvalue %arg0[0] : !llvm.struct<(i32, f32)> 
  llvm.return
}

// llvm.fadd
llvm.func @example(%arg0: f32) {
  %0 = llvm.fadd %arg0, %arg0 : f32
  llvm.return
}

// llvm.fcmp
llvm.func @example(%arg0: f32) {
  %0 = llvm.fcmp "oeq" %arg0, %arg0 : f32
  llvm.return
}

// llvm.fdiv
llvm.func @example(%arg0: f32) {
  %0 = llvm.fdiv %arg0, %arg0 : f32
  llvm.return
}

// llvm.fence
llvm.func @example() {
  llvm.fence seq_cst
  llvm.return
}

// llvm.fmul
llvm.func @example(%arg0: f32) {
  %0 = llvm.fmul %arg0, %arg0 : f32
  llvm.return
}

// llvm.fneg
llvm.func @example(%arg0: f32) {
  %0 = llvm.fneg %arg0 : f32
  llvm.return
}

// llvm.fpext
llvm.func @example(%arg0: f32) {
  %0 = llvm.fpext %arg0 : f32 to f64
  llvm.return
}

// llvm.fptosi
llvm.func @example(%arg0: f32) {
  %0 = llvm.fptosi %arg0 : f32 to i32
  llvm.return
}

// llvm.fptoui
llvm.func @example(%arg0: f32) {
  %0 = llvm.fptoui %arg0 : f32 to i1
  llvm.return
}

// llvm.fptrunc
llvm.func @example(%arg0: f32) {
  %0 = llvm.fptrunc %arg0 : f32 to bf16
  llvm.return
}

// llvm.freeze
llvm.func @example(%arg0: i32) {
  %0 = llvm.freeze %arg0 : i32
  llvm.return
}

// llvm.frem
llvm.func @example(%arg0: f32) {
  %0 = llvm.frem %arg0, %arg0 : f32
  llvm.return
}

// llvm.fsub
llvm.func @example(%arg0: f32) {
  %0 = llvm.fsub %arg0, %arg0 {fastmathFlags = #llvm.fastmath<fast>} : f32
  llvm.return
}

// llvm.func
llvm.func @f()

// llvm.getelementptr
llvm.func @example(%arg0: !llvm.ptr) {
  %0 = llvm.getelementptr %arg0[6] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.return
}

// llvm.icmp
llvm.func @example(%arg0: i64) {
  %0 = llvm.icmp "eq" %arg0, %arg0 : i64
  llvm.return
}

// llvm.indirectbr
llvm.func @blocks(%arg0: !llvm.ptr) {
  %0 = llvm.blockaddress <function = @blocks, tag = <id = 1>> : !llvm.ptr
  llvm.indirectbr %0 : !llvm.ptr, [
  ^bb1
  ]
^bb1:  // pred: ^bb0
  llvm.blocktag <id = 1>
  llvm.return
}

// llvm.inline_asm
llvm.func @example(%arg0: i32) {
  %0 = llvm.inline_asm has_side_effects "bswap $0", "=r,r" %arg0 : (i32) -> i32
  llvm.return
}

// llvm.insertelement
llvm.func @example(%arg0: f32, %arg1: vector<4xf32>, %arg2: i32) {
  %0 = llvm.insertelement %arg0, %arg1[%arg2 : i32] : vector<4xf32>
  llvm.return
}

// llvm.insertvalue
llvm.func @example(%arg0: !llvm.ptr, %arg1: !llvm.array<1 x ptr>) {
  %0 = llvm.insertvalue %arg0, %arg1[0] : !llvm.array<1 x ptr> 
  llvm.return
}

// llvm.intr.abs
llvm.func @example(%arg0: i8) {
  %0 = "llvm.intr.abs"(%arg0) <{is_int_min_poison = true}> : (i8) -> i32
  llvm.return
}

// llvm.intr.acos
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.acos(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.annotation
llvm.func @example(%arg0: i32, %arg1: !llvm.ptr) {
  %0 = "llvm.intr.annotation"(%arg0, %arg1, %arg1, %arg0) : (i32, !llvm.ptr, !llvm.ptr, i32) -> i32
  llvm.return
}

// llvm.intr.asin
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.asin(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.assume
llvm.func @example(%arg0: i1) {
  llvm.intr.assume %arg0 : i1
  llvm.return
}

// llvm.intr.atan
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.atan(%arg0) {fastmathFlags = #llvm.fastmath<contract>} : (f32) -> f32
  llvm.return
}

// llvm.intr.atan2
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.atan2(%arg0, %arg0) : (f32, f32) -> f32
  llvm.return
}

// llvm.intr.bitreverse
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.bitreverse(%arg0) : (i32) -> i32
  llvm.return
}

// llvm.intr.bswap
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.bswap(%arg0) : (i32) -> i32
  llvm.return
}

// llvm.intr.ceil
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.ceil(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.copysign
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.copysign(%arg0, %arg0) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32) -> f32
  llvm.return
}

// llvm.intr.coro.align
llvm.func @example() {
  %0 = llvm.intr.coro.align : i1
  llvm.return
}

// llvm.intr.coro.begin
llvm.func @example(%arg0: !llvm.token, %arg1: !llvm.ptr) {
  %0 = llvm.intr.coro.begin %arg0, %arg1 : (!llvm.token, !llvm.ptr) -> i1
  llvm.return
}

// llvm.intr.coro.end
llvm.func @example(%arg0: !llvm.ptr, %arg1: i1, %arg2: !llvm.token) {
  %0 = llvm.intr.coro.end %arg0, %arg1, %arg2 : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// llvm.intr.coro.free
llvm.func @example(%arg0: !llvm.token, %arg1: !llvm.ptr) {
  %0 = llvm.intr.coro.free %arg0, %arg1 : (!llvm.token, !llvm.ptr) -> i32
  llvm.return
}

// llvm.intr.coro.id
llvm.func @example(%arg0: i32, %arg1: !llvm.ptr, %arg2: !llvm.ptr<3>) {
  %0 = llvm.intr.coro.id %arg0, %arg1, %arg1, %arg2 : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr<3>) -> f32
  llvm.return
}

// llvm.intr.coro.promise
llvm.func @example(%arg0: !llvm.ptr, %arg1: i32, %arg2: i1) {
  %0 = llvm.intr.coro.promise %arg0, %arg1, %arg2 : (!llvm.ptr, i32, i1) -> !llvm.ptr
  llvm.return
}

// llvm.intr.coro.resume
llvm.func @example(%arg0: !llvm.ptr) {
  llvm.intr.coro.resume %arg0 : !llvm.ptr
  llvm.return
}

// llvm.intr.coro.save
llvm.func @example(%arg0: !llvm.ptr) {
  %0 = llvm.intr.coro.save %arg0 : (!llvm.ptr) -> i1
  llvm.return
}

// llvm.intr.coro.size
llvm.func @example() {
  %0 = llvm.intr.coro.size : i1
  llvm.return
}

// llvm.intr.coro.suspend
llvm.func @example(%arg0: !llvm.token, %arg1: i1) {
  %0 = llvm.intr.coro.suspend %arg0, %arg1 : i1
  llvm.return
}

// llvm.intr.cos
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.cos(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.cosh
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.cosh(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.ctlz
llvm.func @example(%arg0: i32) {
  %0 = "llvm.intr.ctlz"(%arg0) <{is_zero_poison = true}> : (i32) -> i32
  llvm.return
}

// llvm.intr.ctpop
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.ctpop(%arg0) : (i32) -> i32
  llvm.return
}

// llvm.intr.cttz
llvm.func @example(%arg0: i32) {
  %0 = "llvm.intr.cttz"(%arg0) <{is_zero_poison = true}> : (i32) -> i32
  llvm.return
}

// llvm.intr.dbg.declare
llvm.func @example(%arg0: !llvm.ptr) {
  llvm.intr.dbg.declare #llvm.di_local_variable<scope = #llvm.di_subprogram<id = distinct[0]<>, compileUnit = <id = distinct[1]<>, sourceLanguage = DW_LANG_C, file = <"a.c" in "/">, isOptimized = false, emissionKind = None>, scope = #llvm.di_file<"a.c" in "/">, name = "f", file = <"a.c" in "/">, subprogramFlags = Definition>, name = "v"> = %arg0 : !llvm.ptr
  llvm.return
}

// llvm.intr.dbg.label
llvm.func @example() {
  llvm.intr.dbg.label <scope = #llvm.di_subprogram<id = distinct[0]<>, compileUnit = <id = distinct[1]<>, sourceLanguage = DW_LANG_C, file = <"a.c" in "/">, isOptimized = false, emissionKind = None>, scope = #llvm.di_file<"a.c" in "/">, name = "f", file = <"a.c" in "/">, subprogramFlags = Definition>, name = "l">
  llvm.return
}

// llvm.intr.dbg.value
llvm.func @example(%arg0: i1) {
  llvm.intr.dbg.value #llvm.di_local_variable<scope = #llvm.di_subprogram<id = distinct[0]<>, compileUnit = <id = distinct[1]<>, sourceLanguage = DW_LANG_C, file = <"a.c" in "/">, isOptimized = false, emissionKind = None>, scope = #llvm.di_file<"a.c" in "/">, name = "f", file = <"a.c" in "/">, subprogramFlags = Definition>, name = "v"> = %arg0 : i1
  llvm.return
}

// llvm.intr.debugtrap
llvm.func @example() {
  llvm.intr.debugtrap
  llvm.return
}

// llvm.intr.eh.typeid.for
llvm.func @example(%arg0: !llvm.ptr) {
  %0 = llvm.intr.eh.typeid.for %arg0 : (!llvm.ptr) -> i1
  llvm.return
}

// llvm.intr.exp
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.exp(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.exp10
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.exp10(%arg0) {fastmathFlags = #llvm.fastmath<contract>} : (f32) -> f32
  llvm.return
}

// llvm.intr.exp2
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.exp2(%arg0) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  llvm.return
}

// llvm.intr.expect
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.expect %arg0, %arg0 : i32
  llvm.return
}

// llvm.intr.expect.with.probability
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.expect.with.probability %arg0, %arg0, 1.000000e+00 : i32
  llvm.return
}

// llvm.intr.experimental.constrained.fpext
llvm.func @example(%arg0: i1) {
  %0 = llvm.intr.experimental.constrained.fpext %arg0 ignore : i1 to i1
  llvm.return
}

// llvm.intr.experimental.constrained.fptrunc
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.experimental.constrained.fptrunc %arg0 tonearest maytrap : f32 to f32
  llvm.return
}

// llvm.intr.experimental.constrained.sitofp
llvm.func @example(%arg0: i1) {
  %0 = llvm.intr.experimental.constrained.sitofp %arg0 towardzero maytrap : i1 to i1
  llvm.return
}

// llvm.intr.experimental.constrained.uitofp
llvm.func @example(%arg0: i1) {
  %0 = llvm.intr.experimental.constrained.uitofp %arg0 tonearest maytrap : i1 to i1
  llvm.return
}

// llvm.intr.experimental.noalias.scope.decl
llvm.func @example() {
  llvm.intr.experimental.noalias.scope.decl <id = "a", domain = <id = "d">>
  llvm.return
}

// llvm.intr.experimental.vp.strided.load
llvm.func @example(%arg0: !llvm.ptr, %arg1: i64, %arg2: vector<8xi1>, %arg3: i32) {
  %0 = "llvm.intr.experimental.vp.strided.load"(%arg0, %arg1, %arg2, %arg3) : (!llvm.ptr, i64, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.experimental.vp.strided.store
llvm.func @example(%arg0: vector<4xf32>, %arg1: !llvm.ptr<3>, %arg2: i32, %arg3: vector<8xi1>) {
  "llvm.intr.experimental.vp.strided.store"(%arg0, %arg1, %arg2, %arg3, %arg2) : (vector<4xf32>, !llvm.ptr<3>, i32, vector<8xi1>, i32) -> ()
  llvm.return
}

// llvm.intr.fabs
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.fabs(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.floor
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.floor(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.fma
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.fma(%arg0, %arg0, %arg0) : (f32, f32, f32) -> f32
  llvm.return
}

// llvm.intr.fmuladd
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.fmuladd(%arg0, %arg0, %arg0) : (f32, f32, f32) -> f32
  llvm.return
}

// llvm.intr.frexp
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.frexp(%arg0) {fastmathFlags = #llvm.fastmath<contract>} : (f32) -> f32
  llvm.return
}

// llvm.intr.fshl
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.fshl(%arg0, %arg0, %arg0) : (i32, i32, i32) -> i32
  llvm.return
}

// llvm.intr.fshr
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.fshr(%arg0, %arg0, %arg0) : (i32, i32, i32) -> i32
  llvm.return
}

// llvm.intr.get.active.lane.mask
llvm.func @example(%arg0: i64) {
  %0 = llvm.intr.get.active.lane.mask %arg0, %arg0 : i64, i64 to i1
  llvm.return
}

// llvm.intr.invariant.end
llvm.func @example(%arg0: !llvm.ptr) {
  llvm.intr.invariant.end %arg0, 0, %arg0 : !llvm.ptr
  llvm.return
}

// llvm.intr.invariant.start
llvm.func @example(%arg0: !llvm.ptr) {
  %0 = llvm.intr.invariant.start 0, %arg0 : !llvm.ptr
  llvm.return
}

// llvm.intr.is.constant
llvm.func @example(%arg0: i1) {
  %0 = "llvm.intr.is.constant"(%arg0) : (i1) -> i1
  llvm.return
}

// llvm.intr.is.fpclass
llvm.func @example(%arg0: f32) {
  %0 = "llvm.intr.is.fpclass"(%arg0) <{bit = 4 : i32}> : (f32) -> i1
  llvm.return
}

// llvm.intr.launder.invariant.group
llvm.func @example(%arg0: !llvm.ptr) {
  %0 = llvm.intr.launder.invariant.group %arg0 : !llvm.ptr
  llvm.return
}

// llvm.intr.ldexp
llvm.func @example(%arg0: f32, %arg1: i64) {
  %0 = llvm.intr.ldexp(%arg0, %arg1) : (f32, i64) -> !llvm.struct<(f32, i32)>
  llvm.return
}

// llvm.intr.lifetime.end
llvm.func @example(%arg0: !llvm.ptr) {
  llvm.intr.lifetime.end %arg0 : !llvm.ptr
  llvm.return
}

// llvm.intr.lifetime.start
llvm.func @example(%arg0: !llvm.ptr) {
  llvm.intr.lifetime.start %arg0 : !llvm.ptr
  llvm.return
}

// llvm.intr.llrint
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.llrint(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.llround
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.llround(%arg0) : (f32) -> i1
  llvm.return
}

// llvm.intr.log
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.log(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.log10
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.log10(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.log2
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.log2(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.lrint
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.lrint(%arg0) : (f32) -> i1
  llvm.return
}

// llvm.intr.lround
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.lround(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.masked.compressstore
llvm.func @example(%arg0: vector<4xi32>, %arg1: !llvm.ptr, %arg2: vector<4xi1>) {
  "llvm.intr.masked.compressstore"(%arg0, %arg1, %arg2) : (vector<4xi32>, !llvm.ptr, vector<4xi1>) -> ()
  llvm.return
}

// llvm.intr.masked.expandload
llvm.func @example(%arg0: !llvm.ptr, %arg1: vector<4xi1>, %arg2: vector<[8]xf32>) {
  %0 = "llvm.intr.masked.expandload"(%arg0, %arg1, %arg2) : (!llvm.ptr, vector<4xi1>, vector<[8]xf32>) -> !llvm.ptr
  llvm.return
}

// llvm.intr.masked.gather
llvm.func @example(%arg0: vector<4x!llvm.ptr>, %arg1: vector<4xi1>) {
  %0 = llvm.intr.masked.gather %arg0, %arg1 {alignment = 0 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>) -> vector<4xi32>
  llvm.return
}

// llvm.intr.masked.load
llvm.func @example(%arg0: !llvm.ptr, %arg1: vector<4xi1>) {
  %0 = llvm.intr.masked.load %arg0, %arg1 {alignment = 0 : i32} : (!llvm.ptr, vector<4xi1>) -> vector<4xi32>
  llvm.return
}

// llvm.intr.masked.scatter
llvm.func @example(%arg0: vector<4xi32>, %arg1: vector<4x!llvm.ptr>, %arg2: vector<4xi1>) {
  llvm.intr.masked.scatter %arg0, %arg1, %arg2 {alignment = 0 : i32} : vector<4xi32>, vector<4xi1> into vector<4x!llvm.ptr>
  llvm.return
}

// llvm.intr.masked.store
llvm.func @example(%arg0: vector<4xi32>, %arg1: !llvm.ptr, %arg2: vector<4xi1>) {
  llvm.intr.masked.store %arg0, %arg1, %arg2 {alignment = 0 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr
  llvm.return
}

// llvm.intr.matrix.column.major.load
llvm.func @example(%arg0: !llvm.ptr, %arg1: i32) {
  %0 = llvm.intr.matrix.column.major.load %arg0, <stride = %arg1> {columns = 1 : i32, isVolatile = true, rows = 1 : i32} : vector<8xf32> from !llvm.ptr stride i32
  llvm.return
}

// llvm.intr.matrix.column.major.store
llvm.func @example(%arg0: vector<8xf32>, %arg1: !llvm.ptr, %arg2: i64) {
  llvm.intr.matrix.column.major.store %arg0, %arg1, <stride = %arg2> {columns = 1 : i32, isVolatile = true, rows = 1 : i32} : vector<8xf32> to !llvm.ptr stride i64
  llvm.return
}

// llvm.intr.matrix.multiply
llvm.func @example(%arg0: vector<4xf32>) {
  %0 = llvm.intr.matrix.multiply %arg0, %arg0 {lhs_columns = 1 : i32, lhs_rows = 4 : i32, rhs_columns = 1 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
  llvm.return
}

// llvm.intr.matrix.transpose
llvm.func @example(%arg0: vector<4xi32>) {
  %0 = llvm.intr.matrix.transpose %arg0 {columns = 4 : i32, rows = 4 : i32} : vector<4xi32> into vector<4xi32>
  llvm.return
}

// llvm.intr.maximum
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.maximum(%arg0, %arg0) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32) -> f32
  llvm.return
}

// llvm.intr.maxnum
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.maxnum(%arg0, %arg0) : (f32, f32) -> f32
  llvm.return
}

// llvm.intr.memcpy
llvm.func @example(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64) {
  "llvm.intr.memcpy"(%arg0, %arg1, %arg2) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}

// llvm.intr.memcpy.inline
llvm.func @example(%arg0: !llvm.ptr) {
  "llvm.intr.memcpy.inline"(%arg0, %arg0) <{arg_attrs = [], isVolatile = false, len = 8 : i64, res_attrs = []}> : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// llvm.intr.memmove
llvm.func @example(%arg0: !llvm.ptr<3>, %arg1: !llvm.ptr, %arg2: i64) {
  "llvm.intr.memmove"(%arg0, %arg1, %arg2) <{isVolatile = false, tbaa = [#llvm.tbaa_tag<base_type = <id = "int", members = {<#llvm.tbaa_root<id = "root">, 0>}>, access_type = <id = "int", members = {<#llvm.tbaa_root<id = "root">, 0>}>, offset = 0>]}> : (!llvm.ptr<3>, !llvm.ptr, i64) -> ()
  llvm.return
}

// llvm.intr.memset
llvm.func @example(%arg0: !llvm.ptr, %arg1: i8, %arg2: i64) {
  "llvm.intr.memset"(%arg0, %arg1, %arg2) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  llvm.return
}

// llvm.intr.memset.inline
llvm.func @example(%arg0: !llvm.ptr, %arg1: i8) {
  "llvm.intr.memset.inline"(%arg0, %arg1) <{isVolatile = false, len = 6 : i64}> : (!llvm.ptr, i8) -> ()
  llvm.return
}

// llvm.intr.minimum
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.minimum(%arg0, %arg0) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32) -> f32
  llvm.return
}

// llvm.intr.minnum
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.minnum(%arg0, %arg0) : (f32, f32) -> f32
  llvm.return
}

// llvm.intr.nearbyint
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.nearbyint(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.pow
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.pow(%arg0, %arg0) : (f32, f32) -> f32
  llvm.return
}

// llvm.intr.powi
llvm.func @example(%arg0: f32, %arg1: i64) {
  %0 = llvm.intr.powi(%arg0, %arg1) : (f32, i64) -> vector<4xi8>
  llvm.return
}

// llvm.intr.prefetch
llvm.func @example(%arg0: !llvm.ptr) {
  "llvm.intr.prefetch"(%arg0) <{cache = 16 : i32, hint = 1 : i32, rw = 1 : i32}> : (!llvm.ptr) -> ()
  llvm.return
}

// llvm.intr.ptr.annotation
llvm.func @example(%arg0: !llvm.ptr, %arg1: i32) {
  %0 = "llvm.intr.ptr.annotation"(%arg0, %arg0, %arg0, %arg1, %arg0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
  llvm.return
}

// llvm.intr.ptrmask
llvm.func @example(%arg0: !llvm.ptr, %arg1: i32) {
  %0 = llvm.intr.ptrmask %arg0, %arg1 : (!llvm.ptr, i32) -> !llvm.ptr
  llvm.return
}

// llvm.intr.rint
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.rint(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.round
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.round(%arg0) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  llvm.return
}

// llvm.intr.roundeven
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.roundeven(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.sadd.sat
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.sadd.sat(%arg0, %arg0) : (i32, i32) -> i32
  llvm.return
}

// llvm.intr.sadd.with.overflow
llvm.func @example(%arg0: i8) {
  %0 = "llvm.intr.sadd.with.overflow"(%arg0, %arg0) : (i8, i8) -> f32
  llvm.return
}

// llvm.intr.scmp
llvm.func @example(%arg0: i8) {
  %0 = llvm.intr.scmp(%arg0, %arg0) : (i8, i8) -> i8
  llvm.return
}

// llvm.intr.sin
llvm.func @example(%arg0: f16) {
  %0 = llvm.intr.sin(%arg0) : (f16) -> f16
  llvm.return
}

// llvm.intr.sincos
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.sincos(%arg0) : (f32) -> !llvm.struct<(f32, f32)>
  llvm.return
}

// llvm.intr.sinh
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.sinh(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.smax
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.smax(%arg0, %arg0) : (i32, i32) -> i32
  llvm.return
}

// llvm.intr.smin
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.smin(%arg0, %arg0) : (i32, i32) -> i32
  llvm.return
}

// llvm.intr.smul.with.overflow
llvm.func @example(%arg0: i8) {
  %0 = "llvm.intr.smul.with.overflow"(%arg0, %arg0) : (i8, i8) -> i1
  llvm.return
}

// llvm.intr.sqrt
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.sqrt(%arg0) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  llvm.return
}

// llvm.intr.ssa.copy
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.ssa.copy %arg0 : f32
  llvm.return
}

// llvm.intr.sshl.sat
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.sshl.sat(%arg0, %arg0) : (i32, i32) -> i32
  llvm.return
}

// llvm.intr.ssub.sat
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.ssub.sat(%arg0, %arg0) : (i32, i32) -> i32
  llvm.return
}

// llvm.intr.ssub.with.overflow
llvm.func @example(%arg0: i8) {
  %0 = "llvm.intr.ssub.with.overflow"(%arg0, %arg0) : (i8, i8) -> f32
  llvm.return
}

// llvm.intr.stackrestore
llvm.func @example(%arg0: !llvm.ptr) {
  llvm.intr.stackrestore %arg0 : !llvm.ptr
  llvm.return
}

// llvm.intr.stacksave
llvm.func @example() {
  %0 = llvm.intr.stacksave : i1
  llvm.return
}

// llvm.intr.stepvector
llvm.func @example() {
  %0 = llvm.intr.stepvector : vector<4xi32>
  llvm.return
}

// llvm.intr.strip.invariant.group
llvm.func @example(%arg0: !llvm.ptr) {
  %0 = llvm.intr.strip.invariant.group %arg0 : !llvm.ptr
  llvm.return
}

// llvm.intr.tan
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.tan(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.tanh
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.tanh(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.threadlocal.address
llvm.func @example(%arg0: !llvm.ptr) {
  %0 = "llvm.intr.threadlocal.address"(%arg0) : (!llvm.ptr) -> i1
  llvm.return
}

// llvm.intr.trap
llvm.func @example() {
  llvm.intr.trap
  llvm.return
}

// llvm.intr.trunc
llvm.func @example(%arg0: f32) {
  %0 = llvm.intr.trunc(%arg0) : (f32) -> f32
  llvm.return
}

// llvm.intr.uadd.sat
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.uadd.sat(%arg0, %arg0) : (i32, i32) -> i32
  llvm.return
}

// llvm.intr.uadd.with.overflow
llvm.func @example(%arg0: i32) {
  %0 = "llvm.intr.uadd.with.overflow"(%arg0, %arg0) : (i32, i32) -> i32
  llvm.return
}

// llvm.intr.ubsantrap
llvm.func @example() {
  llvm.intr.ubsantrap <{failureKind = 1 : i8}>
  llvm.return
}

// llvm.intr.ucmp
llvm.func @example(%arg0: i8) {
  %0 = llvm.intr.ucmp(%arg0, %arg0) : (i8, i8) -> i8
  llvm.return
}

// llvm.intr.umax
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.umax(%arg0, %arg0) : (i32, i32) -> i32
  llvm.return
}

// llvm.intr.umin
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.umin(%arg0, %arg0) : (i32, i32) -> i32
  llvm.return
}

// llvm.intr.umul.with.overflow
llvm.func @example(%arg0: i8) {
  %0 = "llvm.intr.umul.with.overflow"(%arg0, %arg0) : (i8, i8) -> i64
  llvm.return
}

// llvm.intr.ushl.sat
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.ushl.sat(%arg0, %arg0) : (i32, i32) -> i32
  llvm.return
}

// llvm.intr.usub.sat
llvm.func @example(%arg0: i32) {
  %0 = llvm.intr.usub.sat(%arg0, %arg0) : (i32, i32) -> i32
  llvm.return
}

// llvm.intr.usub.with.overflow
llvm.func @example(%arg0: i8) {
  %0 = "llvm.intr.usub.with.overflow"(%arg0, %arg0) : (i8, i8) -> i1
  llvm.return
}

// llvm.intr.vacopy
llvm.func @example(%arg0: !llvm.ptr) {
  llvm.intr.vacopy %arg0 to %arg0 : !llvm.ptr, !llvm.ptr
  llvm.return
}

// llvm.intr.vaend
llvm.func @example(%arg0: !llvm.ptr) {
  llvm.intr.vaend %arg0 : !llvm.ptr
  llvm.return
}

// llvm.intr.var.annotation
llvm.func @example(%arg0: !llvm.ptr, %arg1: i32) {
  "llvm.intr.var.annotation"(%arg0, %arg0, %arg0, %arg1, %arg0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.return
}

// llvm.intr.vastart
llvm.func @example(%arg0: !llvm.ptr) {
  llvm.intr.vastart %arg0 : !llvm.ptr
  llvm.return
}

// llvm.intr.vector.deinterleave2
llvm.func @example(%arg0: vector<8xf32>) {
  %0 = "llvm.intr.vector.deinterleave2"(%arg0) : (vector<8xf32>) -> i32
  llvm.return
}

// llvm.intr.vector.extract
llvm.func @example(%arg0: vector<4xi32>) {
  %0 = llvm.intr.vector.extract %arg0[8] : vector<4xi32> from vector<4xi32>
  llvm.return
}

// llvm.intr.vector.insert
llvm.func @example(%arg0: vector<4xf32>) {
  %0 = llvm.intr.vector.insert %arg0, %arg0[8] : vector<4xf32> into vector<4xf32>
  llvm.return
}

// llvm.intr.vector.interleave2
llvm.func @example(%arg0: vector<[2]xi1>, %arg1: vector<[2]xi1>) {
  %0 = "llvm.intr.vector.interleave2"(%arg0, %arg1) : (vector<[2]xi1>, vector<[2]xi1>) -> vector<[4]xi1>
  llvm.return
}

// llvm.intr.vector.reduce.add
llvm.func @example(%arg0: vector<8xi64>) {
  %0 = "llvm.intr.vector.reduce.add"(%arg0) : (vector<8xi64>) -> i64
  llvm.return
}

// llvm.intr.vector.reduce.and
llvm.func @example(%arg0: vector<4xi32>) {
  %0 = "llvm.intr.vector.reduce.and"(%arg0) : (vector<4xi32>) -> i32
  llvm.return
}

// llvm.intr.vector.reduce.fadd
llvm.func @example(%arg0: f32, %arg1: vector<4xf32>) {
  %0 = "llvm.intr.vector.reduce.fadd"(%arg0, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
  llvm.return
}

// llvm.intr.vector.reduce.fmax
llvm.func @example(%arg0: vector<[4]xf32>) {
  %0 = llvm.intr.vector.reduce.fmax(%arg0) : (vector<[4]xf32>) -> f32
  llvm.return
}

// llvm.intr.vector.reduce.fmaximum
llvm.func @example(%arg0: vector<4xf32>) {
  %0 = llvm.intr.vector.reduce.fmaximum(%arg0) : (vector<4xf32>) -> f32
  llvm.return
}

// llvm.intr.vector.reduce.fmin
llvm.func @example(%arg0: vector<4xf32>) {
  %0 = llvm.intr.vector.reduce.fmin(%arg0) {fastmathFlags = #llvm.fastmath<contract>} : (vector<4xf32>) -> f32
  llvm.return
}

// llvm.intr.vector.reduce.fminimum
llvm.func @example(%arg0: vector<[4]xf32>) {
  %0 = llvm.intr.vector.reduce.fminimum(%arg0) : (vector<[4]xf32>) -> f32
  llvm.return
}

// llvm.intr.vector.reduce.fmul
llvm.func @example(%arg0: f32, %arg1: vector<4xf32>) {
  %0 = "llvm.intr.vector.reduce.fmul"(%arg0, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
  llvm.return
}

// llvm.intr.vector.reduce.mul
llvm.func @example(%arg0: vector<[4]xi32>) {
  %0 = "llvm.intr.vector.reduce.mul"(%arg0) : (vector<[4]xi32>) -> i32
  llvm.return
}

// llvm.intr.vector.reduce.or
llvm.func @example(%arg0: vector<8xi64>) {
  %0 = "llvm.intr.vector.reduce.or"(%arg0) : (vector<8xi64>) -> i64
  llvm.return
}

// llvm.intr.vector.reduce.smax
llvm.func @example(%arg0: vector<4xi32>) {
  %0 = "llvm.intr.vector.reduce.smax"(%arg0) : (vector<4xi32>) -> i32
  llvm.return
}

// llvm.intr.vector.reduce.smin
llvm.func @example(%arg0: vector<8xi64>) {
  %0 = "llvm.intr.vector.reduce.smin"(%arg0) : (vector<8xi64>) -> i64
  llvm.return
}

// llvm.intr.vector.reduce.umax
llvm.func @example(%arg0: vector<4xi32>) {
  %0 = "llvm.intr.vector.reduce.umax"(%arg0) : (vector<4xi32>) -> i32
  llvm.return
}

// llvm.intr.vector.reduce.umin
llvm.func @example(%arg0: vector<8xi64>) {
  %0 = "llvm.intr.vector.reduce.umin"(%arg0) : (vector<8xi64>) -> i64
  llvm.return
}

// llvm.intr.vector.reduce.xor
llvm.func @example(%arg0: vector<8xi64>) {
  %0 = "llvm.intr.vector.reduce.xor"(%arg0) : (vector<8xi64>) -> i64
  llvm.return
}

// llvm.intr.vp.add
llvm.func @example(%arg0: vector<4xi32>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.add"(%arg0, %arg0, %arg1, %arg2) : (vector<4xi32>, vector<4xi32>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.and
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.and"(%arg0, %arg0, %arg1, %arg2) : (vector<8xi64>, vector<8xi64>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.ashr
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.ashr"(%arg0, %arg0, %arg1, %arg2) : (vector<8xi64>, vector<8xi64>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.fadd
llvm.func @example(%arg0: vector<4xf32>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.fadd"(%arg0, %arg0, %arg1, %arg2) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.fdiv
llvm.func @example(%arg0: vector<4xf32>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.fdiv"(%arg0, %arg0, %arg1, %arg2) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.fma
llvm.func @example(%arg0: vector<4xf32>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.fma"(%arg0, %arg0, %arg0, %arg1, %arg2) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<8xi1>, i32) -> i64
  llvm.return
}

// llvm.intr.vp.fmul
llvm.func @example(%arg0: vector<4xf32>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.fmul"(%arg0, %arg0, %arg1, %arg2) : (vector<4xf32>, vector<4xf32>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.fmuladd
llvm.func @example(%arg0: vector<4xf32>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.fmuladd"(%arg0, %arg0, %arg0, %arg1, %arg2) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.fneg
llvm.func @example(%arg0: vector<4xf32>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.fneg"(%arg0, %arg1, %arg2) : (vector<4xf32>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.fpext
llvm.func @example(%arg0: vector<4xf32>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.fpext"(%arg0, %arg1, %arg2) : (vector<4xf32>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.fptosi
llvm.func @example(%arg0: vector<4xf32>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.fptosi"(%arg0, %arg1, %arg2) : (vector<4xf32>, vector<8xi1>, i32) -> f32
  llvm.return
}

// llvm.intr.vp.fptoui
llvm.func @example(%arg0: vector<4xf32>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.fptoui"(%arg0, %arg1, %arg2) : (vector<4xf32>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.fptrunc
llvm.func @example(%arg0: vector<4xf32>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.fptrunc"(%arg0, %arg1, %arg2) : (vector<4xf32>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.frem
llvm.func @example(%arg0: vector<4xf32>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.frem"(%arg0, %arg0, %arg1, %arg2) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.fsub
llvm.func @example(%arg0: vector<4xf32>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.fsub"(%arg0, %arg0, %arg1, %arg2) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> i32
  llvm.return
}

// llvm.intr.vp.inttoptr
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.inttoptr"(%arg0, %arg1, %arg2) : (vector<8xi64>, vector<4xi1>, i32) -> f32
  llvm.return
}

// llvm.intr.vp.load
llvm.func @example(%arg0: !llvm.ptr, %arg1: vector<[4]xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.load"(%arg0, %arg1, %arg2) : (!llvm.ptr, vector<[4]xi1>, i32) -> f32
  llvm.return
}

// llvm.intr.vp.lshr
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.lshr"(%arg0, %arg0, %arg1, %arg2) : (vector<8xi64>, vector<8xi64>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.merge
llvm.func @example(%arg0: vector<4xi1>, %arg1: vector<4xf32>, %arg2: i32) {
  %0 = "llvm.intr.vp.merge"(%arg0, %arg1, %arg1, %arg2) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> i64
  llvm.return
}

// llvm.intr.vp.mul
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<4xi32>, %arg2: vector<4xi1>, %arg3: i32) {
  %0 = "llvm.intr.vp.mul"(%arg0, %arg1, %arg2, %arg3) : (vector<8xi64>, vector<4xi32>, vector<4xi1>, i32) -> i32
  llvm.return
}

// llvm.intr.vp.or
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.or"(%arg0, %arg0, %arg1, %arg2) : (vector<8xi64>, vector<8xi64>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.ptrtoint
llvm.func @example(%arg0: vector<4x!llvm.ptr>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.ptrtoint"(%arg0, %arg1, %arg2) : (vector<4x!llvm.ptr>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.reduce.add
llvm.func @example(%arg0: i32, %arg1: vector<8xi64>, %arg2: vector<8xi1>) {
  %0 = "llvm.intr.vp.reduce.add"(%arg0, %arg1, %arg2, %arg0) : (i32, vector<8xi64>, vector<8xi1>, i32) -> i32
  llvm.return
}

// llvm.intr.vp.reduce.and
llvm.func @example(%arg0: i32, %arg1: vector<8xi64>, %arg2: vector<4xi1>) {
  %0 = "llvm.intr.vp.reduce.and"(%arg0, %arg1, %arg2, %arg0) : (i32, vector<8xi64>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.reduce.fadd
llvm.func @example(%arg0: f64, %arg1: vector<4xf32>, %arg2: vector<8xi1>, %arg3: i32) {
  %0 = "llvm.intr.vp.reduce.fadd"(%arg0, %arg1, %arg2, %arg3) : (f64, vector<4xf32>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.reduce.fmax
llvm.func @example(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<4xi1>, %arg3: i32) {
  %0 = "llvm.intr.vp.reduce.fmax"(%arg0, %arg1, %arg2, %arg3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  llvm.return
}

// llvm.intr.vp.reduce.fmin
llvm.func @example(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<4xi1>, %arg3: i32) {
  %0 = "llvm.intr.vp.reduce.fmin"(%arg0, %arg1, %arg2, %arg3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.reduce.fmul
llvm.func @example(%arg0: f64, %arg1: vector<4xf32>, %arg2: vector<8xi1>, %arg3: i32) {
  %0 = "llvm.intr.vp.reduce.fmul"(%arg0, %arg1, %arg2, %arg3) : (f64, vector<4xf32>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.reduce.mul
llvm.func @example(%arg0: i32, %arg1: vector<4xi32>, %arg2: vector<4xi1>) {
  %0 = "llvm.intr.vp.reduce.mul"(%arg0, %arg1, %arg2, %arg0) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.reduce.or
llvm.func @example(%arg0: i32, %arg1: vector<8xi64>, %arg2: vector<8xi1>) {
  %0 = "llvm.intr.vp.reduce.or"(%arg0, %arg1, %arg2, %arg0) : (i32, vector<8xi64>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.reduce.smax
llvm.func @example(%arg0: i32, %arg1: vector<4xi32>, %arg2: vector<4xi1>) {
  %0 = "llvm.intr.vp.reduce.smax"(%arg0, %arg1, %arg2, %arg0) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  llvm.return
}

// llvm.intr.vp.reduce.smin
llvm.func @example(%arg0: i32, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi1>) {
  %0 = "llvm.intr.vp.reduce.smin"(%arg0, %arg1, %arg2, %arg0) : (i32, vector<[4]xi32>, vector<[4]xi1>, i32) -> f32
  llvm.return
}

// llvm.intr.vp.reduce.umax
llvm.func @example(%arg0: i32, %arg1: vector<8xi64>, %arg2: vector<8xi1>) {
  %0 = "llvm.intr.vp.reduce.umax"(%arg0, %arg1, %arg2, %arg0) : (i32, vector<8xi64>, vector<8xi1>, i32) -> i32
  llvm.return
}

// llvm.intr.vp.reduce.umin
llvm.func @example(%arg0: i32, %arg1: vector<4xi32>, %arg2: vector<8xi1>) {
  %0 = "llvm.intr.vp.reduce.umin"(%arg0, %arg1, %arg2, %arg0) : (i32, vector<4xi32>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.reduce.xor
llvm.func @example(%arg0: i32, %arg1: vector<4xi32>, %arg2: vector<8xi1>) {
  %0 = "llvm.intr.vp.reduce.xor"(%arg0, %arg1, %arg2, %arg0) : (i32, vector<4xi32>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.sdiv
llvm.func @example(%arg0: vector<4xi32>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.sdiv"(%arg0, %arg0, %arg1, %arg2) : (vector<4xi32>, vector<4xi32>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.select
llvm.func @example(%arg0: vector<8xi1>, %arg1: vector<8xf32>, %arg2: vector<4xf32>, %arg3: i32) {
  %0 = "llvm.intr.vp.select"(%arg0, %arg1, %arg2, %arg3) : (vector<8xi1>, vector<8xf32>, vector<4xf32>, i32) -> f32
  llvm.return
}

// llvm.intr.vp.sext
llvm.func @example(%arg0: vector<4xi32>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.sext"(%arg0, %arg1, %arg2) : (vector<4xi32>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.shl
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<[4]xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.shl"(%arg0, %arg0, %arg1, %arg2) : (vector<8xi64>, vector<8xi64>, vector<[4]xi1>, i32) -> vector<4xi8>
  llvm.return
}

// llvm.intr.vp.sitofp
llvm.func @example(%arg0: vector<4xi32>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.sitofp"(%arg0, %arg1, %arg2) : (vector<4xi32>, vector<4xi1>, i32) -> f32
  llvm.return
}

// llvm.intr.vp.smax
llvm.func @example(%arg0: vector<4xi32>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.smax"(%arg0, %arg0, %arg1, %arg2) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.smin
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.smin"(%arg0, %arg0, %arg1, %arg2) : (vector<8xi64>, vector<8xi64>, vector<4xi1>, i32) -> f32
  llvm.return
}

// llvm.intr.vp.srem
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.srem"(%arg0, %arg0, %arg1, %arg2) : (vector<8xi64>, vector<8xi64>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.store
llvm.func @example(%arg0: vector<4xi32>, %arg1: !llvm.ptr, %arg2: vector<8xi1>, %arg3: i32) {
  "llvm.intr.vp.store"(%arg0, %arg1, %arg2, %arg3) : (vector<4xi32>, !llvm.ptr, vector<8xi1>, i32) -> ()
  llvm.return
}

// llvm.intr.vp.sub
llvm.func @example(%arg0: vector<4xi32>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.sub"(%arg0, %arg0, %arg1, %arg2) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> f32
  llvm.return
}

// llvm.intr.vp.trunc
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.trunc"(%arg0, %arg1, %arg2) : (vector<8xi64>, vector<8xi1>, i32) -> i64
  llvm.return
}

// llvm.intr.vp.udiv
llvm.func @example(%arg0: vector<4xi32>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.udiv"(%arg0, %arg0, %arg1, %arg2) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.uitofp
llvm.func @example(%arg0: vector<4xi32>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.uitofp"(%arg0, %arg1, %arg2) : (vector<4xi32>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.umax
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.umax"(%arg0, %arg0, %arg1, %arg2) : (vector<8xi64>, vector<8xi64>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.umin
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.umin"(%arg0, %arg0, %arg1, %arg2) : (vector<8xi64>, vector<8xi64>, vector<8xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.urem
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.urem"(%arg0, %arg0, %arg1, %arg2) : (vector<8xi64>, vector<8xi64>, vector<8xi1>, i32) -> vector<4xf32>
  llvm.return
}

// llvm.intr.vp.xor
llvm.func @example(%arg0: vector<4xi32>, %arg1: vector<4xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.xor"(%arg0, %arg0, %arg1, %arg2) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i1
  llvm.return
}

// llvm.intr.vp.zext
llvm.func @example(%arg0: vector<8xi64>, %arg1: vector<8xi1>, %arg2: i32) {
  %0 = "llvm.intr.vp.zext"(%arg0, %arg1, %arg2) : (vector<8xi64>, vector<8xi1>, i32) -> f32
  llvm.return
}

// llvm.intr.vscale
llvm.func @example() {
  %0 = "llvm.intr.vscale"() : () -> i1
  llvm.return
}

// llvm.inttoptr
llvm.func @example(%arg0: i32) {
  %0 = llvm.inttoptr %arg0 : i32 to !llvm.ptr
  llvm.return
}

// llvm.invoke
llvm.func @catches(%arg0: !llvm.ptr) -> i32 attributes {personality = @__gxx_personality_v0} {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.invoke %arg0(%0) to ^bb1 unwind ^bb2 : !llvm.ptr, (!llvm.ptr) -> i32
^bb1:  // pred: ^bb0
  llvm.return %1 : i32
^bb2:  // pred: ^bb0
  %2 = llvm.landingpad cleanup (catch %0 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %2 : !llvm.struct<(ptr, i32)>
}

// llvm.landingpad
llvm.func @catches(%arg0: !llvm.ptr) -> i32 attributes {personality = @__gxx_personality_v0} {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.invoke %arg0(%0) to ^bb1 unwind ^bb2 : !llvm.ptr, (!llvm.ptr) -> i32
^bb1:  // pred: ^bb0
  llvm.return %1 : i32
^bb2:  // pred: ^bb0
  %2 = llvm.landingpad cleanup (catch %0 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %2 : !llvm.struct<(ptr, i32)>
}

// llvm.linker_options
llvm.linker_options ["/DEFAULTLIB:", "libcmt"]

// llvm.load
llvm.func @example(%arg0: !llvm.ptr) {
  %0 = llvm.load %arg0 : !llvm.ptr -> i8
  llvm.return
}

// llvm.lshr
llvm.func @example(%arg0: i32, %arg1: i32) {
  %0 = llvm.lshr %arg0, %arg1 : i32
  llvm.return
}

// llvm.mlir.addressof
llvm.mlir.global external @no_constant() {addr_space = 0 : i32} : i64 {
  %0 = llvm.mlir.addressof @no_constant : !llvm.ptr
  %1 = llvm.ptrtoint %0 : !llvm.ptr to i64
  %2 = llvm.sdiv %1, %1 : i64
  llvm.return %2 : i64
}

// llvm.mlir.alias
llvm.mlir.alias external @other : i32 {
  %0 = ub.poison : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// llvm.mlir.constant
llvm.func @example() {
  %0 = llvm.mlir.constant(true) : i1
  llvm.return
}

// llvm.mlir.global
llvm.mlir.global external @plain() {addr_space = 0 : i32} : i32

// llvm.mlir.global_ctors
llvm.func @start() {
  llvm.return
}
llvm.mlir.global_ctors ctors = [@start], priorities = [0 : i32], data = [#llvm.zero]

// llvm.mlir.global_dtors
llvm.func @start() {
  llvm.return
}
llvm.mlir.global_dtors dtors = [@start], priorities = [7 : i32], data = [@plain]

// llvm.mlir.ifunc
llvm.mlir.ifunc external @choice : !llvm.func<void ()>, !llvm.ptr @resolve {dso_local}
llvm.func @resolve() -> !llvm.ptr {
  %0 = ub.poison : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// llvm.mlir.none
llvm.func @example() {
  %0 = llvm.mlir.none : !llvm.token
  llvm.return
}

// llvm.mlir.poison
llvm.func @example() {
  %0 = llvm.mlir.poison : i32
  llvm.return
}

// llvm.mlir.undef
llvm.func @example() {
  %0 = llvm.mlir.undef : i32
  llvm.return
}

// llvm.mlir.zero
llvm.func @example() {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return
}

// llvm.module_flags
llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<max, "PIC Level", 2 : i32>]

// llvm.mul
llvm.func @example(%arg0: i64, %arg1: i64) {
  %0 = llvm.mul %arg0, %arg1 : i64
  llvm.return
}

// llvm.or
llvm.func @example(%arg0: i32, %arg1: i32) {
  %0 = llvm.or disjoint %arg0, %arg1 : i32
  llvm.return
}

// llvm.ptrtoint
llvm.func @example(%arg0: !llvm.ptr) {
  %0 = llvm.ptrtoint %arg0 : !llvm.ptr to i64
  llvm.return
}

// llvm.resume
llvm.func @catches(%arg0: !llvm.ptr) -> i32 attributes {personality = @__gxx_personality_v0} {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.invoke %arg0(%0) to ^bb1 unwind ^bb2 : !llvm.ptr, (!llvm.ptr) -> i32
^bb1:  // pred: ^bb0
  llvm.return %1 : i32
^bb2:  // pred: ^bb0
  %2 = llvm.landingpad cleanup (catch %0 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %2 : !llvm.struct<(ptr, i32)>
}

// llvm.return
llvm.func internal @after(%arg0: i64, %arg1: i64) -> i64 {
  llvm.return %arg1 : i64
}

// llvm.sdiv
llvm.func @example(%arg0: i64) {
  %0 = llvm.sdiv %arg0, %arg0 : i64
  llvm.return
}

// llvm.select
llvm.func @example(%arg0: i1, %arg1: f32) {
  %0 = llvm.select %arg0, %arg1, %arg1 : i1, f32
  llvm.return
}

// llvm.sext
llvm.func @example(%arg0: i32) {
  %0 = llvm.sext %arg0 : i32 to i64
  llvm.return
}

// llvm.shl
llvm.func @example(%arg0: i32, %arg1: i32) {
  %0 = llvm.shl %arg0, %arg1 : i32
  llvm.return
}

// llvm.shufflevector
llvm.func @example(%arg0: vector<1xf32>) {
  %0 = llvm.shufflevector %arg0, %arg0 [0] : vector<1xf32> 
  llvm.return
}

// llvm.sitofp
llvm.func @example(%arg0: i32) {
  %0 = llvm.sitofp %arg0 : i32 to f32
  llvm.return
}

// llvm.srem
llvm.func @example(%arg0: vector<4xi64>) {
  %0 = llvm.srem %arg0, %arg0 : vector<4xi64>
  llvm.return
}

// llvm.store
llvm.func @example(%arg0: i8, %arg1: !llvm.ptr) {
  llvm.store %arg0, %arg1 : i8, !llvm.ptr
  llvm.return
}

// llvm.sub
llvm.func @example(%arg0: i64, %arg1: i64) {
  %0 = llvm.sub %arg0, %arg1 : i64
  llvm.return
}

// llvm.switch
llvm.func @branches(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  llvm.switch %arg2 : i32, ^bb1 [
    1: ^bb1,
    2: ^bb2(%arg1 : i32),
    3: ^bb2(%arg2 : i32)
  ]
^bb1:  // 2 preds: ^bb0, ^bb0
  llvm.return %arg1 : i32
^bb2(%0: i32):  // 2 preds: ^bb0, ^bb0
  llvm.return %0 : i32
}

// llvm.trunc
llvm.func @example(%arg0: i8) {
  %0 = llvm.trunc %arg0 : i8 to i1
  llvm.return
}

// llvm.udiv
llvm.func @example(%arg0: i32, %arg1: i32) {
  %0 = llvm.udiv %arg0, %arg1 : i32
  llvm.return
}

// llvm.uitofp
llvm.func @example(%arg0: i32) {
  %0 = llvm.uitofp nneg %arg0 : i32 to f64
  llvm.return
}

// llvm.unreachable
llvm.func @ends() attributes {sym_visibility = "private"} {
  llvm.unreachable
}

// llvm.urem
llvm.func @example(%arg0: i32, %arg1: i32) {
  %0 = llvm.urem %arg0, %arg1 : i32
  llvm.return
}

// llvm.va_arg
llvm.func @example(%arg0: !llvm.ptr) {
  %0 = llvm.va_arg %arg0 : (!llvm.ptr) -> i32
  llvm.return
}

// llvm.xor
llvm.func @example(%arg0: i32, %arg1: i32) {
  %0 = llvm.xor %arg0, %arg1 : i32
  llvm.return
}

// llvm.zext
llvm.func @example(%arg0: i32) {
  %0 = llvm.zext %arg0 : i32 to i64
  llvm.return
}

// math.absf
func.func @example(%arg0: f32) {
  %0 = math.absf %arg0 : f32
  return
}

// math.absi
func.func @example(%arg0: i32) {
  %0 = math.absi %arg0 : i32
  return
}

// math.acos
func.func @example(%arg0: vector<4x[2]xf64>) {
  %0 = math.acos %arg0 : vector<4x[2]xf64>
  return
}

// math.acosh
func.func @example(%arg0: f64) {
  %0 = math.acosh %arg0 : f64
  return
}

// math.asin
func.func @example(%arg0: f32) {
  %0 = math.asin %arg0 fastmath<fast> : f32
  return
}

// math.asinh
func.func @example(%arg0: vector<4x[2]xf64>) {
  %0 = math.asinh %arg0 fastmath<fast> : vector<4x[2]xf64>
  return
}

// math.atan
func.func @example(%arg0: tensor<*xbf16>) {
  %0 = math.atan %arg0 fastmath<fast> : tensor<*xbf16>
  return
}

// math.atan2
func.func @example(%arg0: f64) {
  %0 = math.atan2 %arg0, %arg0 fastmath<fast> : f64
  return
}

// math.atanh
func.func @example(%arg0: f32) {
  %0 = math.atanh %arg0 {a} : f32
  return
}

// math.cbrt
func.func @example(%arg0: vector<4x[2]xf64>) {
  %0 = math.cbrt %arg0 {a} : vector<4x[2]xf64>
  return
}

// math.ceil
func.func @example(%arg0: f32) {
  %0 = math.ceil %arg0 : f32
  return
}

// math.clampf
func.func @example(%arg0: f32) {
  %0 = math.clampf %arg0 to [%arg0, %arg0] fastmath<ninf> {a} : f32
  return
}

// math.copysign
func.func @example(%arg0: f32, %arg1: f32) {
  %0 = math.copysign %arg0, %arg1 : f32
  return
}

// math.cos
func.func @example(%arg0: f32) {
  %0 = math.cos %arg0 : f32
  return
}

// math.cosh
func.func @example(%arg0: vector<4x[2]xf64>) {
  %0 = math.cosh %arg0 : vector<4x[2]xf64>
  return
}

// math.ctlz
func.func @example(%arg0: i8) {
  %0 = math.ctlz %arg0 : i8
  return
}

// math.ctpop
func.func @example(%arg0: i32) {
  %0 = math.ctpop %arg0 : i32
  return
}

// math.cttz
func.func @example(%arg0: vector<3xi7>) {
  %0 = math.cttz %arg0 {a} : vector<3xi7>
  return
}

// math.erf
func.func @example(%arg0: f32) {
  %0 = math.erf %arg0 : f32
  return
}

// math.erfc
func.func @example(%arg0: f32) {
  %0 = math.erfc %arg0 : f32
  return
}

// math.exp
func.func @example(%arg0: f32) {
  %0 = math.exp %arg0 : f32
  return
}

// math.exp2
func.func @example(%arg0: tensor<*xbf16>) {
  %0 = math.exp2 %arg0 fastmath<fast> : tensor<*xbf16>
  return
}

// math.expm1
func.func @example(%arg0: f32) {
  %0 = math.expm1 %arg0 : f32
  return
}

// math.floor
func.func @example(%arg0: f32) {
  %0 = math.floor %arg0 : f32
  return
}

// math.fma
func.func @example(%arg0: bf16) {
  %0 = math.fma %arg0, %arg0, %arg0 : bf16
  return
}

// math.fpowi
func.func @example(%arg0: f32, %arg1: i8) {
  %0 = math.fpowi %arg0, %arg1 : f32, i8
  return
}

// math.ipowi
func.func @example(%arg0: i32, %arg1: i32) {
  %0 = math.ipowi %arg0, %arg1 : i32
  return
}

// math.isfinite
func.func @example(%arg0: f32) {
  %0 = math.isfinite %arg0 : f32
  return
}

// math.isinf
func.func @example(%arg0: f32) {
  %0 = math.isinf %arg0 : f32
  return
}

// math.isnan
func.func @example(%arg0: f32) {
  %0 = math.isnan %arg0 : f32
  return
}

// math.isnormal
func.func @example(%arg0: vector<2xf32>) {
  %0 = math.isnormal %arg0 : vector<2xf32>
  return
}

// math.log
func.func @example(%arg0: f32) {
  %0 = math.log %arg0 : f32
  return
}

// math.log10
func.func @example(%arg0: f32) {
  %0 = math.log10 %arg0 : f32
  return
}

// math.log1p
func.func @example(%arg0: f32) {
  %0 = math.log1p %arg0 : f32
  return
}

// math.log2
func.func @example(%arg0: tensor<*xbf16>) {
  %0 = math.log2 %arg0 : tensor<*xbf16>
  return
}

// math.powf
func.func @example(%arg0: f32) {
  %0 = math.powf %arg0, %arg0 : f32
  return
}

// math.round
func.func @example(%arg0: f32) {
  %0 = math.round %arg0 : f32
  return
}

// math.roundeven
func.func @example(%arg0: f64) {
  %0 = math.roundeven %arg0 : f64
  return
}

// math.rsqrt
func.func @example(%arg0: f32) {
  %0 = math.rsqrt %arg0 : f32
  return
}

// math.sin
func.func @example(%arg0: f32) {
  %0 = math.sin %arg0 : f32
  return
}

// math.sincos
func.func @example(%arg0: f32) {
  %sin, %cos = math.sincos %arg0 : f32
  return
}

// math.sinh
func.func @example(%arg0: vector<4xf64>) {
  %0 = math.sinh %arg0 : vector<4xf64>
  return
}

// math.sqrt
func.func @example(%arg0: f32) {
  %0 = math.sqrt %arg0 : f32
  return
}

// math.tan
func.func @example(%arg0: f32) {
  %0 = math.tan %arg0 : f32
  return
}

// math.tanh
func.func @example(%arg0: f32) {
  %0 = math.tanh %arg0 : f32
  return
}

// math.trunc
func.func @example(%arg0: tensor<*xbf16>) {
  %0 = math.trunc %arg0 : tensor<*xbf16>
  return
}

// memref.alloc
func.func @example(%arg0: index) {
  %alloc = memref.alloc(%arg0) : memref<?xi8>
  return
}

// memref.alloca
func.func @example(%arg0: index) {
  %alloca = memref.alloca(%arg0) : memref<?xi8>
  return
}

// memref.alloca_scope
func.func @example() {
  memref.alloca_scope  {
  }
  return
}

// memref.alloca_scope.return
func.func @example(%arg0: index) {
  %0 = memref.alloca_scope  -> (index) {
    memref.alloca_scope.return %arg0 : index
  } {a}
  return
}

// memref.assume_alignment
func.func @example(%arg0: memref<4xf32>) {
  %assume_align = memref.assume_alignment %arg0, 16 : memref<4xf32>
  return
}

// memref.atomic_rmw
func.func @example(%arg0: i32, %arg1: memref<i32>) {
  %0 = memref.atomic_rmw addi %arg0, %arg1[] : (i32, memref<i32>) -> i32
  return
}

// memref.atomic_yield
func.func @example(%arg0: memref<4xf32>, %arg1: index) {
  %0 = memref.generic_atomic_rmw %arg0[%arg1] : memref<4xf32> {
  ^bb0(%arg2: f32):
    memref.atomic_yield %arg2 : f32
  }
  return
}

// memref.cast
func.func @example(%arg0: memref<f32>) {
  %cast = memref.cast %arg0 : memref<f32> to memref<*xf32>
  return
}

// memref.collapse_shape
func.func @example(%arg0: memref<1x1xf32>) {
  %collapse_shape = memref.collapse_shape %arg0 [] : memref<1x1xf32> into memref<f32>
  return
}

// memref.copy
func.func @example(%arg0: memref<2xf32>) {
  memref.copy %arg0, %arg0 : memref<2xf32> to memref<2xf32>
  return
}

// memref.dealloc
func.func @example(%arg0: memref<i32>) {
  memref.dealloc %arg0 : memref<i32>
  return
}

// memref.dim
func.func @example(%arg0: memref<?xf32>, %arg1: index) {
  %dim = memref.dim %arg0, %arg1 : memref<?xf32>
  return
}

// memref.distinct_objects
func.func @example(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
  %0:2 = memref.distinct_objects %arg0, %arg1 : memref<4xf32>, memref<4xf32>
  return
}

// memref.dma_start
func.func @example(%arg0: memref<4xf32>, %arg1: index, %arg2: memref<4xf32>, %arg3: memref<1xi32>) {
  memref.dma_start %arg0[%arg1], %arg2[%arg1], %arg1, %arg3[%arg1] : memref<4xf32>, memref<4xf32>, memref<1xi32>
  return
}

// memref.dma_wait
func.func @example(%arg0: memref<1xi32>, %arg1: index) {
  memref.dma_wait %arg0[%arg1], %arg1 : memref<1xi32>
  return
}

// memref.expand_shape
func.func @example(%arg0: memref<f32>) {
  %expand_shape = memref.expand_shape %arg0 [] output_shape [1] : memref<f32> into memref<1xf32>
  return
}

// memref.extract_aligned_pointer_as_index
func.func @example(%arg0: memref<4xf32>) {
  %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<4xf32> -> index
  return
}

// memref.extract_strided_metadata
func.func @example(%arg0: memref<f32>) {
  %base_buffer, %offset = memref.extract_strided_metadata %arg0 : memref<f32> -> memref<f32>, index
  return
}

// memref.generic_atomic_rmw
func.func @example(%arg0: memref<4xf32>, %arg1: index) {
  %0 = memref.generic_atomic_rmw %arg0[%arg1] : memref<4xf32> {
  ^bb0(%arg2: f32):
    memref.atomic_yield %arg2 : f32
  }
  return
}

// memref.get_global
memref.global @g : memref<i32>
func.func @reads() {
  %0 = memref.get_global @g : memref<i32>
  return
}

// memref.global
memref.global @g : memref<i32>

// memref.load
func.func @example(%arg0: memref<i8>) {
  %0 = memref.load %arg0[] : memref<i8>
  return
}

// memref.memory_space_cast
func.func @example(%arg0: memref<4xf32>) {
  %memspacecast = memref.memory_space_cast %arg0 : memref<4xf32> to memref<4xf32, 1>
  return
}

// memref.prefetch
func.func @example(%arg0: memref<4xf32>, %arg1: index) {
  memref.prefetch %arg0[%arg1], write, locality<3>, data : memref<4xf32>
  return
}

// memref.rank
func.func @example(%arg0: memref<*xf32>) {
  %0 = memref.rank %arg0 : memref<*xf32>
  return
}

// memref.realloc
func.func @example(%arg0: memref<4xf32>) {
  %0 = memref.realloc %arg0 : memref<4xf32> to memref<8xf32>
  return
}

// memref.reinterpret_cast
func.func @example(%arg0: memref<8xi32>) {
  %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [4], strides: [1] : memref<8xi32> to memref<4xi32>
  return
}

// memref.reshape
func.func @example(%arg0: memref<*xf32>, %arg1: memref<?xindex>) {
  %reshape = memref.reshape %arg0(%arg1) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  return
}

// memref.store
func.func @example(%arg0: i8, %arg1: memref<i8>) {
  memref.store %arg0, %arg1[] : memref<i8>
  return
}

// memref.subview
func.func @example(%arg0: memref<8xi32>) {
  %subview = memref.subview %arg0[0] [4] [1] : memref<8xi32> to memref<4xi32>
  return
}

// memref.transpose
func.func @example(%arg0: memref<?x?xf32>) {
  %transpose = memref.transpose %arg0 (d0, d1) -> (d1, d0) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  return
}

// memref.view
func.func @example(%arg0: memref<16xi8>, %arg1: index) {
  %view = memref.view %arg0[%arg1][] : memref<16xi8> to memref<2xi32>
  return
}

// ml_program.func
ml_program.func private @declared(i32 {a.b}) -> (i32 {a.c})

// ml_program.global
ml_program.global private @k(12 : i64) : i64

// ml_program.global_load
ml_program.global private mutable @counter(dense<0> : tensor<i64>) : tensor<i64>
func.func @load_and_store() {
  %counter = ml_program.global_load @counter : tensor<i64>
  return
}

// ml_program.global_load_const
ml_program.global private @g(dense<1> : tensor<2xi64>) : tensor<2xi64>
func.func @constant(%arg0: index) -> i64 {
  %g = ml_program.global_load_const @g : tensor<2xi64>
  %extracted = tensor.extract %g[%arg0] : tensor<2xi64>
  return %extracted : i64
}

// ml_program.global_load_graph
ml_program.global public mutable @variable(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.subgraph @graph(%arg0: tensor<4xi32>) -> (tensor<4xi32>, !ml_program.token) {
  %result, %produceToken = ml_program.global_load_graph @variable ordering(() -> !ml_program.token) : tensor<4xi32>
  ml_program.output %result, %produceToken : tensor<4xi32>, !ml_program.token
}

// ml_program.global_store
ml_program.global private mutable @g(dense<1> : tensor<2xi64>) : tensor<2xi64>
ml_program.global private @k(12 : i64) : i64
func.func @store_then_write(%arg0: tensor<2xi64>, %arg1: i64, %arg2: index) -> tensor<2xi64> {
  ml_program.global_store @g = %arg0 : tensor<2xi64>
  %inserted = tensor.insert %arg1 into %arg0[%arg2] : tensor<2xi64>
  return %inserted : tensor<2xi64>
}
func.func @write_then_store(%arg0: tensor<2xi64>, %arg1: i64, %arg2: index) -> tensor<2xi64> {
  %inserted = tensor.insert %arg1 into %arg0[%arg2] : tensor<2xi64>
  ml_program.global_store @g = %arg0 : tensor<2xi64>
  return %inserted : tensor<2xi64>
}

// ml_program.global_store_graph
ml_program.global public mutable @variable(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.subgraph @graph(%arg0: tensor<4xi32>) -> (tensor<4xi32>, !ml_program.token) {
  %0 = ml_program.global_store_graph @variable = %1 ordering(%2, %3 -> !ml_program.token) : tensor<4xi32>
  %1 = ub.poison : tensor<4xi32>
  %2 = ub.poison : !ml_program.token
  %3 = ub.poison : !ml_program.token
  ml_program.output %1, %0 : tensor<4xi32>, !ml_program.token
}

// ml_program.output
ml_program.subgraph @graph(%arg0: tensor<4xi32>) -> (tensor<4xi32>, !ml_program.token) {
  %0 = ub.poison : tensor<4xi32>
  %1 = ub.poison : !ml_program.token
  ml_program.output %0, %1 : tensor<4xi32>, !ml_program.token
}

// ml_program.return
ml_program.func @f(%arg0: tensor<4xf32>, %arg1: index, %arg2: f32) -> (f32, tensor<4xf32>) {
  %inserted = tensor.insert %arg2 into %arg0[%arg1] : tensor<4xf32>
  %extracted = tensor.extract %arg0[%arg1] : tensor<4xf32>
  ml_program.return %extracted, %inserted : f32, tensor<4xf32>
}

// ml_program.subgraph
ml_program.subgraph private @declared_graph(i32)

// ml_program.token
func.func @example() {
  %0 = ml_program.token
  return
}

// pdl.apply_native_constraint
pdl.pattern : benefit(1) {
  %0 = type
  %1 = operation "a.b" 
  apply_native_constraint "c"(%0, %1 : !pdl.type, !pdl.operation)
  rewrite %1 with "r"
}

// pdl.apply_native_rewrite
pdl.pattern @k : benefit(0) {
  %0 = type
  %1 = operation "a.w"  -> (%0, %0 : !pdl.type, !pdl.type)
  rewrite %1 {
    %2 = operation "a.v"  -> (%0, %0 : !pdl.type, !pdl.type)
    %3 = attribute = "s"
    %4 = apply_native_rewrite "n"(%3, %2 : !pdl.attribute, !pdl.operation) : !pdl.value
  }
}

// pdl.attribute
func.func @example(%arg0: !pdl.type) {
  %0 = pdl.attribute : %arg0
  return
}

// pdl.erase
pdl.pattern @pattern : benefit(1) {
  %0 = operation "test.x" 
  rewrite %0 {
    erase %0
  }
}

// pdl.operand
pdl.pattern @a : benefit(2) {
  %0 = type : i32
  %1 = operand : %0
  %2 = operation "a.x"(%1 : !pdl.value)  -> (%0 : !pdl.type)
  %3 = result 0 of %2
  %4 = operation "a.y"(%3, %3 : !pdl.value, !pdl.value) 
  rewrite %4 {
    erase %4
  }
}

// pdl.operands
pdl.pattern @range : benefit(1) {
  %0 = operands
  %1 = types
  %2 = operation "test.many"(%0 : !pdl.range<value>)  -> (%1 : !pdl.range<type>)
  rewrite %2 {
    %3 = operation "test.more"(%0, %0 : !pdl.range<value>, !pdl.range<value>)  -> (%1 : !pdl.range<type>)
    replace %2 with %3
  }
}

// pdl.operation
func.func @example(%arg0: !pdl.type) {
  %0 = pdl.operation  -> (%arg0 : !pdl.type)
  return
}

// pdl.pattern
pdl.pattern @pattern : benefit(1) {
  %0 = operation "test.x" 
  rewrite %0 {
    erase %0
  }
}

// pdl.range
pdl.pattern @f : benefit(1) {
  %0 = types : [i32, i64]
  %1 = operands : %0
  %2 = operand
  %3 = operation "a.x"(%2, %1, %2 : !pdl.value, !pdl.range<value>, !pdl.value)  -> (%0 : !pdl.range<type>)
  rewrite %3 {
    %4 = operation "a.n"(%1 : !pdl.range<value>)  -> (%0 : !pdl.range<type>)
    %5 = results 0 of %4  -> !pdl.range<value>
    %6 = range %2, %5 : !pdl.value, !pdl.range<value> 
    replace %3 with(%6 : !pdl.range<value>)
  }
}

// pdl.replace
pdl.pattern : benefit(1) {
  %0 = operand
  %1 = type
  %2 = operation "test.x"(%0 : !pdl.value)  -> (%1 : !pdl.type)
  rewrite %2 {
    replace %2 with(%0 : !pdl.value)
  }
}

// pdl.result
func.func @example(%arg0: !pdl.operation) {
  %0 = pdl.result 0 of %arg0
  return
}

// pdl.results
func.func @example(%arg0: !pdl.operation) {
  %0 = pdl.results of %arg0 
  return
}

// pdl.rewrite
pdl.pattern @pattern : benefit(1) {
  %0 = operation "test.x" 
  rewrite %0 {
    erase %0
  }
}

// pdl.type
func.func @example() {
  %0 = pdl.type
  return
}

// pdl.types
func.func @example() {
  %0 = pdl.types
  return
}

// pdl_interp.apply_constraint
pdl_interp.func @matcher(%arg0: !pdl.operation) {
  pdl_interp.apply_constraint "missing"(%arg0 : !pdl.operation) -> ^bb1, ^bb1
^bb1:  // 2 preds: ^bb0, ^bb0
  pdl_interp.finalize
}

// pdl_interp.apply_rewrite
func.func @example() {
  pdl_interp.apply_rewrite "x"
  return
}

// pdl_interp.are_equal
pdl_interp.func @f(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>, %arg4: !pdl.value) {
  pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) -> ^bb1, ^bb1
^bb1:  // 11 preds: ^bb0, ^bb0, ^bb1, ^bb2, ^bb3, ^bb4, ^bb5, ^bb6, ^bb7, ^bb8, ^bb9
  %0 = pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) : !pdl.value {isNegated = true} -> ^bb2, ^bb1
^bb2:  // pred: ^bb1
  pdl_interp.are_equal %arg4, %arg4 : !pdl.value -> ^bb3, ^bb1
^bb3:  // pred: ^bb2
  pdl_interp.check_attribute %arg2 is 10 : i64 -> ^bb4, ^bb1
^bb4:  // pred: ^bb3
  pdl_interp.check_operand_count of %arg0 is at_least 2 -> ^bb5, ^bb1
^bb5:  // pred: ^bb4
  pdl_interp.check_result_count of %arg0 is 2 -> ^bb6, ^bb1
^bb6:  // pred: ^bb5
  pdl_interp.check_operation_name of %arg0 is "arith.x" -> ^bb7, ^bb1
^bb7:  // pred: ^bb6
  pdl_interp.check_type %arg1 is i32 -> ^bb8, ^bb1
^bb8:  // pred: ^bb7
  pdl_interp.check_types %arg3 are [i32, i32] -> ^bb9, ^bb1
^bb9:  // pred: ^bb8
  pdl_interp.is_not_null %arg3 : !pdl.range<type> -> ^bb10, ^bb1
^bb10:  // pred: ^bb9
  pdl_interp.record_match @a::@b(%arg0, %arg2 : !pdl.operation, !pdl.attribute) : benefit(2), generatedOps(["a.b", "c.d"]), loc([%arg0]), root("x.y") -> ^bb11
^bb11:  // pred: ^bb10
  pdl_interp.record_match @a : benefit(2), loc([%arg0, %arg0]) -> ^bb12
^bb12:  // pred: ^bb11
  pdl_interp.finalize
}

// pdl_interp.branch
pdl_interp.func @matcher(%arg0: !pdl.operation) {
  pdl_interp.branch ^bb1
^bb1:  // 2 preds: ^bb0, ^bb1
  pdl_interp.check_operand_count of %arg0 is 0 -> ^bb1, ^bb2
^bb2:  // pred: ^bb1
  pdl_interp.finalize
}

// pdl_interp.check_attribute
pdl_interp.func @f(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>, %arg4: !pdl.value) {
  pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) -> ^bb1, ^bb1
^bb1:  // 11 preds: ^bb0, ^bb0, ^bb1, ^bb2, ^bb3, ^bb4, ^bb5, ^bb6, ^bb7, ^bb8, ^bb9
  %0 = pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) : !pdl.value {isNegated = true} -> ^bb2, ^bb1
^bb2:  // pred: ^bb1
  pdl_interp.are_equal %arg4, %arg4 : !pdl.value -> ^bb3, ^bb1
^bb3:  // pred: ^bb2
  pdl_interp.check_attribute %arg2 is 10 : i64 -> ^bb4, ^bb1
^bb4:  // pred: ^bb3
  pdl_interp.check_operand_count of %arg0 is at_least 2 -> ^bb5, ^bb1
^bb5:  // pred: ^bb4
  pdl_interp.check_result_count of %arg0 is 2 -> ^bb6, ^bb1
^bb6:  // pred: ^bb5
  pdl_interp.check_operation_name of %arg0 is "arith.x" -> ^bb7, ^bb1
^bb7:  // pred: ^bb6
  pdl_interp.check_type %arg1 is i32 -> ^bb8, ^bb1
^bb8:  // pred: ^bb7
  pdl_interp.check_types %arg3 are [i32, i32] -> ^bb9, ^bb1
^bb9:  // pred: ^bb8
  pdl_interp.is_not_null %arg3 : !pdl.range<type> -> ^bb10, ^bb1
^bb10:  // pred: ^bb9
  pdl_interp.record_match @a::@b(%arg0, %arg2 : !pdl.operation, !pdl.attribute) : benefit(2), generatedOps(["a.b", "c.d"]), loc([%arg0]), root("x.y") -> ^bb11
^bb11:  // pred: ^bb10
  pdl_interp.record_match @a : benefit(2), loc([%arg0, %arg0]) -> ^bb12
^bb12:  // pred: ^bb11
  pdl_interp.finalize
}

// pdl_interp.check_operand_count
pdl_interp.func @matcher(%arg0: !pdl.operation) {
  pdl_interp.branch ^bb1
^bb1:  // 2 preds: ^bb0, ^bb1
  pdl_interp.check_operand_count of %arg0 is 0 -> ^bb1, ^bb2
^bb2:  // pred: ^bb1
  pdl_interp.finalize
}

// pdl_interp.check_operation_name
pdl_interp.func @f(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>, %arg4: !pdl.value) {
  pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) -> ^bb1, ^bb1
^bb1:  // 11 preds: ^bb0, ^bb0, ^bb1, ^bb2, ^bb3, ^bb4, ^bb5, ^bb6, ^bb7, ^bb8, ^bb9
  %0 = pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) : !pdl.value {isNegated = true} -> ^bb2, ^bb1
^bb2:  // pred: ^bb1
  pdl_interp.are_equal %arg4, %arg4 : !pdl.value -> ^bb3, ^bb1
^bb3:  // pred: ^bb2
  pdl_interp.check_attribute %arg2 is 10 : i64 -> ^bb4, ^bb1
^bb4:  // pred: ^bb3
  pdl_interp.check_operand_count of %arg0 is at_least 2 -> ^bb5, ^bb1
^bb5:  // pred: ^bb4
  pdl_interp.check_result_count of %arg0 is 2 -> ^bb6, ^bb1
^bb6:  // pred: ^bb5
  pdl_interp.check_operation_name of %arg0 is "arith.x" -> ^bb7, ^bb1
^bb7:  // pred: ^bb6
  pdl_interp.check_type %arg1 is i32 -> ^bb8, ^bb1
^bb8:  // pred: ^bb7
  pdl_interp.check_types %arg3 are [i32, i32] -> ^bb9, ^bb1
^bb9:  // pred: ^bb8
  pdl_interp.is_not_null %arg3 : !pdl.range<type> -> ^bb10, ^bb1
^bb10:  // pred: ^bb9
  pdl_interp.record_match @a::@b(%arg0, %arg2 : !pdl.operation, !pdl.attribute) : benefit(2), generatedOps(["a.b", "c.d"]), loc([%arg0]), root("x.y") -> ^bb11
^bb11:  // pred: ^bb10
  pdl_interp.record_match @a : benefit(2), loc([%arg0, %arg0]) -> ^bb12
^bb12:  // pred: ^bb11
  pdl_interp.finalize
}

// pdl_interp.check_result_count
pdl_interp.func @f(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>, %arg4: !pdl.value) {
  pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) -> ^bb1, ^bb1
^bb1:  // 11 preds: ^bb0, ^bb0, ^bb1, ^bb2, ^bb3, ^bb4, ^bb5, ^bb6, ^bb7, ^bb8, ^bb9
  %0 = pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) : !pdl.value {isNegated = true} -> ^bb2, ^bb1
^bb2:  // pred: ^bb1
  pdl_interp.are_equal %arg4, %arg4 : !pdl.value -> ^bb3, ^bb1
^bb3:  // pred: ^bb2
  pdl_interp.check_attribute %arg2 is 10 : i64 -> ^bb4, ^bb1
^bb4:  // pred: ^bb3
  pdl_interp.check_operand_count of %arg0 is at_least 2 -> ^bb5, ^bb1
^bb5:  // pred: ^bb4
  pdl_interp.check_result_count of %arg0 is 2 -> ^bb6, ^bb1
^bb6:  // pred: ^bb5
  pdl_interp.check_operation_name of %arg0 is "arith.x" -> ^bb7, ^bb1
^bb7:  // pred: ^bb6
  pdl_interp.check_type %arg1 is i32 -> ^bb8, ^bb1
^bb8:  // pred: ^bb7
  pdl_interp.check_types %arg3 are [i32, i32] -> ^bb9, ^bb1
^bb9:  // pred: ^bb8
  pdl_interp.is_not_null %arg3 : !pdl.range<type> -> ^bb10, ^bb1
^bb10:  // pred: ^bb9
  pdl_interp.record_match @a::@b(%arg0, %arg2 : !pdl.operation, !pdl.attribute) : benefit(2), generatedOps(["a.b", "c.d"]), loc([%arg0]), root("x.y") -> ^bb11
^bb11:  // pred: ^bb10
  pdl_interp.record_match @a : benefit(2), loc([%arg0, %arg0]) -> ^bb12
^bb12:  // pred: ^bb11
  pdl_interp.finalize
}

// pdl_interp.check_type
pdl_interp.func @f(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>, %arg4: !pdl.value) {
  pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) -> ^bb1, ^bb1
^bb1:  // 11 preds: ^bb0, ^bb0, ^bb1, ^bb2, ^bb3, ^bb4, ^bb5, ^bb6, ^bb7, ^bb8, ^bb9
  %0 = pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) : !pdl.value {isNegated = true} -> ^bb2, ^bb1
^bb2:  // pred: ^bb1
  pdl_interp.are_equal %arg4, %arg4 : !pdl.value -> ^bb3, ^bb1
^bb3:  // pred: ^bb2
  pdl_interp.check_attribute %arg2 is 10 : i64 -> ^bb4, ^bb1
^bb4:  // pred: ^bb3
  pdl_interp.check_operand_count of %arg0 is at_least 2 -> ^bb5, ^bb1
^bb5:  // pred: ^bb4
  pdl_interp.check_result_count of %arg0 is 2 -> ^bb6, ^bb1
^bb6:  // pred: ^bb5
  pdl_interp.check_operation_name of %arg0 is "arith.x" -> ^bb7, ^bb1
^bb7:  // pred: ^bb6
  pdl_interp.check_type %arg1 is i32 -> ^bb8, ^bb1
^bb8:  // pred: ^bb7
  pdl_interp.check_types %arg3 are [i32, i32] -> ^bb9, ^bb1
^bb9:  // pred: ^bb8
  pdl_interp.is_not_null %arg3 : !pdl.range<type> -> ^bb10, ^bb1
^bb10:  // pred: ^bb9
  pdl_interp.record_match @a::@b(%arg0, %arg2 : !pdl.operation, !pdl.attribute) : benefit(2), generatedOps(["a.b", "c.d"]), loc([%arg0]), root("x.y") -> ^bb11
^bb11:  // pred: ^bb10
  pdl_interp.record_match @a : benefit(2), loc([%arg0, %arg0]) -> ^bb12
^bb12:  // pred: ^bb11
  pdl_interp.finalize
}

// pdl_interp.check_types
pdl_interp.func @f(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>, %arg4: !pdl.value) {
  pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) -> ^bb1, ^bb1
^bb1:  // 11 preds: ^bb0, ^bb0, ^bb1, ^bb2, ^bb3, ^bb4, ^bb5, ^bb6, ^bb7, ^bb8, ^bb9
  %0 = pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) : !pdl.value {isNegated = true} -> ^bb2, ^bb1
^bb2:  // pred: ^bb1
  pdl_interp.are_equal %arg4, %arg4 : !pdl.value -> ^bb3, ^bb1
^bb3:  // pred: ^bb2
  pdl_interp.check_attribute %arg2 is 10 : i64 -> ^bb4, ^bb1
^bb4:  // pred: ^bb3
  pdl_interp.check_operand_count of %arg0 is at_least 2 -> ^bb5, ^bb1
^bb5:  // pred: ^bb4
  pdl_interp.check_result_count of %arg0 is 2 -> ^bb6, ^bb1
^bb6:  // pred: ^bb5
  pdl_interp.check_operation_name of %arg0 is "arith.x" -> ^bb7, ^bb1
^bb7:  // pred: ^bb6
  pdl_interp.check_type %arg1 is i32 -> ^bb8, ^bb1
^bb8:  // pred: ^bb7
  pdl_interp.check_types %arg3 are [i32, i32] -> ^bb9, ^bb1
^bb9:  // pred: ^bb8
  pdl_interp.is_not_null %arg3 : !pdl.range<type> -> ^bb10, ^bb1
^bb10:  // pred: ^bb9
  pdl_interp.record_match @a::@b(%arg0, %arg2 : !pdl.operation, !pdl.attribute) : benefit(2), generatedOps(["a.b", "c.d"]), loc([%arg0]), root("x.y") -> ^bb11
^bb11:  // pred: ^bb10
  pdl_interp.record_match @a : benefit(2), loc([%arg0, %arg0]) -> ^bb12
^bb12:  // pred: ^bb11
  pdl_interp.finalize
}

// pdl_interp.continue
pdl_interp.func @loop(%arg0: !pdl.operation) {
  %0 = pdl_interp.get_operand 0 of %arg0
  %1 = pdl_interp.get_users of %0 : !pdl.value
  pdl_interp.foreach %arg1 : !pdl.operation in %1 {
    pdl_interp.branch ^bb1
  ^bb1:  // pred: ^bb0
    pdl_interp.continue
  } {attr} -> ^bb1
^bb1:  // pred: ^bb0
  pdl_interp.finalize
}

// pdl_interp.create_attribute
func.func @example() {
  %0 = pdl_interp.create_attribute 10 : i32
  return
}

// pdl_interp.create_operation
func.func @example() {
  %0 = pdl_interp.create_operation "a.b" 
  return
}

// pdl_interp.create_range
func.func @example(%arg0: !pdl.type, %arg1: !pdl.range<type>) {
  %0 = pdl_interp.create_range %arg0, %arg1 : !pdl.type, !pdl.range<type> 
  return
}

// pdl_interp.create_type
func.func @example() {
  %0 = pdl_interp.create_type i32
  return
}

// pdl_interp.create_types
func.func @example() {
  %0 = pdl_interp.create_types [i32, i64]
  return
}

// pdl_interp.erase
func.func @example(%arg0: !pdl.operation) {
  pdl_interp.erase %arg0
  return
}

// pdl_interp.extract
func.func @example(%arg0: !pdl.range<type>) {
  %0 = pdl_interp.extract 2 of %arg0 : !pdl.type
  return
}

// pdl_interp.finalize
pdl_interp.func @erase(%arg0: !pdl.operation) {
  pdl_interp.erase %arg0
  pdl_interp.finalize
}

// pdl_interp.foreach
pdl_interp.func @loop(%arg0: !pdl.operation) {
  %0 = pdl_interp.get_operand 0 of %arg0
  %1 = pdl_interp.get_users of %0 : !pdl.value
  pdl_interp.foreach %arg1 : !pdl.operation in %1 {
    pdl_interp.branch ^bb1
  ^bb1:  // pred: ^bb0
    pdl_interp.continue
  } {attr} -> ^bb1
^bb1:  // pred: ^bb0
  pdl_interp.finalize
}

// pdl_interp.func
pdl_interp.func @erase(%arg0: !pdl.operation) {
  pdl_interp.erase %arg0
  pdl_interp.finalize
}

// pdl_interp.get_attribute
func.func @example(%arg0: !pdl.operation) {
  %0 = pdl_interp.get_attribute "a" of %arg0
  return
}

// pdl_interp.get_attribute_type
func.func @example(%arg0: !pdl.attribute) {
  %0 = pdl_interp.get_attribute_type of %arg0
  return
}

// pdl_interp.get_defining_op
func.func @example(%arg0: !pdl.range<value>) {
  %0 = pdl_interp.get_defining_op of %arg0 : !pdl.range<value>
  return
}

// pdl_interp.get_operand
func.func @example(%arg0: !pdl.operation) {
  %0 = pdl_interp.get_operand 0 of %arg0
  return
}

// pdl_interp.get_operands
func.func @example(%arg0: !pdl.operation) {
  %0 = pdl_interp.get_operands 2 of %arg0 : !pdl.value
  return
}

// pdl_interp.get_result
func.func @example(%arg0: !pdl.operation) {
  %0 = pdl_interp.get_result 0 of %arg0
  return
}

// pdl_interp.get_results
func.func @example(%arg0: !pdl.operation) {
  %0 = pdl_interp.get_results of %arg0 : !pdl.range<value> {a}
  return
}

// pdl_interp.get_users
func.func @example(%arg0: !pdl.value) {
  %0 = pdl_interp.get_users of %arg0 : !pdl.value
  return
}

// pdl_interp.get_value_type
func.func @example(%arg0: !pdl.range<value>) {
  %0 = pdl_interp.get_value_type of %arg0 : !pdl.range<type>
  return
}

// pdl_interp.is_not_null
pdl_interp.func @f(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>, %arg4: !pdl.value) {
  pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) -> ^bb1, ^bb1
^bb1:  // 11 preds: ^bb0, ^bb0, ^bb1, ^bb2, ^bb3, ^bb4, ^bb5, ^bb6, ^bb7, ^bb8, ^bb9
  %0 = pdl_interp.apply_constraint "c"(%arg4 : !pdl.value) : !pdl.value {isNegated = true} -> ^bb2, ^bb1
^bb2:  // pred: ^bb1
  pdl_interp.are_equal %arg4, %arg4 : !pdl.value -> ^bb3, ^bb1
^bb3:  // pred: ^bb2
  pdl_interp.check_attribute %arg2 is 10 : i64 -> ^bb4, ^bb1
^bb4:  // pred: ^bb3
  pdl_interp.check_operand_count of %arg0 is at_least 2 -> ^bb5, ^bb1
^bb5:  // pred: ^bb4
  pdl_interp.check_result_count of %arg0 is 2 -> ^bb6, ^bb1
^bb6:  // pred: ^bb5
  pdl_interp.check_operation_name of %arg0 is "arith.x" -> ^bb7, ^bb1
^bb7:  // pred: ^bb6
  pdl_interp.check_type %arg1 is i32 -> ^bb8, ^bb1
^bb8:  // pred: ^bb7
  pdl_interp.check_types %arg3 are [i32, i32] -> ^bb9, ^bb1
^bb9:  // pred: ^bb8
  pdl_interp.is_not_null %arg3 : !pdl.range<type> -> ^bb10, ^bb1
^bb10:  // pred: ^bb9
  pdl_interp.record_match @a::@b(%arg0, %arg2 : !pdl.operation, !pdl.attribute) : benefit(2), generatedOps(["a.b", "c.d"]), loc([%arg0]), root("x.y") -> ^bb11
^bb11:  // pred: ^bb10
  pdl_interp.record_match @a : benefit(2), loc([%arg0, %arg0]) -> ^bb12
^bb12:  // pred: ^bb11
  pdl_interp.finalize
}

// pdl_interp.record_match
pdl_interp.func @matcher(%arg0: !pdl.operation) {
  pdl_interp.record_match @rewriters::@twice(%arg0 : !pdl.operation) : benefit(1), loc([%arg0]) -> ^bb1
^bb1:  // pred: ^bb0
  pdl_interp.finalize
}

// pdl_interp.replace
func.func @example(%arg0: !pdl.operation) {
  pdl_interp.replace %arg0 with ()
  return
}

// pdl_interp.switch_attribute
pdl_interp.func @g(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>) {
  pdl_interp.switch_attribute %arg2 to [1 : i32](^bb5) -> ^bb1
^bb1:  // pred: ^bb0
  pdl_interp.switch_type %arg1 to [i32](^bb5) -> ^bb2
^bb2:  // pred: ^bb1
  pdl_interp.switch_types %arg3 to [[i32], []](^bb5, ^bb5) -> ^bb3
^bb3:  // pred: ^bb2
  pdl_interp.switch_operation_name of %arg0 to ["a.b", "c.d"](^bb5, ^bb5) -> ^bb4
^bb4:  // pred: ^bb3
  pdl_interp.switch_operand_count of %arg0 to dense<[0, 1]> : vector<2xi32>(^bb5, ^bb5) -> ^bb5
^bb5:  // 9 preds: ^bb0, ^bb1, ^bb2, ^bb2, ^bb3, ^bb3, ^bb4, ^bb4, ^bb4
  pdl_interp.finalize
}

// pdl_interp.switch_operand_count
pdl_interp.func @g(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>) {
  pdl_interp.switch_attribute %arg2 to [1 : i32](^bb5) -> ^bb1
^bb1:  // pred: ^bb0
  pdl_interp.switch_type %arg1 to [i32](^bb5) -> ^bb2
^bb2:  // pred: ^bb1
  pdl_interp.switch_types %arg3 to [[i32], []](^bb5, ^bb5) -> ^bb3
^bb3:  // pred: ^bb2
  pdl_interp.switch_operation_name of %arg0 to ["a.b", "c.d"](^bb5, ^bb5) -> ^bb4
^bb4:  // pred: ^bb3
  pdl_interp.switch_operand_count of %arg0 to dense<[0, 1]> : vector<2xi32>(^bb5, ^bb5) -> ^bb5
^bb5:  // 9 preds: ^bb0, ^bb1, ^bb2, ^bb2, ^bb3, ^bb3, ^bb4, ^bb4, ^bb4
  pdl_interp.finalize
}

// pdl_interp.switch_operation_name
pdl_interp.func @g(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>) {
  pdl_interp.switch_attribute %arg2 to [1 : i32](^bb5) -> ^bb1
^bb1:  // pred: ^bb0
  pdl_interp.switch_type %arg1 to [i32](^bb5) -> ^bb2
^bb2:  // pred: ^bb1
  pdl_interp.switch_types %arg3 to [[i32], []](^bb5, ^bb5) -> ^bb3
^bb3:  // pred: ^bb2
  pdl_interp.switch_operation_name of %arg0 to ["a.b", "c.d"](^bb5, ^bb5) -> ^bb4
^bb4:  // pred: ^bb3
  pdl_interp.switch_operand_count of %arg0 to dense<[0, 1]> : vector<2xi32>(^bb5, ^bb5) -> ^bb5
^bb5:  // 9 preds: ^bb0, ^bb1, ^bb2, ^bb2, ^bb3, ^bb3, ^bb4, ^bb4, ^bb4
  pdl_interp.finalize
}

// pdl_interp.switch_result_count
pdl_interp.func @counts(%arg0: !pdl.operation) {
  pdl_interp.switch_result_count of %arg0 to dense<[0, 1]> : tensor<2xi32>(^bb1, ^bb1) -> ^bb1
^bb1:  // 3 preds: ^bb0, ^bb0, ^bb0
  pdl_interp.finalize
}

// pdl_interp.switch_type
pdl_interp.func @g(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>) {
  pdl_interp.switch_attribute %arg2 to [1 : i32](^bb5) -> ^bb1
^bb1:  // pred: ^bb0
  pdl_interp.switch_type %arg1 to [i32](^bb5) -> ^bb2
^bb2:  // pred: ^bb1
  pdl_interp.switch_types %arg3 to [[i32], []](^bb5, ^bb5) -> ^bb3
^bb3:  // pred: ^bb2
  pdl_interp.switch_operation_name of %arg0 to ["a.b", "c.d"](^bb5, ^bb5) -> ^bb4
^bb4:  // pred: ^bb3
  pdl_interp.switch_operand_count of %arg0 to dense<[0, 1]> : vector<2xi32>(^bb5, ^bb5) -> ^bb5
^bb5:  // 9 preds: ^bb0, ^bb1, ^bb2, ^bb2, ^bb3, ^bb3, ^bb4, ^bb4, ^bb4
  pdl_interp.finalize
}

// pdl_interp.switch_types
pdl_interp.func @g(%arg0: !pdl.operation, %arg1: !pdl.type, %arg2: !pdl.attribute, %arg3: !pdl.range<type>) {
  pdl_interp.switch_attribute %arg2 to [1 : i32](^bb5) -> ^bb1
^bb1:  // pred: ^bb0
  pdl_interp.switch_type %arg1 to [i32](^bb5) -> ^bb2
^bb2:  // pred: ^bb1
  pdl_interp.switch_types %arg3 to [[i32], []](^bb5, ^bb5) -> ^bb3
^bb3:  // pred: ^bb2
  pdl_interp.switch_operation_name of %arg0 to ["a.b", "c.d"](^bb5, ^bb5) -> ^bb4
^bb4:  // pred: ^bb3
  pdl_interp.switch_operand_count of %arg0 to dense<[0, 1]> : vector<2xi32>(^bb5, ^bb5) -> ^bb5
^bb5:  // 9 preds: ^bb0, ^bb1, ^bb2, ^bb2, ^bb3, ^bb3, ^bb4, ^bb4, ^bb4
  pdl_interp.finalize
}

// ptr.constant
func.func @example() {
  %0 = ptr.constant #ptr.null : !ptr.ptr<#ptr.generic_space>
  return
}

// ptr.from_ptr
func.func @example(%arg0: !ptr.ptr<#ptr.generic_space>) {
  %0 = ptr.from_ptr %arg0 : <#ptr.generic_space> -> memref<?xf32, #ptr.generic_space>
  return
}

// ptr.gather
func.func @example(%arg0: vector<4x!ptr.ptr<#ptr.generic_space>>, %arg1: vector<4xi1>, %arg2: vector<4xf32>) {
  %0 = ptr.gather %arg0, %arg1, %arg2 alignment = 8 : vector<4x!ptr.ptr<#ptr.generic_space>> -> vector<4xf32>
  return
}

// ptr.get_metadata
func.func @example(%arg0: memref<?xf32, #ptr.generic_space>) {
  %0 = ptr.get_metadata %arg0 : memref<?xf32, #ptr.generic_space>
  return
}

// ptr.load
func.func @example(%arg0: !ptr.ptr<#ptr.generic_space>) {
  %0 = ptr.load %arg0 : !ptr.ptr<#ptr.generic_space> -> f32
  return
}

// ptr.masked_load
func.func @example(%arg0: !ptr.ptr<#ptr.generic_space>, %arg1: vector<4xi1>, %arg2: vector<4xf32>) {
  %0 = ptr.masked_load %arg0, %arg1, %arg2 : !ptr.ptr<#ptr.generic_space> -> vector<4xf32>
  return
}

// ptr.masked_store
func.func @example(%arg0: vector<4xf32>, %arg1: !ptr.ptr<#ptr.generic_space>, %arg2: vector<4xi1>) {
  ptr.masked_store %arg0, %arg1, %arg2 alignment = 8 : vector<4xf32>, !ptr.ptr<#ptr.generic_space>
  return
}

// ptr.ptr_add
func.func @example(%arg0: !ptr.ptr<#ptr.generic_space>, %arg1: i64) {
  %0 = ptr.ptr_add %arg0, %arg1 : !ptr.ptr<#ptr.generic_space>, i64
  return
}

// ptr.ptr_diff
func.func @example(%arg0: !ptr.ptr<#ptr.generic_space>) {
  %0 = ptr.ptr_diff %arg0, %arg0 : !ptr.ptr<#ptr.generic_space> -> index
  return
}

// ptr.scatter
func.func @example(%arg0: vector<4xf32>, %arg1: vector<4x!ptr.ptr<#ptr.generic_space>>, %arg2: vector<4xi1>) {
  ptr.scatter %arg0, %arg1, %arg2 : vector<4xf32>, vector<4x!ptr.ptr<#ptr.generic_space>>
  return
}

// ptr.store
func.func @example(%arg0: f32, %arg1: !ptr.ptr<#ptr.generic_space>) {
  ptr.store %arg0, %arg1 nontemporal invariant_group : f32, !ptr.ptr<#ptr.generic_space>
  return
}

// ptr.to_ptr
func.func @example(%arg0: memref<?xf32, #ptr.generic_space>) {
  %0 = ptr.to_ptr %arg0 : memref<?xf32, #ptr.generic_space> -> <#ptr.generic_space>
  return
}

// ptr.type_offset
func.func @example() {
  %0 = ptr.type_offset f32 : i64
  return
}

// quant.dcast
func.func @example(%arg0: !quant.uniform<i8:f32, 1.000000e+00>) {
  %0 = quant.dcast %arg0 : !quant.uniform<i8:f32, 1.000000e+00> to f32
  return
}

// quant.qcast
func.func @example(%arg0: f32) {
  %0 = quant.qcast %arg0 : f32 to !quant.uniform<i8:f32, 1.000000e+00>
  return
}

// quant.scast
func.func @example(%arg0: i8) {
  %0 = quant.scast %arg0 : i8 to !quant.uniform<i8:f32, 1.000000e+00>
  return
}

// ripple.assigned
func.func @example(%arg0: i32) {
  %0 = ripple.assigned %arg0 : i32
  return
}

// ripple.broadcast
func.func @example(%arg0: !llvm.ptr, %arg1: i64, %arg2: i8) {
  %0 = ripple.broadcast(%arg0 : !llvm.ptr) [%arg1, %arg2 : i8] -> i8
  return
}

// ripple.broadcast.ptr
func.func @example(%arg0: !llvm.ptr, %arg1: i64, %arg2: !llvm.ptr) {
  %0 = ripple.broadcast.ptr(%arg0 : !llvm.ptr) [%arg1, %arg2 : !llvm.ptr] -> !llvm.ptr
  return
}

// ripple.dot
func.func @example(%arg0: i32, %arg1: i32) {
  %0 = ripple.dot %arg0, %arg1 {second_is_signed}
  return
}

// ripple.expression
func.func @example(%arg0: i32) {
  %0 = ripple.expression %arg0 : i32
  return
}

// ripple.float_cast
func.func @example(%arg0: f32) {
  %0 = ripple.float_cast[%arg0 : f32] -> f16
  return
}

// ripple.getsize
func.func @example(%arg0: !ptr.ptr<#ptr.generic_space>, %arg1: i32) {
  %0 = ripple.getsize(%arg0 : !ptr.ptr<#ptr.generic_space>) [%arg1 : i32] -> i32
  return
}

// ripple.index
func.func @example(%arg0: !llvm.ptr, %arg1: index) {
  %0 = ripple.index(%arg0 : !llvm.ptr) [%arg1 : index] -> index
  return
}

// ripple.ishuffle
func.func @example(%arg0: i32, %arg1: (i32, i32) -> i32) {
  %0 = ripple.ishuffle[%arg0 : i32, %arg1 : (i32, i32) -> i32] -> i32
  return
}

// ripple.loop_mark
func.func @example(%arg0: !llvm.ptr, %arg1: i32) {
  %0 = ripple.loop_mark(%arg0 : !llvm.ptr) [%arg1 : i32] number 7 {no_remainder}
  return
}

// ripple.parallel
func.func @example(%arg0: !llvm.ptr, %arg1: index, %arg2: index, %arg3: index, %arg4: memref<?xindex>) {
  ripple.parallel (%arg0 : !llvm.ptr) [0] %arg5 = %arg1 to %arg2 step %arg3 {
    memref.store %arg5, %arg4[%arg5] : memref<?xindex>
  }
  return
}

// ripple.parallel_idx
func.func @example(%arg0: !llvm.ptr, %arg1: i32) {
  %0 = ripple.parallel_idx(%arg0 : !llvm.ptr) [%arg1 : i32] -> i32
  return
}

// ripple.parallel_mark
func.func @example(%arg0: !llvm.ptr, %arg1: i32) {
  ripple.parallel_mark(%arg0 : !llvm.ptr) [%arg1 : i32]
  return
}

// ripple.reduce.add
func.func @example(%arg0: i64, %arg1: i8) {
  %0 = ripple.reduce.add %arg0[%arg1 : i8] -> i8
  return
}

// ripple.reduce.and
func.func @example(%arg0: i64, %arg1: i8) {
  %0 = ripple.reduce.and %arg0[%arg1 : i8] -> i8
  return
}

// ripple.reduce.max
func.func @example(%arg0: i64, %arg1: i8) {
  %0 = ripple.reduce.max %arg0[%arg1 : i8] -> i8
  return
}

// ripple.reduce.maximum
func.func @example(%arg0: i64, %arg1: f32) {
  %0 = ripple.reduce.maximum %arg0[%arg1 : f32] -> f32
  return
}

// ripple.reduce.min
func.func @example(%arg0: i64, %arg1: i8) {
  %0 = ripple.reduce.min %arg0[%arg1 : i8] -> i8
  return
}

// ripple.reduce.minimum
func.func @example(%arg0: i64, %arg1: f32) {
  %0 = ripple.reduce.minimum %arg0[%arg1 : f32] -> f32
  return
}

// ripple.reduce.mul
func.func @example(%arg0: i64, %arg1: i8) {
  %0 = ripple.reduce.mul %arg0[%arg1 : i8] -> i8
  return
}

// ripple.reduce.or
func.func @example(%arg0: i64, %arg1: i8) {
  %0 = ripple.reduce.or %arg0[%arg1 : i8] -> i8
  return
}

// ripple.reduce.xor
func.func @example(%arg0: i64, %arg1: i8) {
  %0 = ripple.reduce.xor %arg0[%arg1 : i8] -> i8
  return
}

// ripple.reinterp
func.func @example(%arg0: !llvm.ptr, %arg1: f64) {
  %0 = ripple.reinterp(%arg0 : !llvm.ptr) [%arg1 : f64] -> i8
  return
}

// ripple.row
func.func @example(%arg0: f32, %arg1: i64) {
  %0 = ripple.row[%arg0 : f32, %arg1 : i64] -> f32
  return
}

// ripple.scalable
func.func @example(%arg0: i64) {
  %0 = ripple.scalable %arg0 : i64
  return
}

// ripple.setshape
func.func @example(%arg0: i64, %arg1: i64) {
  %0 = ripple.setshape %arg0[%arg1 : i64] : i64 -> !llvm.ptr
  return
}

// ripple.shuffle
func.func @example(%arg0: i32, %arg1: (i32, i32) -> i32) {
  %0 = ripple.shuffle[%arg0 : i32, %arg1 : (i32, i32) -> i32] -> i32
  return
}

// ripple.shuffle.pair
func.func @example(%arg0: i32, %arg1: i32, %arg2: (i32, i32) -> i32) {
  %0 = ripple.shuffle.pair[%arg0 : i32, %arg1 : i32, %arg2 : (i32, i32) -> i32] -> i32
  return
}

// ripple.slice
func.func @example(%arg0: f32) {
  %0 = ripple.slice[%arg0 : f32] -> f32
  return
}

// ripple.stack
func.func @example(%arg0: !llvm.ptr, %arg1: i8) {
  %0 = ripple.stack(%arg0 : !llvm.ptr) [%arg1, %arg1 : i8, i8] -> i8
  return
}

// ripple.thread_mark
func.func @example(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i32) {
  %0 = ripple.thread_mark(%arg0 : !llvm.ptr, %arg1 : !llvm.ptr) [%arg2 : i32] number 7 rank 1
  return
}

// ripple.watch
func.func @example(%arg0: f32) {
  ripple.watch #llvm.di_local_variable<scope = #llvm.di_file<"a.c" in "/">, name = "x"> = %arg0 : f32
  return
}

// ripple.yield
func.func @example(%arg0: !llvm.ptr, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32) {
  %0 = ripple.parallel (%arg0 : !llvm.ptr) [1, 0] %arg5 = %arg1 to %arg2 step %arg3 iter_args(%arg6 = %arg4) -> (i32) : i32 {
    %1 = arith.addi %arg6, %arg5 : i32
    ripple.yield %1 : i32
  } {block_independent}
  return
}

// scf.condition
func.func @example(%arg0: i1) {
  scf.while : () -> () {
    scf.condition(%arg0)
  } do {
    scf.yield
  } attributes {a}
  return
}

// scf.execute_region
func.func @example() {
  scf.execute_region {
    scf.yield
  }
  return
}

// scf.for
func.func @example(%arg0: index, %arg1: index, %arg2: index) {
  scf.for %arg3 = %arg0 to %arg1 step %arg2 {
  }
  return
}

// scf.forall
func.func @example(%arg0: tensor<8xf32>) {
  %0 = scf.forall (%arg1) in (8) shared_outs(%arg2 = %arg0) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
    }
  }
  return
}

// scf.forall.in_parallel
func.func @example(%arg0: tensor<8xf32>) {
  %0 = scf.forall (%arg1) in (8) shared_outs(%arg2 = %arg0) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
    }
  }
  return
}

// scf.if
func.func @example(%arg0: i1) {
  scf.if %arg0 {
  } else {
  }
  return
}

// scf.index_switch
func.func @example(%arg0: index) {
  scf.index_switch %arg0 
  default {
  }
  return
}

// scf.parallel
func.func @example(%arg0: index, %arg1: index) {
  scf.parallel (%arg2) = (%arg0) to (%arg1) step (%arg1) {
    scf.reduce 
  }
  return
}

// scf.reduce
func.func @example(%arg0: index, %arg1: index) {
  scf.parallel (%arg2) = (%arg0) to (%arg1) step (%arg1) {
    scf.reduce 
  }
  return
}

// scf.reduce.return
func.func @example(%arg0: index, %arg1: index) {
  %0 = scf.parallel (%arg2) = (%arg0) to (%arg1) step (%arg1) init (%arg1) -> index {
    scf.reduce(%arg2 : index) {
    ^bb0(%arg3: index, %arg4: index):
      scf.reduce.return %arg3 : index
    }
  }
  return
}

// scf.while
func.func @example(%arg0: f32, %arg1: i1) {
  %0 = scf.while (%arg2 = %arg0) : (f32) -> f32 {
    scf.condition(%arg1) %arg2 : f32
  } do {
  ^bb0(%arg2: f32):
    %1 = arith.addf %arg2, %arg2 : f32
    scf.yield %1 : f32
  }
  return
}

// scf.yield
func.func @example(%arg0: i1) {
  %0 = scf.execute_region -> i1 no_inline {
    scf.yield %arg0 : i1
  } {a}
  return
}

// shape.add
func.func @example(%arg0: index, %arg1: index) {
  %0 = shape.add %arg0, %arg1 : index, index -> index
  return
}

// shape.any
func.func @example(%arg0: !shape.shape, %arg1: tensor<?xindex>) {
  %0 = shape.any %arg0, %arg1 : !shape.shape, tensor<?xindex> -> !shape.shape
  return
}

// shape.assuming
func.func @example(%arg0: !shape.witness) {
  shape.assuming %arg0 {
  }
  return
}

// shape.assuming_all
func.func @example(%arg0: !shape.witness, %arg1: !shape.witness) {
  %0 = shape.assuming_all %arg0, %arg1
  return
}

// shape.assuming_yield
func.func @example(%arg0: !shape.witness, %arg1: f32) {
  %0 = shape.assuming %arg0 -> (f32) {
    shape.assuming_yield %arg1 : f32
  } {a}
  return
}

// shape.broadcast
func.func @example(%arg0: tensor<0xindex>) {
  %0 = shape.broadcast %arg0, %arg0 : tensor<0xindex>, tensor<0xindex> -> tensor<?xindex>
  return
}

// shape.concat
func.func @example(%arg0: tensor<?xindex>) {
  %0 = shape.concat %arg0, %arg0 : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  return
}

// shape.const_shape
func.func @example() {
  %0 = shape.const_shape [] : !shape.shape
  return
}

// shape.const_size
func.func @example() {
  %c4 = shape.const_size 4
  return
}

// shape.const_witness
func.func @example() {
  %0 = shape.const_witness true
  return
}

// shape.cstr_broadcastable
func.func @example(%arg0: !shape.shape, %arg1: !shape.shape) {
  %0 = shape.cstr_broadcastable %arg0, %arg1 : !shape.shape, !shape.shape
  return
}

// shape.cstr_eq
func.func @example(%arg0: !shape.shape) {
  %0 = shape.cstr_eq %arg0, %arg0 : !shape.shape, !shape.shape
  return
}

// shape.cstr_require
func.func @example(%arg0: i1) {
  %0 = shape.cstr_require %arg0, "must hold"
  return
}

// shape.debug_print
func.func @example(%arg0: !shape.shape) {
  %0 = "shape.debug_print"(%arg0) : (!shape.shape) -> !shape.shape
  return
}

// shape.dim
func.func @example(%arg0: tensor<2x?xf32>, %arg1: index) {
  %0 = shape.dim %arg0, %arg1 : tensor<2x?xf32>, index -> index
  return
}

// shape.div
func.func @example(%arg0: index) {
  %0 = shape.div %arg0, %arg0 : index, index -> index
  return
}

// shape.from_extent_tensor
func.func @example(%arg0: tensor<?xindex>) {
  %0 = shape.from_extent_tensor %arg0 : tensor<?xindex>
  return
}

// shape.from_extents
func.func @example(%arg0: index, %arg1: !shape.size) {
  %0 = shape.from_extents %arg0, %arg1 : index, !shape.size
  return
}

// shape.func
shape.function_library @lib {
  func @same(%arg0: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %arg0 : !shape.value_shape -> !shape.shape
    return %0 : !shape.shape
  }
} mapping {foo.bar = @same}

// shape.function_library
shape.function_library @lib {
  func @same(%arg0: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %arg0 : !shape.value_shape -> !shape.shape
    return %0 : !shape.shape
  }
} mapping {foo.bar = @same}

// shape.get_extent
func.func @example(%arg0: tensor<3xindex>, %arg1: index) {
  %0 = shape.get_extent %arg0, %arg1 : tensor<3xindex>, index -> index
  return
}

// shape.index_to_size
func.func @example(%arg0: index) {
  %0 = shape.index_to_size %arg0
  return
}

// shape.is_broadcastable
func.func @example(%arg0: tensor<?xindex>) {
  %0 = shape.is_broadcastable %arg0, %arg0 : tensor<?xindex>, tensor<?xindex>
  return
}

// shape.max
func.func @example(%arg0: !shape.size) {
  %0 = shape.max %arg0, %arg0 : !shape.size, !shape.size -> !shape.size
  return
}

// shape.meet
func.func @example(%arg0: !shape.shape, %arg1: tensor<?xindex>) {
  %0 = shape.meet %arg0, %arg1, error = "differ" : !shape.shape, tensor<?xindex> -> !shape.shape
  return
}

// shape.min
func.func @example(%arg0: !shape.shape) {
  %0 = shape.min %arg0, %arg0 : !shape.shape, !shape.shape -> !shape.shape
  return
}

// shape.mul
func.func @example(%arg0: index) {
  %0 = shape.mul %arg0, %arg0 : index, index -> index
  return
}

// shape.num_elements
func.func @example(%arg0: !shape.shape) {
  %0 = shape.num_elements %arg0 : !shape.shape -> !shape.size
  return
}

// shape.rank
func.func @example(%arg0: tensor<?xindex>) {
  %0 = shape.rank %arg0 : tensor<?xindex> -> index
  return
}

// shape.reduce
func.func @example(%arg0: tensor<?xindex>, %arg1: index) {
  %0 = shape.reduce(%arg0, %arg1) : tensor<?xindex> -> index {
  ^bb0(%arg2: index, %arg3: index, %arg4: index):
    shape.yield %arg4 : index
  }
  return
}

// shape.return
shape.function_library @lib {
  func @same(%arg0: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %arg0 : !shape.value_shape -> !shape.shape
    return %0 : !shape.shape
  }
} mapping {foo.bar = @same}

// shape.shape_eq
func.func @example(%arg0: !shape.shape, %arg1: tensor<?xindex>) {
  %0 = shape.shape_eq %arg0, %arg1 : !shape.shape, tensor<?xindex>
  return
}

// shape.shape_of
func.func @example(%arg0: tensor<*xf32>) {
  %0 = shape.shape_of %arg0 : tensor<*xf32> -> tensor<?xindex>
  return
}

// shape.size_to_index
func.func @example(%arg0: !shape.size) {
  %0 = shape.size_to_index %arg0 : !shape.size
  return
}

// shape.split_at
func.func @example(%arg0: !shape.shape, %arg1: index) {
  %head, %tail = "shape.split_at"(%arg0, %arg1) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  return
}

// shape.to_extent_tensor
func.func @example(%arg0: !shape.shape) {
  %0 = shape.to_extent_tensor %arg0 : !shape.shape -> tensor<?xindex>
  return
}

// shape.value_as_shape
func.func @example(%arg0: !shape.value_shape) {
  %0 = shape.value_as_shape %arg0 : !shape.value_shape -> !shape.shape
  return
}

// shape.value_of
func.func @example(%arg0: !shape.value_shape) {
  %0 = shape.value_of %arg0 : tensor<2x?xf32>
  return
}

// shape.with_shape
func.func @example(%arg0: tensor<2x?xf32>, %arg1: !shape.shape) {
  %0 = shape.with_shape %arg0, %arg1 : tensor<2x?xf32>, !shape.shape
  return
}

// shape.yield
func.func @example(%arg0: tensor<?xindex>, %arg1: index) {
  %0 = shape.reduce(%arg0, %arg1) : tensor<?xindex> -> index {
  ^bb0(%arg2: index, %arg3: index, %arg4: index):
    shape.yield %arg4 : index
  }
  return
}

// sparse_tensor.convert
func.func @example(%arg0: tensor<4xf32>) {
  %0 = sparse_tensor.convert %arg0 : tensor<4xf32> to tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>
  return
}

// sparse_tensor.load
func.func @example(%arg0: tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>) {
  %0 = sparse_tensor.load %arg0 : tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>
  return
}

// sparse_tensor.new
func.func @example(%arg0: !llvm.ptr) {
  %0 = sparse_tensor.new %arg0 : !llvm.ptr to tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>
  return
}

// tensor.bitcast
func.func @example(%arg0: tensor<4xf32>) {
  %0 = tensor.bitcast %arg0 : tensor<4xf32> to tensor<4xi32>
  return
}

// tensor.cast
func.func @example(%arg0: tensor<?xf32>) {
  %cast = tensor.cast %arg0 : tensor<?xf32> to tensor<4xf32>
  return
}

// tensor.collapse_shape
func.func @example(%arg0: tensor<1x1xf32>) {
  %collapsed = tensor.collapse_shape %arg0 [] : tensor<1x1xf32> into tensor<f32>
  return
}

// tensor.concat
func.func @example(%arg0: tensor<2xi8>, %arg1: tensor<3xi8>) {
  %concat = tensor.concat dim(0) %arg0, %arg1 : (tensor<2xi8>, tensor<3xi8>) -> tensor<5xi8>
  return
}

// tensor.dim
func.func @example(%arg0: tensor<*xf32>, %arg1: index) {
  %dim = tensor.dim %arg0, %arg1 : tensor<*xf32>
  return
}

// tensor.empty
func.func @example(%arg0: index) {
  %0 = tensor.empty(%arg0) : tensor<?xf32>
  return
}

// tensor.expand_shape
func.func @example(%arg0: tensor<f32>) {
  %expanded = tensor.expand_shape %arg0 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return
}

// tensor.extract
func.func @example(%arg0: tensor<i64>) {
  %extracted = tensor.extract %arg0[] : tensor<i64>
  return
}

// tensor.extract_slice
func.func @example(%arg0: tensor<4xf32>) {
  %extracted_slice = tensor.extract_slice %arg0[0] [1] [1] : tensor<4xf32> to tensor<f32>
  return
}

// tensor.from_elements
func.func @example(%arg0: f32) {
  %from_elements = tensor.from_elements %arg0 : tensor<f32>
  return
}

// tensor.gather
func.func @example(%arg0: tensor<4xf32>, %arg1: tensor<3x1xindex>) {
  %gather = tensor.gather %arg0[%arg1] gather_dims([0]) : (tensor<4xf32>, tensor<3x1xindex>) -> tensor<3xf32>
  return
}

// tensor.generate
func.func @example(%arg0: index) {
  %generated = tensor.generate %arg0 {
  ^bb0(%arg1: index):
    tensor.yield %arg1 : index
  } : tensor<?xindex>
  return
}

// tensor.insert
func.func @example(%arg0: i64, %arg1: tensor<i64>) {
  %inserted = tensor.insert %arg0 into %arg1[] : tensor<i64>
  return
}

// tensor.insert_slice
func.func @example(%arg0: tensor<4xf32>, %arg1: tensor<?xf32>) {
  %inserted_slice = tensor.insert_slice %arg0 into %arg1[2] [4] [1] : tensor<4xf32> into tensor<?xf32>
  return
}

// tensor.pad
func.func @example(%arg0: tensor<2xi1>, %arg1: i1) {
  %padded = tensor.pad %arg0 low[1] high[1] {
  ^bb0(%arg2: index):
    tensor.yield %arg1 : i1
  } : tensor<2xi1> to tensor<4xi1>
  return
}

// tensor.parallel_insert_slice
func.func @example(%arg0: tensor<4xf32>, %arg1: tensor<2xf32>) {
  %0 = scf.forall (%arg2) in (2) shared_outs(%arg3 = %arg0) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %arg1 into %arg3[%arg2] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return
}

// tensor.rank
func.func @example(%arg0: tensor<*xf32>) {
  %rank = tensor.rank %arg0 : tensor<*xf32>
  return
}

// tensor.reshape
func.func @example(%arg0: tensor<?x10xf32>, %arg1: tensor<?xi32>) {
  %reshape = tensor.reshape %arg0(%arg1) : (tensor<?x10xf32>, tensor<?xi32>) -> tensor<*xf32>
  return
}

// tensor.scatter
func.func @example(%arg0: tensor<2xf32>, %arg1: tensor<4xf32>, %arg2: tensor<2x1xindex>) {
  %scatter = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([0]) unique : (tensor<2xf32>, tensor<4xf32>, tensor<2x1xindex>) -> tensor<4xf32>
  return
}

// tensor.splat
func.func @example(%arg0: i32) {
  %splat = tensor.splat %arg0 : tensor<2xi32>
  return
}

// tensor.yield
func.func @example(%arg0: index) {
  %generated = tensor.generate %arg0 {
  ^bb0(%arg1: index):
    tensor.yield %arg1 : index
  } : tensor<?xindex>
  return
}

// tosa.abs
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.abs %arg0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.add
func.func @example(%arg0: tensor<f32>, %arg1: tensor<f32>) {
  %0 = tosa.add %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// tosa.add_shape
func.func @shapes() {
  %0 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.add_shape %0, %0 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// tosa.apply_scale
func.func @example(%arg0: i32, %arg1: i8) {
  %0 = tosa.apply_scale %arg0, %arg0, %arg1 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return
}

// tosa.argmax
func.func @example(%arg0: tensor<2x3xf32>) {
  %0 = tosa.argmax %arg0 {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2xi32>
  return
}

// tosa.arithmetic_right_shift
func.func @example(%arg0: tensor<3xi32>) {
  %0 = tosa.arithmetic_right_shift %arg0, %arg0 {round = true} : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// tosa.avg_pool2d
func.func @example(%arg0: tensor<1x4x5x2xf32>, %arg1: tensor<1xf32>) {
  %0 = tosa.avg_pool2d %arg0, %arg1, %arg1 {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x5x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x4x2xf32>
  return
}

// tosa.bitwise_and
func.func @example(%arg0: tensor<3xi32>) {
  %0 = tosa.bitwise_and %arg0, %arg0 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// tosa.bitwise_not
func.func @example(%arg0: tensor<3xi32>) {
  %0 = tosa.bitwise_not %arg0 : (tensor<3xi32>) -> tensor<3xi32>
  return
}

// tosa.bitwise_or
func.func @example(%arg0: tensor<3xi32>) {
  %0 = tosa.bitwise_or %arg0, %arg0 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// tosa.bitwise_xor
func.func @example(%arg0: tensor<3xi32>) {
  %0 = tosa.bitwise_xor %arg0, %arg0 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// tosa.cast
func.func @example(%arg0: tensor<2xi1>) {
  %0 = tosa.cast %arg0 : (tensor<2xi1>) -> tensor<2xf32>
  return
}

// tosa.cast_from_block_scaled
func.func @example(%arg0: tensor<2x32xf4E2M1FN>, %arg1: tensor<2x1xf8E8M0FNU>) {
  %0 = tosa.cast_from_block_scaled %arg0, %arg1 {block_size = BLOCK_SIZE_32} : (tensor<2x32xf4E2M1FN>, tensor<2x1xf8E8M0FNU>) -> tensor<2x32xf32>
  return
}

// tosa.cast_to_block_scaled
func.func @example(%arg0: tensor<2x32xf32>) {
  %output_data, %output_scale = tosa.cast_to_block_scaled %arg0 {block_size = BLOCK_SIZE_32} : (tensor<2x32xf32>) -> (tensor<2x32xf4E2M1FN>, tensor<2x1xf8E8M0FNU>)
  return
}

// tosa.ceil
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.ceil %arg0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.clamp
func.func @example(%arg0: tensor<2xi8>) {
  %0 = tosa.clamp %arg0 {max_val = 20 : i8, min_val = -5 : i8} : (tensor<2xi8>) -> tensor<2xi8>
  return
}

// tosa.clz
func.func @example(%arg0: tensor<3xi32>) {
  %0 = tosa.clz %arg0 : (tensor<3xi32>) -> tensor<3xi32>
  return
}

// tosa.concat
func.func @example(%arg0: tensor<2x3xf32>) {
  %0 = tosa.concat %arg0, %arg0 {axis = 0 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// tosa.concat_shape
func.func @shapes() {
  %0 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.const_shape  {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
  %2 = tosa.concat_shape %0, %1, %0 : (!tosa.shape<2>, !tosa.shape<0>, !tosa.shape<2>) -> !tosa.shape<4>
  return
}

// tosa.cond_if
func.func @example(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) {
  %0 = tosa.cond_if %arg0 : tensor<i1> -> tensor<f32> {
    tosa.yield %arg1 : tensor<f32>
  } else {
    tosa.yield %arg2 : tensor<f32>
  }
  return
}

// tosa.const
func.func @example() {
  %0 = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
  return
}

// tosa.const_shape
func.func @example() {
  %0 = tosa.const_shape  {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
  return
}

// tosa.conv2d
func.func @example(%arg0: tensor<1x6x6x1xi8>, %arg1: tensor<1x1x1x1xi8>, %arg2: tensor<1xi32>, %arg3: tensor<1xi8>) {
  %0 = tosa.conv2d %arg0, %arg1, %arg2, %arg3, %arg3 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x6x6x1xi8>, tensor<1x1x1x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x6x1xi32>
  return
}

// tosa.conv3d
func.func @example(%arg0: tensor<1x4x4x4x2xf32>, %arg1: tensor<3x2x2x2x2xf32>, %arg2: tensor<3xf32>, %arg3: tensor<1xf32>) {
  %0 = tosa.conv3d %arg0, %arg1, %arg2, %arg3, %arg3 {acc_type = f32, dilation = array<i64: 1, 1, 1>, local_bound = true, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x2xf32>, tensor<3x2x2x2x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x3x3xf32>
  return
}

// tosa.cos
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.cos %arg0 {note = "x"} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.custom
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.custom %arg0 {domain_name = "d", implementation_attrs = "", operator_name = "o"} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.depthwise_conv2d
func.func @example(%arg0: tensor<1x4x5x2xf32>, %arg1: tensor<2x2x2x2xf32>, %arg2: tensor<4xf32>, %arg3: tensor<1xf32>) {
  %0 = tosa.depthwise_conv2d %arg0, %arg1, %arg2, %arg3, %arg3 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x5x2xf32>, tensor<2x2x2x2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x4x4xf32>
  return
}

// tosa.dim
func.func @example(%arg0: tensor<4x5xf32>) {
  %0 = tosa.dim %arg0 {axis = 1 : i32} : (tensor<4x5xf32>) -> !tosa.shape<1>
  return
}

// tosa.div_ceil_shape
func.func @shapes() {
  %0 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.div_ceil_shape %0, %0 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// tosa.div_floor_shape
func.func @shapes() {
  %0 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.div_floor_shape %0, %0 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// tosa.equal
func.func @example(%arg0: tensor<2x1xf32>, %arg1: tensor<1x4xf32>) {
  %0 = tosa.equal %arg0, %arg1 : (tensor<2x1xf32>, tensor<1x4xf32>) -> tensor<2x4xi1>
  return
}

// tosa.erf
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.erf %arg0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.exp
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.exp %arg0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.exp2_shape
func.func @shapes() {
  %0 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.exp2_shape %0 : (!tosa.shape<2>) -> !tosa.shape<2>
  return
}

// tosa.fft2d
func.func @example(%arg0: tensor<1x4x8xf32>) {
  %output_real, %output_imag = tosa.fft2d %arg0, %arg0 {inverse = false} : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>)
  return
}

// tosa.floor
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.floor %arg0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.gather
func.func @example(%arg0: tensor<1x4x2xf32>, %arg1: tensor<1x3xi32>) {
  %0 = tosa.gather %arg0, %arg1 : (tensor<1x4x2xf32>, tensor<1x3xi32>) -> tensor<1x3x2xf32>
  return
}

// tosa.greater
func.func @example(%arg0: tensor<f32>, %arg1: tensor<f32>) {
  %0 = tosa.greater %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return
}

// tosa.greater_equal
func.func @example(%arg0: tensor<2x1xf32>, %arg1: tensor<1x4xf32>) {
  %0 = tosa.greater_equal %arg0, %arg1 : (tensor<2x1xf32>, tensor<1x4xf32>) -> tensor<2x4xi1>
  return
}

// tosa.identity
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.identity %arg0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.intdiv
func.func @example(%arg0: tensor<3xi32>) {
  %0 = tosa.intdiv %arg0, %arg0 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// tosa.log
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.log %arg0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.log2_ceil_shape
func.func @shapes() {
  %0 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.log2_ceil_shape %0 : (!tosa.shape<2>) -> !tosa.shape<2>
  return
}

// tosa.log2_floor_shape
func.func @shapes() {
  %0 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.log2_floor_shape %0 : (!tosa.shape<2>) -> !tosa.shape<2>
  return
}

// tosa.logical_and
func.func @example(%arg0: tensor<3xi1>) {
  %0 = tosa.logical_and %arg0, %arg0 : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return
}

// tosa.logical_left_shift
func.func @example(%arg0: tensor<3xi32>) {
  %0 = tosa.logical_left_shift %arg0, %arg0 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// tosa.logical_not
func.func @example(%arg0: tensor<3xi1>) {
  %0 = tosa.logical_not %arg0 : (tensor<3xi1>) -> tensor<3xi1>
  return
}

// tosa.logical_or
func.func @example(%arg0: tensor<3xi1>) {
  %0 = tosa.logical_or %arg0, %arg0 : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return
}

// tosa.logical_right_shift
func.func @example(%arg0: tensor<3xi32>) {
  %0 = tosa.logical_right_shift %arg0, %arg0 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// tosa.logical_xor
func.func @example(%arg0: tensor<3xi1>) {
  %0 = tosa.logical_xor %arg0, %arg0 : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return
}

// tosa.matmul
func.func @example(%arg0: tensor<1x2x3xi8>, %arg1: tensor<1x3x4xi8>, %arg2: tensor<1xi8>) {
  %0 = tosa.matmul %arg0, %arg1, %arg2, %arg2 : (tensor<1x2x3xi8>, tensor<1x3x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x4xi32>
  return
}

// tosa.matmul_t_block_scaled
func.func @example(%arg0: tensor<2x4x32xf8E4M3FN>, %arg1: tensor<2x4x1xf8E8M0FNU>) {
  %0 = tosa.matmul_t_block_scaled %arg0, %arg1, %arg0, %arg1 {block_size = BLOCK_SIZE_32} : (tensor<2x4x32xf8E4M3FN>, tensor<2x4x1xf8E8M0FNU>, tensor<2x4x32xf8E4M3FN>, tensor<2x4x1xf8E8M0FNU>) -> tensor<2x4x4xf32>
  return
}

// tosa.max_pool2d
func.func @example(%arg0: tensor<1x4x5x2xf32>) {
  %0 = tosa.max_pool2d %arg0 {kernel = array<i64: 2, 2>, nan_mode = IGNORE, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x5x2xf32>) -> tensor<1x3x4x2xf32>
  return
}

// tosa.max_shape
func.func @shapes() {
  %0 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.max_shape %0, %0 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// tosa.maximum
func.func @example(%arg0: tensor<2x1xf32>, %arg1: tensor<1x4xf32>) {
  %0 = tosa.maximum %arg0, %arg1 : (tensor<2x1xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  return
}

// tosa.min_shape
func.func @shapes() {
  %0 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.min_shape %0, %0 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// tosa.minimum
func.func @example(%arg0: tensor<2x1xf32>, %arg1: tensor<1x4xf32>) {
  %0 = tosa.minimum %arg0, %arg1 {nan_mode = IGNORE} : (tensor<2x1xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  return
}

// tosa.mod_shape
func.func @shapes() {
  %0 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.mod_shape %0, %0 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// tosa.mul
func.func @example(%arg0: tensor<2xi8>, %arg1: tensor<1xi8>) {
  %0 = tosa.mul %arg0, %arg0, %arg1 : (tensor<2xi8>, tensor<2xi8>, tensor<1xi8>) -> tensor<2xi32>
  return
}

// tosa.mul_shape
func.func @shapes() {
  %0 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.mul_shape %0, %0 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// tosa.negate
func.func @example(%arg0: tensor<2xi8>, %arg1: tensor<1xi8>) {
  %0 = tosa.negate %arg0, %arg1, %arg1 : (tensor<2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  return
}

// tosa.pad
func.func @layout() {
  %0 = ub.poison : tensor<2x3xf32>
  %1 = ub.poison : tensor<1xf32>
  %2 = tosa.const_shape  {values = dense<[1, 0, 0, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.pad %0, %2, %1 : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<3x5xf32>
  return
}

// tosa.pow
func.func @example(%arg0: tensor<2x1xf32>, %arg1: tensor<1x4xf32>) {
  %0 = tosa.pow %arg0, %arg1 : (tensor<2x1xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  return
}

// tosa.reciprocal
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.reciprocal %arg0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.reduce_all
func.func @example(%arg0: tensor<2x3xi1>) {
  %0 = tosa.reduce_all %arg0 {axis = 0 : i32} : (tensor<2x3xi1>) -> tensor<1x3xi1>
  return
}

// tosa.reduce_any
func.func @example(%arg0: tensor<2x3xi1>) {
  %0 = tosa.reduce_any %arg0 {axis = 1 : i32} : (tensor<2x3xi1>) -> tensor<2x1xi1>
  return
}

// tosa.reduce_max
func.func @example(%arg0: tensor<2x3xf32>) {
  %0 = tosa.reduce_max %arg0 {axis = 0 : i32, nan_mode = IGNORE} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}

// tosa.reduce_min
func.func @example(%arg0: tensor<2x3xf32>) {
  %0 = tosa.reduce_min %arg0 {axis = 0 : i32} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}

// tosa.reduce_product
func.func @example(%arg0: tensor<2x3xf32>) {
  %0 = tosa.reduce_product %arg0 {axis = 0 : i32} : (tensor<2x3xf32>) -> tensor<?x3xf32>
  return
}

// tosa.reduce_sum
func.func @example(%arg0: tensor<2x3xf32>) {
  %0 = tosa.reduce_sum %arg0 {axis = 0 : i32} : (tensor<2x3xf32>) -> tensor<*xf32>
  return
}

// tosa.rescale
func.func @example(%arg0: tensor<2x32xi8>, %arg1: tensor<1xi32>, %arg2: tensor<1xi8>) {
  %0 = tosa.rescale %arg0, %arg1, %arg2, %arg2, %arg2 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<2x32xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x32xi8>
  return
}

// tosa.reshape
func.func @layout() {
  %0 = ub.poison : tensor<2x3xf32>
  %1 = tosa.const_shape  {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
  %2 = tosa.reshape %0, %1 : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<6xf32>
  return
}

// tosa.resize
func.func @images(%arg0: tensor<1x4x2xf32>, %arg1: tensor<1x3xi32>, %arg2: tensor<1x3x2xf32>, %arg3: tensor<1x2x2x1xf32>, %arg4: tensor<4xi8>, %arg5: tensor<256xi8>) {
  %0 = tosa.const_shape  {values = dense<[2, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape  {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.gather %arg0, %arg1 : (tensor<1x4x2xf32>, tensor<1x3xi32>) -> tensor<1x3x2xf32>
  %3 = tosa.scatter %arg0, %arg1, %arg2 : (tensor<1x4x2xf32>, tensor<1x3xi32>, tensor<1x3x2xf32>) -> tensor<1x4x2xf32>
  %4 = tosa.resize %arg3, %0, %1, %1 {mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x3x1xf32>
  %5 = tosa.table %arg4, %arg5 : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
  return
}

// tosa.reverse
func.func @example(%arg0: tensor<2x3xf32>) {
  %0 = tosa.reverse %arg0 {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// tosa.rfft2d
func.func @example(%arg0: tensor<1x4x8xf32>) {
  %output_real, %output_imag = tosa.rfft2d %arg0 : (tensor<1x4x8xf32>) -> (tensor<1x4x5xf32>, tensor<1x4x5xf32>)
  return
}

// tosa.rsqrt
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.rsqrt %arg0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.scatter
func.func @example(%arg0: tensor<1x4x2xf32>, %arg1: tensor<1x3xi32>, %arg2: tensor<1x3x2xf32>) {
  %0 = tosa.scatter %arg0, %arg1, %arg2 : (tensor<1x4x2xf32>, tensor<1x3xi32>, tensor<1x3x2xf32>) -> tensor<1x4x2xf32>
  return
}

// tosa.select
func.func @example(%arg0: tensor<3xi1>, %arg1: tensor<3xi32>) {
  %0 = tosa.select %arg0, %arg1, %arg1 : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// tosa.sigmoid
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.sigmoid %arg0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.sin
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.sin %arg0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.slice
func.func @layout() {
  %0 = ub.poison : tensor<2x3xf32>
  %1 = tosa.const_shape  {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.slice %0, %1, %1 : (tensor<2x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x1xf32>
  return
}

// tosa.slice_shape
func.func @shapes() {
  %0 = ub.poison : tensor<1xi32>
  %1 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.slice_shape %1, %0, %0 : (!tosa.shape<2>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<1>
  return
}

// tosa.sub
func.func @example(%arg0: tensor<2x1xf32>, %arg1: tensor<1x4xf32>) {
  %0 = tosa.sub %arg0, %arg1 : (tensor<2x1xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  return
}

// tosa.sub_shape
func.func @shapes() {
  %0 = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.sub_shape %0, %0 : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// tosa.table
func.func @example(%arg0: tensor<4xi8>, %arg1: tensor<256xi8>) {
  %0 = tosa.table %arg0, %arg1 : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
  return
}

// tosa.tanh
func.func @example(%arg0: tensor<2x?xf32>) {
  %0 = tosa.tanh %arg0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// tosa.tile
func.func @layout() {
  %0 = ub.poison : tensor<2x3xf32>
  %1 = tosa.const_shape  {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.tile %0, %1 : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<2x3xf32>
  return
}

// tosa.transpose
func.func @example(%arg0: tensor<2x3xf32>) {
  %0 = tosa.transpose %arg0 {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// tosa.transpose_conv2d
func.func @example(%arg0: tensor<1x4x5x2xf32>, %arg1: tensor<3x2x2x2xf32>, %arg2: tensor<3xf32>, %arg3: tensor<1xf32>) {
  %0 = tosa.transpose_conv2d %arg0, %arg1, %arg2, %arg3, %arg3 {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x5x2xf32>, tensor<3x2x2x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x6x3xf32>
  return
}

// tosa.variable
tosa.variable @plain : tensor<2x?xf32>

// tosa.variable_read
tosa.variable @set = dense<7> : tensor<1xi8>
func.func @variables() {
  %0 = tosa.variable_read @set : tensor<1xi8>
  return
}

// tosa.variable_write
tosa.variable @plain : tensor<2x?xf32>
func.func @variables() {
  %0 = ub.poison : tensor<2x?xf32>
  tosa.variable_write @plain, %0 : tensor<2x?xf32>
  return
}

// tosa.while_loop
func.func @example(%arg0: tensor<f32>, %arg1: tensor<f32>) {
  %0 = tosa.while_loop (%arg2 = %arg0) : (tensor<f32>) -> tensor<f32> {
    %1 = tosa.greater %arg2, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    tosa.yield %1 : tensor<i1>
  } do {
  ^bb0(%arg2: tensor<f32>):
    %1 = tosa.add %arg2, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    tosa.yield %1 : tensor<f32>
  } attributes {note}
  return
}

// tosa.yield
func.func @example(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) {
  %0 = tosa.cond_if %arg0 : tensor<i1> -> tensor<f32> {
    tosa.yield %arg1 : tensor<f32>
  } else {
    tosa.yield %arg2 : tensor<f32>
  }
  return
}

// transform.affine.simplify_bounded_affine_ops
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.affine.simplify_bounded_affine_ops %arg0 with[] within [] and [] : !transform.any_op
    transform.yield 
  }
}

// transform.affine.simplify_min_max_affine_ops
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.affine.simplify_min_max_affine_ops %arg0 : !transform.any_op
    transform.yield 
  }
}

// transform.alternatives
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example() {
    transform.alternatives {
    ^bb0(%arg0: !transform.any_op):
    }
    transform.yield 
  }
}

// transform.annotate
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !pdl.operation {transform.readonly}) {
    transform.annotate %arg0 "found" : !pdl.operation
    transform.yield 
  }
}

// transform.apply_conversion_patterns
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_conversion_patterns to %arg0 {
      transform.apply_conversion_patterns.dialect_to_llvm "memref"
      transform.apply_conversion_patterns.dialect_to_llvm "arith"
      transform.apply_conversion_patterns.func.func_to_llvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {index_bitwidth = 32 : i64}
    } {legal_dialects = ["llvm", "transform"], partial_conversion, preserve_handles} : !transform.any_op
    transform.yield 
  }
}

// transform.apply_conversion_patterns.dialect_to_llvm
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.apply_conversion_patterns to %arg0 {
      transform.apply_conversion_patterns.dialect_to_llvm "arith"
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_conversion_patterns.func.func_to_llvm
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.apply_conversion_patterns to %arg0 {
      transform.apply_conversion_patterns.func.func_to_llvm
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_conversion_patterns to %arg0 {
      transform.apply_conversion_patterns.dialect_to_llvm "memref"
      transform.apply_conversion_patterns.dialect_to_llvm "arith"
      transform.apply_conversion_patterns.func.func_to_llvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {index_bitwidth = 32 : i64}
    } {legal_dialects = ["llvm", "transform"], partial_conversion, preserve_handles} : !transform.any_op
    transform.yield 
  }
}

// transform.apply_conversion_patterns.scf.scf_to_control_flow
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.apply_conversion_patterns to %arg0 {
      transform.apply_conversion_patterns.scf.scf_to_control_flow
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_conversion_patterns.scf.structural_conversions
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.apply_conversion_patterns to %arg0 {
      transform.apply_conversion_patterns.scf.structural_conversions
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {partial_conversion} : !transform.any_op
    transform.yield 
  }
}

// transform.apply_conversion_patterns.vector.vector_to_llvm
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.apply_conversion_patterns to %arg0 {
      transform.apply_conversion_patterns.vector.vector_to_llvm
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_cse
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_cse to %arg0 : !transform.any_op
    transform.yield 
  }
}

// transform.apply_dce
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_dce to %arg0 : !transform.any_op
    transform.yield 
  }
}

// transform.apply_licm
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_licm to %arg0 : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.memref.expand_ops
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.arm_neon.vector_contract_to_bfmmla
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.arm_neon.vector_contract_to_bfmmla
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.arm_neon.vector_contract_to_i8mm
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.arm_neon.vector_contract_to_i8mm
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.arm_sve.vector_contract_to_bfmmla
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.arm_sve.vector_contract_to_bfmmla
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.arm_sve.vector_contract_to_i8mm
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.arm_sve.vector_contract_to_i8mm
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.canonicalization
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.linalg.decompose_pack_unpack
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.linalg.decompose_pad
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.linalg.decompose_pad
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.linalg.erase_unnecessary_inputs
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.linalg.erase_unnecessary_inputs
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.linalg.fold_add_into_dest
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.linalg.fold_add_into_dest
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.linalg.fold_pack_unpack_into_empty
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.linalg.fold_pack_unpack_into_empty
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.linalg.pad_vectorization
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.linalg.pad_vectorization
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.linalg.tiling_canonicalization
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.linalg.tiling_canonicalization
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.memref.alloc_to_alloca
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.memref.alloc_to_alloca size_limit(32)
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.memref.expand_ops
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.memref.expand_ops
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.memref.expand_strided_metadata
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.memref.expand_strided_metadata
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.memref.extract_address_computations
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.memref.extract_address_computations
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.memref.fold_memref_alias_ops
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.memref.fold_memref_alias_ops
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.scf.for_loop_canonicalization
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.scf.for_loop_canonicalization
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.tensor.bubble_up_extract_slice
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.tensor.bubble_up_extract_slice
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.tensor.decompose_concat
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.tensor.decompose_concat
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.tensor.fold_into_pack_and_unpack
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.tensor.fold_tensor_empty
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.tensor.fold_tensor_empty {fold_single_use_only = true}
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.tensor.fold_tensor_subset_ops
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.tensor.fold_tensor_subset_ops
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.tensor.reassociative_reshape_folding
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.tensor.reassociative_reshape_folding
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.tensor.rewrite_as_constant
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.tensor.rewrite_as_constant
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.cast_away_vector_leading_one_dim
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.cast_away_vector_leading_one_dim
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.drop_unit_dims_with_shape_cast
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.drop_unit_dims_with_shape_cast
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.elementwise_to_vector
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.elementwise_to_vector
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.fold_arith_extension
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.fold_arith_extension
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.interleave_to_shuffle
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.interleave_to_shuffle
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_bitcast
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_bitcast
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_broadcast
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_broadcast
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_contraction
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_contraction
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_create_mask
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_create_mask
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_gather
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_gather
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_interleave
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_interleave
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_masked_transfers
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_masked_transfers
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_masks
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_masks
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_multi_reduction
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_multi_reduction
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_outerproduct
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_outerproduct
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_scan
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_scan
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_shape_cast
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_shape_cast
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_transfer
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_transfer max_transfer_rank = 2
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.lower_transpose
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_transpose
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.materialize_masks
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.materialize_masks
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.rank_reducing_subview_patterns
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.rank_reducing_subview_patterns
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.reduction_to_contract
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.reduction_to_contract
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.rewrite_narrow_types
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.rewrite_narrow_types
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.sink_mem_ops
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.sink_mem_ops
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.sink_ops
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.sink_ops
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.split_transfer_full_partial
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "vector-transfer"
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.transfer_permutation_patterns
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.transfer_permutation_patterns
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.transfer_to_scf
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.transfer_to_scf
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.unroll_from_elements
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.unroll_from_elements
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.vector.unroll_to_elements
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.unroll_to_elements
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.x86vector.sink_vector_producer_ops
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.x86vector.sink_vector_producer_ops
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.x86vector.vector_contract_bf16_to_fma
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.x86vector.vector_contract_bf16_to_fma
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.x86vector.vector_contract_to_fma
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.x86vector.vector_contract_to_fma
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_patterns.x86vector.vector_contract_to_packed_type_dot_product
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.x86vector.vector_contract_to_packed_type_dot_product
    } : !transform.any_op
    transform.yield 
  }
}

// transform.apply_registered_pass
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.apply_registered_pass "cse" to %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.bufferization.buffer_loop_hoisting
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.bufferization.buffer_loop_hoisting %arg0 : !transform.any_op
    transform.yield 
  }
}

// transform.bufferization.eliminate_empty_tensors
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.bufferization.eliminate_empty_tensors %arg0 : !transform.any_op
    transform.yield 
  }
}

// transform.bufferization.empty_tensor_to_alloc_tensor
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.op<"tensor.empty"> {transform.consumed}) {
    %0 = transform.bufferization.empty_tensor_to_alloc_tensor %arg0 : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
    transform.yield 
  }
}

// transform.bufferization.one_shot_bufferize
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %arg0 {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.cast
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !pdl.operation {transform.readonly}) {
    %0 = transform.cast %arg0 : !pdl.operation to !transform.op<"arith.addf">
    transform.yield 
  }
}

// transform.collect_matching
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.collect_matching @m in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
  transform.named_sequence @m(%arg0: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %arg0 : !transform.any_op
  }
}

// transform.debug.emit_param_as_remark
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.type {transform.readonly}) {
    transform.debug.emit_param_as_remark %arg0 : !transform.type
    transform.yield 
  }
}

// transform.debug.emit_remark_at
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.debug.emit_remark_at %arg0, "seen" : !transform.any_op
    transform.yield 
  }
}

// transform.dlti.query
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.dlti.query [] at %arg0 : (!transform.any_op) -> !transform.any_param
    transform.yield 
  }
}

// transform.foreach
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !pdl.operation {transform.readonly}) {
    transform.foreach %arg0 : !pdl.operation {
    ^bb0(%arg1: !pdl.operation):
      %0 = transform.get_parent_op %arg1 : (!pdl.operation) -> !pdl.operation
    }
    transform.yield 
  }
}

// transform.foreach_match
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.consumed}) {
    %updated_root = transform.foreach_match restrict_root in %arg0 
        @m -> @a : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
  transform.named_sequence @m(%arg0: !transform.any_op {transform.readonly}) {
    transform.yield 
  }
  transform.named_sequence @a() {
    transform.yield 
  }
}

// transform.func.cast_and_call
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}, %arg1: !transform.any_value {transform.readonly}, %arg2: !transform.any_value {transform.readonly}, %arg3: !transform.any_op {transform.readonly}) {
    %0 = transform.func.cast_and_call %arg3(%arg1) -> %arg2 before %arg0 : (!transform.any_op, !transform.any_value, !transform.any_value, !transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.func.deduplicate_func_args
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %transformed_module, %transformed_function = transform.func.deduplicate_func_args @twice at %arg0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.func.replace_func_signature
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %transformed_module, %transformed_function = transform.func.replace_func_signature @f args_interchange = [0] results_interchange = [] at %arg0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.get_consumers_of_result
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.get_consumers_of_result %arg0[0] : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.get_defining_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_value {transform.readonly}) {
    %0 = transform.get_defining_op %arg0 : (!transform.any_value) -> !transform.any_op
    transform.yield 
  }
}

// transform.get_operand
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.get_operand %arg0[0] : (!transform.any_op) -> !transform.any_value
    transform.yield 
  }
}

// transform.get_parent_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !pdl.operation {transform.readonly}) {
    %0 = transform.get_parent_op %arg0 : (!pdl.operation) -> !pdl.operation
    transform.yield 
  }
}

// transform.get_producer_of_operand
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.get_producer_of_operand %arg0[0] : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.get_result
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.get_result %arg0[0] : (!transform.any_op) -> !transform.any_value
    transform.yield 
  }
}

// transform.get_type
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_value {transform.readonly}) {
    %0 = transform.get_type %arg0 : (!transform.any_value) -> !transform.type
    transform.yield 
  }
}

// transform.include
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @declared(!transform.any_op {transform.readonly})
  transform.named_sequence @calls_back(%arg0: !transform.any_op {transform.readonly}) {
    transform.include @declared failures(propagate) (%arg0) : (!transform.any_op) -> ()
    transform.yield 
  }
}

// transform.irdl.collect_matching
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.irdl.collect_matching in %arg0 : (!transform.any_op) -> !transform.any_op {
      irdl.dialect @any {
        irdl.operation @name 
      }
    }
    transform.yield 
  }
}

// transform.loop.coalesce
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.loop.coalesce %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.loop.forall_to_for
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.loop.forall_to_for %arg0 : (!transform.any_op) -> ()
    transform.yield 
  }
}

// transform.loop.forall_to_parallel
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.loop.forall_to_parallel %arg0 : (!transform.any_op) -> ()
    transform.yield 
  }
}

// transform.loop.fuse_sibling
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1:3 = transform.split_handle %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %2 = transform.loop.fuse_sibling %1#1 into %1#2 : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %3 = transform.loop.fuse_sibling %1#0 into %2 : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.loop.hoist_loop_invariant_subsets
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.loop.hoist_loop_invariant_subsets %arg0 : !transform.any_op
    transform.yield 
  }
}

// transform.loop.outline
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %function, %call = transform.loop.outline %arg0 {func_name = "ff"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.loop.parallel_for_to_nested_fors
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.loop.parallel_for_to_nested_fors %arg0 : (!transform.any_op) -> ()
    transform.yield 
  }
}

// transform.loop.peel
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.op<"scf.for"> {transform.consumed}) {
    %peeled_loop, %remainder_loop = transform.loop.peel %arg0 : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.loop.pipeline
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.op<"scf.for"> {transform.consumed}) {
    %0 = transform.loop.pipeline %arg0 {read_latency = 1 : i64} : (!transform.op<"scf.for">) -> !transform.any_op
    transform.yield 
  }
}

// transform.loop.promote_if_one_iteration
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.loop.promote_if_one_iteration %arg0 : !transform.any_op
    transform.yield 
  }
}

// transform.loop.unroll
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.loop.unroll %arg0 {factor = 4 : i64} : !transform.any_op
    transform.yield 
  }
}

// transform.loop.unroll_and_jam
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.loop.unroll_and_jam %arg0 {factor = 2 : i64} : !transform.any_op
    transform.yield 
  }
}

// transform.match.operation_empty
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.operation_empty %arg0 : !transform.any_op
    transform.yield 
  }
}

// transform.match.operation_name
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.operation_name %arg0 ["arith.muli"] : !transform.any_op
    transform.yield 
  }
}

// transform.match.param.cmpi
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_param {transform.readonly}) {
    transform.match.param.cmpi ne %arg0, %arg0 : !transform.any_param
    transform.yield 
  }
}

// transform.match.structured
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
    }
    transform.yield 
  }
}

// transform.match.structured.body
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      transform.match.structured.body %arg1 {contraction = ["arith.mulf", "arith.addf"]} : !transform.any_op
    }
    transform.yield 
  }
}

// transform.match.structured.classify_contraction_dims
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      %batch, %m, %n, %k = transform.match.structured.classify_contraction_dims %arg1 : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
    }
    transform.yield 
  }
}

// transform.match.structured.classify_convolution_dims
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      %batch, %output_image, %output_channel, %filter_loop, %input_channel, %depth, %strides, %dilations = transform.match.structured.classify_convolution_dims %arg1 : (!transform.any_op) -> (!transform.any_param, !transform.any_param, !transform.any_param, !transform.any_param, !transform.any_param, !transform.any_param, !transform.any_param, !transform.any_param)
    }
    transform.yield 
  }
}

// transform.match.structured.dim
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      transform.match.structured.dim %arg1[1] : !transform.any_op
    }
    transform.yield 
  }
}

// transform.match.structured.elemental_bitwidth
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      %0 = transform.match.structured.init %arg1[0] : (!transform.any_op) -> !transform.any_value
      %1 = transform.match.structured.elemental_bitwidth %0 : (!transform.any_value) -> !transform.any_param
    }
    transform.yield 
  }
}

// transform.match.structured.init
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      transform.match.structured.init %arg1[0] {projected_permutation} : !transform.any_op
    }
    transform.yield 
  }
}

// transform.match.structured.input
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      transform.match.structured.input %arg1[all] {projected_permutation} : !transform.any_op
    }
    transform.yield 
  }
}

// transform.match.structured.num_inits
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      %0 = transform.match.structured.num_inits %arg1 : (!transform.any_op) -> !transform.param<i64>
    }
    transform.yield 
  }
}

// transform.match.structured.num_inputs
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      %0 = transform.match.structured.num_inputs %arg1 : (!transform.any_op) -> !transform.param<i64>
    }
    transform.yield 
  }
}

// transform.match.structured.rank
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      %0 = transform.match.structured.rank %arg1 : (!transform.any_op) -> !transform.param<i64>
    }
    transform.yield 
  }
}

// transform.match.structured.result
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      %0 = transform.match.structured.result %arg1[0] : (!transform.any_op) -> !transform.any_value
    }
    transform.yield 
  }
}

// transform.match.structured.yield
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.match.structured %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      transform.match.structured.yield %arg1 : !transform.any_op
    }
    transform.yield 
  }
}

// transform.memref.alloca_to_global
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.op<"memref.alloca"> {transform.consumed}) {
    %getGlobal, %global = transform.memref.alloca_to_global %arg0 : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.memref.erase_dead_alloc_and_stores
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.memref.erase_dead_alloc_and_stores %arg0 : (!transform.any_op) -> ()
    transform.yield 
  }
}

// transform.memref.make_loop_independent
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.memref.make_loop_independent %arg0 {num_loops = 0 : i64} : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.memref.multibuffer
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.op<"memref.alloc"> {transform.consumed}) {
    %0 = transform.memref.multibuffer %arg0 {factor = 3 : i64, skip_analysis} : (!transform.op<"memref.alloc">) -> !transform.any_op
    transform.yield 
  }
}

// transform.merge_handles
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !pdl.operation {transform.readonly}) {
    %0 = transform.merge_handles %arg0, %arg0 : !pdl.operation
    transform.yield 
  }
}

// transform.named_sequence
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @__transform_main(!transform.any_op {transform.readonly})
}

// transform.num_associations
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.num_associations %arg0 : (!transform.any_op) -> !transform.param<i64>
    transform.yield 
  }
}

// transform.param.constant
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example() {
    %0 = transform.param.constant 7 : i32 -> !transform.param<i32>
    transform.yield 
  }
}

// transform.pdl_match
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.pdl_match @upward in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.print
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.print %arg0 : !transform.any_op
    transform.yield 
  }
}

// transform.replicate
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}, %arg1: !transform.param<i64> {transform.readonly}) {
    %0 = transform.replicate num(%arg0) %arg1 : !transform.any_op, !transform.param<i64>
    transform.yield 
  }
}

// transform.scf.take_assumed_branch
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.scf.take_assumed_branch %arg0 : (!transform.any_op) -> ()
    transform.yield 
  }
}

// transform.select
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.select "func.func" in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.sequence
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example() {
    transform.sequence  failures(propagate) {
    ^bb0(%arg0: !transform.any_op):
    }
    transform.yield 
  }
}

// transform.split_handle
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %0:2 = transform.split_handle %arg0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.structured.bufferize_to_allocation
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %allocated_buffer, %new_ops = transform.structured.bufferize_to_allocation %arg0 {emit_dealloc} : !transform.any_op
    transform.yield 
  }
}

// transform.structured.continuous_tile_sizes
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %tile_sizes, %chunk_sizes = transform.structured.continuous_tile_sizes %arg0 {dimension = 2 : i64, target_size = 13 : i64} : (!transform.any_op) -> !transform.param<i64>
    transform.yield 
  }
}

// transform.structured.convert_conv2d_to_img2col
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %img2col_tensor, %transformed = transform.structured.convert_conv2d_to_img2col %arg0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.structured.convert_to_loops
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.convert_to_loops %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.decompose
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.decompose %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.decompose_interface
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.decompose_interface %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.decompose_winograd_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.decompose_winograd_op %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.eliminate_empty_tensors
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.structured.eliminate_empty_tensors %arg0 : !transform.any_op
    transform.yield 
  }
}

// transform.structured.flatten_elementwise
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.flatten_elementwise %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.fuse
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %transformed, %loops:2 = transform.structured.fuse %arg0 tile_sizes [7, 10] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.structured.fuse_into_containing_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}, %arg1: !transform.any_op {transform.consumed}) {
    %fused_op, %new_containing_op = transform.structured.fuse_into_containing_op %arg0 into %arg1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.structured.generalize
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.generalize %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.gpu.map_copy_to_threads
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %forall_op, %tiled_op = transform.structured.gpu.map_copy_to_threads %arg0 total_num_threads = 0 desired_bit_alignment = 0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.structured.hoist_pad
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.hoist_pad %arg0 by 0 loops : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.hoist_pad.build_packing_loop_nest
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}, %arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.hoist_pad.build_packing_loop_nest %arg0 above %arg1 : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.hoist_redundant_vector_broadcasts
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.hoist_redundant_vector_broadcasts %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.hoist_redundant_vector_transfers
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.hoist_redundant_vector_transfers %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.insert_slice_to_copy
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.insert_slice_to_copy %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.interchange
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.interchange %arg0 iterator_interchange = [2, 0, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.linalg_copy_to_memref
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.linalg_copy_to_memref %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.lower_pack
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.op<"linalg.pack"> {transform.consumed}) {
    %pad_op, %expand_shape_op, %transpose_op = transform.structured.lower_pack %arg0 : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.yield 
  }
}

// transform.structured.lower_unpack
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.op<"linalg.unpack"> {transform.consumed}) {
    %empty_op, %transpose_op, %collapse_shape_op, %extract_slice_op = transform.structured.lower_unpack %arg0 : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield 
  }
}

// transform.structured.match
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !pdl.operation {transform.readonly}) {
    %0 = transform.structured.match ops{["arith.addf"]} in %arg0 : (!pdl.operation) -> !pdl.operation
    transform.yield 
  }
}

// transform.structured.multitile_sizes
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %low_size, %high_size, %split_point = transform.structured.multitile_sizes %arg0 {dimension = 0 : i64, divisor = 2 : i64, target_size = 3 : i64} : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.pack
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.pack %arg0 packed_sizes = [2, 0, 4] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield 
  }
}

// transform.structured.pack_greedily
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.pack_greedily %arg0 matmul_packed_sizes = [8, 0, 32] matmul_padded_sizes_next_multiple_of = [0, 16, 0] matmul_inner_dims_order = [1, 2, 0] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield 
  }
}

// transform.structured.pack_transpose
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.op<"linalg.pack"> {transform.consumed}, %arg1: !transform.op<"linalg.generic"> {transform.consumed}) {
    %packed_op, %pack_op, %un_pack_op = transform.structured.pack_transpose %arg0 with_compute_op(%arg1) outer_perm = [1, 0] inner_perm = [1, 0] : (!transform.op<"linalg.pack">, !transform.op<"linalg.generic">) -> (!transform.op<"linalg.generic">, !transform.op<"linalg.pack">, !transform.any_op)
    transform.yield 
  }
}

// transform.structured.pad
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %padded, %pad, %copy = transform.structured.pad %arg0 pad_to_multiple_of [2, 3] {nofold_flags = [1], padding_dimensions = [0, 1], transpose_paddings = [[0, 1]]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.structured.pad_tiling_interface
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %padded, %pad = transform.structured.pad_tiling_interface %arg0 to padding_sizes [8, 7, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.structured.promote
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.promote %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.promote_tensor
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_value {transform.readonly}) {
    %0 = transform.structured.promote_tensor %arg0 : !transform.any_value
    transform.yield 
  }
}

// transform.structured.replace
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.replace %arg0 {
      builtin.module {
      }
    } : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.rewrite_in_destination_passing_style
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.rewrite_in_destination_passing_style %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.scalarize
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.scalarize %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.specialize
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.specialize %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.split
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}, %arg1: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.split %arg0 after %arg1  {dimension = 0 : i64} : !transform.any_op, !transform.any_op
    transform.yield 
  }
}

// transform.structured.split_reduction
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %init_or_alloc_op, %fill_op, %split_linalg_op, %combining_linalg_op = transform.structured.split_reduction %arg0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.structured.tile_reduction_using_for
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %split_op, %combining_op, %for_op = transform.structured.tile_reduction_using_for %arg0 by tile_sizes = [] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.structured.tile_reduction_using_forall
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %split_op, %combining_op, %forall_op = transform.structured.tile_reduction_using_forall %arg0 by : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.structured.tile_using_for
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %tiled_linalg_op, %loops:2 = transform.structured.tile_using_for %arg0 tile_sizes [2, 0, 0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.structured.tile_using_forall
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %tiled_op, %forall_op = transform.structured.tile_using_forall %arg0 tile_sizes [5, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}

// transform.structured.transpose_conv2d
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.transpose_conv2d %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.transpose_matmul
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.transpose_matmul %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.vectorize
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    transform.structured.vectorize %arg0 : !transform.any_op
    transform.yield 
  }
}

// transform.structured.vectorize_children_and_apply_patterns
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.vectorize_children_and_apply_patterns %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.structured.winograd_conv2d
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.winograd_conv2d %arg0 {fmr = 0 : i32} : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.tensor.make_loop_independent
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.tensor.make_loop_independent %arg0 {num_loops = 1 : i64} : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

// transform.tune.alternatives
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.tune.alternatives<"target"> selected_region = 1 -> !transform.any_op {
      transform.yield %arg0 : !transform.any_op
    }, {
      %1 = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
      transform.yield %1 : !transform.any_op
    }
    transform.yield 
  }
}

// transform.tune.knob
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example() {
    %0 = transform.tune.knob<"size"> = 2 : i64 from options = [1, 2] -> !transform.param<i64>
    transform.yield 
  }
}

// transform.type_conversion.tensor.cast_shape_dynamic_dims
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example() {
    transform.type_conversion.tensor.cast_shape_dynamic_dims
    transform.yield 
  }
}

// transform.verify
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.verify %arg0 : !transform.any_op
    transform.yield 
  }
}

// transform.with_pdl_patterns
module attributes {transform.with_named_sequence} {
  transform.named_sequence @example(%arg0: !transform.any_op {transform.readonly}) {
    transform.with_pdl_patterns %arg0 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      sequence %arg1 : !transform.any_op failures(propagate) {
      ^bb0(%arg2: !transform.any_op):
      }
    }
    transform.yield 
  }
}

// transform.yield
module attributes {transform.with_named_sequence} {
  transform.named_sequence @other(%arg0: !transform.any_op {transform.readonly}) {
    transform.yield 
  }
}

// ub.poison
func.func @example() {
  %0 = ub.poison : i1
  return
}

// ub.unreachable
func.func @example() {
  %0 = scf.execute_region -> i32 {
    ub.unreachable
  }
  return
}

// vector.bitcast
func.func @example(%arg0: vector<8xi5>) {
  %0 = vector.bitcast %arg0 : vector<8xi5> to vector<5xi8>
  return
}

// vector.broadcast
func.func @example(%arg0: f32) {
  %0 = vector.broadcast %arg0 : f32 to vector<f32>
  return
}

// vector.compressstore
func.func @example(%arg0: memref<8xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: vector<4xf32>) {
  vector.compressstore %arg0[%arg1], %arg2, %arg3 : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return
}

// vector.constant_mask
func.func @example() {
  %0 = vector.constant_mask [1] : vector<i1>
  return
}

// vector.contract
func.func @example(%arg0: vector<1xf32>, %arg1: vector<1xf32>, %arg2: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<1xf32>, vector<1xf32> into f32
  return
}

// vector.create_mask
func.func @example(%arg0: index) {
  %0 = vector.create_mask %arg0 : vector<i1>
  return
}

// vector.deinterleave
func.func @example(%arg0: vector<2xi16>) {
  %res1, %res2 = vector.deinterleave %arg0 : vector<2xi16> -> vector<1xi16>
  return
}

// vector.expandload
func.func @example(%arg0: memref<8xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: vector<4xf32>) {
  %0 = vector.expandload %arg0[%arg1], %arg2, %arg3 : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// vector.extract
func.func @example(%arg0: vector<f32>) {
  %0 = vector.extract %arg0[] : f32 from vector<f32>
  return
}

// vector.extract_strided_slice
func.func @example(%arg0: vector<4xi8>) {
  %0 = vector.extract_strided_slice %arg0 {offsets = [1], sizes = [2], strides = [1]} : vector<4xi8> to vector<2xi8>
  return
}

// vector.fma
func.func @example(%arg0: vector<f16>) {
  %0 = vector.fma %arg0, %arg0, %arg0 : vector<f16>
  return
}

// vector.from_elements
func.func @example(%arg0: f32) {
  %0 = vector.from_elements %arg0 : vector<f32>
  return
}

// vector.gather
func.func @example(%arg0: memref<6xf32>, %arg1: index, %arg2: vector<2xi32>, %arg3: vector<2xi1>, %arg4: vector<2xf32>) {
  %0 = vector.gather %arg0[%arg1] [%arg2], %arg3, %arg4 : memref<6xf32>, vector<2xi32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return
}

// vector.insert
func.func @example(%arg0: f32, %arg1: vector<f32>) {
  %0 = vector.insert %arg0, %arg1 [] : f32 into vector<f32>
  return
}

// vector.insert_strided_slice
func.func @example(%arg0: vector<4xf32>) {
  %0 = vector.insert_strided_slice %arg0, %arg0 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
  return
}

// vector.interleave
func.func @example(%arg0: vector<f32>) {
  %0 = vector.interleave %arg0, %arg0 : vector<f32> -> vector<2xf32>
  return
}

// vector.load
func.func @example(%arg0: memref<64xi4>, %arg1: index) {
  %0 = vector.load %arg0[%arg1] : memref<64xi4>, vector<8xi4>
  return
}

// vector.mask
func.func @example(%arg0: vector<4xi1>, %arg1: vector<4xi8>) {
  %0 = vector.mask %arg0 { vector.reduction <mul>, %arg1 : vector<4xi8> into i8 } : vector<4xi1> -> i8
  return
}

// vector.maskedload
func.func @example(%arg0: memref<64xi4>, %arg1: index, %arg2: vector<6xi1>, %arg3: vector<6xi4>) {
  %0 = vector.maskedload %arg0[%arg1], %arg2, %arg3 : memref<64xi4>, vector<6xi1>, vector<6xi4> into vector<6xi4>
  return
}

// vector.maskedstore
func.func @example(%arg0: memref<64xi4>, %arg1: index, %arg2: vector<6xi1>, %arg3: vector<6xi4>) {
  vector.maskedstore %arg0[%arg1], %arg2, %arg3 : memref<64xi4>, vector<6xi1>, vector<6xi4>
  return
}

// vector.multi_reduction
func.func @example(%arg0: vector<3xi32>, %arg1: i32) {
  %0 = vector.multi_reduction <add>, %arg0, %arg1 [0] : vector<3xi32> to i32
  return
}

// vector.outerproduct
func.func @example(%arg0: vector<4xf32>) {
  %0 = vector.outerproduct %arg0, %arg0 : vector<4xf32>, vector<4xf32>
  return
}

// vector.print
func.func @example(%arg0: i1) {
  vector.print %arg0 : i1
  return
}

// vector.reduction
func.func @example(%arg0: vector<4xi8>) {
  %0 = vector.reduction <mul>, %arg0 : vector<4xi8> into i8
  return
}

// vector.scalable.extract
func.func @example(%arg0: vector<[4]xf32>) {
  %0 = vector.scalable.extract %arg0[8] : vector<4xf32> from vector<[4]xf32>
  return
}

// vector.scalable.insert
func.func @example(%arg0: vector<4xf32>, %arg1: vector<[4]xf32>) {
  %0 = vector.scalable.insert %arg0, %arg1[4] : vector<4xf32> into vector<[4]xf32>
  return
}

// vector.scan
func.func @example(%arg0: vector<4x4xf32>, %arg1: vector<4xf32>) {
  %dest, %accumulated_value = vector.scan <add>, %arg0, %arg1 {inclusive = true, reduction_dim = 1 : i64} : vector<4x4xf32>, vector<4xf32>
  return
}

// vector.scatter
func.func @example(%arg0: memref<4xf32>, %arg1: index, %arg2: vector<3xi32>, %arg3: vector<3xi1>, %arg4: vector<3xf32>) {
  vector.scatter %arg0[%arg1] [%arg2], %arg3, %arg4 : memref<4xf32>, vector<3xi32>, vector<3xi1>, vector<3xf32>
  return
}

// vector.shape_cast
func.func @example(%arg0: vector<4xi8>) {
  %0 = vector.shape_cast %arg0 : vector<4xi8> to vector<2x2xi8>
  return
}

// vector.shuffle
func.func @example(%arg0: vector<f32>) {
  %0 = vector.shuffle %arg0, %arg0 [1, 0] : vector<f32>, vector<f32>
  return
}

// vector.step
func.func @example() {
  %0 = vector.step : vector<4xindex>
  return
}

// vector.store
func.func @example(%arg0: vector<5xi4>, %arg1: memref<64xi4>, %arg2: index) {
  vector.store %arg0, %arg1[%arg2] : memref<64xi4>, vector<5xi4>
  return
}

// vector.to_elements
func.func @example(%arg0: vector<i8>) {
  %0 = vector.to_elements %arg0 : vector<i8>
  return
}

// vector.transfer_read
func.func @example(%arg0: memref<64xi4>, %arg1: index, %arg2: i4) {
  %0 = vector.transfer_read %arg0[%arg1], %arg2 : memref<64xi4>, vector<6xi4>
  return
}

// vector.transfer_write
func.func @example(%arg0: vector<16xf32>, %arg1: memref<16xf32>, %arg2: index) {
  vector.transfer_write %arg0, %arg1[%arg2] : vector<16xf32>, memref<16xf32>
  return
}

// vector.transpose
func.func @example(%arg0: vector<2x3xi1>) {
  %0 = vector.transpose %arg0, [1, 0] : vector<2x3xi1> to vector<3x2xi1>
  return
}

// vector.type_cast
func.func @example(%arg0: memref<2x4xf32>) {
  %0 = vector.type_cast %arg0 : memref<2x4xf32> to memref<vector<2x4xf32>>
  return
}

// vector.vscale
func.func @example() {
  %vscale = vector.vscale
  return
}

// vector.yield
func.func @example(%arg0: vector<4xi1>, %arg1: vector<4xf32>, %arg2: vector<4xf32>) {
  %0 = vector.mask %arg0, %arg1 { vector.yield %arg2 : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}

// x86vector.avx.bcst_to_f32.packed
func.func @example(%arg0: memref<16xbf16>) {
  %0 = x86vector.avx.bcst_to_f32.packed %arg0 : memref<16xbf16> -> vector<8xf32>
  return
}

// x86vector.avx.cvt.packed.even.indexed_to_f32
func.func @example(%arg0: memref<16xf16, strided<[1], offset: 3>>) {
  %0 = x86vector.avx.cvt.packed.even.indexed_to_f32 %arg0 : memref<16xf16, strided<[1], offset: 3>> -> vector<4xf32>
  return
}

// x86vector.avx.cvt.packed.odd.indexed_to_f32
func.func @example(%arg0: memref<?xf16, strided<[1], offset: ?>>) {
  %0 = x86vector.avx.cvt.packed.odd.indexed_to_f32 %arg0 : memref<?xf16, strided<[1], offset: ?>> -> vector<8xf32>
  return
}

// x86vector.avx.dot.i8
func.func @example(%arg0: vector<4xi32>, %arg1: vector<16xi8>) {
  %0 = x86vector.avx.dot.i8 %arg0, %arg1, %arg1 : vector<16xi8> -> vector<4xi32>
  return
}

// x86vector.avx.intr.dot
func.func @example(%arg0: vector<8xf32>, %arg1: vector<8xf32>) {
  %0 = x86vector.avx.intr.dot %arg0, %arg1 : vector<8xf32>
  return
}

// x86vector.avx.rsqrt
func.func @example(%arg0: vector<8xf32>) {
  %0 = x86vector.avx.rsqrt %arg0 : vector<8xf32>
  return
}

// x86vector.avx512.cvt.packed.f32_to_bf16
func.func @example(%arg0: vector<8xf32>) {
  %0 = x86vector.avx512.cvt.packed.f32_to_bf16 %arg0 : vector<8xf32> -> vector<8xbf16>
  return
}

// x86vector.avx512.dot
func.func @example(%arg0: vector<8xf32>, %arg1: vector<16xbf16>) {
  %0 = x86vector.avx512.dot %arg0, %arg1, %arg1 : vector<16xbf16> -> vector<8xf32>
  return
}

// x86vector.avx512.mask.compress
func.func @example(%arg0: vector<8xi1>, %arg1: vector<8xf64>) {
  %0 = x86vector.avx512.mask.compress %arg0, %arg1 : vector<8xf64>
  return
}

// x86vector.avx512.mask.rndscale
func.func @example(%arg0: vector<8xf64>, %arg1: i32, %arg2: vector<8xf64>, %arg3: i8) {
  %0 = x86vector.avx512.mask.rndscale %arg0, %arg1, %arg2, %arg3, %arg1 : vector<8xf64>
  return
}

// x86vector.avx512.mask.scalef
func.func @example(%arg0: vector<16xf32>, %arg1: vector<16xf32>, %arg2: i16, %arg3: i32) {
  %0 = x86vector.avx512.mask.scalef %arg0, %arg0, %arg1, %arg2, %arg3 : vector<16xf32>
  return
}

// x86vector.avx512.vp2intersect
func.func @example(%arg0: vector<8xi64>) {
  %k1, %k2 = x86vector.avx512.vp2intersect %arg0, %arg0 : vector<8xi64>
  return
}

