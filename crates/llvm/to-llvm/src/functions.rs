//! Functions of the run-time library that lowered programs call.

use terrace_dialects_llvm::ops::{CallOp, LLVMFuncOp, function_type};
use terrace_dialects_llvm::types::PointerType;
use terrace_ir::def::op_error;
use terrace_ir::symbols::nearest_symbol_table;
use terrace_ir::{Diag, InsertPoint, Ir, Op, OpHandle, OpRef, Rewriter, Type, Value};

use terrace_llvm_common::build::Build;

/// A function that is called by name.
pub struct RuntimeFunction<'a> {
    /// Its name.
    pub name: &'a str,
    /// The types of its parameters.
    pub inputs: &'a [Type],
    /// The type of its result, if it has one.
    pub result: Option<Type>,
}

impl RuntimeFunction<'_> {
    /// Finds the function in the symbol table around an op, or declares it at the beginning of the table.
    ///
    /// # Errors
    ///
    /// If there is a symbol of that name that is another function, or none.
    pub fn lookup_or_create(&self, rw: &mut Rewriter<'_>, from: Op) -> Result<(), Box<Diag>> {
        let (cx, from) = (rw.cx(), rw.handle(from));
        let ty = function_type(cx, self.inputs, self.result, false);
        let name = cx.str(self.name);
        rw.with_ir(|ir| {
            let Some(table) = module_around(ir, from) else { return Ok(()) };
            let tables = ir.symbol_tables();
            if let Some(found) = tables.lookup(ir.op(table), name) {
                return check(found, ty);
            }
            let Some(block) = ir.op(table).single_region().entry() else { return Ok(()) };
            let (body, block, loc) = (block.body_id(), block.id(), ir.op(table).loc());
            let made = ir.rewrite(body, |rw| {
                let point = InsertPoint::start(rw.body(), block);
                rw.set_insertion_point(point);
                let function = LLVMFuncOp::of().loc(loc).sym_name_attr(cx.str_attr(name)).function_type(ty);
                rw.build(function)
            });
            ir.add_inner_body(OpHandle { body, op: made.into() }, 1);
            Ok(())
        })
    }

    /// Calls the function, which is declared where it is not; returns its result if it has one.
    ///
    /// # Errors
    ///
    /// As [`Self::lookup_or_create`].
    pub fn call(
        &self,
        build: &mut Build<'_, '_>,
        from: Op,
        arguments: &[Value],
    ) -> Result<Option<Value>, Box<Diag>> {
        self.lookup_or_create(build.rw, from)?;
        let cx = build.cx();
        let call = CallOp::of()
            .loc(build.loc)
            .callee_attr(cx.flat_symbol_ref(cx.str(self.name)))
            .callee_operands(arguments)
            .op_bundle_operands(&[]);
        let call = match self.result {
            Some(result) => call.result(result),
            None => call,
        };
        let made = build.rw.build(call);
        Ok(build.rw.body().results(made).next())
    }
}

/// The op whose table holds functions: the module around an op.
pub(crate) fn module_around(ir: &Ir, from: OpHandle) -> Option<OpHandle> {
    let mut at = nearest_symbol_table(ir.op(from));
    while let Some(table) = at {
        if table.isa::<terrace_dialects_builtin::builtin::ModuleOp>() || table.parent_op().is_none() {
            return Some(table.handle());
        }
        at = table.parent_op().and_then(nearest_symbol_table);
    }
    None
}

fn check(found: OpRef<'_>, ty: Type) -> Result<(), Box<Diag>> {
    let cx = found.cx();
    let Some(function) = found.cast::<LLVMFuncOp>() else {
        let name = terrace_ir::symbols::symbol_name_of(found).map_or("", |name| name.text(cx));
        let message = format!(
            "redefinition of reserved function '{name}' of different type {} is prohibited",
            cx.type_text(ty)
        );
        return Err(Diag::error(found.loc(), message));
    };
    let has = function.function_type();
    match has == ty {
        true => Ok(()),
        false => {
            let name = function.sym_name();
            let (expected, has) = (cx.type_text(ty), cx.type_text(has));
            let message = format!(
                "redefinition of reserved function '{name}' of different type {has} is prohibited (expected {expected})"
            );
            Err(op_error(found, message))
        }
    }
}

/// A pointer, as the run-time library has them.
pub fn pointer(build: &Build<'_, '_>) -> Type {
    PointerType::default_space(build.cx())
}

/// The attribute that makes wrappers with the calling convention of C.
pub const EMIT_C_INTERFACE: &str = "llvm.emit_c_interface";
