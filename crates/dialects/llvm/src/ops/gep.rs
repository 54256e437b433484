//! `llvm.getelementptr`: its indices, which are numbers or values, and the addressed type.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::fold::{Change, constant_value};
use terrace_ir::{Attr, CheckResult, Context, Folded, Loc, OpKind, OpRef, Type, TypeData, Value, ValueRef};

use super::memory::{GEPOp, GEPOpBuilder, GEPOpView};
use crate::enums::GEPNoWrapFlags;
use crate::types::{ArrayType, StructRef};

/// The sentinel for a value among the constant indices.
pub const DYNAMIC_INDEX: i32 = i32::MIN;

/// An index as a view.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum GepIndexRef<'a> {
    /// A number.
    Constant(i32),
    /// A value.
    Value(ValueRef<'a>),
}

/// An index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GepIndex {
    /// A number.
    Constant(i32),
    /// A value.
    Value(Value),
}

impl From<GepIndexRef<'_>> for GepIndex {
    fn from(index: GepIndexRef<'_>) -> Self {
        match index {
            GepIndexRef::Constant(number) => GepIndex::Constant(number),
            GepIndexRef::Value(value) => GepIndex::Value(value.id()),
        }
    }
}

impl From<i32> for GepIndex {
    fn from(number: i32) -> Self {
        GepIndex::Constant(number)
    }
}

impl From<Value> for GepIndex {
    fn from(value: Value) -> Self {
        GepIndex::Value(value)
    }
}

impl<'a> GEPOpView<'a> {
    /// The indices in order. Only as many as there are values for, if the op does not verify.
    pub fn indices(self) -> impl Iterator<Item = GepIndexRef<'a>> {
        let mut values = self.dynamic_indices();
        self.raw_constant_indices().iter().map_while(move |number| match number {
            DYNAMIC_INDEX => values.next().map(GepIndexRef::Value),
            number => Some(GepIndexRef::Constant(number)),
        })
    }
}

impl GEPOp {
    /// The address that the indices lead to from `base`, a pointer to values of type `element`. An index of a structure must
    /// be a number.
    pub fn of_indices<'a>(
        cx: &'a Context,
        loc: Loc,
        base: Value,
        element: Type,
        indices: &[GepIndex],
    ) -> GEPOpBuilder<'a> {
        let (values, numbers) = split(indices);
        GEPOp::of(base, &values)
            .loc(loc)
            .raw_constant_indices_attr(cx.i32_array(&numbers))
            .elem_type(element)
            .no_wrap_flags(GEPNoWrapFlags::NONE)
    }
}

/// The values among indices, and the numbers with a placeholder for each value.
fn split(indices: &[GepIndex]) -> (Vec<Value>, Vec<i32>) {
    let mut values = Vec::new();
    let numbers = indices.iter().map(|index| match *index {
        GepIndex::Constant(number) => number,
        GepIndex::Value(value) => {
            values.push(value);
            DYNAMIC_INDEX
        }
    });
    let numbers = numbers.collect();
    (values, numbers)
}

/// The type that an index leads to inside a type; `None` if there is none.
pub(super) fn indexed_type(cx: &Context, ty: Type, index: Option<i64>) -> Option<Type> {
    if let TypeData::Vector { element, .. } = ty.data(cx) {
        return Some(*element);
    }
    if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
        return Some(array.element_type(cx));
    }
    StructRef::of(cx, ty)?.element(usize::try_from(index?).ok()?)
}

/// `%value, 3, ..`.
pub(super) static INDICES: CustomDirective =
    CustomDirective { name: "GEPIndices", parse: parse_indices, print: print_indices };

fn parse_indices(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let &[CustomArg::Operand(slot), CustomArg::Prop(prop)] = args else { return Ok(false) };
    let mut numbers = Vec::new();
    loop {
        let loc = p.loc();
        match p.optional_integer()? {
            Some(number) => match i32::try_from(number) {
                Ok(number) => numbers.push(number),
                Err(_) => return Err(p.error(loc, "integer value too large".to_string())),
            },
            None => {
                numbers.push(DYNAMIC_INDEX);
                let operand = p.operand()?;
                state.slots.operands[usize::from(slot)].push(operand);
            }
        }
        if !p.optional_token(",") {
            break;
        }
    }
    state.props[usize::from(prop)] = p.cx().i32_array(&numbers);
    Ok(true)
}

fn print_indices(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    for (i, index) in GEPOp::view_of(op).indices().enumerate() {
        if i > 0 {
            p.text(", ");
        }
        match index {
            GepIndexRef::Constant(number) => p.text(&number.to_string()),
            GepIndexRef::Value(value) => p.value(value),
        }
    }
}

pub(super) fn verify_gep(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), GEPOp::view_of(op));
    let dynamic = view.raw_constant_indices().iter().filter(|&index| index == DYNAMIC_INDEX).count();
    if dynamic != view.dynamic_indices().len() {
        let message = "expected as many dynamic indices as specified in 'rawConstantIndices'";
        return Err(op_error(op, message));
    }
    if view.no_wrap_flags() == GEPNoWrapFlags::INBOUNDS_FLAG {
        return Err(op_error(op, "'inbounds_flag' cannot be used directly."));
    }
    let mut ty = view.elem_type();
    for (i, index) in view.indices().enumerate().skip(1) {
        let number = if let GepIndexRef::Constant(number) = index { Some(i64::from(number)) } else { None };
        if let Some(body) = StructRef::of(cx, ty) {
            let Some(number) = number else {
                return Err(op_error(op, format!("expected index {i} indexing a struct to be constant")));
            };
            if usize::try_from(number).is_ok_and(|number| number < body.len()) {
                ty = indexed_type(cx, ty, Some(number)).unwrap_or(Type::NONE);
                continue;
            }
            return Err(op_error(op, format!("index {i} indexing a struct is out of bounds")));
        }
        match indexed_type(cx, ty, number) {
            Some(inner) => ty = inner,
            None => {
                let message = format!("type '{}' cannot be indexed (index #{i})", cx.type_text(ty));
                return Err(op_error(op, message));
            }
        }
    }
    Ok(())
}

/// An index of zero alone leads nowhere, and values that are known become numbers.
pub(super) fn fold_gep(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), GEPOp::view_of(op));
    let known = |index: &GepIndexRef<'_>| match index {
        GepIndexRef::Constant(number) => Some(i64::from(*number)),
        GepIndexRef::Value(value) => constant_value(*value)?.as_i64(cx),
    };
    let indices: Vec<GepIndexRef<'_>> = view.indices().collect();
    if let [index] = &indices[..]
        && view.base().ty() == view.res().ty()
        && known(index) == Some(0)
    {
        return view.base().into();
    }
    let mut changed = false;
    let folded = indices.iter().map(|index| match (index, known(index).map(i32::try_from)) {
        (GepIndexRef::Value(_), Some(Ok(number))) if number != DYNAMIC_INDEX => {
            changed = true;
            GepIndex::Constant(number)
        }
        _ => (*index).into(),
    });
    let folded: Vec<GepIndex> = folded.collect();
    if !changed {
        return Folded::Unchanged;
    }
    let (values, numbers) = split(&folded);
    let operands = std::iter::once(view.base().id()).chain(values).collect();
    let slot = op.def().and_then(|def| def.props.iter().position(|prop| prop.name == "rawConstantIndices"));
    Folded::Changed(vec![
        Change::Operands(operands),
        Change::Prop(slot.expect("the op has constant indices"), cx.i32_array(&numbers)),
    ])
}
