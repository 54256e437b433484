//! Generated assembly formats: one that the check takes is read back as it was printed, whatever the op has, and most of
//! those that it refuses lose something.

use std::sync::Arc;

use terrace_asm::{ParseOptions, PrintOptions, parse_source, print_ir};
use terrace_diag::SourceMap;
use terrace_dialects_core::DIALECTS;
use terrace_format::check::{Count, Question, Slot, ambiguities};
use terrace_format::parse;
use terrace_ir::Context;
use terrace_ir::attr_kind::{
    AnyAttr, AttrKind, DenseI64ArrayAttr, DictionaryAttr, I64Attr, StrAttr, SymbolRefAttr, UnitAttr,
};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{
    Arity, AttrConstraint, DialectTable, EMPTY_DIALECT, EMPTY_OP, OpTable, OperandDef, Optionality, PropDef,
    RegionConstraint, RegionDef, ResultDef,
};
use terrace_ir::format_types::{begins_with, goes_on_with};
use terrace_ir::traits::Trait;

use crate::random::Random;

const ARITIES: [Arity; 3] = [Arity::One, Arity::Optional, Arity::Variadic];
const SIZES: &str = "operandSegmentSizes";

/// A kind of attribute with some of its values.
struct AttrCases {
    constraint: &'static AttrConstraint,
    values: &'static [&'static str],
}

const KINDS: &[AttrCases] = &[
    AttrCases {
        constraint: AnyAttr::CONSTRAINT,
        values: &[
            "5 : i32",
            "7 : i64",
            "\"text\"",
            "\"typed\" : i8",
            "unit",
            "[1, 2]",
            "{inner = 1 : i32}",
            "i32",
            "() -> ()",
            "affine_map<(d0) -> (d0)>",
            "@symbol",
            "1.0 : f32",
            "dense<1> : tensor<2xi32>",
            "true",
            "tensor<2xf32>",
            "array<i8: 1>",
            "!gen.other",
            "#gen.other",
        ],
    },
    AttrCases { constraint: UnitAttr::CONSTRAINT, values: &["unit"] },
    AttrCases { constraint: DenseI64ArrayAttr::CONSTRAINT, values: &["array<i64>", "array<i64: 1, 2>"] },
    AttrCases { constraint: I64Attr::CONSTRAINT, values: &["1 : i64", "-3 : i64"] },
    AttrCases { constraint: StrAttr::CONSTRAINT, values: &["\"\"", "\"index\""] },
    AttrCases { constraint: SymbolRefAttr::CONSTRAINT, values: &["@a", "@a::@b"] },
    AttrCases { constraint: DictionaryAttr::CONSTRAINT, values: &["{}", "{x, y = 2 : i64}"] },
];

/// The slots of an op and its format.
struct Generated {
    operands: Vec<Arity>,
    /// The kind, and whether it may be absent.
    props: Vec<(usize, bool)>,
    /// Whether variadic.
    regions: Vec<bool>,
    result: bool,
    format: String,
}

impl Generated {
    fn new(random: &mut Random) -> Self {
        let operands: Vec<Arity> = (0..random.below(3)).map(|_| *random.pick(&ARITIES)).collect();
        let props: Vec<(usize, bool)> =
            (0..random.below(3)).map(|_| (random.below(KINDS.len()), random.below(2) == 0)).collect();
        let regions: Vec<bool> = (0..random.below(2)).map(|_| random.below(2) == 0).collect();
        let mut made =
            Generated { operands, props, regions, result: random.below(2) == 0, format: String::new() };
        made.format = made.random_format(random);
        made
    }

    fn random_format(&self, random: &mut Random) -> String {
        let mut pieces: Vec<String> = Vec::new();
        for (i, arity) in self.operands.iter().enumerate() {
            let literal = *random.pick(&["`x` ", "`(` ", "", "`index` "]);
            let close = if literal.contains('(') { " `)`" } else { "" };
            match arity {
                Arity::One => pieces.extend([format!("$o{i}"), format!("type($o{i})")]),
                _ if random.below(2) == 0 => {
                    pieces.push(format!("({literal}$o{i}^ `:` type($o{i}){close})?"));
                }
                _ => pieces.extend([format!("$o{i}"), format!("type($o{i})")]),
            }
        }
        for (i, (kind, optional)) in self.props.iter().enumerate() {
            let is_unit = KINDS[*kind].values == ["unit"];
            pieces.push(match (optional, random.below(3)) {
                _ if is_unit => format!("(`flag{i}` $p{i}^)?"),
                (true, 0) => format!("(`with` $p{i}^)?"),
                (true, 1) => format!("($p{i}^ `end`)?"),
                _ => format!("$p{i}"),
            });
        }
        for (i, variadic) in self.regions.iter().enumerate() {
            pieces.push(if *variadic && random.below(2) == 0 {
                format!("(`do` $r{i}^)?")
            } else {
                format!("$r{i}")
            });
        }
        if self.result {
            pieces.push("type($v)".to_owned());
        }
        pieces.push(random.pick(&["attr-dict", "attr-dict-with-keyword"]).to_string());
        // Operands first as a rule: types that come before them are counted by themselves.
        for i in (1..pieces.len()).rev() {
            pieces.swap(i, random.below(i + 1));
        }
        let literals = [
            "`:`", "`,`", "`[`", "`]`", "`(`", "`)`", "`->`", "`word`", "`index`", "`<`", "`>`", "`=`", "`{`",
        ];
        let mut out = Vec::new();
        for piece in pieces {
            if random.below(2) == 0 {
                out.push(random.pick(&literals).to_string());
                if random.below(6) == 0 {
                    out.push("``".to_owned());
                }
            }
            out.push(piece);
        }
        out.join(" ")
    }

