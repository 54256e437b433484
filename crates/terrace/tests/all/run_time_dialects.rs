//! A dialect that is defined while the program runs is like others, and is freed with its context.

use std::collections::BTreeMap;
use std::sync::Arc;

use terrace::context;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{
    Arity, DialectTable, EMPTY_DIALECT, EMPTY_OP, EMPTY_PARAMS, OpTable, OperandDef, ParamDef, ParamKind,
    ParamsTable, ResultDef, op_error,
};
use terrace_ir::{Context, OpRef};
use terrace_support::held::Arena;

/// A dialect description that a program may read from a file: ops with named operands of one type, and types with a number
/// up to `largest`.
struct Description {
    dialect: &'static str,
    ops: BTreeMap<&'static str, Vec<&'static str>>,
    largest: i64,
}

fn description() -> Description {
    let ops = [("pair", vec!["a", "b"]), ("triple", vec!["a", "b", "c"])];
    Description { dialect: "shapes", ops: ops.into_iter().collect(), largest: 8 }
}

fn verify_same_types(op: OpRef<'_>, summary: &str) -> terrace_ir::CheckResult {
    let types = op.operand_types();
    if types.windows(2).all(|pair| pair[0] == pair[1]) {
        return Ok(());
    }
    Err(op_error(op, format!("takes {summary} of one type")))
}

fn op<'a>(
    arena: &'a Arena,
    dialect: &str,
    name: &str,
    operands: &[&str],
    alive: &Arc<()>,
) -> &'a OpTable<'a> {
    let one = |name: &&str| OperandDef {
        name: arena.alloc_str(name),
        constraint: &ANY_TYPE,
        arity: Arity::One,
        segments: None,
    };
    let list =
        |with: &str| operands.iter().map(|name| format!("{with}(${name})")).collect::<Vec<_>>().join(" `,` ");
    let values = operands.iter().map(|name| format!("${name}")).collect::<Vec<_>>().join(" `,` ");
    let format = format!("{values} attr-dict `:` {} `->` type($all)", list("type"));
    let (summary, alive) = (format!("{} values", operands.len()), Arc::clone(alive));
    let verify = arena.own(move |op: OpRef<'_>| {
        let _ = &alive;
        verify_same_types(op, &summary)
    });
    let all = ResultDef { name: "all", constraint: &ANY_TYPE, arity: Arity::One };
    arena.alloc(OpTable {
        name: arena.alloc_str(&format!("{dialect}.{name}")),
        operands: arena.alloc_slice(operands.iter().map(one)),
        results: arena.alloc_slice([all]),
        format: Some(arena.alloc_str(&format)),
        verify: Some(verify),
        ..EMPTY_OP
    })
}

fn sized<'a>(arena: &'a Arena, name: &str, largest: i64) -> &'a ParamsTable<'a> {
    let size = ParamDef { name: "size", kind: ParamKind::Int(64), optional: false, default: None };
    let verify = arena.own(move |cx: &Context, params: &[terrace_ir::Attr]| {
        let size = params[0].as_i64(cx).unwrap_or(0);
        if size <= largest { Ok(()) } else { Err(format!("a size of {size} is more than {largest}")) }
    });
    arena.alloc(ParamsTable {
        name: arena.alloc_str(name),
        params: arena.alloc_slice([size]),
        format: Some("`<` $size `>`"),
        verify: Some(verify),
        ..EMPTY_PARAMS
    })
}

fn define(cx: &Context, description: &Description, alive: &Arc<()>) -> Result<(), String> {
    let Description { dialect, ops, largest } = description;
    let defined = cx.define_dialect(|arena| {
        let ops = ops.iter().map(|(name, operands)| op(arena, dialect, name, operands, alive));
        arena.alloc(DialectTable {
            name: arena.alloc_str(dialect),
            ops: arena.alloc_slice(ops),
            types: arena.alloc_slice([sized(arena, &format!("{dialect}.box"), *largest)]),
            attrs: arena.alloc_slice([sized(arena, &format!("{dialect}.mark"), *largest)]),
            ..EMPTY_DIALECT
        })
    });
    defined.map(|_| ())
}

fn with_shapes(alive: &Arc<()>) -> Arc<Context> {
    let cx = context();
    define(&cx, &description(), alive).expect("the description is good");
    cx
}

#[test]
fn ops_types_and_attributes_are_read_verified_and_written() {
    let alive = Arc::new(());
    let cx = with_shapes(&alive);
    let text = "module {
  func.func @f(%arg0: !shapes.box<4>) {
    %0 = shapes.pair %arg0, %arg0 {m = #shapes.mark<7>} : !shapes.box<4>, !shapes.box<4> -> !shapes.box<8>
    return
  }
}
";
    let ir = terrace::parse(&cx, text).expect("it is good");
    assert_eq!(terrace::print(&ir).trim_end(), text.trim_end());
    let wrong = text.replace("%arg0: !shapes.box<4>", "%arg0: !shapes.box<9>");
    let error = terrace::parse(&cx, &wrong).expect_err("9 is too large").to_string();
    assert!(error.contains("a size of 9 is more than 8"), "{error}");
    let wrong = "func.func @f(%x: !shapes.box<4>, %y: i32) {
  %0 = shapes.triple %x, %x, %y : !shapes.box<4>, !shapes.box<4>, i32 -> i32
  return
}";
    let error = terrace::parse(&cx, wrong).expect_err("types differ").to_string();
    assert!(error.contains("'shapes.triple' op takes 3 values of one type"), "{error}");
    let error =
        terrace::parse(&cx, &wrong.replace("triple", "tripel")).expect_err("there is none").to_string();
    assert!(error.contains("tripel"), "{error}");
}

