//! Buffers that are symbols.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AnyAttr, FlatSymbolRefAttr, StrAttr, SymbolNameAttr, UnitAttr};
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::interfaces::SymbolUser;
use terrace_ir::symbols::{SymbolTables, nearest_symbol};
use terrace_ir::{Attr, CheckResult, Context, OpKind, OpRef, RankedTensorType, Type};
use terrace_macros::op;

use crate::constraints::{ANY_STATIC_SHAPE_MEMREF, AlignmentAttr, MemRefTypeAttr};
use crate::layout::memref;

/// A buffer that lives as long as the program; without a value, one that is defined elsewhere.
#[op("memref.global", traits(Symbol), customs(&TYPE_AND_VALUE), verify = verify_global,
     format = "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` \
               custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value) attr-dict")]
pub struct GlobalOp {
    sym_name: Prop<SymbolNameAttr>,
    sym_visibility: OptProp<StrAttr>,
    r#type: Prop<MemRefTypeAttr>,
    initial_value: OptProp<AnyAttr>,
    constant: OptProp<UnitAttr>,
    alignment: OptProp<AlignmentAttr>,
}

impl GlobalOpView<'_> {
    /// The type of the buffer.
    pub fn buffer_type(self) -> Type {
        self.type_()
    }

    /// Whether the buffer is defined elsewhere.
    pub fn is_external(self) -> bool {
        self.initial_value_attr().is_none()
    }
}

/// `memref<2xf32> = dense<0.0>`, `= uninitialized`, or the type alone.
static TYPE_AND_VALUE: CustomDirective =
    CustomDirective { name: "GlobalMemrefOpTypeAndInitialValue", parse: parse_value, print: print_value };

/// The slots of the type and of the value.
fn slots(args: &[CustomArg]) -> (usize, usize) {
    match args {
        [CustomArg::Prop(ty), CustomArg::Prop(value)] => (*ty as usize, *value as usize),
        _ => (0, 0),
    }
}

/// The type of a constant that fills a buffer.
fn tensor_of(cx: &Context, ty: Type) -> Option<Type> {
    let memref = memref(cx, ty).filter(|_| ty.has_static_shape(cx))?;
    RankedTensorType::get_checked(cx, memref.shape, memref.element).ok()
}

fn parse_value(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let (ty_slot, value_slot) = slots(args);
    let ty = p.ty()?;
    let at = p.name_loc();
    let Some(tensor) = tensor_of(p.cx(), ty) else {
        let text = p.cx().type_text(ty);
        return Err(p.error(at, format!("type should be static shaped memref, but got '{text}'")));
    };
    state.props[ty_slot] = p.cx().type_attr(ty);
    if !p.optional_token("=") {
        return Ok(true);
    }
    if p.optional_token("uninitialized") {
        state.props[value_slot] = Attr::UNIT;
        return Ok(true);
    }
    let value = p.attr(tensor)?;
    if !value.is_elements(p.cx()) {
        return Err(p.error(at, "initial value should be a unit or elements attribute".to_string()));
    }
    state.props[value_slot] = value;
    Ok(true)
}

fn print_value(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    let (ty_slot, value_slot) = slots(args);
    if let Some(ty) = op.prop(ty_slot) {
        p.attr(ty);
    }
    match op.prop(value_slot) {
        None => {}
        Some(Attr::UNIT) => p.text(" = uninitialized"),
        Some(value) => {
            p.text(" = ");
            p.attr_without_type(value);
        }
    }
}

/// Extents as messages list them.
fn extents(shape: &[i64]) -> String {
    shape.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

fn verify_global(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), GlobalOp::view_of(op));
    let ty = view.buffer_type();
    let Some(memref) = memref(cx, ty).filter(|_| ty.has_static_shape(cx)) else {
        let text = cx.type_text(ty);
        return Err(op_error(op, format!("type should be static shaped memref, but got '{text}'")));
    };
    let Some(value) = view.initial_value_attr().filter(|&value| value != Attr::UNIT) else { return Ok(()) };
    let Some(found) = value.ty(cx).filter(|_| value.is_elements(cx)) else {
        let text = cx.attr_text(value);
        return Err(op_error(
            op,
            format!("initial value should be a unit or elements attribute, but got {text}"),
        ));
    };
    let element = found.element_type_or_self(cx);
    if element != memref.element {
        let (expected, found) = (cx.type_text(memref.element), cx.type_text(element));
        return Err(op_error(
            op,
            format!("initial value element expected to be of type '{expected}', but was of type '{found}'"),
        ));
    }
    let shape = found.ranked_shape(cx);
    if shape != memref.shape {
        let (expected, found) = (extents(memref.shape), extents(shape));
        return Err(op_error(op, format!("initial value shape expected to be {expected} but was {found}")));
    }
    Ok(())
}

/// The buffer of a symbol.
#[op("memref.get_global", traits(Pure), interfaces(dyn SymbolUser),
     format = "$name `:` type($result) attr-dict")]
pub struct GetGlobalOp {
    name: Prop<FlatSymbolRefAttr>,
    result: Res<ANY_STATIC_SHAPE_MEMREF>,
}

impl SymbolUser for GetGlobalOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let (cx, view) = (op.cx(), GetGlobalOp::view_of(op));
        let name = view.name_attr().as_flat_symbol_ref(cx).map_or("", |name| name.text(cx));
        let global = tables.lookup_nearest(op, view.name_attr()).and_then(|found| found.cast::<GlobalOp>());
        let Some(global) = global else {
            let message = format!("'{name}' does not reference a valid global memref");
            return Err(op_error(op, message).did_you_mean(nearest_symbol::<GlobalOp>(op, name)));
        };
        let (found, expected) = (view.result().ty(), global.buffer_type());
        if found == expected {
            return Ok(());
        }
        let (found, expected) = (cx.type_text(found), cx.type_text(expected));
        Err(op_error(
            op,
            format!("result type '{found}' does not match type '{expected}' of the global memref @{name}"),
        ))
    }
}
