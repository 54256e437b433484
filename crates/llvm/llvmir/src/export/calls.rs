//! Calls.

use terrace_dialects_llvm::attrs::MemoryEffectsAttr;
use terrace_dialects_llvm::enums::{AsmDialect, TailCallKind};
use terrace_dialects_llvm::types::{ArrayType, FunctionType};
use terrace_dialects_llvm::*;
use terrace_ir::{Attr, OpRef, Str, Type, ValueRef};

use super::attributes::AttributeSet;
use super::memory::access_attrs;
use super::metadata::{Kind, Node};
use super::{Exporter, Result, bytes_of, symbol_text};
use crate::names::write_quoted;

/// The common parts of calls.
struct Call<'a, I> {
    symbol: Option<Str>,
    pointer: Option<ValueRef<'a>>,
    arguments: I,
    variadic: Option<Type>,
    arg_attrs: Option<Attr>,
    res_attrs: Option<Attr>,
    attributes: AttributeSet,
}

impl<'a> Exporter<'a> {
    /// Appends a call or what belongs to one; returns what is attached to it, or nothing if the op is none.
    pub(super) fn call_instruction(&mut self, op: OpRef<'a>) -> Result<Option<Vec<(Kind, Node)>>> {
        if let Some(view) = op.cast::<CallOp>() {
            return Ok(Some(self.call(view)));
        }
        if let Some(view) = op.cast::<InvokeOp>() {
            return Ok(Some(self.invoke(view)));
        }
        if let Some(view) = op.cast::<CallIntrinsicOp>() {
            self.call_of_intrinsic(view)?;
            return Ok(Some(Vec::new()));
        }
        if let Some(view) = op.cast::<InlineAsmOp>() {
            self.inline_asm(view);
            return Ok(Some(Vec::new()));
        }
        if let Some(view) = op.cast::<LandingpadOp>() {
            self.landingpad(view);
            return Ok(Some(Vec::new()));
        }
        if let Some(view) = op.cast::<VaArgOp>() {
            self.text("va_arg ");
            self.typed(view.arg());
            self.text(", ");
            self.ty(view.res().ty());
            return Ok(Some(Vec::new()));
        }
        Ok(None)
    }

    fn call_attributes(&mut self, view: CallOpView<'a>) -> AttributeSet {
        let mut set = AttributeSet::default();
        let flags = [
            (view.convergent(), "convergent"),
            (view.no_unwind(), "nounwind"),
            (view.will_return(), "willreturn"),
            (view.no_inline(), "noinline"),
            (view.always_inline(), "alwaysinline"),
            (view.inline_hint(), "inlinehint"),
        ];
        flags.into_iter().filter(|(holds, _)| *holds).for_each(|(_, name)| set.flag(name));
        let effects = view.memory_effects_attr();
        if let Some(effects) = effects.and_then(|effects| effects.dyn_cast::<MemoryEffectsAttr>(self.cx)) {
            match self.kept_effects(view.0, effects.into()) {
                Some("") => {}
                Some(own) => set.text("memory", own.to_string()),
                None => self.memory_effects(effects, &mut set),
            }
        }
        self.kept_call_attributes(view.0, &mut set);
        set
    }

    fn tail(&mut self, kind: TailCallKind) {
        self.text(match kind {
            TailCallKind::None => "",
            TailCallKind::NoTail => "notail ",
            TailCallKind::MustTail => "musttail ",
            TailCallKind::Tail => "tail ",
        });
    }

    fn call(&mut self, view: CallOpView<'a>) -> Vec<(Kind, Node)> {
        self.tail(view.tail_call_kind());
        self.text("call");
        self.call_fastmath(view.0, view.fastmath_flags());
        self.text(" ");
        self.text(&crate::conventions::text(view.c_conv() as u64));
        let attributes = self.call_attributes(view);
        let symbol = view.callee();
        let call = Call {
            symbol,
            pointer: view.callee_operands().next().filter(|_| symbol.is_none()),
            arguments: view.arguments(),
            variadic: view.var_callee_type(),
            arg_attrs: view.arg_attrs_attr(),
            res_attrs: view.res_attrs_attr(),
            attributes,
        };
        self.callee_and_arguments(view.0, call);
        self.bundles(view.op_bundle_tags_attr(), view.op_bundle_sizes_attr(), view.op_bundle_operands());
        self.access(&access_attrs!(view))
    }

