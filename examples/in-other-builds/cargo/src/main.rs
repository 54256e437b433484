//! Calls a function in MLIR and one in C with Ripple.

mod kernels {
    include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
}
mod simd {
    include!(concat!(env!("OUT_DIR"), "/simd.rs"));
}

fn main() {
    let mut x: Vec<f32> = (0..20).map(|i| i as f32).collect();
    let mut y = vec![1.0; 10];
    // SAFETY: both buffers have 10 elements, of which `y` is written.
    unsafe { simd::saxpy(10, 2.0, x.as_ptr(), y.as_mut_ptr()) };
    // Every other element of x.
    let mut even = kernels::MemRef::new(&mut x, [10]);
    even.strides = [2];
    let mut all = kernels::MemRef::new(&mut y, [10]);
    // SAFETY: the descriptors are of buffers that live, and have 10 elements each.
    let sum = unsafe { kernels::axpy(3.0, &mut even, &mut all) };
    println!("{sum}");
}
