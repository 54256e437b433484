//! Functions that patterns call by name.

use terrace_ir::{
    Attr, Body, BodyId, Context, Diag, Ir, OpHandle, OpRef, Rewriter, Type, ValueHandle, ValueRef,
};

/// The value that an entity of a pattern is bound to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PdlValue {
    /// An attribute.
    Attr(Attr),
    /// An op.
    Op(OpHandle),
    /// Ops.
    Ops(Vec<OpHandle>),
    /// A type.
    Type(Type),
    /// Types.
    Types(Vec<Type>),
    /// A value.
    Value(ValueHandle),
    /// Values.
    Values(Vec<ValueHandle>),
}

/// The IR in which a pattern is matched; the body that is rewritten may be apart from it.
#[derive(Clone, Copy)]
pub struct Payload<'a> {
    ir: &'a Ir,
    apart: Option<(BodyId, &'a Body)>,
}

impl<'a> Payload<'a> {
    /// A view of a whole IR.
    pub fn of_ir(ir: &'a Ir) -> Self {
        Self { ir, apart: None }
    }

    /// The body of a rewriter, and the IR that it belongs to.
    pub fn of_rewriter(rw: &'a Rewriter<'_>) -> Self {
        Self { ir: rw.ir(), apart: Some((rw.body_id(), rw.body())) }
    }

    /// The context.
    pub fn cx(&self) -> &'a Context {
        self.ir.cx()
    }

    fn body(&self, id: BodyId) -> &'a Body {
        match self.apart {
            Some((apart, body)) if apart == id => body,
            _ => self.ir.body(id),
        }
    }

    /// Returns the op of a handle.
    pub fn op(&self, op: OpHandle) -> OpRef<'a> {
        OpRef::in_body(self.ir, self.body(op.body), op.body, op.op)
    }

    /// Returns the value of a handle.
    pub fn value(&self, value: ValueHandle) -> ValueRef<'a> {
        ValueRef::in_body(self.ir, self.body(value.body), value.body, value.value)
    }
}

/// A native constraint: returns whether the arguments satisfy it. Its results, if it has any, are appended to the third
/// argument; diagnostics are handed to the last one.
pub type NativeConstraint =
    fn(Payload<'_>, &[PdlValue], &mut Vec<PdlValue>, &mut dyn FnMut(Box<Diag>)) -> bool;

/// A native rewrite: modifies the body of the rewriter, and appends its results. `None` if it fails, which is
/// an error of the pattern.
pub type NativeRewrite = fn(&mut Rewriter<'_>, &[PdlValue], &mut Vec<PdlValue>) -> Option<()>;

/// An interface of dialects: functions that patterns may call. Any crate adds them, as an extension of a dialect.
pub trait NativeFunctions: Send + Sync {
    /// Returns the constraint of this name; `None` if the dialect has none.
    fn native_constraint(&self, _name: &str) -> Option<NativeConstraint> {
        None
    }

    /// Returns the rewrite of this name; `None` if the dialect has none.
    fn native_rewrite(&self, _name: &str) -> Option<NativeRewrite> {
        None
    }
}

/// Returns the constraint of this name of any dialect; `None` if there is none.
pub fn native_constraint(cx: &Context, name: &str) -> Option<NativeConstraint> {
    let of_dialect = |dialect| cx.dialect_interface::<dyn NativeFunctions>(dialect)?.native_constraint(name);
    cx.registered_dialects().into_iter().find_map(of_dialect)
}

/// Returns the rewrite of this name of any dialect; `None` if there is none.
pub fn native_rewrite(cx: &Context, name: &str) -> Option<NativeRewrite> {
    let of_dialect = |dialect| cx.dialect_interface::<dyn NativeFunctions>(dialect)?.native_rewrite(name);
    cx.registered_dialects().into_iter().find_map(of_dialect)
}
