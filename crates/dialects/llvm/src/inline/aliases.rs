//! Alias scopes of inlined ops.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::fold::constant_value;
use terrace_ir::interfaces::{BranchOp, SelectLike};
use terrace_ir::{Attr, Context, InsertPoint, Op, OpKind, OpRef, Rewriter, Value, ValueRef, op_match};

use super::arguments::NOALIAS;
use super::{extend_list, has_slot, list};
use crate::attrs::{AliasScopeAttr, AliasScopeDomainAttr};
use crate::intrinsics::{MemcpyInlineOp, MemcpyOp, MemmoveOp, NoAliasScopeDeclOp, SSACopyOp};
use crate::ops::{AddressOfOp, AllocaOp, CallOp, StoreOp};
use crate::types::PointerType;

const SCOPES: &str = "alias_scopes";
const NO_SCOPES: &str = "noalias_scopes";

/// Creates copies of the alias scopes of the inlined ops, scopes for `noalias` arguments, and adds the scopes
/// of the call.
pub(super) fn adapt(rw: &mut Rewriter<'_>, call: Op, inlined: &[Op]) {
    let accesses: Vec<Op> = inlined.iter().copied().filter(|&op| has_slot(rw.op(op), NO_SCOPES)).collect();
    copy_scopes(rw, inlined, &accesses);
    scopes_of_arguments(rw, call, &accesses);
    for name in [SCOPES, NO_SCOPES] {
        let Some(scopes) = list(rw.op(call), name).map(<[Attr]>::to_vec) else { continue };
        for &op in &accesses {
            extend_list(rw, op, name, &scopes);
        }
    }
}

/// A scope that is like another but not the same, in a domain that is not the same either.
struct Copies<'a> {
    cx: &'a Context,
    made: FxHashMap<Attr, Attr>,
}

impl Copies<'_> {
    fn domain(&mut self, domain: Attr) -> Attr {
        let cx = self.cx;
        *self.made.entry(domain).or_insert_with(|| match domain.dyn_cast::<AliasScopeDomainAttr>(cx) {
            Some(old) => {
                AliasScopeDomainAttr::get(cx, cx.fresh_distinct(Attr::UNIT), old.description(cx)).into()
            }
            None => domain,
        })
    }

    fn scope(&mut self, scope: Attr) -> Attr {
        let cx = self.cx;
        if let Some(&known) = self.made.get(&scope) {
            return known;
        }
        let Some(old) = scope.dyn_cast::<AliasScopeAttr>(cx) else { return scope };
        let domain = self.domain(old.domain(cx).into());
        let new = new_scope(cx, domain, old.description(cx));
        self.made.insert(scope, new);
        new
    }
}

fn new_scope(cx: &Context, domain: Attr, description: Option<Attr>) -> Attr {
    let domain = domain.dyn_cast::<AliasScopeDomainAttr>(cx).expect("scopes are in domains");
    AliasScopeAttr::get(cx, cx.fresh_distinct(Attr::UNIT), domain, description).into()
}

/// Calls of a function twice are about different memory each time.
fn copy_scopes(rw: &mut Rewriter<'_>, inlined: &[Op], accesses: &[Op]) {
    let cx = rw.cx();
    let mut copies = Copies { cx, made: FxHashMap::default() };
    for &op in accesses {
        for name in [SCOPES, NO_SCOPES] {
            let Some(scopes) = list(rw.op(op), name) else { continue };
            let scopes: Vec<Attr> = scopes.iter().map(|&scope| copies.scope(scope)).collect();
            rw.set_attr(op, name, cx.array_attr(&scopes));
        }
    }
    for &op in inlined {
        if rw.op(op).isa::<NoAliasScopeDeclOp>() {
            let scope = copies.scope(NoAliasScopeDeclOp::view_of(rw.op(op)).scope_attr());
            rw.set_attr(op, "scope", scope);
        }
    }
}

