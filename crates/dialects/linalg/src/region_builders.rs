//! Builders of the bodies of named ops: scalar computations, op by op.

use crate::attrs::{BinaryFn, UnaryFn};
use terrace_dialects_core::{arith, complex, math};
use terrace_ir::build::OperationState;
use terrace_ir::{Attr, Block, Context, Loc, OpBuilder, OpDef, OpKind, Signedness, Type, TypeData, Value};
use terrace_support::apfloat::{ApFloat, FloatKind};

use crate::region_ops::{IndexOp, YieldOp};

/// Creates scalar ops at the end of a block. Unsupported computations are errors with upstream's messages.
pub struct Scalars<'a> {
    /// The context.
    pub cx: &'a Context,
    /// The builder that inserts into the block.
    pub body: OpBuilder<'a>,
    /// The block.
    pub block: Block,
    /// Warnings about the computation.
    pub warnings: Vec<String>,
}

/// A value, or why there is none.
pub type Outcome = Result<Value, String>;

impl Scalars<'_> {
    /// An argument of the block.
    pub fn arg(&self, index: usize) -> Value {
        self.body.arg(self.block, index)
    }

    /// The last argument of the block: the destination's element.
    pub fn destination(&self) -> Value {
        self.arg(self.body.n_args(self.block) - 1)
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.body.value_type(value)
    }

    fn emit(
        &mut self,
        def: &'static OpDef,
        operands: &[Value],
        props: &[Option<Attr>],
        result: &[Type],
    ) -> Option<Value> {
        self.emit_at(def, operands, props, result, Loc::UNKNOWN)
    }

    fn emit_at(
        &mut self,
        def: &'static OpDef,
        operands: &[Value],
        props: &[Option<Attr>],
        result: &[Type],
        loc: Loc,
    ) -> Option<Value> {
        let mut state = OperationState::new(def);
        state.set_loc(loc);
        state.operands(0, operands);
        (0..).zip(props).for_each(|(slot, prop)| state.prop(slot, *prop));
        state.results(0, result);
        let op = self.body.build(self.cx, state);
        self.body.append_op(self.block, op);
        (!result.is_empty()).then(|| self.body.single_result(op))
    }

    fn op(&mut self, def: &'static OpDef, operands: &[Value], result: Type) -> Value {
        let Some(value) = self.emit(def, operands, &[], &[result]) else {
            panic!("'{}' has no result", def.name)
        };
        value
    }

    /// Ends the block.
    pub fn yield_value(&mut self, value: Value) {
        self.emit(YieldOp::DEF, &[value], &[], &[]);
    }

    /// Ends the block, with a location.
    pub fn yield_value_at(&mut self, value: Value, loc: Loc) {
        self.emit_at(YieldOp::DEF, &[value], &[], &[], loc);
    }

    /// A constant.
    pub fn constant(&mut self, value: Attr, ty: Type) -> Value {
        let made = self.emit(arith::ConstantOp::DEF, &[], &[Some(value)], &[ty]);
        made.unwrap_or_else(|| self.arg(0))
    }

    /// The number of the iteration of a loop.
    pub fn index(&mut self, dim: i64) -> Value {
        let dim = self.cx.int_attr(Type::I64, dim);
        let made = self.emit(IndexOp::DEF, &[], &[Some(dim)], &[Type::INDEX]);
        made.unwrap_or_else(|| self.arg(0))
    }

    fn one(&mut self, ty: Type) -> Option<Value> {
        let one = ApFloat::from_f64(ty.float_kind(self.cx)?, 1.0);
        let value = self.cx.float_attr(ty, one);
        Some(self.constant(value, ty))
    }

    /// A function of one element.
    ///
    /// # Errors
    ///
    /// If the element is no float.
    pub fn unary(&mut self, function: UnaryFn, value: Value) -> Outcome {
        let ty = self.ty(value);
        if !ty.is_float(self.cx) {
            return Err("unsupported non numeric type".to_string());
        }
        let def = match function {
            UnaryFn::Exp => math::ExpOp::DEF,
            UnaryFn::Log => math::LogOp::DEF,
            UnaryFn::Abs => math::AbsFOp::DEF,
            UnaryFn::Ceil => math::CeilOp::DEF,
            UnaryFn::Floor => math::FloorOp::DEF,
            UnaryFn::Negf => arith::NegFOp::DEF,
            UnaryFn::Round => math::RoundOp::DEF,
            UnaryFn::Sqrt => math::SqrtOp::DEF,
            UnaryFn::Rsqrt => math::RsqrtOp::DEF,
            UnaryFn::Tanh => math::TanhOp::DEF,
            UnaryFn::Erf => math::ErfOp::DEF,
            UnaryFn::Square => return Ok(self.op(arith::MulFOp::DEF, &[value, value], ty)),
            UnaryFn::Reciprocal => {
                let one = self.one(ty).ok_or("unsupported non numeric type")?;
                return Ok(self.op(arith::DivFOp::DEF, &[one, value], ty));
            }
        };
        Ok(self.op(def, &[value], ty))
    }

    /// A function of two elements.
    ///
    /// # Errors
    ///
    /// If the elements are not both complex, floats or integers, or of a kind that the function is not defined for.
    pub fn binary(&mut self, function: BinaryFn, a: Value, b: Value) -> Outcome {
        let cx = self.cx;
        let (ty, other) = (self.ty(a), self.ty(b));
        let all = |pred: fn(&Context, Type) -> bool| pred(cx, ty) && pred(cx, other);
        let complex = all(|cx, ty| matches!(ty.data(cx), TypeData::Complex(_)));
        let (float, integer) = (all(|cx, ty| ty.is_float(cx)), all(|cx, ty| ty.is_integer(cx)));
        let bool = all(|cx, ty| ty.is_integer(cx) && ty.bit_width(cx) == Some(1));
        if !complex && !float && !integer {
            let (a, b) = (cx.type_text(ty), cx.type_text(other));
            return Err(format!(
                "Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got \
                 '{a}' and '{b}'"
            ));
        }
        let unsigned_only = |what: &str| -> Result<(), String> {
            if integer && !bool {
                Ok(())
            } else {
                Err(format!("unsupported operation: unsigned {what} not on uint"))
            }
        };
        let pick = |of_complex: &'static OpDef, of_float: &'static OpDef, of_int: &'static OpDef| {
            if complex {
                of_complex
            } else if float {
                of_float
            } else {
                of_int
            }
        };
        let def = match function {
            BinaryFn::Add if bool => arith::OrIOp::DEF,
            BinaryFn::Add => pick(complex::AddOp::DEF, arith::AddFOp::DEF, arith::AddIOp::DEF),
            BinaryFn::Sub if bool => return Err("unsupported operation: sub with bools".to_string()),
            BinaryFn::Sub => pick(complex::SubOp::DEF, arith::SubFOp::DEF, arith::SubIOp::DEF),
            BinaryFn::Mul if bool => arith::AndIOp::DEF,
            BinaryFn::Mul => pick(complex::MulOp::DEF, arith::MulFOp::DEF, arith::MulIOp::DEF),
            BinaryFn::Div if bool => return Err("unsupported operation: div with bools".to_string()),
            BinaryFn::Div => pick(complex::DivOp::DEF, arith::DivFOp::DEF, arith::DivSIOp::DEF),
            BinaryFn::DivUnsigned => {
                unsigned_only("div")?;
                arith::DivUIOp::DEF
            }
            BinaryFn::MaxUnsigned => {
                unsigned_only("max")?;
                arith::MaxUIOp::DEF
            }
            BinaryFn::MinUnsigned => {
                unsigned_only("min")?;
                arith::MinUIOp::DEF
            }
            BinaryFn::MaxSigned => pick(arith::MaximumFOp::DEF, arith::MaximumFOp::DEF, arith::MaxSIOp::DEF),
            BinaryFn::MinSigned => pick(arith::MinimumFOp::DEF, arith::MinimumFOp::DEF, arith::MinSIOp::DEF),
            BinaryFn::Powf => math::PowFOp::DEF,
        };
        Ok(self.op(def, &[a, b], ty))
    }

    /// One of two elements.
    pub fn select(&mut self, condition: Value, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        self.op(arith::SelectOp::DEF, &[condition, a, b], ty)
    }

    /// Converts a number to another type; without such a conversion, returns the number unchanged.
    pub fn cast(&mut self, to: Type, value: Value, unsigned: bool) -> Value {
        let from = self.ty(value);
        if from == to {
            return value;
        }
        self.convert(to, value, unsigned).unwrap_or_else(|| {
            let [from, to] = [from, to].map(|ty| self.cx.type_text(ty));
            self.warnings.push(format!("could not cast operand of type '{from}' to '{to}'"));
            value
        })
    }

    fn convert(&mut self, to: Type, value: Value, unsigned: bool) -> Option<Value> {
        let (cx, from) = (self.cx, self.ty(value));
        let widths = (from.bit_width(cx), to.bit_width(cx));
        let (from_int, from_float) = (from.is_integer(cx), from.is_float(cx));
        let def = match (to.is_integer(cx), to.is_float(cx)) {
            (true, _) if from_float => {
                if unsigned {
                    arith::FPToUIOp::DEF
                } else {
                    arith::FPToSIOp::DEF
                }
            }
            (true, _) if from == Type::INDEX => arith::IndexCastOp::DEF,
            (true, _) if from_int && widths.1 > widths.0 => {
                if unsigned {
                    arith::ExtUIOp::DEF
                } else {
                    arith::ExtSIOp::DEF
                }
            }
            (true, _) if from_int && widths.1 < widths.0 => arith::TruncIOp::DEF,
            (_, true) if from_int => {
                if unsigned {
                    arith::UIToFPOp::DEF
                } else {
                    arith::SIToFPOp::DEF
                }
            }
            (_, true) if from_float && widths.1 > widths.0 => arith::ExtFOp::DEF,
            (_, true) if from_float && widths.1 < widths.0 => arith::TruncFOp::DEF,
            (false, false) => return self.convert_to_complex(to, value, unsigned),
            // Numbers of one width go for each other.
            (true, _) if from_int => return Some(value),
            (_, true) if from_float => return Some(value),
            _ => return None,
        };
        Some(self.op(def, &[value], to))
    }

    fn convert_to_complex(&mut self, to: Type, value: Value, unsigned: bool) -> Option<Value> {
        let (cx, from) = (self.cx, self.ty(value));
        let TypeData::Complex(element) = to.data(cx) else { return None };
        let element = *element;
        let kind = element.float_kind(cx)?;
        let parts = match from.data(cx) {
            TypeData::Complex(part) if part.is_float(cx) => {
                let re = self.op(complex::ReOp::DEF, &[value], *part);
                let im = self.op(complex::ImOp::DEF, &[value], *part);
                let narrower = element.bit_width(cx) < part.bit_width(cx);
                let def = if narrower { arith::TruncFOp::DEF } else { arith::ExtFOp::DEF };
                [re, im].map(|part| self.op(def, &[part], element))
            }
            TypeData::Float(_) | TypeData::Integer { .. } => {
                let re = self.cast(element, value, unsigned);
                let zero = cx.float_attr(element, ApFloat::from_f64(kind, 0.0));
                [re, self.constant(zero, element)]
            }
            _ => return None,
        };
        Some(self.op(complex::CreateOp::DEF, &parts, to))
    }

    /// Numbers that look random, of the iteration's numbers and a seed, in a range.
    ///
    /// # Errors
    ///
    /// If the seed is no integer, or the bounds are no floats.
    pub fn random(&mut self) -> Outcome {
        let cx = self.cx;
        let i32 = cx.integer(32, Signedness::Signless);
        let number = |this: &mut Self, value: i64, ty: Type| {
            let made = this.constant(cx.int_attr(Type::I64, value), Type::I64);
            this.cast(ty, made, false)
        };
        let offset = number(self, 2_147_483_647, Type::F64);
        let column = self.index(1);
        let column = self.cast(i32, column, false);
        let row = self.index(0);
        let row = self.cast(i32, row, false);
        let seed = self.arg(2);
        let mut state = self.binary(BinaryFn::Add, row, seed)?;
        for round in 0..2 {
            if round == 1 {
                state = self.binary(BinaryFn::Add, column, state)?;
            }
            let factor = number(self, 1_103_515_245, i32);
            state = self.binary(BinaryFn::Mul, state, factor)?;
            let summand = number(self, 12_345, i32);
            state = self.binary(BinaryFn::Add, state, summand)?;
        }
        let state = self.cast(Type::F64, state, false);
        let positive = self.binary(BinaryFn::Add, offset, state)?;
        let (min, max) = (self.arg(0), self.arg(1));
        let range = self.binary(BinaryFn::Sub, max, min)?;
        let scale = cx.float_attr(Type::F64, ApFloat::from_f64(FloatKind::F64, 2.328_306_4e-10));
        let scale = self.constant(scale, Type::F64);
        let factor = self.binary(BinaryFn::Mul, range, scale)?;
        let scaled = self.binary(BinaryFn::Mul, positive, factor)?;
        let shifted = self.binary(BinaryFn::Add, scaled, min)?;
        let to = self.ty(self.destination());
        Ok(self.cast(to, shifted, false))
    }
}
