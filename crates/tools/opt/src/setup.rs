//! The configuration of a tool.

use std::process::ExitCode;

use terrace_ir::def::{DialectDef, OpDef};
use terrace_ir::extension::{self, DialectExtension};
use terrace_ir::{CheckResult, Context, OpRef};
use terrace_pass::{PassDef, PipelineDef, Registry};

use crate::page::Page;

/// A custom command of a tool, in addition to those of `terrace`.
#[derive(Clone, Copy)]
pub struct Command {
    /// The name on the command line; it overrides a command of `terrace` of that name.
    pub name: &'static str,
    /// One line for the help page.
    pub doc: &'static str,
    /// Runs it with the arguments after its name.
    pub run: fn(&[String], &Setup) -> ExitCode,
}

/// The configuration of a tool: its name, its dialects with their extensions, its passes and pipelines.
pub struct Setup {
    /// The tool's name in help pages and messages.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Additional commands.
    pub commands: Vec<Command>,
    /// The pages of additional commands, which have their names.
    pub pages: Vec<&'static Page>,
    /// The dialects that can be loaded.
    pub dialects: Vec<&'static DialectDef>,
    /// The extensions of the dialects; [`Setup::extend`] adds more.
    pub extensions: Vec<&'static DialectExtension>,
    /// The passes and pipelines.
    pub registry: Registry,
    /// Defines the dialects that the IR of `--irdl-file` describes in its context.
    pub define_dialects: fn(OpRef<'_>) -> CheckResult,
    /// Whether the process exits after a run: the IR and its context are left to the system then, not freed one by one.
    pub exits_after_run: bool,
}

impl Setup {
    /// Returns the set-up of a tool with a name and a version: `.named("my-opt", env!("CARGO_PKG_VERSION"))`.
    #[must_use]
    pub fn named(mut self, name: &'static str, version: &'static str) -> Self {
        (self.name, self.version) = (name, version);
        self
    }

    /// Returns the set-up with more commands.
    #[must_use]
    pub fn commands(mut self, commands: &[Command]) -> Self {
        self.commands.extend(commands);
        self
    }

    /// Returns the set-up with pages of additional commands, by their names: `--help` of such a command prints its page, and
    /// completion and manuals have its flags.
    #[must_use]
    pub fn pages(mut self, pages: &[&'static Page]) -> Self {
        self.pages.extend(pages);
        self
    }

    /// The version text: the tool with its version.
    pub fn version_text(&self) -> String {
        format!("{} {}", self.name, self.version)
    }

    /// Returns the text of a page for this tool.
    pub fn page(&self, page: &Page) -> String {
        page.text(self.name, &|text| self.text(text))
    }

    /// Returns the name of an environment variable: that of `terrace` is `TERRACE_CLANG`, that of `my-opt` is `MY_OPT_CLANG`.
    pub fn variable(&self, name: &str) -> String {
        let prefix: String = self.name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        format!("{}_{name}", prefix.to_uppercase())
    }

    /// Returns a text about the tool, in which `terrace` as a word is replaced by the tool's name, and the prefix `TERRACE_`
    /// by that of its variables. What is in quotes stays.
    pub fn text(&self, text: &str) -> String {
        if self.name == "terrace" {
            return text.to_owned();
        }
        let (mut out, mut quoted, mut last) = (String::with_capacity(text.len()), false, ' ');
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let is_start = !(last.is_alphanumeric() || matches!(last, '_' | '/' | '.' | '-'));
            let word = &rest[..rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())];
            let after = rest[word.len()..].chars().next().unwrap_or(' ');
            let own = match word {
                "terrace" | "Terrace" if after != '_' && after != '/' => Some(self.name.to_owned()),
                "TERRACE" if after == '_' => Some(self.variable("").trim_end_matches('_').to_owned()),
                _ => None,
            };
            match c {
                '\'' if quoted || last.is_whitespace() || last == '(' => quoted = !quoted,
                '\n' => quoted = false,
                _ => {}
            }
            match own.filter(|_| is_start && !quoted) {
                Some(own) => {
                    out.push_str(&own);
                    rest = &rest[word.len()..];
                    last = 'e';
                }
                None => {
                    out.push(c);
                    rest = &rest[c.len_utf8()..];
                    last = c;
                }
            }
        }
        out
    }

