//! Metadata of instructions and functions, and shared nodes: access types, scopes and groups.

use terrace_dialects_llvm::attrs::*;
use terrace_ir::{Attr, Op, Rewriter, Type};

use super::body::Shape;
use super::{Importer, Result};
use terrace_llvm_ir::model::{Global, Inst, InstKind, Metadata, NodeId};

impl<'m> Importer<'m> {
    /// The integer that metadata are.
    pub(super) fn metadata_int(&self, metadata: Metadata) -> Option<i64> {
        let Metadata::Const(constant) = metadata else { return None };
        let value = self.module.constants.as_int(constant)?;
        Some(value.low_u128() as i64).map(|number| match value.width() {
            0..64 => number & ((1i64 << value.width()) - 1),
            _ => number,
        })
    }

    /// Translates the nodes that instructions refer to, before any op is made.
    pub(super) fn instruction_metadata(&mut self) -> Result {
        let module = self.module;
        let bodies = std::mem::take(&mut self.bodies);
        for &id in &module.order {
            let Some(body) = bodies.get(&id) else { continue };
            let blocks = body.order.iter().flat_map(|block| {
                let range = &body.blocks[block.0 as usize].insts;
                &body.insts[range.start as usize..range.end as usize]
            });
            for inst in blocks {
                let attached = inst.attachments.start as usize..inst.attachments.end as usize;
                let attached = &body.attachments[attached];
                for wanted in ["llvm.access.group", "tbaa", "alias.scope", "noalias"] {
                    let found =
                        attached.iter().find(|(kind, _)| self.module.bytes(*kind) == wanted.as_bytes());
                    let Some(&(_, node)) = found else { continue };
                    match wanted {
                        "llvm.access.group" => self.access_group(node)?,
                        "tbaa" => self.tbaa_node(node)?,
                        _ => self.alias_scopes(node)?,
                    }
                }
            }
        }
        self.bodies = bodies;
        Ok(())
    }

    fn access_group(&mut self, node: NodeId) -> Result {
        let module = self.module;
        let operands = module.operands(node);
        let mut groups = if operands.is_empty() { vec![node] } else { Vec::new() };
        for operand in operands {
            match operand {
                Metadata::Node(group) => groups.push(*group),
                _ => return self.unsupported("unsupported access group node", node),
            }
        }
        for group in groups {
            if self.access_groups.contains_key(&group) {
                continue;
            }
            let is_empty = module.tuple(group).is_some_and(<[Metadata]>::is_empty);
            if !is_empty || !module.node(group).distinct {
                self.warn(self.module_loc, "expected an access group node to be empty and distinct");
                return self.unsupported("unsupported access group node", node);
            }
            let id = self.cx.fresh_distinct(Attr::UNIT);
            self.access_groups.insert(group, AccessGroupAttr::get(self.cx, id).into());
        }
        Ok(())
    }

    fn unsupported<T>(&mut self, message: &str, node: NodeId) -> Result<T> {
        let text = self.node_text(node);
        self.error(self.module_loc, format!("{message}: {text}"))
    }

    /// The groups that a node names; `None` if one of them is not known.
    pub(super) fn access_group_list(&self, node: NodeId) -> Option<Vec<Attr>> {
        let operands = self.module.operands(node);
        if operands.is_empty() {
            return Some(vec![*self.access_groups.get(&node)?]);
        }
        let group = |operand: &Metadata| match operand {
            Metadata::Node(group) => self.access_groups.get(group).copied(),
            _ => None,
        };
        operands.iter().map(group).collect()
    }