#[test]
fn definitions_are_freed_with_the_context() {
    let alive = Arc::new(());
    let cx = with_shapes(&alive);
    let ir =
        terrace::parse(&cx, "func.func @f(%x: i32) { %0 = shapes.pair %x, %x : i32, i32 -> i32 return }");
    let ir = ir.expect("it is good");
    assert!(Arc::strong_count(&alive) > 1, "the definitions live");
    drop(cx);
    assert!(terrace::print(&ir).contains("shapes.pair"), "the IR keeps its context");
    drop(ir);
    assert_eq!(Arc::strong_count(&alive), 1, "the definitions are gone");
}

#[test]
fn what_contradicts_is_an_error() {
    let alive = Arc::new(());
    let cx = with_shapes(&alive);
    let again = define(&cx, &description(), &alive);
    assert_eq!(again, Err("the dialect 'shapes' is defined twice".to_owned()));
    let taken = define(&cx, &Description { dialect: "arith", ..description() }, &alive);
    assert_eq!(taken, Err("the dialect 'arith' is defined twice".to_owned()));

    drop(cx);
    let cx = context();
    cx.op_name("shapes.pair");
    let late = define(&cx, &description(), &alive);
    assert_eq!(late, Err("the op 'shapes.pair' was named before it was defined".to_owned()));

    let cx = context();
    let twice = cx.define_dialect(|arena| {
        let one: &OpTable<'_> = arena.alloc(OpTable { name: "d.one", ..EMPTY_OP });
        let ops = arena.alloc_slice([one, one]);
        arena.alloc(DialectTable { name: "d", ops, ..EMPTY_DIALECT })
    });
    assert_eq!(twice.err(), Some("the op 'd.one' is defined twice".to_owned()));
    let malformed = cx.define_dialect(|arena| {
        let one: &OpTable<'_> = arena.alloc(OpTable { name: "d.one", format: Some("`"), ..EMPTY_OP });
        arena.alloc(DialectTable { name: "d", ops: arena.alloc_slice([one]), ..EMPTY_DIALECT })
    });
    let message = malformed.err().unwrap_or_default();
    assert!(message.starts_with("the format of 'd.one' is not well-formed"), "{message}");
    assert_eq!(Arc::strong_count(&alive), 1, "what was refused is freed");
}

/// Definitions with all that can be said of a dialect, and a program that uses them.
const DEFINITIONS: &str = include_str!("../../../../tests/dialects/irdl/shapes.irdl.mlir");
const USES: &str = include_str!("../../../../tests/dialects/irdl/shapes.mlir");

/// Defines what a text describes, where it is well-formed, and reads the program that uses it.
fn define_and_use(definitions: &str) -> Result<String, String> {
    let cx = context();
    let ir = terrace::parse(&cx, definitions).map_err(|errors| errors.to_string())?;
    let root = ir.root().ok_or("no module")?;
    terrace::dialects::irdl::load_dialects(root).map_err(|diag| diag.message)?;
    let uses = terrace::parse(&cx, USES).map_err(|errors| errors.to_string())?;
    Ok(terrace::print(&uses))
}

#[test]
fn definitions_of_a_file_are_used() {
    let printed = define_and_use(DEFINITIONS).expect("the definitions are good");
    assert!(printed.contains("shapes.list<!shapes.list<!shapes.point>>"), "{printed}");
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..proptest::test_runner::Config::with_cases(128) })]

    /// Lines that are missing, twice there or elsewhere, and words that stand for others, make errors or other definitions.
    #[test]
    fn broken_definitions_do_not_panic(
        edits in proptest::collection::vec((0..4_usize, 0..10_000_usize, 0..10_000_usize), 1..4),
    ) {
        let mut lines: Vec<String> =
            DEFINITIONS.lines().filter(|line| !line.trim_start().starts_with("//")).map(str::to_owned).collect();
        for (kind, from, to) in edits {
            let (from, to) = (from % lines.len(), to % lines.len());
            match kind {
                0 => drop(lines.remove(from)),
                1 => lines.insert(to, lines[from].clone()),
                2 => lines.swap(from, to),
                _ => {
                    let word = lines[from].split_whitespace().last().unwrap_or("").to_owned();
                    let mut words: Vec<&str> = lines[to].split_whitespace().collect();
                    words.pop();
                    words.push(&word);
                    lines[to] = words.join(" ");
                }
            }
        }
        let _ = define_and_use(&lines.join("\n"));
    }
}
