//! Passes that make vectors with one dimension of those with several.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, apply_conversion,
};
use terrace_dialects_vector::InsertOp;
use terrace_dialects_vector::types::as_vector;
use terrace_ir::{Context, Ir, OpHandle, OpRef, Type};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_passes_scf::structural_types::{populate_structural_type_patterns, structural_types_are_legal};
use terrace_passes_vector::linearize::{is_linear, linearizing_converter, populate_linearize_patterns};

/// Linearizes everywhere.
pub(crate) static TEST_VECTOR_LINEARIZE: PassDef = PassDef {
    name: "test-vector-linearize",
    class: "(anonymous namespace)::TestVectorLinearize",
    doc: "Linearizes ND vectors for N >= 2 into 1D vectors",
    make: |_| Ok(Pass::Ir(Box::new(Linearize { below: None }))),
    ..EMPTY_PASS
};

pass_options! {
    /// The options of the pass.
    struct BitWidthOptions {
        /// Minimum vector bitwidth to enable the flattening transformation
        target("target-vector-bitwidth"): u64 = "4294967295",
    }
}

/// Linearizes vectors whose rows are short.
pub(crate) static TEST_BIT_WIDTH_LINEARIZE: PassDef = PassDef {
    name: "test-bit-width-constrained-vector-linearize",
    class: "(anonymous namespace)::TestVectorBitWidthLinearize",
    doc: "Linearizes ND vectors for N >= 2 into 1D vectors, with constraints in inner-most dimension's bit width.",
    options: BitWidthOptions::DEFS,
    make: |options| {
        let below = Some(BitWidthOptions::from(options).target);
        Ok(Pass::Ir(Box::new(Linearize { below })))
    },
    ..EMPTY_PASS
};

struct Linearize {
    /// The row size, in bits, from which vectors are left unchanged; `None` for no limit.
    below: Option<u64>,
}

/// Whether the last dimension of a vector has at least `bits` bits.
fn has_long_rows(cx: &Context, ty: Type, bits: u64) -> bool {
    let Some(own) = as_vector(cx, ty).filter(|own| own.rank() > 0) else { return false };
    if own.element == Type::INDEX {
        return true;
    }
    let row = u64::from(own.element.bit_width(cx).unwrap_or(0)).wrapping_mul(own.minor() as u64);
    row >= bits
}

/// Whether an op stays because of the length of rows.
fn is_too_wide(op: OpRef<'_>, bits: u64) -> bool {
    let cx = op.cx();
    if let Some(insert) = op.cast::<InsertOp>() {
        // One more row is allowed for the inserted vector.
        return has_long_rows(
            cx,
            insert.value_to_store().ty(),
            bits.saturating_add(1).min(u64::from(u32::MAX)),
        );
    }
    op.results().any(|value| has_long_rows(cx, value.ty(), bits))
}

impl IrPass for Linearize {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let converter = Arc::new(linearizing_converter());
        let (rule, below) = (Arc::clone(&converter), self.below);
        let mut target = ConversionTarget::new().mark_unknown_op_dynamically_legal(move |op| {
            below.is_some_and(|bits| is_too_wide(op, bits)) || is_linear(&rule, op)
        });
        let mut patterns = ConversionPatterns::new();
        populate_linearize_patterns(&cx, &mut patterns, &converter);
        if self.below.is_none() {
            populate_structural_type_patterns(&cx, &mut patterns, &converter);
            target = structural_types_are_legal(&cx, target, &converter);
        }
        apply_conversion(ir, op, &Conversion { target, patterns }, ConversionConfig::partial(), run)
            .map(|_| ())
    }
}
