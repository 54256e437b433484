fn main() {
    terrace_build::Mlir::new("kernels").file("src/axpy.mlir").optimize(3).compile();
    terrace_build::Ripple::new("simd").file("src/saxpy.c").header("src/saxpy.h").flag("-O3").compile();
}
