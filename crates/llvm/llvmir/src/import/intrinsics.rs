//! Calls of intrinsics.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::attrs::FastmathFlagsAttr;
use terrace_dialects_llvm::enums::{FPExceptionBehavior, RoundingMode};
use terrace_dialects_llvm::intrinsics::{
    AssumeOp, DbgLabelOp, Intrinsic, IntrinsicOp, NoAliasScopeDeclOp, intrinsic_ops,
};
use terrace_dialects_llvm::*;
use terrace_ir::enum_attr::{EnumValue, enum_attr};
use terrace_ir::{Attr, Context, Loc, Op, OpName, OpSpec, Rewriter, Str, Type, Value as IrValue};

use super::body::Shape;
use super::records::Delayed;
use super::{Importer, Result};
use crate::opcodes::fastmath;
use terrace_llvm_ir::model::{AttributeValue, Call, Inst, Metadata, NodeId, Value};

/// The ops that calls of intrinsics become, by the names of those.
pub(super) struct Table {
    ops: FxHashMap<&'static [u8], (OpName, &'static Intrinsic)>,
}

impl Table {
    pub(super) fn new(cx: &Context) -> Self {
        let mut ops = FxHashMap::default();
        for def in intrinsic_ops() {
            let name = cx.op_name(def.name);
            if let Some(intrinsic) = cx.op_info(name).interface::<dyn IntrinsicOp>() {
                let intrinsic = intrinsic.intrinsic();
                ops.insert(intrinsic.name.as_bytes(), (name, intrinsic));
            }
        }
        Self { ops }
    }

    /// The op for a name, which ends with the types that the intrinsic is overloaded on.
    fn find(&self, name: &[u8]) -> Option<(OpName, &'static Intrinsic)> {
        if !name.starts_with(b"llvm.") {
            return None;
        }
        let mut base = name;
        loop {
            if let Some(&found) = self.ops.get(base) {
                return Some(found);
            }
            let dot = base.iter().rposition(|&byte| byte == b'.')?;
            if !is_type(&base[dot + 1..]) {
                return None;
            }
            base = &base[..dot];
        }
    }

    /// Whether there is an op for a name.
    pub(super) fn has_op(&self, name: &[u8]) -> bool {
        self.find(name).is_some()
    }
}

/// Whether a part of a name may be that of a type: `i32`, `p0`, `v4f32`, `nxv2i64`, `sl_i32s`.
fn is_type(part: &[u8]) -> bool {
    let digits_after = |len: usize| part.get(len).is_some_and(u8::is_ascii_digit);
    match part {
        b"Metadata" | b"token" | b"isVoid" | b"ppcf128" | b"x86amx" | b"bf16" | b"anonymous" => true,
        [b'n', b'x', b'v', ..] => digits_after(3),
        [b's' | b't' | b'f', b'_' | b'l', ..] => true,
        [b'p' | b'i' | b'f' | b'v' | b'a', ..] => digits_after(1),
        // The rest of the name of a structure with dots in it.
        [.., b's'] => part.len() > 1 && !matches!(part, b"vacopys"),
        _ => false,
    }
}

impl<'m> Importer<'m> {
    /// Creates the op of a call of an intrinsic; `None` if it becomes none now.
    #[allow(clippy::too_many_arguments, reason = "the call with where it is")]
    pub(super) fn intrinsic_call(
        &mut self,
        rw: &mut Rewriter<'_>,
        shape: &Shape<'_>,
        inst: &Inst,
        call: &Call,
        name: Str,
        loc: Loc,
        records: &mut Vec<Delayed<'m>>,
    ) -> Result<Option<Op>> {
        let text = name.bytes(self.cx);
        let (arguments, bundled) = self.arguments(shape, inst, call);
        if let Some(kind) = text.strip_prefix(b"llvm.dbg.") {
            let location = self.location_node(shape, inst);
            return self.debug_intrinsic(rw, kind, arguments, inst, (location, loc), records);
        }
        self.keep_intrinsic_call(call)?;
        let found = self.intrinsics.find(text).filter(|_| !self.options.prefer_unregistered_intrinsics);
        // Ops of intrinsics have no operands of bundles, but for `llvm.assume`.
        let found = found.filter(|_| !self.keeps() || call.bundles.is_empty() || text == b"llvm.assume");
        let Some((op, intrinsic)) = found else {
            return self.unregistered_intrinsic(rw, inst, call, name, arguments, bundled, loc).map(Some);
        };
        match intrinsic.name {
            "llvm.assume" => {
                let Some(&condition) = arguments.first() else { return self.unhandled(inst, loc) };
                let condition = self.value(rw, condition)?;
                let (tags, groups) = self.bundles(rw, call, bundled)?;
                let groups: Vec<&[IrValue]> = groups.iter().map(|group| &group[..]).collect();
                self.keep_parameters(&call.arguments, &call.result);
                let op =
                    AssumeOp::of(condition).loc(loc).op_bundle_operands(&groups).op_bundle_tags_attr(tags);
                Ok(Some(rw.build(op).into()))
            }
            "llvm.experimental.noalias.scope.decl" => {
                let scope = match arguments.first() {
                    Some(Value::Metadata(Metadata::Node(node))) => self.scope_list(*node),
                    _ => None,
                };
                let scope = scope.and_then(|scopes| scopes.first().copied());
                let Some(scope) = scope else { return Ok(None) };
                Ok(Some(rw.build(NoAliasScopeDeclOp::of().loc(loc).scope_attr(scope)).into()))
            }
            _ => self.intrinsic_op(rw, inst, call, (op, intrinsic), arguments, loc).map(Some),
        }
    }

