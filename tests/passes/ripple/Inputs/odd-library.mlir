// What is no function, a vector of more elements than a block has, and a function for other processors.
module {
  llvm.mlir.global external @ripple_ew_table(0 : i32) : i32
  llvm.func @ripple_ew_long(%x: vector<4294967296xf32>) {
    llvm.return
  }
  llvm.func @ripple_ew_pure_twice(%x: vector<4xf32>) -> vector<4xf32> attributes {target_features = #llvm.target_features<["+avx2", "+fma"]>} {
    %y = llvm.fadd %x, %x : vector<4xf32>
    llvm.return %y : vector<4xf32>
  }
}
