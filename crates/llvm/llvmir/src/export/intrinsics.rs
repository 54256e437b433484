//! Calls of intrinsics and their declarations.

use std::fmt::Write;
use std::rc::Rc;

use terrace_dialects_llvm::attrs::{AliasScopeAttr, FastmathFlagsAttr};
use terrace_dialects_llvm::enums::{FPExceptionBehavior, RoundingMode};
use terrace_dialects_llvm::intrinsics::*;
use terrace_dialects_llvm::types::{MetadataType, StructRef};
use terrace_dialects_llvm::*;
use terrace_ir::{Attr, AttrData, Diag, OpRef, Type};

use super::intrinsic_attributes::attributes_of;
use super::memory::access_attrs;
use super::metadata::{Item, Kind, Node, string_item};
use super::module::unsupported;
use super::{Exporter, Result};
use crate::signatures::{Called, Mismatch, resolve};
use crate::types::mangled;

/// An intrinsic as it is declared.
pub(super) struct Declaration {
    name: String,
    /// Its name without the types that it is overloaded on.
    base: String,
    result: Option<Type>,
    arguments: Vec<Argument>,
    is_variadic: bool,
}

/// A parameter of an intrinsic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Argument {
    /// A value of a type.
    Of(Type),
    /// Metadata.
    Metadata,
}

/// An argument of a call.
enum Passed<'a> {
    Value(terrace_ir::ValueRef<'a>),
    Immediate(Attr),
    Metadata(Item),
    Poison(Type),
}

