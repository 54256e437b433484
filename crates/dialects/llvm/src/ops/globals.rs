//! Globals, aliases and functions that are chosen when a program is loaded.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{
    AnyAttr, ArrayAttr, FlatSymbolRefAttr, I64Attr, StrAttr, SymbolNameAttr, SymbolRefAttr, TypeAttr,
    UnitAttr,
};
use terrace_ir::def::{AttrDef, CustomArg, CustomDirective, op_error, plain_error};
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::enum_attr::{EnumValue, enum_attr, enum_param_attr};
use terrace_ir::interfaces::SymbolUser;
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{Attr, AttrData, CheckResult, Context, OpKind, OpRef, RegionRef, Type, View};
use terrace_macros::op;

use super::addresses::AddressOfOp;
use super::control::ReturnOp;
use super::function::LLVMFuncOp;
use super::module::ComdatSelectorOp;
use super::modules::{in_module, is_module};
use super::numbers::dense_is_zero;
use crate::attrs::*;
use crate::enums::{Linkage, UnnamedAddr, Visibility};
use crate::types::*;

/// A global variable or constant, with an initial value as an attribute or computed in a region.
#[op("llvm.mlir.global", traits(IsolatedFromAbove, SingleBlockImplicitTerminator("llvm.return"), Symbol),
     asm = (parse_global, print_global),
     syntax = "($linkage)? ($visibility_)? (`thread_local`)? ($unnamed_addr)? (`constant`)? $sym_name `(` ($value)? `)` \
               (`comdat` `(` $comdat `)`)? attr-dict (`:` $global_type)? ($initializer)?",
     verify = verify_global, verify_regions = verify_global_regions)]
pub struct GlobalOp {
    global_type: Prop<TypeAttr>,
    constant: OptProp<UnitAttr>,
    sym_name: Prop<StrAttr>,
    linkage: Prop<LinkageKind>,
    dso_local: OptProp<UnitAttr>,
    thread_local_: OptProp<UnitAttr>,
    externally_initialized: OptProp<UnitAttr>,
    value: OptProp<AnyAttr>,
    alignment: OptProp<I64Attr>,
    addr_space: DefaultProp<NonNegativeI32Kind, zero_i32>,
    unnamed_addr: OptProp<UnnamedAddrKind>,
    section: OptProp<StrAttr>,
    comdat: OptProp<SymbolRefAttr>,
    dbg_exprs: OptProp<DIGlobalVariableExpressionArrayKind>,
    visibility_: DefaultProp<VisibilityKind, default_visibility>,
    target_specific_attrs: OptProp<ArrayAttr>,
    initializer: Region,
}

/// Another name for a global or a function, or for an address computed from one.
#[op("llvm.mlir.alias", traits(IsolatedFromAbove, SingleBlockImplicitTerminator("llvm.return"), Symbol),
     asm = (parse_alias, print_alias),
     syntax = "($linkage)? ($visibility_)? (`thread_local`)? ($unnamed_addr)? $sym_name attr-dict `:` $alias_type \
               $initializer",
     verify = verify_alias, verify_regions = verify_alias_regions)]
pub struct AliasOp {
    alias_type: Prop<TypeAttr>,
    sym_name: Prop<StrAttr>,
    linkage: Prop<LinkageKind>,
    dso_local: OptProp<UnitAttr>,
    thread_local_: OptProp<UnitAttr>,
    unnamed_addr: OptProp<UnnamedAddrKind>,
    visibility_: DefaultProp<VisibilityKind, default_visibility>,
    initializer: Region<Sized<1>>,
}

/// A function that another one chooses when the program is loaded.
#[op("llvm.mlir.ifunc", traits(IsolatedFromAbove, Symbol), interfaces(dyn SymbolUser), customs(&LINKAGE),
     verify = verify_ifunc,
     format = "custom<LLVMLinkage>($linkage) ($visibility_^)? ($unnamed_addr^)? $sym_name `:` $i_func_type `,` \
               $resolver_type $resolver attr-dict")]
pub struct IFuncOp {
    sym_name: Prop<SymbolNameAttr>,
    i_func_type: Prop<TypeAttr>,
    resolver: Prop<FlatSymbolRefAttr>,
    resolver_type: Prop<TypeAttr>,
    linkage: Prop<LinkageKind>,
    dso_local: OptProp<UnitAttr>,
    address_space: DefaultProp<NonNegativeI32Kind, zero_i32>,
    unnamed_addr: DefaultProp<UnnamedAddrKind, no_unnamed_addr>,
    visibility_: DefaultProp<VisibilityKind, default_visibility>,
}

