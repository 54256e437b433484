//! `test-recursive-types`: a type that contains itself is created.

use terrace_dialects_core::func::FuncOp;
use terrace_dialects_test::params::TEST_REC;
use terrace_ir::body::OpSpec;
use terrace_ir::def::op_error;
use terrace_ir::{Attr, Context, Loc, OpKind, Rewriter, Type};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

/// The pass.
pub(crate) static TEST_RECURSIVE_TYPES: PassDef = PassDef {
    name: "test-recursive-types",
    class: "(anonymous namespace)::TestRecursiveTypesPass",
    doc: "Test support for recursive types",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(CreateRecursive))),
    ..EMPTY_PASS
};

/// The name of the type.
const NAME: &str = "some_long_and_unique_name";

struct CreateRecursive;

impl BodyPass for CreateRecursive {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let Some(function) = rw.body().parent().map(|parent| rw.ir().op(parent)) else { return Ok(()) };
        let name = function.symbol_name().map(|name| name.text(rw.cx()).to_string());
        match name.as_deref() {
            Some("create") => {}
            Some("roundtrip") => return Ok(()),
            _ => return run.fail(op_error(function, "unexpected function name")),
        }
        let region = rw.body().top_regions().first().copied();
        let Some(entry) = region.and_then(|region| rw.body().entry(region)) else { return Ok(()) };
        let Some(ty) = recursive(rw.cx()) else {
            return run.fail(op_error(function, "the body of the type is another one"));
        };
        rw.set_insertion_point_to_start(entry);
        let name = rw.cx().op_name("test.dummy_type_test_op");
        rw.create_op(&OpSpec {
            name,
            operands: &[],
            results: &[ty],
            props: &[],
            attrs: Attr::EMPTY_DICT,
            successors: &[],
            loc: Loc::UNKNOWN,
        });
        Ok(())
    }
}

/// Returns the type whose body is itself; `None` if it has another body already, or can get another one.
fn recursive(cx: &Context) -> Option<Type> {
    let def = cx.type_def_id(&TEST_REC)?;
    let [ty, other] = [NAME, "some_other_name"].map(|name| cx.identified_type(def, cx.str(name)));
    let set_body = |body: Type| cx.set_identified_body(ty, &[cx.type_attr(body)]).is_ok();
    let is_same = cx.identified_type(def, cx.str(NAME)) == ty;
    (set_body(ty) && set_body(ty) && !set_body(other) && is_same && other != ty).then_some(ty)
}
