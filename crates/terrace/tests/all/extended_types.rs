//! Extensions add types, attributes and interfaces of types, attributes and dialects to dialects of others.

use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::{AliasResult, OpAsmDialectInterface};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModelsByName, NamedModel, check};
use terrace_ir::type_interfaces::{Marker, VectorElementTypeInterface};
use terrace_ir::{Attr, Context, Type};
use terrace_macros::{attr_def, type_def};
use terrace_opt::Setup;

/// An interface of this crate.
trait Colored: Send + Sync {
    fn color(&self) -> &'static str;
}

struct Color(&'static str);

impl Colored for Color {
    fn color(&self) -> &'static str {
        self.0
    }
}

/// A number with this number of bits after the point.
#[type_def("arith.fixed", format = "`<` $bits `>`", interfaces(dyn Colored = Color("red")), verify = verify_fixed)]
struct FixedType {
    bits: u32,
}

fn verify_fixed(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match params[0].as_u64(cx) {
        Some(0) => Err("needs a bit".to_owned()),
        _ => Ok(()),
    }
}

/// A type to round to.
#[attr_def("arith.round", format = "`<` $to `>`")]
struct RoundAttr {
    to: Type,
}

static FIXED_ELEMENTS: &[NamedModel<dyn VectorElementTypeInterface>] = &[("arith.fixed", &Marker)];
static ROUND_COLORS: &[NamedModel<dyn Colored>] = &[("arith.round", &Color("green"))];
static BUILTIN_COLORS: &[NamedModel<dyn Colored>] =
    &[("builtin.f32", &Color("blue")), ("builtin.memref", &Color("grey"))];

/// The aliases of what the extension adds, and of a kind of builtin attribute.
struct Aliases;

impl OpAsmDialectInterface for Aliases {
    fn get_attr_alias(&self, cx: &Context, attr: Attr, _written: Option<&str>) -> AliasResult {
        match attr.as_str(cx).and_then(|text| text.strip_prefix("alias_")) {
            Some(name) => AliasResult::FinalAlias(name.to_owned().into()),
            None => AliasResult::NoAlias,
        }
    }

    fn get_type_alias(&self, cx: &Context, ty: Type, _written: Option<&str>) -> AliasResult {
        match ty.isa::<FixedType>(cx) {
            true => AliasResult::OverridableAlias("fixed".into()),
            false => AliasResult::NoAlias,
        }
    }
}

static ARITH: DialectExtension = DialectExtension {
    dialect: "arith",
    types: &[FixedType::DEF],
    attrs: &[RoundAttr::DEF],
    type_interfaces: &[&ExternalModelsByName(FIXED_ELEMENTS)],
    attr_interfaces: &[&ExternalModelsByName(ROUND_COLORS)],
    dialect_interfaces: &[&(&Aliases as &dyn OpAsmDialectInterface), &(&Color("arith") as &dyn Colored)],
    ..EMPTY_EXTENSION
};

static BUILTIN: DialectExtension = DialectExtension {
    dialect: "builtin",
    type_interfaces: &[&ExternalModelsByName(BUILTIN_COLORS)],
    ..EMPTY_EXTENSION
};

fn extended() -> Setup {
    terrace::tools::setup().extend([&ARITH, &BUILTIN]).expect("they agree with all others")
}

fn opt(input: &str) -> Result<String, String> {
    let cx = terrace::context_of(&extended());
    terrace::parse(&cx, input).map(|ir| terrace::print(&ir)).map_err(|errors| errors.to_string())
}

#[test]
fn types_and_attributes_of_extensions_are_like_others() {
    let text = "!fixed = !arith.fixed<8>
#marked = \"alias_marked\"
module {
  func.func private @f(!fixed, vector<4x!fixed>) attributes {arith.a = #arith.round<f32>, arith.m = #marked}
}
";
    assert_eq!(opt(text).expect("it is good").trim_end(), text.trim_end());
    let zero = opt(&text.replace("<8>", "<0>")).expect_err("no bits");
    assert!(zero.contains("needs a bit"), "{zero}");
    let misspelled = opt(&text.replace("arith.round", "arith.rund")).expect_err("there is none");
    assert!(misspelled.contains("unknown attribute `rund` in dialect `arith`"), "{misspelled}");
}

#[test]
fn interfaces_of_types_attributes_and_dialects_are_found() {
    let cx = terrace::context_of(&extended());
    let color = |ty: Type| cx.type_interface::<dyn Colored>(ty).map(|colored| colored.color());
    let fixed = Type::from(FixedType::get(&cx, 8));
    let buffer = terrace::parse(&cx, "func.func private @f(memref<4xf32>)").expect("it is good");
    let buffer = buffer.root().and_then(|root| root.regions().next()?.entry()?.ops().next());
    let buffer = buffer.and_then(|function| function.inherent_attr("function_type")?.as_type(&cx));
    let buffer = buffer.and_then(|ty| Some(ty.function(&cx)?.0[0])).expect("an argument");
    let colors = [fixed, Type::F32, buffer, Type::F64, Type::INDEX].map(color);
    assert_eq!(colors, [Some("red"), Some("blue"), Some("grey"), None, None]);

    let round = Attr::from(RoundAttr::get(&cx, Type::F32));
    let color = |attr: Attr| cx.attr_interface::<dyn Colored>(attr).map(|colored| colored.color());
    assert_eq!([round, Attr::UNIT, Attr::TRUE].map(color), [Some("green"), None, None]);

    let color = |name: &str| cx.dialect_interface::<dyn Colored>(name).map(|colored| colored.color());
    assert_eq!(["arith", "func", "nowhere"].map(color), [Some("arith"), None, None]);
}

fn errors_of(extensions: &[&'static DialectExtension]) -> Vec<String> {
    static D: DialectDef = DialectDef {
        name: "arith",
        types: &[FixedType::DEF],
        interfaces: &[&(&Color("own") as &dyn Colored)],
        ..EMPTY_DIALECT
    };
    check(&[&D], extensions).expect_err("they contradict")
}

#[test]
fn what_contradicts_is_an_error() {
    let message = errors_of(&[&ARITH]);
    assert_eq!(
        message,
        [
            "the type 'arith.fixed' is defined twice",
            "the dialect 'arith' has two implementations of an interface",
        ]
    );
    static AGAIN: &[NamedModel<dyn Colored>] =
        &[("arith.fixed", &Color("other")), ("arith.gone", &Color("other"))];
    static COLORS: DialectExtension = DialectExtension {
        dialect: "arith",
        type_interfaces: &[&ExternalModelsByName(AGAIN)],
        ..EMPTY_EXTENSION
    };
    let messages = errors_of(&[&COLORS]);
    assert!(
        messages[0].starts_with("'arith.fixed' has two implementations of the interface"),
        "{messages:?}"
    );
    assert!(messages[1].starts_with("there is no type 'arith.gone' to implement"), "{messages:?}");
}
