//! `ripple-select-instructions`: rewrites vector code to idioms that back ends match, and to target intrinsics.
//!
//! Each rule matches ops on vectors of any origin. Facts that types do not imply are in attributes of
//! `ripple-vectorize`: [`TABLE_BYTES`].
//!
//! Entry: the dialect llvm, without ops of Ripple. Exit: the same, without this attribute.

mod absolute_difference;
mod affine;
mod averages;
mod build;
mod byte_pairs;
mod carried_splats;
mod combined_masks;
mod compress;
mod divisions;
mod dot_product;
mod dots;
mod factors;
mod float_bounds;
mod intervals;
mod long_loops;
mod lookup;
mod narrowing;
mod paired_products;
mod partial_sums;
mod plans;
mod ranks;
mod rounded_conversion;
mod rounded_product;
mod saturating;
mod scattered;
mod small_numbers;
mod terms;
mod totals;
mod truncated_pieces;
mod writer;

pub(crate) use compress::is_at_ranks;
use terrace_ir::{Attr, Ir, Op, OpHandle, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_target::{Target, target_of};

use crate::functions::{erase_dead, functions};

/// The attribute of a `getelementptr` that has a table as its base: the number of bytes of the table, which all
/// addresses are in.
pub(crate) const TABLE_BYTES: &str = "ripple.table_bytes";

/// Rewrites vector code to instructions of the target.
pub static RIPPLE_SELECT_INSTRUCTIONS: PassDef = PassDef {
    name: "ripple-select-instructions",
    class: "RippleSelectInstructions",
    doc: "Rewrite vector code to idioms that back ends match, and to target instructions",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(SelectInstructions))),
    ..EMPTY_PASS
};

struct SelectInstructions;

impl IrPass for SelectInstructions {
    fn run(&self, ir: &mut Ir, op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let all: Vec<OpHandle> = functions(ir, op).map(|function| function.handle()).collect();
        for function in all {
            let view = ir.op(function);
            let (target, Some(body)) = (target_of(view), view.inner_body()) else { continue };
            ir.rewrite(body, |rw| {
                let mut any = totals::select_totals(rw, &*target);
                let ops: Vec<Op> = rw.body().live_ops().collect();
                for op in ops {
                    any |= RULES.iter().any(|rule| rule(rw, op, &*target).is_some());
                }
                if any {
                    erase_dead(rw);
                }
                // What is left is computed from small numbers in fewer bits.
                if small_numbers::narrow_small_numbers(rw, &*target) {
                    select_saturating_again(rw, &*target);
                }
                byte_pairs::select_byte_pairs(rw, &*target);
                if divisions::divide_as_floats(rw, &*target) {
                    erase_dead(rw);
                }
                if carried_splats::carry_splats(rw, &*target) {
                    erase_dead(rw);
                }
                drop_facts(rw);
                long_loops::mark_long_loops(rw, target.register_bytes());
            });
        }
        Ok(())
    }
}

/// Selects sums and differences that saturate in bytes, which selections of bounds are once they are narrow.
fn select_saturating_again(rw: &mut Rewriter<'_>, target: &dyn Target) {
    let ops: Vec<Op> = rw.body().live_ops().collect();
    let mut any = false;
    // The last selection of a chain has all bounds.
    for op in ops.into_iter().rev() {
        any |= saturating::select_saturating(rw, op, target).is_some();
    }
    if any {
        erase_dead(rw);
    }
}

/// Removes the attribute that rules read.
fn drop_facts(rw: &mut Rewriter<'_>) {
    let ops: Vec<Op> = rw.body().live_ops().collect();
    for op in ops {
        if rw.op(op).discardable_attr(TABLE_BYTES).is_some() {
            rw.set_attr(op, TABLE_BYTES, Attr::NULL);
        }
    }
}

/// A rule: it replaces an op, or returns `None`.
type Rule = fn(&mut Rewriter<'_>, Op, &dyn Target) -> Option<()>;

/// The rules, in the order in which they are tried.
const RULES: [Rule; 15] = [
    dot_product::select_dot_product,
    paired_products::select_paired_products,
    rounded_product::select_rounded_product,
    rounded_conversion::select_rounded_conversion,
    averages::select_average,
    absolute_difference::select_absolute_difference,
    saturating::select_saturating,
    lookup::select_lookup,
    compress::select_compression,
    compress::select_expansion,
    compress::select_count,
    narrowing::select_packing,
    scattered::write_out,
    combined_masks::select_combined_mask,
    truncated_pieces::pass_pieces,
];
