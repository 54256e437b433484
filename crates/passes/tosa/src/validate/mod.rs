//! `tosa-validate`: whether a program is one that a target runs.
//!
//! Each op is checked for the types of its elements, for the profiles and extensions that these need
//! ([`compliance`], by the tables of [`types`]), for operands that have to be constant, for the limits of the level
//! ([`levels`]), and for conditions of the specification that the dialect's verifiers leave open ([`conditions`]).

mod compliance;
mod conditions;
mod levels;
mod types;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_tosa::attrs::{Extension, RoundingMode};
use terrace_dialects_tosa::conversions::RescaleOp;
use terrace_dialects_tosa::types::{MxInt8Type, ShapeType};
use terrace_dialects_tosa::variables::{VariableOp, VariableReadOp, VariableWriteOp, variable_type};
use terrace_ir::def::op_error;
use terrace_ir::fold::constant_value;
use terrace_ir::{
    CheckResult, Context, Ir, OpHandle, OpKind, OpName, OpRef, Signedness, Str, Type, TypeData,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::walk::walk;
use terrace_support::apfloat::FloatKind;

pub use compliance::modes_of;

use crate::target::TargetEnv;

pass_options! {
    /// The checks that are made.
    pub struct ValidationOptions {
        /// Verify if the properties of certain operations align the spec requirement
        strict_op_spec_alignment("strict-op-spec-alignment"): bool = "false",
        /// Disable checks for operations that are determined to be invalid due to their operand/result datatypes not
        /// aligning with the 'Supported Data Types' sections of the specifciation
        allow_invalid_op_datatype_combinations("allow-invalid-op-datatype-combinations"): bool = "false",
    }
}

/// The pass.
pub static TOSA_VALIDATE: PassDef = PassDef {
    name: "tosa-validate",
    class: "TosaValidation",
    doc: "Validates TOSA dialect",
    anchor: Some(ModuleOp::DEF.name),
    options: ValidationOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(Validate { options: options.into() }))),
    ..EMPTY_PASS
};

struct Validate {
    options: ValidationOptions,
}

/// The variables that were declared, with their types.
type Variables = FxHashMap<Str, Option<Type>>;

/// The parts of a module that were checked.
#[derive(Default)]
struct Seen {
    facts: FxHashMap<OpName, Facts>,
    /// The ops and types of elements that no check of types rejects.
    accepted: FxHashSet<(OpName, Vec<Type>)>,
    variables: Variables,
}

/// The entries of the checks' tables for ops of one name.
#[derive(Clone, Copy)]
struct Facts {
    is_tosa: bool,
    /// The operands that have to be constant, unless the target has the extension `dynamic`.
    constant: &'static [usize],
    /// Whether the level limits the ranks of operands and results.
    has_limited_ranks: bool,
    /// Whether the op has strides, pads or other extents of windows, or transforms images.
    has_windows: bool,
    /// The inherent attribute that is the type of sums.
    acc_type: Option<usize>,
}

impl Facts {
    fn of(op: OpRef<'_>) -> Self {
        let name = op.name_text();
        let props = op.def().map_or(&[][..], |def| def.props);
        let slot = |name: &str| props.iter().position(|prop| prop.name == name);
        let listed = CONSTANT_OPERANDS.iter().find(|(listed, _)| *listed == name);
        Self {
            is_tosa: name.starts_with("tosa."),
            constant: listed.map_or(&[], |(_, indices)| indices),
            has_limited_ranks: levels::has_limited_ranks(name),
            has_windows: levels::has_windows(name, |prop| slot(prop).is_some()),
            acc_type: slot("acc_type"),
        }
    }

    /// The types that the checks of types read.
    fn types(&self, op: OpRef<'_>) -> Vec<Type> {
        let values = op.operands().chain(op.results()).map(|value| value.ty());
        let acc_type = self.acc_type.and_then(|slot| op.prop(slot)).and_then(|attr| attr.as_type(op.cx()));
        let variable = op.cast::<VariableOp>().map(|variable| variable.type_());
        let types = values.chain(acc_type).chain(variable);
        types.map(|ty| ty.element_type_or_self(op.cx())).collect()
    }
}

impl IrPass for Validate {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let module = ir.op(op);
        let target = TargetEnv::of(module);
        if let Err(message) = target.check_version() {
            return run.fail(terrace_ir::Diag::error(module.loc(), message));
        }
        let (mut seen, mut errors) = (Seen::default(), Vec::new());
        walk(module, |op| {
            let facts = *seen.facts.entry(op.name()).or_insert_with(|| Facts::of(op));
            if facts.is_tosa {
                errors.extend(self.check(op, &target, facts, &mut seen));
            }
        });
        let failed = !errors.is_empty();
        errors.into_iter().for_each(|error| run.report(error));
        if failed { Err(Failed) } else { Ok(()) }
    }
}

