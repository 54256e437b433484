//! The part of clang's command line that the driver interprets.

use std::path::Path;

use terrace_opt::output::not_stdin;

use super::response_files::expand_files;

/// The last phase of a compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// `-E`
    Preprocess,
    /// `-M`, `-MM`
    Dependencies,
    /// `-fsyntax-only`
    Check,
    /// `-S`
    Assembly,
    /// `-c`
    Object,
    /// To a program or a library.
    Link,
    /// Another action of clang, which the driver does not support.
    Other,
}

/// The languages that Ripple has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C
    C,
    /// C++
    Cxx,
}

impl Language {
    /// The name that `-x` takes.
    pub fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cxx => "c++",
        }
    }
}

/// A source in C or C++.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file as the user writes it, `-` for standard input.
    pub path: String,
    /// The language.
    pub language: Language,
    /// Whether it is preprocessed already.
    pub preprocessed: bool,
}

impl Source {
    /// The name that `-x` takes for it.
    pub fn kind(&self) -> &'static str {
        match (self.language, self.preprocessed) {
            (language, false) => language.name(),
            (Language::C, true) => "cpp-output",
            (Language::Cxx, true) => "c++-cpp-output",
        }
    }
}

/// A part of the command line, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// An option with its values.
    Flag(Vec<String>),
    /// A source in C or C++.
    Source(Source),
    /// Another input, and the language that `-x` names for it.
    Input(String, Option<String>),
}

/// clang's options for dependency files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    /// `-MD` or `-MMD`, if there is one.
    pub kind: Option<String>,
    /// `-MF`
    pub file: Option<String>,
    /// `-MT`, `-MQ`, `-MP` and `-MG`, with their values.
    pub flags: Vec<String>,
}

/// A command line.
#[derive(Clone, Debug)]
pub struct CommandLine {
    /// Options that no field below holds, and inputs.
    pub items: Vec<Item>,
    /// The last phase.
    pub phase: Phase,
    /// Whether the result is LLVM IR: `-emit-llvm`.
    pub emits_llvm: bool,
    /// `-o`
    pub output: Option<String>,
    /// The last `-O`, verbatim.
    pub level: Option<String>,
    /// Whether debug information is requested.
    pub debug: bool,
    /// Whether commands are printed in place of being run: `-###`.
    pub prints_commands: bool,
    /// Dependency files.
    pub dependencies: Dependencies,
    /// Whether remarks on vector code are requested: `-Rpass=ripple`.
    pub remarks: bool,
    /// The length of streaming vectors in bits, 0 for any: `-msve-streaming-vector-bits=`.
    pub streaming_vector_bits: u32,
    /// Whether warnings of Ripple are left out: `-w`, `-Wno-ripple`.
    pub no_warnings: bool,
    /// Whether warnings of Ripple are errors: `-Werror`, `-Werror=ripple`.
    pub warnings_are_errors: bool,
    /// Whether sanitizers are requested: `-fsanitize=`.
    pub sanitizes: bool,
    /// Whether functions of math stay calls: `-fno-ripple-math`.
    pub no_math: bool,
    /// Files with vector functions: `-fripple-lib=`.
    pub libraries: Vec<String>,
    /// The file to which entries of a compilation database are appended: `-MJ`.
    pub database: Option<String>,
    /// The option by which the results of stages are kept: `-save-temps`, `-save-temps=obj`.
    pub saves: Option<String>,
}

