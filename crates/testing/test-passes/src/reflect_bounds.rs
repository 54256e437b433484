//! The passes that use integer ranges, after the ranges of each `test.reflect_bounds` are written to it.

use terrace_dialects_test::bounds::ReflectBoundsOp;
use terrace_ir::int_range::{Range, storage_width};
use terrace_ir::{Attr, AttrData, Ir, Op, OpHandle, Rewriter, Signedness, Type};
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_passes_arith_math::arith::ranges::{Ranges, rewrite_bodies};
use terrace_passes_arith_math::arith::{int_range_optimizations, narrowing, unsigned};

macro_rules! reflecting {
    ($($(#[$doc:meta])* $name:ident = $inner:path;)*) => {
        $(
            $(#[$doc])*
            pub(crate) static $name: PassDef = PassDef {
                make: |options| {
                    let pass = ($inner.make)(options)?;
                    let Pass::Ir(inner) = pass else { return Ok(pass) };
                    Ok(Pass::Ir(Box::new(Reflect(inner))))
                },
                ..$inner
            };
        )*
    };
}

reflecting! {
    /// Simplification.
    INT_RANGE_OPTIMIZATIONS = int_range_optimizations::INT_RANGE_OPTIMIZATIONS;
    /// Fewer bits.
    ARITH_INT_RANGE_NARROWING = narrowing::ARITH_INT_RANGE_NARROWING;
    /// Unsigned ops.
    ARITH_UNSIGNED_WHEN_EQUIVALENT = unsigned::ARITH_UNSIGNED_WHEN_EQUIVALENT;
}

struct Reflect(Box<dyn IrPass>);

impl IrPass for Reflect {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let ranges = Ranges::of(ir.op(op));
        rewrite_bodies(ir, op, |rw| {
            let ops: Vec<Op> =
                rw.body().live_ops().filter(|&op| rw.op(op).isa::<ReflectBoundsOp>()).collect();
            for op in ops {
                if let Some(range) = ranges.get(rw.op(op).single_operand()) {
                    reflect(rw, op, &range);
                }
            }
        });
        self.0.run(ir, op, run)
    }
}

fn reflect(rw: &mut Rewriter<'_>, op: Op, range: &Range) {
    let cx = rw.cx();
    let element = rw.op(op).single_operand().ty().element_type_or_self(cx);
    let width = storage_width(cx, element);
    let typed = |signedness| if element == Type::INDEX { element } else { cx.integer(width, signedness) };
    let (unsigned, signed) = (typed(Signedness::Unsigned), typed(Signedness::Signed));
    let bounds =
        [(range.umin(), unsigned), (range.umax(), unsigned), (range.smin(), signed), (range.smax(), signed)];
    let attrs: Vec<Attr> = bounds
        .into_iter()
        .map(|(value, ty)| cx.attr(AttrData::Integer { ty, value: value.clone() }))
        .collect();
    for (slot, attr) in attrs.into_iter().enumerate() {
        rw.set_prop(op, slot, attr);
    }
}
