//! Calls.

use terrace_dialects_llvm::attrs::MemoryEffectsAttr;
use terrace_dialects_llvm::enums::{AsmDialect, TailCallKind};
use terrace_dialects_llvm::types::{ArrayType, FunctionType};
use terrace_dialects_llvm::*;
use terrace_ir::{Attr, OpRef, OptionalAttr, Str, Type, ValueRef, View};
use terrace_llvm_ir::Type as LlvmType;
use terrace_llvm_ir::model::{self, Assembly, Call, Callee, ConstKind, Flags, InstKind, Str0, Value};

use super::attributes::AttributeSet;
use super::memory::access_attrs;
use super::{Attached, Exporter, Made, Result, bytes_of};
use crate::opcodes::fastmath_flags;

/// The common parts of calls.
struct CallParts<'a> {
    symbol: Option<Str>,
    pointer: Option<ValueRef<'a>>,
    arguments: Vec<ValueRef<'a>>,
    variadic: Option<Type>,
    arg_attrs: Option<Attr>,
    res_attrs: Option<Attr>,
    convention: u32,
    attributes: AttributeSet,
}

fn tail(kind: TailCallKind) -> Str0 {
    match kind {
        TailCallKind::None => "",
        TailCallKind::NoTail => "notail",
        TailCallKind::MustTail => "musttail",
        TailCallKind::Tail => "tail",
    }
}

impl<'a> Exporter<'a> {
    /// Creates a call or what belongs to one; returns it with its attachments, or nothing if the op is none.
    pub(super) fn call_instruction(&mut self, op: OpRef<'a>) -> Result<Option<(Made, Attached)>> {
        if let Some(view) = op.cast::<CallOp>() {
            return Ok(Some(self.call(view)));
        }
        if let Some(view) = op.cast::<InvokeOp>() {
            return Ok(Some(self.invoke(view)));
        }
        if let Some(view) = op.cast::<CallIntrinsicOp>() {
            return Ok(Some((self.call_of_intrinsic(view)?, Vec::new())));
        }
        if let Some(view) = op.cast::<InlineAsmOp>() {
            return Ok(Some((self.inline_asm(view), Vec::new())));
        }
        if let Some(view) = op.cast::<LandingpadOp>() {
            return Ok(Some((self.landingpad(view), Vec::new())));
        }
        let Some(view) = op.cast::<VaArgOp>() else { return Ok(None) };
        Ok(Some((Made::new(InstKind::VaArg, vec![self.value(view.arg())]), Vec::new())))
    }

    fn call_attributes(&mut self, view: View<'a, CallOp>) -> AttributeSet {
        let mut set = AttributeSet::default();
        let flags = [
            (view.convergent(), "convergent"),
            (view.no_unwind(), "nounwind"),
            (view.will_return(), "willreturn"),
            (view.no_inline(), "noinline"),
            (view.always_inline(), "alwaysinline"),
            (view.inline_hint(), "inlinehint"),
        ];
        flags.into_iter().filter(|(holds, _)| *holds).for_each(|(_, name)| set.flag(&mut self.module, name));
        let effects = view.memory_effects_attr();
        if let Some(effects) = effects.and_then(|effects| effects.dyn_cast::<MemoryEffectsAttr>(self.cx))
            && !self.kept_effects(view.0, effects.into(), &mut set)
        {
            self.memory_effects(effects, &mut set);
        }
        self.kept_call_attributes(view.0, &mut set);
        set
    }

    fn call(&mut self, view: View<'a, CallOp>) -> (Made, Attached) {
        let symbol = view.callee();
        let parts = CallParts {
            symbol,
            pointer: view.callee_operands().next().filter(|_| symbol.is_none()),
            arguments: view.arguments().collect(),
            variadic: view.var_callee_type(),
            arg_attrs: view.arg_attrs_attr(),
            res_attrs: view.res_attrs_attr(),
            convention: view.c_conv() as u32,
            attributes: self.call_attributes(view),
        };
        let (mut call, mut operands) = self.called(view.0, parts);
        call.tail = tail(view.tail_call_kind());
        let (tags, sizes) = (view.op_bundle_tags_attr(), view.op_bundle_sizes_attr());
        call.bundles = self.bundles(tags, sizes, view.op_bundle_operands(), &mut operands);
        let flags = self.call_flags(view.0, fastmath_flags(view.fastmath_flags()));
        let made = Made::new(InstKind::Call(Box::new(call)), operands).with(flags);
        (made, self.access(&access_attrs!(view)))
    }