/// The options whose value is the next argument. `-o`, `-x` and those of dependency files are not among them.
const WITH_VALUE: &[&str] = &[
    "-A",
    "-B",
    "-D",
    "-F",
    "-G",
    "-I",
    "-L",
    "-T",
    "-U",
    "-V",
    "-Xanalyzer",
    "-Xassembler",
    "-Xclang",
    "-Xclangas",
    "-Xlinker",
    "-Xopenmp-target",
    "-Xpreprocessor",
    "-Xthinlto",
    "-allowable_client",
    "-arch",
    "-arch_only",
    "-aux-info",
    "-b",
    "-bundle_loader",
    "-c-isystem",
    "-client_name",
    "-compatibility_version",
    "-current_version",
    "-cxx-isystem",
    "-darwin-target-variant",
    "-dependency-dot",
    "-dependency-file",
    "-dylib_file",
    "-dylinker_install_name",
    "-e",
    "-exported_symbols_list",
    "-filelist",
    "-fmodules-user-build-path",
    "-framework",
    "-gcc-toolchain",
    "-h",
    "-idirafter",
    "-iframework",
    "-iframeworkwithsysroot",
    "-image_base",
    "-imacros",
    "-imultilib",
    "-include",
    "-include-pch",
    "-init",
    "-install_name",
    "-iprefix",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-isystem-after",
    "-ivfsoverlay",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-iwithsysroot",
    "-l",
    "-lazy_framework",
    "-lazy_library",
    "-meabi",
    "-mllvm",
    "-mmlir",
    "-module-dependency-dir",
    "-multiply_defined",
    "-multiply_defined_unused",
    "-pagezero_size",
    "-read_only_relocs",
    "-rpath",
    "-sectalign",
    "-segaddr",
    "-segs_read_only_addr",
    "-segs_read_write_addr",
    "-seg_addr_table",
    "-serialize-diagnostics",
    "-stdlib++-isystem",
    "-target",
    "-u",
    "-umbrella",
    "-undefined",
    "-unexported_symbols_list",
    "-weak_framework",
    "-weak_library",
    "-weak_reference_mismatches",
    "-working-directory",
    "-z",
    "--CLASSPATH",
    "--assert",
    "--bootclasspath",
    "--config",
    "--define-macro",
    "--entry",
    "--force-link",
    "--for-linker",
    "--include-barrier",
    "--include-directory",
    "--include-directory-after",
    "--library-directory",
    "--param",
    "--prefix",
    "--serialize-diagnostics",
    "--std",
    "--sysroot",
    "--undefine-macro",
    "--version-script",
    "-ccc-install-dir",
    "-working-directory",
];

