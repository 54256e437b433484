//! Instructions on memory.

use std::fmt::Write;

use terrace_dialects_llvm::attrs::DereferenceableAttr;
use terrace_dialects_llvm::enums::AtomicOrdering;
use terrace_dialects_llvm::*;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, OpRef, Type};

use super::Exporter;
use super::metadata::{Item, Kind, Node};
use crate::names::write_quoted;

/// The attributes of a memory access.
pub(super) struct AccessAttrs {
    pub(super) groups: Option<Attr>,
    pub(super) scopes: Option<Attr>,
    pub(super) noalias: Option<Attr>,
    pub(super) tbaa: Option<Attr>,
}

/// The attributes of an access from its view.
macro_rules! access_attrs {
    ($view:expr) => {
        super::memory::AccessAttrs {
            groups: $view.access_groups_attr(),
            scopes: $view.alias_scopes_attr(),
            noalias: $view.noalias_scopes_attr(),
            tbaa: $view.tbaa_attr(),
        }
    };
}
pub(super) use access_attrs;

impl<'a> Exporter<'a> {
    fn ordering(&mut self, ordering: AtomicOrdering, syncscope: Option<&str>) {
        if let Some(scope) = syncscope.filter(|scope| !scope.is_empty()) {
            self.text(" syncscope(");
            write_quoted(&mut self.out, scope.as_bytes());
            self.text(")");
        }
        self.text(" ");
        self.text(ordering.keyword());
    }

    fn alignment(&mut self, given: Option<i64>, ty: Type) {
        let alignment = match given {
            Some(given) => given.unsigned_abs(),
            None => self.layout.abi_alignment(self.cx, ty),
        };
        self.text(", align ");
        self.number_text(alignment);
    }

    /// The alignment of an atomic op, which is the size of what it is about.
    fn atomic_alignment(&mut self, given: Option<i64>, ty: Type) {
        let size = self.layout.store_size(self.cx, ty).max(1).next_power_of_two();
        let alignment = given.map_or(size, i64::unsigned_abs);
        self.text(", align ");
        self.number_text(alignment);
    }

    /// The metadata attachments of a memory access.
    pub(super) fn access(&mut self, attrs: &AccessAttrs) -> Vec<(Kind, Node)> {
        let cx = self.cx;
        let list = |attr: Option<Attr>| attr.and_then(|list| list.as_array(cx)).unwrap_or_default();
        let mut attached = Vec::new();
        let groups: Vec<Node> = list(attrs.groups).iter().map(|&group| self.access_group(group)).collect();
        match groups[..] {
            [] => {}
            [one] => attached.push((Kind::AccessGroup, one)),
            _ => {
                let items: Vec<Item> = groups.iter().map(|&node| Item::Node(node)).collect();
                attached.push((Kind::AccessGroup, self.metadata.tuple(&items)));
            }
        }
        for (kind, scopes) in [(Kind::AliasScope, attrs.scopes), (Kind::Noalias, attrs.noalias)] {
            if scopes.is_some_and(|scopes| scopes.as_array(cx).is_some()) {
                attached.push((kind, self.alias_scopes(list(scopes))));
            }
        }
        // Of several tags LLVM IR can keep none.
        if let [tag] = list(attrs.tbaa)
            && let Some(node) = self.tbaa_tag(*tag)
        {
            attached.push((Kind::Tbaa, node));
        }
        attached
    }

    pub(super) fn dereferenceable(&mut self, attr: Option<Attr>) -> Option<(Kind, Node)> {
        let attr = attr?.dyn_cast::<DereferenceableAttr>(self.cx)?;
        let node = self.metadata.tuple(&[Item::Text(format!("i64 {}", attr.bytes(self.cx)))]);
        let kind = match attr.may_be_null(self.cx) {
            true => Kind::DereferenceableOrNull,
            false => Kind::Dereferenceable,
        };
        Some((kind, node))
    }

    fn empty_node(&mut self) -> Node {
        self.metadata.tuple(&[])
    }

    fn nontemporal(&mut self, holds: bool) -> Option<(Kind, Node)> {
        holds.then(|| (Kind::Nontemporal, self.metadata.tuple(&[Item::Text("i32 1".into())])))
    }

