//! `arm-sme-vector-legalization`: splits vectors of several tiles into tiles.
//!
//! First [`prepare`] brings ops into forms that can be decomposed; then a conversion replaces each vector
//! that is a multiple of a tile by several values: [`decompose`] has the patterns for vectors, [`structure`]
//! those for structural ops.

mod decompose;
mod prepare;
mod structure;

use std::sync::{Arc, OnceLock};

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, TypeConverter, apply_conversion,
    is_signature_legal,
};
use terrace_dialects_arm::sme::tile::{is_multiple_of_tile, tile_type_of};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::arith::MulIOp;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_vector::VectorScaleOp;
use terrace_dialects_vector::types::vector;
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::{Context, Ir, Loc, OpHandle, OpKind, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily_below};

use crate::build::index;

/// Legalizes vectors.
pub static ARM_SME_VECTOR_LEGALIZATION: PassDef = PassDef {
    name: "arm-sme-vector-legalization",
    class: "VectorLegalization",
    doc: "Legalize vectors for ArmSME",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(VectorLegalization { set: OnceLock::new() }))),
    ..EMPTY_PASS
};

struct VectorLegalization {
    set: OnceLock<PatternSet>,
}

/// The number and type of the tiles of a vector; `None` if it does not consist of several.
pub(crate) fn tiles_of(cx: &Context, ty: Type) -> Option<(usize, Type)> {
    if !is_multiple_of_tile(cx, ty) {
        return None;
    }
    let whole = vector(cx, ty);
    let tile = tile_type_of(cx, whole.element)?;
    let side = vector(cx, tile).minor();
    let count = (whole.shape[0] / side).checked_mul(whole.shape[1] / side)?;
    (count <= MAX_EXPANDED_ELEMENTS as i64).then_some((count as usize, tile))
}

fn converter() -> TypeConverter {
    TypeConverter::new()
        .add_conversion(|_, ty| Some(ty))
        .add_conversion_to_many(|cx, ty| tiles_of(cx, ty).map(|(count, tile)| Some(vec![tile; count])))
}

fn conversion(cx: &Context) -> Conversion {
    let converter = Arc::new(converter());
    let mut patterns = ConversionPatterns::new();
    structure::populate_patterns(cx, &mut patterns, &converter);
    decompose::populate_patterns(cx, &mut patterns, &converter);
    let (functions, ops) = (Arc::clone(&converter), converter);
    let target = ConversionTarget::new()
        .dynamic::<FuncOp>(cx, move |op| is_signature_legal(&functions, op))
        .mark_unknown_op_dynamically_legal(move |op| {
            let types = op.operands().map(|value| value.ty()).chain(op.results().map(|value| value.ty()));
            ops.is_legal(op.cx(), types)
        });
    Conversion { target, patterns }
}

impl IrPass for VectorLegalization {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let set = self.set.get_or_init(|| {
            let mut set = PatternSet::new();
            set.add_all(&cx, prepare::PATTERNS);
            set
        });
        apply_greedily_below(ir, op, set, &GreedyOptions::bottom_up(), run)?;
        apply_conversion(ir, op, &conversion(&cx), ConversionConfig::partial(), run).map(|_| ())
    }
}

/// Multiples of the run-time scale, which is read once.
struct Multiples {
    scale: Option<Value>,
    loc: Loc,
}

impl Multiples {
    fn new(loc: Loc) -> Self {
        Self { scale: None, loc }
    }

    fn get(&mut self, rw: &mut Rewriter<'_>, number: i64) -> Value {
        let loc = self.loc;
        let scale =
            *self.scale.get_or_insert_with(|| rw.build_value(VectorScaleOp::of().res(Type::INDEX).loc(loc)));
        let number = index(rw, number, loc);
        rw.build_value(MulIOp::of(scale, number).result(Type::INDEX).loc(loc))
    }
}

/// A tile of a vector: where it begins, at a scale of one.
#[derive(Clone, Copy)]
struct SubTile {
    row: i64,
    column: i64,
}

/// The tiles of a vector in order, with rows and columns swapped if it is transposed.
fn sub_tiles(cx: &Context, ty: Type, tile: Type, transposed: bool) -> Vec<SubTile> {
    let (whole, side) = (vector(cx, ty), vector(cx, tile).minor());
    let steps = |extent: i64| (0..extent).step_by(side.min(extent).max(1) as usize);
    let mut tiles = Vec::new();
    for row in steps(whole.shape[0]) {
        tiles.extend(steps(whole.shape[1]).map(|column| match transposed {
            true => SubTile { row: column, column: row },
            false => SubTile { row, column },
        }));
    }
    tiles
}
