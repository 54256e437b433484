//! The tests of the library, in one program, since each program is linked with all of Terrace.

mod broken_scripts;
mod builders;
mod bytecode_damage;
mod bytecode_lazy;
mod creation;
mod depth;
mod distinct;
mod extended_types;
mod extensions;
mod help;
mod large_blobs;
mod llvm_ir_damage;
mod loading;
mod malformed_ops;
mod own_dialect;
mod pages;
mod pass_options;
mod pdl_patterns;
mod robustness;
mod run_time_dialects;
mod tables;
mod transform;
mod verification;
mod workspace;
