//! `ods-draft`: the tables of a dialect as upstream's definitions have them, as Rust to start from.
//!
//! What is written has every op with its slots, traits, format and hooks. Left to do by hand: sentences of
//! documentation, constraints that this project has no name for yet, verifiers, and formats that are code.

use serde_json::Value;

use super::{SOURCES, arguments, constrained, decorated, is_a, records, text};

/// Upstream's constraints and their names here.
const KNOWN: &[(&str, &str)] = &[
    ("AnyType", "ANY_TYPE"),
    ("Index", "INDEX"),
    ("I1", "I1"),
    ("AnyAttr", "ANY_ATTR"),
    ("UnitAttr", "UNIT_ATTR"),
    ("UnitProp", "UNIT_PROP"),
    ("StrAttr", "STR_ATTR"),
    ("SymbolNameAttr", "SYMBOL_NAME_ATTR"),
    ("BoolAttr", "BOOL_ATTR"),
    ("SymbolRefAttr", "SYMBOL_REF_ATTR"),
    ("FlatSymbolRefAttr", "FLAT_SYMBOL_REF_ATTR"),
    ("DictionaryAttr", "DICT_ATTR"),
    ("DictArrayAttr", "DICT_ARRAY_ATTR"),
    ("ArrayAttr", "ARRAY_ATTR"),
    ("TypeAttr", "TYPE_ATTR"),
    ("TypedAttrInterface", "TYPED_ATTR"),
    ("DenseI32ArrayAttr", "DENSE_I32_ARRAY_ATTR"),
    ("DenseI64ArrayAttr", "DENSE_I64_ARRAY_ATTR"),
];

/// Upstream's traits that have another name here, or none.
const TRAITS: &[(&str, &str)] = &[
    ("OpAsmOpInterface::Trait", ""),
    ("InferTypeOpInterface::Trait", "InferTypes"),
    ("CastOpInterface::Trait", "CastLike"),
    ("SymbolOpInterface::Trait", "Symbol"),
];

/// The traits that are taken unchanged, in addition to those that are compared.
const PLAIN: &[&str] =
    &["Pure", "Symbol", "NoMemoryEffect", "AlwaysSpeculatable", "RecursivelySpeculatable", "Terminator"];

/// Writes the ops of a dialect to the standard output.
pub(super) fn draft(tblgen: &str, include: &str, dialect: &str) -> super::Outcome<()> {
    let sources: Vec<&str> =
        SOURCES.iter().filter(|(name, _)| *name == dialect).map(|(_, source)| *source).collect();
    if sources.is_empty() {
        return Err(format!("upstream's file for '{dialect}' is not known").into());
    }
    for source in sources {
        let records = records(tblgen, include, source)?;
        let names = records["!instanceof"]["Op"].as_array().cloned().unwrap_or_default();
        for name in names.iter().filter_map(Value::as_str) {
            let record = &records[name];
            if records[text(&record["opDialect"]["def"])]["name"] == dialect {
                println!("{}", op(&records, name, record, dialect));
            }
        }
    }
    Ok(())
}

fn op(records: &Value, name: &str, record: &Value, dialect: &str) -> String {
    let op_name = text(&record["opName"]);
    let marker = name.split_once('_').map_or(name, |(_, rest)| rest);
    let mut args = vec![format!("\"{dialect}.{op_name}\"")];
    let traits = traits(records, record);
    if !traits.is_empty() {
        args.push(format!("traits({})", traits.join(", ")));
    }
    match record["assemblyFormat"].as_str() {
        Some(format) => {
            let format: Vec<&str> = format.split_whitespace().collect();
            let format = format.join(" ");
            if format.contains("custom<") {
                args.push("customs(&DYNAMIC_INDEX_LIST)".to_owned());
            }
            args.push(format!("format = {format:?}"));
        }
        None => args.push("asm = (parse, print)".to_owned()),
    }
    if record["hasVerifier"] == 1 {
        args.push("verify = verify".to_owned());
    }
    if record["hasRegionVerifier"] == 1 {
        args.push("verify_regions = verify_regions".to_owned());
    }
    let mut out = format!("/// TODO.\n#[op({})]\npub struct {marker} {{\n", args.join(",\n     "));
    for field in fields(records, record) {
        out.push_str(&format!("    {field},\n"));
    }
    out.push_str("}\n");
    out
}