/// Functions that run when a module is loaded.
#[op("llvm.mlir.global_ctors", interfaces(dyn SymbolUser), verify = verify_ctors,
     format = "`ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict")]
pub struct GlobalCtorsOp {
    ctors: Prop<FlatSymbolRefArrayKind>,
    priorities: Prop<I32ArrayKind>,
    data: Prop<ArrayAttr>,
}

/// Functions that run when a module is unloaded.
#[op("llvm.mlir.global_dtors", interfaces(dyn SymbolUser), verify = verify_dtors,
     format = "`dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict")]
pub struct GlobalDtorsOp {
    dtors: Prop<FlatSymbolRefArrayKind>,
    priorities: Prop<I32ArrayKind>,
    data: Prop<ArrayAttr>,
}

/// Parses one of these keywords, optionally. Empty ones never match.
pub(super) fn keyword_of(p: &mut dyn OpParser, keywords: &[&str]) -> Option<String> {
    let keywords: Vec<&str> = keywords.iter().copied().filter(|keyword| !keyword.is_empty()).collect();
    p.optional_keyword_of(&keywords)
}

/// A keyword of an enum; the first case if there is none.
pub(super) fn optional_enum<E: EnumValue>(p: &mut dyn OpParser) -> E {
    let keywords: Vec<&str> = E::DEF.cases.iter().map(|case| case.name).collect();
    keyword_of(p, &keywords).and_then(|keyword| E::from_keyword(&keyword)).unwrap_or_default()
}

/// Parses an optional keyword to an attribute whose parameter is an enum.
pub(super) fn set_enum_param<E: EnumValue>(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    prop: &str,
    def: &'static AttrDef,
) {
    let value: E = optional_enum(p);
    state.set_prop(p.cx(), prop, enum_param_attr(p.cx(), value, def));
}

/// Parses an optional keyword to an attribute that stores an enum.
pub(super) fn set_enum<E: EnumValue>(p: &mut dyn OpParser, state: &mut ParseState, prop: &str) {
    let value: E = optional_enum(p);
    state.set_prop(p.cx(), prop, enum_attr(p.cx(), value));
}

/// A keyword and a space; nothing for an empty keyword.
pub(super) fn print_keyword(p: &mut dyn OpPrinter, keyword: &str) {
    if !keyword.is_empty() {
        p.text(keyword);
        p.text(" ");
    }
}

static LINKAGE: CustomDirective =
    CustomDirective { name: "LLVMLinkage", parse: parse_linkage, print: print_linkage };

fn parse_linkage(p: &mut dyn OpParser, state: &mut ParseState, _args: &[CustomArg]) -> PResult<bool> {
    set_enum_param::<Linkage>(p, state, "linkage", LinkageAttr::DEF);
    Ok(true)
}

fn print_linkage(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    p.text(IFuncOp::view_of(op).linkage().keyword());
}

/// Parses the common prefix of globals and aliases.
fn parse_common(p: &mut dyn OpParser, state: &mut ParseState) {
    set_enum_param::<Linkage>(p, state, "linkage", LinkageAttr::DEF);
    set_enum::<Visibility>(p, state, "visibility_");
    if p.optional_token("thread_local") {
        state.set_prop(p.cx(), "thread_local_", Attr::UNIT);
    }
    set_enum::<UnnamedAddr>(p, state, "unnamed_addr");
}

fn print_common(
    p: &mut dyn OpPrinter,
    linkage: Linkage,
    visibility: Visibility,
    thread_local: bool,
    unnamed_addr: Option<UnnamedAddr>,
) {
    p.text(" ");
    print_keyword(p, linkage.keyword());
    print_keyword(p, visibility.keyword());
    if thread_local {
        p.text("thread_local ");
    }
    print_keyword(p, unnamed_addr.map_or("", UnnamedAddr::keyword));
}

/// `comdat(@symbol)`, or nothing.
pub(super) fn parse_comdat(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    if !p.optional_token("comdat") {
        return Ok(());
    }
    p.token("(")?;
    let loc = p.loc();
    let comdat = p.attr(Type::NONE)?;
    if !matches!(comdat.data(p.cx()), AttrData::SymbolRef { .. }) {
        return Err(p.error(loc, "invalid kind of attribute specified".to_string()));
    }
    p.token(")")?;
    state.set_prop(p.cx(), "comdat", comdat);
    Ok(())
}

