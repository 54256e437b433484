// Intrinsics of Arm are declared with the attributes that LLVM gives them; numbers of tiles are immediate arguments.
// RUN: terrace-translate --mlir-to-llvmir %s | FileCheck %s

llvm.func @sme(%p: vector<[4]xi1>, %a: !llvm.ptr, %i: i32, %v: vector<[4]xf32>, %h: vector<[8]xf16>, %p8: vector<[8]xi1>) {
 "arm_sme.intr.ld1w.horiz"(%p,%a,%i) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
 "arm_sme.intr.st1w.vert"(%p,%a,%i) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
 "arm_sme.intr.zero"() <{tile_mask = 17 : i32}> : () -> ()
 "arm_sme.intr.str"(%i,%a,%i) : (i32, !llvm.ptr, i32) -> ()
 "arm_sme.intr.mopa"(%p,%p,%v,%v) <{tile_id = 0 : i32}> : (vector<[4]xi1>,vector<[4]xi1>, vector<[4]xf32>,vector<[4]xf32>) -> ()
 "arm_sme.intr.mopa.wide"(%p8,%p8,%h,%h) <{tile_id = 0 : i32}> : (vector<[8]xi1>,vector<[8]xi1>, vector<[8]xf16>,vector<[8]xf16>) -> ()
 %0 = "arm_sme.intr.read.horiz"(%v,%p,%i) <{tile_id = 0 : i32}> : (vector<[4]xf32>,vector<[4]xi1>, i32) -> vector<[4]xf32>
 "arm_sme.intr.write.horiz"(%i,%p,%0) <{tile_id = 0 : i32}> : (i32,vector<[4]xi1>,vector<[4]xf32>) -> ()
 %c = "arm_sme.intr.cntsd"() : () -> i64
 llvm.return }
llvm.func @neon(%a: vector<8xi8>, %d: vector<2xi32>, %q: vector<16xi8>, %e: vector<4xi32>, %bf: vector<8xbf16>, %f: vector<4xf32>) { 
%0 = arm_neon.intr.smull %a, %a : vector<8xi8> to vector<8xi16>
 %1 = arm_neon.intr.sdot %d, %a, %a : vector<8xi8>, vector<8xi8> to vector<2xi32>
 %2 = arm_neon.intr.smmla %e, %q, %q : vector<16xi8> to vector<4xi32>
 %3 = arm_neon.intr.bfmmla %f, %bf, %bf : vector<8xbf16> to vector<4xf32>
 llvm.return }

// CHECK: define void @sme(<vscale x 4 x i1> %0, ptr %1, i32 %2, <vscale x 4 x float> %3, <vscale x 8 x half> %4, <vscale x 8 x i1> %5) {
// CHECK: call void @llvm.aarch64.sme.ld1w.horiz(<vscale x 4 x i1> %0, ptr %1, i32 0, i32 %2)
// CHECK: call void @llvm.aarch64.sme.st1w.vert(<vscale x 4 x i1> %0, ptr %1, i32 0, i32 %2)
// CHECK: call void @llvm.aarch64.sme.zero(i32 17)
// CHECK: call void @llvm.aarch64.sme.str(i32 %2, ptr %1, i32 %2)
// CHECK: call void @llvm.aarch64.sme.mopa.nxv4f32(i32 0, <vscale x 4 x i1> %0, <vscale x 4 x i1> %0, <vscale x 4 x float> %3, <vscale x 4 x float> %3)
// CHECK: call void @llvm.aarch64.sme.mopa.wide.nxv8f16(i32 0, <vscale x 8 x i1> %5, <vscale x 8 x i1> %5, <vscale x 8 x half> %4, <vscale x 8 x half> %4)
// CHECK: %7 = call <vscale x 4 x float> @llvm.aarch64.sme.read.horiz.nxv4f32(<vscale x 4 x float> %3, <vscale x 4 x i1> %0, i32 0, i32 %2)
// CHECK: call void @llvm.aarch64.sme.write.horiz.nxv4f32(i32 0, i32 %2, <vscale x 4 x i1> %0, <vscale x 4 x float> %7)
// CHECK: %8 = call i64 @llvm.aarch64.sme.cntsd()
// CHECK: define void @neon(<8 x i8> %0, <2 x i32> %1, <16 x i8> %2, <4 x i32> %3, <8 x bfloat> %4, <4 x float> %5) {
// CHECK: %7 = call <8 x i16> @llvm.aarch64.neon.smull.v8i16(<8 x i8> %0, <8 x i8> %0)
// CHECK: %8 = call <2 x i32> @llvm.aarch64.neon.sdot.v2i32.v8i8(<2 x i32> %1, <8 x i8> %0, <8 x i8> %0)
// CHECK: %9 = call <4 x i32> @llvm.aarch64.neon.smmla.v4i32.v16i8(<4 x i32> %3, <16 x i8> %2, <16 x i8> %2)
// CHECK: %10 = call <4 x float> @llvm.aarch64.neon.bfmmla(<4 x float> %5, <8 x bfloat> %4, <8 x bfloat> %4)
// CHECK: declare void @llvm.aarch64.sme.ld1w.horiz(<vscale x 4 x i1>, ptr, i32 immarg, i32) #0
// CHECK: declare void @llvm.aarch64.sme.st1w.vert(<vscale x 4 x i1>, ptr, i32 immarg, i32) #0
// CHECK: declare void @llvm.aarch64.sme.zero(i32 immarg) #1
// CHECK: declare void @llvm.aarch64.sme.str(i32, ptr, i32) #0
// CHECK: declare void @llvm.aarch64.sme.mopa.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #2
// CHECK: declare void @llvm.aarch64.sme.mopa.wide.nxv8f16(i32 immarg, <vscale x 8 x i1>, <vscale x 8 x i1>, <vscale x 8 x half>, <vscale x 8 x half>) #2
// CHECK: declare <vscale x 4 x float> @llvm.aarch64.sme.read.horiz.nxv4f32(<vscale x 4 x float>, <vscale x 4 x i1>, i32 immarg, i32) #3
// CHECK: declare void @llvm.aarch64.sme.write.horiz.nxv4f32(i32 immarg, i32, <vscale x 4 x i1>, <vscale x 4 x float>) #2
// CHECK: declare i64 @llvm.aarch64.sme.cntsd() #4
// CHECK: declare <8 x i16> @llvm.aarch64.neon.smull.v8i16(<8 x i8>, <8 x i8>) #4
// CHECK: declare <2 x i32> @llvm.aarch64.neon.sdot.v2i32.v8i8(<2 x i32>, <8 x i8>, <8 x i8>) #4
// CHECK: declare <4 x i32> @llvm.aarch64.neon.smmla.v4i32.v16i8(<4 x i32>, <16 x i8>, <16 x i8>) #4
// CHECK: declare <4 x float> @llvm.aarch64.neon.bfmmla(<4 x float>, <8 x bfloat>, <8 x bfloat>) #4
// CHECK: attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
// CHECK: attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
// CHECK: attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
// CHECK: attributes #3 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: read) }
// CHECK: attributes #4 = { nocallback nofree nosync nounwind willreturn memory(none) }
