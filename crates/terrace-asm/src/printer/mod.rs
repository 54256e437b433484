//! stub
use terrace_ir::{Ir, OpRef};
/// opts
#[derive(Clone, Debug, Default)]
pub struct PrintOptions { }
/// p
pub fn print_ir(_ir: &Ir, _o: &PrintOptions, _out: &mut dyn std::io::Write) -> std::io::Result<()> { Ok(()) }
/// p
pub fn print_op(_op: OpRef<'_>, _o: &PrintOptions) -> String { String::new() }
