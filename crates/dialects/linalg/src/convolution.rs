//! The conditions for a structured op to be a convolution or a fill.

use std::collections::BTreeSet;

use terrace_affine::{AffineExpr, BinaryOp};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::{BinaryOpView, CheckResult, OpRef};

use crate::structured::{Structured, as_structured, element_or_self};

/// The loops that a convolution's input is subscripted with.
#[derive(Default)]
pub struct InputLoops {
    /// The dimensions that are a subscript alone.
    pub plain: BTreeSet<u32>,
    /// The dimensions of which two, with or without factors, form a subscript.
    pub convolved: BTreeSet<u32>,
}

impl InputLoops {
    fn is_new(&self, dim: u32) -> bool {
        !self.plain.contains(&dim) && !self.convolved.contains(&dim)
    }

    /// Decomposes a subscript; `None` if it is not of that form.
    fn add(&mut self, expr: &AffineExpr) -> Option<()> {
        if let Some(dim) = expr.as_dim() {
            return (self.is_new(dim) && self.plain.insert(dim)).then_some(());
        }
        let (_, lhs, rhs) = expr.as_binary().filter(|(op, ..)| *op == BinaryOp::Add)?;
        for side in [lhs, rhs] {
            let dim = side.as_dim().or_else(|| scaled_dim(side)).filter(|&dim| self.is_new(dim))?;
            self.convolved.insert(dim);
        }
        Some(())
    }
}

/// The loop in a product with a number or symbol.
fn scaled_dim(expr: &AffineExpr) -> Option<u32> {
    let (_, lhs, rhs) = expr.as_binary().filter(|(op, ..)| *op == BinaryOp::Mul)?;
    let is_factor = |expr: &AffineExpr| expr.as_constant().is_some() || expr.as_symbol().is_some();
    lhs.as_dim().filter(|_| is_factor(rhs)).or_else(|| rhs.as_dim().filter(|_| is_factor(lhs)))
}

/// The numbers of inputs and destinations of an op.
fn counts(structured: &dyn Structured, op: OpRef<'_>) -> (usize, usize) {
    let (_, outputs) = structured.destinations(op);
    (op.num_operands() - outputs, outputs)
}

/// Checks that an op convolves its first input with its second one, and classifies the loops of the first input.
///
/// # Errors
///
/// The condition for convolutions that the op violates.
pub fn check_convolution(op: OpRef<'_>) -> Result<InputLoops, &'static str> {
    let structured = as_structured(op).ok_or("expected a LinalgOp")?;
    let (inputs, outputs) = counts(structured, op);
    if inputs < 2 || outputs != 1 {
        return Err("expected op with 2 inputs and 1 output");
    }
    let maps = structured.indexing_maps(op);
    let [input, filter, .., output] = maps.as_slice() else {
        return Err("expected op with 2 inputs and 1 output");
    };
    let mut loops = InputLoops::default();
    if input.results.iter().any(|expr| loops.add(expr).is_none()) {
        return Err("unexpected input index map for convolutions");
    }
    if !filter.is_projected_permutation(false) || !output.is_projected_permutation(false) {
        return Err("expected output/filter indexing maps to be projected permutations");
    }
    let dims =
        |results: &[AffineExpr]| -> Vec<u32> { results.iter().filter_map(AffineExpr::as_dim).collect() };
    let (filter, output) = (dims(&filter.results), dims(&output.results));
    let (in_filter, in_output) = (BTreeSet::from_iter(&filter), BTreeSet::from_iter(&output));
    let parallel = structured.parallel(op);
    let is_parallel = |dim: u32| parallel.get(dim as usize).copied().unwrap_or(false);
    let unexpected = Err("unexpected loop dimension for convolution op");
    let mut covered: BTreeSet<u32> = BTreeSet::new();
    for dim in &output {
        let (plain, convolved) = (loops.plain.contains(dim), loops.convolved.contains(dim));
        // A loop of the output is seen by the input or the filter; by both only as it is.
        let fits = plain || convolved != in_filter.contains(dim);
        if !fits {
            return unexpected;
        }
        if !is_parallel(*dim) {
            return Err("expected all iterators used to access outputs to be parallel");
        }
        covered.insert(*dim);
    }
    for dim in &filter {
        let (plain, convolved) = (loops.plain.contains(dim), loops.convolved.contains(dim));
        if in_output.contains(dim) {
            if convolved {
                return unexpected;
            }
            continue;
        }
        if !plain && !convolved {
            return unexpected;
        }
        if is_parallel(*dim) {
            return Err("expected all iterators not used to access outputs to be reduction");
        }
        covered.insert(*dim);
    }
    if covered.len() != parallel.len() {
        return unexpected;
    }
    if loops.convolved.is_empty() {
        return Err("expected convolved dim to be non-empty");
    }
    Ok(loops)
}

/// Verifies that an op with the convolution interface is a convolution.
///
/// # Errors
///
/// The condition for convolutions that the op violates.
pub fn verify_convolution(op: OpRef<'_>) -> CheckResult {
    check_convolution(op).map(|_| ()).map_err(|message| plain_error(op, message))
}

/// Verifies that an op with the fill interface fills its destination with its input.
///
/// # Errors
///
/// If the op has not one scalar input of the element type of its one output.
pub fn verify_fill(op: OpRef<'_>) -> CheckResult {
    let fail = |message| Err(plain_error(op, message));
    let Some(structured) = as_structured(op) else { return fail("expected a LinalgOp") };
    if counts(structured, op) != (1, 1) {
        return fail("expected op with 1 input and 1 output");
    }
    let (cx, (value, output)) = (op.cx(), BinaryOpView(op).operands());
    let (value, output) = (value.ty(), output.ty());
    if value.is_shaped(cx) {
        return fail("expected op with scalar input");
    }
    let element = element_or_self(cx, output);
    if value != element {
        let [value, element] = [value, element].map(|ty| cx.type_text(ty));
        let rule = format!("expected fill value type ('{value}') to match output element type ('{element}')");
        return Err(op_error(op, rule));
    }
    Ok(())
}
