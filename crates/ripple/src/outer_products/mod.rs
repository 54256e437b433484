//! Loops that accumulate outer products: in tiles of AArch64's Scalable Matrix Extension, or in registers.
//!
//! In `acc += a[i] * b[j]`, where `i` and `j` are indices in two dimensions of a block, the product of a column and a
//! row is added to a value of the block's shape. Such a loop is outlined to a function that holds the accumulator in
//! tiles, for vectors of any length. It executes the slices of the loop's values for the lanes at hand, with lane
//! indices as numbers. The accumulator is stored to its destination in the program, or to a buffer that the caller
//! loads it from.
//!
//! Entry: functions in the dialect llvm with ops of Ripple, locals promoted, annotated loops distributed. Exit: the
//! same, with loops and stores of transposed blocks replaced by calls of functions without Ripple (tiles), or with
//! smaller blocks (registers). Functions with errors in their shapes are left for `ripple-vectorize` to report.
//!
//! If the target has no tiles, a block that exceeds the registers is split into smaller ones, in a function as well.
//!
//! - [`recognize`] finds the loops, [`masks`] the lanes that execute them, [`memory`] the memory that accumulators are
//!   loaded from and stored to;
//! - [`linear`] computes slices and strides of values, [`sums`] differences of addresses, [`factors`] vector forms of
//!   factors, and [`groups`] the updates of one instruction;
//! - [`moves`] recreates reshaped rows as columns;
//! - [`neighbors`] combines products of neighbors in memory;
//! - [`unroll`] unrolls short inner loops, [`chains`] reassociates sums of products, and [`several`] distributes loops
//!   with several accumulators;
//! - [`transposes`] finds stores of transposed blocks, which pass through tiles as well;
//! - [`writer`] creates functions: [`kernel`] with tiles, [`registers`] without, both with [`branches`]; [`replace`]
//!   creates the call, [`sme`] ops on tiles; [`accumulation`] has the element types.

mod accumulation;
mod branches;
mod chains;
mod factors;
mod groups;
mod kernel;
mod linear;
mod masks;
mod memory;
mod moves;
mod neighbors;
mod recognize;
mod registers;
mod replace;
mod several;
mod sme;
mod sums;
mod transposes;
mod unroll;
mod writer;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::ops::LLVMFuncOp;
use terrace_ir::diag::Severity;
use terrace_ir::{Diag, Ir, Loc, OpHandle, OpRef, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::passes::cse::eliminate_common_subexpressions;
use terrace_rewrite::regions::erase_unreachable_blocks;
use terrace_target::target_of;

use crate::analysis::{Analysis, Analyzed, Analyzer, Findings, Specialization};
use crate::diagnostics::{Tag, remark};
use crate::dialect::SetShapeOp;
use crate::evaluate::integer_of_constant;
use crate::functions::{functions_of_ripple, ops_of};
use crate::libraries::Library;
use recognize::Function;
use replace::{Names, Size};

/// Outlines loops that accumulate outer products.
pub static RIPPLE_OUTER_PRODUCTS: PassDef = PassDef {
    name: "ripple-outer-products",
    class: "RippleOuterProducts",
    doc: "Outline loops that accumulate outer products to functions with SME tiles, or split their blocks; combine products of neighbors",
    anchor: Some("builtin.module"),
    options: OuterProductOptions::DEFS,
    make: |read| {
        let options = OuterProductOptions::from(read);
        let bits = options.streaming_vector_bits;
        Ok(Pass::Ir(Box::new(OuterProducts { remarks: options.remarks, bits: (bits > 0).then_some(bits) })))
    },
    ..EMPTY_PASS
};

pass_options! {
    /// The options of the pass.
    struct OuterProductOptions {
        /// Report which loops use tiles, and why others do not
        remarks("remarks"): bool = "false",
        /// The length of streaming vectors in bits, 0 for any
        streaming_vector_bits("streaming-vector-bits"): i64 = "0",
    }
}

struct OuterProducts {
    remarks: bool,
    bits: Option<i64>,
}

impl IrPass for OuterProducts {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut remarks = accumulate_in_tiles(ir, op, self.bits);
        remarks.extend(neighbors::combine_neighbors(ir, op));
        let wanted = remarks.into_iter().filter(|notice| self.remarks || notice.severity != Severity::Remark);
        wanted.for_each(|notice| run.report(notice));
        Ok(())
    }
}

/// Some functions of a module, analyzed for scalar arguments.
struct Analyses {
    all: Vec<(Specialization, Rc<Analysis>)>,
    /// Functions that are also called with arguments that have a shape.
    specialized: FxHashSet<OpHandle>,
    analyzed: Analyzed,
}

impl Analyses {
    fn of(ir: &Ir, module: OpHandle, functions: &[OpHandle]) -> Self {
        let (none, library) = (FxHashMap::default(), Library::default());
        let mut analyzer = Analyzer::new(ir, module, &none, &library, Analyzed::default());
        let mut all = Vec::new();
        // Functions without matrices call others with values of shapes, too.
        for function in functions_of_ripple(ir, module).into_iter().filter(|_| !functions.is_empty()) {
            let key = Analyzer::unspecialized(ir.op(function));
            let known = analyzer.analyze(&key, true).filter(|_| functions.contains(&function));
            all.extend(known.map(|known| (key, known)));
        }
        let specialized: FxHashSet<OpHandle> = analyzer.specialized().collect();
        Self { all, specialized, analyzed: analyzer.into_analyzed() }
    }

