// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s | terrace-opt | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | terrace-opt | FileCheck %s
// RUN: terrace-opt %s --emit-bytecode | terrace-opt | FileCheck %s

// CHECK: module attributes {gpu.container_module}
module attributes {gpu.container_module} {
  // CHECK: gpu.module @kernels<#gpu.select_object<2 : i64>> {
  gpu.module @kernels <#gpu.select_object<2>> {
    // CHECK-LABEL: gpu.func @ids() kernel {
    gpu.func @ids() kernel {
      // CHECK: %thread_id_x = gpu.thread_id x
      %0 = gpu.thread_id x
      // CHECK: %block_id_y = gpu.block_id y upper_bound 64
      %1 = gpu.block_id y upper_bound 64
      // CHECK: %block_dim_z = gpu.block_dim z
      %2 = gpu.block_dim z
      // CHECK: %grid_dim_x = gpu.grid_dim x
      %3 = gpu.grid_dim x
      // CHECK: %global_id_y = gpu.global_id y
      %4 = gpu.global_id y
      // CHECK: %cluster_id_x = gpu.cluster_id x
      %5 = gpu.cluster_id x
      // CHECK: %cluster_dim_x = gpu.cluster_dim x
      %6 = gpu.cluster_dim x
      // CHECK: %cluster_block_id_x = gpu.cluster_block_id x
      %7 = gpu.cluster_block_id x
      // CHECK: %cluster_dim_blocks_x = gpu.cluster_dim_blocks x
      %8 = gpu.cluster_dim_blocks x
      // CHECK: gpu.lane_id upper_bound 32
      %9 = gpu.lane_id upper_bound 32
      // CHECK: gpu.subgroup_id : index
      %10 = gpu.subgroup_id : index
      // CHECK: gpu.num_subgroups upper_bound 8 : index
      %11 = gpu.num_subgroups upper_bound 8 : index
      // CHECK: gpu.subgroup_size : index
      %12 = gpu.subgroup_size : index
      gpu.return
    }