/// Prints the syntax of [`parse_comdat`].
pub(super) fn print_comdat(p: &mut dyn OpPrinter, comdat: Option<Attr>) {
    if let Some(comdat) = comdat {
        p.text(" comdat(");
        p.attr(comdat);
        p.text(")");
    }
}

fn parse_global(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    parse_common(p, state);
    if p.optional_token("constant") {
        state.set_prop(p.cx(), "constant", Attr::UNIT);
    }
    let name = p.symbol_name()?;
    state.set_prop(p.cx(), "sym_name", name);
    p.token("(")?;
    let mut value = None;
    if !p.optional_token(")") {
        let given = p.attr(Type::NONE)?;
        state.set_prop(p.cx(), "value", given);
        p.token(")")?;
        value = Some(given);
    }
    parse_comdat(p, state)?;
    p.optional_attr_dict(state)?;
    let types = p.optional_colon_type_list()?;
    let name_loc = p.name_loc();
    let ty = match types[..] {
        [ty] => {
            if p.optional_region(state, &[], false)?.is_none() {
                p.new_region(state);
            }
            ty
        }
        [] => {
            p.new_region(state);
            match value.and_then(|value| value.as_string(p.cx())) {
                Some(text) => {
                    let len = text.bytes(p.cx()).len() as u64;
                    ArrayType::get(p.cx(), Type::I8, len).into()
                }
                None => {
                    let message = "type can only be omitted for string globals";
                    return Err(p.error(name_loc, message.to_string()));
                }
            }
        }
        _ => return Err(p.error(name_loc, "expected zero or one type".to_string())),
    };
    let ty = p.cx().type_attr(ty);
    state.set_prop(p.cx(), "global_type", ty);
    Ok(())
}

fn print_global(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let (cx, view) = (op.cx(), GlobalOp::view_of(op));
    print_common(p, view.linkage(), view.visibility_(), view.thread_local_(), view.unnamed_addr());
    if view.constant() {
        p.text("constant ");
    }
    p.symbol(view.sym_name().as_bytes());
    p.text("(");
    if let Some(value) = view.value() {
        p.attr(value);
    }
    p.text(")");
    print_comdat(p, view.comdat_attr());
    let elided = [
        "sym_name",
        "global_type",
        "constant",
        "value",
        "linkage",
        "unnamed_addr",
        "thread_local_",
        "visibility_",
        "comdat",
    ];
    p.attr_dict(op, &elided);
    if view.value().is_some_and(|value| value.as_string(cx).is_some()) {
        return;
    }
    p.text(" : ");
    p.ty(view.global_type());
    if !view.initializer().is_empty() {
        p.text(" ");
        p.region(view.initializer(), false, true);
    }
}

/// Whether a value is zero, as is each element of it.
fn is_zero(cx: &Context, value: Attr) -> bool {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        let is_zero = match value.data(cx) {
            AttrData::Integer { value, .. } => value.is_zero(),
            AttrData::Float { .. } => value.as_float(cx).is_some_and(|value| value.is_zero()),
            AttrData::DenseElements { ty, .. } => {
                let element = ty.element_type(cx).unwrap_or(Type::NONE);
                let is_empty = ty.num_elements(cx) == Some(0);
                match dense_is_zero(cx, value, element) {
                    Some(is_zero) => is_zero || is_empty,
                    None => false,
                }
            }
            AttrData::Array(items) => {
                pending.extend(items);
                true
            }
            _ => false,
        };
        if !is_zero {
            return false;
        }
    }
    true
}

/// A symbol of a section group is one.
pub(super) fn verify_comdat(op: OpRef<'_>, comdat: Option<Attr>) -> CheckResult {
    let Some(comdat) = comdat else { return Ok(()) };
    let tables = op.ir().symbol_tables();
    if tables.lookup_nearest(op, comdat).is_some_and(|symbol| symbol.isa::<ComdatSelectorOp>()) {
        return Ok(());
    }
    Err(plain_error(op, "expected comdat symbol"))
}

