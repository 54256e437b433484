// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @sizes(%n: index) {
  // expected-error @below {{'gpu.launch_func' op expected the closest surrounding module to have the 'gpu.container_module' attribute}}
  gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
}

// -----

module attributes {gpu.container_module} {
  func.func @launch(%n: index) {
    // expected-error @below {{'gpu.launch_func' op kernel container 'kernels' is undefined}}
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  module @kernels {}
  func.func @launch(%n: index) {
    // expected-error @below {{'gpu.launch_func' op kernel module 'kernels' is undefined}}
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @takes_float(%x: f32) kernel { gpu.return }
    gpu.func @device() { gpu.return }
  }
  func.func @launch(%n: index) {
    // expected-error @below {{'gpu.launch_func' op kernel function '@kernels::@kernel' is undefined}}
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @device() { gpu.return }
  }
  func.func @launch(%n: index) {
    // expected-error @below {{'gpu.launch_func' op kernel function is missing the 'gpu.kernel' attribute}}
    gpu.launch_func @kernels::@device blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @takes_float(%x: f32) kernel { gpu.return }
  }
  func.func @launch(%n: index) {
    // expected-error @below {{'gpu.launch_func' op got 0 kernel operands but expected 1}}
    gpu.launch_func @kernels::@takes_float blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @takes_float(%x: f32) kernel { gpu.return }
  }
  func.func @launch(%n: index) {
    // expected-error @below {{'gpu.launch_func' op type of function argument 0 does not match}}
    gpu.launch_func @kernels::@takes_float blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%n : index)
    return
  }
}

// -----

// expected-error @below {{expected 'gpu.container_module' attribute to be attached to 'builtin.module'}}
func.func @container() attributes {gpu.container_module} {
  return
}

// -----

func.func @no_terminator(%n: index) {
  // expected-note @below {{in 'gpu.launch' body region}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
      threads(%tx, %ty, %tz) in (%nx = %n, %ny = %n, %nz = %n) {
    // expected-error @below {{expected 'gpu.terminator' or a terminator with successors}}
    gpu.yield
  }
  return
}

// -----

func.func @unnamed() {
  // expected-error @below {{needs to be named when marked 'async'}}
  gpu.wait async
  return
}

// -----

func.func @too_few(%n: index) {
  // expected-error @below {{'gpu.launch' op unexpected number of region arguments}}
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
  ^bb0(%a: index):
    "gpu.terminator"() : () -> ()
  }) {workgroup_attributions = 0 : i64} : (index, index, index, index, index, index) -> ()
  return
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op expected memory space workgroup in attribution}}
  gpu.func @kernel() workgroup(%a: memref<4xf32, #gpu.address_space<private>>) { gpu.return }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op expected memref type in attribution}}
  gpu.func @kernel() private(%a: index) { gpu.return }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op expected void return type for kernel function}}
  gpu.func @kernel() -> f32 kernel {
    %0 = arith.constant 0.0 : f32
    gpu.return %0 : f32
  }
}

// -----

gpu.module @kernels {
  // expected-note @below {{return type declared here}}
  gpu.func @kernel() -> f32 {
    // expected-error @below {{'gpu.return' op expected 1 result operands}}
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{gpu.func requires named arguments}}
  gpu.func @kernel(f32) { gpu.return }
}

// -----

func.func @reduce(%x: f32) {
  // expected-error @below {{expected either an op attribute or a non-empty body}}
  %0 = gpu.all_reduce %x {} : (f32) -> (f32)
  return
}

// -----

func.func @reduce(%x: f32) {
  // expected-error @below {{`and` reduction operation is not compatible with type 'f32'}}
  %0 = gpu.all_reduce and %x {} : (f32) -> (f32)
  return
}

// -----

func.func @reduce(%x: f32) {
  // expected-error @below {{incorrect region argument type}}
  %0 = gpu.all_reduce %x {
  ^bb0(%a: f64, %b: f64):
    gpu.yield %a : f64
  } : (f32) -> (f32)
  return
}

// -----

func.func @reduce(%x: f32) {
  // expected-error @below {{invalid op kind}}
  %0 = gpu.all_reduce most %x {} : (f32) -> (f32)
  return
}

// -----

func.func @reduce(%x: f32) {
  // expected-error @below {{'gpu.subgroup_reduce' op cluster size 3 is not a power of two}}
  %0 = gpu.subgroup_reduce add %x cluster(size = 3) : (f32) -> (f32)
  return
}

// -----

func.func @rotate(%x: f32) {
  // expected-error @below {{'gpu.rotate' op offset must be in the range [0, 16)}}
  %0, %1 = gpu.rotate %x, 16, 16 : f32
  return
}

// -----

func.func @broadcast(%x: f32, %lane: i32) {
  // expected-error @below {{'gpu.subgroup_broadcast' op lane can only be specified for `specific_lane` broadcast}}
  %0 = gpu.subgroup_broadcast %x, first_active_lane %lane : f32
  return
}

// -----

func.func @copy(%a: memref<4xf32>, %b: memref<5xf32>) {
  // expected-error @below {{'gpu.memcpy' op arguments have incompatible shape}}
  gpu.memcpy %a, %b : memref<4xf32>, memref<5xf32>
  return
}

// -----

// expected-error @below {{operand expected to be one of AOp, BOp or COp}}
func.func private @matrix(!gpu.mma_matrix<16x16xf16, "DOp">)

// -----

// expected-error @below {{MMAMatrixType must have exactly two dimensions}}
func.func private @matrix(!gpu.mma_matrix<16xf16, "AOp">)

// -----

func.func @product(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error @below {{operand shapes do not satisfy matmul constraints}}
  %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// -----

func.func @shared() {
  // expected-error @below {{'gpu.dynamic_shared_memory' op address space must be address_space<workgroup>}}
  %0 = gpu.dynamic_shared_memory : memref<?xi8>
  return
}

// -----

func.func @warp(%lane: index) {
  // expected-error @below {{'gpu.warp_execute_on_lane_0' op incompatible distribution dimensions from 'vector<64xf32>' to 'vector<1xf32>' with warp size = 32}}
  %0 = gpu.warp_execute_on_lane_0(%lane)[32] -> (vector<1xf32>) {
    %1 = "test.value"() : () -> vector<64xf32>
    gpu.yield %1 : vector<64xf32>
  }
  return
}

// -----

// expected-error @below {{'func.func' op gpu.known_block_size must contain exactly 3 elements}}
func.func @known() attributes {gpu.known_block_size = array<i32: 1, 2>} {
  return
}

// -----

// expected-error @below {{the object index must be positive}}
gpu.module @kernels <#gpu.select_object<-1>> {
}
