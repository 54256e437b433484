//! Metadata of loops and accesses: annotations, access groups, alias scopes, type-based alias information.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::attrs::*;
use terrace_ir::{Attr, Context};
use terrace_llvm_ir::model::{Metadata, Module, NodeId, NodeKind};

use super::Exporter;
use super::module::int_metadata;

/// The nodes of attributes that were met.
#[derive(Default)]
pub(super) struct Loops {
    nodes: FxHashMap<Attr, NodeId>,
}

/// Collects the properties of a loop.
struct Properties<'m> {
    cx: &'m Context,
    module: &'m mut Module,
    items: Vec<Metadata>,
}

impl Properties<'_> {
    fn add(&mut self, name: &str, value: Option<Metadata>) {
        let items: Vec<Metadata> = std::iter::once(self.module.text(name.as_bytes())).chain(value).collect();
        self.items.push(Metadata::Node(self.module.tuple_node(&items)));
    }

    /// Adds a property without a value.
    fn unit(&mut self, name: &str, holds: Option<Attr>) {
        if holds == Some(Attr::TRUE) {
            self.add(name, None);
        }
    }

    /// One property where something holds, another where it does not.
    fn choice(&mut self, holds: Option<Attr>, yes: &str, no: &str) {
        if let Some(holds) = holds {
            self.add(if holds == Attr::TRUE { yes } else { no }, None);
        }
    }

    fn boolean(&mut self, name: &str, holds: Option<Attr>, negated: bool) {
        if let Some(holds) = holds {
            let value = int_metadata(self.module, 1, i64::from((holds == Attr::TRUE) != negated));
            self.add(name, Some(value));
        }
    }

    fn number(&mut self, name: &str, value: Option<Attr>) {
        if let Some(value) = value.and_then(|value| value.as_i64(self.cx)) {
            let value = int_metadata(self.module, 32, value);
            self.add(name, Some(value));
        }
    }
}