/// The pointers that an op accesses memory through.
fn accessed(op: OpRef<'_>) -> Vec<ValueRef<'_>> {
    if let Some(call) = op.cast::<CallOp>() {
        let args = call.arguments();
        return args.filter(|arg| arg.ty().isa::<PointerType>(op.cx())).collect();
    }
    if let Some(store) = op.cast::<StoreOp>() {
        return vec![store.addr()];
    }
    let copies = op.isa::<MemcpyOp>() || op.isa::<MemcpyInlineOp>() || op.isa::<MemmoveOp>();
    op.operands().take(if copies { 2 } else { 1 }).collect()
}

/// The values that may flow into a value through control flow.
enum Sources {
    /// These.
    Values(Vec<Value>),
    /// Itself: it comes from no control flow.
    Itself,
    /// The origin is unknown.
    Unknown,
}

fn sources(value: ValueRef<'_>) -> Sources {
    if let Some(op) = value.defining_op() {
        if let Some(source) = op.view_source() {
            return Sources::Values(vec![source.id()]);
        }
        return match op.interface::<dyn SelectLike>() {
            Some(select) => Sources::Values(select.choices(op).map(|value| value.id()).to_vec()),
            None => Sources::Itself,
        };
    }
    let Some(block) = value.owner_block() else { return Sources::Unknown };
    if block.region().and_then(|region| region.entry()) == Some(block) {
        return Sources::Unknown;
    }
    let mut found = Vec::new();
    let body = value.body();
    for used in body.preds(block.id()) {
        let owner = OpRef::in_body(value.ir(), body, value.body_id(), body.use_owner(used));
        let Some(branch) = owner.interface::<dyn BranchOp>() else { return Sources::Unknown };
        for (index, successor) in owner.successors().enumerate() {
            if successor != block {
                continue;
            }
            let passed = branch.successor_operands(owner, index);
            let at = (value.index() as usize).checked_sub(passed.produced);
            found.extend(at.map(|at| owner.operand(passed.start + at).id()));
        }
    }
    Sources::Values(found)
}

/// The underlying objects of a pointer; `None` if they are unknown.
fn underlying(value: ValueRef<'_>) -> Option<Vec<Value>> {
    let mut result = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending = vec![value.id()];
    while let Some(id) = pending.pop() {
        if !seen.insert(id) {
            continue;
        }
        match sources(ValueRef::in_body(value.ir(), value.body(), value.body_id(), id)) {
            Sources::Values(values) => pending.extend(values),
            Sources::Itself => result.push(id),
            Sources::Unknown => return None,
        }
    }
    Some(result)
}

/// The underlying objects of an access.
struct Bases {
    values: Vec<Value>,
    /// Whether there are origins other than `noalias` arguments.
    others: bool,
}

/// The underlying objects of an access; `None` if one of them is neither a constant, an argument, a stack allocation
/// nor a global.
fn bases(rw: &Rewriter<'_>, op: Op, alone: &[(Op, Attr)]) -> Option<Bases> {
    let mut found = Bases { values: Vec::new(), others: false };
    for pointer in accessed(rw.op(op)) {
        found.values.extend(underlying(pointer)?);
    }
    for &value in &found.values {
        let value = rw.value(value);
        if constant_value(value).is_some() {
            continue;
        }
        let base = value.defining_op()?;
        op_match!(base, {
            SSACopyOp => {
                found.others |= !alone.iter().any(|&(copy, _)| copy == base.id());
            }
            AllocaOp | AddressOfOp => {
                found.others = true;
            }
            _ => return None,
        })
    }
    Some(found)
}

/// Creates a scope for each `noalias` argument, and removes the marks of arguments.
fn scopes_of_arguments(rw: &mut Rewriter<'_>, call: Op, accesses: &[Op]) {
    let cx = rw.cx();
    let view = CallOp::view_of(rw.op(call));
    let mut copies: Vec<Op> = Vec::new();
    for user in view.arguments().flat_map(|argument| argument.uses()).map(|(user, _)| user) {
        if user.isa::<SSACopyOp>() && !copies.contains(&user.id()) {
            copies.push(user.id());
        }
    }
    let is_alone = |&op: &Op| rw.op(op).discardable_attr(NOALIAS).is_some();
    let marked: Vec<Op> = copies.iter().copied().filter(is_alone).collect();
    if let (false, Some(callee)) = (marked.is_empty(), rw.op(call).inherent_attr("callee")) {
        let name = callee.as_flat_symbol_ref(cx).map(|name| cx.str_attr(name));
        let domain = AliasScopeDomainAttr::get(cx, cx.fresh_distinct(Attr::UNIT), name).into();
        let loc = rw.body().loc(call);
        let mut alone: Vec<(Op, Attr)> = Vec::new();
        for copy in marked {
            let scope = new_scope(cx, domain, None);
            rw.set_insertion_point(InsertPoint::Before(call));
            rw.build(NoAliasScopeDeclOp::of().scope_attr(scope).loc(loc));
            alone.push((copy, scope));
        }
        for &op in accesses {
            add_argument_scopes(rw, op, &alone);
        }
    }
    for copy in copies {
        let (result, value) = (rw.body().single_result(copy), rw.op(copy).single_operand().id());
        rw.replace_all_uses_with(result, value);
        rw.erase_op(copy);
    }
}

fn add_argument_scopes(rw: &mut Rewriter<'_>, op: Op, alone: &[(Op, Attr)]) {
    let Some(bases) = bases(rw, op, alone) else { return };
    let is_base = |copy: Op| bases.values.contains(&rw.body().single_result(copy));
    let (about, not_about): (Vec<(Op, Attr)>, Vec<_>) = alone.iter().partition(|(copy, _)| is_base(*copy));
    let scopes = |pairs: &[(Op, Attr)]| pairs.iter().map(|&(_, scope)| scope).collect::<Vec<Attr>>();
    if !not_about.is_empty() {
        extend_list(rw, op, NO_SCOPES, &scopes(&not_about));
    }
    // Where other memory may be accessed, too, another access of that is not in the scope. What a call accesses is not
    // known.
    if !bases.others && !rw.op(op).isa::<CallOp>() && !about.is_empty() {
        extend_list(rw, op, SCOPES, &scopes(&about));
    }
}
