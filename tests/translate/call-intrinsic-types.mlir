// RUN: terrace-translate --mlir-to-llvmir %s | FileCheck %s

// The types of a call are those that the intrinsic is overloaded on, and its name ends with them.

// CHECK-LABEL: define void @gather(
// CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> %0, <4 x i1> %1, <4 x float> %2)
llvm.func @gather(%p: vector<4x!llvm.ptr<1>>, %m: vector<4xi1>, %v: vector<4xf32>) {
  %r = llvm.call_intrinsic "llvm.masked.gather"(%p, %m, %v) : (vector<4x!llvm.ptr<1>>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.return
}
// CHECK-LABEL: define void @types_in_name(
// CHECK: call i16 @llvm.bswap.i16(i16 %0)
llvm.func @types_in_name(%a: i16) {
  %r = llvm.call_intrinsic "llvm.bswap.i64"(%a) : (i16) -> i16
  llvm.return
}
// CHECK-LABEL: define void @result_with_elements(
// CHECK: call { <vscale x 2 x i64>, <vscale x 2 x i64> } @llvm.vector.deinterleave2.nxv4i64(<vscale x 4 x i64> %0)
llvm.func @result_with_elements(%a: vector<[4]xi64>) {
  %r = llvm.call_intrinsic "llvm.vector.deinterleave2"(%a) : (vector<[4]xi64>) -> !llvm.struct<(vector<[2]xi64>, vector<[2]xi64>)>
  llvm.return
}
// CHECK-LABEL: define void @variadic(
// CHECK: call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5, i32 0, i32 %0, float %1)
llvm.func @variadic(%b: i32, %c: f32) {
  %a = llvm.mlir.constant(5 : i64) : i64
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.call_intrinsic "llvm.experimental.stackmap"(%a, %0, %b, %c) : (i64, i32, i32, f32) -> ()
  llvm.return
}
// CHECK-LABEL: define void @of_a_target(
// CHECK: call <vscale x 4 x float> @llvm.aarch64.sve.fmla.nxv4f32(<vscale x 4 x i1> %0, <vscale x 4 x float> %1, <vscale x 4 x float> %1, <vscale x 4 x float> %1)
llvm.func @of_a_target(%m: vector<[4]xi1>, %a: vector<[4]xf32>) {
  %r = llvm.call_intrinsic "llvm.aarch64.sve.fmla"(%m, %a, %a, %a) : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
  llvm.return
}
