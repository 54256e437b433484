//! `arith-int-range-narrowing`: integers are computed in fewer bits where those hold all that can occur.

use terrace_dialects_core::arith::IntegerOverflowFlags;
use terrace_dialects_core::arith::{
    CmpIOp, CmpIPredicate, ExtSIOp, ExtUIOp, IndexCastOp, IndexCastUIOp, TruncIOp, overflow_flags,
};
use terrace_ir::int_range::Range;
use terrace_ir::pattern::Root;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Ir, Loc, Op, OpHandle, OpKind, OpRef, Rewriter, Signedness, TraitSet, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily_below};

use super::ranges::Ranges;

pass_options! {
    /// The options of the pass.
    struct ArithIntRangeNarrowingOptions {
        /// Bit widths to narrow to; the first that fits is used
        int_bitwidths_supported("int-bitwidths-supported"): Vec<u32> = "",
    }
}

/// The pass.
pub static ARITH_INT_RANGE_NARROWING: PassDef = PassDef {
    name: "arith-int-range-narrowing",
    class: "ArithIntRangeNarrowing",
    doc: "Narrow integer operations whose values fit fewer bits",
    options: ArithIntRangeNarrowingOptions::DEFS,
    make: |options| {
        let options = ArithIntRangeNarrowingOptions::from(options);
        Ok(Pass::Ir(Box::new(Narrowing { widths: options.int_bitwidths_supported })))
    },
    ..EMPTY_PASS
};

struct Narrowing {
    widths: Vec<u32>,
}

impl IrPass for Narrowing {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let ranges = Ranges::of(ir.op(op));
        let cx = ir.cx().clone();
        let mut patterns = PatternSet::new();
        let (known, widths) = (ranges.clone(), self.widths.clone());
        let elementwise = move |rw: &mut Rewriter<'_>, op| narrow_elementwise(rw, op, &known, &widths);
        patterns.add_action(&cx, "narrow-elementwise", Root::Any, 1, Box::new(elementwise));
        let (known, widths) = (ranges, self.widths.clone());
        let compare =
            move |rw: &mut Rewriter<'_>, op| narrow_comparison(rw, CmpIOp::assume(op), &known, &widths);
        patterns.add_action(&cx, "narrow-cmpi", Root::Op(CmpIOp::DEF.name), 1, Box::new(compare));
        for name in [IndexCastUIOp::DEF.name, IndexCastOp::DEF.name] {
            let widths = self.widths.clone();
            let fold = move |rw: &mut Rewriter<'_>, op| fold_cast_chain(rw, op, &widths);
            patterns.add_action(&cx, "fold-index-cast-chain", Root::Op(name), 1, Box::new(fold));
        }
        let options = GreedyOptions::bottom_up();
        apply_greedily_below(ir, op, &patterns, &options, run).map(|_| ())
    }
}

/// The extensions that restore a truncated value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cast {
    Signed,
    Unsigned,
    Both,
}

/// The extensions that restore a value in a range after truncation to `width` bits; `None` if neither does.
fn truncatability(range: &Range, width: u32) -> Option<Cast> {
    let removed = range.width().checked_sub(width).filter(|&removed| removed > 0)?;
    let sign_bits = |value: &terrace_support::apint::ApInt| value.width() - value.min_signed_bits() + 1;
    let signed = sign_bits(range.smin()) > removed && sign_bits(range.smax()) > removed;
    let unsigned = range.umin().leading_zeros() >= removed && range.umax().leading_zeros() >= removed;
    match (signed, unsigned) {
        (true, true) => Some(Cast::Both),
        (true, false) => Some(Cast::Signed),
        (false, true) => Some(Cast::Unsigned),
        (false, false) => None,
    }
}

/// The extensions that restore both of two values.
fn merge(a: Cast, b: Cast) -> Option<Cast> {
    match (a, b) {
        (Cast::Both, other) | (other, Cast::Both) => Some(other),
        (a, b) => (a == b).then_some(a),
    }
}

/// Whether an op computes the same result on narrower operands with these ranges: signed ops need operands
/// that sign-extension restores, unsigned ones need operands whose upper bits are zero.
fn survives(op: OpRef<'_>, kind: Cast, operands: &[Range], width: u32) -> bool {
    let name = op.name_text();
    match name.strip_prefix("arith.").unwrap_or(name) {
        "divsi" | "ceildivsi" | "floordivsi" | "remsi" | "maxsi" | "minsi" | "mulsi_extended" => {
            kind != Cast::Unsigned
        }
        "divui" | "ceildivui" | "remui" | "mului_extended" => kind != Cast::Signed,
        // A shift by as many bits as there are has no result.
        shift @ ("shli" | "shrsi" | "shrui") => {
            let amount = operands.get(1).and_then(|range| range.umax().to_u64());
            let fine = match shift {
                "shrsi" => kind != Cast::Unsigned,
                "shrui" => kind != Cast::Signed,
                _ => true,
            };
            fine && amount.is_some_and(|amount| amount < u64::from(width))
        }
        _ => true,
    }
}

/// The same type over integers of another width.
fn with_width(rw: &Rewriter<'_>, ty: Type, width: u32) -> Type {
    let integer = rw.cx().integer(width, Signedness::Signless);
    ty.with_element(rw.cx(), integer).unwrap_or(integer)
}

