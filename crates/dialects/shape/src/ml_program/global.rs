//! Variables and constants of modules, and how they are read and written.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AnyAttr, StrAttr, SymbolNameAttr, SymbolRefAttr, TypeAttr, UnitAttr};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::effects::{EffectOn, reads, writes};
use terrace_ir::interfaces::SymbolUser;
use terrace_ir::symbols::{SymbolTables, nearest_symbol};
use terrace_ir::{Attr, CheckResult, OpKind, OpRef, Type, Value};
use terrace_macros::{attr_def, op};

/// A value that is found elsewhere, by the name of the global.
#[attr_def(
    "ml_program.extern",
    asm = (|_, _| Ok(vec![Attr::NULL]), |_, _, _| {}),
    self_type = 0,
    typed = |cx, params| params.first()?.as_type(cx),
    alias = "extern"
)]
pub struct ExternAttr {
    r#type: Type,
}

/// A variable or constant of a module.
#[op("ml_program.global", traits(Symbol), customs(&SYMBOL_VISIBILITY, &TYPED_INITIAL_VALUE), verify = verify_global,
     format = "custom<SymbolVisibility>($sym_visibility) (`mutable` $is_mutable^)? $sym_name `` \
               custom<TypedInitialValue>($type, $value) attr-dict")]
pub struct GlobalOp {
    sym_name: Prop<SymbolNameAttr>,
    r#type: Prop<TypeAttr>,
    is_mutable: OptProp<UnitAttr>,
    value: OptProp<AnyAttr>,
    sym_visibility: OptProp<StrAttr>,
}

impl GlobalOpView<'_> {
    /// The type of the value.
    pub fn value_type(self) -> Type {
        self.type_()
    }
}

fn verify_global(op: OpRef<'_>) -> CheckResult {
    let view = GlobalOp::view_of(op);
    if !view.is_mutable() && view.value_attr().is_none() {
        return Err(op_error(op, "immutable global must have an initial value"));
    }
    Ok(())
}

/// `public`, `private` or `nested`, which is mandatory.
static SYMBOL_VISIBILITY: CustomDirective =
    CustomDirective { name: "SymbolVisibility", parse: parse_visibility, print: print_visibility };

/// `(dense<0> : tensor<3xi32>) : tensor<?xi32>`, or the type alone.
static TYPED_INITIAL_VALUE: CustomDirective =
    CustomDirective { name: "TypedInitialValue", parse: parse_value, print: print_value };

fn prop(args: &[CustomArg], which: usize) -> usize {
    match args.get(which) {
        Some(CustomArg::Prop(slot)) => *slot as usize,
        _ => 0,
    }
}

fn parse_visibility(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let Some(visibility) = p.optional_keyword_of(&["public", "private", "nested"]) else {
        let loc = p.loc();
        return Err(p.error(loc, "expected 'public', 'private', or 'nested'".to_string()));
    };
    state.props[prop(args, 0)] = p.cx().string_attr(&visibility);
    Ok(true)
}

fn print_visibility(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    let visibility = op.prop(prop(args, 0)).and_then(|attr| attr.as_string(op.cx()));
    p.text(visibility.map_or("public", |visibility| visibility.text(op.cx())));
}

fn parse_value(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    if p.optional_token("(") {
        state.props[prop(args, 1)] = p.attr(Type::NONE)?;
        p.token(")")?;
    }
    p.token(":")?;
    let ty = p.ty()?;
    state.props[prop(args, 0)] = p.cx().type_attr(ty);
    Ok(true)
}

fn print_value(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    if let Some(value) = op.prop(prop(args, 1)) {
        p.text("(");
        p.attr(value);
        p.text(")");
    }
    p.text(" : ");
    if let Some(ty) = op.prop(prop(args, 0)) {
        p.attr(ty);
    }
}

/// Reads a global that may change.
#[op("ml_program.global_load", interfaces(dyn SymbolUser), effects(reads(EffectOn::Symbol(0))), names = |op, set| name_by_global(op, GlobalLoadOp::view_of(op).global_attr(), set),
     traits(OpAsmInterface), format = "$global `:` type($result) attr-dict")]
