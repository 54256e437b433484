//! `test-data-layout-query`: puts the layout of a query's type, and the properties that hold there, on the query.

use terrace_dialects_ptr::dlti::FUNCTION_POINTER_ALIGNMENT;
use terrace_ir::attrs::AttrData;
use terrace_ir::data_layout::{DataLayout, LayoutProperty, MissingDataLayout, TypeSize};
use terrace_ir::{Attr, Context, Diag, Ir, NamedAttr, OpHandle, OpRef, OptionalAttr, Signedness, Type};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;
use terrace_support::apint::ApInt;

/// The pass.
pub(crate) static TEST_DATA_LAYOUT_QUERY: PassDef = PassDef {
    name: "test-data-layout-query",
    class: "(anonymous namespace)::TestDataLayoutQuery",
    doc: "Test data layout queries",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Ir(Box::new(Query))),
    ..EMPTY_PASS
};

struct Query;

impl IrPass for Query {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        for handle in post_order(ir, op) {
            let view = ir.op(handle);
            if view.name_text() != "test.data_layout_query" {
                continue;
            }
            match answers(view) {
                Ok(answers) => {
                    let own = view.attrs().optional_entries(ir.cx()).iter().copied();
                    let attrs = ir.cx().dict(own.chain(answers).collect());
                    ir.rewrite(handle.body, |rw| rw.set_attrs(handle.op, attrs));
                }
                Err(missing) => {
                    run.diags.push(Diag::error(view.loc(), missing.message(ir.cx())));
                    return Err(Failed);
                }
            }
        }
        Ok(())
    }
}

fn index(cx: &Context, value: u64) -> Attr {
    cx.int_attr(Type::INDEX, value as i64)
}

fn size(cx: &Context, size: TypeSize) -> Attr {
    let minimum = index(cx, size.minimum);
    match size.scalable {
        false => minimum,
        true => cx.dict(vec![(cx.str("scalable"), Attr::UNIT), (cx.str("minimal_size"), minimum)]),
    }
}

fn answers(op: OpRef<'_>) -> Result<Vec<NamedAttr>, MissingDataLayout> {
    let (cx, layout) = (op.cx(), DataLayout::of(op));
    let ty = op.single_result().ty();
    let property = |property| layout.property(cx, property);
    let zero = || {
        let ty = cx.integer(32, Signedness::Unsigned);
        cx.attr(AttrData::Integer { ty, value: ApInt::new(32, 0) })
    };
    let text = || cx.str_attr(cx.str(""));
    let unaligned = || {
        let ty = cx.integer(64, Signedness::Unsigned);
        let alignment = cx.attr(AttrData::Integer { ty, value: ApInt::new(64, 0) });
        cx.dialect_attr(&FUNCTION_POINTER_ALIGNMENT, &[alignment, Attr::FALSE])
            .expect("the parameters are right")
    };
    let stack = property(LayoutProperty::StackAlignment).and_then(|bits| bits.as_u64(cx)).unwrap_or(0);
    let all = [
        ("size", size(cx, layout.type_size(cx, ty)?)),
        ("bitsize", size(cx, layout.type_size_in_bits(cx, ty)?)),
        ("alignment", index(cx, layout.abi_alignment(cx, ty)?)),
        ("preferred", index(cx, layout.preferred_alignment(cx, ty)?)),
        ("index", index(cx, layout.index_bitwidth(cx, ty).unwrap_or(0))),
        ("endianness", property(LayoutProperty::Endianness).unwrap_or_else(text)),
        ("default_memory_space", property(LayoutProperty::DefaultMemorySpace).unwrap_or_else(zero)),
        ("alloca_memory_space", property(LayoutProperty::AllocaMemorySpace).unwrap_or_else(zero)),
        ("program_memory_space", property(LayoutProperty::ProgramMemorySpace).unwrap_or_else(zero)),
        ("global_memory_space", property(LayoutProperty::GlobalMemorySpace).unwrap_or_else(zero)),
        ("mangling_mode", property(LayoutProperty::ManglingMode).unwrap_or_else(text)),
        ("stack_alignment", index(cx, stack)),
        (
            "function_pointer_alignment",
            property(LayoutProperty::FunctionPointerAlignment).unwrap_or_else(unaligned),
        ),
        ("legal_int_widths", property(LayoutProperty::LegalIntWidths).unwrap_or_else(|| cx.i32_array(&[]))),
    ];
    Ok(all.into_iter().map(|(name, value)| (cx.str(name), value)).collect())
}