/// Reads the arguments of clang. `language` is C++ where clang++ is called.
///
/// # Errors
///
/// If an argument is invalid, or a file of arguments cannot be read: the message is one sentence.
pub fn parse(args: &[String], language: Language, cwd: &Path) -> Result<CommandLine, String> {
    let args = expand_files(args, cwd)?;
    let mut line = CommandLine {
        items: Vec::new(),
        phase: Phase::Link,
        emits_llvm: false,
        output: None,
        level: None,
        debug: false,
        prints_commands: false,
        dependencies: Dependencies::default(),
        remarks: false,
        streaming_vector_bits: 0,
        no_warnings: false,
        warnings_are_errors: false,
        sanitizes: false,
        no_math: false,
        libraries: Vec::new(),
        database: None,
        saves: None,
    };
    let mut explicit: Option<String> = None;
    let mut all = args.iter();
    let mut options = true;
    while let Some(arg) = all.next() {
        let mut value = || {
            all.next().cloned().ok_or_else(|| format!("argument to '{arg}' is missing (expected 1 value)"))
        };
        if !options || !arg.starts_with('-') || arg == "-" {
            line.items.push(input(arg, explicit.as_deref(), language));
            continue;
        }
        match arg.as_str() {
            "--" => options = false,
            "-o" | "--output" => line.output = Some(value()?),
            "-x" | "--language" => explicit = Some(value()?).filter(|name| name != "none"),
            "-E" | "--preprocess" => line.phase = Phase::Preprocess,
            "-S" | "--assemble" => line.phase = Phase::Assembly,
            "-c" | "--compile" => line.phase = Phase::Object,
            "-fsyntax-only" => line.phase = Phase::Check,
            "-M" | "-MM" | "--dependencies" | "--user-dependencies" => {
                line.phase = Phase::Dependencies;
                line.items.push(Item::Flag(vec![arg.clone()]));
            }
            "--analyze" | "--precompile" | "-emit-ast" | "-emit-interface-stubs" | "-rewrite-objc" => {
                line.phase = Phase::Other;
                line.items.push(Item::Flag(vec![arg.clone()]));
            }
            "-emit-llvm" => line.emits_llvm = true,
            "-###" => line.prints_commands = true,
            "-MD" | "-MMD" | "--write-dependencies" | "--write-user-dependencies" => {
                let all = matches!(arg.as_str(), "-MD" | "--write-dependencies");
                line.dependencies.kind = Some(if all { "-MD" } else { "-MMD" }.to_owned());
            }
            "-MF" => line.dependencies.file = Some(value()?),
            "-MT" | "-MQ" => line.dependencies.flags.extend([arg.clone(), value()?]),
            "-MP" | "-MG" => line.dependencies.flags.push(arg.clone()),
            "-fenable-ripple" | "-fno-enable-ripple" => {}
            "-fripple-math" => line.no_math = false,
            "-fno-ripple-math" => line.no_math = true,
            "-fripple-lib" => line.libraries.push(value()?),
            "-fdisable-ripple-lib" => line.libraries.clear(),
            "-Wripple" => line.no_warnings = false,
            "-Werror=ripple" => (line.warnings_are_errors, line.no_warnings) = (true, false),
            "-Wno-error=ripple" => line.warnings_are_errors = false,
            "-Werror" | "-Wno-error" => {
                line.warnings_are_errors = arg == "-Werror";
                line.items.push(Item::Flag(vec![arg.clone()]));
            }
            "-Wno-ripple" => line.no_warnings = true,
            "-w" => {
                line.no_warnings = true;
                line.items.push(Item::Flag(vec![arg.clone()]));
            }
            "-Rpass=ripple" | "-Rpass-missed=ripple" => line.remarks = true,
            "-save-temps" | "--save-temps" => line.saves = Some("-save-temps".to_owned()),
            "-MJ" => line.database = Some(value()?),
            "-mllvm" | "-Xclang" => {
                let value = value()?;
                if !value.starts_with("-ripple-") {
                    line.items.push(Item::Flag(vec![arg.clone(), value]));
                }
            }
            _ if arg.starts_with("-fripple-lib=") => {
                line.libraries.extend(arg.strip_prefix("-fripple-lib=").map(str::to_owned));
            }
            _ if arg.starts_with("-save-temps=") || arg.starts_with("--save-temps=") => {
                line.saves = Some(arg.replacen("--", "-", 1));
            }
            _ if WITH_VALUE.contains(&arg.as_str()) => {
                let value = value()?;
                line.items.push(Item::Flag(vec![arg.clone(), value]));
            }
            _ if arg.starts_with("-Xarch_") => {
                let value = value()?;
                line.items.push(Item::Flag(vec![arg.clone(), value]));
            }
            _ => {
                // Other values than a number, as "scalable", leave the length open.
                if let Some(bits) = arg.strip_prefix("-msve-streaming-vector-bits=") {
                    line.streaming_vector_bits = bits.parse().unwrap_or(0);
                }
                line.sanitizes |= arg.starts_with("-fsanitize=");
                line.option(arg, &mut explicit);
            }
        }
    }
    match line.libraries.iter().any(|file| file == "-") {
        true => Err(not_stdin("-fripple-lib")),
        false => Ok(line),
    }
}

/// Options that single operations of scalar code get branches or rules by, with what takes their place in a source with
/// Ripple.
const OF_SCALARS: &[(&str, Option<&str>)] = &[
    ("-ftrapv", None),
    ("-frounding-math", None),
    ("-ftrapping-math", None),
    ("-ffp-exception-behavior=maytrap", None),
    ("-ffp-exception-behavior=strict", None),
    ("-ffp-model=strict", Some("-ffp-contract=off")),
];

fn of_scalars(flag: &str) -> Option<Option<&'static str>> {
    OF_SCALARS.iter().find(|(known, _)| *known == flag).map(|(_, instead)| *instead)
}