impl Exporter<'_> {
    /// The metadata attachment of a loop's latch branch.
    pub(super) fn loop_attachment(&mut self, annotation: Option<Attr>) -> Option<NodeId> {
        let annotation = annotation?.dyn_cast::<LoopAnnotationAttr>(self.cx)?;
        Some(self.loop_annotation(annotation))
    }

    fn loop_annotation(&mut self, annotation: LoopAnnotationAttr) -> NodeId {
        let cx = self.cx;
        let attr: Attr = annotation.into();
        if let Some(&node) = self.loops.nodes.get(&attr) {
            return node;
        }
        let mut items = Vec::new();
        for loc in [annotation.start_loc(cx), annotation.end_loc(cx)].into_iter().flatten() {
            items.extend(self.location_of(loc, None, None).map(Metadata::Node));
        }
        let mut followups = Vec::new();
        let mut named = |list: &[(&str, Option<LoopAnnotationAttr>)]| {
            followups.extend(list.iter().filter_map(|(name, attr)| Some((name.to_string(), (*attr)?))));
        };
        if let Some(v) = annotation.vectorize(cx) {
            named(&[
                ("llvm.loop.vectorize.followup_vectorized", v.followup_vectorized(cx)),
                ("llvm.loop.vectorize.followup_epilogue", v.followup_epilogue(cx)),
                ("llvm.loop.vectorize.followup_all", v.followup_all(cx)),
            ]);
        }
        if let Some(u) = annotation.unroll(cx) {
            named(&[
                ("llvm.loop.unroll.followup_unrolled", u.followup_unrolled(cx)),
                ("llvm.loop.unroll.followup_remainder", u.followup_remainder(cx)),
                ("llvm.loop.unroll.followup_all", u.followup_all(cx)),
            ]);
        }
        if let Some(u) = annotation.unroll_and_jam(cx) {
            named(&[
                ("llvm.loop.unroll_and_jam.followup_outer", u.followup_outer(cx)),
                ("llvm.loop.unroll_and_jam.followup_inner", u.followup_inner(cx)),
                ("llvm.loop.unroll_and_jam.followup_remainder_outer", u.followup_remainder_outer(cx)),
                ("llvm.loop.unroll_and_jam.followup_remainder_inner", u.followup_remainder_inner(cx)),
                ("llvm.loop.unroll_and_jam.followup_all", u.followup_all(cx)),
            ]);
        }
        if let Some(d) = annotation.distribute(cx) {
            named(&[
                ("llvm.loop.distribute.followup_coincident", d.followup_coincident(cx)),
                ("llvm.loop.distribute.followup_sequential", d.followup_sequential(cx)),
                ("llvm.loop.distribute.followup_fallback", d.followup_fallback(cx)),
                ("llvm.loop.distribute.followup_all", d.followup_all(cx)),
            ]);
        }
        let followups: Vec<(String, NodeId)> =
            followups.into_iter().map(|(name, attr)| (name, self.loop_annotation(attr))).collect();
        let groups: Vec<Metadata> = annotation
            .parallel_accesses(cx)
            .into_iter()
            .map(|group| Metadata::Node(self.access_group(group.into())))
            .collect();
        let mut properties = Properties { cx, module: &mut self.module, items };
        properties.of_loop(annotation, &followups);
        let mut items = properties.items;
        if !groups.is_empty() {
            let all: Vec<Metadata> =
                std::iter::once(self.module.text(b"llvm.loop.parallel_accesses")).chain(groups).collect();
            items.push(Metadata::Node(self.module.tuple_node(&all)));
        }
        let node = self.module.self_reference(&items);
        self.loops.nodes.insert(attr, node);
        node
    }

    /// The node of an access group.
    pub(super) fn access_group(&mut self, group: Attr) -> NodeId {
        if let Some(&node) = self.loops.nodes.get(&group) {
            return node;
        }
        if let Some(node) = self.kept_debug_node(group) {
            return node;
        }
        let node = self.module.add_node(true, NodeKind::Tuple(Box::default()));
        self.loops.nodes.insert(group, node);
        node
    }

    /// The list of some alias scopes.
    pub(super) fn alias_scopes(&mut self, scopes: &[Attr]) -> NodeId {
        let scopes: Vec<Metadata> =
            scopes.iter().map(|&scope| Metadata::Node(self.alias_scope(scope))).collect();
        self.module.tuple_node(&scopes)
    }

    /// A node whose first operand identifies it: itself, or a string.
    fn identified(&mut self, attr: Attr, id: Attr, rest: &[Metadata]) -> NodeId {
        let node = match id.as_string(self.cx) {
            Some(id) => {
                let all: Vec<Metadata> = std::iter::once(self.module.text(id.bytes(self.cx)))
                    .chain(rest.iter().copied())
                    .collect();
                self.module.tuple_node(&all)
            }
            None => self.module.self_reference(rest),
        };
        self.loops.nodes.insert(attr, node);
        node
    }

    fn description(&mut self, description: Option<Attr>) -> Option<Metadata> {
        Some(self.module.text(description?.as_string(self.cx)?.bytes(self.cx)))
    }

    pub(super) fn alias_scope(&mut self, attr: Attr) -> NodeId {
        let cx = self.cx;
        if let Some(&node) = self.loops.nodes.get(&attr) {
            return node;
        }
        if let Some(node) = self.kept_debug_node(attr) {
            return node;
        }
        let Some(scope) = attr.dyn_cast::<AliasScopeAttr>(cx) else { return self.module.tuple_node(&[]) };
        let domain = scope.domain(cx);
        let domain_attr: Attr = domain.into();
        let known = self.loops.nodes.get(&domain_attr).copied();
        let domain = match known.or_else(|| self.kept_debug_node(domain_attr)) {
            Some(node) => node,
            None => {
                let rest: Vec<Metadata> = self.description(domain.description(cx)).into_iter().collect();
                self.identified(domain_attr, domain.id(cx), &rest)
            }
        };
        let rest: Vec<Metadata> =
            std::iter::once(Metadata::Node(domain)).chain(self.description(scope.description(cx))).collect();
        self.identified(attr, scope.id(cx), &rest)
    }

    /// The node of a tag of type-based alias information.
    pub(super) fn tbaa_tag(&mut self, tag: Attr) -> Option<NodeId> {
        let cx = self.cx;
        let tag = tag.dyn_cast::<TbaaTagAttr>(cx)?;
        let mut items = vec![
            Metadata::Node(self.tbaa_node(tag.base_type(cx).into())),
            Metadata::Node(self.tbaa_node(tag.access_type(cx).into())),
            int_metadata(&mut self.module, 64, tag.offset(cx)),
        ];
        if tag.constant(cx) {
            items.push(int_metadata(&mut self.module, 64, 1));
        }
        Some(self.module.tuple_node(&items))
    }

    /// The node of a root or of a type. Members precede their parents.
    fn tbaa_node(&mut self, root: Attr) -> NodeId {
        let cx = self.cx;
        let mut pending = vec![root];
        while let Some(&attr) = pending.last() {
            if self.loops.nodes.contains_key(&attr) {
                pending.pop();
                continue;
            }
            let Some(ty) = attr.dyn_cast::<TbaaTypeDescriptorAttr>(cx) else {
                let id = attr.dyn_cast::<TbaaRootAttr>(cx).and_then(|root| root.id(cx));
                match id {
                    Some(id) => self.identified(attr, id, &[]),
                    None => self.identified(attr, Attr::UNIT, &[]),
                };
                pending.pop();
                continue;
            };
            let members = ty.members(cx);
            let missing: Vec<Attr> = members
                .iter()
                .map(|member| member.type_desc(cx))
                .filter(|member| !self.loops.nodes.contains_key(member))
                .collect();
            if !missing.is_empty() {
                pending.extend(missing.into_iter().rev());
                continue;
            }
            let mut items = vec![self.module.text(ty.id(cx).as_bytes())];
            for member in members {
                items.push(Metadata::Node(self.loops.nodes[&member.type_desc(cx)]));
                items.push(int_metadata(&mut self.module, 64, member.offset(cx)));
            }
            let node = self.module.tuple_node(&items);
            self.loops.nodes.insert(attr, node);
            pending.pop();
        }
        self.loops.nodes[&root]
    }
}

