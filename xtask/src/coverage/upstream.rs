//! Upstream's definitions: ops, types, attributes and enums of its `.td` files, the models that its sources attach, and
//! the passes and flags of its drivers.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::facts::{Facts, Kind, RUN};
use super::help;

/// The directories of upstream's definitions, sources and tools.
pub(crate) struct Places<'a> {
    /// The directory with the tools `mlir-opt`, `llvm-tblgen`, ...
    pub(crate) bin: &'a Path,
    /// The directory with `mlir/include` and `mlir/lib`.
    pub(crate) source: &'a Path,
}

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Interfaces that upstream's generator adds to each op with properties, which say nothing about the op.
const GENERATED: &[&str] = &["BytecodeOpInterface"];

/// Files whose ops need no dialect of theirs: drafts for tests of the generator.
const WITHOUT_DIALECT: &[&str] = &["TestOps.td"];

fn files(dir: &Path, extension: &str, found: &mut Vec<PathBuf>) -> Outcome<()> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, extension, found)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    Ok(())
}

fn output(program: &Path, args: &[&str]) -> Outcome<String> {
    let output = Command::new(program).args(args).output();
    let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{} {}: {message}", program.display(), args.join(" ")).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The facts so far, and the names that later files need.
#[derive(Default)]
pub(crate) struct Definitions {
    /// The facts.
    pub(crate) facts: Facts,
    /// The names of ops by their dialect and C++ class.
    classes: BTreeMap<(String, String), String>,
}

/// Returns upstream's facts.
pub(crate) fn read(places: &Places<'_>) -> Outcome<Facts> {
    let include = places.source.join("mlir/include");
    let mut sources = Vec::new();
    files(&include.join("mlir"), "td", &mut sources)?;
    sources.retain(|path| !WITHOUT_DIALECT.iter().any(|name| path.ends_with(name)));
    let mut definitions = Definitions::default();
    for source in &sources {
        definitions.read(places, &include, source)?;
    }
    definitions.attach(&places.source.join("mlir/lib"))?;
    let mut facts = definitions.facts;
    facts.0.extend(drivers(places)?.0);
    Ok(facts)
}

/// The passes, pipelines and flags of the drivers, without those flags that all of LLVM's tools have.
fn drivers(places: &Places<'_>) -> Outcome<Facts> {
    let mut of_llvm = BTreeSet::new();
    for tool in ["opt", "llc"] {
        let page = output(&places.bin.join(tool), &["--help-hidden"])?;
        of_llvm.extend(help::read(&page, Kind::OptFlag).0.into_keys().map(|(_, name)| name));
    }
    // These have another meaning in MLIR's drivers, or are what everybody uses.
    for name in ["verify-each", "o", "color", "help", "version"] {
        of_llvm.remove(name);
    }
    let mut facts = Facts::default();
    for (tool, kind) in [("mlir-opt", Kind::OptFlag), ("mlir-translate", Kind::TranslateFlag)] {
        let page = output(&places.bin.join(tool), &["--help"])?;
        facts.0.extend(
            help::read(&page, kind)
                .0
                .into_iter()
                .filter(|((found, name), _)| *found != kind || !of_llvm.contains(name)),
        );
    }
    Ok(facts)
}

impl Definitions {
    /// Reads the definitions of one file and of those that it includes.
    fn read(&mut self, places: &Places<'_>, include: &Path, source: &Path) -> Outcome<()> {
        let beside = source.parent().unwrap_or(source);
        // Files that upstream's build generates are only where it is installed.
        let generated = places.bin.join("../include");
        let paths = [include, &generated, beside, source].map(|path| path.to_string_lossy().into_owned());
        let [include, generated, beside, source] = &paths;
        let arguments = ["-I", include, "-I", generated, "-I", beside, source];
        let tblgen = places.bin.join("llvm-tblgen");
        let Ok(json) = output(&tblgen, &[&["--dump-json"], &arguments[..]].concat()) else {
            // A part of another file, which reads it.
            return Ok(());
        };
        let records: Value = serde_json::from_str(&json)?;
        let of = |class: &str| {
            let names = records["!instanceof"][class].as_array().into_iter().flatten();
            names.filter_map(Value::as_str).map(|name| (name.to_owned(), &records[name])).collect::<Vec<_>>()
        };
        let ops = of("Op");
        for (name, record) in &ops {
            self.op(&records, name, record);
        }
        // Their interfaces are not compared: of the types and attributes of `builtin`, they are in code.
        for (kind, class, key) in [(Kind::Type, "TypeDef", "typeName"), (Kind::Attr, "AttrDef", "attrName")] {
            for (_, record) in of(class) {
                let name = text(&record[key]);
                if !name.is_empty() {
                    self.facts.thing(kind, name);
                }
            }
        }
        for (_, record) in of("EnumInfo") {
            self.enumeration(&records, record);
        }
        if ops.is_empty() {
            return Ok(());
        }
        let tblgen = places.bin.join("mlir-tblgen");
        let classes = output(&tblgen, &[&["--gen-op-decls"], &arguments[..]].concat())?;
        self.declared(&classes);
        Ok(())
    }

    fn op(&mut self, records: &Value, def: &str, record: &Value) {
        let dialect = text(&records[text(&record["opDialect"]["def"])]["name"]);
        let name = format!("{dialect}.{}", text(&record["opName"]));
        let class = def.split_once('_').map_or(def, |(_, class)| class);
        self.classes.insert((dialect.to_owned(), class.to_owned()), name.clone());
        let aspects = self.facts.thing(Kind::Op, &name);
        let is = |key: &str| record[key] == 1;
        let all = [
            ("format", record["assemblyFormat"].is_string() || is("hasCustomAssemblyFormat")),
            ("verifier", is("hasVerifier") || is("hasRegionVerifier")),
            ("folder", is("hasFolder")),
            ("canonicalization", is("hasCanonicalizer") || is("hasCanonicalizeMethod")),
        ];
        aspects.extend(all.iter().filter(|(_, has)| *has).map(|(aspect, _)| (*aspect).to_owned()));
    }

    fn enumeration(&mut self, records: &Value, record: &Value) {
        let namespace = text(&record["cppNamespace"]).trim_start_matches("::");
        let name = format!("{namespace}::{}", text(&record["className"]));
        let cases = record["enumerants"].as_array().into_iter().flatten();
        let keywords = cases.map(|case| text(&records[text(&case["def"])]["str"]).to_owned());
        self.facts.thing(Kind::Enum, &name).extend(keywords.filter(|keyword| !keyword.is_empty()));
    }

    /// Reads the declarations of op classes, which name all interfaces, also those that upstream's generator adds.
    fn declared(&mut self, classes: &str) {
        let mut namespace = "";
        for line in classes.lines() {
            if let Some(rest) = line.strip_prefix("// ") {
                // `// ::mlir::arith::AddIOp declarations` stands above the class.
                if let Some((path, _)) = rest.trim_start_matches("::").split_once(" declarations") {
                    namespace = path;
                }
                continue;
            }
            let Some(rest) = line.strip_prefix("class ") else { continue };
            let Some((class, bases)) = rest.split_once(" : public ::mlir::Op<") else { continue };
            let Some(name) = self.op_of_class(class, namespace) else { continue };
            let interfaces: Vec<String> = bases
                .split(", ")
                .filter_map(|base| base.split("::Trait").next().filter(|_| base.contains("::Trait")))
                .filter_map(|path| path.rsplit("::").next())
                .filter(|interface| !interface.is_empty() && !GENERATED.contains(interface))
                .map(str::to_owned)
                .collect();
            let aspects = self.facts.thing(Kind::Op, &name);
            if interfaces.iter().any(|interface| interface == "TransformOpInterface") {
                aspects.insert(RUN.to_owned());
            }
            aspects.extend(interfaces);
        }
    }

    /// Returns the name of the op of a class, whose dialect is in the path of its namespace, or the only one that has it.
    fn op_of_class(&self, class: &str, path: &str) -> Option<String> {
        let all: Vec<_> = self.classes.iter().filter(|((_, found), _)| found == class).collect();
        let in_path = all.iter().find(|((dialect, _), _)| {
            path.split("::")
                .any(|part| part.eq_ignore_ascii_case(&dialect.replace('_', "")) || part == dialect)
        });
        let found = in_path.or_else(|| if all.len() == 1 { all.first() } else { None });
        found.map(|(_, name)| (*name).clone())
    }

    /// Reads which interfaces the sources attach to ops of which classes: `tensor::PadOp::attachInterface<PadOpTiling>`.
    fn attach(&mut self, lib: &Path) -> Outcome<()> {
        let mut sources = Vec::new();
        files(lib, "cpp", &mut sources)?;
        for path in sources {
            let source = std::fs::read_to_string(&path)?;
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let place = path.to_string_lossy().replace('/', "::");
            for (at, call) in source.match_indices("attachInterface<") {
                let (before, after) = (&source[..at], &source[at + call.len()..]);
                let model = after.trim_start().split(|c: char| !is_path(c)).next().unwrap_or_default();
                let Some(interface) = interface_of_model(&source, model, stem) else { continue };
                let before = before.trim_end_matches("template ").trim_end_matches("::");
                let path = &before[before.rfind(|c: char| !is_path(c)).map_or(0, |at| at + 1)..];
                let class = path.rsplit("::").next().unwrap_or_default();
                if let Some(name) = self.op_of_class(class, &format!("{path}::{place}")) {
                    self.facts.thing(Kind::Op, &name).insert(interface.to_owned());
                }
            }
        }
        Ok(())
    }
}

/// Whether a character is part of a path of C++.
fn is_path(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == ':'
}

/// Returns the interface that a model in a source file implements: it derives from `Interface::ExternalModel<..>` or,
/// through a template, from what the file is named for.
fn interface_of_model<'a>(source: &'a str, model: &str, stem: &'a str) -> Option<&'a str> {
    let name = model.rsplit("::").next()?;
    let declared = ["struct ", "class "].into_iter().find_map(|word| {
        let start = format!("{word}{name}");
        source.split(&start).skip(1).find(|rest| rest.trim_start().starts_with(':'))
    });
    let bases = declared.and_then(|rest| rest.split('{').next());
    let direct = bases.and_then(|bases| bases.split("::ExternalModel<").next().filter(|base| *base != bases));
    let base = direct.and_then(|base| base.rsplit(|c: char| !is_path(c)).next()?.rsplit("::").next());
    base.or_else(|| stem.strip_suffix("Impl"))
}
