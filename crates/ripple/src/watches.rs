//! Variables of the source that debuggers are told of: where they are, and with which type.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::attrs::{DICompositeTypeAttr, DILocalVariableAttr, DISubrangeAttr};
use terrace_dialects_llvm::enums::DIFlags;
use terrace_dialects_llvm::intrinsics::DbgDeclareOp;
use terrace_dialects_llvm::ops::{AllocaOp, ConstantOp, StoreOp};
use terrace_dialects_llvm::types::PointerType;
use terrace_ir::{Attr, Context, Loc, Op, OpKind, OpRef, Rewriter, Type, Value};

use crate::dialect::WatchOp;
use crate::shape::Shape;

/// The attribute of an allocation of the variable that is there. The allocation has the location of its declaration.
pub(crate) const VARIABLE: &str = "ripple.variable";

/// The tag of array types in DWARF.
const ARRAY_TYPE: u32 = 1;

/// A variable, of one call if its function is inlined.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct WatchKey {
    pub(crate) variable: Attr,
    pub(crate) loc: Loc,
}

impl WatchKey {
    pub(crate) fn of(op: OpRef<'_>) -> Self {
        Self { variable: WatchOp::view_of(op).variable(), loc: op.loc() }
    }
}

/// A watched variable, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watched {
    /// The shape of all values together; `None` if they do not fit each other.
    pub(crate) shape: Option<Shape>,
    pub(crate) slot: Option<Value>,
}

/// The watched variables of the function that is rendered.
pub(crate) type WatchedVariables = FxHashMap<WatchKey, Watched>;

/// Allocates memory at the insertion point, and tells a debugger that a variable is there.
pub(crate) fn declared_slot(rw: &mut Rewriter<'_>, ty: Type, variable: Attr, loc: Loc) -> Value {
    let one = rw.cx().int_attr(Type::I32, 1);
    let one = rw.build_value(ConstantOp::of().value(one).res(Type::I32));
    let pointer: Type = PointerType::get(rw.cx(), 0).into();
    let slot = rw.build_value(AllocaOp::of(one).elem_type(ty).res(pointer));
    rw.build(DbgDeclareOp::of(slot).loc(loc).var_info_attr(variable));
    slot
}

/// Lets the variables of a function that is not rendered, in which nothing has a shape, be in memory; and tells debuggers
/// of those that are.
pub(crate) fn watch_scalars(rw: &mut Rewriter<'_>) {
    let allocas: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).isa::<AllocaOp>()).collect();
    for op in allocas {
        let Some(variable) = rw.op(op).attr(VARIABLE) else { continue };
        rw.set_attr(op, VARIABLE, Attr::NULL);
        let (address, loc) = (rw.op(op).single_result(), rw.body().loc(op));
        if !address.uses().any(|(user, _)| user.isa::<DbgDeclareOp>()) {
            let address = address.id();
            rw.set_insertion_point_after(op);
            rw.build(DbgDeclareOp::of(address).loc(loc).var_info_attr(variable));
        }
    }
    let ops: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).isa::<WatchOp>()).collect();
    let mut slots: FxHashMap<WatchKey, Value> = FxHashMap::default();
    for op in ops {
        let (value, key) = (WatchOp::view_of(rw.op(op)).value(), WatchKey::of(rw.op(op)));
        let (value, ty) = (value.id(), value.ty());
        let entry = rw.body().top_regions().first().and_then(|&region| rw.body().entry(region));
        if let Some(entry) = entry {
            let slot = *slots.entry(key).or_insert_with_key(|key| {
                rw.set_insertion_point_to_start(entry);
                declared_slot(rw, ty, key.variable, key.loc)
            });
            rw.set_insertion_point_before(op);
            rw.build(StoreOp::of(value, slot));
        }
        rw.erase_op(op);
    }
}

/// A variable whose type is a vector of its elements. Sizes are in bytes.
pub(crate) fn shaped_variable(cx: &Context, variable: Attr, shape: Shape, size: i64) -> Attr {
    let Some(scalar) = variable.dyn_cast::<DILocalVariableAttr>(cx).filter(|_| !shape.is_scalar()) else {
        return variable;
    };
    // Dimension 0 is the innermost.
    let dims: Vec<usize> = shape.dims().collect();
    let subranges = dims.iter().rev().map(|&dim| {
        let count = cx.int_attr(Type::I64, shape.size(dim) as i64);
        DISubrangeAttr::get(cx, Some(count), None, None, None).into()
    });
    let bits = shape.elements() as u64 * size.unsigned_abs() * 8;
    let flags = if dims.len() == 1 { DIFlags::VECTOR } else { DIFlags::ZERO };
    let ty = DICompositeTypeAttr::get(
        cx,
        None,
        false,
        ARRAY_TYPE,
        None,
        None,
        0,
        None,
        scalar.type_(cx),
        flags,
        bits,
        0,
        None,
        None,
        None,
        None,
        subranges.collect(),
    );
    DILocalVariableAttr::get(
        cx,
        scalar.scope(cx),
        scalar.name(cx),
        scalar.file(cx),
        scalar.line(cx),
        scalar.arg(cx),
        0,
        Some(ty.into()),
        scalar.flags(cx),
    )
    .into()
}