    fn slot(&self, name: &str) -> Option<Slot> {
        let index: usize = name.get(1..)?.parse().unwrap_or(0);
        let count = |arity: Arity| match arity {
            Arity::One => Count::One,
            Arity::Optional => Count::Optional,
            Arity::Variadic => Count::Variadic,
        };
        Some(match name.as_bytes()[0] {
            b'o' => Slot::Operand(count(self.operands[index])),
            b'p' => Slot::Attribute(self.props[index].1 || KINDS[self.props[index].0].values == ["unit"]),
            b'r' => Slot::Region(if self.regions[index] { Count::Variadic } else { Count::One }),
            _ => Slot::Result(Count::One),
        })
    }

    fn has_sizes(&self) -> bool {
        self.operands.iter().filter(|arity| **arity != Arity::One).count() > 1
    }

    fn context(&self) -> Context {
        let cx = Context::new(DIALECTS);
        cx.set_allow_unregistered(true);
        let defined = cx.define_dialect(|arena| {
            let operands: Vec<OperandDef<'_>> = self
                .operands
                .iter()
                .enumerate()
                .map(|(i, &arity)| OperandDef {
                    name: arena.alloc_str(&format!("o{i}")),
                    constraint: &ANY_TYPE,
                    arity,
                    segments: None,
                })
                .collect();
            let mut props: Vec<PropDef<'_>> = Vec::new();
            for (i, (kind, optional)) in self.props.iter().enumerate() {
                let absent = *optional || KINDS[*kind].values == ["unit"];
                let presence = if absent { Optionality::Optional } else { Optionality::Required };
                let constraint = KINDS[*kind].constraint;
                props.push(PropDef { name: arena.alloc_str(&format!("p{i}")), constraint, presence });
            }
            if self.has_sizes() {
                let constraint = terrace_ir::attr_kind::DenseI32ArrayAttr::CONSTRAINT;
                props.push(PropDef { name: SIZES, constraint, presence: Optionality::Required });
            }
            let regions: Vec<RegionDef<'_>> = self
                .regions
                .iter()
                .enumerate()
                .map(|(i, &variadic)| RegionDef {
                    name: arena.alloc_str(&format!("r{i}")),
                    constraint: RegionConstraint::Any,
                    variadic,
                })
                .collect();
            let result = ResultDef { name: "v", constraint: &ANY_TYPE, arity: Arity::One };
            let results: Vec<ResultDef<'_>> = if self.result { vec![result] } else { Vec::new() };
            let op: &OpTable<'_> = arena.alloc(OpTable {
                name: "gen.op",
                operands: arena.alloc_slice(operands),
                props: arena.alloc_slice(props),
                regions: arena.alloc_slice(regions),
                results: arena.alloc_slice(results),
                traits: if self.has_sizes() { &[Trait::AttrSizedOperandSegments] } else { &[] },
                format: Some(arena.alloc_str(&self.format)),
                ..EMPTY_OP
            });
            arena.alloc(DialectTable {
                name: "gen",
                ops: arena.alloc_slice([op]),
                allows_unknown_types: true,
                ..EMPTY_DIALECT
            })
        });
        defined.expect("the dialect is well-formed");
        cx
    }

    /// Whether the check refuses the format.
    fn is_refused(&self, cx: &Context) -> bool {
        let elements = parse(&self.format).expect("the format is well-formed");
        let info = cx.op_info(cx.registered_op("gen.op").expect("the op is registered"));
        let def = info.def().expect("the op is defined");
        let place = |name: &str| def.props.iter().position(|prop| prop.name == name).unwrap_or(usize::MAX);
        let yes = |question: &Question| match question {
            Question::Begins(name, token) => begins_with(def, place(name), *token),
            Question::GoesOn(name, token) => goes_on_with(def, place(name), *token),
        };
        ambiguities(&elements, &|name| self.slot(name)).iter().any(|found| found.questions.iter().all(yes))
    }

    /// An op in generic form.
    fn instance(&self, random: &mut Random) -> String {
        let types = ["i32", "index", "tensor<4xf32>", "!gen.t", "() -> ()", "none"];
        let mut values: Vec<usize> = Vec::new();
        let mut sizes: Vec<String> = Vec::new();
        for arity in &self.operands {
            let count = match arity {
                Arity::One => 1,
                Arity::Optional => random.below(2),
                Arity::Variadic => random.below(3),
            };
            sizes.push(count.to_string());
            values.extend((0..count).map(|_| random.below(types.len())));
        }
        let mut props: Vec<String> = Vec::new();
        for (i, (kind, optional)) in self.props.iter().enumerate() {
            let kind = &KINDS[*kind];
            if (*optional || kind.values == ["unit"]) && random.below(2) == 0 {
                continue;
            }
            props.push(format!("p{i} = {}", random.pick(kind.values)));
        }
        if self.has_sizes() {
            props.push(format!("{SIZES} = array<i32: {}>", sizes.join(", ")));
        }
        let mut regions: Vec<&str> = Vec::new();
        for variadic in &self.regions {
            let count = if *variadic { random.below(3) } else { 1 };
            for _ in 0..count {
                regions.push(
                    *random
                        .pick(&["{ \"t.end\"() : () -> () }", "{ ^bb0(%x: i32): \"t.end\"() : () -> () }"]),
                );
            }
        }
        let operands: Vec<String> = values.iter().map(|ty| format!("%v#{ty}")).collect();
        let operand_types: Vec<&str> = values.iter().map(|ty| types[*ty]).collect();
        let attrs = random.pick(&["", " {z = 1 : i32}", " {unit_one}", " {a = \"b\", c}"]);
        let region_text =
            if regions.is_empty() { String::new() } else { format!(" ({})", regions.join(", ")) };
        let prop_text = if props.is_empty() { String::new() } else { format!(" <{{{}}}>", props.join(", ")) };
        format!(
            "%v:6 = \"t.v\"() : () -> ({})\n{}\"gen.op\"({}){prop_text}{region_text}{attrs} : ({}) -> ({})\n",
            types.join(", "),
            if self.result { "%r = " } else { "" },
            operands.join(", "),
            operand_types.join(", "),
            if self.result { *random.pick(&types[..4]) } else { "" },
        )
    }
}

