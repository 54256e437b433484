//! `terrace opt` with the ops of chapter 2.

fn main() -> std::process::ExitCode {
    transform_your_ir::opt(&transform_your_ir::chapter2::EXTENSION)
}
