//! Math functions on vectors: the calls that scalar calls are lowered to, and their bodies.
//!
//! A call of a libm function, or of the equivalent intrinsic, on a value with a shape becomes calls of private
//! functions on vectors that fit a register. Each is defined once for a module, a vector type and a target:
//! `__ripple_expf_v16f32`. [`expressions`] is the builder of bodies, [`FUNCTIONS`] the list of functions.
//!
//! Results in single precision have an error of at most one unit in the last place for all arguments; `cargo xtask
//! check-ripple-math` measures that. They do not depend on optimizations of a target's compiler, but may depend on
//! whether the target has fused multiply-add.

mod arcs;
mod double;
mod exponentials;
mod expressions;
mod hyperbolic;
mod logarithms;
mod roots;
mod rounding;
mod trigonometry;

use std::fmt::Write;

use terrace_dialects_llvm::ops::{CallOp, FRemOp, ReturnOp, parent_module};
use terrace_dialects_llvm::types::vector_type;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Ir, Loc, OpRef, Type, Value};
use terrace_support::apfloat::FloatKind;
use terrace_target::{Target, TargetKey};

use crate::functions::callee_of;
use crate::legal_vectors::set_target;
use crate::op_kinds::intrinsic_of;
use crate::run_time::create_internal_function;
use expressions::{Builder, Num};
pub(crate) use rounding::{float_everywhere, moved_by_half};

/// The implementation of a function for one format.
#[derive(Clone, Copy)]
enum Body {
    /// Of one number.
    Unary(for<'e> fn(Num<'e>) -> Num<'e>),
    /// Of two numbers.
    Binary(for<'e> fn(Num<'e>, Num<'e>) -> Num<'e>),
}

impl Body {
    fn arity(self) -> usize {
        match self {
            Self::Unary(_) => 1,
            Self::Binary(_) => 2,
        }
    }
}

/// A function of libm.
struct Function {
    /// Its name in double precision.
    name: &'static str,
    single: Body,
    double: Option<Body>,
}

const fn unary(
    name: &'static str,
    single: for<'e> fn(Num<'e>) -> Num<'e>,
    double: Option<for<'e> fn(Num<'e>) -> Num<'e>>,
) -> Function {
    let double = match double {
        Some(double) => Some(Body::Unary(double)),
        None => None,
    };
    Function { name, single: Body::Unary(single), double }
}

const fn binary(
    name: &'static str,
    single: for<'e> fn(Num<'e>, Num<'e>) -> Num<'e>,
    double: Option<for<'e> fn(Num<'e>, Num<'e>) -> Num<'e>>,
) -> Function {
    let double = match double {
        Some(double) => Some(Body::Binary(double)),
        None => None,
    };
    Function { name, single: Body::Binary(single), double }
}

/// The functions with bodies.
static FUNCTIONS: &[Function] = &[
    unary("exp", exponentials::exp, Some(exponentials::exp_double)),
    unary("exp2", exponentials::exp2, Some(exponentials::exp2_double)),
    unary("exp10", exponentials::exp10, Some(double::exp10)),
    unary("expm1", exponentials::expm1, Some(exponentials::expm1_double)),
    unary("log", logarithms::log, Some(logarithms::log_double)),
    unary("log2", logarithms::log2, Some(double::log2)),
    unary("log10", logarithms::log10, Some(double::log10)),
    unary("log1p", logarithms::log1p, Some(double::log1p)),
    binary("pow", logarithms::pow, None),
    unary("sin", trigonometry::sin, Some(double::sin)),
    unary("cos", trigonometry::cos, Some(double::cos)),
    unary("tan", trigonometry::tan, None),
    unary("asin", trigonometry::asin, Some(double::asin)),
    unary("acos", trigonometry::acos, Some(double::acos)),
    unary("atan", trigonometry::atan, Some(double::atan)),
    binary("atan2", trigonometry::atan2, Some(double::atan2)),
    unary("sinh", hyperbolic::sinh, Some(double::sinh)),
    unary("cosh", hyperbolic::cosh, Some(double::cosh)),
    unary("tanh", hyperbolic::tanh, None),
    unary("erf", roots::erf, None),
    unary("sqrt", roots::sqrt, Some(roots::sqrt)),
    unary("cbrt", roots::cbrt, Some(double::cbrt)),
    binary("hypot", roots::hypot, Some(double::hypot)),
    binary("fmod", roots::fmod, None),
    unary("floor", rounding::floor, Some(rounding::floor)),
    unary("ceil", rounding::ceil, Some(rounding::ceil)),
    unary("trunc", rounding::trunc, Some(rounding::trunc)),
    unary("rint", rounding::rint, Some(rounding::rint)),
    unary("nearbyint", rounding::rint, Some(rounding::rint)),
    unary("round", rounding::round, Some(rounding::round)),
    unary("roundeven", rounding::rint, Some(rounding::rint)),
];