fn verify_global(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), GlobalOp::view_of(op));
    let ty = view.global_type();
    if !is_global_type(cx, ty) {
        return Err(op_error(op, "expects type to be a valid element type for an LLVM global"));
    }
    if op.parent_op().is_some_and(|parent| !is_module(parent)) {
        return Err(op_error(op, "must appear at the module level"));
    }
    let array = ty.dyn_cast::<ArrayType>(cx);
    if let Some(text) = view.value().and_then(|value| value.as_string(cx)) {
        let len = text.bytes(cx).len() as u64;
        if array.is_none_or(|array| array.element_type(cx) != Type::I8 || array.num_elements(cx) != len) {
            let message = "requires an i8 array type of the length equal to that of the string attribute";
            return Err(op_error(op, message));
        }
    }
    if let Some(target) = ty.dyn_cast::<TargetExtType>(cx) {
        if !target.can_be_global(cx) {
            return Err(op_error(op, "this target extension type cannot be used in a global"));
        }
        if view.value().is_some() {
            let message = "global with target extension type can only be initialized with zero-initializer";
            return Err(op_error(op, message));
        }
    }
    if view.linkage() == Linkage::Common && view.value().is_some_and(|value| !is_zero(cx, value)) {
        return Err(op_error(op, "expected zero value for 'common' linkage"));
    }
    if view.linkage() == Linkage::Appending && array.is_none() {
        return Err(op_error(op, "expected array type for 'appending' linkage"));
    }
    verify_comdat(op, view.comdat_attr())?;
    if view.alignment().is_some_and(|alignment| !(alignment as u64).is_power_of_two()) {
        return Err(plain_error(op, "alignment attribute is not a power of 2"));
    }
    Ok(())
}

/// The value that a region of an initial value returns.
fn returned(region: RegionRef<'_>) -> Option<View<'_, ReturnOp>> {
    region.entry()?.last()?.cast::<ReturnOp>()
}

/// Initial values are computed without side effects.
fn verify_effects(region: RegionRef<'_>, message: &str) -> CheckResult {
    for inner in region.entry().into_iter().flat_map(|entry| entry.ops()) {
        if !is_memory_effect_free(inner) {
            return Err(plain_error(inner, message));
        }
    }
    Ok(())
}

fn verify_global_regions(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), GlobalOp::view_of(op));
    let Some(end) = returned(view.initializer()) else { return Ok(()) };
    let Some(value) = end.arg() else {
        return Err(op_error(op, "initializer region cannot return void"));
    };
    if value.ty() != view.global_type() {
        let [value, global] = [value.ty(), view.global_type()].map(|ty| cx.type_text(ty));
        let message = format!("initializer region type '{value}' does not match global type '{global}'");
        return Err(op_error(op, message));
    }
    verify_effects(view.initializer(), "ops with side effects not allowed in global initializers")?;
    if view.value().is_some() {
        return Err(op_error(op, "cannot have both initializer value and region"));
    }
    Ok(())
}

fn parse_alias(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    parse_common(p, state);
    let name = p.symbol_name()?;
    state.set_prop(p.cx(), "sym_name", name);
    p.optional_attr_dict(state)?;
    let types = p.optional_colon_type_list()?;
    let [ty] = types[..] else {
        let loc = p.name_loc();
        return Err(p.error(loc, "expected zero or one type".to_string()));
    };
    p.region(state, &[], false)?;
    let ty = p.cx().type_attr(ty);
    state.set_prop(p.cx(), "alias_type", ty);
    Ok(())
}

fn print_alias(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = AliasOp::view_of(op);
    print_common(p, view.linkage(), view.visibility_(), view.thread_local_(), view.unnamed_addr());
    p.symbol(view.sym_name().as_bytes());
    let elided = ["sym_name", "alias_type", "linkage", "unnamed_addr", "thread_local_", "visibility_"];
    p.attr_dict(op, &elided);
    p.text(" : ");
    p.ty(view.alias_type());
    p.text(" ");
    p.region(view.initializer(), false, true);
}

fn verify_alias(op: OpRef<'_>) -> CheckResult {
    let view = AliasOp::view_of(op);
    if !is_global_type(op.cx(), view.alias_type()) {
        return Err(op_error(op, "expects type to be a valid element type for an LLVM global alias"));
    }
    match view.linkage() {
        Linkage::Appending | Linkage::ExternWeak | Linkage::Common => {
            let message = format!(
                "'{}' linkage not supported in aliases, available options: private, internal, linkonce, weak, \
                 linkonce_odr, weak_odr, external or available_externally",
                view.linkage().keyword()
            );
            Err(op_error(op, message))
        }
        _ => Ok(()),
    }
}

fn verify_alias_regions(op: OpRef<'_>) -> CheckResult {
    let view = AliasOp::view_of(op);
    if view.address_space().is_none() {
        return Err(op_error(op, "initializer region must always return a pointer"));
    }
    verify_effects(view.initializer(), "ops with side effects are not allowed in alias initializers")
}

