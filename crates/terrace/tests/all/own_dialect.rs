//! Messages about dialects, lowerings and tools that lack something.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;

use terrace::dialects::builtin::BUILTIN;
use terrace::ir::OpName;
use terrace::ir::attr_kind::I64Attr;
use terrace::ir::dialect_interfaces::DialectFoldInterface;
use terrace::ir::effects::{EffectOn, writes};
use terrace::passes::{PipelineDef, Registry};
use terrace::prelude::*;
use terrace::tools::{Io, opt, setup};

/// A number that is no constant for folds.
#[op("poly.number", traits(Pure), format = "$value attr-dict", fold = fold_number)]
pub struct NumberOp {
    value: Prop<I64Attr>,
    result: Res<I64>,
}

fn fold_number(op: View<'_, NumberOp>, _constants: &[Option<Attr>]) -> Folded {
    op.value_attr().into()
}

/// Five.
#[op("poly.five", traits(Pure), format = "attr-dict", fold = fold_five)]
pub struct FiveOp {
    result: Res<I64>,
}

fn fold_five(op: View<'_, FiveOp>, _constants: &[Option<Attr>]) -> Folded {
    let cx = op.0.cx();
    cx.int_attr(Type::I64, 5).into()
}

/// Uses a number; it is never canonicalized, and does not say why.
#[op("poly.use", effects(writes(EffectOn::Anything)), format = "$point attr-dict", canonicalize(never))]
pub struct UseOp {
    point: Operand<I64>,
}

fn never(_rw: &mut Rewriter<'_>, _op: UseOp) -> Option<()> {
    None
}

/// A number of some type.
#[op("poly.any", traits(Pure), format = "attr-dict `:` type($result)")]
pub struct AnyOp {
    result: Res<ANY>,
}

static ANY: TypeConstraint = TypeConstraint::new("any type", |_, _| true);

/// A ring that the dialect does not list.
#[type_def("poly.ring", format = "`<` $degree `>`")]
pub struct RingType {
    degree: i64,
}

/// A degree that the dialect does not list.
#[attr_def("poly.degree", format = "`<` $degree `>`")]
pub struct DegreeAttr {
    degree: i64,
}

/// A field, which is listed.
#[type_def("poly.field", format = "`<` $degree `>`")]
pub struct FieldType {
    degree: DegreeAttr,
}

static OPS: &[&terrace::ir::def::OpDef] = &[NumberOp::DEF, FiveOp::DEF, UseOp::DEF, AnyOp::DEF];

/// Without a `DialectFoldInterface`.
static WITHOUT: DialectDef = DialectDef { name: "poly", doc: "Numbers.", ops: OPS, ..EMPTY_DIALECT };

fn number(cx: &Context, attr: Attr, _ty: Type) -> Option<(OpName, Vec<Attr>)> {
    Some((cx.op_name(NumberOp::DEF.name), vec![attr]))
}

/// With one that creates an op that is not `ConstantLike`.
static WITH: DialectDef = DialectDef { interfaces: &[&(&number as &dyn DialectFoldInterface)], ..WITHOUT };

const PROGRAM: &str = "%0 = poly.five\npoly.use %0\n";

/// Runs the driver on a program; returns its exit code, and what it writes, errors first.
fn run(dialect: &'static DialectDef, args: &[&str]) -> (i32, String) {
    let (mut stdin, mut stdout, mut stderr) = (PROGRAM.as_bytes(), Vec::new(), Vec::new());
    let io = Io {
        stdin: &mut stdin,
        interactive: false,
        color: false,
        stdout: &mut stdout,
        stderr: &mut stderr,
        cwd: Path::new(""),
    };
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let code = opt("poly-opt", &args, io, &setup().with(&[dialect], &[]));
    (code, String::from_utf8([stderr, stdout].concat()).expect("it writes UTF-8"))
}