    /// Translates a node of type-based alias information, after those that it refers to.
    fn tbaa_node(&mut self, root: NodeId) -> Result {
        let module = self.module;
        let mut seen = rustc_hash::FxHashSet::default();
        let mut pending = vec![root];
        while let Some(&node) = pending.last() {
            if self.tbaa.contains_key(&node) {
                pending.pop();
                continue;
            }
            let operands = module.operands(node);
            let before = pending.len();
            for operand in operands {
                if let Metadata::Node(child) = operand
                    && !self.tbaa.contains_key(child)
                {
                    pending.push(*child);
                }
            }
            if pending.len() > before {
                if !seen.insert(node) {
                    return self.tbaa_error("has cycle in TBAA graph", node);
                }
                continue;
            }
            pending.pop();
            let attr = self.tbaa_attr(node, operands)?;
            self.tbaa.insert(node, attr);
        }
        Ok(())
    }

    fn tbaa_error<T>(&mut self, message: &str, node: NodeId) -> Result<T> {
        self.unsupported(message, node)
    }

    fn tbaa_attr(&mut self, node: NodeId, operands: &[Metadata]) -> Result<Attr> {
        let cx = self.cx;
        match operands {
            [] => return Ok(TbaaRootAttr::get(cx, None).into()),
            [Metadata::Text(name)] => {
                return Ok(TbaaRootAttr::get(cx, Some(cx.str_attr(self.str(*name)))).into());
            }
            [_] => return Ok(TbaaRootAttr::get(cx, None).into()),
            [Metadata::Text(name), rest @ ..] => return self.tbaa_type(node, self.str(*name), rest),
            _ => {}
        }
        if let [Metadata::Node(base), Metadata::Node(access), offset, rest @ ..] = operands
            && rest.len() <= 1
            && let Some(offset) = self.metadata_int(*offset)
            && matches!(self.module.tuple(*access), Some([Metadata::Text(_), ..]))
        {
            let constant = match rest {
                [constant] => match self.metadata_int(*constant) {
                    Some(constant) => constant & 1 != 0,
                    None => return self.unsupported("operand '3' must be ConstantInt", node),
                },
                _ => false,
            };
            let described = |node: &NodeId| {
                self.tbaa.get(node).and_then(|attr| attr.dyn_cast::<TbaaTypeDescriptorAttr>(cx))
            };
            if let (Some(base), Some(access)) = (described(base), described(access)) {
                return Ok(TbaaTagAttr::get(cx, base, access, offset, constant).into());
            }
        }
        self.unsupported("unsupported TBAA node format", node)
    }

    fn tbaa_type(&mut self, node: NodeId, name: terrace_ir::Str, rest: &[Metadata]) -> Result<Attr> {
        let cx = self.cx;
        let mut members = Vec::new();
        for (pair, member) in rest.chunks(2).enumerate() {
            // A type alone at the end has no offset; other odd ends are none.
            let Metadata::Node(ty) = member[0] else {
                let message = format!("operand '{}' must be MDNode", 2 * pair + 1);
                return self.unsupported(&message, node);
            };
            let offset = match member.get(1) {
                Some(offset) => match self.metadata_int(*offset) {
                    Some(offset) => offset,
                    None => {
                        let message = format!("operand '{}' must be ConstantInt", 2 * pair + 2);
                        return self.unsupported(&message, node);
                    }
                },
                None if rest.len() == 1 => 0,
                None => return self.unsupported("missing member offset", node),
            };
            let Some(&ty) = self.tbaa.get(&ty) else {
                return self.unsupported("unsupported TBAA node format", node);
            };
            members.push(TbaaMemberAttr::get(cx, ty, offset));
        }
        let name = String::from_utf8_lossy(name.bytes(cx)).into_owned();
        Ok(TbaaTypeDescriptorAttr::get(cx, &name, members).into())
    }

    fn scope_id(&self, node: NodeId) -> Option<Attr> {
        match self.module.tuple(node)?.first()? {
            Metadata::Node(own) if *own == node => Some(self.cx.fresh_distinct(Attr::UNIT)),
            Metadata::Text(name) => Some(self.cx.str_attr(self.str(*name))),
            _ => None,
        }
    }

