//! The material from which programs are explained.

use super::scan::find;

/// The material for explaining the accesses of programs.
#[derive(Debug, Default)]
pub struct Explained {
    /// Diagnostics as JSON, one a line.
    pub diagnostics: Vec<u8>,
    /// The modules that were compiled.
    pub modules: Vec<ExplainedModule>,
    /// Whether other sizes of blocks are tried.
    pub advise: bool,
}

/// A module of a program, and what it was compiled to.
#[derive(Debug)]
pub struct ExplainedModule {
    /// Its text, with Ripple's operations.
    pub input: String,
    /// The module without them.
    pub compiled: CompiledModule,
    /// The same with other sizes of blocks: what sizes were multiplied and divided by.
    pub variants: Vec<((u64, u64), CompiledModule)>,
}

/// A module without Ripple's operations.
#[derive(Debug)]
pub struct CompiledModule {
    /// Its text.
    pub llvm_ir: String,
    /// The assembly that clang compiles it to, with the places in the source; loops are unrolled only by constant numbers.
    pub assembly: String,
}

/// Whether diagnostics tell that a loop has blocks of another size than the program says.
pub(super) fn is_exchanged(diagnostics: &[u8]) -> bool {
    find(diagnostics, b"[ripple-block-size]").is_some()
}
