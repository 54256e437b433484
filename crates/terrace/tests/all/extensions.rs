//! What a crate adds to dialects of others works in the tools that are set up with it, and what contradicts is refused.

use terrace_bufferize::buffers::{operand_buffer, replace_op_with_bufferized_values};
use terrace_bufferize::interface::{
    AliasingValue, AliasingValues, BufferRelation, BufferizableOp, BufferizeCx, Bufferized, Operand,
};
use terrace_bufferize::state::State;
use terrace_dialects_linalg::structured::Structured;
use terrace_dialects_mem::tensor::BitcastOp;
use terrace_dialects_vector::VectorScaleOp;
use terrace_interp::inst::Inst;
use terrace_interp::lower::{Interpret, Lowered, Lowering};
use terrace_ir::constraints::I64;
use terrace_ir::extension::{
    DialectExtension, EMPTY_EXTENSION, ExternalModelWhere, ExternalModels, ExternalModelsByName, OpModel,
    check,
};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpKind, OpRef, Rewriter};
use terrace_macros::op;
use terrace_opt::{Io, Setup};

/// Three times a number.
#[op("arith.triple", traits(Pure), format = "$x attr-dict `:` type($x)", interfaces(dyn Interpret))]
pub struct TripleOp {
    x: Operand<I64>,
    result: Res<I64>,
}

impl Interpret for TripleOp {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let view = TripleOp::view_of(op);
        let (d, x) = (lw.slot(view.result())?, lw.slot(view.x())?);
        lw.emit(Inst::Add { w: 64, d, a: x, b: x });
        lw.emit(Inst::Add { w: 64, d, a: d, b: x });
        Ok(())
    }
}

fn forward_triple_of_zero(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let x = rw.op(op).operand(0);
    let constant = x.defining_op().filter(|def| def.name_text() == "arith.constant")?;
    let x = x.id();
    (constant.prop(0)?.as_u64(rw.cx())? == 0).then_some(())?;
    rw.replace_op(op, &[x]);
    Some(())
}

/// An op of one's own, and a pattern, in a dialect of others.
static ARITH: DialectExtension = DialectExtension {
    dialect: "arith",
    ops: &[TripleOp::DEF],
    canonicalize: &[Pattern::new("forward-triple-of-zero", "arith.triple", forward_triple_of_zero)],
    ..EMPTY_EXTENSION
};

/// `tensor.bitcast` to the type that the tensor has.
struct Bitcast;

impl BufferizableOp for Bitcast {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        let value = operand.op.result(0);
        let alias = AliasingValue { value, relation: BufferRelation::Equivalent, is_definite: true };
        [alias].into_iter().collect()
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let buffer = operand_buffer(rw, op, 0, cx)?;
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        Ok(())
    }
}

/// A bufferization for an op of others.
static TENSOR: DialectExtension = DialectExtension {
    dialect: "tensor",
    interfaces: &[&ExternalModels::<dyn BufferizableOp>(&[(BitcastOp::DEF, &Bitcast)])],
    ..EMPTY_EXTENSION
};

static SCALE: &[OpModel<dyn Interpret>] = &[(VectorScaleOp::DEF, &lower_scale)];

fn lower_scale(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (d, scale) = (lw.slot(VectorScaleOp::view_of(op).res())?, lw.constant(2));
    lw.emit(Inst::Copy { d, a: scale });
    Ok(())
}

/// An interpretation for an op of others.
static VECTOR: DialectExtension =
    DialectExtension { dialect: "vector", interfaces: &[&ExternalModels(SCALE)], ..EMPTY_EXTENSION };

fn extended() -> Setup {
    terrace::tools::setup().extend([&ARITH, &TENSOR, &VECTOR]).expect("they agree with all others")
}

/// Returns the output of a tool for an input, diagnostics included.
fn output(input: &str, tool: impl FnOnce(Io<'_>)) -> String {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    tool(Io::unattended(&mut input.as_bytes(), &mut stdout, &mut stderr));
    stdout.extend(stderr);
    String::from_utf8(stdout).expect("tools write text")
}

fn opt(flags: &str, input: &str, setup: &Setup) -> String {
    output(input, |io| {
        let flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
        terrace_opt::run("opt", &flags, io, setup);
    })
}

fn run(input: &str, setup: &Setup) -> String {
    output(input, |io| {
        terrace::tools::run::run(&["-".to_owned()], io, setup);
    })
}

#[test]
fn an_op_of_an_extension_is_like_others() {
    let input = "func.func @f(%x: i64) -> (i64, i64) {
                   %zero = arith.constant 0 : i64
                   %a = arith.triple %x : i64
                   %b = arith.triple %zero : i64
                   return %a, %b : i64, i64
                 }";
    let found = opt("--canonicalize", input, &extended());
    assert!(found.contains("arith.triple %arg0 : i64"), "{found}");
    assert_eq!(found.matches("arith.triple").count(), 1, "the pattern applies once: {found}");
    let misspelled = input.replace("triple %x", "tripel %x");
    let misspelled = opt("--diagnostic-format=rich", &misspelled, &extended());
    assert!(misspelled.contains("did you mean 'arith.triple'"), "it is suggested: {misspelled}");
    let page = terrace::tools::help::topic("arith.triple", &extended()).expect("there is a page");
    assert!(page.contains("Three times a number"), "{page}");
    let unknown = opt("--canonicalize", input, &terrace::tools::setup());
    assert!(unknown.contains("error"), "{unknown}");
}

