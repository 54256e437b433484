// affine-data-copy-generate: --affine-data-copy-generate
func.func @f(%m: memref<64xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %m[%i + 8] : memref<64xf32>
  }
  return
}

// affine-expand-index-ops: --affine-expand-index-ops
func.func @assumed() {
  %m = memref.alloca() : memref<8xi32>
  %s = memref.subview %m[1] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 1>>
  %a = memref.assume_alignment %s, 16 : memref<4xi32, strided<[1], offset: 1>>
  return
}

// affine-expand-index-ops-as-affine: --affine-expand-index-ops-as-affine
func.func @apart(%i: index, %n: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (4, %n, 16) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}

// affine-fold-memref-alias-ops: --affine-fold-memref-alias-ops
func.func @parts(%m: memref<12x32xf32>, %s: index, %v: f32) {
  %subview = memref.subview %m[%s, 4] [4, 4] [2, 3] : memref<12x32xf32> to memref<4x4xf32, strided<[64, 3], offset: ?>>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 3 {
      %0 = affine.load %subview[%i, %j + 1] : memref<4x4xf32, strided<[64, 3], offset: ?>>
      affine.store %0, %subview[%i, symbol(%s)] : memref<4x4xf32, strided<[64, 3], offset: ?>>
    }
  }
  return
}

// affine-loop-coalescing: --affine-loop-coalescing
func.func @f(%m: memref<4x8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %x, %m[%i, %j] : memref<4x8xf32>
    }
  }
  return
}

// affine-loop-fusion: --affine-loop-fusion
func.func @f(%to: memref<10xf32>, %x: f32) {
  %m = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %x, %m[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %m[%i] : memref<10xf32>
    affine.store %0, %to[%i] : memref<10xf32>
  }
  return
}

// affine-loop-invariant-code-motion: --affine-loop-invariant-code-motion
func.func @carried(%m: memref<10xf32>, %f: f32) -> f32 {
  %0 = affine.for %a = 0 to 10 iter_args(%c = %f) -> (f32) {
    %1 = arith.addf %c, %f : f32
    %2 = arith.mulf %f, %f : f32
    %3 = arith.addf %1, %2 : f32
    %4 = affine.vector_load %m[0] : memref<10xf32>, vector<4xf32>
    affine.vector_store %4, %m[4] : memref<10xf32>, vector<4xf32>
    affine.yield %3 : f32
  }
  return %0 : f32
}

// affine-loop-normalize: --affine-loop-normalize
func.func @f(%m: memref<16xf32>, %x: f32) {
  affine.for %i = 2 to 16 step 2 {
    affine.store %x, %m[%i] : memref<16xf32>
  }
  return
}

// affine-loop-tile: --affine-loop-tile=tile-size=4
func.func @f(%m: memref<16x10xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 10 {
      affine.store %x, %m[%i, %j] : memref<16x10xf32>
    }
  }
  return
}

// affine-loop-unroll: --pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=2}))
func.func @f(%m: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %m[%i] : memref<16xf32>
  }
  return
}

// affine-loop-unroll-jam: --pass-pipeline=builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))
func.func @f(%m: memref<8x16xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      affine.store %x, %m[%i, %j] : memref<8x16xf32>
    }
  }
  return
}

// affine-parallelize: --affine-parallelize
func.func @f(%m: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %m[%i] : memref<16xf32>
  }
  return
}

// affine-pipeline-data-transfer: --affine-pipeline-data-transfer
func.func @sums(%in: memref<32xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %buffer = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  %out = memref.alloca() : memref<f32>
  affine.store %zero, %out[] : memref<f32>
  affine.for %i = 0 to 4 {
    affine.dma_start %in[%i * 8], %buffer[%c0], %tag[%c0], %c8 : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %c8 : memref<1xi32>
    affine.for %j = 0 to 8 {
      %x = affine.load %buffer[%j] : memref<8xf32, 1>
      %sum = affine.load %out[] : memref<f32>
      %next = arith.addf %sum, %x : f32
      affine.store %next, %out[] : memref<f32>
    }
  }
  memref.dealloc %tag : memref<1xi32>
  memref.dealloc %buffer : memref<8xf32, 1>
  %result = affine.load %out[] : memref<f32>
  return %result : f32
}

// affine-raise-from-memref: --affine-raise-from-memref
func.func @products(%buffer: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %square = arith.muli %i, %j : index
      %left = memref.load %buffer[%square] : memref<?xf32>
      %scaled = arith.muli %n, %j : index
      memref.store %left, %buffer[%scaled] : memref<?xf32>
    }
  }
  return
}

// affine-scalrep: --affine-scalrep
func.func @f(%m: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 15 {
    affine.store %x, %m[%i] : memref<16xf32>
    %0 = affine.load %m[%i] : memref<16xf32>
    affine.store %0, %m[%i + 1] : memref<16xf32>
  }
  return
}

// affine-simplify-min-max: --pass-pipeline=builtin.module(func.func(affine-simplify-min-max))
func.func @f(%a: index, %b: index) -> index {
  %0 = affine.min affine_map<()[s0, s1] -> (s0, s0 + 1, s1)>()[%a, %b]
  return %0 : index
}

// affine-simplify-structures: --affine-simplify-structures
func.func @f(%m: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0, 3 - d0 >= 0)>(%i) {
      affine.store %x, %m[0] : memref<16xf32>
    } else {
      affine.store %x, %m[(%i + 1) - 1] : memref<16xf32>
    }
  }
  return
}

// affine-super-vectorize: --affine-super-vectorize=virtual-vector-size=8
func.func @f(%m: memref<20xf32>, %x: f32) {
  affine.for %i = 0 to 20 {
    %0 = affine.load %m[%i] : memref<20xf32>
    %1 = arith.mulf %0, %x : f32
    affine.store %1, %m[%i] : memref<20xf32>
  }
  return
}

// arith-emulate-unsupported-floats: --arith-emulate-unsupported-floats=source-types=bf16
func.func @widened(%a: bf16, %v: vector<4xbf16>) -> (bf16, vector<4xbf16>, bf16) {
  %0 = arith.addf %a, %a fastmath<fast> : bf16
  %1 = arith.mulf %v, %v : vector<4xbf16>
  %2 = vector.reduction <add>, %1 : vector<4xbf16> into bf16
  %3 = math.powf %0, %2 : bf16
  %4 = math.fma %3, %3, %3 : bf16
  return %4, %1, %2 : bf16, vector<4xbf16>, bf16
}

// arith-emulate-wide-int: --arith-emulate-wide-int=widest-int-supported=16
func.func @vectors(%a: vector<3x2xi32>, %c: vector<3x2xi1>) -> vector<3x2xi32> {
  %k = arith.constant dense<[[1, 2], [3, 65536], [-1, 6]]> : vector<3x2xi32>
  %0 = arith.addi %a, %k : vector<3x2xi32>
  %1 = arith.select %c, %0, %a : vector<3x2xi1>, vector<3x2xi32>
  vector.print %1 : vector<3x2xi32>
  return %1 : vector<3x2xi32>
}

// arith-expand: --arith-expand
func.func @constant_first(%a: i32) -> i32 {
  %c = arith.constant 5 : i32
  %0 = arith.minui %c, %a : i32
  return %0 : i32
}

// arith-int-range-narrowing: --arith-int-range-narrowing
func.func @compare(%a: i8) -> i1 {
  %0 = arith.index_castui %a : i8 to index
  %c3 = arith.constant 3 : index
  %1 = arith.cmpi ult, %0, %c3 : index
  return %1 : i1
}

// arith-unsigned-when-equivalent: --arith-unsigned-when-equivalent
func.func @all(%a: i8, %b: i8, %s: i32) -> (i32, i32, i32, i32, i32, i32, i64, i1, i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.extui %a : i8 to i32
  %x = arith.extui %b : i8 to i32
  %1 = arith.addi %x, %c1 : i32
  %2 = arith.divsi %0, %1 {tag} : i32
  %3 = arith.ceildivsi %0, %1 : i32
  %4 = arith.floordivsi %0, %1 : i32
  %5 = arith.remsi %0, %1 : i32
  %6 = arith.minsi %0, %1 : i32
  %7 = arith.maxsi %0, %1 : i32
  %8 = arith.extsi %0 : i32 to i64
  %9 = arith.cmpi sle, %0, %1 : i32
  %10 = arith.divsi %s, %1 : i32
  return %2, %3, %4, %5, %6, %7, %8, %9, %10 : i32, i32, i32, i32, i32, i32, i64, i1, i32
}