    /// Keeps the parts of an intrinsic call other than operands, bundles and flags.
    fn keep_intrinsic_call(&mut self, call: &Call) -> Result {
        if !self.keeps() {
            return Ok(());
        }
        let attributes = self.sorted_once(&call.attributes);
        self.keep_call_attributes(&attributes, &[]);
        if !call.tail.is_empty() {
            self.keep_text("tail", call.tail);
        }
        if call.convention != 0 {
            let convention = self.cx.int_attr(Type::I32, i64::from(call.convention));
            self.keep("convention", convention);
        }
        Ok(())
    }

    fn debug_intrinsic(
        &mut self,
        rw: &mut Rewriter<'_>,
        kind: &'m [u8],
        arguments: &[Value],
        inst: &Inst,
        (location, loc): (Option<NodeId>, Loc),
        records: &mut Vec<Delayed<'m>>,
    ) -> Result<Option<Op>> {
        let operands: Vec<Metadata> = arguments
            .iter()
            .map(|argument| match *argument {
                Value::Metadata(metadata) => metadata,
                Value::Const(constant) => Metadata::Const(constant),
                Value::Local(local) => Metadata::Local(local),
            })
            .collect();
        // The older intrinsic forms of debug records; `llvm.dbg.addr` has no record form.
        if self.keeps() && matches!(kind, b"value" | b"declare" | b"assign" | b"label") {
            self.record_in_place(rw, kind, &operands, location, loc)?;
            return Ok(None);
        }
        if kind == b"label" {
            let Some(&Metadata::Node(node)) = operands.first() else { return Ok(None) };
            let Some(label) = self.label(node) else { return Ok(None) };
            return Ok(Some(rw.build(DbgLabelOp::of().loc(loc).label_attr(label)).into()));
        }
        records.push(Delayed { kind, operands, loc, is_intrinsic: true, span: inst.span.clone() });
        Ok(None)
    }

    /// Creates the op of an intrinsic without a dedicated op.
    #[allow(clippy::too_many_arguments, reason = "the call with where it is")]
    fn unregistered_intrinsic(
        &mut self,
        rw: &mut Rewriter<'_>,
        inst: &Inst,
        call: &Call,
        name: Str,
        arguments: &[Value],
        bundled: &[Value],
        loc: Loc,
    ) -> Result<Op> {
        let cx = self.cx;
        let is_metadata = |argument: &&Value| matches!(argument, Value::Metadata(_));
        let (kept, mut places): (Vec<Value>, Vec<usize>);
        places = Vec::new();
        let mut arguments = arguments;
        if self.keeps() && arguments.iter().any(|argument| is_metadata(&argument)) {
            self.keep_metadata_arguments(arguments);
            places = (0..arguments.len()).filter(|&place| is_metadata(&&arguments[place])).collect();
            kept = arguments.iter().copied().filter(|argument| !is_metadata(&argument)).collect();
            arguments = &kept;
        }
        if arguments.iter().any(|argument| is_metadata(&argument)) {
            let text = self.source(&inst.span);
            return self.error(self.loc_or_place(loc, inst), format!("unhandled intrinsic:   {text}"));
        }
        let operands = self.values(rw, arguments)?;
        let (tags, groups) = self.bundles(rw, call, bundled)?;
        let groups: Vec<&[IrValue]> = groups.iter().map(|group| &group[..]).collect();
        let mut op = CallIntrinsicOp::of()
            .loc(loc)
            .intrin_attr(cx.str_attr(name))
            .args(&operands)
            .op_bundle_operands(&groups)
            .op_bundle_tags_attr(tags);
        if inst.flags.fastmath() != 0 {
            op = op.fastmath_flags(fastmath(inst.flags));
        }
        if inst.result.is_some() {
            op = op.results(self.ty(inst.ty));
        }
        let op = rw.build(op);
        self.argument_attributes(rw, op.into(), call, &places);
        Ok(op.into())
    }

    /// Keeps the arguments of a call that are metadata, with their places.
    fn keep_metadata_arguments(&mut self, arguments: &[Value]) {
        let mut entries = Vec::new();
        for (place, argument) in arguments.iter().enumerate() {
            let Value::Metadata(metadata) = *argument else { continue };
            let value = self.kept_operand(metadata);
            entries.push((self.cx.str(&place.to_string()), value));
        }
        self.keep("metadata_arguments", self.cx.dict(entries));
    }

