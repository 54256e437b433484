//! Instructions on memory.

use terrace_dialects_llvm::attrs::DereferenceableAttr;
use terrace_dialects_llvm::enums::AtomicOrdering;
use terrace_dialects_llvm::*;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, OpRef, OptionalAttr, Type, View};
use terrace_llvm_ir::model::{Flags, InstKind, Metadata, NodeId, NodeKind, Ordering};

use super::module::int_metadata;
use super::{Attached, Exporter, Made};
use crate::opcodes::rmw_keyword;

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

/// Flags that hold.
fn flags<const N: usize>(pairs: [(bool, Flags); N]) -> Flags {
    let mut all = Flags::default();
    pairs.into_iter().filter(|(holds, _)| *holds).for_each(|(_, flag)| all.add(flag));
    all
}

impl<'a> Exporter<'a> {
    fn ordering(&mut self, ordering: AtomicOrdering, scope: Option<&str>) -> Ordering {
        if ordering == AtomicOrdering::NotAtomic {
            return Ordering::default();
        }
        let scope = scope.filter(|scope| !scope.is_empty()).map(|scope| self.module.str(scope));
        Ordering { order: Some(ordering.keyword()), scope }
    }

    fn alignment(&mut self, given: Option<i64>, ty: Type) -> Option<u64> {
        let ty = self.ty(ty);
        let of_type = || self.layout.abi_alignment(&self.module.types, ty);
        Some(given.map_or_else(of_type, i64::unsigned_abs))
    }

    /// The alignment of an atomic op, which is the size of its value.
    fn atomic_alignment(&mut self, given: Option<i64>, ty: Type) -> Option<u64> {
        let ty = self.ty(ty);
        let size = self.layout.store_size(&self.module.types, ty).max(1).next_power_of_two();
        Some(given.map_or(size, i64::unsigned_abs))
    }

    /// Attaches a node under a name.
    fn attach(&mut self, attached: &mut Attached, kind: &str, node: NodeId) {
        attached.push((self.module.str(kind), node));
    }

    /// The attachments of a memory access.
    pub(super) fn access(&mut self, attrs: &AccessAttrs) -> Attached {
        let cx = self.cx;
        let list = |attr: Option<Attr>| attr.optional_elements(cx);
        let mut attached = Vec::new();
        let groups: Vec<Metadata> =
            list(attrs.groups).iter().map(|&group| Metadata::Node(self.access_group(group))).collect();
        match groups[..] {
            [] => {}
            [Metadata::Node(one)] => self.attach(&mut attached, "llvm.access.group", one),
            _ => {
                let node = self.module.tuple_node(&groups);
                self.attach(&mut attached, "llvm.access.group", node);
            }
        }
        for (kind, scopes) in [("alias.scope", attrs.scopes), ("noalias", attrs.noalias)] {
            if scopes.is_some_and(|scopes| scopes.as_array(cx).is_some()) {
                let node = self.alias_scopes(list(scopes));
                self.attach(&mut attached, kind, node);
            }
        }
        // Of several tags LLVM IR can keep none.
        if let [tag] = list(attrs.tbaa)
            && let Some(node) = self.tbaa_tag(*tag)
        {
            self.attach(&mut attached, "tbaa", node);
        }
        attached
    }

    /// Attaches that bytes may be read.
    pub(super) fn attach_dereferenceable(&mut self, attr: Option<Attr>, attached: &mut Attached) {
        let Some(attr) = attr.and_then(|attr| attr.dyn_cast::<DereferenceableAttr>(self.cx)) else { return };
        let bytes = int_metadata(&mut self.module, 64, attr.bytes(self.cx) as i64);
        let node = self.module.tuple_node(&[bytes]);
        let kind = match attr.may_be_null(self.cx) {
            true => "dereferenceable_or_null",
            false => "dereferenceable",
        };
        self.attach(attached, kind, node);
    }

    /// Attaches an empty node for each flag that is set, and the number one for nontemporal accesses.
    fn attach_flags(&mut self, attached: &mut Attached, nontemporal: bool, flags: &[(bool, &str)]) {
        if nontemporal {
            let one = int_metadata(&mut self.module, 32, 1);
            let node = self.module.tuple_node(&[one]);
            self.attach(attached, "nontemporal", node);
        }
        for &(holds, kind) in flags {
            if holds {
                let node = self.module.unique_node(NodeKind::Tuple(Box::default()));
                self.attach(attached, kind, node);
            }
        }
    }

