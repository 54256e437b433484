//! Calls of functions, pointers and inline assembly.

use smallvec::SmallVec;
use terrace_dialects_llvm::attrs::TailCallKindAttr;
use terrace_dialects_llvm::enums::{AsmDialect, TailCallKind};
use terrace_dialects_llvm::types::{FunctionType, PointerType};
use terrace_dialects_llvm::*;
use terrace_ir::enum_attr::{EnumValue, enum_param_attr};
use terrace_ir::{Attr, InsertPoint, Loc, Op, Rewriter, Type, Value as IrValue};

use super::body::Shape;
use super::records::Delayed;
use super::{Importer, Result};
use crate::kept::{EDGE, KEPT};
use crate::opcodes::fastmath;
use terrace_llvm_ir::model::{
    Assembly, AttributeSet, BlockId, Call, Callee, ConstKind, GlobalId, GlobalKind, Inst, Value,
};

/// Flags of calls, and their names on ops.
const FLAGS: &[(&str, &str)] = &[
    ("convergent", "convergent"),
    ("nounwind", "no_unwind"),
    ("willreturn", "will_return"),
    ("noinline", "no_inline"),
    ("alwaysinline", "always_inline"),
    ("inlinehint", "inline_hint"),
];

/// The attributes of calls that ops have.
const KNOWN_ATTRIBUTES: &[&str] = &[
    "convergent",
    "nounwind",
    "willreturn",
    "noinline",
    "alwaysinline",
    "inlinehint",
    "memory",
    "readnone",
    "readonly",
    "writeonly",
];

/// The callee of a call: the op's type, symbol and operands.
struct Target {
    function: Type,
    callee: Option<Attr>,
    operands: SmallVec<[IrValue; 4]>,
    /// Whether the types of the call and of the callee agree.
    fits: bool,
}

impl<'m> Importer<'m> {
    /// The function or ifunc that is called, if it is known.
    pub(super) fn callee(&self, call: &Call) -> Option<GlobalId> {
        let Callee::Value(Value::Const(constant)) = call.callee else { return None };
        let ConstKind::Global(global) = self.module.constants.get(constant).kind else { return None };
        match self.module.global(global).kind {
            GlobalKind::Function(_) | GlobalKind::IFunc { .. } | GlobalKind::Undefined => Some(global),
            _ => None,
        }
    }