// arm-neon-2d-to-intr: --arm-neon-2d-to-intr
func.func @dot_product_of_rows(%a: vector<4xi32>, %b: vector<4x4xi8>, %c: vector<4x4xi8>) -> vector<4xi32> {
  %0 = arm_neon.2d.sdot %a, %b, %c : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
  return %0 : vector<4xi32>
}

// arm-sme-outer-product-fusion: --arm-sme-outer-product-fusion
func.func @two(%a: vector<[4]xf16>, %b: vector<[4]xf16>, %c: vector<[4]xf16>, %d: vector<[4]xf16>, %m: vector<[4]xi1>, %acc: vector<[4]x[4]xf32>) -> vector<[4]x[4]xf32> {
  %0 = arith.extf %a : vector<[4]xf16> to vector<[4]xf32>
  %1 = arith.extf %b : vector<[4]xf16> to vector<[4]xf32>
  %2 = arith.extf %c : vector<[4]xf16> to vector<[4]xf32>
  %3 = arith.extf %d : vector<[4]xf16> to vector<[4]xf32>
  %4 = arm_sme.outerproduct %0, %1 acc(%acc) masks(%m, %m) : vector<[4]xf32>, vector<[4]xf32>
  %5 = arm_sme.outerproduct %2, %3 acc(%4) masks(%m, %m) : vector<[4]xf32>, vector<[4]xf32>
  return %5 : vector<[4]x[4]xf32>
}

// arm-sme-vector-legalization: --arm-sme-vector-legalization
func.func @row_of_masks(%a: index, %b: index, %c: index, %i: index) -> (vector<[4]x[4]xi1>, vector<[4]x[4]xi1>) {
  %0 = vector.create_mask %a, %b, %c : vector<2x[4]x[4]xi1>
  %1 = vector.extract %0[%i] : vector<[4]x[4]xi1> from vector<2x[4]x[4]xi1>
  %2 = vector.extract %0[1] : vector<[4]x[4]xi1> from vector<2x[4]x[4]xi1>
  return %1, %2 : vector<[4]x[4]xi1>, vector<[4]x[4]xi1>
}

// arm-sve-legalize-vector-storage: --arm-sve-legalize-vector-storage
func.func @rows(%m: memref<?x?x8xi8>, %i: index) -> vector<[4]x8xi8> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i8
  %0 = vector.transfer_read %m[%i, %i, %c0], %p {in_bounds = [true, true]} : memref<?x?x8xi8>, vector<[4]x8xi8>
  return %0 : vector<[4]x8xi8>
}

// bubble-down-memory-space-casts: --bubble-down-memory-space-casts
func.func @first(%a: memref<4xf32, 1>) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = memref.memory_space_cast %a : memref<4xf32, 1> to memref<4xf32>
  %1 = memref.load %0[%c0] : memref<4xf32>
  return %1 : f32
}

// buffer-deallocation: --buffer-deallocation
func.func @nested(%n: index, %m: index) -> memref<?x?xf32> {
  %0 = arith.cmpi eq, %n, %m : index
  %alloc = memref.alloc(%n, %n) : memref<?x?xf32>
  %1 = scf.if %0 -> (memref<?x?xf32>) {
    scf.yield %alloc : memref<?x?xf32>
  } else {
    %alloc_1 = memref.alloc(%n, %m) : memref<?x?xf32>
    memref.copy %alloc, %alloc_1 : memref<?x?xf32> to memref<?x?xf32>
    scf.yield %alloc : memref<?x?xf32>
  }
  %alloc_0 = memref.alloc(%n, %m) : memref<?x?xf32>
  memref.dealloc %alloc_0 : memref<?x?xf32>
  memref.copy %alloc, %1 : memref<?x?xf32> to memref<?x?xf32>
  return %1 : memref<?x?xf32>
}

// buffer-deallocation-pipeline: --buffer-deallocation-pipeline
func.func private @private(%m: memref<2xf32>, %c: i1) -> memref<2xf32> {
  %alloc = memref.alloc() : memref<2xf32>
  cf.cond_br %c, ^bb1(%m : memref<2xf32>), ^bb1(%alloc : memref<2xf32>)
^bb1(%x: memref<2xf32>):  // 2 preds: ^bb0, ^bb0
  return %x : memref<2xf32>
}

// buffer-deallocation-simplification: --buffer-deallocation-simplification
func.func @split(%a: memref<2xf32>, %b: memref<2xf32>, %c: i1, %d: i1) -> (i1, i1) {
  %alloc = memref.alloc() : memref<2xf32>
  %0 = arith.select %c, %alloc, %a : memref<2xf32>
  %alloc_0 = memref.alloc() : memref<2xf32>
  %1:2 = bufferization.dealloc (%alloc, %0, %alloc_0, %b : memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>) if (%c, %d, %d, %c) retain (%a, %0 : memref<2xf32>, memref<2xf32>)
  return %1#0, %1#1 : i1, i1
}

// buffer-hoisting: --buffer-hoisting
func.func @branches(%c: i1, %a: memref<2xf32>, %n: index) -> memref<2xf32> {
  cf.cond_br %c, ^bb1, ^bb2(%n : index)
^bb1:  // pred: ^bb0
  cf.br ^bb3(%a : memref<2xf32>)
^bb2(%size: index):  // pred: ^bb0
  %alloc = memref.alloc() : memref<2xf32>
  %alloc_0 = memref.alloc(%size) : memref<?xf32>
  %alloc_1 = memref.alloc(%n) : memref<?xf32>
  memref.copy %alloc_0, %alloc_1 : memref<?xf32> to memref<?xf32>
  cf.br ^bb3(%alloc : memref<2xf32>)
^bb3(%0: memref<2xf32>):  // 2 preds: ^bb1, ^bb2
  return %0 : memref<2xf32>
}

// buffer-loop-hoisting: --buffer-loop-hoisting
func.func @loops(%n: index, %m: memref<2xf32>) -> memref<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %m) -> (memref<2xf32>) {
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%y = %x) -> (memref<2xf32>) {
      %alloc = memref.alloc() : memref<2xf32>
      %alloc_0 = memref.alloc() : memref<2xf32>
      memref.copy %alloc_0, %alloc : memref<2xf32> to memref<2xf32>
      scf.parallel (%k) = (%c0) to (%n) step (%c1) {
        %alloc_1 = memref.alloc() : memref<2xf32>
        memref.copy %alloc_1, %alloc_0 : memref<2xf32> to memref<2xf32>
        scf.reduce 
      }
      scf.yield %alloc : memref<2xf32>
    }
    scf.yield %1 : memref<2xf32>
  }
  return %0 : memref<2xf32>
}

// buffer-results-to-out-params: --buffer-results-to-out-params
func.func private @sized(%n: index) -> (memref<?xf32> {memref.note}) {
  %alloc = memref.alloc(%n) : memref<?xf32>
  return %alloc : memref<?xf32>
}

// bufferization-lower-deallocations: --bufferization-lower-deallocations
func.func @one(%a: memref<2xf32>, %r: memref<?xf32>, %s: memref<*xf32>, %c: i1) -> (i1, i1, i1) {
  bufferization.dealloc (%a : memref<2xf32>) if (%c)
  %0:2 = bufferization.dealloc (%a : memref<2xf32>) if (%c) retain (%r, %s : memref<?xf32>, memref<*xf32>)
  %1 = bufferization.dealloc retain (%r : memref<?xf32>)
  return %0#0, %0#1, %1 : i1, i1, i1
}