/// The functions that round, for which most targets have instructions.
const ROUNDINGS: [&str; 7] = ["floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven"];

/// A function of libm that rounds a float to an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Conversion {
    /// As the mode of the processor says: `lrint`.
    Current,
    /// To the nearest integer, halves away from zero: `lround`.
    AwayFromZero,
}

/// The functions that round to integers, by their names in double precision.
const CONVERSIONS: [(&str, Conversion); 4] = [
    ("lrint", Conversion::Current),
    ("llrint", Conversion::Current),
    ("lround", Conversion::AwayFromZero),
    ("llround", Conversion::AwayFromZero),
];

/// Returns how an op rounds a float of single or double precision to an integer: a call of a libm function that the
/// module does not define, or an intrinsic. `None` if it does not.
pub(crate) fn conversion_of(op: OpRef<'_>) -> Option<Conversion> {
    let cx = op.cx();
    let (mut results, mut operands) = (op.results(), op.operands());
    let (Some(result), Some(operand), None) = (results.next(), operands.next(), operands.next()) else {
        return None;
    };
    let is_single = match operand.ty().float_kind(cx)? {
        FloatKind::F32 => true,
        FloatKind::F64 => false,
        _ => return None,
    };
    let name = match op.isa::<CallOp>() {
        true => {
            let text = callee_of(op)?.text(cx);
            let name = if is_single { text.strip_suffix('f')? } else { text };
            if is_own(op) {
                return None;
            }
            name
        }
        false => intrinsic_of(op)?,
    };
    let conversion =
        CONVERSIONS.iter().find(|(known, _)| *known == name).map(|&(_, conversion)| conversion)?;
    result.ty().is_integer(cx).then_some(conversion)
}

/// A function for a format, by its index in [`FUNCTIONS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MathFunction {
    place: usize,
    is_double: bool,
}

impl MathFunction {
    fn body(self) -> Option<Body> {
        let function = &FUNCTIONS[self.place];
        if self.is_double { function.double } else { Some(function.single) }
    }

    /// Whether it rounds to whole numbers.
    pub(crate) fn is_rounding(self) -> bool {
        ROUNDINGS.contains(&FUNCTIONS[self.place].name)
    }

    /// The format of its numbers; narrower ones are extended.
    pub(crate) fn kind(self) -> FloatKind {
        if self.is_double { FloatKind::F64 } else { FloatKind::F32 }
    }

    /// The name that libm has for it.
    pub(crate) fn name(self) -> String {
        let name = FUNCTIONS[self.place].name;
        if self.is_double { name.to_owned() } else { format!("{name}f") }
    }
}

/// Returns the function that an op computes: a call of a libm function that the module does not define, or an
/// intrinsic. `None` if it is not in [`FUNCTIONS`].
pub fn math_function(op: OpRef<'_>) -> Option<MathFunction> {
    let cx = op.cx();
    let mut results = op.results();
    let (Some(result), None) = (results.next(), results.next()) else { return None };
    let kind = result.ty().float_kind(cx)?;
    if op.operands().any(|operand| operand.ty() != result.ty()) {
        return None;
    }
    let (name, is_double) = match op.isa::<CallOp>() {
        true => {
            let callee = callee_of(op)?;
            let text = callee.text(cx);
            match kind {
                FloatKind::F64 => (text, true),
                FloatKind::F32 => (text.strip_suffix('f')?, false),
                _ => return None,
            }
        }
        false => {
            let is_double = match kind {
                FloatKind::F64 => true,
                FloatKind::F32 | FloatKind::F16 | FloatKind::BF16 => false,
                _ => return None,
            };
            // Intrinsics that LLVM lowers to one instruction are kept.
            let name = intrinsic_of(op).filter(|&name| name != "sqrt");
            (if op.isa::<FRemOp>() { "fmod" } else { name? }, is_double)
        }
    };
    let place = FUNCTIONS.iter().position(|function| function.name == name)?;
    let function = MathFunction { place, is_double };
    let is_known = function.body()?.arity() == op.num_operands();
    (is_known && !is_own(op)).then_some(function)
}

