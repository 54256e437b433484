// RUN: terrace-opt %s --ripple-select-instructions | FileCheck %s

// Where LLVM cannot select the truncation of what is picked from several vectors longer than 128 bits, each 128 bits are
// passed through an empty piece of assembly.

// CHECK-LABEL: llvm.func @of_three(
// CHECK: %[[ALL:.*]] = llvm.shufflevector %{{.*}} [15, 12, 9, 6, 3, 0, 20, 23] : vector<16xi64>
// CHECK: %[[PIECE:.*]] = llvm.shufflevector %[[ALL]], %[[ALL]] [0, 1] : vector<8xi64>
// CHECK: llvm.inline_asm "", "=w,0" %[[PIECE]] : (vector<2xi64>) -> vector<2xi64>
// CHECK-COUNT-3: llvm.inline_asm "", "=w,0" %{{.*}} : (vector<2xi64>) -> vector<2xi64>
// CHECK: llvm.trunc %{{.*}} : vector<8xi64> to vector<8xi8>
llvm.func @of_three(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr) -> vector<8xi8> attributes {target_features = #llvm.target_features<["+neon", "+sve"]>, vscale_range = #llvm.vscale_range<minRange = 4 : i32, maxRange = 4 : i32>} {
  %poison = llvm.mlir.poison : vector<8xi64>
  %x = llvm.load %p : !llvm.ptr -> vector<8xi64>
  %y = llvm.load %q : !llvm.ptr -> vector<8xi64>
  %z = llvm.load %r : !llvm.ptr -> vector<8xi64>
  %a = llvm.shufflevector %x, %y [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<8xi64>
  %b = llvm.shufflevector %z, %poison [0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1] : vector<8xi64>
  %c = llvm.shufflevector %a, %b [15, 12, 9, 6, 3, 0, 20, 23] : vector<16xi64>
  %t = llvm.trunc %c : vector<8xi64> to vector<8xi8>
  llvm.return %t : vector<8xi8>
}

// That of two is as it was.

// CHECK-LABEL: llvm.func @of_two(
// CHECK-NOT: inline_asm
// CHECK: llvm.return
llvm.func @of_two(%p: !llvm.ptr, %q: !llvm.ptr) -> vector<8xi8> attributes {target_features = #llvm.target_features<["+neon", "+sve"]>, vscale_range = #llvm.vscale_range<minRange = 4 : i32, maxRange = 4 : i32>} {
  %x = llvm.load %p : !llvm.ptr -> vector<8xi64>
  %y = llvm.load %q : !llvm.ptr -> vector<8xi64>
  %c = llvm.shufflevector %x, %y [15, 12, 9, 6, 3, 0, 1, 2] : vector<8xi64>
  %t = llvm.trunc %c : vector<8xi64> to vector<8xi8>
  llvm.return %t : vector<8xi8>
}