// canonicalize: --canonicalize
func.func @copied(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.copy ins(%0 : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// composite-fixed-point-pass: --composite-fixed-point-pass=pipeline=canonicalize
func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %x, %c0 : i32
  return %0 : i32
}

// control-flow-sink: --control-flow-sink
func.func @branches(%c: i1, %a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %0, %b : i32
  %2 = arith.subi %a, %b : i32
  %3 = arith.addi %2, %2 : i32
  %r = scf.if %c -> (i32) {
    %t = scf.if %c -> (i32) {
      scf.yield %1 : i32
    } else {
      scf.yield %3 : i32
    }
    scf.yield %t : i32
  } else {
    scf.yield %3 : i32
  }
  return %r : i32
}

// convert-arith-to-apfloat: --convert-arith-to-apfloat
func.func @rows(%a: vector<2xf32>, %b: vector<2xf32>) -> vector<2xf32> {
  %0 = arith.mulf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}

// convert-arith-to-arm-sme: --convert-arith-to-arm-sme
func.func @vectors(%arg0_0: index, %arg1_1: memref<64xf32>, %arg2_2: memref<1xi32>) {
  %0 = affine.vector_load %arg1_1[%arg0_0 * 4] : memref<64xf32>, vector<4xf32>
  affine.vector_store %0, %arg1_1[%arg0_0 + 2] : memref<64xf32>, vector<4xf32>
  %c0 = arith.constant 0 : index
  affine.dma_start %arg1_1[%arg0_0 + 7], %arg1_1[%arg0_0], %arg2_2[%c0], %arg0_0 : memref<64xf32>, memref<64xf32>, memref<1xi32>
  affine.dma_wait %arg2_2[%c0], %arg0_0 : memref<1xi32>
  return
}

// convert-arith-to-llvm: --convert-arith-to-llvm
func.func @flags(%a: i32, %b: i32, %x: f32) -> (i32, f32) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %1 = arith.divsi %0, %b {some.mark} : i32
  %2 = arith.addf %x, %x fastmath<nnan,contract> : f32
  return %1, %2 : i32, f32
}

// convert-arm-sme-to-llvm: --pass-pipeline=builtin.module(func.func(convert-arm-sme-to-llvm))
func.func @f() {
  %0 = arm_sme.zero {tile_id = 0 : i32} : vector<[4]x[4]xi32>
  %1 = arm_sme.get_tile {tile_id = 0 : i32} : vector<[4]x[4]xi32>
  return
}

// convert-arm-sme-to-scf: --convert-arm-sme-to-scf
func.func @f(%m: memref<?x?xi32>, %i: index) -> vector<[4]x[4]xi32> {
  %0 = arm_sme.tile_load %m[%i, %i] : memref<?x?xi32>, vector<[4]x[4]xi32>
  return %0 : vector<[4]x[4]xi32>
}

// convert-bufferization-to-memref: --convert-bufferization-to-memref
func.func @known_size(%n: index) -> memref<?xf32> {
  %m = memref.alloc(%n) : memref<?xf32>
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  memref.dealloc %m : memref<?xf32>
  return %0 : memref<?xf32>
}

// convert-cf-to-llvm: --convert-cf-to-llvm
func.func @loop(%n: index) -> index {
  cf.br ^bb1(%n : index)
^bb1(%i: index):  // 2 preds: ^bb0, ^bb1
  cf.br ^bb1(%i : index)
}

// convert-complex-to-libm: --convert-complex-to-libm
func.func @functions(%a: complex<f64>, %b: complex<f32>) -> (complex<f64>, f32, f32) {
  %0 = complex.sqrt %a : complex<f64>
  %1 = complex.pow %0, %a : complex<f64>
  %2 = complex.sqrt %1 : complex<f64>
  %3 = complex.abs %b : complex<f32>
  %4 = complex.angle %b : complex<f32>
  return %2, %3, %4 : complex<f64>, f32, f32
}

// convert-complex-to-llvm: --convert-complex-to-llvm
func.func @division(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %quotient = complex.div %a, %b : complex<f64>
  return %quotient : complex<f64>
}

// convert-complex-to-standard: --convert-complex-to-standard
func.func @example(%arg0_0: complex<f32>) {
  %0 = complex.abs %arg0_0 : complex<f32>
  return
}

// convert-elementwise-to-linalg: --convert-elementwise-to-linalg
func.func @tensors(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>, %n: f32) -> (tensor<4x?xi1>, tensor<4x?xf32>) {
  %0 = arith.addf %a, %b fastmath<fast> : tensor<4x?xf32>
  %1 = arith.cmpf olt, %0, %b : tensor<4x?xf32>
  %2 = arith.select %1, %0, %a : tensor<4x?xi1>, tensor<4x?xf32>
  %3 = arith.mulf %n, %n : f32
  return %1, %2 : tensor<4x?xi1>, tensor<4x?xf32>
}

// convert-func-to-llvm: --convert-func-to-llvm
func.func @loop(%n: index) -> index {
  cf.br ^bb1(%n : index)
^bb1(%i: index):  // 2 preds: ^bb0, ^bb1
  cf.br ^bb1(%i : index)
}

// convert-index-to-llvm: --convert-index-to-llvm
func.func @others(%a: index, %x: i32) -> (index, i64, i1, index, i1) {
  %0 = index.casts %x : i32 to index
  %1 = index.castu %a : index to i64
  %2 = index.cmp slt(%a, %0)
  %3 = index.sizeof
  %idx42 = index.constant 42
  %true = index.bool.constant true
  %4 = index.add %3, %idx42
  return %0, %1, %2, %4, %true : index, i64, i1, index, i1
}