impl<'a> AliasOpView<'a> {
    /// The address space of the alias; `None` if it does not verify.
    pub fn address_space(self) -> Option<u32> {
        address_space(self.0.cx(), returned(self.initializer())?.arg()?.ty())
    }

    /// The address that the alias is of, if that is not computed.
    pub fn address(self) -> Option<View<'a, AddressOfOp>> {
        returned(self.initializer())?.arg()?.defined_by::<AddressOfOp>()
    }
}

impl SymbolUser for IFuncOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let (cx, view) = (op.cx(), IFuncOp::view_of(op));
        let mut symbol = in_module(op, view.resolver_attr(), tables);
        let mut seen = Vec::new();
        while let Some(alias) = symbol.and_then(|symbol| symbol.cast::<AliasOp>()) {
            // What is computed is not looked into, nor is an alias of itself.
            let Some(address) = alias.address().filter(|_| !seen.contains(&alias.0.handle())) else {
                return Ok(());
            };
            seen.push(alias.0.handle());
            symbol = in_module(address.0, address.global_name_attr(), tables);
        }
        let Some(resolver) = symbol.and_then(|symbol| symbol.cast::<LLVMFuncOp>()) else {
            return Err(op_error(op, "must have a function resolver"));
        };
        if resolver.is_external() || resolver.linkage() == Linkage::AvailableExternally {
            return Err(op_error(op, "resolver must be a definition"));
        }
        let returned = resolver.function_type().dyn_cast::<FunctionType>(cx).map(|ty| ty.return_type(cx));
        if returned.is_none_or(|ty| !ty.isa::<PointerType>(cx)) {
            return Err(op_error(op, "resolver must return a pointer"));
        }
        if address_space(cx, view.resolver_type()) != Some(view.address_space() as u32) {
            return Err(op_error(op, "resolver has incorrect type"));
        }
        Ok(())
    }
}

fn verify_ifunc(op: OpRef<'_>) -> CheckResult {
    let linkage = IFuncOp::view_of(op).linkage();
    match linkage {
        Linkage::AvailableExternally | Linkage::Appending | Linkage::ExternWeak | Linkage::Common => {
            let message = format!(
                "'{}' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, \
                 linkonce_odr, weak_odr, or external linkage",
                linkage.keyword()
            );
            Err(op_error(op, message))
        }
        _ => Ok(()),
    }
}

/// Verifies that each symbol is a function with a body.
fn verify_functions(op: OpRef<'_>, symbols: &[Attr], tables: &SymbolTables) -> CheckResult {
    for &symbol in symbols {
        let name = symbol.as_flat_symbol_ref(op.cx()).map_or(&b""[..], |name| name.bytes(op.cx()));
        let name = String::from_utf8_lossy(name);
        match tables.lookup_nearest(op, symbol).and_then(|symbol| symbol.cast::<LLVMFuncOp>()) {
            None => {
                return Err(op_error(op, format!("'{name}' does not reference a valid LLVM function")));
            }
            Some(function) if function.is_external() => {
                return Err(op_error(op, format!("'{name}' does not have a definition")));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

impl SymbolUser for GlobalCtorsOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        verify_functions(op, GlobalCtorsOp::view_of(op).ctors().attrs(), tables)
    }
}

impl SymbolUser for GlobalDtorsOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        verify_functions(op, GlobalDtorsOp::view_of(op).dtors().attrs(), tables)
    }
}

/// The data of a function is a symbol or nothing; there are as many priorities and data as functions.
fn verify_structors(op: OpRef<'_>, name: &str, counts: [usize; 2], data: &[Attr]) -> CheckResult {
    let cx = op.cx();
    if data.iter().any(|data| data.as_flat_symbol_ref(cx).is_none() && !data.isa::<ZeroAttr>(cx)) {
        return Err(plain_error(op, "data element must be symbol or #llvm.zero"));
    }
    if counts != [data.len(); 2] {
        let message = format!("{name}, priorities, and data must have the same number of elements");
        return Err(plain_error(op, message));
    }
    Ok(())
}

fn verify_ctors(op: OpRef<'_>) -> CheckResult {
    let view = GlobalCtorsOp::view_of(op);
    verify_structors(op, "ctors", [view.ctors().len(), view.priorities().len()], view.data())
}

fn verify_dtors(op: OpRef<'_>) -> CheckResult {
    let view = GlobalDtorsOp::view_of(op);
    verify_structors(op, "dtors", [view.dtors().len(), view.priorities().len()], view.data())
}
