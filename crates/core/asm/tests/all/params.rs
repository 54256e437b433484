//! Formats of types and attributes: one that the check takes is read back as it was printed, whatever the parameters
//! are, and most of those that it refuses lose something.

use std::fmt::Write as _;

use terrace_asm::{FragmentSymbols, parse_attribute_text};
use terrace_dialects_core::DIALECTS;
use terrace_ir::def::{
    AttrDef, DialectDef, EMPTY_DIALECT, EMPTY_PARAMS, EnumCase, EnumDef, EnumField, ParamDef, ParamKind,
};
use terrace_ir::param_syntax::check_format;
use terrace_ir::{Attr, AttrData, Context, Type, TypeData};

use crate::random::Random;

static ANGLED: AttrDef = AttrDef {
    name: "gen.angled",
    params: &[ParamDef::new("n", ParamKind::Int(64))],
    format: Some("`<` $n `>`"),
    ..EMPTY_PARAMS
};
static NOTHING: AttrDef = AttrDef { name: "gen.nothing", ..EMPTY_PARAMS };
static COLOR: EnumDef = EnumDef {
    name: "Color",
    cases: &[EnumCase { name: "red", value: 0 }, EnumCase { name: "to", value: 1 }],
    separator: None,
    width: 32,
};
static FIELD: EnumField = EnumField { def: &COLOR, summary: "a color", class: "Color", quoted: true };

/// A kind of parameter and some of its values.
struct ParamCases {
    kind: fn() -> ParamKind,
    values: fn(&Context) -> Vec<Attr>,
}

fn strings(cx: &Context) -> Vec<Attr> {
    ["to", "a b", "x"].map(|text| cx.string_attr(text)).to_vec()
}

const KINDS: &[ParamCases] = &[
    ParamCases {
        kind: || ParamKind::Int(64),
        values: |cx| [3, -4, 5].map(|n| cx.int_attr(Type::I64, n)).to_vec(),
    },
    ParamCases {
        kind: || ParamKind::UInt(32),
        values: |cx| {
            let ty = cx.integer(32, terrace_ir::Signedness::Unsigned);
            [3, 4, 5].map(|n| cx.int_attr(ty, n)).to_vec()
        },
    },
    ParamCases {
        kind: || ParamKind::Float,
        values: |cx| {
            let get = |n: f64| AttrData::Float { ty: Type::F64, bits: [n.to_bits(), 0] };
            [1.5, -2.0, 0.0].map(|n| cx.attr(get(n))).to_vec()
        },
    },
    ParamCases { kind: || ParamKind::Bool, values: |_| vec![Attr::TRUE, Attr::FALSE] },
    ParamCases { kind: || ParamKind::Str, values: strings },
    ParamCases { kind: || ParamKind::Keyword, values: strings },
    ParamCases {
        kind: || ParamKind::Type,
        values: |cx| {
            let tuple = cx.type_attr(cx.ty(TypeData::Tuple([Type::I64].into())));
            vec![cx.type_attr(Type::I32), cx.type_attr(Type::INDEX), tuple, cx.type_attr(Type::F32)]
        },
    },
    ParamCases {
        kind: || ParamKind::Attr,
        values: |cx| {
            let number = cx.int_attr(Type::I64, 7);
            let list = cx.array_attr(&[number]);
            vec![number, cx.string_attr("text"), list, Attr::UNIT, cx.type_attr(Type::I32)]
        },
    },
    ParamCases {
        kind: || ParamKind::Dialect(&ANGLED),
        values: |cx| {
            let get = |n| cx.dialect_attr(&ANGLED, &[cx.int_attr(Type::I64, n)]).expect("it is valid");
            [1, 2, 3].map(get).to_vec()
        },
    },
    ParamCases {
        kind: || ParamKind::Dialect(&NOTHING),
        values: |cx| vec![cx.dialect_attr(&NOTHING, &[]).expect("it is valid")],
    },
    ParamCases {
        kind: || ParamKind::Enum(&COLOR),
        values: |cx| [0, 1].map(|n| cx.int_attr(Type::I32, n)).to_vec(),
    },
    ParamCases {
        kind: || ParamKind::EnumField(&FIELD),
        values: |cx| [0, 1].map(|n| cx.int_attr(Type::I32, n)).to_vec(),
    },
];