    fn invoke(&mut self, view: InvokeOpView<'a>) -> Vec<(Kind, Node)> {
        let mut attributes = AttributeSet::default();
        self.kept_call_attributes(view.0, &mut attributes);
        self.text("invoke ");
        self.text(&crate::conventions::text(view.c_conv() as u64));
        let symbol = view.callee();
        let call = Call {
            symbol,
            pointer: view.callee_operands().next().filter(|_| symbol.is_none()),
            arguments: view.arguments(),
            variadic: view.var_callee_type(),
            arg_attrs: view.arg_attrs_attr(),
            res_attrs: view.res_attrs_attr(),
            attributes,
        };
        self.callee_and_arguments(view.0, call);
        self.bundles(view.op_bundle_tags_attr(), view.op_bundle_sizes_attr(), view.op_bundle_operands());
        self.text("\n          to label ");
        let normal = view.normal_dest().id();
        self.block(self.function.edges.get(&normal).map_or(normal, |&(_, to)| to));
        self.text(" unwind label ");
        self.block(view.unwind_dest().id());
        self.weights(view.0, view.branch_weights_attr()).into_iter().collect()
    }

    fn callee_and_arguments(
        &mut self,
        op: OpRef<'a>,
        call: Call<'a, impl ExactSizeIterator<Item = ValueRef<'a>>>,
    ) {
        let results = self.parameter_attributes(call.res_attrs, 0);
        if !results.is_empty() {
            results.write(&mut self.out);
            self.text(" ");
        }
        match call.variadic.and_then(|ty| ty.dyn_cast::<FunctionType>(self.cx)) {
            Some(function) if function.var_arg(self.cx) => self.ty(call.variadic.unwrap_or(Type::NONE)),
            _ => self.result_type(op),
        }
        self.text(" ");
        match (call.symbol, call.pointer) {
            (Some(symbol), _) => {
                let name = symbol_text(symbol.bytes(self.cx));
                self.text(&name);
            }
            (None, Some(pointer)) => self.value(pointer),
            (None, None) => self.text("poison"),
        }
        self.arguments(call.arguments, call.arg_attrs);
        self.call_group(&call.attributes);
    }

    fn call_group(&mut self, attributes: &AttributeSet) {
        if !attributes.is_empty() {
            let group = self.groups.number(attributes);
            self.text(" #");
            self.number_text(group as u64);
        }
    }

    /// Appends arguments with their attributes, between parentheses.
    fn arguments(&mut self, arguments: impl Iterator<Item = ValueRef<'a>>, attrs: Option<Attr>) {
        self.text("(");
        for (index, argument) in arguments.enumerate() {
            self.text(if index > 0 { ", " } else { "" });
            self.argument(argument, attrs, index);
        }
        self.text(")");
    }

    fn argument(&mut self, argument: ValueRef<'a>, attrs: Option<Attr>, index: usize) {
        self.ty(argument.ty());
        self.text(" ");
        let set = self.parameter_attributes(attrs, index);
        if !set.is_empty() {
            set.write(&mut self.out);
            self.text(" ");
        }
        self.value(argument);
    }

    /// Appends bundles of operands.
    pub(super) fn bundles(
        &mut self,
        tags: Option<Attr>,
        sizes: Attr,
        mut operands: impl Iterator<Item = ValueRef<'a>>,
    ) {
        let tags = tags.and_then(|tags| tags.as_array(self.cx)).unwrap_or_default();
        if tags.is_empty() {
            return;
        }
        self.text(" [ ");
        let sizes = sizes.as_i32_array(self.cx).unwrap_or_default();
        for (index, (tag, size)) in tags.iter().zip(sizes).enumerate() {
            self.text(if index > 0 { ", " } else { "" });
            write_quoted(&mut self.out, bytes_of(self.cx, *tag));
            self.text("(");
            self.typed_list(operands.by_ref().take(usize::try_from(size).unwrap_or(0)));
            self.text(")");
        }
        self.text(" ]");
    }