/// A value in another width, at the insertion point.
fn cast(rw: &mut Rewriter<'_>, loc: Loc, value: Value, to: Type, kind: Cast) -> Value {
    let cx = rw.cx();
    let from = rw.body().value_type(value);
    if from == to {
        return value;
    }
    let (source, target) = (from.element_type_or_self(cx), to.element_type_or_self(cx));
    if source == Type::INDEX || target == Type::INDEX {
        return match kind {
            Cast::Signed => rw.build_value(IndexCastOp::of(value).out(to).loc(loc)),
            _ => rw.build_value(IndexCastUIOp::of(value).out(to).loc(loc)),
        };
    }
    if target.bit_width(cx) < source.bit_width(cx) {
        return rw.build_value(TruncIOp::of(value).out(to).loc(loc));
    }
    match kind {
        Cast::Signed => rw.build_value(ExtSIOp::of(value).out(to).loc(loc)),
        _ => rw.build_value(ExtUIOp::of(value).out(to).loc(loc)),
    }
}

/// Numbers without a sign may use the bit that is the sign of narrower ones.
fn allow_signed_overflow(rw: &mut Rewriter<'_>, op: Op) {
    let view = rw.op(op);
    let cx = rw.cx();
    if let Some(flags) = overflow_flags(view).filter(|flags| flags.contains(IntegerOverflowFlags::NSW)) {
        rw.set_attr(op, "overflowFlags", flags.without(IntegerOverflowFlags::NSW).attr(cx));
    }
}

fn narrow_elementwise(rw: &mut Rewriter<'_>, op: Op, known: &Ranges, widths: &[u32]) -> Option<()> {
    let view = rw.op(op);
    if !view.has_trait(TraitSet::Elementwise) || view.num_results() == 0 || view.num_operands() == 0 {
        return None;
    }
    let ranges: Vec<Range> =
        view.operands().chain(view.results()).map(|value| known.get(value)).collect::<Option<_>>()?;
    let (ty, count) = (view.results().next()?.ty(), view.num_operands());
    if view.operands().chain(view.results()).any(|value| value.ty() != ty) {
        return None;
    }
    let fits = |&width: &u32| {
        let kinds = ranges.iter().map(|range| truncatability(range, width));
        let kind = kinds.reduce(|a, b| merge(a?, b?))??;
        let target = with_width(rw, ty, width);
        (target != ty && survives(view, kind, &ranges[..count], width)).then_some((kind, target))
    };
    let (kind, target) = widths.iter().find_map(fits)?;
    let loc = view.loc();
    let operands: Vec<Value> = rw.body().operands(op).collect();
    let mut map = IrMapping::new();
    for (&operand, range) in operands.iter().zip(&ranges) {
        // Both extensions are the same for non-negative values.
        let kind = if kind == Cast::Signed && !range.smin().is_negative() { Cast::Both } else { kind };
        let new = cast(rw, loc, operand, target, kind);
        map.map(operand, new);
    }
    let copy = rw.clone_op(op, &mut map)?;
    if kind == Cast::Unsigned {
        allow_signed_overflow(rw, copy);
    }
    let results: Vec<Value> = rw.body().results(copy).collect();
    let mut back = Vec::with_capacity(results.len());
    for (index, result) in results.into_iter().enumerate() {
        rw.set_type(result, target);
        let wide = cast(rw, loc, result, ty, kind);
        let old = rw.body().result(op, index);
        known.copy(rw, old, wide);
        back.push(wide);
    }
    rw.replace_op(op, &back);
    Some(())
}

fn narrow_comparison(rw: &mut Rewriter<'_>, op: CmpIOp, known: &Ranges, widths: &[u32]) -> Option<()> {
    let view = op.view(rw);
    let (lhs, rhs) = (known.get(view.lhs())?, known.get(view.rhs())?);
    let ty = view.lhs().ty();
    // Signed: slt, sle, sgt, sge. The order of all bits is that of the lower ones if either kind of extension undoes the cut.
    use CmpIPredicate::{Sge, Sgt, Sle, Slt};
    let is_signed = matches!(view.predicate(), Slt | Sle | Sgt | Sge);
    let fits = |&width: &u32| {
        let kinds = (truncatability(&lhs, width)?, truncatability(&rhs, width)?);
        let kind = merge(kinds.0, kinds.1)?;
        if kind == Cast::Unsigned && is_signed {
            return None;
        }
        let target = with_width(rw, ty, width);
        (target != ty).then_some((kinds, target))
    };
    let (kinds, target) = widths.iter().find_map(fits)?;
    let (loc, a, b) = (view.0.loc(), view.lhs().id(), view.rhs().id());
    let mut map = IrMapping::new();
    let new = (cast(rw, loc, a, target, kinds.0), cast(rw, loc, b, target, kinds.1));
    map.map(a, new.0);
    map.map(b, new.1);
    let copy = rw.clone_op(op.into(), &mut map)?;
    known.copy(rw, rw.body().single_result(op), rw.body().single_result(copy));
    rw.replace_op_with(op, copy);
    Some(())
}

/// A cast to `index` and back by the same kind of cast is nothing, where the width is one that is supported.
fn fold_cast_chain(rw: &mut Rewriter<'_>, op: Op, widths: &[u32]) -> Option<()> {
    let view = rw.op(op);
    let inner = view.single_operand().defining_op().filter(|inner| inner.name() == view.name())?;
    let (source, ty) = (inner.single_operand(), view.single_result().ty());
    if source.ty() != ty || inner.single_result().ty() != Type::INDEX || !ty.is_integer(rw.cx()) {
        return None;
    }
    if !widths.contains(&ty.bit_width(rw.cx())?) {
        return None;
    }
    let source = source.id();
    rw.replace_op(op, &[source]);
    Some(())
}
