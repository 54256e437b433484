//! `tosa-to-mlprogram`: variables as globals of ml_program.

use terrace_conversion::{Conversion, ConversionPass, ConversionPatterns, ConversionTarget};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_shape::ml_program::global::{GlobalLoadOp, GlobalOp, GlobalStoreOp};
use terrace_dialects_tosa::variables::{VariableOp, VariableReadOp, VariableWriteOp, variable_type};
use terrace_ir::{Attr, Context, OpKind};
use terrace_pass::PassDef;
use terrace_pass::pass::EMPTY_PASS;

/// The pass.
pub static TOSA_TO_MLPROGRAM: PassDef = PassDef {
    name: "tosa-to-mlprogram",
    class: "TosaToMLProgram",
    doc: "Lower TOSA to the MLProgram dialect",
    anchor: Some(ModuleOp::DEF.name),
    make: |options| ConversionPass::plain(options, conversion),
    ..EMPTY_PASS
};

fn conversion(cx: &Context) -> Conversion {
    let target = ConversionTarget::new()
        .illegal::<VariableOp>(cx)
        .illegal::<VariableReadOp>(cx)
        .illegal::<VariableWriteOp>(cx)
        .mark_unknown_op_dynamically_legal(|_| true);
    let mut patterns = ConversionPatterns::new();
    patterns
        .add::<VariableOp>(cx, "VariableOpConverter", |rw, op| {
            let (cx, view) = (rw.cx(), op.view(rw));
            let (name, value) = (view.sym_name_attr(), view.initial_value_attr());
            let global = GlobalOp::of().sym_name_attr(name).type_(variable_type(view.0)?);
            let global = global.is_mutable_attr(Attr::UNIT).value_attr(value);
            rw.replace(op, global.sym_visibility_attr(cx.string_attr("private")));
            Some(())
        })
        .add::<VariableWriteOp>(cx, "VariableWriteOpConverter", |rw, op| {
            let view = op.view(rw);
            let (global, value) = (rw.cx().flat_symbol_ref(view.name()), view.input1().id());
            rw.replace(op, GlobalStoreOp::of(value).global_attr(global));
            Some(())
        })
        .add::<VariableReadOp>(cx, "VariableReadOpConverter", |rw, op| {
            let view = op.view(rw);
            let (global, ty) = (rw.cx().flat_symbol_ref(view.name()), view.output1().ty());
            rw.replace(op, GlobalLoadOp::of().global_attr(global).result(ty));
            Some(())
        });
    Conversion { target, patterns }
}
