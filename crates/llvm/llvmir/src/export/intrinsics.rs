//! Calls of intrinsics and their declarations.

use std::rc::Rc;

use terrace_dialects_llvm::attrs::{AliasScopeAttr, FastmathFlagsAttr};
use terrace_dialects_llvm::enums::{FPExceptionBehavior, RoundingMode};
use terrace_dialects_llvm::intrinsics::*;
use terrace_dialects_llvm::*;
use terrace_ir::{Attr, Diag, OpRef, Type, View, op_match};
use terrace_llvm_ir::Type as LlvmType;
use terrace_llvm_ir::model::{
    AttributeSet, AttributeValue, ConstId, ConstKind, Function, Global, GlobalKind, InstKind, Metadata, Value,
};
use terrace_llvm_ir::signatures::{Called, Mismatch, resolve};
use terrace_support::apint::ApInt;

use super::intrinsic_attributes::attributes_of;
use super::memory::access_attrs;
use super::module::unsupported;
use super::{Attached, Exporter, Made, Result};
use crate::opcodes::fastmath_flags;

/// The declaration of an intrinsic.
pub(super) struct Declaration {
    name: String,
    /// Its name without the types that it is overloaded on.
    base: String,
    result: LlvmType,
    arguments: Vec<LlvmType>,
    is_variadic: bool,
}