    fn is_identified(&self, node: NodeId) -> bool {
        match self.module.tuple(node).and_then(|operands| operands.first()) {
            Some(Metadata::Node(own)) => *own == node,
            Some(Metadata::Text(_)) => true,
            _ => false,
        }
    }

    /// The text that an operand of a node is; an error if it is something else.
    fn description(&self, node: NodeId, index: usize) -> std::result::Result<Option<Attr>, ()> {
        match self.module.tuple(node).and_then(|operands| operands.get(index)) {
            None => Ok(None),
            Some(Metadata::Text(text)) => Ok(Some(self.cx.str_attr(self.str(*text)))),
            Some(_) => Err(()),
        }
    }

    /// Translates the scopes that a node names.
    fn alias_scopes(&mut self, list: NodeId) -> Result {
        let module = self.module;
        for operand in module.operands(list) {
            let Metadata::Node(scope) = *operand else { continue };
            let domain = match module.tuple(scope).and_then(|operands| operands.get(1)) {
                Some(Metadata::Node(domain)) => Some(*domain),
                _ => None,
            };
            let (Some(domain), true, Ok(description)) =
                (domain, self.is_identified(scope), self.description(scope, 2))
            else {
                return self.unsupported("unsupported alias scope node", scope);
            };
            let (true, Ok(domain_description)) = (self.is_identified(domain), self.description(domain, 1))
            else {
                return self.unsupported("unsupported alias domain node", domain);
            };
            if self.scopes.contains_key(&scope) {
                continue;
            }
            let domain_attr = match self.scopes.get(&domain) {
                Some(&attr) => attr,
                None => {
                    let id = self.scope_id(domain).expect("the domain is identified");
                    let attr = AliasScopeDomainAttr::get(self.cx, id, domain_description).into();
                    self.scopes.insert(domain, attr);
                    attr
                }
            };
            let Some(domain_attr) = domain_attr.dyn_cast::<AliasScopeDomainAttr>(self.cx) else {
                return self.unsupported("unsupported alias scope node", scope);
            };
            let id = self.scope_id(scope).expect("the scope is identified");
            let description = description.filter(|text| text.as_str(self.cx) != Some(""));
            let attr = AliasScopeAttr::get(self.cx, id, domain_attr, description).into();
            self.scopes.insert(scope, attr);
        }
        Ok(())
    }

    /// The scopes that a node names; `None` if one of them is not known.
    pub(super) fn scope_list(&self, list: NodeId) -> Option<Vec<Attr>> {
        let scope = |operand: &Metadata| match operand {
            Metadata::Node(scope) => {
                self.scopes.get(scope).copied().filter(|scope| scope.isa::<AliasScopeAttr>(self.cx))
            }
            _ => None,
        };
        self.module.tuple(list)?.iter().map(scope).collect()
    }

    /// Sets the attachments of an instruction.
    pub(super) fn attachments(
        &mut self,
        rw: &mut Rewriter<'_>,
        shape: &Shape<'_>,
        inst: &Inst,
        op: Op,
    ) -> Result {
        let attached =
            &shape.body.attachments[inst.attachments.start as usize..inst.attachments.end as usize];
        for &(name, node) in attached {
            let kind = self.module.bytes(name);
            if kind == b"dbg" {
                continue;
            }
            match self.attachment(rw, op, inst, kind, node)? {
                true => {}
                false if self.keeps() => self.keep_attachment(name, node),
                false if self.options.emit_expensive_warnings && is_convertible(kind) => {
                    let loc = rw.op(op).loc();
                    let (node, text) = (self.node_text(node), self.source(&inst.span));
                    self.warn(loc, format!("unhandled metadata: {node} on   {text}"));
                }
                false => {}
            }
        }
        Ok(())
    }

    fn has_prop(&self, rw: &Rewriter<'_>, op: Op, name: &str) -> bool {
        rw.op(op).info().prop_names.iter().any(|known| known.bytes(self.cx) == name.as_bytes())
    }