    /// Creates an instruction on memory; returns it with its attachments, or nothing if the op is none.
    pub(super) fn memory_instruction(&mut self, op: OpRef<'a>) -> Option<(Made, Attached)> {
        if let Some(view) = op.cast::<LoadOp>() {
            return Some(self.load(view));
        }
        if let Some(view) = op.cast::<StoreOp>() {
            return Some(self.store(view));
        }
        if let Some(view) = op.cast::<AllocaOp>() {
            return Some((self.alloca(view), Vec::new()));
        }
        if let Some(view) = op.cast::<AtomicRMWOp>() {
            let kind = InstKind::AtomicRmw {
                op: self.module.str(rmw_keyword(view.bin_op())),
                ordering: self.ordering(view.ordering(), view.syncscope()),
                align: self.atomic_alignment(view.alignment(), view.val().ty()),
            };
            let operands = self.values([view.ptr(), view.val()]);
            let made = Made::new(kind, operands).with(flags([(view.volatile_(), Flags::VOLATILE)]));
            return Some((made, self.access(&access_attrs!(view))));
        }
        if let Some(view) = op.cast::<AtomicCmpXchgOp>() {
            let kind = InstKind::CmpXchg {
                success: self.ordering(view.success_ordering(), view.syncscope()),
                failure: view.failure_ordering().keyword(),
                align: self.atomic_alignment(view.alignment(), view.val().ty()),
            };
            let operands = self.values([view.ptr(), view.cmp(), view.val()]);
            let flags = flags([(view.weak(), Flags::WEAK), (view.volatile_(), Flags::VOLATILE)]);
            return Some((Made::new(kind, operands).with(flags), self.access(&access_attrs!(view))));
        }
        let view = op.cast::<FenceOp>()?;
        let ordering = self.ordering(view.ordering(), view.syncscope());
        Some((Made::new(InstKind::Fence(ordering), Vec::new()), Vec::new()))
    }

    fn load(&mut self, view: View<'a, LoadOp>) -> (Made, Attached) {
        let ordering = self.ordering(view.ordering(), view.syncscope());
        let align = self.alignment(view.alignment(), view.res().ty());
        let mut attached = self.access(&access_attrs!(view));
        self.attach_dereferenceable(view.dereferenceable_attr(), &mut attached);
        let kinds = [(view.invariant(), "invariant.load"), (view.invariant_group(), "invariant.group")];
        self.attach_flags(&mut attached, view.nontemporal(), &kinds);
        let flags = flags([(ordering.order.is_some(), Flags::ATOMIC), (view.volatile_(), Flags::VOLATILE)]);
        let operands = vec![self.value(view.addr())];
        (Made::new(InstKind::Load { align, ordering }, operands).with(flags), attached)
    }

    fn store(&mut self, view: View<'a, StoreOp>) -> (Made, Attached) {
        let ordering = self.ordering(view.ordering(), view.syncscope());
        let align = self.alignment(view.alignment(), view.value().ty());
        let mut attached = self.access(&access_attrs!(view));
        self.attach_flags(&mut attached, view.nontemporal(), &[(view.invariant_group(), "invariant.group")]);
        let flags = flags([(ordering.order.is_some(), Flags::ATOMIC), (view.volatile_(), Flags::VOLATILE)]);
        let operands = self.values([view.value(), view.addr()]);
        (Made::new(InstKind::Store { align, ordering }, operands).with(flags), attached)
    }

    fn alloca(&mut self, view: View<'a, AllocaOp>) -> Made {
        let ty = self.ty(view.elem_type());
        let align = match view.alignment() {
            Some(given) if given != 0 => given.unsigned_abs(),
            _ => self.layout.preferred_alignment(&self.module.types, ty),
        };
        let mut flags = flags([(view.inalloca(), Flags::INALLOCA)]);
        for flag in self.kept_flags(view.0) {
            if let Some(flag) = Flags::from_keyword(flag.as_bytes()) {
                flags.add(flag);
            }
        }
        let operands = vec![self.value(view.array_size())];
        Made::new(InstKind::Alloca { ty, align: Some(align) }, operands).with(flags)
    }
}