#[test]
fn a_constant_that_is_not_constant_like_is_an_error_that_names_the_trait() {
    let (code, text) = run(&WITH, &["--canonicalize"]);
    let message = "<stdin>:1:6: error: 'poly.five' op folds to a constant, of which the DialectFoldInterface of 'poly' \
                   creates the op 'poly.number', which is not ConstantLike";
    assert!(code != 0 && text.starts_with(message), "{text}");
    let (_, text) = run(&WITH, &["--canonicalize", "--diagnostic-format=rich"]);
    let help = "list ConstantLike in the traits of 'poly.number', and let it fold to its attribute";
    assert!(text.contains(help), "{text}");
    // Other passes that fold leave the op as it is.
    for pass in ["--sccp", "--cse"] {
        let (code, text) = run(&WITH, &[pass]);
        assert!(code == 0 && text.contains("%0 = poly.five"), "{pass}: {text}");
    }
}

#[test]
fn a_fold_without_a_constant_is_explained() {
    let (code, text) = run(&WITHOUT, &["--canonicalize"]);
    assert!(code == 0 && text.contains("%0 = poly.five") && !text.contains("remark"), "{text}");
    let (code, text) = run(&WITHOUT, &["--canonicalize", "--print-match-failures"]);
    let message = "<stdin>:1:6: remark: pattern 'folding' does not match: the op folds to a constant, but the dialect \
                   'poly' has no DialectFoldInterface to create the op that holds it";
    assert!(code == 0 && text.contains(message), "{text}");
}

#[test]
fn a_pattern_that_does_not_say_why_is_named_with_the_op() {
    let (code, text) = run(&WITHOUT, &["--canonicalize", "--print-match-failures"]);
    assert_eq!(code, 0);
    let message = "<stdin>:2:1: remark: pattern 'never' does not match 'poly.use'\n";
    assert!(text.contains(message), "{text}");
    assert_eq!(text.matches("pattern 'never'").count(), 1, "each once: {text}");
}

/// The message of a panic, and its line in this file; nothing else is printed.
fn panic_of(work: impl FnOnce()) -> (String, u32) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    static PLACE: Mutex<Option<(String, u32)>> = Mutex::new(None);
    let guard = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|at| (at.file().to_owned(), at.line()));
        *PLACE.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = place;
    }));
    let caught = catch_unwind(AssertUnwindSafe(work));
    std::panic::set_hook(before);
    let message = caught.expect_err("it panics");
    let message = message.downcast_ref::<String>().expect("a message").clone();
    let place = PLACE.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
    drop(guard);
    let (file, line) = place.expect("a place");
    assert!(file.ends_with("own_dialect.rs"), "{message} at {file}:{line}");
    (message, line)
}

#[test]
fn a_type_that_is_not_listed_is_named() {
    let cx = Arc::new(Context::new(&[&BUILTIN, &WITHOUT]));
    let message = "the type '!poly.ring' is not in `types` of the dialect 'poly'";
    assert_eq!(RingType::get_checked(&cx, 3), Err(message.to_owned()));
    let (found, line) = (panic_of(|| _ = RingType::get(&cx, 3)), line!());
    assert_eq!(found, (message.to_owned(), line));
    let message = "the attribute '#poly.degree' is not in `attrs` of the dialect 'poly'";
    assert_eq!(DegreeAttr::get_checked(&cx, 3), Err(message.to_owned()));
    let (found, line) = (panic_of(|| _ = DegreeAttr::get(&cx, 3)), line!());
    assert_eq!(found, (message.to_owned(), line));

    let cx = Arc::new(Context::new(&[&BUILTIN]));
    let message = "the dialect 'poly' of the type '!poly.ring' is not registered";
    assert_eq!(RingType::get_checked(&cx, 3), Err(message.to_owned()));
}

#[test]
fn a_type_that_is_not_listed_is_an_error_at_its_place_in_a_program() {
    let cx = Arc::new(Context::new(&[&BUILTIN, &WITHOUT]));
    let error = |text: &str| terrace::parse(&cx, text).expect_err("it is not listed").to_string();
    let text = error("%0 = poly.any : !poly.ring<3>");
    assert!(text.starts_with("<input>:1:23: error: dialect 'poly' provides no type parsing hook"), "{text}");
    // Without its name, as the parameter of a type that is listed.
    static LISTED: DialectDef = DialectDef { types: &[FieldType::DEF], ..WITHOUT };
    let cx = Arc::new(Context::new(&[&BUILTIN, &LISTED]));
    let error = |text: &str| terrace::parse(&cx, text).expect_err("it is not listed").to_string();
    let text = error("%0 = poly.any : !poly.field<<3>>");
    let message = "<input>:1:29: error: the attribute '#poly.degree' is not in `attrs` of the dialect 'poly'";
    assert!(text.starts_with(message), "{text}");
    let text = error("%0 = poly.any : !poly.ring<3>");
    assert!(text.starts_with("<input>:1:23: error: unknown  type `ring` in dialect `poly`"), "{text}");
}