/// The constant that a constraint is, or would be, called.
fn constraint(record: &Value) -> String {
    let name = text(&record["!name"]);
    if let Some((_, known)) = KNOWN.iter().find(|(theirs, _)| *theirs == name) {
        return (*known).to_owned();
    }
    let text = if name.starts_with("anonymous") { text(&record["summary"]).to_owned() } else { words(name) };
    let kept = text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' });
    let joined: String = kept.collect();
    joined.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_")
}

/// `AnyMemRef` as `Any_MemRef`.
fn words(name: &str) -> String {
    let mut out = String::new();
    let mut lower = false;
    for c in name.chars() {
        if lower && c.is_ascii_uppercase() {
            out.push('_');
        }
        lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        out.push(c);
    }
    out
}

fn arity(record: &Value) -> &'static str {
    match (is_a(record, "Variadic"), is_a(record, "Optional")) {
        (true, _) => "Var",
        (_, true) => "Opt",
        _ => "",
    }
}

/// The constraint of one element of a variadic or optional slot.
fn base<'a>(records: &'a Value, record: &'a Value) -> &'a Value {
    match record["baseType"]["def"].as_str() {
        Some(inner) if !arity(record).is_empty() => &records[inner],
        _ => record,
    }
}

fn fields(records: &Value, record: &Value) -> Vec<String> {
    let mut out = Vec::new();
    let named = |name: &str, otherwise: &str| match name {
        "" => format!("_{otherwise}"),
        "in" | "type" | "ref" | "move" => format!("r#{name}"),
        _ => name.to_owned(),
    };
    let values = |kind: &str, dag: &str, out: &mut Vec<String>, otherwise: &str| {
        for (name, slot) in arguments(records, &record[dag]) {
            if is_a(slot, "TypeConstraint") {
                let (arity, found) = (arity(slot), constraint(base(records, slot)));
                out.push(format!("{}: {arity}{kind}<{found}>", named(name, otherwise)));
            }
        }
    };
    values("Operand", "arguments", &mut out, "operand");
    for (name, slot) in arguments(records, &record["arguments"]) {
        if is_a(slot, "TypeConstraint") {
            continue;
        }
        let inner = constrained(records, slot);
        let found = constraint(decorated(inner, records));
        let unit = text(&slot["!name"]) == "UnitAttr";
        out.push(if slot["isOptional"] == 1 || unit {
            format!("{}: OptProp<{found}>", named(name, "attr"))
        } else if let Some(value) = slot["defaultValue"].as_str() {
            format!("{}: DefaultProp<{found}, {value}>", named(name, "attr"))
        } else {
            format!("{}: Prop<{found}>", named(name, "attr"))
        });
    }
    values("Res", "results", &mut out, "result");
    for (name, slot) in arguments(records, &record["regions"]) {
        let many = if is_a(slot, "VariadicRegion") { "Var" } else { "" };
        let words = text(&slot["summary"]);
        let count = words.split_whitespace().find_map(|word| word.parse::<u32>().ok());
        let size = count.map_or(String::new(), |count| format!("<Sized<{count}>>"));
        out.push(format!("{}: {many}Region{size}", named(name, "region")));
    }
    for (name, slot) in arguments(records, &record["successors"]) {
        let many = if is_a(slot, "VariadicSuccessor") { "Var" } else { "" };
        out.push(format!("{}: {many}Succ", named(name, "successor")));
    }
    out
}

fn traits(records: &Value, record: &Value) -> Vec<String> {
    let mut out = Vec::new();
    for found in record["traits"].as_array().map_or(&[][..], Vec::as_slice) {
        let record = &records[text(&found["def"])];
        let name = text(&record["!name"]);
        if super::TRAITS.contains(&name) || PLAIN.contains(&name) {
            out.push(name.to_owned());
            continue;
        }
        let theirs = record["trait"].as_str().or(record["cppInterfaceName"].as_str()).unwrap_or(name);
        match TRAITS.iter().find(|(known, _)| *known == theirs) {
            Some((_, "")) => {}
            Some((_, ours)) => out.push((*ours).to_owned()),
            None => match record["summary"].as_str() {
                Some(summary) => out.push(format!("Predicate(/* {summary} */)")),
                None => {
                    if let Some(parents) = theirs.strip_prefix("HasParent<") {
                        out.push(format!("HasParent(&[/* {} */])", parents.trim_end_matches(">::Impl")));
                    }
                }
            },
        }
    }
    out
}
