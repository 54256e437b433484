//! The configuration of a tool.

use std::process::ExitCode;

use terrace_ir::def::{DialectDef, OpDef};
use terrace_ir::extension::{self, DialectExtension};
use terrace_ir::{CheckResult, Context, OpRef};
use terrace_pass::{PassDef, Registry};

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

    /// The version text: the tool with its version, and its base.
    pub fn version_text(&self) -> String {
        let own = concat!("terrace ", env!("CARGO_PKG_VERSION"));
        match self.name {
            "terrace" => own.to_owned(),
            name => format!("{name} {} ({own})", self.version),
        }
    }

    /// A text about the tool: where it calls a command of `terrace`, the name of the tool is put.
    pub fn text(&self, text: &str) -> String {
        if self.name == "terrace" {
            return text.to_owned();
        }
        text.replace("terrace ", &format!("{} ", self.name)).replace("terrace:", &format!("{}:", self.name))
    }

    /// Returns the set-up with more dialects, and with more passes; a pass takes the place of one of the same name.
    #[must_use]
    pub fn with(mut self, dialects: &[&'static DialectDef], passes: &[&'static PassDef]) -> Self {
        self.dialects.extend(dialects);
        let all = self.registry.passes().into_iter().chain(passes.iter().copied());
        self.registry = Registry::new(all, self.registry.pipelines());
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