/// Whether a parameter is one, may be absent, or is a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    One,
    Optional,
    List,
    OptionalList,
    DefaultList,
    Bracketed,
}

const SHAPES: [Shape; 6] =
    [Shape::One, Shape::Optional, Shape::List, Shape::OptionalList, Shape::DefaultList, Shape::Bracketed];

fn list(inner: ParamKind) -> ParamKind {
    ParamKind::Array(Box::leak(Box::new(inner)))
}

#[derive(Clone, Copy)]
struct Param {
    kind: usize,
    shape: Shape,
}

impl Param {
    fn random(random: &mut Random) -> Self {
        Param { kind: random.below(KINDS.len()), shape: *random.pick(&SHAPES) }
    }

    fn def(self, name: &'static str) -> ParamDef<'static> {
        let kind = (KINDS[self.kind].kind)();
        let kind = match self.shape {
            Shape::One | Shape::Optional => kind,
            Shape::List | Shape::OptionalList | Shape::DefaultList => list(kind),
            Shape::Bracketed => ParamKind::Bracketed(Box::leak(Box::new(list(kind)))),
        };
        let optional = matches!(self.shape, Shape::Optional | Shape::OptionalList);
        let default: Option<fn(&Context) -> Attr> =
            if self.shape == Shape::DefaultList { Some(|cx| cx.array_attr(&[])) } else { None };
        ParamDef { name, kind, optional, default }
    }

    /// Its values: for a list, those of no, one and three elements.
    fn values(self, cx: &Context) -> Vec<Attr> {
        let mut all = (KINDS[self.kind].values)(cx);
        if self.shape == Shape::One {
            return all;
        }
        if self.shape == Shape::Optional {
            all.push(Attr::NULL);
            return all;
        }
        let one = cx.array_attr(&all[..1]);
        let three: Vec<Attr> = all.iter().cycle().take(3).copied().collect();
        let none = if self.shape == Shape::OptionalList { Attr::NULL } else { cx.array_attr(&[]) };
        vec![none, one, cx.array_attr(&three), cx.array_attr(&all)]
    }
}

const NAMES: [&str; 3] = ["a", "b", "c"];

/// The places of `$a` that people write, alone and beside `$b`.
const PLACES: &[&str] = &[
    "$a",
    "`<` $a `>`",
    "`<` `[` $a `]` `>`",
    "`<` `word` $a `>`",
    "`<` `word` `=` $a `>`",
    "`<` (`[` $a^ `]`)? `>`",
    "`<` (`word` $a^)? `>`",
    "`<` ($a^)? `>`",
    "(`<` $a^ `>`)?",
    "`<` `[` (`]`) : ($a^ `]`)? `>`",
    "`<` (`none`) : ($a^)? `>`",
    "`<` struct(params) `>`",
    "`<` params `>`",
    "`<` $a $b `>`",
    "`<` $a `,` $b `>`",
    "`<` $b `,` $a `>`",
    "`<` $a `:` $b `>`",
    "`<` $a `to` $b `>`",
    "`<` $a `i32` $b `>`",
    "`<` $a `->` $b `>`",
    "`<` $a `[` $b `]` `>`",
    "`<` $a `<` $b `>` `>`",
    "`<` $a `(` $b `)` `>`",
    "`<` `[` $a `]` `,` $b `>`",
    "`<` $a `` $b `>`",
    "`<` (`word` $a^)? $b `>`",
    "`<` (`word` $a^ `,`)? $b `>`",
    "`<` ($a^ `,`)? $b `>`",
    "`<` ($a^ `to`)? $b `>`",
    "`<` $b (`,` $a^)? `>`",
    "`<` $b (`,` `[` $a^ `]`)? `>`",
    "`<` ($a^ `,` $b)? `>`",
    "`<` (`[` $a^ `]` `,` $b)? `>`",
    "`<` struct($b, $a) `>`",
    "`<` struct($a, $b) `>`",
    "`<` struct($a) `,` $b `>`",
    "`<` struct($a) $b `>`",
    "`<` (struct($a, $b)^)? `>`",
    "`<` (`in` struct($a)^ `,`)? $b `>`",
];

struct Case {
    params: Vec<Param>,
    format: String,
}

/// Each kind and shape in each of the places, with each kind beside it.
fn listed() -> Vec<Case> {
    let mut out = Vec::new();
    for format in PLACES {
        let beside = if format.contains("$b") { KINDS.len() } else { 1 };
        for kind in 0..KINDS.len() {
            let all =
                SHAPES.iter().flat_map(|shape| (0..beside).step_by(2).map(move |second| (shape, second)));
            for (shape, second) in all {
                let second = (second + kind % 2) % beside;
                let mut params = vec![Param { kind, shape: *shape }];
                if beside > 1 {
                    // The shapes of the second one take turns.
                    let shape = SHAPES[(kind + second) % SHAPES.len()];
                    params.push(Param { kind: second, shape });
                }
                out.push(Case { params, format: (*format).to_owned() });
            }
        }
    }
    out
}

/// A format that nobody wrote.
fn random_case(random: &mut Random) -> Case {
    let params: Vec<Param> = (0..1 + random.below(3)).map(|_| Param::random(random)).collect();
    let literals =
        ["`,`", "`:`", "`[`", "`]`", "`(`", "`to`", "`word`", "`i32`", "`=`", "`<`", "`->`", "`-`", "``"];
    let mut format = String::from("`<` ");
    for name in &NAMES[..params.len()] {
        if random.below(3) > 0 {
            let _ = write!(format, "{} ", random.pick(&literals));
        }
        let (before, after) = (*random.pick(&literals), *random.pick(&literals));
        let _ = match random.below(7) {
            0 => write!(format, "({before} ${name}^)? "),
            1 => write!(format, "({before} ${name}^ {after})? "),
            2 => write!(format, "(${name}^ {after})? "),
            3 => write!(format, "struct(${name}) "),
            _ => write!(format, "${name} "),
        };
    }
    format.push_str("`>`");
    Case { params, format }
}

/// The attributes of a definition that are not read back as they were printed, and the number of those that are.
fn lost(cx: &Context, def: &'static AttrDef, params: &[Param]) -> (Vec<String>, usize) {
    let values: Vec<Vec<Attr>> = params.iter().map(|param| param.values(cx)).collect();
    let longest = values.iter().map(Vec::len).max().unwrap_or(0);
    let (mut out, mut kept) = (Vec::new(), 0);
    // Each value of each parameter, with values of the others that differ from round to round.
    for round in 0..longest * 3 {
        let chosen: Vec<Attr> = values
            .iter()
            .enumerate()
            .map(|(i, all)| all[(round + i * (round / longest)) % all.len()])
            .collect();
        let attr = cx.dialect_attr(def, &chosen).expect("the parameters are valid");
        // What comes after an attribute must not become a part of it.
        let after = ", x = 1";
        let text = format!("{}{after}", cx.attr_text(attr));
        let parsed = parse_attribute_text(cx, text.as_bytes(), &mut FragmentSymbols::default());
        let is_kept =
            matches!(parsed, Ok((read, length)) if read == attr && length + after.len() == text.len());
        kept += usize::from(is_kept);
        if !is_kept {
            let error = parsed.map_or_else(|diags| diags[0].message.clone(), |(read, _)| cx.attr_text(read));
            out.push(format!("{}: {text} is read as: {error}", def.format.unwrap_or("")));
        }
    }
    (out, kept)
}

/// Checks that what is taken is kept; returns how many are taken, refused, and refused although nothing was lost.
fn check(cases: &[Case]) -> [usize; 3] {
    let defs: Vec<&'static AttrDef> = cases.iter().enumerate().map(|(i, case)| define(i, case)).collect();
    let mut attrs: Vec<&'static AttrDef> = vec![&ANGLED, &NOTHING];
    attrs.extend(&defs);
    let dialect: &'static DialectDef =
        Box::leak(Box::new(DialectDef { name: "gen", attrs: Vec::leak(attrs), ..EMPTY_DIALECT }));
    let dialects: Vec<_> = DIALECTS.iter().copied().chain([dialect]).collect();
    let cx = Context::new(&dialects);
    let (mut counts, mut losses) = ([0; 3], Vec::new());
    for (case, def) in cases.iter().zip(defs) {
        let refused = check_format(def, &case.format);
        let (found, kept) = lost(&cx, def, &case.params);
        match refused {
            Ok(()) => {
                assert!(kept + found.len() > 0);
                counts[0] += 1;
                losses.extend(found.into_iter().next());
            }
            Err(_) => {
                counts[1] += 1;
                counts[2] += usize::from(found.is_empty());
            }
        }
    }
    println!("{counts:?} taken, refused, refused in vain");
    let shown = &losses[..losses.len().min(40)];
    assert!(losses.is_empty(), "{} of {} lose something:\n{}", losses.len(), counts[0], shown.join("\n"));
    counts
}

fn define(index: usize, case: &Case) -> &'static AttrDef {
    let params: Vec<ParamDef<'static>> =
        case.params.iter().zip(NAMES).map(|(param, name)| param.def(name)).collect();
    Box::leak(Box::new(AttrDef {
        name: String::leak(format!("gen.d{index}")),
        params: Vec::leak(params),
        format: Some(String::leak(case.format.clone())),
        ..EMPTY_PARAMS
    }))
}