    fn invoke(&mut self, view: View<'a, InvokeOp>) -> (Made, Attached) {
        let mut attributes = AttributeSet::default();
        self.kept_call_attributes(view.0, &mut attributes);
        let symbol = view.callee();
        let parts = CallParts {
            symbol,
            pointer: view.callee_operands().next().filter(|_| symbol.is_none()),
            arguments: view.arguments().collect(),
            variadic: view.var_callee_type(),
            arg_attrs: view.arg_attrs_attr(),
            res_attrs: view.res_attrs_attr(),
            convention: view.c_conv() as u32,
            attributes,
        };
        let (mut call, mut operands) = self.called(view.0, parts);
        let (tags, sizes) = (view.op_bundle_tags_attr(), view.op_bundle_sizes_attr());
        call.bundles = self.bundles(tags, sizes, view.op_bundle_operands(), &mut operands);
        let (normal, unwind) = (self.successor(view.0, 0), self.successor(view.0, 1));
        let mut attached = Vec::new();
        self.attach_weights(view.0, view.branch_weights_attr(), &mut attached);
        (Made::new(InstKind::Invoke(Box::new(call), normal, unwind), operands), attached)
    }

    /// The flags of a call, which only calls have that return numbers.
    pub(super) fn call_flags(&mut self, op: OpRef<'_>, flags: Flags) -> Flags {
        let ty = self.result_type(op);
        if self.module.types.has_fastmath(ty) { flags } else { Flags::default() }
    }

    fn called(&mut self, op: OpRef<'a>, parts: CallParts<'a>) -> (Call, Vec<Value>) {
        let result = self.parameter_attributes(parts.res_attrs, 0).into_items();
        let function = match parts.variadic.filter(|ty| {
            ty.dyn_cast::<FunctionType>(self.cx).is_some_and(|function| function.var_arg(self.cx))
        }) {
            Some(variadic) => self.ty(variadic),
            None => self.function_type(op, &parts.arguments),
        };
        let callee = match (parts.symbol, parts.pointer) {
            (Some(symbol), _) => Value::Const(self.symbol_constant(LlvmType::PTR, symbol.bytes(self.cx))),
            (None, Some(pointer)) => self.value(pointer),
            (None, None) => Value::Const(self.module.constant(LlvmType::PTR, ConstKind::Poison)),
        };
        let arguments = (0..parts.arguments.len())
            .map(|index| self.parameter_attributes(parts.arg_attrs, index).into_items())
            .collect();
        let call = Call {
            callee: Callee::Value(callee),
            function,
            convention: parts.convention,
            tail: "",
            result,
            arguments,
            forwards: false,
            attributes: self.group(parts.attributes),
            bundles: Vec::new(),
        };
        (call, self.values(parts.arguments))
    }

