//! Symbol tables that are changed.

use std::sync::Arc;

use terrace_diag::SourceMap;
use terrace_ir::body::OpSpec;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Attr, Context, Ir, Loc, Op, OpHandle, Rewriter};

/// Creates an op that is not registered, with a symbol name and a reference in a list.
fn symbol(rw: &mut Rewriter<'_>, name: Attr, refers_to: Attr) -> Op {
    let cx = rw.cx();
    let list = cx.array_attr(&[cx.array_attr(&[refers_to])]);
    let props = cx.dict(vec![(cx.str("sym_name"), name), (cx.str("uses"), list)]);
    let spec = OpSpec {
        name: cx.op_name("test.symbol"),
        operands: &[],
        results: &[],
        props: &[props],
        attrs: Attr::EMPTY_DICT,
        successors: &[],
        loc: Loc::UNKNOWN,
    };
    let op = rw.op_builder().new_op(&spec);
    rw.op_builder().set_opaque_props(op);
    rw.insert(op)
}

#[test]
fn symbols_get_unique_names_and_references_follow_a_new_name() {
    let cx = Arc::new(Context::new(&[]));
    let mut ir = Ir::new(cx.clone(), Arc::new(SourceMap::default()));
    let table = ir.rewrite(Ir::ROOT, |rw| {
        let region = rw.body().top_regions()[0];
        if let Some(block) = rw.body().entry(region) {
            rw.set_insertion_point_to_end(block);
        }
        let inner = rw.new_region();
        rw.create_block(inner, &[]);
        let spec = OpSpec {
            name: cx.op_name("test.table"),
            operands: &[],
            results: &[],
            props: &[],
            attrs: Attr::EMPTY_DICT,
            successors: &[],
            loc: Loc::UNKNOWN,
        };
        rw.create_op_with_regions(&spec, &[inner])
    });
    let table = OpHandle { body: Ir::ROOT, op: table };
    let mut symbols = SymbolTable::new(ir.op(table));
    let refers_to = cx.flat_symbol_ref(cx.str("f"));
    let mut names = Vec::new();
    for _ in 0..3 {
        let made = symbols.insert(&mut ir, "f", None, |rw, name| symbol(rw, name, refers_to));
        names.push(made.and_then(|op| ir.op(op).symbol_name()).map(|name| name.text(&cx).to_owned()));
    }
    assert_eq!(names, ["f", "f_0", "f_1"].map(|name| Some(name.to_owned())));
    let first = symbols.lookup(cx.str("f"));
    assert_eq!(first.and_then(|op| symbols.rename(&mut ir, op, "f_1")), Some(cx.str("f_1_2")));
    assert_eq!(symbols.lookup(cx.str("f")), None);
    let users = ir.op(table).region(0).blocks().flat_map(|block| block.ops());
    let refers: Vec<Option<Attr>> =
        users.map(|op| op.inherent_attr("uses")?.as_array(&cx)?[0].as_array(&cx)?.first().copied()).collect();
    let expected = Some(cx.flat_symbol_ref(cx.str("f_1_2")));
    assert_eq!(refers, [expected; 3]);
}