/// Reads a text, and prints it in generic or custom form; the first error otherwise.
fn reprinted(cx: &Arc<Context>, text: &str, generic: bool) -> Result<String, String> {
    let mut sources = SourceMap::new();
    let buffer = sources.add("generated.mlir", text.to_owned()).expect("the text is small");
    let output = parse_source(cx, &Arc::new(sources), buffer, None, ParseOptions::default());
    let Some(ir) = output.ir else {
        return Err(output.diags.first().map_or(String::new(), |diag| diag.message.clone()));
    };
    let mut out = Vec::new();
    let options = PrintOptions::default().generic(generic).assume_verified(true);
    print_ir(&ir, &options, &mut out).expect("memory does not refuse");
    Ok(String::from_utf8(out).expect("the text is ASCII"))
}

#[test]
fn formats_that_are_taken_lose_nothing() {
    const FORMATS: usize = 1500;
    const INSTANCES: usize = 12;
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut taken, mut refused, mut refused_and_lost) = (0, 0, 0);
    let mut losses = Vec::new();
    for _ in 0..FORMATS {
        let generated = Generated::new(&mut random);
        let cx = Arc::new(generated.context());
        let is_refused = generated.is_refused(&cx);
        let mut lost = None;
        for _ in 0..INSTANCES {
            let text = generated.instance(&mut random);
            let before = reprinted(&cx, &text, true).unwrap_or_else(|error| panic!("{error} in\n{text}"));
            let custom = reprinted(&cx, &text, false).expect("it was read before");
            let after = reprinted(&cx, &custom, true);
            if after.as_ref() != Ok(&before) {
                lost = Some(format!("{}\n{before}{custom}{after:?}", generated.format));
            }
        }
        match is_refused {
            true => {
                (refused, refused_and_lost) = (refused + 1, refused_and_lost + usize::from(lost.is_some()))
            }
            false => {
                taken += 1;
                losses.extend(lost);
            }
        }
    }
    println!("{taken} taken, {refused} refused, of which {refused_and_lost} lose something");
    assert!(
        losses.is_empty(),
        "{} of {taken} lose something:\n{}",
        losses.len(),
        losses[..losses.len().min(12)].join("\n\n")
    );
    // A check that refuses everything would be no check.
    assert!(taken * 5 > FORMATS && refused_and_lost * 2 > refused, "{taken} {refused} {refused_and_lost}");
}