    /// Returns the set-up with more dialects and passes.
    ///
    /// # Panics
    ///
    /// If there is a dialect of the name, or a pass or pipeline, already: [`Setup::replacing`] puts a pass in the place of
    /// another one. The panic has the place of the caller.
    #[must_use]
    #[track_caller]
    pub fn with(mut self, dialects: &[&'static DialectDef], passes: &[&'static PassDef]) -> Self {
        for dialect in dialects {
            if self.dialects.iter().any(|known| known.name == dialect.name) {
                panic!("the set-up has the dialect '{}' already: each dialect is listed once", dialect.name);
            }
            self.dialects.push(dialect);
        }
        let mut all = self.registry.passes();
        for &pass in passes {
            let is_taken = all.iter().any(|known| known.name == pass.name);
            if is_taken || self.registry.pipeline(pass.name).is_some() {
                let what = if is_taken { "pass" } else { "pipeline" };
                let help = "give it another name, or put it in the place of the other one with `replacing`";
                panic!("the set-up has a {what} '{}' already: {help}", pass.name);
            }
            all.push(pass);
        }
        self.registry = Registry::new(all, self.registry.pipelines());
        self
    }

    /// Returns the set-up with passes in the place of those of the same names.
    ///
    /// # Panics
    ///
    /// If there is no pass of a name. The panic has the place of the caller.
    #[must_use]
    #[track_caller]
    pub fn replacing(mut self, passes: &[&'static PassDef]) -> Self {
        if let Some(pass) = passes.iter().find(|pass| self.registry.pass(pass.name).is_none()) {
            panic!("the set-up has no pass '{}' to replace: `with` adds one", pass.name);
        }
        let all = self.registry.passes().into_iter().chain(passes.iter().copied());
        self.registry = Registry::new(all, self.registry.pipelines());
        self
    }

    /// Returns the set-up with more pipelines: each is a flag of the driver (`--name='option=value'`), a name in
    /// `--pass-pipeline`, and a topic of `help`.
    ///
    /// # Panics
    ///
    /// If there is a pass or a pipeline of the name already. The panic has the place of the caller.
    #[must_use]
    #[track_caller]
    pub fn pipelines(mut self, pipelines: &[&'static PipelineDef]) -> Self {
        let mut all = self.registry.pipelines();
        for &pipeline in pipelines {
            let is_pass = self.registry.pass(pipeline.name).is_some();
            if is_pass || all.iter().any(|known| known.name == pipeline.name) {
                let what = if is_pass { "pass" } else { "pipeline" };
                panic!("the set-up has a {what} '{}' already: give the pipeline another name", pipeline.name);
            }
            all.push(pipeline);
        }
        self.registry = Registry::new(self.registry.passes(), all);
        self
    }

    /// Adds extensions.
    ///
    /// # Errors
    ///
    /// A message for each op that is then defined twice, each interface that an op then implements twice, and each
    /// implementation for an op that does not exist: see [`extension::check`].
    pub fn extend(
        mut self,
        extensions: impl IntoIterator<Item = &'static DialectExtension>,
    ) -> Result<Self, Vec<String>> {
        self.extensions.extend(extensions);
        extension::check(&self.dialects, &self.extensions)?;
        Ok(self)
    }

    /// Returns a context with the dialects and extensions.
    pub fn new_context(&self) -> Context {
        Context::with_extensions(&self.dialects, &self.extensions)
    }

    /// Returns the ops of a dialect, then those that extensions add to it.
    pub fn ops_of(&self, dialect: &DialectDef) -> impl Iterator<Item = &'static OpDef> {
        let name = dialect.name;
        let own = self.extensions.iter().filter(move |extension| extension.dialect == name);
        dialect.ops.iter().chain(own.flat_map(|extension| extension.ops)).copied()
    }

    /// Returns the ops of all dialects.
    pub fn ops(&self) -> impl Iterator<Item = &'static OpDef> {
        self.dialects.iter().flat_map(|dialect| self.ops_of(dialect))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool() -> Setup {
        Setup {
            name: "my-opt",
            version: "1.2.3",
            commands: Vec::new(),
            pages: Vec::new(),
            dialects: Vec::new(),
            extensions: Vec::new(),
            registry: Registry::new([], []),
            define_dialects: |_| Ok(()),
            exits_after_run: false,
        }
    }

    #[test]
    fn texts_have_the_name_of_the_tool() {
        let text = |text: &str| tool().text(text);
        assert_eq!(text("see terrace run --help; Terrace's own"), "see my-opt run --help; my-opt's own");
        assert_eq!(text("the system's terrace, terrace-opt"), "the system's my-opt, my-opt-opt");
        assert_eq!(text("or TERRACE_CLANG, terrace_main"), "or MY_OPT_CLANG, terrace_main");
        assert_eq!(text("cannot read 'a terrace', /x/terrace"), "cannot read 'a terrace', /x/terrace");
        assert_eq!(tool().version_text(), "my-opt 1.2.3");
    }
}