#[test]
fn a_result_type_that_is_not_set_panics_at_the_place_of_the_builder() {
    let cx = Arc::new(Context::new(&[&BUILTIN, &WITHOUT]));
    let message = "the type of the result 'result' of 'poly.any' is neither set nor inferred; set it with \
                   `.result(ty)` on the builder";
    let mut ir = ModuleOp::create_ir(&cx);
    let body = ir.root().and_then(OpRef::inner_body).expect("a module has a body");
    ir.rewrite(body, |rw| {
        let block = rw.body().entry(rw.body().top_regions()[0]).expect("a module has a block");
        rw.set_insertion_point_to_end(block);
        let (found, line) = (panic_of(|| _ = rw.build(AnyOp::of())), line!());
        assert_eq!(found, (message.to_owned(), line));
        let (found, line) = (panic_of(|| _ = rw.build_value(AnyOp::of())), line!());
        assert_eq!(found, (message.to_owned(), line));
        let (found, line) = (panic_of(|| _ = rw.build_or_fold_value(AnyOp::of())), line!());
        assert_eq!(found, (message.to_owned(), line));
        let op = rw.build(AnyOp::of().result(Type::I64));
        // A replacement has the types of what it replaces.
        let new = rw.replace(op, AnyOp::of());
        assert_eq!(new.view(rw).result().ty(), Type::I64);
    });
}

static CSE: PassDef = PassDef { name: "cse", ..EMPTY_PASS };
static OWN: PassDef = PassDef { name: "poly-own", ..EMPTY_PASS };
static OWN_PIPELINE: PipelineDef =
    PipelineDef { name: "poly-own", doc: "Nothing.", options: &[], build: |_, _: &Registry, _| Ok(()) };

#[test]
fn names_that_are_taken_are_refused_at_the_place_of_the_set_up() {
    let panics = |work: fn() -> Setup| panic_of(|| drop(work())).0;
    assert_eq!(
        panics(|| setup().with(&[&WITH], &[]).with(&[&WITHOUT], &[])),
        "the set-up has the dialect 'poly' already: each dialect is listed once"
    );
    assert_eq!(
        panics(|| setup().with(&[&BUILTIN], &[])),
        "the set-up has the dialect 'builtin' already: each dialect is listed once"
    );
    assert_eq!(
        panics(|| setup().with(&[], &[&CSE])),
        "the set-up has a pass 'cse' already: give it another name, or put it in the place of the other one with \
         `replacing`"
    );
    assert_eq!(
        panics(|| setup().with(&[], &[&OWN, &OWN])),
        "the set-up has a pass 'poly-own' already: give it another name, or put it in the place of the other one with \
         `replacing`"
    );
    assert_eq!(
        panics(|| setup().with(&[], &[&OWN]).pipelines(&[&OWN_PIPELINE])),
        "the set-up has a pass 'poly-own' already: give the pipeline another name"
    );
    assert_eq!(
        panics(|| setup().pipelines(&[&OWN_PIPELINE, &OWN_PIPELINE])),
        "the set-up has a pipeline 'poly-own' already: give the pipeline another name"
    );
    assert_eq!(
        panics(|| setup().pipelines(&[&OWN_PIPELINE]).with(&[], &[&OWN])),
        "the set-up has a pipeline 'poly-own' already: give it another name, or put it in the place of the other one \
         with `replacing`"
    );
    assert_eq!(
        panics(|| setup().replacing(&[&OWN])),
        "the set-up has no pass 'poly-own' to replace: `with` adds one"
    );
    let replaced = setup().replacing(&[&CSE]);
    assert!(replaced.registry.pass("cse").is_some_and(|pass| std::ptr::eq(pass, &CSE)));
}
