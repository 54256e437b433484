//! What the language adds to dialects of others: an op, interfaces of an op, a type and an attribute, a bufferization, an
//! interpretation, and a type that contains itself.

use terrace::bufferize::{
    buffers::*,
    interface::{Operand as OpOperand, *},
    state::State,
};
use terrace::interp::{inst::Inst, lower::*};
use terrace::prelude::*;

/// Three times a number.
#[op("arith.triple", traits(Pure), format = "$x attr-dict `:` type($x)", interfaces(dyn Interpret))]
pub struct TripleOp {
    x: Operand<I64>,
    result: Res<I64>,
}

impl Interpret for TripleOp {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let view = TripleOp::view_of(op);
        let (d, x) = (lw.slot(view.result())?, lw.slot(view.x())?);
        lw.emit(Inst::Add { w: 64, d, a: x, b: x });
        lw.emit(Inst::Add { w: 64, d, a: d, b: x });
        Ok(())
    }
}

/// An interface of this package: how much work something is.
pub trait Cost: Send + Sync {
    /// Returns the cost, in units of an addition.
    fn cost(&self) -> u32;
}

impl Cost for u32 {
    fn cost(&self) -> u32 {
        *self
    }
}

static COST_OF_OPS: &[OpModel<dyn Cost>] = &[(terrace::dialects::arith::MulFOp::DEF, &4)];
static COST_OF_TYPES: &[NamedModel<dyn Cost>] = &[("builtin.f64", &2)];
static COST_OF_ATTRS: &[NamedModel<dyn Cost>] = &[("builtin.dense_intorfp_elements", &1)];

/// An op of one's own, and an interface of another op, in a dialect of others.
pub static ARITH: DialectExtension = DialectExtension {
    dialect: "arith",
    ops: &[TripleOp::DEF],
    interfaces: &[&ExternalModels(COST_OF_OPS)],
    ..EMPTY_EXTENSION
};

/// An interface of a type and of an attribute of the IR itself.
pub static BUILTIN: DialectExtension = DialectExtension {
    dialect: "builtin",
    type_interfaces: &[&ExternalModelsByName(COST_OF_TYPES)],
    attr_interfaces: &[&ExternalModelsByName(COST_OF_ATTRS)],
    ..EMPTY_EXTENSION
};

/// `tensor.bitcast` to the type that the tensor has: the same buffer.
struct SameBuffer;

impl BufferizableOp for SameBuffer {
    fn bufferizes_to_memory_read(&self, _operand: OpOperand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn bufferizes_to_memory_write(&self, _operand: OpOperand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn aliasing_values<'a>(&self, operand: OpOperand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        let relation = BufferRelation::Equivalent;
        operand.op.results().map(|value| AliasingValue { value, relation, is_definite: true }).collect()
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let buffer = operand_buffer(rw, op, 0, cx)?;
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        Ok(())
    }
}

/// A bufferization of an op of others.
pub static TENSOR: DialectExtension = DialectExtension {
    dialect: "tensor",
    interfaces: &[&ExternalModels::<dyn BufferizableOp>(&[(
        terrace::dialects::tensor::BitcastOp::DEF,
        &SameBuffer,
    )])],
    ..EMPTY_EXTENSION
};

/// Vectors of a machine of one's own are twice as long as the shortest ones.
fn lower_scale(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (d, scale) = (lw.slot(op.result(0))?, lw.constant(2));
    lw.emit(Inst::Copy { d, a: scale });
    Ok(())
}

static SCALE: &[OpModel<dyn Interpret>] = &[(terrace::dialects::vector::VectorScaleOp::DEF, &lower_scale)];

/// An interpretation of an op of others.
pub static VECTOR: DialectExtension =
    DialectExtension { dialect: "vector", interfaces: &[&ExternalModels(SCALE)], ..EMPTY_EXTENSION };

/// `!tiny.struct<name, (types)>`: fields, which may be of the type itself; inside it, it is written `!tiny.struct<name>`.
pub static STRUCT: TypeDef = TypeDef {
    name: "tiny.struct",
    doc: "Fields, which may be of the type itself.",
    identified: Some(IdentifiedAsm { parse: parse_struct, print: print_struct }),
    ..EMPTY_PARAMS
};

fn parse_struct(p: &mut dyn OpParser, def: TypeDefId) -> PResult<Type> {
    p.token("<")?;
    let name = p.keyword("expected a name")?;
    let ty = p.cx().identified_type(def, p.cx().str(&name));
    if p.start_cyclic(ty)? {
        p.token(",")?;
        p.token("(")?;
        let fields = p.type_list()?;
        p.token(")")?;
        p.end_cyclic();
        let fields: Vec<Attr> = fields.into_iter().map(|field| p.cx().type_attr(field)).collect();
        if p.cx().set_identified_body(ty, &fields).is_err() {
            return Err(p.error(p.name_loc(), format!("the structure '{name}' has other fields already")));
        }
    }
    p.token(">")?;
    Ok(ty)
}

fn print_struct(p: &mut dyn AttrPrinter, cx: &Context, ty: Type) {
    p.text("<");
    p.text(cx.identified_name(ty, &STRUCT).map_or("", |name| name.text(cx)));
    if p.start_cyclic(ty) {
        p.text(", (");
        for (i, field) in cx.identified_body(ty).unwrap_or(&[]).iter().enumerate() {
            p.text(if i == 0 { "" } else { ", " });
            p.attr(*field);
        }
        p.text(")");
        p.end_cyclic();
    }
    p.text(">");
}

/// A type of one's own, which contains itself.
pub static TINY: DialectExtension =
    DialectExtension { dialect: "tiny", types: &[&STRUCT], ..EMPTY_EXTENSION };

/// All of them.
pub static EXTENSIONS: &[&DialectExtension] = &[&ARITH, &BUILTIN, &TENSOR, &VECTOR, &TINY];