    // CHECK-LABEL: gpu.func @buffers(%arg0: f32 {a.b}) -> f32 workgroup(%arg1 : memref<8xf32, #gpu.address_space<workgroup>> {x.y = 1 : i64}) private(%arg2 : memref<4xf32, 5>) attributes {known_block_size = array<i32: 8, 1, 1>}
    gpu.func @buffers(%x: f32 {a.b}) -> f32 workgroup(%s: memref<8xf32, #gpu.address_space<workgroup>> {x.y = 1 : i64})
        private(%p: memref<4xf32, 5>) attributes {known_block_size = array<i32: 8, 1, 1>} {
      // CHECK: gpu.barrier
      gpu.barrier
      // CHECK: gpu.all_reduce add %arg0 uniform {
      // CHECK-NEXT: } : (f32) -> f32
      %0 = gpu.all_reduce add %x uniform {} : (f32) -> f32
      // CHECK: gpu.all_reduce %arg0 {
      // CHECK-NEXT: ^bb0(%[[L:.*]]: f32, %[[R:.*]]: f32):
      // CHECK-NEXT: arith.mulf %[[L]], %[[R]] : f32
      // CHECK-NEXT: gpu.yield
      %1 = gpu.all_reduce %x {
      ^bb0(%l: f32, %r: f32):
        %m = arith.mulf %l, %r : f32
        gpu.yield %m : f32
      } : (f32) -> f32
      // CHECK: gpu.subgroup_reduce maxnumf %arg0 cluster(size = 4, stride = 2) : (f32) -> f32
      %2 = gpu.subgroup_reduce maxnumf %x cluster(size = 4, stride = 2) : (f32) -> f32
      %c3 = arith.constant 3 : i32
      // CHECK: %shuffleResult, %valid = gpu.shuffle xor %arg0, %{{.*}}, %{{.*}} : f32
      %3, %v = gpu.shuffle xor %x, %c3, %c3 : f32
      // CHECK: gpu.rotate %arg0, 3, 16 : f32
      %4, %w = gpu.rotate %x, 3, 16 : f32
      // CHECK: gpu.subgroup_broadcast %arg0, specific_lane %{{.*}} : f32
      %5 = gpu.subgroup_broadcast %x, specific_lane %c3 : f32
      // CHECK: gpu.subgroup_broadcast %arg0, first_active_lane : f32
      %6 = gpu.subgroup_broadcast %x, first_active_lane : f32
      // CHECK: gpu.printf "x: %f\0A", %arg0 : f32
      gpu.printf "x: %f\n", %x : f32
      // CHECK: gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %7 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      // CHECK: gpu.return %arg0 : f32
      gpu.return %x : f32
    }

    // CHECK-LABEL: gpu.func @matrices
    gpu.func @matrices(%b: memref<32x32xf16, 3>, %i: index, %h: f16) {
      // CHECK: gpu.subgroup_mma_load_matrix %arg0[%arg1, %arg1] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
      %0 = gpu.subgroup_mma_load_matrix %b[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
      %1 = gpu.subgroup_mma_load_matrix %b[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
      // CHECK: gpu.subgroup_mma_constant_matrix %arg2 : !gpu.mma_matrix<16x16xf16, "COp">
      %2 = gpu.subgroup_mma_constant_matrix %h : !gpu.mma_matrix<16x16xf16, "COp">
      // CHECK: gpu.subgroup_mma_compute %{{.*}}, %{{.*}}, %{{.*}} {a_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
      %3 = gpu.subgroup_mma_compute %0, %1, %2 {a_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
      // CHECK: gpu.subgroup_mma_elementwise maxf %{{.*}}, %{{.*}} : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
      %4 = gpu.subgroup_mma_elementwise maxf %3, %2 : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
      // CHECK: gpu.subgroup_mma_extract_thread_local %{{.*}}[%arg1] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
      %5 = gpu.subgroup_mma_extract_thread_local %4[%i] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
      // CHECK: gpu.subgroup_mma_insert_thread_local %{{.*}}, %{{.*}}[%arg1] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
      %6 = gpu.subgroup_mma_insert_thread_local %5, %4[%i] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
      // CHECK: gpu.subgroup_mma_store_matrix %{{.*}}, %arg0[%arg1, %arg1] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
      gpu.subgroup_mma_store_matrix %6, %b[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
      gpu.return
    }

    gpu.func @one(%n: index) kernel {
      gpu.return
    }
  }

  // CHECK-LABEL: func.func @launch
  func.func @launch(%n: index, %m: memref<?xf32>, %i: i32, %j: i64) {
    // CHECK: %[[T:.*]] = gpu.wait async
    %t = gpu.wait async
    // CHECK: %[[U:.*]] = gpu.launch async [%[[T]]] clusters(%{{.*}}, %{{.*}}, %{{.*}}) in (%{{.*}} = %arg0, %{{.*}} = %arg0, %{{.*}} = %arg0) blocks({{.*}}) in ({{.*}}) threads({{.*}}) in ({{.*}}) dynamic_shared_memory_size %arg2 module(@kernels) function(@one) workgroup(%{{.*}} : memref<4xf32, #gpu.address_space<workgroup>>) {
    %u = gpu.launch async [%t] clusters(%kx, %ky, %kz) in (%sx = %n, %sy = %n, %sz = %n)
        blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
        threads(%tx, %ty, %tz) in (%nx = %n, %ny = %n, %nz = %n)
        dynamic_shared_memory_size %i module(@kernels) function(@one)
        workgroup(%w: memref<4xf32, #gpu.address_space<workgroup>>) {
      // CHECK: gpu.terminator
      gpu.terminator
    }
    // CHECK: gpu.launch blocks
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
        threads(%tx, %ty, %tz) in (%nx = %n, %ny = %n, %nz = %n) {
      gpu.terminator
    }
    // CHECK: gpu.launch_func async [%[[T]]] @kernels::@one blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0) dynamic_shared_memory_size %arg2 args(%arg0 : index)
    %f = gpu.launch_func async [%t] @kernels::@one blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %i args(%n : index)
    // CHECK: gpu.launch_func @kernels::@ids clusters in (%arg3, %arg3, %arg3) blocks in (%arg3, %arg3, %arg3) threads in (%arg3, %arg3, %arg3) : i64
    gpu.launch_func @kernels::@ids clusters in (%j, %j, %j) blocks in (%j, %j, %j) threads in (%j, %j, %j) : i64
    // CHECK: gpu.launch_func <%[[T]] : !gpu.async.token> @kernels::@ids
    gpu.launch_func <%t : !gpu.async.token> @kernels::@ids blocks in (%n, %n, %n) threads in (%n, %n, %n)
    // CHECK: gpu.wait [%[[U]], %{{.*}}]
    gpu.wait [%u, %f]
    // CHECK: gpu.set_default_device %arg2
    gpu.set_default_device %i
    return
  }

  // CHECK-LABEL: func.func @buffers
  func.func @buffers(%n: index, %m: memref<?xf32>, %x: f32, %u: memref<*xf32>) {
    %t = gpu.wait async
    // CHECK: %memref = gpu.alloc () : memref<4xf32>
    %0 = gpu.alloc () : memref<4xf32>
    // CHECK: %memref_0, %asyncToken = gpu.alloc async [%{{.*}}] (%arg0) : memref<?xf32>
    %1, %a = gpu.alloc async [%t] (%n) : memref<?xf32>
    // CHECK: gpu.alloc host_shared (%arg0)[%arg0] : memref<?xf32, #map>
    %2 = gpu.alloc host_shared (%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
    // CHECK: gpu.memcpy async [%asyncToken] %memref_0, %arg1 : memref<?xf32>, memref<?xf32>
    %b = gpu.memcpy async [%a] %1, %m : memref<?xf32>, memref<?xf32>
    // CHECK: gpu.memset %arg1, %arg2 : memref<?xf32>, f32
    gpu.memset %m, %x : memref<?xf32>, f32
    // CHECK: gpu.host_register %arg3 : memref<*xf32>
    gpu.host_register %u : memref<*xf32>
    // CHECK: gpu.host_unregister %arg3 : memref<*xf32>
    gpu.host_unregister %u : memref<*xf32>
    // CHECK: gpu.dealloc %memref : memref<4xf32>
    gpu.dealloc %0 : memref<4xf32>
    return
  }

  // CHECK-LABEL: func.func @warp
  func.func @warp(%lane: index, %v: vector<4xf32>) -> vector<1xf32> {
    // CHECK: gpu.warp_execute_on_lane_0(%arg0)[32] {
    gpu.warp_execute_on_lane_0(%lane)[32] {
    }
    // CHECK: gpu.warp_execute_on_lane_0(%arg0)[32] args(%arg1 : vector<4xf32>) -> (vector<1xf32>) {
    // CHECK-NEXT: ^bb0(%[[A:.*]]: vector<128xf32>):
    %0 = gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<4xf32>) -> (vector<1xf32>) {
    ^bb0(%all: vector<128xf32>):
      %w = vector.extract_strided_slice %all {offsets = [0], sizes = [32], strides = [1]} : vector<128xf32> to vector<32xf32>
      // CHECK: gpu.yield %{{.*}} : vector<32xf32>
      gpu.yield %w : vector<32xf32>
    }
    return %0 : vector<1xf32>
  }

  // CHECK-LABEL: func.func @sparse
  func.func @sparse(%n: index, %ix: memref<?xindex>, %v: memref<?xf64>, %bytes: memref<?xi8>) {
    %t = gpu.wait async
    // CHECK: %dnTensor, %{{.*}} = gpu.create_dn_tensor async [%{{.*}}] %arg2, %arg0 : index into memref<?xf64>
    %d, %t1 = gpu.create_dn_tensor async [%t] %v, %n : index into memref<?xf64>
    %e = gpu.create_dn_tensor %v, %n, %n : index, index into memref<?xf64>
    // CHECK: gpu.create_coo %arg0, %arg0, %arg0, %arg1, %arg1, %arg2 : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %coo = gpu.create_coo %n, %n, %n, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
    // CHECK: gpu.create_coo_aos %arg0, %arg0, %arg0, %arg1, %arg2 : memref<?xindex>, memref<?xf64>
    %aos = gpu.create_coo_aos %n, %n, %n, %ix, %v : memref<?xindex>, memref<?xf64>
    // CHECK: gpu.create_csr %arg0, %arg0, %arg0, %arg1, %arg1, %arg2
    %csr = gpu.create_csr %n, %n, %n, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
    // CHECK: gpu.create_csc %arg0, %arg0, %arg0, %arg1, %arg1, %arg2
    %csc = gpu.create_csc %n, %n, %n, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
    // CHECK: gpu.create_bsr %arg0, %arg0, %arg0, %arg0, %arg0, %arg1, %arg1, %arg2
    %bsr = gpu.create_bsr %n, %n, %n, %n, %n, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
    // CHECK: gpu.create_2to4_spmat { PRUNE_AND_CHECK} %arg0, %arg0, %arg2 : memref<?xf64>
    %two = gpu.create_2to4_spmat {PRUNE_AND_CHECK} %n, %n, %v : memref<?xf64>
    // CHECK: gpu.spmv_buffer_size %{{.*}}{ TRANSPOSE}, %{{.*}}, %{{.*}} into f64
    %s0 = gpu.spmv_buffer_size %csr{TRANSPOSE}, %d, %e into f64
    // CHECK: gpu.spmv %{{.*}}, %{{.*}}, %{{.*}}, %arg3 : memref<?xi8> into f64
    gpu.spmv %csr, %d, %e, %bytes : memref<?xi8> into f64
    // CHECK: gpu.spmm_buffer_size %{{.*}}, %{{.*}}, %{{.*}} : index, index, index into f64
    %s1:3 = gpu.spmm_buffer_size %two, %d, %e : index, index, index into f64
    // CHECK: gpu.spmm %{{.*}}, %{{.*}}, %{{.*}}, %arg3, %arg3, %arg3 : memref<?xi8>, memref<?xi8>, memref<?xi8> into f64
    gpu.spmm %two, %d, %e, %bytes, %bytes, %bytes : memref<?xi8>, memref<?xi8>, memref<?xi8> into f64
    // CHECK: gpu.sddmm_buffer_size %{{.*}}, %{{.*}}, %{{.*}} into f64
    %s2 = gpu.sddmm_buffer_size %d, %e, %csr into f64
    // CHECK: gpu.sddmm %{{.*}}, %{{.*}}, %{{.*}}, %arg3 : memref<?xi8> into f64
    gpu.sddmm %d, %e, %csr, %bytes : memref<?xi8> into f64
    // CHECK: %desc = gpu.spgemm_create_descr
    %p = gpu.spgemm_create_descr
    // CHECK: gpu.spgemm_work_estimation_or_compute { WORK_ESTIMATION} %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %arg0, %arg3 : f64 into memref<?xi8>
    %s3 = gpu.spgemm_work_estimation_or_compute { WORK_ESTIMATION} %csr, %csr, %csr, %p, %n, %bytes : f64 into memref<?xi8>
    // CHECK: gpu.spgemm_copy %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : f64
    gpu.spgemm_copy %csr, %csr, %csr, %p : f64
    // CHECK: %rows, %cols, %nnz = gpu.spmat_get_size
    %r, %c, %z = gpu.spmat_get_size %csr
    // CHECK: gpu.set_csr_pointers %{{.*}}, %arg1, %arg1, %arg2 : memref<?xindex>, memref<?xindex>, memref<?xf64>
    gpu.set_csr_pointers %csr, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
    // CHECK: gpu.spgemm_destroy_descr
    gpu.spgemm_destroy_descr %p
    // CHECK: gpu.destroy_sp_mat
    gpu.destroy_sp_mat %csr
    // CHECK: gpu.destroy_dn_tensor
    gpu.destroy_dn_tensor %d
    return
  }
}

// CHECK-LABEL: func.func @attributes
// CHECK-SAME: #gpu.block<x>
// CHECK-SAME: #gpu.thread<linear_dim_3>
// CHECK-SAME: #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>
// CHECK-SAME: #gpu.mask<5>
// CHECK-SAME: #gpu.memory_space<workgroup>
func.func @attributes() attributes {x = [#gpu.block<x>, #gpu.thread<linear_dim_3>, #gpu.warp<y>, #gpu.lane<z>, #gpu.warpgroup<x>,
  #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.mask<5>, #gpu.memory_space<workgroup>]} {
  return
}
