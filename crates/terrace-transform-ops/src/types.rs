//! Types of handles to ops of one name.

use terrace_ir::def::TypeConstraint;
use terrace_transform::types::operation_name;

/// `!transform.op<"scf.for">`.
pub static SCF_FOR_HANDLE: TypeConstraint =
    TypeConstraint::new("Transform IR handle to scf.for operations", |cx, ty| {
        operation_name(cx, ty).as_deref() == Some("scf.for")
    });