/// An argument of a call.
enum Passed<'a> {
    Value(terrace_ir::ValueRef<'a>),
    Constant(ConstId),
    Metadata(Metadata),
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
                    let attr = op.inherent_attr(name).expect("an op has the immediates of its intrinsic");
                    passed.push(Passed::Constant(self.immediate(attr)));
                }
                None => passed.extend(operands.next().map(Passed::Value)),
            }
        }
        passed.extend(self.extra_arguments(op));
        passed
    }

    /// Arguments that are no operands and whose place is not in the table.
    fn extra_arguments(&mut self, op: OpRef<'a>) -> Vec<Passed<'a>> {
        let behavior = |behavior: FPExceptionBehavior| -> &[u8] {
            match behavior {
                FPExceptionBehavior::Ignore => b"fpexcept.ignore",
                FPExceptionBehavior::MayTrap => b"fpexcept.maytrap",
                FPExceptionBehavior::Strict => b"fpexcept.strict",
            }
        };
        let rounding = |mode: RoundingMode| -> &[u8] {
            match mode {
                RoundingMode::TowardZero => b"round.towardzero",
                RoundingMode::NearestTiesToEven => b"round.tonearest",
                RoundingMode::TowardPositive => b"round.upward",
                RoundingMode::TowardNegative => b"round.downward",
                RoundingMode::NearestTiesToAway => b"round.tonearestaway",
                RoundingMode::Dynamic => b"round.dynamic",
            }
        };
        let mut texts =
            |texts: &[&[u8]]| texts.iter().map(|text| Passed::Metadata(self.module.text(text))).collect();
        if let Some(view) = op.cast::<ConstrainedFPTruncIntrOp>() {
            return texts(&[rounding(view.roundingmode()), behavior(view.fp_exception_behavior())]);
        }
        if let Some(view) = op.cast::<ConstrainedSIToFPOp>() {
            return texts(&[rounding(view.roundingmode()), behavior(view.fp_exception_behavior())]);
        }
        if let Some(view) = op.cast::<ConstrainedUIToFPOp>() {
            return texts(&[rounding(view.roundingmode()), behavior(view.fp_exception_behavior())]);
        }
        if let Some(view) = op.cast::<ConstrainedFPExtIntrOp>() {
            return texts(&[behavior(view.fp_exception_behavior())]);
        }
        if let Some(view) = op.cast::<MaskedLoadOp>() {
            return self.missing_values(view.pass_thru().is_some(), view.res());
        }
        if let Some(view) = op.cast::<MaskedGatherOp>() {
            return self.missing_values(view.pass_thru().len() > 0, view.res());
        }
        if let Some(view) = op.cast::<NoAliasScopeDeclOp>() {
            let scope: AliasScopeAttr = match view.scope_attr().dyn_cast(self.cx) {
                Some(scope) => scope,
                None => return Vec::new(),
            };
            let node = self.alias_scopes(&[scope.into()]);
            return vec![Passed::Metadata(Metadata::Node(node))];
        }
        Vec::new()
    }

    /// The pass-through operand for masked-off lanes, which is poison if none is given.
    fn missing_values(&mut self, is_given: bool, result: terrace_ir::ValueRef<'_>) -> Vec<Passed<'a>> {
        if is_given {
            return Vec::new();
        }
        let ty = self.ty(result.ty());
        vec![Passed::Constant(self.module.constant(ty, ConstKind::Poison))]
    }

    fn argument_types(&mut self, passed: &[Passed<'a>]) -> Vec<LlvmType> {
        let of = |passed: &Passed<'a>| match passed {
            Passed::Value(value) => self.ty(value.ty()),
            Passed::Constant(constant) => self.module.type_of(*constant),
            Passed::Metadata(_) => LlvmType::METADATA,
        };
        passed.iter().map(of).collect()
    }

    /// The name of an intrinsic with the types that it is overloaded on.
    fn intrinsic_name(&mut self, op: OpRef<'a>, intrinsic: &Intrinsic, arguments: &[LlvmType]) -> String {
        let mut name = intrinsic.name.to_string();
        let result = self.result_type(op);
        let mut mangled = |ty| {
            name.push('.');
            self.module.types.write_mangled(&self.module.strings, &mut name, ty);
        };
        for &index in intrinsic.overloaded_results {
            let structure = self.module.types.structure(result);
            let element = structure.and_then(|structure| structure.elements.get(index).copied());
            mangled(element.unwrap_or(result));
        }
        for &index in intrinsic.overloaded_arguments {
            if let Some(&ty) = arguments.get(index).filter(|&&ty| ty != LlvmType::METADATA) {
                mangled(ty);
            }
        }
        name
    }

    /// Declares the intrinsic that an op calls, if it calls one.
    pub(super) fn note_intrinsic(&mut self, op: OpRef<'a>) {
        if let Some(view) = op.cast::<CallIntrinsicOp>() {
            // A call that matches no intrinsic is reported when the call is exported.
            let Ok(called) = self.called_intrinsic(view) else { return };
            let mut arguments = self.call_arguments(view);
            arguments.truncate(called.fixed.unwrap_or(arguments.len()));
            let (name, base) = (called.name.clone(), called.base.clone());
            self.note_declaration(op, name, base, (arguments, called.fixed.is_some()));
        } else if let Some(intrinsic) = op.interface::<dyn IntrinsicOp>() {
            let intrinsic = intrinsic.intrinsic();
            let passed = self.passed(op, intrinsic);
            let arguments = self.argument_types(&passed);
            let name = self.intrinsic_name(op, intrinsic, &arguments);
            self.note_declaration(op, name, intrinsic.name.to_string(), (arguments, false));
        }
    }

    fn note_declaration(
        &mut self,
        op: OpRef<'a>,
        name: String,
        base: String,
        (arguments, is_variadic): (Vec<LlvmType>, bool),
    ) {
        let is_function = self.cx.find_str(&name).is_some_and(|name| self.functions.contains(&name));
        if is_function || self.declared.contains_key(&name) {
            return;
        }
        self.declared.insert(name.clone(), self.intrinsics.len());
        let result = self.result_type(op);
        self.intrinsics.push(Declaration { name, base, result, arguments, is_variadic });
    }

    /// The types of the arguments of a call by name, with metadata that was kept in their places.
    fn call_arguments(&mut self, view: View<'a, CallIntrinsicOp>) -> Vec<LlvmType> {
        let mut arguments: Vec<LlvmType> = view.args().map(|arg| self.ty(arg.ty())).collect();
        let kept = self.kept_entry(view.0, "metadata_arguments").and_then(|dict| dict.as_dict(self.cx));
        let mut places: Vec<usize> = kept
            .into_iter()
            .flatten()
            .filter_map(|(place, _)| std::str::from_utf8(place.bytes(self.cx)).ok()?.parse().ok())
            .collect();
        places.sort_unstable();
        for place in places {
            arguments.insert(place.min(arguments.len()), LlvmType::METADATA);
        }
        arguments
    }

    /// The intrinsic that is called by name.
    ///
    /// # Errors
    ///
    /// There is none, or the call does not fit it.
    pub(super) fn called_intrinsic(&mut self, view: View<'a, CallIntrinsicOp>) -> Result<Rc<Called>> {
        let (arguments, result) = (self.call_arguments(view), self.result_type(view.0));
        let key = (view.intrin_attr(), arguments, result);
        if let Some(called) = self.called.get(&key) {
            return Ok(Rc::clone(called));
        }
        match resolve(&mut self.module, view.intrin(), &key.1, result) {
            Ok(called) => {
                let called = Rc::new(called);
                self.called.insert(key, Rc::clone(&called));
                Ok(called)
            }
            // Imported intrinsics may be of another version of LLVM.
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
        &self,
        name: &str,
        mismatch: &Mismatch,
        arguments: &[LlvmType],
        result: LlvmType,
    ) -> String {
        let text = |ty| self.module.type_text(ty);
        match *mismatch {
            Mismatch::Unknown => format!("could not find LLVM intrinsic: \"{name}\""),
            Mismatch::Overload => {
                let parameters: Vec<String> = arguments.iter().map(|&ty| text(ty)).collect();
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
                text(arguments[at]),
                text(expected)
            ),
        }
    }

    /// Creates the call of an intrinsic; returns it with its attachments.
    pub(super) fn intrinsic_call(
        &mut self,
        op: OpRef<'a>,
        intrinsic: &Intrinsic,
    ) -> Result<(Made, Attached)> {
        let cx = self.cx;
        let passed = self.passed(op, intrinsic);
        let types = self.argument_types(&passed);
        let name = self.intrinsic_name(op, intrinsic, &types);
        let result = self.result_type(op);
        let function = self.module.types.function(result, types, false);
        let res_attrs = op.inherent_attr("res_attrs").and_then(Attr::opt);
        let res_attrs = res_attrs.or_else(|| self.kept_entry(op, "res_attrs"));
        let arg_attrs = op.inherent_attr("arg_attrs").and_then(Attr::opt);
        let arg_attrs = arg_attrs.or_else(|| self.kept_entry(op, "arg_attrs"));
        let (mut operands, mut attributes) = (Vec::new(), Vec::new());
        for (index, passed) in passed.into_iter().enumerate() {
            let (operand, set) = match passed {
                Passed::Value(value) => {
                    let mut set = self.parameter_attributes(arg_attrs, index);
                    if let Some(alignment) = self.pointer_alignment(op, index) {
                        set.number(&mut self.module, "align", alignment);
                    }
                    (self.value(value), set.into_items())
                }
                Passed::Constant(constant) => (Value::Const(constant), AttributeSet::default()),
                Passed::Metadata(metadata) => (Value::Metadata(metadata), AttributeSet::default()),
            };
            operands.push(operand);
            attributes.push(set);
        }
        let mut call = self.intrinsic_parts(op, function, &name, res_attrs, attributes);
        if let Some(view) = op.cast::<AssumeOp>() {
            let (tags, sizes) = (view.op_bundle_tags_attr(), view.op_bundle_sizes_attr());
            call.bundles = self.bundles(tags, sizes, view.op_bundle_operands(), &mut operands);
        }
        let flags =
            op.inherent_attr("fastmathFlags").and_then(|flags| flags.dyn_cast::<FastmathFlagsAttr>(cx));
        let flags = flags.map(|flags| self.call_flags(op, fastmath_flags(flags.value(cx))));
        let made = Made::new(InstKind::Call(Box::new(call)), operands).with(flags.unwrap_or_default());
        Ok((made, self.intrinsic_attachments(op)))
    }

    /// The alignment of the pointer that is an argument, where the intrinsic has it there.
    fn pointer_alignment(&mut self, op: OpRef<'_>, index: usize) -> Option<u64> {
        let (at, alignment) = op_match!(op, {
            MaskedLoadOp(view) => (0, view.alignment()),
            MaskedStoreOp(view) => (1, view.alignment()),
            MaskedGatherOp(view) => (0, view.alignment()),
            MaskedScatterOp(view) => (1, view.alignment()),
            MatrixColumnMajorLoadOp(view) => (0, self.element_alignment(view.res().ty())),
            MatrixColumnMajorStoreOp(view) => (1, self.element_alignment(view.matrix().ty())),
            _ => return None,
        });
        (at == index && alignment > 0).then_some(alignment.unsigned_abs())
    }

    fn element_alignment(&mut self, vector: Type) -> i64 {
        let element = self.ty(vector.element_type_or_self(self.cx));
        self.layout.abi_alignment(&self.module.types, element).try_into().expect("an alignment is small")
    }

    fn intrinsic_attachments(&mut self, op: OpRef<'a>) -> Attached {
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

    /// The constant that an immediate is: an integer or a floating-point number.
    fn immediate(&mut self, attr: Attr) -> ConstId {
        let cx = self.cx;
        let ty = attr.ty(cx).map_or(LlvmType::I32, |ty| self.ty(ty));
        let kind = match (attr.as_integer(cx), attr.as_float(cx)) {
            (Some((value, _)), _) => ConstKind::Int(value.clone()),
            (None, Some(value)) => ConstKind::Float(value.bits()),
            (None, None) => ConstKind::Poison,
        };
        self.module.constant(ty, kind)
    }

    /// Numbers the groups of the attributes of intrinsics, after those of functions.
    pub(super) fn intrinsic_groups(&mut self) {
        for index in 0..self.intrinsics.len() {
            if let Some(known) = attributes_of(&self.intrinsics[index].base) {
                let set = known.function_set(&mut self.module);
                self.group(set);
            }
        }
    }

    /// Declares all intrinsics that are called.
    pub(super) fn declare_intrinsics(&mut self) {
        for declaration in std::mem::take(&mut self.intrinsics) {
            let known = attributes_of(&declaration.base);
            let set = known.map(|known| known.function_set(&mut self.module)).unwrap_or_default();
            let mut result = super::attributes::AttributeSet::default();
            match known.and_then(|known| known.result()) {
                Some(THREE_WAY) => {
                    let element = self.module.types.scalar(declaration.result);
                    let width = self.module.types.int_width(element).unwrap_or(32);
                    let bounds = AttributeValue::Range(ApInt::from_i64(width, -1), ApInt::from_i64(width, 2));
                    result.add(&mut self.module, "range", bounds);
                }
                Some(text) => result.parse(&mut self.module, text),
                None => {}
            }
            let mut arguments = Vec::new();
            for index in 0..declaration.arguments.len() {
                let mut set = super::attributes::AttributeSet::default();
                if let Some(text) = known.and_then(|known| known.parameter(index)) {
                    set.parse(&mut self.module, text);
                }
                arguments.push(set.into_items());
            }
            let Declaration { name, result: ty, arguments: params, is_variadic, .. } = declaration;
            let function = Function {
                ty: self.module.types.function(ty, params, is_variadic),
                convention: 0,
                result: result.into_items(),
                arguments,
                preferred_align: None,
                gc: None,
                personality: None,
                prefix: None,
                prologue: None,
                body: None,
                attached: Box::default(),
            };
            let attributes = self.group(set);
            let kind = GlobalKind::Function(Box::new(function));
            let id = self.declare(name.as_bytes());
            self.define(id, Global { attributes, kind, ..Global::default() });
        }
    }
}

/// The result is -1, 0 or 1.
const THREE_WAY: &str = "@range";