impl<'a> Exporter<'a> {
    /// The arguments of a call of an intrinsic.
    fn passed(&mut self, op: OpRef<'a>, intrinsic: &Intrinsic) -> Vec<Passed<'a>> {
        let mut passed = Vec::new();
        let mut operands: Vec<_> = op.operands().collect();
        // Operands of bundles are no arguments.
        if let Some(view) = op.cast::<AssumeOp>() {
            operands = vec![view.cond()];
        }
        let mut operands = operands.into_iter();
        let count = operands.len() + intrinsic.immediates.len();
        for index in 0..count {
            match intrinsic.immediates.iter().find(|(at, _)| *at == index) {
                Some((_, name)) => {
                    passed.push(Passed::Immediate(op.inherent_attr(name).unwrap_or(Attr::NULL)))
                }
                None => passed.extend(operands.next().map(Passed::Value)),
            }
        }
        passed.extend(self.extra_arguments(op));
        passed
    }

    /// Arguments that are no operands and whose place is not in the table.
    fn extra_arguments(&mut self, op: OpRef<'a>) -> Vec<Passed<'a>> {
        let behavior = |behavior: FPExceptionBehavior| {
            Passed::Metadata(string_item(match behavior {
                FPExceptionBehavior::Ignore => b"fpexcept.ignore",
                FPExceptionBehavior::MayTrap => b"fpexcept.maytrap",
                FPExceptionBehavior::Strict => b"fpexcept.strict",
            }))
        };
        let rounding = |mode: RoundingMode| {
            let text: &[u8] = match mode {
                RoundingMode::TowardZero => b"round.towardzero",
                RoundingMode::NearestTiesToEven => b"round.tonearest",
                RoundingMode::TowardPositive => b"round.upward",
                RoundingMode::TowardNegative => b"round.downward",
                RoundingMode::NearestTiesToAway => b"round.tonearestaway",
                RoundingMode::Dynamic => b"round.dynamic",
            };
            Passed::Metadata(string_item(text))
        };
        if let Some(view) = op.cast::<ConstrainedFPTruncIntrOp>() {
            return vec![rounding(view.roundingmode()), behavior(view.fp_exception_behavior())];
        }
        if let Some(view) = op.cast::<ConstrainedSIToFPOp>() {
            return vec![rounding(view.roundingmode()), behavior(view.fp_exception_behavior())];
        }
        if let Some(view) = op.cast::<ConstrainedUIToFPOp>() {
            return vec![rounding(view.roundingmode()), behavior(view.fp_exception_behavior())];
        }
        if let Some(view) = op.cast::<ConstrainedFPExtIntrOp>() {
            return vec![behavior(view.fp_exception_behavior())];
        }
        if let Some(view) = op.cast::<MaskedLoadOp>() {
            return missing_values(view.pass_thru().is_some(), view.res());
        }
        if let Some(view) = op.cast::<MaskedGatherOp>() {
            return missing_values(view.pass_thru().len() > 0, view.res());
        }
        if let Some(view) = op.cast::<NoAliasScopeDeclOp>() {
            let scope: AliasScopeAttr = match view.scope_attr().dyn_cast(self.cx) {
                Some(scope) => scope,
                None => return Vec::new(),
            };
            let node = self.alias_scopes(&[scope.into()]);
            return vec![Passed::Metadata(Item::Node(node))];
        }
        Vec::new()
    }

    fn argument_types(&self, passed: &[Passed<'a>]) -> Vec<Argument> {
        passed
            .iter()
            .map(|passed| match passed {
                Passed::Value(value) => Argument::Of(value.ty()),
                Passed::Immediate(attr) => Argument::Of(attr.ty(self.cx).unwrap_or(Type::I32)),
                Passed::Metadata(_) => Argument::Metadata,
                Passed::Poison(ty) => Argument::Of(*ty),
            })
            .collect()
    }

    /// The name of an intrinsic with the types that it is overloaded on.
    fn intrinsic_name(&self, op: OpRef<'a>, intrinsic: &Intrinsic, arguments: &[Argument]) -> String {
        let cx = self.cx;
        let mut name = intrinsic.name.to_string();
        let result = op.results().next().map(|result| result.ty());
        for &index in intrinsic.overloaded_results {
            let Some(ty) = result else { continue };
            let element = StructRef::of(cx, ty).and_then(|structure| structure.element(index));
            name.push('.');
            name.push_str(&mangled(cx, element.unwrap_or(ty)));
        }
        for &index in intrinsic.overloaded_arguments {
            if let Some(Argument::Of(ty)) = arguments.get(index) {
                name.push('.');
                name.push_str(&mangled(cx, *ty));
            }
        }
        name
    }

    /// Declares the intrinsic that an op calls, if it calls one.
    pub(super) fn note_intrinsic(&mut self, op: OpRef<'a>) {
        if let Some(view) = op.cast::<CallIntrinsicOp>() {
            // What fits no intrinsic is an error where the call is written.
            let Ok(called) = self.called_intrinsic(view) else { return };
            let mut arguments = self.call_arguments(view);
            arguments.truncate(called.fixed.unwrap_or(arguments.len()));
            let (name, base) = (called.name.clone(), called.base.clone());
            self.declare(op, name, base, (arguments, called.fixed.is_some()));
        } else if let Some(intrinsic) = op.interface::<dyn IntrinsicOp>() {
            let intrinsic = intrinsic.intrinsic();
            let passed = self.passed(op, intrinsic);
            let arguments = self.argument_types(&passed);
            let name = self.intrinsic_name(op, intrinsic, &arguments);
            self.declare(op, name, intrinsic.name.to_string(), (arguments, false));
        }
    }

    fn declare(
        &mut self,
        op: OpRef<'a>,
        name: String,
        base: String,
        (arguments, is_variadic): (Vec<Argument>, bool),
    ) {
        let is_function = self.cx.find_str(&name).is_some_and(|name| self.functions.contains(&name));
        if is_function || self.declared.contains_key(&name) {
            return;
        }
        self.declared.insert(name.clone(), self.intrinsics.len());
        let result = op.results().next().map(|result| result.ty());
        self.intrinsics.push(Declaration { name, base, result, arguments, is_variadic });
    }

    /// The types of the arguments of a call by name, with metadata that was kept in their places.
    fn call_arguments(&self, view: CallIntrinsicOpView<'a>) -> Vec<Argument> {
        let mut arguments: Vec<Argument> = view.args().map(|arg| Argument::Of(arg.ty())).collect();
        let kept = self.kept_entry(view.0, "metadata_arguments").and_then(|dict| dict.as_dict(self.cx));
        let mut places: Vec<usize> = kept
            .into_iter()
            .flatten()
            .filter_map(|(place, _)| std::str::from_utf8(place.bytes(self.cx)).ok()?.parse().ok())
            .collect();
        places.sort_unstable();
        for place in places {
            arguments.insert(place.min(arguments.len()), Argument::Metadata);
        }
        arguments
    }

    /// The intrinsic that is called by name.
    ///
    /// # Errors
    ///
    /// There is none, or the call does not fit it.
    pub(super) fn called_intrinsic(&mut self, view: CallIntrinsicOpView<'a>) -> Result<Rc<Called>> {
        let cx = self.cx;
        let metadata = MetadataType::get(cx).into();
        let arguments = self.call_arguments(view).into_iter().map(|argument| match argument {
            Argument::Of(ty) => ty,
            Argument::Metadata => metadata,
        });
        let result = view.0.results().next().map(|result| result.ty());
        let key = (view.intrin_attr(), arguments.collect::<Vec<Type>>(), result);
        if let Some(called) = self.called.get(&key) {
            return Ok(Rc::clone(called));
        }
        match resolve(cx, view.intrin(), &key.1, result) {
            Ok(called) => {
                let called = Rc::new(called);
                self.called.insert(key, Rc::clone(&called));
                Ok(called)
            }
            // What was LLVM IR before may be of another version of LLVM.
            Err(_) if self.keeps_addresses => {
                let name = view.intrin().to_string();
                Ok(Rc::new(Called { base: name.clone(), name, fixed: None }))
            }
            Err(mismatch) => {
                let message = self.mismatch_text(view.intrin(), &mismatch, &key.1, result);
                Err(Diag::error(view.0.loc(), message).followed_by(unsupported(view.0)))
            }
        }
    }

    /// The message for a mismatched call of an intrinsic, with LLVM types.
    fn mismatch_text(
        &mut self,
        name: &str,
        mismatch: &Mismatch,
        arguments: &[Type],
        result: Option<Type>,
    ) -> String {
        let cx = self.cx;
        let mut text = |ty: Option<Type>| {
            let mut text = String::new();
            match ty {
                Some(ty) => self.types.write(cx, &mut text, ty),
                None => text.push_str("void"),
            }
            text
        };
        match *mismatch {
            Mismatch::Unknown => format!("could not find LLVM intrinsic: \"{name}\""),
            Mismatch::Overload => {
                let parameters: Vec<String> = arguments.iter().map(|&ty| text(Some(ty))).collect();
                format!(
                    "call intrinsic signature {} ({}) to overloaded intrinsic \"{name}\" does not match any of the overloads",
                    text(result),
                    parameters.join(", ")
                )
            }
            Mismatch::Result(expected) => format!(
                "intrinsic call returns {} but \"{name}\" actually returns {}",
                text(result),
                text(expected)
            ),
            Mismatch::Count(expected) => {
                let count = arguments.len();
                format!("intrinsic call has {count} operands but \"{name}\" expects {expected}")
            }
            Mismatch::VariadicCount(expected) => {
                let count = arguments.len();
                format!(
                    "intrinsic call has {count} operands but variadic \"{name}\" expects at least {expected}"
                )
            }
            Mismatch::Argument(at, expected) => format!(
                "intrinsic call operand #{at} has type {} but \"{name}\" expects {}",
                text(Some(arguments[at])),
                text(Some(expected))
            ),
        }
    }

    /// Appends the call of an intrinsic; returns what is attached to it.
    pub(super) fn intrinsic_call(
        &mut self,
        op: OpRef<'a>,
        intrinsic: &Intrinsic,
    ) -> Result<Vec<(Kind, Node)>> {
        let cx = self.cx;
        let passed = self.passed(op, intrinsic);
        let arguments = self.argument_types(&passed);
        let name = self.intrinsic_name(op, intrinsic, &arguments);
        self.kept_tail(op);
        self.text("call");
        let flags =
            op.inherent_attr("fastmathFlags").and_then(|flags| flags.dyn_cast::<FastmathFlagsAttr>(cx));
        if let Some(flags) = flags {
            self.call_fastmath(op, flags.value(cx));
        }
        self.text(" ");
        self.kept_convention(op);
        let res_attrs = op.inherent_attr("res_attrs").and_then(Attr::opt);
        let results = self.parameter_attributes(res_attrs.or_else(|| self.kept_entry(op, "res_attrs")), 0);
        if !results.is_empty() {
            results.write(&mut self.out);
            self.text(" ");
        }
        self.result_type(op);
        self.text(" @");
        self.text(&name);
        self.text("(");
        let arg_attrs = op.inherent_attr("arg_attrs").and_then(Attr::opt);
        let arg_attrs = arg_attrs.or_else(|| self.kept_entry(op, "arg_attrs"));
        for (index, passed) in passed.into_iter().enumerate() {
            self.text(if index > 0 { ", " } else { "" });
            match passed {
                Passed::Value(value) => {
                    self.ty(value.ty());
                    self.text(" ");
                    let mut set = self.parameter_attributes(arg_attrs, index);
                    if let Some(alignment) = self.pointer_alignment(op, index) {
                        set.number("align", alignment, false);
                    }
                    if !set.is_empty() {
                        set.write(&mut self.out);
                        self.text(" ");
                    }
                    self.value(value);
                }
                Passed::Immediate(attr) => self.immediate(attr),
                Passed::Poison(ty) => {
                    self.ty(ty);
                    self.text(" poison");
                }
                Passed::Metadata(Item::Text(text)) => {
                    self.text("metadata ");
                    self.text(&text);
                }
                Passed::Metadata(Item::Node(node)) => {
                    self.text("metadata ");
                    let mut out = std::mem::take(&mut self.out);
                    self.metadata.write_reference(&mut out, node);
                    self.out = out;
                }
            }
        }
        self.text(")");
        self.kept_group(op);
        if let Some(view) = op.cast::<AssumeOp>() {
            self.bundles(view.op_bundle_tags_attr(), view.op_bundle_sizes_attr(), view.op_bundle_operands());
        }
        Ok(self.intrinsic_attachments(op))
    }

    /// The alignment of the pointer that is an argument, where the intrinsic has it there.
    fn pointer_alignment(&self, op: OpRef<'_>, index: usize) -> Option<u64> {
        let (at, alignment) = if let Some(view) = op.cast::<MaskedLoadOp>() {
            (0, view.alignment())
        } else if let Some(view) = op.cast::<MaskedStoreOp>() {
            (1, view.alignment())
        } else if let Some(view) = op.cast::<MaskedGatherOp>() {
            (0, view.alignment())
        } else if let Some(view) = op.cast::<MaskedScatterOp>() {
            (1, view.alignment())
        } else if let Some(view) = op.cast::<MatrixColumnMajorLoadOp>() {
            (0, self.element_alignment(view.res().ty()))
        } else if let Some(view) = op.cast::<MatrixColumnMajorStoreOp>() {
            (1, self.element_alignment(view.matrix().ty()))
        } else {
            return None;
        };
        (at == index && alignment > 0).then_some(alignment.unsigned_abs())
    }

    fn element_alignment(&self, vector: Type) -> i64 {
        let element = vector.element_type_or_self(self.cx);
        self.layout.abi_alignment(self.cx, element).try_into().unwrap_or(0)
    }

    fn intrinsic_attachments(&mut self, op: OpRef<'a>) -> Vec<(Kind, Node)> {
        macro_rules! accesses {
            ($($op:ident),*) => {
                $(if let Some(view) = op.cast::<$op>() {
                    return self.access(&access_attrs!(view));
                })*
            };
        }
        accesses!(MemcpyOp, MemcpyInlineOp, MemmoveOp, MemsetOp, MemsetInlineOp);
        Vec::new()
    }

    fn immediate(&mut self, attr: Attr) {
        let cx = self.cx;
        let ty = attr.ty(cx).unwrap_or(Type::I32);
        self.ty(ty);
        self.text(" ");
        match attr.data(cx) {
            AttrData::Integer { value, .. } if value.width() == 1 => {
                self.text(if value.is_zero() { "false" } else { "true" });
            }
            AttrData::Integer { value, .. } => value.write_signed(&mut self.out),
            _ => match attr.as_float(cx) {
                Some(value) => crate::constants::write_float(&mut self.out, value),
                None => self.text("poison"),
            },
        }
    }

    /// Numbers the groups of the attributes of intrinsics, after those of functions.
    pub(super) fn intrinsic_groups(&mut self) {
        for declaration in &self.intrinsics {
            if let Some(known) = attributes_of(&declaration.base) {
                let set = known.function_set();
                if !set.is_empty() {
                    self.groups.number(&set);
                }
            }
        }
    }

    /// Appends the declarations of all intrinsics that are called.
    pub(super) fn declare_intrinsics(&mut self) {
        for declaration in std::mem::take(&mut self.intrinsics) {
            let known = attributes_of(&declaration.base);
            let set = known.map(|known| known.function_set()).unwrap_or_default();
            self.text("\n");
            if set.has_known() {
                self.text("; Function Attrs: ");
                set.write_comment(&mut self.out);
                self.text("\n");
            }
            self.text("declare ");
            match known.and_then(|known| known.result()) {
                Some(THREE_WAY) => {
                    let element = declaration.result.map(|ty| ty.element_type_or_self(self.cx));
                    self.text("range(");
                    self.ty(element.unwrap_or(Type::I32));
                    self.text(" -1, 2) ");
                }
                Some(text) => {
                    self.text(text);
                    self.text(" ");
                }
                None => {}
            }
            match declaration.result {
                Some(ty) => self.ty(ty),
                None => self.text("void"),
            }
            let _ = write!(self.out, " @{}(", declaration.name);
            for (index, argument) in declaration.arguments.iter().enumerate() {
                self.text(if index > 0 { ", " } else { "" });
                match argument {
                    Argument::Of(ty) => self.ty(*ty),
                    Argument::Metadata => self.text("metadata"),
                }
                if let Some(text) = known.and_then(|known| known.parameter(index)) {
                    self.text(" ");
                    self.text(text);
                }
            }
            if declaration.is_variadic {
                self.text(if declaration.arguments.is_empty() { "..." } else { ", ..." });
            }
            self.text(")");
            if !set.is_empty() {
                let group = self.groups.number(&set);
                let _ = write!(self.out, " #{group}");
            }
            self.text("\n");
        }
    }
}

/// The pass-through operand for masked-off lanes, which is poison if none is given.
fn missing_values<'a>(is_given: bool, result: terrace_ir::ValueRef<'_>) -> Vec<Passed<'a>> {
    if is_given { Vec::new() } else { vec![Passed::Poison(result.ty())] }
}

/// The result is -1, 0 or 1.
const THREE_WAY: &str = "@range";
