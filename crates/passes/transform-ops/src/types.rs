//! Types of handles to ops of one name.

use terrace_ir::def::TypeConstraint;
use terrace_transform::types::operation_name;

macro_rules! op_handles {
    ($($constraint:ident = $name:literal;)*) => {$(
        #[doc = concat!("`!transform.op<\"", $name, "\">`.")]
        pub static $constraint: TypeConstraint =
            TypeConstraint::new(concat!("Transform IR handle to ", $name, " operations"), |cx, ty| {
                operation_name(cx, ty).as_deref() == Some($name)
            });
    )*};
}

op_handles! {
    ALLOC_HANDLE = "memref.alloc";
    ALLOC_TENSOR_HANDLE = "bufferization.alloc_tensor";
    ALLOCA_HANDLE = "memref.alloca";
    EMPTY_HANDLE = "tensor.empty";
    SCF_FOR_HANDLE = "scf.for";
}
