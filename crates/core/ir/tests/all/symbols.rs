//! Symbol tables: resolution of names by scope, and updates of a table after edits.

use std::sync::Arc;

use terrace_ir::attr_kind::SymbolNameAttr;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::sub_elements::{AttrReplacer, Element, SubElements};
use terrace_ir::symbols::{SymbolTables, find_nearest_symbol, nearest_symbol_table};
use terrace_ir::{
    Attr, AttrData, Block, Context, Ir, Loc, LocData, Op, OpHandle, OpKind, OpRef, Region, Str, TupleType,
    Type,
};
use terrace_macros::op;

/// A symbol that holds symbols.
#[op("s.table", traits(SymbolTable, Symbol))]
pub struct TableOp {
    sym_name: OptProp<SymbolNameAttr>,
    body: Region,
}

/// A symbol.
#[op("s.leaf", traits(Symbol))]
pub struct LeafOp {
    sym_name: Prop<SymbolNameAttr>,
}

/// Regions between a table and its ops.
#[op("s.wrap")]
pub struct WrapOp {
    body: Region,
}

static S: DialectDef =
    DialectDef { name: "s", ops: &[TableOp::DEF, LeafOp::DEF, WrapOp::DEF], ..EMPTY_DIALECT };

struct Made {
    ir: Ir,
    cx: Arc<Context>,
}

impl Made {
    fn new() -> Self {
        let cx = Arc::new(Context::new(&[&S]));
        Made { ir: Ir::new(cx.clone(), Default::default()), cx }
    }

    fn top(&mut self) -> Block {
        let body = self.ir.body(Ir::ROOT);
        let region = body.top_regions()[0];
        body.entry(region).expect("the outermost block")
    }

    fn region(&mut self) -> (Region, Block) {
        self.ir.rewrite(Ir::ROOT, |rw| {
            let region = rw.new_region();
            (region, rw.create_block(region, &[]))
        })
    }

    fn table(&mut self, at: Block, name: Option<&str>) -> (Op, Block) {
        let name = name.map(|name| self.cx.string_attr(name));
        let (region, block) = self.region();
        let op = self.ir.rewrite(Ir::ROOT, |rw| {
            rw.set_insertion_point_to_end(at);
            rw.build(TableOp::of().loc(Loc::UNKNOWN).sym_name_attr(name).body(region))
        });
        (op.into(), block)
    }

    fn leaf(&mut self, at: Block, name: &str) -> Op {
        let name = self.cx.string_attr(name);
        self.ir
            .rewrite(Ir::ROOT, |rw| {
                rw.set_insertion_point_to_end(at);
                rw.build(LeafOp::of().loc(Loc::UNKNOWN).sym_name_attr(name))
            })
            .into()
    }

    fn wrap(&mut self, at: Block) -> Block {
        let (region, block) = self.region();
        self.ir.rewrite(Ir::ROOT, |rw| {
            rw.set_insertion_point_to_end(at);
            rw.build(WrapOp::of().loc(Loc::UNKNOWN).body(region))
        });
        block
    }

    fn op(&self, op: Op) -> OpRef<'_> {
        self.ir.op(OpHandle { body: Ir::ROOT, op })
    }

    fn reference(&self, path: &[&str]) -> Attr {
        let parts: Vec<Str> = path.iter().map(|part| self.cx.str(part)).collect();
        self.cx.attr(AttrData::SymbolRef { root: parts[0], nested: parts[1..].into() })
    }
}