    /// The type of a function that is called with some arguments.
    fn function_type(&mut self, op: OpRef<'_>, arguments: &[ValueRef<'_>]) -> LlvmType {
        let params: Vec<LlvmType> = arguments.iter().map(|argument| self.ty(argument.ty())).collect();
        let result = self.result_type(op);
        self.module.types.function(result, params, false)
    }

    /// The bundles of a call, whose operands are added to those of the call.
    pub(super) fn bundles(
        &mut self,
        tags: Option<Attr>,
        sizes: Attr,
        mut operands: impl Iterator<Item = ValueRef<'a>>,
        all: &mut Vec<Value>,
    ) -> Vec<(terrace_llvm_ir::Str, u32)> {
        let tags = tags.optional_elements(self.cx);
        let sizes = sizes.optional_i32s(self.cx);
        let mut bundles = Vec::new();
        for (tag, size) in tags.iter().zip(sizes) {
            let size = u32::try_from(size).expect("the verifier checks the sizes of bundles");
            let tag = self.module.strings.intern(bytes_of(self.cx, *tag));
            all.extend(self.values(operands.by_ref().take(size as usize)));
            bundles.push((tag, size));
        }
        bundles
    }

    /// The parts of a call of an intrinsic that were kept, with its arguments' attributes.
    pub(super) fn intrinsic_parts(
        &mut self,
        op: OpRef<'a>,
        function: LlvmType,
        name: &str,
        res_attrs: Option<Attr>,
        arguments: Vec<model::AttributeSet>,
    ) -> Call {
        let callee = Callee::Value(Value::Const(self.symbol_constant(LlvmType::PTR, name.as_bytes())));
        let mut set = AttributeSet::default();
        self.kept_call_attributes(op, &mut set);
        let convention = self.kept_entry(op, "convention").and_then(|number| number.as_i64(self.cx));
        let convention = convention.and_then(|number| u32::try_from(number).ok());
        Call {
            callee,
            function,
            convention: convention.unwrap_or(0),
            tail: self.kept_keyword(op, "tail", &["tail", "musttail", "notail"]),
            result: self.parameter_attributes(res_attrs, 0).into_items(),
            arguments,
            forwards: false,
            attributes: self.group(set),
            bundles: Vec::new(),
        }
    }

    fn call_of_intrinsic(&mut self, view: View<'a, CallIntrinsicOp>) -> Result<Made> {
        let called = self.called_intrinsic(view)?;
        let (operands, attributes) = self.intrinsic_arguments(view);
        let types = operands.iter().map(|&operand| self.module.value_type(&self.function.body, operand));
        let mut params: Vec<LlvmType> = types.collect();
        let is_variadic = called.fixed.is_some();
        params.truncate(called.fixed.unwrap_or(params.len()));
        let result = self.result_type(view.0);
        let function = self.module.types.function(result, params, is_variadic);
        let name = &called.name;
        let mut call = self.intrinsic_parts(view.0, function, name, view.res_attrs_attr(), attributes);
        let mut operands = operands;
        let (tags, sizes) = (view.op_bundle_tags_attr(), view.op_bundle_sizes_attr());
        call.bundles = self.bundles(tags, sizes, view.op_bundle_operands(), &mut operands);
        let flags = self.call_flags(view.0, fastmath_flags(view.fastmath_flags()));
        Ok(Made::new(InstKind::Call(Box::new(call)), operands).with(flags))
    }

    /// The arguments of the call of an intrinsic, with those that were metadata in their places, and the attributes of each.
    fn intrinsic_arguments(
        &mut self,
        view: View<'a, CallIntrinsicOp>,
    ) -> (Vec<Value>, Vec<model::AttributeSet>) {
        let kept = self.kept_entry(view.0, "metadata_arguments").and_then(|dict| dict.as_dict(self.cx));
        let count = view.args().count() + kept.map_or(0, |kept| kept.len());
        let (mut values, mut operands, mut sets) = (view.args().enumerate(), Vec::new(), Vec::new());
        for place in 0..count {
            if let Some(metadata) = self.kept_argument(view.0, place) {
                operands.push(Value::Metadata(metadata));
                sets.push(model::AttributeSet::default());
            } else if let Some((index, value)) = values.next() {
                operands.push(self.value(value));
                sets.push(self.parameter_attributes(view.arg_attrs_attr(), index).into_items());
            }
        }
        (operands, sets)
    }

    fn inline_asm(&mut self, view: View<'a, InlineAsmOp>) -> Made {
        let arguments: Vec<ValueRef<'a>> = view.operands().collect();
        let kept = self.kept_entry(view.0, "arg_attrs").or_else(|| view.operand_attrs_attr());
        let assembly = Assembly {
            text: self.module.strings.intern(bytes_of(self.cx, view.asm_string_attr())),
            constraints: self.module.strings.intern(bytes_of(self.cx, view.constraints_attr())),
            side_effects: view.has_side_effects(),
            align_stack: view.is_align_stack(),
            intel: view.asm_dialect() == Some(AsmDialect::ADIntel),
            unwind: self.kept_flags(view.0).contains(&"unwind"),
        };
        let mut set = AttributeSet::default();
        self.kept_call_attributes(view.0, &mut set);
        let res_attrs = self.kept_entry(view.0, "res_attrs");
        let call = Call {
            callee: Callee::Assembly(assembly),
            function: self.function_type(view.0, &arguments),
            convention: 0,
            tail: tail(view.tail_call_kind()),
            result: self.parameter_attributes(res_attrs, 0).into_items(),
            arguments: (0..arguments.len())
                .map(|index| self.parameter_attributes(kept, index).into_items())
                .collect(),
            forwards: false,
            attributes: self.group(set),
            bundles: Vec::new(),
        };
        Made::new(InstKind::Call(Box::new(call)), self.values(arguments))
    }

    fn landingpad(&mut self, view: View<'a, LandingpadOp>) -> Made {
        let filters = view.operands().map(|clause| clause.ty().isa::<ArrayType>(self.cx)).collect();
        let flags = if view.cleanup() { Flags::CLEANUP } else { Flags::default() };
        Made::new(InstKind::LandingPad(filters), self.values(view.operands())).with(flags)
    }
}