    /// Appends an instruction on memory; returns what is attached to it, or nothing if the op is none.
    pub(super) fn memory_instruction(&mut self, op: OpRef<'a>) -> Option<Vec<(Kind, Node)>> {
        if let Some(view) = op.cast::<LoadOp>() {
            return Some(self.load(view));
        }
        if let Some(view) = op.cast::<StoreOp>() {
            return Some(self.store(view));
        }
        if let Some(view) = op.cast::<AllocaOp>() {
            self.alloca(view);
            return Some(Vec::new());
        }
        if let Some(view) = op.cast::<AtomicRMWOp>() {
            self.text(if view.volatile_() { "atomicrmw volatile " } else { "atomicrmw " });
            // The dialect writes `_and`, `_or` and `_xor`.
            self.text(view.bin_op().keyword().trim_start_matches('_'));
            self.text(" ");
            self.typed_list([view.ptr(), view.val()].into_iter());
            self.ordering(view.ordering(), view.syncscope());
            self.atomic_alignment(view.alignment(), view.val().ty());
            return Some(self.access(&access_attrs!(view)));
        }
        if let Some(view) = op.cast::<AtomicCmpXchgOp>() {
            self.text("cmpxchg ");
            self.text(if view.weak() { "weak " } else { "" });
            self.text(if view.volatile_() { "volatile " } else { "" });
            self.typed_list([view.ptr(), view.cmp(), view.val()].into_iter());
            self.ordering(view.success_ordering(), view.syncscope());
            self.text(" ");
            self.text(view.failure_ordering().keyword());
            self.atomic_alignment(view.alignment(), view.val().ty());
            return Some(self.access(&access_attrs!(view)));
        }
        let view = op.cast::<FenceOp>()?;
        self.text("fence");
        self.ordering(view.ordering(), view.syncscope());
        Some(Vec::new())
    }

    fn load(&mut self, view: LoadOpView<'a>) -> Vec<(Kind, Node)> {
        let is_atomic = view.ordering() != AtomicOrdering::NotAtomic;
        self.text(if is_atomic { "load atomic " } else { "load " });
        self.text(if view.volatile_() { "volatile " } else { "" });
        self.ty(view.res().ty());
        self.text(", ");
        self.typed(view.addr());
        if is_atomic {
            self.ordering(view.ordering(), view.syncscope());
        }
        self.alignment(view.alignment(), view.res().ty());
        let mut attached = self.access(&access_attrs!(view));
        attached.extend(self.nontemporal(view.nontemporal()));
        attached.extend(self.dereferenceable(view.dereferenceable_attr()));
        if view.invariant() {
            attached.push((Kind::InvariantLoad, self.empty_node()));
        }
        if view.invariant_group() {
            attached.push((Kind::InvariantGroup, self.empty_node()));
        }
        attached
    }

    fn store(&mut self, view: StoreOpView<'a>) -> Vec<(Kind, Node)> {
        let is_atomic = view.ordering() != AtomicOrdering::NotAtomic;
        self.text(if is_atomic { "store atomic " } else { "store " });
        self.text(if view.volatile_() { "volatile " } else { "" });
        self.typed_list([view.value(), view.addr()].into_iter());
        if is_atomic {
            self.ordering(view.ordering(), view.syncscope());
        }
        self.alignment(view.alignment(), view.value().ty());
        let mut attached = self.access(&access_attrs!(view));
        attached.extend(self.nontemporal(view.nontemporal()));
        if view.invariant_group() {
            attached.push((Kind::InvariantGroup, self.empty_node()));
        }
        attached
    }

    fn alloca(&mut self, view: AllocaOpView<'a>) {
        let ty = view.elem_type();
        self.text(if view.inalloca() { "alloca inalloca" } else { "alloca" });
        self.write_kept_flags(view.0);
        self.text(" ");
        self.ty(ty);
        let count = view.array_size();
        let is_one = self
            .constant_of(count)
            .and_then(|count| count.as_int(self.cx))
            .is_some_and(|count| count.is_one() && count.width() == 32);
        if !is_one {
            self.text(", ");
            self.typed(count);
        }
        let alignment = match view.alignment() {
            Some(given) if given != 0 => given.unsigned_abs(),
            _ => self.layout.preferred_alignment(self.cx, ty),
        };
        self.text(", align ");
        self.number_text(alignment);
        let space = types::address_space(self.cx, view.res().ty()).unwrap_or(0);
        if space != 0 {
            let _ = write!(self.out, ", addrspace({space})");
        }
    }
}