/// Whether an op calls a function that the module defines, or that is `nobuiltin`.
fn is_own(op: OpRef<'_>) -> bool {
    let Some(name) = callee_of(op).filter(|_| op.isa::<CallOp>()) else { return false };
    let found = parent_module(op).and_then(|module| op.ir().symbol_tables().lookup(module, name));
    op.inherent_attr("no_builtin").is_some()
        || found.is_none_or(|found| found.regions().any(|region| !region.is_empty()))
}

/// The target of functions on vectors, which is that of their caller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct MathTarget {
    /// The target attributes.
    key: TargetKey,
    fused: bool,
    /// Whether it multiplies by powers of two.
    scales: bool,
    /// The bits of a register.
    register: usize,
}

impl MathTarget {
    /// Returns the target of the functions that a function with this target calls.
    pub(crate) fn new(target: &dyn Target, key: TargetKey) -> Self {
        let (fused, scales) = (target.fuses_multiply_add(), target.scales_by_powers());
        Self { key, fused, scales, register: target.register_bytes() * 8 }
    }

    /// The number of elements of a function's vectors, for a value with `count` elements.
    pub(crate) fn lanes(&self, function: MathFunction, elements: usize) -> usize {
        let register = self.register / if function.is_double { 64 } else { 32 };
        let least = 128 / if function.is_double { 64 } else { 32 };
        elements.next_power_of_two().clamp(least, register)
    }
}

/// The prefix of the names of functions on vectors.
const ON_VECTORS: &str = "__ripple_";

/// Whether this is the name of a function on vectors, which accesses no memory.
pub(crate) fn is_on_vectors(name: &str) -> bool {
    name.starts_with(ON_VECTORS)
}

/// A request for a function on vectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct MathRequest {
    pub function: MathFunction,
    pub lanes: usize,
    pub target: MathTarget,
}

impl MathRequest {
    /// The preferred name of the function.
    pub(crate) fn name(&self) -> String {
        let (name, width) = (self.function.name(), if self.function.is_double { 64 } else { 32 });
        let mut text = ON_VECTORS.to_owned();
        let _ = write!(text, "{name}_v{}f{width}", self.lanes);
        text
    }

    /// Defines the function at the end of a module, by a name that its table reserved.
    pub(crate) fn define(&self, ir: &mut Ir, symbols: &mut SymbolTable, name: &str) {
        let cx = std::sync::Arc::clone(ir.cx());
        let Some(body) = self.function.body() else { return };
        let element = cx.float(self.function.kind());
        let vector = vector_type(&cx, element, self.lanes as i64, false);
        let inputs = vec![vector; body.arity()];
        let loc = Loc::UNKNOWN;
        let created = create_internal_function(ir, symbols, name, &inputs, Some(vector));
        let Some((function, inner, region)) = created else { return };
        ir.rewrite(function.body, |rw| {
            set_target(rw, function, self.target.key);
        });
        ir.rewrite(inner, |rw| {
            let args: Vec<(Type, Loc)> = inputs.iter().map(|&ty| (ty, loc)).collect();
            let entry = rw.create_block(region, &args);
            let args: Vec<Value> = rw.body().args(entry).collect();
            rw.set_insertion_point_to_end(entry);
            let value = {
                let builder = Builder::new(rw, loc, region, self.target);
                let args: Vec<Num<'_>> = args.into_iter().map(|arg| builder.num(arg)).collect();
                match body {
                    Body::Unary(compute) => compute(args[0]).value(),
                    Body::Binary(compute) => compute(args[0], args[1]).value(),
                }
            };
            rw.build(ReturnOp::of().loc(loc).arg(value));
        });
    }
}
