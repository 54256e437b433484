//! Types and attributes are verified when they are created: from Rust, by replacers, and where shapes are computed.

use std::sync::Arc;

use terrace::dialects::builtin::ModuleOp;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::params::ParamType;
use terrace_ir::sub_elements::AttrReplacer;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Attr, AttrData, Context, Loc, OpRef, OpSpec, RankedTensorType, TupleType, Type, TypeData};
use terrace_macros::{attr_def, type_def};

/// A field with `size` elements.
#[type_def("safe.field", format = "`<` $count `>`", verify = verify_field)]
struct FieldType {
    count: i64,
}

fn verify_field(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match i64::value(cx, params[0]) {
        Some(1..) => Ok(()),
        _ => Err("expected at least one element".to_owned()),
    }
}

/// A name that is not empty.
#[attr_def("safe.name", format = "`<` $name `>`", verify = verify_name)]
struct NameAttr {
    name: Attr,
}

fn verify_name(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match params[0].as_str(cx) {
        Some("") => Err("expected a name".to_owned()),
        _ => Ok(()),
    }
}

static SAFE: DialectDef =
    DialectDef { name: "safe", types: &[FieldType::DEF], attrs: &[NameAttr::DEF], ..EMPTY_DIALECT };

#[test]
fn what_does_not_verify_is_refused() {
    let cx = Context::new(&[&SAFE]);
    assert_eq!(FieldType::get_checked(&cx, 0).map(|_| ()), Err("expected at least one element".to_owned()));
    let field = FieldType::get_checked(&cx, 3).expect("three elements are enough");
    assert_eq!(field, FieldType::get(&cx, 3));
    // Code may create one, and the verifier refuses every op that has it.
    let cx = Arc::new(Context::new(&[&SAFE]));
    let empty: Type = FieldType::get(&cx, 0).into();
    assert_eq!(FieldType::get_checked(&cx, 0).map(|_| ()), Err("expected at least one element".to_owned()));
    let mut ir = ModuleOp::create_ir(&cx);
    let root = ir.root().expect("a module").handle();
    ir.rewrite(root.body, |rw| rw.set_attr(root.op, "safe.of", cx.type_attr(empty)));
    let error = terrace::verify(&ir).expect_err("the type is not valid").to_string();
    assert!(error.contains("expected at least one element"), "{error}");
}

#[test]
fn parameters_are_what_their_definition_declares() {
    let cx = Context::new(&[&SAFE]);
    let refused =
        |params: &[Attr]| cx.dialect_type(FieldType::DEF, params).expect_err("it is no number of i64");
    assert_eq!(refused(&[]), "'safe.field' has 1 parameters, but got 0");
    let message =
        |found: &str| format!("parameter 'count' of 'safe.field' is to be a `int64_t`, but got {found}");
    assert_eq!(refused(&[Attr::NULL]), message("nothing"));
    assert_eq!(refused(&[cx.string_attr("3")]), message("\"3\""));
    assert_eq!(refused(&[cx.int_attr(Type::I32, 3)]), message("3 : i32"));
    let other = Context::new(&[]);
    assert_eq!(
        FieldType::get_checked(&other, 3).map(|_| ()),
        Err("the dialect 'safe' of the type '!safe.field' is not registered".to_owned())
    );
}

#[test]
fn a_replaced_part_is_verified_with_the_whole() {
    let cx = Context::new(&[&SAFE]);
    let [a, b, empty] = ["a", "b", ""].map(|text| cx.string_attr(text));
    let named = cx.array_attr(&[NameAttr::get(&cx, a).into()]);
    let renamed = AttrReplacer::new(&cx, [(a, b)]).replace(named);
    assert_eq!(renamed, Ok(cx.array_attr(&[NameAttr::get(&cx, b).into()])));
    assert_eq!(AttrReplacer::new(&cx, [(a, empty)]).replace(named), Err("expected a name".to_owned()));
}

#[test]
fn builtin_types_that_are_not_valid_are_refused_by_the_verifier() {
    let vector =
        |extent| TypeData::Vector { shape: [extent].into(), scalable: [false].into(), element: Type::I32 };
    let bad = [
        (vector(0), "vector types must have positive constant sizes but got 0"),
        (TypeData::Complex(Type::INDEX), "invalid element type for complex"),
        (TypeData::UnrankedTensor(Type::NONE), "invalid tensor element type"),
        (
            TypeData::RankedTensor { shape: [-1].into(), element: Type::F32, encoding: None },
            "invalid tensor dimension size",
        ),
        (
            TypeData::MemRef { shape: [4].into(), element: Type::F32, layout: None, space: Some(Attr::UNIT) },
            "unsupported memory space Attribute",
        ),
        (
            TypeData::MemRef { shape: [4].into(), element: Type::F32, layout: Some(Attr::UNIT), space: None },
            "expected MemRefLayoutAttrInterface, but got: unit",
        ),
    ];
    for (data, message) in bad {
        let cx = terrace::context();
        cx.set_allow_unregistered(true);
        assert_eq!(cx.ty_checked(data.clone()), Err(message.to_owned()));
        let ty = cx.ty(data.clone());
        // Created or not, nobody is told that it is valid.
        assert_eq!(cx.ty_checked(data), Err(message.to_owned()));
        let nested = TupleType::get(&cx, &[ty]);
        let mut ir = ModuleOp::create_ir(&cx);
        let root = ir.root().map(OpRef::handle).expect("a module is made");
        let body = ir.op(root).inner_body().expect("modules have a body");
        ir.rewrite(body, |rw| {
            let region = rw.body().top_regions()[0];
            let block = rw.body().blocks_of(region).next().expect("modules have a block");
            rw.set_insertion_point_to_end(block);
            rw.create_op(&OpSpec {
                name: cx.op_name("some.op"),
                operands: &[],
                results: &[nested],
                props: &[],
                attrs: Attr::EMPTY_DICT,
                successors: &[],
                loc: Loc::UNKNOWN,
            });
        });
        let errors = verify(ir.op(root), VerifyOptions::default()).expect_err("the type is not valid");
        assert!(
            errors[0].message.ends_with(&format!("which is not valid: {message}")),
            "{}",
            errors[0].message
        );
    }
}

#[test]
fn builtin_attributes_are_verified() {
    let cx = Context::new(&[]);
    let ty = RankedTensorType::get(&cx, &[2], Type::I32);
    let elements = |bytes: usize| AttrData::DenseElements { ty, data: vec![0; bytes].into(), splat: false };
    assert!(cx.attr_checked(elements(8)).is_ok());
    assert_eq!(
        cx.attr_checked(elements(7)),
        Err("7 bytes are not the elements of 'tensor<2xi32>'".to_owned())
    );
}