impl CommandLine {
    /// Takes an option whose value, if it has one, is part of the argument.
    fn option(&mut self, arg: &str, explicit: &mut Option<String>) {
        if let Some(file) =
            arg.strip_prefix("--output=").or_else(|| arg.strip_prefix("-o")).filter(|_| !is_word_of_o(arg))
        {
            self.output = Some(file.to_owned());
        } else if let Some(name) = arg.strip_prefix("-x").or_else(|| arg.strip_prefix("--language=")) {
            *explicit = Some(name.to_owned()).filter(|name| name != "none");
        } else if let Some(file) = arg.strip_prefix("-MF") {
            self.dependencies.file = Some(file.to_owned());
        } else if arg.starts_with("-MT") || arg.starts_with("-MQ") {
            self.dependencies.flags.push(arg.to_owned());
        } else if arg.starts_with("-O") || arg == "--optimize" {
            self.level = Some(if arg == "-O" || arg == "--optimize" { "-O1" } else { arg }.to_owned());
        } else {
            if arg.starts_with("-g")
                && !arg.starts_with("-gcc")
                && !arg.starts_with("-gsplit")
                && !arg.starts_with("-gno-")
            {
                self.debug = arg != "-g0";
            }
            self.items.push(Item::Flag(vec![arg.to_owned()]));
        }
    }

    /// The sources in C and C++, in order.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.items.iter().filter_map(|item| match item {
            Item::Source(source) => Some(source),
            Item::Flag(_) | Item::Input(..) => None,
        })
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.items.iter().filter(|item| !matches!(item, Item::Flag(_))).count()
    }

    /// The options that every stage of a compilation gets.
    pub fn flags(&self) -> impl Iterator<Item = &String> {
        self.items.iter().flat_map(|item| match item {
            Item::Flag(words) => words.as_slice(),
            Item::Source(_) | Item::Input(..) => &[],
        })
    }

    /// The options that have no effect on a source with Ripple, in order.
    pub fn without_effect(&self) -> impl Iterator<Item = &str> {
        self.flags().map(String::as_str).filter(|flag| of_scalars(flag).is_some())
    }

    /// The options that a stage of a source with Ripple gets: precompiled headers are read as text, since annotations in
    /// them are bound to loops there. Those without effect are left out.
    pub fn flags_of_stage(&self) -> Vec<String> {
        let flags: Vec<&String> = self.flags().collect();
        let mut kept: Vec<String> = Vec::new();
        let mut precompiled = Vec::new();
        let mut rest = flags.as_slice();
        while let Some((first, others)) = rest.split_first() {
            let (file, after) = match (first.as_str(), others) {
                ("-include-pch", [file, after @ ..]) => (file, after),
                ("-Xclang", [option, mark, file, after @ ..])
                    if *option == "-include-pch" && *mark == "-Xclang" =>
                {
                    (file, after)
                }
                // Only the driver leaves it out where a source is preprocessed already.
                ("-Xclang", [option, mark, file, after @ ..])
                    if *option == "-include" && *mark == "-Xclang" =>
                {
                    kept.extend(["-include".to_owned(), (*file).clone()]);
                    rest = after;
                    continue;
                }
                _ => {
                    match of_scalars(first) {
                        Some(instead) => kept.extend(instead.map(str::to_owned)),
                        None => kept.push((*first).clone()),
                    }
                    rest = others;
                    continue;
                }
            };
            precompiled.push(file);
            rest = after;
        }
        for file in precompiled {
            let header = file.strip_suffix(".pch").or_else(|| file.strip_suffix(".gch")).unwrap_or(file);
            if !kept.iter().any(|flag| flag == header) {
                kept.extend(["-include".to_owned(), header.to_owned()]);
            }
        }
        kept
    }

    /// Whether headers are read as clang's own modules. In a source with Ripple they are text: as modules, they would be
    /// compiled by clang alone.
    pub fn has_modules(&self) -> bool {
        let is_modules =
            |flag: &str| matches!(flag, "-fmodules" | "-fcxx-modules" | "-fimplicit-module-maps");
        self.flags().any(|flag| is_modules(flag))
    }

    /// Whether a header is precompiled.
    pub fn has_header(&self) -> bool {
        self.items.iter().any(|item| match item {
            Item::Input(_, Some(language)) => language.ends_with("-header"),
            Item::Input(path, None) => {
                let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
                ending.is_some_and(|ending| HEADER_ENDINGS.contains(&ending))
            }
            _ => false,
        })
    }

    /// The ending of the names of results.
    pub fn suffix(&self) -> &'static str {
        match (self.phase, self.emits_llvm) {
            (Phase::Assembly, false) => "s",
            (Phase::Assembly, true) => "ll",
            (Phase::Object, true) => "bc",
            _ => "o",
        }
    }
}