    /// Appends the keyword before the call of an intrinsic that was kept.
    pub(super) fn kept_tail(&mut self, op: OpRef<'a>) {
        if let Some(tail) = self.kept_string(op, "tail") {
            self.text(tail);
            self.text(" ");
        }
    }

    /// Appends the calling convention of the call of an intrinsic that was kept.
    pub(super) fn kept_convention(&mut self, op: OpRef<'a>) {
        if let Some(convention) = self.kept_string(op, "convention") {
            self.text(convention);
            self.text(" ");
        }
    }

    /// Appends the attributes of the call of an intrinsic that were kept.
    pub(super) fn kept_group(&mut self, op: OpRef<'a>) {
        let mut set = AttributeSet::default();
        self.kept_call_attributes(op, &mut set);
        self.call_group(&set);
    }

    fn call_of_intrinsic(&mut self, view: CallIntrinsicOpView<'a>) -> Result {
        let called = self.called_intrinsic(view)?;
        self.kept_tail(view.0);
        self.text("call");
        self.call_fastmath(view.0, view.fastmath_flags());
        self.text(" ");
        self.kept_convention(view.0);
        let results = self.parameter_attributes(view.res_attrs_attr(), 0);
        if !results.is_empty() {
            results.write(&mut self.out);
            self.text(" ");
        }
        self.result_type(view.0);
        if let Some(fixed) = called.fixed {
            self.text(" (");
            for argument in view.args().take(fixed) {
                self.ty(argument.ty());
                self.text(", ");
            }
            self.text("...)");
        }
        self.text(" @");
        self.text(&called.name);
        self.intrinsic_arguments(view);
        self.kept_group(view.0);
        self.bundles(view.op_bundle_tags_attr(), view.op_bundle_sizes_attr(), view.op_bundle_operands());
        Ok(())
    }

    /// Appends the arguments of the call of an intrinsic, with those that were metadata in their places.
    fn intrinsic_arguments(&mut self, view: CallIntrinsicOpView<'a>) {
        let kept = self.kept_entry(view.0, "metadata_arguments").and_then(|dict| dict.as_dict(self.cx));
        let Some(kept) = kept else { return self.arguments(view.args(), view.arg_attrs_attr()) };
        let (mut values, attrs) = (view.args().enumerate(), view.arg_attrs_attr());
        self.text("(");
        for place in 0..values.len() + kept.len() {
            self.text(if place > 0 { ", " } else { "" });
            if self.kept_argument(view.0, place) {
                continue;
            }
            if let Some((index, value)) = values.next() {
                self.argument(value, attrs, index);
            }
        }
        self.text(")");
    }

    fn inline_asm(&mut self, view: InlineAsmOpView<'a>) {
        self.tail(view.tail_call_kind());
        self.text("call ");
        let results = self.parameter_attributes(self.kept_entry(view.0, "res_attrs"), 0);
        if !results.is_empty() {
            results.write(&mut self.out);
            self.text(" ");
        }
        self.result_type(view.0);
        self.text(" asm ");
        self.text(if view.has_side_effects() { "sideeffect " } else { "" });
        self.text(if view.is_align_stack() { "alignstack " } else { "" });
        self.text(if view.asm_dialect() == Some(AsmDialect::ADIntel) { "inteldialect " } else { "" });
        for flag in self.kept_flags(view.0) {
            self.text(flag);
            self.text(" ");
        }
        write_quoted(&mut self.out, bytes_of(self.cx, view.asm_string_attr()));
        self.text(", ");
        write_quoted(&mut self.out, bytes_of(self.cx, view.constraints_attr()));
        let kept = self.kept_entry(view.0, "arg_attrs");
        self.arguments(view.operands(), kept.or_else(|| view.operand_attrs_attr()));
        self.kept_group(view.0);
    }

    fn landingpad(&mut self, view: LandingpadOpView<'a>) {
        self.text("landingpad ");
        self.ty(view.res().ty());
        if view.cleanup() {
            self.text("\n          cleanup");
        }
        for clause in view.operands() {
            let is_filter = clause.ty().isa::<ArrayType>(self.cx);
            self.text(if is_filter { "\n          filter " } else { "\n          catch " });
            self.typed(clause);
        }
    }
}