    /// Sets one attachment; false if the op cannot represent it.
    fn attachment(
        &mut self,
        rw: &mut Rewriter<'_>,
        op: Op,
        inst: &Inst,
        kind: &[u8],
        node: NodeId,
    ) -> Result<bool> {
        let cx = self.cx;
        let found: Option<(&str, Attr)> = match kind {
            b"tbaa" => self.tbaa.get(&node).map(|&tag| ("tbaa", cx.array_attr(&[tag]))),
            b"llvm.access.group" => {
                self.access_group_list(node).map(|groups| ("access_groups", cx.array_attr(&groups)))
            }
            b"alias.scope" => self.scope_list(node).map(|scopes| ("alias_scopes", cx.array_attr(&scopes))),
            b"noalias" => self.scope_list(node).map(|scopes| ("noalias_scopes", cx.array_attr(&scopes))),
            b"prof" => return Ok(self.profile(rw, op, inst, node)),
            b"llvm.loop" => {
                let loc = rw.op(op).loc();
                let annotation = self.loop_annotation(node, loc);
                if let Some(annotation) = annotation {
                    self.keep_loop(annotation, node);
                }
                annotation.map(|attr| ("loop_annotation", attr))
            }
            b"dereferenceable" | b"dereferenceable_or_null" => self
                .dereferenceable(node, kind == b"dereferenceable_or_null")
                .map(|attr| ("dereferenceable", attr)),
            b"nontemporal" => Some(("nontemporal", Attr::UNIT)),
            b"invariant.load" => Some(("invariant", Attr::UNIT)),
            b"invariant.group" => Some(("invariantGroup", Attr::UNIT)),
            b"mmra" => {
                let Some(attr) = self.relaxations(node) else { return Ok(false) };
                rw.set_attr(op, "llvm.mmra", attr);
                return Ok(true);
            }
            _ => None,
        };
        match found {
            Some((prop, attr)) if self.has_prop(rw, op, prop) => {
                rw.set_attr(op, prop, attr);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn dereferenceable(&mut self, node: NodeId, may_be_null: bool) -> Option<Attr> {
        let operands = self.module.operands(node);
        let [bytes] = operands else {
            let text = self.node_text(node);
            self.warn(self.module_loc, format!("dereferenceable metadata must have one operand: {text}"));
            return None;
        };
        let bytes = match bytes {
            Metadata::Const(constant) => self.module.constants.as_int(*constant),
            _ => None,
        };
        match bytes.filter(|bytes| !bytes.is_negative()).and_then(|bytes| bytes.to_u64()) {
            Some(bytes) => Some(DereferenceableAttr::get(self.cx, bytes, may_be_null).into()),
            None => {
                let text = self.node_text(node);
                let message = "dereferenceable metadata operand must be a non-negative constant integer";
                self.warn(self.module_loc, format!("{message}: {text}"));
                None
            }
        }
    }

    fn relaxations(&self, node: NodeId) -> Option<Attr> {
        let cx = self.cx;
        let tag = |operands: &[Metadata]| match operands {
            [Metadata::Text(prefix), Metadata::Text(suffix)] => {
                let [prefix, suffix] = [prefix, suffix]
                    .map(|text| String::from_utf8_lossy(self.module.bytes(*text)).into_owned());
                Some(Attr::from(MmraTagAttr::get(cx, &prefix, &suffix)))
            }
            _ => None,
        };
        let operands = self.module.tuple(node)?;
        if let Some(tag) = tag(operands) {
            return Some(tag);
        }
        let tags: Option<Vec<Attr>> = operands
            .iter()
            .map(|operand| match operand {
                Metadata::Node(node) => tag(self.module.tuple(*node)?),
                _ => None,
            })
            .collect();
        Some(cx.array_attr(&tags?))
    }

    /// Sets the weights of branches; false if the op has none, or they are of another kind.
    fn profile(&mut self, rw: &mut Rewriter<'_>, op: Op, inst: &Inst, node: NodeId) -> bool {
        let cx = self.cx;
        let Some([Metadata::Text(name), rest @ ..]) = self.module.tuple(node) else { return false };
        if self.module.bytes(*name) != b"branch_weights" {
            return false;
        }
        let rest = match rest {
            [Metadata::Text(word), rest @ ..] if self.module.bytes(*word) == b"expected" => {
                self.keep("expected", Attr::UNIT);
                rest
            }
            rest => rest,
        };
        let weights: Option<Vec<i32>> =
            rest.iter().map(|&weight| self.metadata_int(weight).map(|weight| weight as i32)).collect();
        let Some(weights) = weights.filter(|weights| !weights.is_empty()) else { return false };
        if matches!(inst.kind, InstKind::Call(_)) {
            // A call has its own count, which the op cannot represent.
            return !self.keeps();
        }
        let fits = self.has_prop(rw, op, "branch_weights");
        if fits {
            rw.set_attr(op, "branch_weights", cx.i32_array(&weights));
        }
        fits
    }

    /// Sets the attachments of a function.
    pub(super) fn function_metadata(&mut self, rw: &mut Rewriter<'_>, op: Op, global: &Global) {
        let cx = self.cx;
        for &(kind, node) in &global.attachments {
            let operands = self.module.operands(node);
            let numbers: Option<Vec<i32>> = operands
                .iter()
                .map(|&number| match number {
                    Metadata::Const(constant) => {
                        self.module.constants.as_int(constant)?.to_i64().map(|number| number as i32)
                    }
                    _ => None,
                })
                .collect();
            let found: Option<(&str, Attr)> = match (self.module.bytes(kind), operands) {
                (b"prof", [Metadata::Text(name), count])
                    if self.module.bytes(*name) == b"function_entry_count" =>
                {
                    self.metadata_int(*count)
                        .map(|count| ("function_entry_count", cx.int_attr(Type::I64, count)))
                }
                (b"prof", _) => None,
                (b"work_group_size_hint", _) => {
                    numbers.map(|numbers| ("work_group_size_hint", cx.i32_array(&numbers)))
                }
                (b"reqd_work_group_size", _) => {
                    numbers.map(|numbers| ("reqd_work_group_size", cx.i32_array(&numbers)))
                }
                (b"intel_reqd_sub_group_size", [_]) => numbers.and_then(|numbers| {
                    let number = i64::from(*numbers.first()?);
                    Some(("intel_reqd_sub_group_size", cx.int_attr(Type::I32, number)))
                }),
                (b"vec_type_hint", [Metadata::Const(hint), signed]) => {
                    self.metadata_int(*signed).map(|signed| {
                        let ty = cx.type_attr(self.ty(self.module.constants.get(*hint).ty));
                        ("vec_type_hint", VecTypeHintAttr::get(cx, ty, signed != 0).into())
                    })
                }
                (b"dbg", _) => continue,
                (known, _) if is_convertible(known) => None,
                _ => {
                    self.keep_attachment(kind, node);
                    continue;
                }
            };
            match found {
                Some((prop, attr)) => rw.set_attr(op, prop, attr),
                None if self.keeps() => self.keep_attachment(kind, node),
                None => {
                    let (loc, text) = (rw.op(op).loc(), self.node_text(node));
                    let line = self.line(global.offset);
                    self.warn(loc, format!("unhandled function metadata: {text} on {line}"));
                }
            }
        }
    }
}

/// Whether ops can represent attachments of a kind.
fn is_convertible(kind: &[u8]) -> bool {
    matches!(
        kind,
        b"prof"
            | b"tbaa"
            | b"llvm.access.group"
            | b"llvm.loop"
            | b"noalias"
            | b"alias.scope"
            | b"dereferenceable"
            | b"dereferenceable_or_null"
            | b"mmra"
            | b"vec_type_hint"
            | b"work_group_size_hint"
            | b"reqd_work_group_size"
            | b"intel_reqd_sub_group_size"
    )
}