impl Validate {
    /// Checks an op, and returns an error for each kind of check that fails.
    fn check(
        &self,
        op: OpRef<'_>,
        target: &TargetEnv,
        facts: Facts,
        seen: &mut Seen,
    ) -> Vec<Box<terrace_ir::Diag>> {
        let strict = self.options.strict_op_spec_alignment;
        let types = || {
            check_element_types(op, !strict && op.isa::<RescaleOp>())?;
            if strict {
                compliance::check_profile(op, target)?;
                compliance::check_extension(op, target)?;
            }
            match self.options.allow_invalid_op_datatype_combinations {
                true => Ok(()),
                false => compliance::check_types(op),
            }
        };
        let key = (op.name(), facts.types(op));
        if !seen.accepted.contains(&key) {
            if let Err(error) = types() {
                return vec![error];
            }
            seen.accepted.insert(key);
        }
        let checks = [
            check_constant_operands(op, target, facts.constant),
            levels::check_level(op, target, facts),
            check_rounding(op, target),
            check_variable(op, &mut seen.variables),
            if strict { conditions::check_conditions(op) } else { Ok(()) },
        ];
        checks.into_iter().filter_map(Result::err).collect()
    }
}

/// Whether tensors of the specification have such elements.
fn is_valid_element(cx: &Context, ty: Type, allow_unsigned: bool) -> bool {
    use FloatKind::*;
    if let Some(kind) = ty.float_kind(cx) {
        return matches!(
            kind,
            F32 | F16 | BF16 | F8E4M3FN | F8E5M2 | F4E2M1FN | F6E2M3FN | F6E3M2FN | F8E8M0FNU
        );
    }
    match *ty.data(cx) {
        TypeData::Integer { width, signedness: Signedness::Signless } => {
            [1, 4, 8, 16, 32, 48, 64].contains(&width)
        }
        TypeData::Integer { width, signedness: Signedness::Unsigned } => {
            allow_unsigned && [8, 16, 32].contains(&width)
        }
        _ => ty.isa::<ShapeType>(cx) || ty.isa::<MxInt8Type>(cx),
    }
}

fn check_element_types(op: OpRef<'_>, allow_unsigned: bool) -> CheckResult {
    let cx = op.cx();
    let mut types = op.operands().chain(op.results()).map(|value| value.ty().element_type_or_self(cx));
    let Some(ty) = types.find(|&ty| !is_valid_element(cx, ty, allow_unsigned)) else { return Ok(()) };
    let found = cx.type_text(ty);
    Err(op_error(op, format!("is not profile-aligned: element type '{found}' is not legal")))
}

/// The operands that have to be constant.
const CONSTANT_OPERANDS: &[(&str, &[usize])] = &[
    ("tosa.mul", &[2]),
    ("tosa.table", &[1]),
    ("tosa.pad", &[2]),
    ("tosa.rescale", &[1, 2, 3, 4]),
    ("tosa.conv2d", &[3, 4]),
    ("tosa.conv3d", &[3, 4]),
    ("tosa.depthwise_conv2d", &[3, 4]),
    ("tosa.transpose_conv2d", &[3, 4]),
    ("tosa.matmul", &[2, 3]),
    ("tosa.avg_pool2d", &[1, 2]),
    ("tosa.negate", &[1, 2]),
    ("tosa.slice_shape", &[1, 2]),
];

fn check_constant_operands(op: OpRef<'_>, target: &TargetEnv, indices: &[usize]) -> CheckResult {
    if target.extensions.contains(&Extension::Dynamic) {
        return Ok(());
    }
    for &index in indices {
        if constant_value(op.operand(index)).is_none() {
            let message = "expected compile time resolvable constant, but got variable value for operand";
            return Err(op_error(op, format!("{message} #{index}")));
        }
    }
    Ok(())
}

fn check_rounding(op: OpRef<'_>, target: &TargetEnv) -> CheckResult {
    let Some(rescale) = op.cast::<RescaleOp>() else { return Ok(()) };
    let (mode, extension) = match rescale.rounding_mode() {
        RoundingMode::SingleRound => return Ok(()),
        RoundingMode::DoubleRound => ("DOUBLE_ROUND", Extension::DoubleRound),
        RoundingMode::InexactRound => ("INEXACT_ROUND", Extension::InexactRound),
    };
    if target.extensions.contains(&extension) {
        return Ok(());
    }
    let message = format!("failed attribute check: rounding_mode = {mode} requires extension");
    Err(op_error(op, format!("{message} [{}]", terrace_ir::enum_attr::EnumValue::keyword(extension))))
}

fn check_variable(op: OpRef<'_>, variables: &mut Variables) -> CheckResult {
    if let Some(variable) = op.cast::<VariableOp>() {
        return match variables.insert(variable.sym_name(), variable_type(op)) {
            Some(_) => Err(op_error(op, "name has already been declared")),
            None => Ok(()),
        };
    }
    let (name, ty, what) = match (op.cast::<VariableReadOp>(), op.cast::<VariableWriteOp>()) {
        (Some(read), _) => (read.name(), read.output1().ty(), "result"),
        (_, Some(write)) => (write.name(), write.input1().ty(), "operand"),
        _ => return Ok(()),
    };
    match variables.get(&name) {
        None => Err(op_error(op, "name has not been declared")),
        Some(&declared) if declared != Some(ty) => {
            Err(op_error(op, format!("{what} type does not equal variable type")))
        }
        Some(_) => Ok(()),
    }
}