/// Whether an argument that begins with `-o` is an option of another name.
fn is_word_of_o(arg: &str) -> bool {
    arg.starts_with("-objc") || arg.starts_with("-object") || arg.starts_with("-offload")
}

/// Returns an input, by its name and the language of `-x`.
fn input(path: &str, explicit: Option<&str>, driver: Language) -> Item {
    let ending = || Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let found = match explicit {
        Some("c") => Some((Language::C, false)),
        Some("c++") => Some((Language::Cxx, false)),
        Some("cpp-output") => Some((Language::C, true)),
        Some("c++-cpp-output") => Some((Language::Cxx, true)),
        Some(_) => None,
        None => match ending() {
            "c" => Some((driver, false)),
            "cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C" | "CC" | "CXX" => Some((Language::Cxx, false)),
            "i" => Some((driver, true)),
            "ii" => Some((Language::Cxx, true)),
            _ => None,
        },
    };
    match found {
        Some((language, preprocessed)) => {
            Item::Source(Source { path: path.to_owned(), language, preprocessed })
        }
        None => Item::Input(path.to_owned(), explicit.map(str::to_owned)),
    }
}

/// The endings of files that clang takes as headers.
const HEADER_ENDINGS: [&str; 8] = ["h", "H", "hh", "hpp", "hxx", "h++", "hp", "hm"];

#[cfg(test)]
mod tests {
    use super::{Item, Language, Phase, Source, parse};
    use std::path::Path;

    fn line(text: &str) -> super::CommandLine {
        let args: Vec<String> = text.split(' ').map(str::to_owned).collect();
        parse(&args, Language::C, Path::new("")).expect("a command line")
    }

    #[test]
    fn values_are_not_inputs() {
        let line =
            line("-D A -I dir -include pre.h -Xclang -disable-llvm-passes -MT t a.c -ob -lm -x c++ b -O3");
        let paths: Vec<&str> = line.sources().map(|source| source.path.as_str()).collect();
        assert_eq!(paths, ["a.c", "b"]);
        assert_eq!(line.output.as_deref(), Some("b"));
        assert_eq!(line.level.as_deref(), Some("-O3"));
        assert_eq!(line.phase, Phase::Link);
    }

    #[test]
    fn precompiled_headers_are_read_as_text() {
        let flags = |text: &str| line(text).flags_of_stage().join(" ");
        assert_eq!(flags("-I. -include-pch a.h.pch -c b.c"), "-I. -include a.h");
        let of_cmake = "-Xclang -include-pch -Xclang d/p.h.pch -Xclang -include -Xclang d/p.h -c b.c";
        assert_eq!(flags(of_cmake), "-include d/p.h");
        assert!(line("-x c-header a.h -o a.h.pch").has_header());
        assert!(line("a.hpp").has_header() && !line("-x c a.h").has_header());
    }

    #[test]
    fn options_of_scalars_are_left_out() {
        let line = line("-I. -ftrapv -ffp-model=strict -frounding-math -fwrapv -c b.c");
        assert_eq!(line.flags_of_stage().join(" "), "-I. -ffp-contract=off -fwrapv");
        let without: Vec<&str> = line.without_effect().collect();
        assert_eq!(without, ["-ftrapv", "-ffp-model=strict", "-frounding-math"]);
    }

    #[test]
    fn languages() {
        let line = line("-c a.o b.cc c.i -x c++ d.c -x none e.c f.s");
        let source = |path: &str, language, preprocessed| {
            Item::Source(Source { path: path.to_owned(), language, preprocessed })
        };
        let inputs: Vec<Item> = line.items;
        assert_eq!(
            inputs,
            [
                Item::Input("a.o".to_owned(), None),
                source("b.cc", Language::Cxx, false),
                source("c.i", Language::C, true),
                source("d.c", Language::Cxx, false),
                source("e.c", Language::C, false),
                Item::Input("f.s".to_owned(), None),
            ]
        );
    }
}
