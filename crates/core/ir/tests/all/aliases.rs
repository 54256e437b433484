//! The names that aliases get, and their order.

use terrace_affine::AffineMap;
use terrace_ir::def::{AttrDef, DialectDef, EMPTY_DIALECT, EMPTY_PARAMS, ParamDef, ParamKind};
use terrace_ir::print::Elide;
use terrace_ir::print::alias::{AliasCollector, AliasTable, Symbol};
use terrace_ir::{Attr, AttrData, Context, LocData, TupleType, Type};

const ANY: &[ParamDef] = &[ParamDef { name: "x", kind: ParamKind::Attr, optional: false, default: None }];

static PLAIN: AttrDef = AttrDef { name: "n.plain", params: ANY, format: Some("`<` $x `>`"), ..EMPTY_PARAMS };
static NAMED: AttrDef = AttrDef {
    name: "n.named",
    params: ANY,
    format: Some("`<` $x `>`"),
    alias: Some("named"),
    ..EMPTY_PARAMS
};
static DIGIT: AttrDef =
    AttrDef { name: "n.digit", params: ANY, format: Some("`<` $x `>`"), alias: Some("v2"), ..EMPTY_PARAMS };
static N: DialectDef = DialectDef { name: "n", attrs: &[&PLAIN, &NAMED, &DIGIT], ..EMPTY_DIALECT };

fn context() -> Context {
    Context::new(&[&N])
}

fn map(cx: &Context, value: i64) -> Attr {
    cx.affine_map_attr(AffineMap::constant(value))
}

fn of(cx: &Context, def: &'static AttrDef, param: Attr) -> Attr {
    cx.dialect_attr(def, &[param]).expect("the dialect is there")
}

/// The names of visited entities, in definition order.
fn named(visit: impl FnOnce(&mut AliasCollector)) -> AliasTable {
    let mut collector = AliasCollector::default();
    visit(&mut collector);
    collector.finish()
}

fn texts(table: &AliasTable) -> Vec<&str> {
    table.iter().map(|alias| &*alias.text).collect()
}

#[test]
fn numbers_follow_the_order_of_visits() {
    let cx = context();
    let (one, two) = (map(&cx, 1), map(&cx, 2));
    let table = named(|collector| {
        collector.visit_attr(&cx, cx.array_attr(&[two, one]), Elide::Never);
        collector.visit_attr(&cx, one, Elide::Never);
        collector.visit_attr(&cx, cx.int_attr(Type::I32, 3), Elide::Never);
    });
    assert_eq!(texts(&table), ["#map", "#map1"]);
    assert_eq!((table.attr(two), table.attr(one)), (Some("#map"), Some("#map1")));
    assert_eq!(table.attr(cx.int_attr(Type::I32, 3)), None);
    assert!(named(|_| {}).is_empty());
}

#[test]
fn an_alias_stands_behind_those_it_uses() {
    let cx = context();
    let inner = map(&cx, 1);
    let middle = of(&cx, &NAMED, inner);
    let outer = of(&cx, &NAMED, cx.array_attr(&[middle]));
    let flat = of(&cx, &NAMED, cx.int_attr(Type::I32, 1));
    let table = named(|collector| {
        collector.visit_attr(&cx, outer, Elide::Never);
        collector.visit_attr(&cx, flat, Elide::Never);
    });
    assert_eq!(texts(&table), ["#map", "#named", "#named1", "#named2"]);
    let symbols: Vec<Symbol> = table.iter().map(|alias| alias.symbol).collect();
    assert_eq!(symbols, [inner, flat, middle, outer].map(Symbol::Attr));
}

#[test]
fn names_that_end_in_a_digit_are_told_apart() {
    let cx = context();
    let (a, b) = (of(&cx, &DIGIT, Attr::UNIT), of(&cx, &DIGIT, cx.bool_attr(true)));
    let plain = of(&cx, &PLAIN, map(&cx, 1));
    let table = named(|collector| {
        for attr in [a, b, plain] {
            collector.visit_attr(&cx, attr, Elide::Never);
        }
    });
    assert_eq!(texts(&table), ["#map", "#v2", "#v2_1"]);
    assert_eq!((table.attr(b), table.attr(plain)), (Some("#v2_1"), None));
}

#[test]
fn types_precede_attributes() {
    let cx = context();
    let tuple = |count| TupleType::get(&cx, &vec![Type::I32; count]);
    let table = named(|collector| {
        collector.visit_type(&cx, tuple(17));
        collector.visit_type(&cx, tuple(16));
        collector.visit_attr(&cx, map(&cx, 1), Elide::Never);
    });
    assert_eq!(texts(&table), ["!tuple", "#map"]);
    assert_eq!((table.ty(tuple(17)), table.ty(tuple(16))), (Some("!tuple"), None));
}

#[test]
fn locations_of_ops_may_wait_until_the_end() {
    let cx = context();
    let at = |line| {
        let file = cx.str("f");
        cx.loc_attr(LocData::File { file, line, col: 1, end_line: line, end_col: 1 })
    };
    let table = named(|collector| {
        collector.visit_op_loc(&cx, at(1));
        collector.visit_op_loc(&cx, at(2));
        // Something that is written earlier needs it.
        collector.visit_loc(&cx, at(1));
    });
    let deferred: Vec<(&str, bool)> = table.iter().map(|alias| (&*alias.text, alias.deferred)).collect();
    assert_eq!(deferred, [("#loc", false), ("#loc1", true)]);
    assert!(matches!(at(1).data(&cx), AttrData::Loc(_)));
}
