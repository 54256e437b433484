//! Types: tokens, values, groups and coroutines; and constraints of operands.

use terrace_ir::def::{TypeConstraint, TypeKind};
use terrace_ir::traits::TypesMatch;
use terrace_ir::{Context, Type};
use terrace_macros::type_def;

/// The end of a task.
#[type_def("async.token", format = "")]
pub struct TokenType {}

/// A value that a task computes.
#[type_def("async.value", format = "`<` $valueType `>`")]
pub struct ValueType {
    valueType: Type,
}

/// A group of tasks.
#[type_def("async.group", format = "")]
pub struct GroupType {}

/// A handle of a coroutine.
#[type_def("async.coro.handle", format = "")]
pub struct CoroHandleType {}

/// The identifier of a coroutine.
#[type_def("async.coro.id", format = "")]
pub struct CoroIdType {}

/// The saved state of a coroutine.
#[type_def("async.coro.state", format = "")]
pub struct CoroStateType {}

/// The type of the value that a task computes; `None` for another type.
pub fn awaited(cx: &Context, ty: Type) -> Option<Type> {
    ty.dyn_cast::<ValueType>(cx).map(|value| value.value_type(cx))
}

/// Whether the type is that of a token.
pub(super) fn is_token(cx: &Context, ty: Type) -> bool {
    ty.isa::<TokenType>(cx)
}

fn is_value_or_token(cx: &Context, ty: Type) -> bool {
    is_token(cx, ty) || ty.isa::<ValueType>(cx)
}

buildable! {
    /// A token.
    TOKEN = "async token type", TokenType;
    /// A group.
    GROUP = "async group type", GroupType;
    /// A handle of a coroutine.
    CORO_HANDLE = "coroutine handle", CoroHandleType;
    /// The identifier of a coroutine.
    CORO_ID = "switched-resume coroutine identifier", CoroIdType;
    /// The saved state of a coroutine.
    CORO_STATE = "saved coroutine state", CoroStateType;
}

static VALUE_KIND: TypeKind = TypeKind { name: "async.value", pred: |cx, ty| ty.isa::<ValueType>(cx) };

/// A value.
pub static VALUE: TypeConstraint = TypeConstraint::new("async value type", |cx, ty| ty.isa::<ValueType>(cx))
    .of_kind(&VALUE_KIND)
    .of_def(ValueType::DEF);
/// A value or a token.
pub static VALUE_OR_TOKEN: TypeConstraint =
    TypeConstraint::new("async value type or async token type", is_value_or_token);
/// A value, a token or a group.
pub static ANY_ASYNC: TypeConstraint =
    TypeConstraint::new("async value type or async token type or async group type", |cx, ty| {
        is_value_or_token(cx, ty) || ty.isa::<GroupType>(cx)
    });

/// A loaded value has the type of the value.
pub(super) static LOADED: TypesMatch =
    TypesMatch::new("type of 'value' matches element type of 'storage'", "storage", "result", awaited);
/// A stored value has the type of the value.
pub(super) static STORED: TypesMatch =
    TypesMatch::new("type of 'value' matches element type of 'storage'", "storage", "value", awaited);