    /// Creates the op of an intrinsic from its table.
    fn intrinsic_op(
        &mut self,
        rw: &mut Rewriter<'_>,
        inst: &Inst,
        call: &Call,
        (name, intrinsic): (OpName, &'static Intrinsic),
        arguments: &[Value],
        loc: Loc,
    ) -> Result<Op> {
        let cx = self.cx;
        let info = cx.op_info(name);
        let mut props: Vec<Attr> = info.prop_defaults.to_vec();
        let slot = |name: &str| info.prop_names.iter().position(|known| known.bytes(cx) == name.as_bytes());
        let (arguments, align) = self.upgraded(intrinsic, arguments);
        let mut operands = Vec::new();
        for (index, &argument) in arguments.iter().enumerate() {
            let immediate = intrinsic.immediates.iter().find(|(at, _)| *at == index);
            match (immediate, argument) {
                (Some((_, prop)), Value::Const(constant)) => {
                    let attr = self.scalar_attr(constant);
                    match (slot(prop), attr) {
                        (Some(slot), Some(attr)) => props[slot] = attr,
                        _ => return self.unhandled(inst, loc),
                    }
                }
                (Some(_), _) => return self.unhandled(inst, loc),
                (None, Value::Metadata(Metadata::Text(word))) => {
                    let word = String::from_utf8_lossy(self.module.bytes(word)).into_owned();
                    if let Some((prop, attr)) = self.constrained(&word)
                        && let Some(slot) = slot(prop)
                    {
                        props[slot] = attr;
                    }
                }
                (None, Value::Metadata(_)) => return self.unhandled(inst, loc),
                (None, _) => operands.push(self.value(rw, argument)?),
            }
        }
        if let Some(slot) = slot("fastmathFlags")
            && inst.flags.fastmath() != 0
        {
            props[slot] = FastmathFlagsAttr::get(cx, fastmath(inst.flags)).into();
        }
        if let Some(slot) = slot("alignment").filter(|_| intrinsic.name.starts_with("llvm.masked.")) {
            props[slot] =
                cx.int_attr(Type::I32, align.unwrap_or_else(|| self.pointer_align(intrinsic, call)) as i64);
        }
        if let Some(slot) = slot("op_bundle_sizes") {
            props[slot] = cx.i32_array(&[]);
        }
        let has_arguments = slot("arg_attrs").is_some();
        let result = [self.ty(inst.ty)];
        // If the op always has a result, a call without one has a result of type void.
        let returns = inst.result.is_some() || intrinsic.name == "llvm.coro.end";
        let results: &[Type] = if returns { &result } else { &[] };
        let attrs = Attr::EMPTY_DICT;
        let spec = OpSpec { name, operands: &operands, results, props: &props, attrs, successors: &[], loc };
        let op = rw.create_op(&spec);
        if has_arguments {
            let immediates: Vec<usize> = intrinsic.immediates.iter().map(|(at, _)| *at).collect();
            self.argument_attributes(rw, op, call, &immediates);
        } else {
            self.keep_parameters(&call.arguments, &call.result);
        }
        Ok(op)
    }

    /// Arguments as LLVM has them today, of texts that are older, and the alignment in bytes if it was one of them.
    fn upgraded(&self, intrinsic: &Intrinsic, arguments: &[Value]) -> (Vec<Value>, Option<u64>) {
        let mut arguments = arguments.to_vec();
        let align = match (intrinsic.name, arguments.len()) {
            // The size of the object came first.
            ("llvm.lifetime.start" | "llvm.lifetime.end", 2) => {
                arguments.remove(0);
                None
            }
            ("llvm.masked.load" | "llvm.masked.gather", 4) => Some(arguments.remove(1)),
            ("llvm.masked.store" | "llvm.masked.scatter", 4) => Some(arguments.remove(2)),
            _ => None,
        };
        let align = match align {
            Some(Value::Const(constant)) => {
                self.module.constants.as_int(constant).and_then(|align| align.to_u64())
            }
            _ => None,
        };
        (arguments, align)
    }

    /// The alignment of the pointer that a masked access has, in bytes.
    fn pointer_align(&self, intrinsic: &Intrinsic, call: &Call) -> u64 {
        let pointer = match intrinsic.name {
            "llvm.masked.store" | "llvm.masked.scatter" | "llvm.masked.compressstore" => 1,
            _ => 0,
        };
        let attributes = call.arguments.get(pointer).map(|set| self.sorted(set));
        let align =
            attributes.iter().flat_map(|list| list.iter()).find_map(|attribute| match attribute.value {
                AttributeValue::Number(number) if self.module.bytes(attribute.name) == b"align" => {
                    Some(number)
                }
                _ => None,
            });
        align.unwrap_or(1)
    }

    /// The attribute for a metadata string of a constrained floating-point intrinsic.
    fn constrained(&self, word: &str) -> Option<(&'static str, Attr)> {
        let cx = self.cx;
        if let Some(mode) = word.strip_prefix("round.") {
            return Some(("roundingmode", enum_attr(cx, RoundingMode::from_keyword(mode)?)));
        }
        let behavior = FPExceptionBehavior::from_keyword(word.strip_prefix("fpexcept.")?)?;
        Some(("fpExceptionBehavior", enum_attr(cx, behavior)))
    }
}