// convert-linalg-to-affine-loops: --convert-linalg-to-affine-loops
func.func @scalar(%x: f32, %o: memref<f32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  linalg.fill ins(%x : f32) outs(%o : memref<f32>)
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// convert-linalg-to-loops: --convert-linalg-to-loops
func.func @scalar(%x: f32, %o: memref<f32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  linalg.fill ins(%x : f32) outs(%o : memref<f32>)
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// convert-linalg-to-parallel-loops: --convert-linalg-to-parallel-loops
func.func @scalar(%x: f32, %o: memref<f32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  linalg.fill ins(%x : f32) outs(%o : memref<f32>)
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// convert-linalg-to-std: --convert-linalg-to-std
#map = affine_map<() -> ()>
func.func @generic_with_library_call(%a: memref<f64>, %b: memref<f64>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = [], library_call = "negate"} ins(%a : memref<f64>) outs(%b : memref<f64>) {
  ^bb0(%x: f64, %y: f64):
    %0 = arith.negf %x : f64
    linalg.yield %0 : f64
  }
  return
}

// convert-llvm-to-ripple: --convert-llvm-to-ripple
llvm.func @llvm.ripple.block.setshape.i64(i64, i64, i64) -> !llvm.ptr

// convert-math-to-apfloat: --convert-math-to-apfloat
func.func @functions(%a: f4E2M1FN, %b: f4E2M1FN) -> (f4E2M1FN, i1, i1) {
  %0 = math.fma %a, %b, %a : f4E2M1FN
  %1 = math.absf %0 : f4E2M1FN
  %2 = math.isnan %1 : f4E2M1FN
  %3 = math.isinf %1 : f4E2M1FN
  return %1, %2, %3 : f4E2M1FN, i1, i1
}

// convert-math-to-funcs: --convert-math-to-funcs
func.func @example(%arg0_0: f32, %arg1_1: i8) {
  %0 = math.fpowi %arg0_0, %arg1_1 : f32, i8
  return
}

// convert-math-to-libm: --convert-math-to-libm
module @inner {
  func.func @exponential(%x: f32) -> f32 {
    %e = math.exp %x : f32
    return %e : f32
  }
}

// convert-math-to-llvm: --convert-math-to-llvm
func.func @pairs(%a: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %s, %c = math.sincos %a : vector<4xf32>
  return %s, %c : vector<4xf32>, vector<4xf32>
}

// convert-pdl-to-pdl-interp: --convert-pdl-to-pdl-interp
pdl.pattern @h : benefit(1) {
  %t1 = type : i32
  %t2 = type : i64
  %ts = types
  %x = operation "a.x"  -> (%t1, %ts : !pdl.type, !pdl.range<type>)
  rewrite %x with "x"
}

// convert-scf-to-cf: --convert-scf-to-cf
func.func @swap(%n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (i32, i32) {
    scf.yield %y, %x : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// convert-shape-constraints: --convert-shape-constraints
func.func @constraints(%a: tensor<?xindex>, %b: tensor<?xindex>, %c: !shape.shape) -> (!shape.witness, !shape.witness, !shape.witness) {
  %0 = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  %1 = shape.cstr_eq %a, %b : tensor<?xindex>, tensor<?xindex>
  %2 = shape.cstr_eq %c, %c, %c : !shape.shape, !shape.shape, !shape.shape
  return %0, %1, %2 : !shape.witness, !shape.witness, !shape.witness
}

// convert-shape-to-std: --convert-shape-to-std
func.func @reduce(%a: tensor<?xindex>, %n: index) -> index {
  %0 = shape.reduce(%a, %n) : tensor<?xindex> -> index {
  ^bb0(%i: index, %e: index, %x: index):
    %1 = shape.mul %x, %e : index, index -> index
    shape.yield %1 : index
  }
  return %0 : index
}

// convert-tensor-to-linalg: --convert-tensor-to-linalg
func.func @constant_inside(%in: tensor<3xi8>) -> tensor<6xi8> {
  %out = tensor.pad %in low[1] high[2] {
  ^bb0(%i: index):
    %seven = arith.constant 7 : i8
    tensor.yield %seven : i8
  } : tensor<3xi8> to tensor<6xi8>
  return %out : tensor<6xi8>
}

// convert-to-llvm: --convert-to-llvm
func.func @foo(%k: i32, %n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %last = arith.subi %n, %one : i32
  %result = arith.subi %last, %k : i32
  return %result : i32
}

// convert-ub-to-llvm: --convert-ub-to-llvm
func.func @poison() -> f32 {
  %0 = ub.poison : f32
  return %0 : f32
}

// convert-vector-to-arm-sme: --convert-vector-to-arm-sme
llvm.func @example(%arg0_0: vector<8xf32>) {
  %0 = "llvm.intr.vector.deinterleave2"(%arg0_0) : (vector<8xf32>) -> i32
  llvm.return
}

// convert-vector-to-llvm: --convert-vector-to-llvm
func.func @sum(%a: vector<4xf32>) -> f32 {
  %0 = vector.reduction <add>, %a : vector<4xf32> into f32
  return %0 : f32
}

// convert-vector-to-scf: --convert-vector-to-scf
#map = affine_map<(d0, d1) -> (d1, 0, 0)>
func.func @broadcast(%m: memref<?x?xf32>, %k: vector<4xi1>, %i: index, %f: f32) -> vector<4x2x3xf32> {
  %0 = vector.transfer_read %m[%i, %i], %f, %k {in_bounds = [true, true, true], permutation_map = #map} : memref<?x?xf32>, vector<4x2x3xf32>
  return %0 : vector<4x2x3xf32>
}

// cse: --cse
func.func @last_read_counts(%m: memref<?xi32>, %i: index, %k: i32) -> (i32, i32, i32) {
  %a = memref.load %m[%i] : memref<?xi32>
  memref.store %k, %m[%i] : memref<?xi32>
  %b = memref.load %m[%i] : memref<?xi32>
  %c = memref.load %m[%i] : memref<?xi32>
  return %a, %b, %c : i32, i32, i32
}

// drop-equivalent-buffer-results: --drop-equivalent-buffer-results
func.func private @first(%m: memref<4xf32>, %x: f32) -> (memref<4xf32>, f32) {
  return %m, %x : memref<4xf32>, f32
}

// duplicate-function-elimination: --duplicate-function-elimination
func.func private @one(%x: i32) -> i32 {
  return %x : i32
}
func.func private @other(%x: i32) -> i32 {
  return %x : i32
}
func.func @main(%x: i32) -> i32 {
  %0 = call @one(%x) : (i32) -> i32
  %1 = call @other(%0) : (i32) -> i32
  return %1 : i32
}

// eliminate-empty-tensors: --eliminate-empty-tensors
func.func @whole(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = bufferization.materialize_in_destination %0 in %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// empty-tensor-to-alloc-tensor: --empty-tensor-to-alloc-tensor
func.func @static() -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// enable-arm-streaming: --enable-arm-streaming
func.func @scalable_addition(%v: vector<[4]xf32>) -> vector<[4]xf32> {
  %0 = arith.addf %v, %v : vector<[4]xf32>
  return %0 : vector<[4]xf32>
}
func.func @zero_tile() {
  %0 = arm_sme.zero : vector<[4]x[4]xf32>
  return
}
func.func @ignored() attributes {enable_arm_streaming_ignore} {
  return
}
func.func @scalable_gather(%m: memref<?xf32>, %i: index, %v: vector<[4]xi32>, %k: vector<[4]xi1>, %p: vector<[4]xf32>) {
  %0 = vector.gather %m[%i] [%v], %k, %p : memref<?xf32>, vector<[4]xi32>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
  return
}
func.func private @declaration()

// expand-realloc: --expand-realloc
func.func @realloc(%m: memref<?xf32>, %n: index, %k: memref<4xf32>) -> (memref<?xf32>, memref<8xf32>) {
  %0 = memref.realloc %m(%n) {alignment = 8 : i64} : memref<?xf32> to memref<?xf32>
  %1 = memref.realloc %k : memref<4xf32> to memref<8xf32>
  return %0, %1 : memref<?xf32>, memref<8xf32>
}

// expand-strided-metadata: --expand-strided-metadata
func.func @f(%m: memref<8x8xf32>, %i: index) -> memref<4x4xf32, strided<[8, 1], offset: ?>> {
  %0 = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  return %0 : memref<4x4xf32, strided<[8, 1], offset: ?>>
}

// finalize-memref-to-llvm: --finalize-memref-to-llvm
func.func @callee(%m: memref<4xf32>, %u: memref<2x3xi8>) -> (memref<4xf32>, f32) attributes {llvm.bareptr, llvm.emit_c_interface} {
  %c0 = llvm.mlir.constant(0 : index) : i64
  %i = builtin.unrealized_conversion_cast %c0 : i64 to index
  %0 = memref.load %m[%i] : memref<4xf32>
  return %m, %0 : memref<4xf32>, f32
}

// finalizing-bufferize: --finalizing-bufferize
func.func @same(%m: memref<f32>) -> memref<f32> {
  %0 = bufferization.to_tensor %m : memref<f32> to tensor<f32>
  %1 = bufferization.to_buffer %0 : tensor<f32> to memref<f32>
  return %1 : memref<f32>
}

// flatten-memref: --flatten-memref
func.func @allocated(%i: index) -> memref<3x5xf32> {
  %alloc = memref.alloc() {alignment = 64 : i64} : memref<3x5xf32>
  %0 = memref.load %alloc[%i, %i] : memref<3x5xf32>
  memref.store %0, %alloc[%i, %i] : memref<3x5xf32>
  return %alloc : memref<3x5xf32>
}

// fold-memref-alias-ops: --fold-memref-alias-ops
func.func @element(%m: memref<8x16xf32>, %i: index) -> (f32, f32) {
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [8, 4, 4] : memref<8x16xf32> into memref<8x4x4xf32>
  %u = memref.load %e[%i, %i, %i] : memref<8x4x4xf32>
  %c = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %v = memref.load %c[%i] : memref<128xf32>
  return %u, %v : f32, f32
}

// fold-tensor-subset-ops: --fold-tensor-subset-ops
func.func @reduced(%s: tensor<f32>, %d: tensor<1x1xf32>, %t: tensor<1x?x1x5xf32>, %i: index, %j: index) -> tensor<1x?x1x5xf32> {
  %inserted_slice = tensor.insert_slice %s into %d[0, 0] [1, 1] [1, 1] : tensor<f32> into tensor<1x1xf32>
  %inserted_slice_0 = tensor.insert_slice %inserted_slice into %t[0, %i, 0, %j] [1, 1, 1, 1] [1, 1, 1, 1] : tensor<1x1xf32> into tensor<1x?x1x5xf32>
  return %inserted_slice_0 : tensor<1x?x1x5xf32>
}

// generate-runtime-verification: --generate-runtime-verification=verbose-level=0
func.func @f(%m: memref<?xf32>, %i: index) -> f32 {
  %0 = memref.load %m[%i] : memref<?xf32>
  return %0 : f32
}

// gpu-decompose-memrefs: --gpu-decompose-memrefs
func.func @launch(%m: memref<?x8xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %d = memref.dim %m, %c1 : memref<?x8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %d, %sy = %c1, %sz = %c1) {
    memref.store %x, %m[%tx, %c1] : memref<?x8xf32>
    gpu.terminator
  }
  return
}

// gpu-kernel-outlining: --gpu-kernel-outlining
func.func @launch(%m: memref<?x8xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %d = memref.dim %m, %c1 : memref<?x8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %d, %sy = %c1, %sz = %c1) {
    memref.store %x, %m[%tx, %c1] : memref<?x8xf32>
    gpu.terminator
  }
  return
}

// gpu-launch-sink-index-computations: --gpu-launch-sink-index-computations
func.func @launch(%m: memref<?x8xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %d = memref.dim %m, %c1 : memref<?x8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %d, %sy = %c1, %sz = %c1) {
    memref.store %x, %m[%tx, %c1] : memref<?x8xf32>
    gpu.terminator
  }
  return
}

// inline: --inline
func.func @several(%a: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  cf.cond_br %a, ^bb1(%c1 : i32), ^bb1(%c2 : i32)
^bb1(%r: i32):  // 2 preds: ^bb0, ^bb0
  return %r : i32
}

// int-range-optimizations: --int-range-optimizations
#map = affine_map<(d0) -> (d0 mod 8)>
func.func @affine(%i: index) -> i1 {
  %c8 = arith.constant 8 : index
  %0 = affine.apply #map(%i)
  %1 = arith.cmpi slt, %0, %c8 : index
  return %1 : i1
}

// lift-cf-to-scf: --lift-cf-to-scf
func.func @loop(%arg0_0: index) -> index {
  cf.br ^bb1(%arg0_0 : index)
^bb1(%0: index):  // 2 preds: ^bb0, ^bb1
  cf.br ^bb1(%0 : index)
}

// linalg-block-pack-matmul: --linalg-block-pack-matmul
func.func @example(%arg0_0: tensor<4x8xf32>, %arg1_1: tensor<4x8xf32>) {
  %0 = linalg.abs ins(%arg0_0 : tensor<4x8xf32>) outs(%arg1_1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg-decompose-aggregates: --linalg-decompose-aggregates
func.func @example(%arg0_0: tensor<4x8xf32>, %arg1_1: tensor<4x8xf32>) {
  %0 = linalg.abs ins(%arg0_0 : tensor<4x8xf32>) outs(%arg1_1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// linalg-detensorize: --pass-pipeline=builtin.module(func.func(linalg-detensorize{aggressive-mode}))
func.func @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<f32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []
  } ins(%a, %b : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.addf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// linalg-fold-into-elementwise: --linalg-fold-into-elementwise
func.func @tensors(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>, %n: f32) -> (tensor<4x?xi1>, tensor<4x?xf32>) {
  %0 = arith.addf %a, %b fastmath<fast> : tensor<4x?xf32>
  %1 = arith.cmpf olt, %0, %b : tensor<4x?xf32>
  %2 = arith.select %1, %0, %a : tensor<4x?xi1>, tensor<4x?xf32>
  %3 = arith.mulf %n, %n : f32
  return %1, %2 : tensor<4x?xi1>, tensor<4x?xf32>
}

// linalg-fold-unit-extent-dims: --linalg-fold-unit-extent-dims
func.func @known_border(%t: tensor<1x2xi32>, %x: i32) -> tensor<1x?xi32> {
  %c0 = arith.constant 0 : index
  %padded = tensor.pad %t low[0, 1] high[0, %c0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : i32
  } : tensor<1x2xi32> to tensor<1x?xi32>
  return %padded : tensor<1x?xi32>
}

// linalg-fuse-elementwise-ops: --linalg-fuse-elementwise-ops
func.func @fill(%x: f32) -> tensor<2x3x4xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %expanded = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  return %expanded : tensor<2x3x4xf32>
}

// linalg-generalize-named-ops: --linalg-generalize-named-ops
func.func @window(%i: memref<1x8x8x3xf32>, %k: memref<3x3x3x4xf32>, %o: memref<1x3x3x4xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%i, %k : memref<1x8x8x3xf32>, memref<3x3x3x4xf32>) outs(%o : memref<1x3x3x4xf32>)
  return
}

// linalg-inline-scalar-operands: --linalg-inline-scalar-operands
#map = affine_map<(d0) -> ()>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0) -> (2)>
func.func @scalars(%s: tensor<f32>, %f: f32, %v: tensor<4xf32>, %w: tensor<3xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#map, #map1, #map2, #map, #map1], iterator_types = ["parallel"]} ins(%s, %v, %w, %f : tensor<f32>, tensor<4xf32>, tensor<3xf32>, f32) outs(%v : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %1 = arith.addf %a, %b : f32
    %2 = arith.mulf %c, %d : f32
    %3 = arith.subf %1, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// linalg-morph-ops: --linalg-morph-ops
func.func @tensors(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>, %n: f32) -> (tensor<4x?xi1>, tensor<4x?xf32>) {
  %0 = arith.addf %a, %b fastmath<fast> : tensor<4x?xf32>
  %1 = arith.cmpf olt, %0, %b : tensor<4x?xf32>
  %2 = arith.select %1, %0, %a : tensor<4x?xi1>, tensor<4x?xf32>
  %3 = arith.mulf %n, %n : f32
  return %1, %2 : tensor<4x?xi1>, tensor<4x?xf32>
}

// linalg-specialize-generic-ops: --linalg-specialize-generic-ops
#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
func.func @fillp(%c: memref<4x4xi32>, %v: i32) {
  linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%v : i32) outs(%c : memref<4x4xi32>) {
  ^bb0(%x: i32, %z: i32):
    linalg.yield %x : i32
  }
  return
}

// llvm-add-comdats: --llvm-add-comdats
llvm.func linkonce @once() {
  llvm.return
}

// llvm-legalize-for-export: --llvm-legalize-for-export
llvm.func @branches(%c: i1, %a: i32, %b: i32) -> i32 {
  llvm.cond_br %c, ^bb1(%a : i32), ^bb1(%b : i32)
^bb1(%x: i32):  // 2 preds: ^bb0, ^bb0
  llvm.switch %x : i32, ^bb2 [
    1: ^bb2,
    2: ^bb3(%a : i32),
    3: ^bb3(%x : i32)
  ]
^bb2:  // 2 preds: ^bb1, ^bb1
  llvm.return %a : i32
^bb3(%y: i32):  // 2 preds: ^bb1, ^bb1
  llvm.return %y : i32
}

// llvm-request-c-wrappers: --llvm-request-c-wrappers
func.func @example(%arg0_0: vector<[4]xi1>, %arg1_1: !llvm.ptr, %arg2_2: i32) {
  "arm_sme.intr.ld1b.horiz"(%arg0_0, %arg1_1, %arg2_2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// llvm-target-to-data-layout: --llvm-target-to-data-layout
module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "">} {
}

// llvm-target-to-target-features: --llvm-target-to-target-features
module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "">} {
}

// llvm-use-default-visibility: --llvm-use-default-visibility=visibility=hidden
llvm.func linkonce @once() {
  llvm.return
}

// loop-invariant-code-motion: --loop-invariant-code-motion
func.func @f(%m: memref<?xi32>, %n: index, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.addi %a, %b : i32
    memref.store %0, %m[%i] : memref<?xi32>
  }
  return
}

// loop-invariant-subset-hoisting: --loop-invariant-subset-hoisting
func.func @f(%t: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<8xf32> {
    %1 = tensor.extract_slice %a[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %2 = math.exp %1 : tensor<4xf32>
    %3 = tensor.insert_slice %2 into %a[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    scf.yield %3 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// lower-affine: --lower-affine
func.func @vectors(%i: index, %m: memref<64xf32>, %t: memref<1xi32>) {
  %v = affine.vector_load %m[%i * 4] : memref<64xf32>, vector<4xf32>
  affine.vector_store %v, %m[%i + 2] : memref<64xf32>, vector<4xf32>
  %c0 = arith.constant 0 : index
  affine.dma_start %m[%i + 7], %m[%i], %t[%c0], %i : memref<64xf32>, memref<64xf32>, memref<1xi32>
  affine.dma_wait %t[%c0], %i : memref<1xi32>
  return
}

// lower-quant-ops: --pass-pipeline=builtin.module(func.func(lower-quant-ops))
func.func @dequantized(%x: !quant.uniform<i8:f32, 0.5:3>) -> f32 {
  %0 = quant.dcast %x : !quant.uniform<i8:f32, 0.5:3> to f32
  return %0 : f32
}

// lower-vector-mask: --lower-vector-mask
func.func @example(%arg0_0: vector<8xi5>) {
  %0 = vector.bitcast %arg0_0 : vector<8xi5> to vector<5xi8>
  return
}

// lower-vector-multi-reduction: --lower-vector-multi-reduction
func.func @example(%arg0_0: vector<8xi5>) {
  %0 = vector.bitcast %arg0_0 : vector<8xi5> to vector<5xi8>
  return
}

// lower-vector-to-from-elements-to-shuffle-tree: --lower-vector-to-from-elements-to-shuffle-tree
func.func @three(%a: vector<4xf32>, %b: vector<2xf32>, %c: vector<3xf32>) -> vector<7xf32> {
  %0:4 = vector.to_elements %a : vector<4xf32>
  %1:2 = vector.to_elements %b : vector<2xf32>
  %2:3 = vector.to_elements %c : vector<3xf32>
  %3 = vector.from_elements %1#1, %0#3, %0#3, %2#0, %1#0, %2#2, %0#1 : vector<7xf32>
  return %3 : vector<7xf32>
}

// math-expand-ops: --math-expand-ops
func.func @zeros(%x: i16) -> i16 {
  %0 = math.ctlz %x : i16
  return %0 : i16
}

// math-extend-to-supported-types: --math-extend-to-supported-types
func.func @widened(%a: bf16, %v: vector<4xbf16>) -> (bf16, vector<4xbf16>, bf16) {
  %0 = arith.addf %a, %a fastmath<fast> : bf16
  %1 = arith.mulf %v, %v : vector<4xbf16>
  %2 = vector.reduction <add>, %1 : vector<4xbf16> into bf16
  %3 = math.powf %0, %2 : bf16
  %4 = math.fma %3, %3, %3 : bf16
  return %4, %1, %2 : bf16, vector<4xbf16>, bf16
}

// math-sincos-fusion: --math-sincos-fusion
func.func @example(%arg0_0: tensor<4x8xf32>) {
  %mapped = linalg.map { math.exp } ins(%arg0_0 : tensor<4x8xf32>) outs(%arg0_0 : tensor<4x8xf32>)
  return
}

// math-uplift-to-fma: --math-uplift-to-fma
func.func @example(%arg0_0: tensor<4x8xf32>) {
  %mapped = linalg.map { math.exp } ins(%arg0_0 : tensor<4x8xf32>) outs(%arg0_0 : tensor<4x8xf32>)
  return
}

// mem2reg: --mem2reg
func.func @unused(%x: i32) {
  %a = memref.alloca() : memref<i32>
  %b = memref.alloca() : memref<i32>
  memref.store %x, %b[] : memref<i32>
  return
}

// memref-emulate-wide-int: --memref-emulate-wide-int
func.func @halves(%i: index) {
  %m = memref.alloc(%i) : memref<?xi64>
  %k = arith.constant 123456789012 : i64
  memref.store %k, %m[%i] {nontemporal = true} : memref<?xi64>
  %x = memref.load %m[%i] : memref<?xi64>
  %y = arith.addi %x, %k : i64
  memref.store %y, %m[%i] : memref<?xi64>
  return
}

// memref-expand: --memref-expand
func.func @f(%m: memref<4x4xf32>, %shape: memref<1xi32>) -> memref<?xf32> {
  %0 = memref.reshape %m(%shape) : (memref<4x4xf32>, memref<1xi32>) -> memref<?xf32>
  return %0 : memref<?xf32>
}

// mlprogram-pipeline-globals: --mlprogram-pipeline-globals
ml_program.global private mutable @count(1 : i32) : i32
func.func @counted(%x: i32) -> i32 {
  ml_program.global_store @count = %x : i32
  %0 = ml_program.global_load @count : i32
  %1 = arith.addi %0, %0 : i32
  ml_program.global_store @count = %1 : i32
  return %0 : i32
}

// normalize-memrefs: --normalize-memrefs
#map = affine_map<(d0, d1) -> (d1, d0)>
func.func @results(%m: memref<4x8xf32, #map>) -> (memref<4x8xf32, #map>, i32) {
  %c = arith.constant 7 : i32
  return %m, %c : memref<4x8xf32, #map>, i32
}

// normalize-quant-types: --pass-pipeline=builtin.module(func.func(normalize-quant-types))
func.func @simpler(%x: tensor<1x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:10, 3.0}}>>) {
  return
}

// one-shot-bufferize: --one-shot-bufferize
func.func @reads_and_calls_no_one(%t: tensor<4xi64>, %i: index) -> i64 {
  %x = tensor.extract %t[%i] : tensor<4xi64>
  return %x : i64
}

// optimize-allocation-liveness: --optimize-allocation-liveness
func.func @last_use(%m: memref<2xf32>, %c: i1, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %alloc = memref.alloc() : memref<2xf32>
  %alloc_0 = memref.alloc() : memref<2xf32>
  %alloc_1 = memref.alloc() : memref<2xf32>
  %cast = memref.cast %alloc : memref<2xf32> to memref<?xf32>
  memref.store %f, %cast[%c0] : memref<?xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %alloc_0) -> (memref<2xf32>) {
    scf.if %c {
      memref.store %f, %alloc_1[%i] : memref<2xf32>
    }
    scf.yield %x : memref<2xf32>
  }
  memref.store %f, %0[%c0] : memref<2xf32>
  memref.copy %m, %m : memref<2xf32> to memref<2xf32>
  memref.dealloc %alloc : memref<2xf32>
  memref.dealloc %alloc_0 : memref<2xf32>
  memref.dealloc %alloc_1 : memref<2xf32>
  return
}

// outline-shape-computation: --outline-shape-computation
func.func @doubled(%t: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.concat dim(0) %t, %t : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %rows = arith.muli %n, %c2 : index
  %shape = shape.from_extents %rows, %c4 : index, index
  %1 = shape.with_shape %0, %shape : tensor<?x4xf32>, !shape.shape
  %2 = shape.value_of %1 : tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// ownership-based-buffer-deallocation: --ownership-based-buffer-deallocation
func.func @unreached(%m: memref<4xf32>) {
  cf.br ^bb2(%m : memref<4xf32>)
^bb1:  // no predecessors
  cf.br ^bb2(%m : memref<4xf32>)
^bb2(%b: memref<4xf32>):  // 2 preds: ^bb0, ^bb1
  return
}

// promote-buffers-to-stack: --promote-buffers-to-stack
func.func @small(%m: memref<*xf32>, %n: index) {
  %alloc = memref.alloc() {alignment = 64 : i64, note} : memref<256xf32>
  %alloc_0 = memref.alloc() : memref<257xf32>
  %alloc_1 = memref.alloc() : memref<2xcomplex<f64>>
  %alloc_2 = memref.alloc() : memref<3xvector<3xi8>>
  %alloc_3 = memref.alloc() : memref<4xindex>
  %r = memref.rank %m : memref<*xf32>
  %alloc_4 = memref.alloc(%r) : memref<?xf32>
  %alloc_5 = memref.alloc(%r, %r) : memref<?x?xf32>
  %alloc_6 = memref.alloc(%n) : memref<?xf32>
  %alloc_7 = memref.alloc() : memref<1xi8>
  memref.dealloc %alloc_7 : memref<1xi8>
  return
}

// reconcile-unrealized-casts: --reconcile-unrealized-casts
func.func @f(%x: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %x : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i64
  return %1 : i64
}

// reify-result-shapes: --reify-result-shapes
func.func @padded(%t: tensor<4xi8>, %x: i8) -> tensor<?xi8> {
  %c2 = arith.constant 2 : index
  %0 = tensor.pad %t low[%c2] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : i8
  } : tensor<4xi8> to tensor<?xi8>
  return %0 : tensor<?xi8>
}

// remove-dead-values: --remove-dead-values
func.func private @partly(%a: i32, %b: i32, %m: memref<i32>) -> (i32, i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %b, %b : i32
  memref.store %0, %m[] : memref<i32>
  return %0, %1 : i32, i32
}

// remove-shape-constraints: --pass-pipeline=builtin.module(func.func(remove-shape-constraints))
func.func @unchecked(%a: tensor<?xindex>, %b: tensor<?xindex>) -> !shape.witness {
  %0 = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  return %0 : !shape.witness
}

// resolve-ranked-shaped-type-result-dims: --resolve-ranked-shaped-type-result-dims
func.func @generated(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %generated = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %i : index
  } : tensor<4x?xindex>
  %dim = tensor.dim %generated, %c1 : tensor<4x?xindex>
  return %dim : index
}

// resolve-shaped-type-result-dims: --resolve-shaped-type-result-dims
func.func @generated(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %generated = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %i : index
  } : tensor<4x?xindex>
  %dim = tensor.dim %generated, %c1 : tensor<4x?xindex>
  return %dim : index
}

// ripple-expand-parallel: --ripple-expand-parallel
func.func @full(%b: !llvm.ptr, %n: index, %x: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %dim = arith.constant 0 : i32
  ripple.parallel (%b : !llvm.ptr) [0] %i = %c0 to %n step %c1 {
    %chunk = ripple.parallel_idx(%b : !llvm.ptr) [%dim : i32] -> index
    memref.store %chunk, %x[%i] : memref<?xindex>
  } {no_remainder}
  return
}

// ripple-fit-blocks: --ripple-fit-blocks
#loop_pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#loop_annotation = #llvm.loop_annotation<pipeline = #loop_pipeline>
llvm.func @doubled(%p: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %b = ripple.setshape %zero[%three : i64] : i64 -> !llvm.ptr
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%zero : i64] number 7
  llvm.cond_br %mark, ^bb1, ^bb2(%zero : i64)
^bb1:  // pred: ^bb0
  llvm.unreachable
^bb2(%i: i64):  // 2 preds: ^bb0, ^bb3
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^bb3, ^bb4
^bb3:  // pred: ^bb2
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %at : !llvm.ptr -> f32
  %w = llvm.fadd %v, %v : f32
  llvm.store %w, %at : f32, !llvm.ptr
  %next = llvm.add %i, %one overflow<nsw> : i64
  llvm.br ^bb2(%next : i64) {loop_annotation = #loop_annotation}
^bb4:  // pred: ^bb2
  llvm.return
}

// ripple-lower-parallel: --ripple-lower-parallel
#loop_pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#loop_annotation = #llvm.loop_annotation<pipeline = #loop_pipeline>
llvm.func @single(%p: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%one : i64] number 7
  llvm.cond_br %mark, ^bb1, ^bb2
^bb1:  // pred: ^bb0
  llvm.unreachable
^bb2:  // pred: ^bb0
  llvm.br ^bb3(%zero : i64)
^bb3(%i: i64):  // 2 preds: ^bb2, ^bb4
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^bb4, ^bb5
^bb4:  // pred: ^bb3
  llvm.store %i, %p : i64, !llvm.ptr
  %next = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^bb3(%next : i64) {loop_annotation = #loop_annotation}
^bb5:  // pred: ^bb3
  llvm.return
}

// ripple-outer-products: --ripple-outer-products
llvm.func internal @specialized(%i: i64, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %column = ripple.setshape %zero[%one, %s16 : i64, i64] : i64 -> !llvm.ptr
  %matrix = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%matrix : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%matrix : !llvm.ptr) [%one : i64] -> i64
  %sum = llvm.add %x, %i : i64
  %at = llvm.getelementptr %c[%sum] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %at : !llvm.ptr -> f32
  %rows = ripple.reinterp(%column : !llvm.ptr) [%v : f32] -> f32
  %pc = llvm.getelementptr %c[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %rows, %pc : f32, !llvm.ptr
  llvm.return
}

// ripple-prepare: --ripple-prepare
llvm.func @pointer_as_number(%p: !llvm.ptr) -> !llvm.ptr {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %n = llvm.ptrtoint %p : !llvm.ptr to i64
  %q = llvm.inttoptr %n : i64 to !llvm.ptr
  llvm.return %q : !llvm.ptr
}

// ripple-select-instructions: --ripple-select-instructions
llvm.func @permute_of_one_register(%t: !llvm.ptr, %i: vector<64xi8>) -> vector<64xi8> attributes {target_features = #llvm.target_features<["+avx512vbmi"]>} {
  %active = llvm.mlir.constant(dense<true> : vector<64xi1>) : vector<64xi1>
  %other = llvm.mlir.poison : vector<64xi8>
  %a = llvm.getelementptr %t[%i] {ripple.table_bytes = 64 : i64} : (!llvm.ptr, vector<64xi8>) -> vector<64x!llvm.ptr>, i8
  %r = llvm.intr.masked.gather %a, %active, %other {alignment = 1 : i32} : (vector<64x!llvm.ptr>, vector<64xi1>, vector<64xi8>) -> vector<64xi8>
  llvm.return %r : vector<64xi8>
}

// ripple-vectorize: --ripple-vectorize
llvm.func @twice(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %pa = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %pa : !llvm.ptr -> f32
  %w = llvm.fadd %v, %v : f32
  llvm.store %w, %pa : f32, !llvm.ptr
  llvm.return
}

// sccp: --sccp
func.func @select_between_large_splats() -> vector<100000000000xi64> {
  %c = arith.constant dense<false> : vector<100000000000xi1>
  %a = arith.constant dense<1> : vector<100000000000xi64>
  %b = arith.constant dense<2> : vector<100000000000xi64>
  %r = arith.select %c, %a, %b : vector<100000000000xi1>, vector<100000000000xi64>
  return %r : vector<100000000000xi64>
}

// scf-for-loop-canonicalization: --scf-for-loop-canonicalization
func.func @example(%arg0_0: i1) {
  scf.while : () -> () {
    scf.condition(%arg0_0)
  } do {
    scf.yield
  } attributes {a}
  return
}

// scf-for-loop-peeling: --scf-for-loop-peeling
#map = affine_map<(d0)[s0, s1] -> (s0, -d0 + s1)>
func.func @dynamic(%l: index, %u: index, %s: index, %x: index) -> index {
  %0 = scf.for %i = %l to %u step %s iter_args(%a = %x) -> (index) {
    %1 = affine.min #map(%i)[%s, %u]
    %2 = arith.addi %a, %1 : index
    scf.yield %2 : index
  }
  return %0 : index
}

// scf-for-loop-range-folding: --scf-for-loop-range-folding
func.func @f(%m: memref<?xi32>, %n: index, %k: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %k : index
    memref.store %x, %m[%j] : memref<?xi32>
  }
  return
}

// scf-for-loop-specialization: --scf-for-loop-specialization
func.func @f(%m: memref<?xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = affine.min affine_map<(d0) -> (1024, d0)>(%n)
  scf.for %i = %c0 to %end step %c1 {
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}

// scf-for-to-while: --scf-for-to-while
func.func @example(%arg0_0: i1) {
  scf.while : () -> () {
    scf.condition(%arg0_0)
  } do {
    scf.yield
  } attributes {a}
  return
}

// scf-forall-to-for: --scf-forall-to-for
func.func @f(%m: memref<?xi32>, %n: index, %x: i32) {
  scf.forall (%i) in (%n) {
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}

// scf-forall-to-parallel: --scf-forall-to-parallel
func.func @f(%m: memref<?xi32>, %n: index, %x: i32) {
  scf.forall (%i) in (%n) {
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}

// scf-parallel-for-to-nested-fors: --scf-parallel-for-to-nested-fors
func.func @example(%arg0_0: index, %arg1_1: index) {
  scf.parallel (%arg2_2) = (%arg0_0) to (%arg1_1) step (%arg1_1) {
    scf.reduce 
  }
  return
}

// scf-parallel-loop-fusion: --scf-parallel-loop-fusion
func.func @fused(%a: memref<8xf32>, %n: index, %x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %t[%i] : memref<8xf32>
    scf.reduce 
  }
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    %e = memref.load %t[%i] : memref<8xf32>
    scf.reduce(%e : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  %r2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    %e = memref.load %t[%i] : memref<8xf32>
    scf.reduce(%e : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.mulf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %r, %r2 : f32, f32
}

// scf-parallel-loop-specialization: --scf-parallel-loop-specialization
func.func @f(%m: memref<?xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = affine.min affine_map<(d0) -> (1024, d0)>(%n)
  scf.parallel (%i) = (%c0) to (%end) step (%c1) {
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}

// scf-parallel-loop-tiling: --scf-parallel-loop-tiling
func.func @example(%arg0_0: index, %arg1_1: index) {
  scf.parallel (%arg2_2) = (%arg0_0) to (%arg1_1) step (%arg1_1) {
    scf.reduce 
  }
  return
}

// set-llvm-module-datalayout: --set-llvm-module-datalayout
func.func @example(%arg0_0: vector<[4]xi1>, %arg1_1: !llvm.ptr, %arg2_2: i32) {
  "arm_sme.intr.ld1b.horiz"(%arg0_0, %arg1_1, %arg2_2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// shape-to-shape-lowering: --pass-pipeline=builtin.module(func.func(shape-to-shape-lowering))
func.func @elements(%a: tensor<?xindex>) -> index {
  %0 = shape.num_elements %a : tensor<?xindex> -> index
  return %0 : index
}

// simplify-depthwise-conv: --simplify-depthwise-conv
func.func @channels(%i: tensor<1x4x4x3xf32>, %k: tensor<2x2x3x1xf32>, %o: tensor<1x3x3x3x1xf32>) -> tensor<1x3x3x3x1xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, kept, strides = dense<1> : tensor<2xi64>} ins(%i, %k : tensor<1x4x4x3xf32>, tensor<2x2x3x1xf32>) outs(%o : tensor<1x3x3x3x1xf32>) -> tensor<1x3x3x3x1xf32>
  return %0 : tensor<1x3x3x3x1xf32>
}

// sroa: --sroa
llvm.func @by_offset() -> i16 {
  %0 = llvm.mlir.constant(1 : i64) : i64
  %1 = llvm.alloca %0 x !llvm.struct<(i8, i32)> : (i64) -> !llvm.ptr
  %2 = llvm.getelementptr %1[6] : (!llvm.ptr) -> !llvm.ptr, i8
  %3 = llvm.load %2 : !llvm.ptr -> i16
  llvm.return %3 : i16
}

// strip-func-quant-types: --strip-func-quant-types
func.func @stored(%x: !quant.uniform<i8:f32, 0.5:3>) -> !quant.uniform<i8:f32, 0.5:3> {
  return %x : !quant.uniform<i8:f32, 0.5:3>
}

// symbol-dce: --symbol-dce
module @inner {
  func.func nested @reached() {
    return
  }
  func.func nested @not_reached() {
    return
  }
}

// symbol-privatize: --symbol-privatize
module @c {
  func.func @nested() {
    return
  }
}

// test-arm-sme-tile-allocation: --test-arm-sme-tile-allocation
func.func @mixed(%b: vector<[16]xi8>, %h: vector<[8]xf16>, %d: vector<[2]xf64>, %i: index, %m: memref<?x?xi8>, %n: memref<?x?xf16>, %o: memref<?x?xf64>) {
  %0 = arm_sme.outerproduct %h, %h : vector<[8]xf16>, vector<[8]xf16>
  %1 = arm_sme.zero : vector<[2]x[2]xf64>
  %2 = arm_sme.outerproduct %d, %d acc(%1) : vector<[2]xf64>, vector<[2]xf64>
  %3 = arm_sme.outerproduct %b, %b : vector<[16]xi8>, vector<[16]xi8>
  arm_sme.tile_store %0, %n[%i, %i] : memref<?x?xf16>, vector<[8]x[8]xf16>
  arm_sme.tile_store %2, %o[%i, %i] : memref<?x?xf64>, vector<[2]x[2]xf64>
  arm_sme.tile_store %3, %m[%i, %i] : memref<?x?xi8>, vector<[16]x[16]xi8>
  return
}

// test-lower-to-llvm: --test-lower-to-llvm
func.func @example(%arg0_0: vector<[4]xi1>, %arg1_1: !llvm.ptr, %arg2_2: i32) {
  "arm_sme.intr.ld1b.horiz"(%arg0_0, %arg1_1, %arg2_2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
  return
}

// test-scf-parallel-loop-collapsing: --test-scf-parallel-loop-collapsing=collapsed-indices-0=0,1
func.func @f(%m: memref<?x?xi32>, %n: index, %k: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %k) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xi32>
  }
  return
}

// topological-sort: --topological-sort
module {
  %0 = arith.addi %1, %1 : i32
  %1 = arith.constant 1 : i32
}

// tosa-arith-const-to-tosa-const: --pass-pipeline=builtin.module(func.func(tosa-arith-const-to-tosa-const))
func.func @constant() -> tensor<2xi8> {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi8>
  return %0 : tensor<2xi8>
}

// tosa-attach-target: --tosa-attach-target=profiles=pro_int,pro_fp
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tosa.abs %a : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// tosa-convert-integer-type-to-signless: --tosa-convert-integer-type-to-signless
func.func @f(%a: tensor<2x3xui8>) -> tensor<3x2xui8> {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xui8>) -> tensor<3x2xui8>
  return %0 : tensor<3x2xui8>
}

// tosa-infer-shapes: --pass-pipeline=builtin.module(func.func(tosa-infer-shapes))
func.func @sum(%a: tensor<1x4xf32>, %b: tensor<3x1xf32>) -> tensor<?x?xf32> {
  %0 = tosa.add %a, %b : (tensor<1x4xf32>, tensor<3x1xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// tosa-layerwise-constant-fold: --pass-pipeline=builtin.module(func.func(tosa-layerwise-constant-fold))
func.func @sum() -> tensor<1x3xi32> {
  %0 = "tosa.const"() <{values = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %1 = tosa.reduce_sum %0 {axis = 0 : i32} : (tensor<2x3xi32>) -> tensor<1x3xi32>
  return %1 : tensor<1x3xi32>
}

// tosa-narrow-f64-to-f32: --pass-pipeline=builtin.module(func.func(tosa-narrow-f64-to-f32))
func.func @f(%a: tensor<2x3xf64>) -> tensor<3x2xf64> {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xf64>) -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}

// tosa-narrow-i64-to-i32: --pass-pipeline=builtin.module(func.func(tosa-narrow-i64-to-i32))
func.func @f(%a: tensor<2x3xi64>) -> tensor<3x2xi64> {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xi64>) -> tensor<3x2xi64>
  return %0 : tensor<3x2xi64>
}

// tosa-optional-decompositions: --pass-pipeline=builtin.module(func.func(tosa-optional-decompositions))
func.func @reversed(%a: tensor<1x5x6x3xf32>, %w: tensor<4x2x3x3xf32>, %b: tensor<4xf32>) -> tensor<1x6x8x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.transpose_conv2d %a, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x5x6x3xf32>, tensor<4x2x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x8x4xf32>
  return %0 : tensor<1x6x8x4xf32>
}

// tosa-reduce-transposes: --pass-pipeline=builtin.module(func.func(tosa-reduce-transposes))
func.func @pair(%a: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = tosa.transpose %a {perms = array<i32: 2, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %1 = tosa.abs %0 : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %2 = tosa.transpose %1 {perms = array<i32: 1, 2, 0>} : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  return %2 : tensor<2x3x4xf32>
}

// tosa-to-arith: --tosa-to-arith
func.func @constant() -> tensor<2xf32> {
  %0 = "tosa.const"() <{values = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// tosa-to-linalg: --pass-pipeline=builtin.module(func.func(tosa-to-linalg))
func.func @sum(%a: tensor<2x3xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %0 = tosa.add %a, %b : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// tosa-to-linalg-named: --pass-pipeline=builtin.module(func.func(tosa-to-linalg-named))
func.func @product(%a: tensor<1x5x3xf32>, %b: tensor<1x3x6xf32>) -> tensor<1x5x6xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.matmul %a, %b, %z, %z : (tensor<1x5x3xf32>, tensor<1x3x6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x6xf32>
  return %0 : tensor<1x5x6xf32>
}

// tosa-to-linalg-pipeline: --tosa-to-linalg-pipeline
func.func @sum_of_products(%a: tensor<1x5x3xf32>, %b: tensor<1x3x6xf32>) -> tensor<1x5x1xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.matmul %a, %b, %z, %z : (tensor<1x5x3xf32>, tensor<1x3x6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x6xf32>
  %1 = tosa.reduce_sum %0 {axis = 2 : i32} : (tensor<1x5x6xf32>) -> tensor<1x5x1xf32>
  return %1 : tensor<1x5x1xf32>
}

// tosa-to-mlprogram: --tosa-to-mlprogram
module {
  tosa.variable @count = dense<7> : tensor<1xi32>
  func.func @next(%a: tensor<1xi32>) -> tensor<1xi32> {
    %0 = tosa.variable_read @count : tensor<1xi32>
    tosa.variable_write @count, %a : tensor<1xi32>
    return %0 : tensor<1xi32>
  }
}

// tosa-to-scf: --tosa-to-scf
func.func @branch(%c: tensor<i1>, %a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = tosa.cond_if %c : tensor<i1> -> tensor<f32> {
    tosa.yield %a : tensor<f32>
  } else {
    tosa.yield %b : tensor<f32>
  }
  return %0 : tensor<f32>
}

// tosa-to-tensor: --tosa-to-tensor
func.func @reshaped(%a: tensor<2x3x4xf32>) -> tensor<6x4xf32> {
  %s = tosa.const_shape {values = dense<[6, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %a, %s : (tensor<2x3x4xf32>, !tosa.shape<2>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// transform-infer-effects: --transform-infer-effects
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0_0: !transform.any_op) {
    %0 = transform.get_operand %arg0_0[0] : (!transform.any_op) -> !transform.any_value
    transform.yield 
  }
}

// transform-interpreter: --transform-interpreter
module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<16xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %x, %m[%i] : memref<16xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%arg: !transform.any_op) {
    %loop = transform.structured.match ops{["scf.for"]} in %arg : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %loop {factor = 2} : !transform.any_op
    transform.yield
  }
}