    /// Analyses of functions without errors.
    fn without_errors(self) -> impl Iterator<Item = (OpHandle, Rc<Analysis>)> {
        let Self { all, analyzed, .. } = self;
        all.into_iter().filter_map(move |(key, known)| {
            let mut findings = Findings::default();
            findings.collect(&analyzed, &key);
            findings.errors.is_empty().then_some((key.function, known))
        })
    }
}

/// Whether a function declares a block with rows and columns.
fn declares_matrix(function: OpRef<'_>) -> bool {
    let is_wide = |size: ValueRef<'_>| size.defining_op().and_then(integer_of_constant) != Some(1);
    ops_of(function)
        .filter_map(|op| op.cast::<SetShapeOp>())
        .any(|block| block.sizes().filter(|&size| is_wide(size)).count() > 1)
}

/// Outlines the loops of a module that accumulate outer products, as far as the target of their function has tiles or
/// registers for them; returns remarks. `bits` is the length of streaming vectors, if it is known.
pub fn accumulate_in_tiles(ir: &mut Ir, module: OpHandle, bits: Option<i64>) -> Vec<Box<Diag>> {
    let functions: Vec<OpHandle> = functions_of_ripple(ir, module)
        .into_iter()
        .filter(|&function| {
            let target = target_of(ir.op(function));
            (target.has_tiles() || target.accumulator_registers().is_some())
                && declares_matrix(ir.op(function))
        })
        .collect();
    for &function in &functions {
        let Some(body) = ir.op(function).inner_body() else { continue };
        ir.rewrite(body, |rw| {
            erase_unreachable_blocks(rw);
            eliminate_common_subexpressions(rw);
        });
    }
    moves::compute_in_dimension_of_use(ir, module, &functions);
    let with_tiles: Vec<OpHandle> =
        functions.iter().copied().filter(|&function| target_of(ir.op(function)).has_tiles()).collect();
    for &function in &with_tiles {
        let Some(body) = ir.op(function).inner_body() else { continue };
        ir.rewrite(body, |rw| {
            if unroll::write_out_loops(rw) {
                eliminate_common_subexpressions(rw);
            }
            chains::add_one_by_one(rw);
        });
    }
    several::divide_by_accumulators(ir, module, &with_tiles);
    let mut remarks = Vec::new();
    let (mut found, mut transposes) = (Vec::new(), Vec::new());
    {
        let Analyses { all, specialized, analyzed } = Analyses::of(ir, module, &functions);
        let mut findings = Findings::default();
        all.iter().for_each(|(key, _)| findings.collect(&analyzed, key));
        if !findings.errors.is_empty() {
            // `ripple-vectorize` reports them.
            return remarks;
        }
        for (key, known) in all {
            let (handle, shapes) = (key.function, &known.shapes);
            let op = ir.op(handle);
            if shapes.is_scalar() || specialized.contains(&handle) {
                continue;
            }
            let function = Function::new(op, shapes);
            let has_tiles = function.target.has_tiles();
            for transpose in if has_tiles { function.transposes() } else { Vec::new() } {
                let message = "a block is transposed in tiles";
                remarks.push(remark(Tag::OuterProduct, transpose.loc, message));
                transposes.push((handle, Rc::clone(&known), transpose));
            }
            let (products, missed) = function.outer_products();
            for (loc, reason) in missed.into_iter().filter(|_| has_tiles) {
                let message = format!("outer products are accumulated without tiles: {reason}");
                remarks.push(remark(Tag::OuterProduct, loc, message));
            }
            for product in products {
                let Some(blocks) = replace::blocks_of(&function, &product) else { continue };
                let sizes = product.dims.map(|(_, size)| size);
                let parts = match has_tiles {
                    true => None,
                    false => {
                        let registers = function.target.accumulator_registers();
                        registers.and_then(|known| known.parts(product.accumulation.bytes(), sizes))
                    }
                };
                let message = match parts {
                    None if has_tiles => "outer products are accumulated in tiles".to_owned(),
                    None => continue,
                    Some([rows, columns]) => {
                        format!(
                            "outer products are accumulated in parts of {rows} rows and {columns} columns"
                        )
                    }
                };
                remarks.push(remark(Tag::OuterProduct, product.loc, message));
                found.push((handle, Rc::clone(&known), product, blocks, parts));
            }
        }
    }
    let mut names = Names::new(ir, module);
    let any = !transposes.is_empty() || found.iter().any(|(.., parts)| parts.is_none());
    for (function, known, transpose) in transposes {
        replace::replace_transpose(ir, &mut names, function, &known.shapes, &transpose, bits);
    }
    for (function, known, product, blocks, parts) in found {
        let size = parts.map_or(Size::Tiles(bits), Size::Parts);
        replace::replace(ir, &mut names, function, &known.shapes, &product, blocks, size);
    }
    let has_tiles = |&function: &OpHandle| {
        let op = ir.op(function).cast::<LLVMFuncOp>().filter(|_| target_of(ir.op(function)).has_tiles());
        op.is_some_and(|op| op.arm_new_za())
    };
    if any || functions.iter().any(has_tiles) {
        replace::provide_save(ir, module);
    }
    // The copies of a loop, for full blocks and the remainder, are reported once.
    let mut seen: FxHashSet<(Loc, String)> = FxHashSet::default();
    remarks.retain(|notice| seen.insert((notice.loc, notice.message.clone())));
    remarks
}
