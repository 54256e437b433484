//! The tests of this crate, in one program, since each program is linked with all of Terrace.

mod causes;
mod check;
mod corpus;
mod explain;
mod llvm_ir;
mod marks;