pub struct GlobalLoadOp {
    global: Prop<SymbolRefAttr>,
    result: Res<ANY_TYPE>,
}

/// Reads a global that does not change.
#[op("ml_program.global_load_const", interfaces(dyn SymbolUser), traits(Pure, OpAsmInterface), names = |op, set| name_by_global(op, GlobalLoadConstOp::view_of(op).global_attr(), set),
     format = "$global `:` type($result) attr-dict")]
pub struct GlobalLoadConstOp {
    global: Prop<SymbolRefAttr>,
    result: Res<ANY_TYPE>,
}

/// Writes a global that may change.
#[op("ml_program.global_store", interfaces(dyn SymbolUser), effects(writes(EffectOn::Symbol(0))),
     format = "$global `=` $value `:` type($value) attr-dict")]
pub struct GlobalStoreOp {
    global: Prop<SymbolRefAttr>,
    value: Operand<ANY_TYPE>,
}

fn name_by_global(op: OpRef<'_>, global: Attr, set: &mut dyn FnMut(Value, &str)) {
    if let Some((root, nested)) = global.as_symbol_ref(op.cx()) {
        set(op.single_result().id(), leaf(op, root, nested));
    }
}

/// The last name of a reference.
fn leaf<'a>(op: OpRef<'a>, root: terrace_ir::Str, nested: &'a [terrace_ir::Str]) -> &'a str {
    nested.last().copied().unwrap_or(root).text(op.cx())
}

/// The kind of access to a global.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum GlobalAccess {
    /// A read.
    Load,
    /// A read of an immutable global.
    LoadConst,
    /// A write.
    Store,
}

/// Verifies that the global that an op names by `reference` exists, permits the access, and has the type.
/// `outwards` looks it up in all enclosing symbol tables, not only in the nearest.
pub(crate) fn verify_use(
    op: OpRef<'_>,
    tables: &SymbolTables,
    reference: Attr,
    ty: Type,
    access: GlobalAccess,
    outwards: bool,
) -> CheckResult {
    let cx = op.cx();
    let mut at = op.parent_op();
    let mut found = None;
    while let Some(parent) = at {
        found = tables.lookup_nearest(parent, reference).and_then(|found| found.cast::<GlobalOp>());
        if found.is_some() || !outwards {
            break;
        }
        at = parent.parent_op();
    }
    let name = || cx.attr_text(reference);
    let Some(global) = found else {
        let meant = nearest_symbol::<GlobalOp>(op, name().trim_start_matches('@'));
        return Err(op_error(op, format!("undefined global: {}", name())).did_you_mean(meant));
    };
    let is_mutable = global.is_mutable();
    if access == GlobalAccess::LoadConst && is_mutable {
        return Err(op_error(op, format!("cannot load as const from mutable global {}", name())));
    }
    if access == GlobalAccess::Store && !is_mutable {
        return Err(op_error(op, format!("cannot store to an immutable global {}", name())));
    }
    if global.value_type() == ty {
        return Ok(());
    }
    let (expected, found) = (cx.type_text(global.value_type()), cx.type_text(ty));
    let message = match access {
        GlobalAccess::Store => format!("cannot store to a global typed '{expected}' from '{found}'"),
        _ => format!("cannot load from global typed '{expected}' as '{found}'"),
    };
    Err(op_error(op, message))
}

impl SymbolUser for GlobalLoadOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let view = GlobalLoadOp::view_of(op);
        verify_use(op, tables, view.global_attr(), view.result().ty(), GlobalAccess::Load, true)
    }
}

impl SymbolUser for GlobalLoadConstOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let view = GlobalLoadConstOp::view_of(op);
        verify_use(op, tables, view.global_attr(), view.result().ty(), GlobalAccess::LoadConst, false)
    }
}

impl SymbolUser for GlobalStoreOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let view = GlobalStoreOp::view_of(op);
        verify_use(op, tables, view.global_attr(), view.value().ty(), GlobalAccess::Store, true)
    }
}