    /// The arguments of a call, and the operands of its bundles.
    pub(super) fn arguments<'s>(
        &self,
        shape: &Shape<'s>,
        inst: &Inst,
        call: &Call,
    ) -> (&'s [Value], &'s [Value]) {
        let operands = shape.operands(inst);
        let bundled: usize = call.bundles.iter().map(|(_, count)| *count as usize).sum();
        // An invoke has no other operands, a call of a pointer has it in the callee.
        operands.split_at(operands.len() - bundled.min(operands.len()))
    }

    /// Creates the op of a call; `None` if it becomes none now.
    pub(super) fn call(
        &mut self,
        rw: &mut Rewriter<'_>,
        shape: &Shape<'_>,
        inst: &Inst,
        call: &Call,
        loc: Loc,
        records: &mut Vec<Delayed<'m>>,
    ) -> Result<Option<Op>> {
        if let Some(global) = self.callee(call)
            && let Some(name) = self.module.global(global).name
            && self.module.bytes(name).starts_with(b"llvm.")
        {
            return self.intrinsic_call(rw, shape, inst, call, self.str(name), loc, records);
        }
        let (arguments, bundled) = self.arguments(shape, inst, call);
        let operands = match call.callee {
            Callee::Assembly(assembly) => {
                let operands = self.values(rw, arguments)?;
                return self.assembly(rw, inst, call, assembly, &operands, loc).map(Some);
            }
            Callee::Value(callee) if self.callee(call).is_none() => {
                let mut operands = self.values(rw, &[callee])?;
                operands.extend(self.values(rw, arguments)?);
                operands
            }
            Callee::Value(_) => self.values(rw, arguments)?,
        };
        let target = self.call_target(rw, call, operands, loc)?;
        let bundles = self.bundles(rw, call, bundled)?;
        let convention = self.convention(call.convention, self.place(inst.span.start as usize))?;
        let groups: Vec<&[IrValue]> = bundles.1.iter().map(|group| &group[..]).collect();
        let cx = self.cx;
        let mut op = CallOp::of()
            .loc(loc)
            .var_callee_type_attr(self.variadic_type(target.function))
            .callee_attr(target.callee)
            .callee_operands(&target.operands)
            .c_conv_attr(convention)
            .op_bundle_operands(&groups)
            .op_bundle_tags_attr(bundles.0);
        if !call.tail.is_empty() {
            let kind =
                TailCallKind::from_keyword(call.tail).expect("the dialect has every kind of tail call");
            op = op.tail_call_kind_attr(enum_param_attr(cx, kind, TailCallKindAttr::DEF));
        }
        if inst.flags.fastmath() != 0 && self.module.types.has_fastmath(inst.ty) {
            op = op.fastmath_flags(fastmath(inst.flags));
        }
        if inst.result.is_some() {
            op = op.result(self.ty(inst.ty));
        }
        let op = rw.build(op);
        self.call_attributes(rw, op.into(), call);
        if target.fits || self.keeps() {
            self.argument_attributes(rw, op.into(), call, &[]);
        }
        Ok(Some(op.into()))
    }

    fn variadic_type(&self, function: Type) -> Option<Attr> {
        let is_variadic = function.dyn_cast::<FunctionType>(self.cx).is_some_and(|ty| ty.var_arg(self.cx));
        is_variadic.then(|| self.cx.type_attr(function))
    }

    fn call_target(
        &mut self,
        rw: &mut Rewriter<'_>,
        call: &Call,
        mut operands: SmallVec<[IrValue; 4]>,
        loc: Loc,
    ) -> Result<Target> {
        let cx = self.cx;
        let Some(global) = self.callee(call) else {
            return Ok(Target { function: self.ty(call.function), callee: None, operands, fits: true });
        };
        let known = match &self.module.global(global).kind {
            GlobalKind::Function(function) => function.ty,
            GlobalKind::IFunc { ty, .. } => *ty,
            _ => call.function,
        };
        let symbol = cx.flat_symbol_ref(self.symbol_of(global));
        if self.types_agree(self.ty(call.function), self.ty(known)) {
            return Ok(Target { function: self.ty(known), callee: Some(symbol), operands, fits: true });
        }
        let (called, callee) = (cx.type_text(self.ty(call.function)), cx.type_text(self.ty(known)));
        self.warn(loc, format!("incompatible call and callee types: '{called}' and '{callee}'"));
        let pointer = PointerType::default_space(cx);
        let address = rw.build_value(AddressOfOp::of().loc(loc).global_name_attr(symbol).res(pointer));
        operands.insert(0, address);
        Ok(Target { function: self.ty(call.function), callee: None, operands, fits: false })
    }

    /// Whether a call of one type can be one of a function of another type.
    fn types_agree(&self, call: Type, callee: Type) -> bool {
        let cx = self.cx;
        let (Some(call), Some(callee)) =
            (call.dyn_cast::<FunctionType>(cx), callee.dyn_cast::<FunctionType>(cx))
        else {
            return false;
        };
        let (given, wanted) = (call.params(cx), callee.params(cx));
        let counts = match callee.var_arg(cx) {
            true => given.len() >= wanted.len(),
            false => given.len() == wanted.len(),
        };
        counts
            && call.return_type(cx) == callee.return_type(cx)
            && given.iter().zip(&wanted).all(|(given, wanted)| given == wanted)
    }

    /// The names of bundles, and the operands of each.
    pub(super) fn bundles(
        &mut self,
        rw: &mut Rewriter<'_>,
        call: &Call,
        bundled: &[Value],
    ) -> Result<(Option<Attr>, Vec<SmallVec<[IrValue; 4]>>)> {
        let (mut groups, mut rest) = (Vec::new(), bundled);
        for (_, count) in &call.bundles {
            let (first, after) = rest.split_at((*count as usize).min(rest.len()));
            groups.push(self.values(rw, first)?);
            rest = after;
        }
        let tags: Vec<Attr> = call.bundles.iter().map(|(tag, _)| self.cx.str_attr(self.str(*tag))).collect();
        Ok(((!tags.is_empty()).then(|| self.cx.array_attr(&tags)), groups))
    }

    fn call_attributes(&mut self, rw: &mut Rewriter<'_>, op: Op, call: &Call) {
        let attributes = self.sorted_once(&call.attributes);
        for (name, prop) in FLAGS {
            if attributes.iter().any(|attribute| self.module.bytes(attribute.name) == name.as_bytes()) {
                rw.set_attr(op, prop, Attr::UNIT);
            }
        }
        if let Some(effects) = self.call_effects(call, &attributes) {
            rw.set_attr(op, "memory_effects", effects);
            self.keep_effects(&attributes, effects);
        }
        self.keep_call_attributes(&attributes, KNOWN_ATTRIBUTES);
    }

    /// Sets the attributes of arguments and results, but of arguments with these numbers.
    pub(super) fn argument_attributes(
        &mut self,
        rw: &mut Rewriter<'_>,
        op: Op,
        call: &Call,
        without: &[usize],
    ) {
        let kept = call.arguments.iter().enumerate().filter(|(index, _)| !without.contains(index));
        let sets: Vec<_> = kept.map(|(_, set)| set).collect();
        if sets.iter().any(|set| !set.is_empty()) {
            let dicts: Vec<Attr> = sets.iter().map(|set| self.parameter_dict(set)).collect();
            rw.set_attr(op, "arg_attrs", self.cx.array_attr(&dicts));
        }
        if !call.result.is_empty() {
            let dict = self.parameter_dict(&call.result);
            rw.set_attr(op, "res_attrs", self.cx.array_attr(&[dict]));
        }
    }

    fn assembly(
        &mut self,
        rw: &mut Rewriter<'_>,
        inst: &Inst,
        call: &Call,
        assembly: Assembly,
        operands: &[IrValue],
        loc: Loc,
    ) -> Result<Op> {
        let cx = self.cx;
        let dialect = if assembly.intel { AsmDialect::ADIntel } else { AsmDialect::ADATT };
        let mut op = InlineAsmOp::of(operands)
            .loc(loc)
            .asm_string_attr(cx.str_attr(self.str(assembly.text)))
            .constraints_attr(cx.str_attr(self.str(assembly.constraints)))
            .has_side_effects(assembly.side_effects)
            .is_align_stack(assembly.align_stack)
            .asm_dialect(dialect)
            .operand_attrs_attr(self.assembly_operand_attrs(call, assembly));
        if !call.tail.is_empty() {
            let kind =
                TailCallKind::from_keyword(call.tail).expect("the dialect has every kind of tail call");
            op = op.tail_call_kind_attr(enum_param_attr(cx, kind, TailCallKindAttr::DEF));
        }
        if inst.result.is_some() {
            op = op.res(self.ty(inst.ty));
        }
        self.keep_assembly(call, assembly);
        Ok(rw.build(op).into())
    }

    /// Keeps the parts of a call of inline assembly that its op cannot represent.
    fn keep_assembly(&mut self, call: &Call, assembly: Assembly) {
        if !self.keeps() {
            return;
        }
        let attributes = self.sorted_once(&call.attributes);
        self.keep_call_attributes(&attributes, &[]);
        if assembly.unwind {
            self.keep_flags(&["unwind"]);
        }
        let is_element = |set: &AttributeSet| match &set.items[..] {
            [only] => self.module.bytes(only.name) == b"elementtype",
            _ => set.is_empty(),
        };
        if !call.arguments.iter().all(is_element) || !call.result.is_empty() {
            self.keep_parameters(&call.arguments, &call.result);
        }
    }

    /// The types that indirect operands point to; `None` if there are no indirect ones.
    fn assembly_operand_attrs(&self, call: &Call, assembly: Assembly) -> Option<Attr> {
        let cx = self.cx;
        let constraints = String::from_utf8_lossy(self.module.bytes(assembly.constraints)).into_owned();
        let (mut attrs, mut any, mut argument) = (Vec::new(), false, 0);
        for constraint in constraints.split(',') {
            let is_output = constraint.starts_with('=');
            let is_indirect = constraint.trim_start_matches(['=', '&', '%']).starts_with('*');
            // Outputs are results, unless they are written through a pointer; labels and clobbers are nothing.
            if constraint.starts_with(['~', '!']) || (is_output && !is_indirect) {
                continue;
            }
            let element = call.arguments.get(argument).and_then(|set| {
                let found =
                    set.items.iter().find(|attribute| self.module.bytes(attribute.name) == b"elementtype");
                match found?.value {
                    terrace_llvm_ir::model::AttributeValue::Type(ty) => Some(ty),
                    _ => None,
                }
            });
            match element.filter(|_| is_indirect) {
                Some(ty) => {
                    attrs.push(cx.dict(vec![(cx.str("elementtype"), cx.type_attr(self.ty(ty)))]));
                    any = true;
                }
                None if is_indirect => {}
                None => attrs.push(Attr::EMPTY_DICT),
            }
            argument += 1;
        }
        any.then(|| cx.array_attr(&attrs))
    }

    /// Creates the op of a call that may unwind.
    #[allow(clippy::too_many_arguments, reason = "the two blocks are those of the call")]
    pub(super) fn invoke(
        &mut self,
        rw: &mut Rewriter<'_>,
        shape: &Shape<'_>,
        block: BlockId,
        inst: &Inst,
        call: &Call,
        (normal, unwind): (BlockId, BlockId),
        loc: Loc,
    ) -> Result<Op> {
        let cx = self.cx;
        let (arguments, bundled) = self.arguments(shape, inst, call);
        let mut operands = SmallVec::new();
        match call.callee {
            Callee::Assembly(_) => {
                return self
                    .error(self.loc_or_place(loc, inst), "invoke of inline assembly is not supported");
            }
            Callee::Value(callee) if self.callee(call).is_none() => operands.push(self.value(rw, callee)?),
            Callee::Value(_) => {}
        }
        operands.extend(self.values(rw, arguments)?);
        let passes_itself = inst
            .result
            .is_some_and(|result| shape.passed(block, normal).contains(&Some(Value::Local(result))));
        let normal_block = self.target(normal)?;
        // The result of the call cannot be a successor operand of the call itself.
        let between = passes_itself.then(|| {
            let kept = rw.insertion_point();
            let between = rw.create_block_before(normal_block, &[]);
            if let Some(point) = kept {
                rw.set_insertion_point(point);
            }
            between
        });
        let unwind_values = self.branch_values(rw, shape, block, unwind)?;
        let unwind_block = self.target(unwind)?;
        let target = self.call_target(rw, call, operands, loc)?;
        let bundles = self.bundles(rw, call, bundled)?;
        let convention = self.convention(call.convention, self.place(inst.span.start as usize))?;
        let groups: Vec<&[IrValue]> = bundles.1.iter().map(|group| &group[..]).collect();
        let normal_values = match between {
            Some(_) => Vec::new(),
            None => self.branch_values(rw, shape, block, normal)?,
        };
        let mut op = InvokeOp::of()
            .loc(loc)
            .var_callee_type_attr(self.variadic_type(target.function))
            .callee_attr(target.callee)
            .callee_operands(&target.operands)
            .normal_dest_operands(&normal_values)
            .unwind_dest_operands(&unwind_values)
            .c_conv_attr(convention)
            .op_bundle_operands(&groups)
            .op_bundle_tags_attr(bundles.0)
            .normal_dest(between.unwrap_or(normal_block))
            .unwind_dest(unwind_block);
        if inst.result.is_some() {
            op = op.result(self.ty(inst.ty));
        }
        let op = rw.build(op);
        if target.fits || self.keeps() {
            self.argument_attributes(rw, op.into(), call, &[]);
        }
        let attributes = self.sorted_once(&call.attributes);
        self.keep_call_attributes(&attributes, &[]);
        if let (Some(between), Some(result)) = (between, inst.result) {
            self.function.locals[result.0 as usize] = rw.body().results(op).next();
            let values = self.branch_values(rw, shape, block, normal)?;
            let kept = rw.insertion_point();
            rw.set_insertion_point(InsertPoint::start(rw.body(), between));
            let branch = rw.build(BrOp::of(&values).loc(loc).dest(normal_block));
            if self.keeps() {
                rw.set_attr(branch, KEPT, cx.dict(vec![(cx.str(EDGE), Attr::UNIT)]));
            }
            if let Some(point) = kept {
                rw.set_insertion_point(point);
            }
        }
        Ok(op.into())
    }
}