#[test]
fn an_op_of_others_is_bufferized() {
    let input = "func.func @f(%t: tensor<4xi32>, %i: index) -> i32 {
                   %cast = tensor.bitcast %t : tensor<4xi32> to tensor<4xi32>
                   %x = tensor.extract %cast[%i] : tensor<4xi32>
                   return %x : i32
                 }";
    let flags = "--one-shot-bufferize=bufferize-function-boundaries";
    let found = opt(flags, input, &extended());
    assert!(found.contains("memref.load %arg0[%arg1]"), "{found}");
    assert!(!found.contains("tensor.bitcast") && !found.contains("memref.alloc"), "{found}");
    let refused = opt(flags, input, &terrace::tools::setup());
    assert!(refused.contains("op was not bufferized"), "{refused}");
}

#[test]
fn an_op_of_others_is_run() {
    let input = "func.func @main() -> i64 {
                   %scale = vector.vscale
                   %x = arith.index_cast %scale : index to i64
                   %y = arith.triple %x : i64
                   return %y : i64
                 }";
    let found = run(input, &extended());
    assert_eq!(found.trim(), "6 : i64");
}

#[test]
fn all_that_users_get_agrees() {
    assert_eq!(terrace::tools::setup().extend([]).err(), None);
}

/// The messages about an extension beside all that users get and the extensions above.
fn refused(extension: &'static DialectExtension) -> Vec<String> {
    extended().extend([extension]).err().expect("it does not agree")
}

#[test]
fn nothing_is_defined_twice() {
    static OTHER_TRIPLE: DialectExtension =
        DialectExtension { dialect: "arith", ops: &[TripleOp::DEF], ..EMPTY_EXTENSION };
    assert_eq!(refused(&OTHER_TRIPLE), ["the op 'arith.triple' is defined twice"]);

    let interpret = std::any::type_name::<dyn Interpret>();
    static OTHER_SCALE: DialectExtension =
        DialectExtension { dialect: "vector", interfaces: &[&ExternalModels(SCALE)], ..EMPTY_EXTENSION };
    let twice = |op: &str| format!("'{op}' has two implementations of the interface '{interpret}'");
    assert_eq!(refused(&OTHER_SCALE), [twice("vector.vscale")]);

    static BESIDE_ITS_OWN: DialectExtension = DialectExtension {
        dialect: "arith",
        interfaces: &[&ExternalModels::<dyn Interpret>(&[(TripleOp::DEF, &lower_scale)])],
        ..EMPTY_EXTENSION
    };
    assert_eq!(refused(&BESIDE_ITS_OWN), [twice("arith.triple")]);

    static BY_PREDICATE: DialectExtension = DialectExtension {
        dialect: "linalg",
        interfaces: &[&ExternalModelWhere::<dyn Interpret> {
            pred: |op| op.interface::<dyn Structured>().is_some(),
            model: &lower_scale,
        }],
        ..EMPTY_EXTENSION
    };
    let found = refused(&BY_PREDICATE);
    assert!(found.contains(&twice("linalg.generic")) && !found.contains(&twice("linalg.yield")), "{found:?}");
}

#[test]
fn what_is_extended_exists() {
    static MISSPELLED: DialectExtension = DialectExtension {
        dialect: "tensor",
        interfaces: &[&ExternalModelsByName::<dyn BufferizableOp>(&[("tensor.bitcats", &Bitcast)])],
        ..EMPTY_EXTENSION
    };
    let found = refused(&MISSPELLED);
    assert!(found.len() == 1 && found[0].starts_with("there is no op 'tensor.bitcats'"), "{found:?}");

    static ELSEWHERE: DialectExtension =
        DialectExtension { dialect: "tensor", ops: &[TripleOp::DEF], ..EMPTY_EXTENSION };
    assert_eq!(refused(&ELSEWHERE), ["the op 'arith.triple' does not belong to the dialect 'tensor'"]);
    // Where there is no such dialect, nothing is extended.
    assert_eq!(check(&[], &[&MISSPELLED, &ELSEWHERE]), Ok(()));
}