impl Properties<'_> {
    fn of_loop(&mut self, annotation: LoopAnnotationAttr, followups: &[(String, NodeId)]) {
        let cx = self.cx;
        self.unit("llvm.loop.disable_nonforced", annotation.disable_nonforced(cx));
        self.unit("llvm.loop.mustprogress", annotation.must_progress(cx));
        if annotation.is_vectorized(cx) == Some(Attr::TRUE) {
            let one = int_metadata(self.module, 32, 1);
            self.add("llvm.loop.isvectorized", Some(one));
        }
        if let Some(v) = annotation.vectorize(cx) {
            self.boolean("llvm.loop.vectorize.enable", v.disable(cx), true);
            self.boolean("llvm.loop.vectorize.predicate.enable", v.predicate_enable(cx), false);
            self.boolean("llvm.loop.vectorize.scalable.enable", v.scalable_enable(cx), false);
            self.number("llvm.loop.vectorize.width", v.width(cx));
            self.followups("llvm.loop.vectorize.", followups);
        }
        if let Some(interleave) = annotation.interleave(cx) {
            self.number("llvm.loop.interleave.count", Some(interleave.count(cx)));
        }
        if let Some(u) = annotation.unroll(cx) {
            self.choice(u.disable(cx), "llvm.loop.unroll.disable", "llvm.loop.unroll.enable");
            self.number("llvm.loop.unroll.count", u.count(cx));
            self.boolean("llvm.loop.unroll.runtime.disable", u.runtime_disable(cx), false);
            self.unit("llvm.loop.unroll.full", u.full(cx));
            self.followups("llvm.loop.unroll.", followups);
        }
        if let Some(u) = annotation.unroll_and_jam(cx) {
            self.choice(u.disable(cx), "llvm.loop.unroll_and_jam.disable", "llvm.loop.unroll_and_jam.enable");
            self.number("llvm.loop.unroll_and_jam.count", u.count(cx));
            self.followups("llvm.loop.unroll_and_jam.", followups);
        }
        if let Some(licm) = annotation.licm(cx) {
            self.unit("llvm.licm.disable", licm.disable(cx));
            self.unit("llvm.loop.licm_versioning.disable", licm.versioning_disable(cx));
        }
        if let Some(d) = annotation.distribute(cx) {
            self.boolean("llvm.loop.distribute.enable", d.disable(cx), true);
            self.followups("llvm.loop.distribute.", followups);
        }
        if let Some(p) = annotation.pipeline(cx) {
            self.boolean("llvm.loop.pipeline.disable", p.disable(cx), false);
            self.number("llvm.loop.pipeline.initiationinterval", p.initiationinterval(cx));
        }
        if let Some(p) = annotation.peeled(cx) {
            self.number("llvm.loop.peeled.count", p.count(cx));
        }
        if let Some(u) = annotation.unswitch(cx) {
            self.unit("llvm.loop.unswitch.partial.disable", u.partial_disable(cx));
        }
    }

    /// The annotations of the loops that one becomes.
    fn followups(&mut self, prefix: &str, followups: &[(String, NodeId)]) {
        for (name, node) in followups {
            if name.starts_with(prefix) {
                self.add(name, Some(Metadata::Node(*node)));
            }
        }
    }
}