#[test]
fn parameters_are_read_back_in_each_place() {
    let [taken, refused, in_vain] = check(&listed());
    // A check that refuses everything would be no check.
    assert!(taken > 3000 && in_vain * 2 < refused, "{taken} {refused} {in_vain}");
}

#[test]
fn parameters_are_read_back_by_formats_that_nobody_wrote() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let cases: Vec<Case> = (0..2000).map(|_| random_case(&mut random)).collect();
    let [taken, refused, in_vain] = check(&cases);
    assert!(taken > 600 && in_vain * 2 < refused, "{taken} {refused} {in_vain}");
}

#[test]
fn a_format_that_is_refused_says_why() {
    let numbers = ParamDef::new("numbers", ParamKind::Array(&ParamKind::Int(64)));
    let types = ParamDef::new("types", ParamKind::Array(&ParamKind::Type));
    let name = ParamDef { optional: true, ..ParamDef::new("name", ParamKind::Str) };
    let def = AttrDef { name: "gen.x", params: Vec::leak(vec![numbers, types, name]), ..EMPTY_PARAMS };
    let tail = "`{` (`named` $name^)? `}` `>`";
    let error = |format: &str| check_format(&def, &format!("{format} {tail}")).unwrap_err();
    assert_eq!(check_format(&def, &format!("`<` `[` $numbers `]` `(` $types `)` {tail}")), Ok(()));
    assert_eq!(check_format(&def, &format!("`<` (`[` $numbers^ `]`)? (`(` $types^ `)`)? {tail}")), Ok(()));
    assert_eq!(check_format(&def, &format!("`<` $numbers $types `of` {tail}")), Ok(()));
    assert_eq!(
        error("`<` $numbers `,` $types"),
        "list `numbers` is before `,`, which separates its elements: put it in brackets, or last"
    );
    assert_eq!(
        error("`<` `[` $numbers `]` $types `(` `)`"),
        "list `types` may be empty, and `(` after it may begin an element: put a literal between"
    );
    assert_eq!(error("`<` `[` $numbers `]`"), "parameter `types` is not written");
    assert_eq!(error("`<` `[` $number `]`"), "there is no parameter 'number'");
    assert_eq!(error("`<` $numbers `]` $numbers"), "parameter `numbers` is already bound");
    let error = |format: &str| check_format(&def, format).unwrap_err();
    assert_eq!(
        error("`<` `[` $types `]` $name $numbers `>`"),
        "optional parameter `name` is to be the anchor of an optional group"
    );
    assert_eq!(
        error("`<` (`named` $name^)? `>` $types `:` $numbers"),
        "list `numbers` is at the end, where nothing closes it: put it in `<` and `>`"
    );
    assert_eq!(
        error("`<` (`(` $name^ $types `)`)? $numbers `>`"),
        "parameter `types` is in an optional group, but is not its anchor"
    );
}