#[test]
fn names_are_looked_up_from_the_closest_table() {
    let mut made = Made::new();
    let top = made.top();
    let (outer, outer_block) = made.table(top, None);
    let a = made.leaf(outer_block, "a");
    let (inner, inner_block) = made.table(outer_block, Some("inner"));
    let inner_a = made.leaf(inner_block, "a");
    let wrapped = made.wrap(inner_block);
    let user = made.leaf(wrapped, "hidden");

    let tables = SymbolTables::new();
    let from =
        |op, path: &[&str]| tables.lookup_nearest(made.op(op), made.reference(path)).map(|found| found.id());
    // An op that is a table looks into itself.
    assert_eq!(from(outer, &["a"]), Some(a));
    assert_eq!(from(inner, &["a"]), Some(inner_a));
    assert_eq!(from(a, &["a"]), Some(a));
    assert_eq!(from(user, &["a"]), Some(inner_a));
    assert_eq!(from(a, &["inner"]), Some(inner));
    assert_eq!(from(a, &["inner", "a"]), Some(inner_a));
    // Neither outwards, nor into ops that are not symbol tables, nor below such ops.
    assert_eq!(from(user, &["inner"]), None);
    assert_eq!(from(inner, &["hidden"]), None);
    assert_eq!(from(a, &["a", "a"]), None);
    assert_eq!(from(a, &["inner", "b"]), None);
    assert_eq!(nearest_symbol_table(made.op(user)).map(|op| op.id()), Some(inner));
    assert_eq!(tables.lookup_nearest(made.op(a), made.cx.string_attr("a")).map(|op| op.id()), None);
}

#[test]
fn the_first_of_two_counts_and_a_table_follows_edits() {
    let mut made = Made::new();
    let top = made.top();
    let (table, block) = made.table(top, Some("t"));
    let first = made.leaf(block, "x");
    made.leaf(block, "x");
    let (x, y) = (made.cx.str("x"), made.cx.str("y"));

    let tables = SymbolTables::new();
    assert_eq!(tables.lookup(made.op(table), x).map(|op| op.id()), Some(first));
    assert_eq!(tables.lookup(made.op(table), y).map(|op| op.id()), None);
    let later = made.leaf(block, "y");
    assert_eq!(tables.lookup(made.op(table), y).map(|op| op.id()), Some(later));
    assert_eq!(find_nearest_symbol(made.op(table), y).map(|op| op.id()), Some(later));
    assert_eq!(SymbolTables::new().lookup(made.op(table), y).map(|op| op.id()), Some(later));
}

#[test]
fn references_are_found_once_wherever_they_are() {
    let made = Made::new();
    let cx = &made.cx;
    let (a, b, c) = (made.reference(&["a"]), made.reference(&["b", "c"]), made.reference(&["d"]));
    let list = cx.array_attr(&[a, cx.array_attr(&[b]), Attr::UNIT, c, a]);
    // As a tree this has 2^60 leaves.
    let shared = (0..60).fold(list, |part, _| cx.array_attr(&[part, part]));
    let mut found = Vec::new();
    SubElements::default().walk(cx, Element::Attr(shared), |element| {
        found.extend(match element {
            Element::Attr(attr) => Some(attr).filter(|attr| attr.as_symbol_ref(cx).is_some()),
            Element::Type(_) => None,
        });
        true
    });
    assert_eq!(found, [a, b, c]);
    let replaced = AttrReplacer::new(cx, [(b, c)]).replace(shared).expect("arrays take everything");
    let list = cx.array_attr(&[a, cx.array_attr(&[c]), Attr::UNIT, c, a]);
    assert_eq!(replaced, (0..60).fold(list, |part, _| cx.array_attr(&[part, part])));
}

#[test]
fn parts_that_types_and_locations_share_are_visited_once() {
    let made = Made::new();
    let cx = &made.cx;
    let tuple = (0..60).fold(Type::I1, |part, _| TupleType::get(cx, &[part, part]));
    let function = (0..60).fold(tuple, |part, _| cx.function_type(&[part], &[part]));
    let place = cx.loc_attr(LocData::Name { name: cx.str("n"), child: Attr::UNKNOWN_LOC });
    let call = |part: Attr, _| cx.loc_attr(LocData::CallSite { callee: part, caller: part });
    let fused = |part: Attr, _| {
        cx.loc_attr(LocData::Fused { locations: [part, part].into(), metadata: cx.type_attr(function) })
    };
    let loc = (0..60).fold((0..60).fold(place, call), fused);
    let mut count = 0;
    SubElements::default().walk(cx, Element::Attr(loc), |_| {
        count += 1;
        true
    });
    // The levels and their leaves, and the attribute that holds the type.
    assert_eq!(count, 60 + 60 + 2 + 60 + 60 + 1 + 1);
    assert_eq!(cx.attr_text(loc), "loc(unknown)");
}
