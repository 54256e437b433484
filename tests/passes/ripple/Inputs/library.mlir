// Vector functions in the dialect llvm.
llvm.mlir.global internal constant @table(dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>) : vector<4xf32>
llvm.mlir.global external @counted() : i32
llvm.func @ready(i32)
llvm.func @helper(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = llvm.mlir.addressof @table : !llvm.ptr
  %1 = llvm.load %0 : !llvm.ptr -> vector<4xf32>
  %2 = llvm.fmul %x, %1 : vector<4xf32>
  llvm.return %2 : vector<4xf32>
}
llvm.func @ripple_ew_pure_scale(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = llvm.call @helper(%x) : (vector<4xf32>) -> vector<4xf32>
  llvm.return %0 : vector<4xf32>
}
llvm.func @ripple_ew_count(%x: vector<4xf32>) -> vector<4xf32> {
  llvm.return %x : vector<4xf32>
}
llvm.func @ripple_ew_mask_count(%x: vector<8xf32>, %mask: vector<8xi32>) -> vector<8xf32> {
  %0 = llvm.mlir.addressof @counted : !llvm.ptr
  %1 = llvm.load %0 : !llvm.ptr -> i32
  llvm.call @ready(%1) : (i32) -> ()
  llvm.return %x : vector<8xf32>
}
llvm.func @ripple_ew_tell(%x: vector<4xf32>) {
  llvm.return
}
llvm.func @ripple_pure_ret_t1x4f32_t4f32_turn(%x: vector<4xf32>) -> vector<4xf32> {
  llvm.return %x : vector<4xf32>
}
llvm.func @ripple_pure_mask_uniform_t4x2f32_tile(%x: vector<8xf32>, %mask: vector<8xi1>) -> vector<8xf32> {
  llvm.return %x : vector<8xf32>
}
llvm.func @ripple_pure_arg0_t4f32_sum(%x: vector<4xf32>, %s: f32) -> f32 {
  llvm.return %s : f32
}
llvm.func @ripple_pure_ret_t8f32_ramp() -> vector<8xf32> {
  %0 = llvm.mlir.constant(dense<1.0> : vector<8xf32>) : vector<8xf32>
  llvm.return %0 : vector<8xf32>
}
llvm.func @ripple_ew_pure_expf(%x: vector<4xf32>) -> vector<4xf32> {
  llvm.return %x : vector<4xf32>
}
llvm.func @ripple_pure_uniform_t8f32_bymem(%r: !llvm.ptr {llvm.sret = vector<8xf32>, llvm.align = 16 : i64}, %x: !llvm.ptr {llvm.byval = vector<8xf32>, llvm.align = 32 : i64}) {
  %0 = llvm.load %x : !llvm.ptr -> vector<8xf32>
  llvm.store %0, %r : vector<8xf32>, !llvm.ptr
  llvm.return
}
