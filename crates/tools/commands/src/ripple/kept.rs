//! Files that a compilation keeps besides its result: those of stages, dependencies, and the entries of a compilation
//! database.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::command_line::Source;
use super::stages::{Failed, Stages};
use super::{dependencies, headers};

impl Stages<'_> {
    /// Keeps the result of a stage, if `-save-temps` asks for it.
    pub(super) fn save(
        &mut self,
        source: &Source,
        result: &Path,
        ending: &str,
        output: &Path,
    ) -> Result<(), Failed> {
        if self.line.saves.is_none() || self.line.prints_commands {
            return Ok(());
        }
        let text = self.read(result)?;
        let path = self.path(self.kept_beside(source, ending, output));
        self.write(&path, &text)
    }

    /// The name under which the result of a stage is kept: in the directory of the output with `-save-temps=obj`, else
    /// in that of the process.
    pub fn kept_beside(&self, source: &Source, ending: &str, output: &Path) -> PathBuf {
        let path = Path::new(&source.path);
        let name = path.file_name().map_or(path, Path::new).with_extension(ending);
        match self.line.saves.as_deref() {
            Some("-save-temps=obj") => match &self.line.output {
                Some(named) => Path::new(named).with_file_name(name),
                None => output.with_file_name(name),
            },
            _ => name,
        }
    }

    /// Appends the entry of a source to the compilation database. Its command is one that tools take which know clang
    /// alone: it parses the source, with the headers that stay.
    pub(super) fn describe(&mut self, source: &Source, output: &Path) -> Result<(), Failed> {
        let Some(database) = self.line.database.clone().filter(|_| !self.line.prints_commands) else {
            return Ok(());
        };
        let headers = headers::kept().map_err(|message| self.complain(&message))?;
        let directory = std::env::current_dir()
            .map_err(|error| self.complain(&format!("there is no current directory: {error}")))?
            .join(self.cwd)
            .components()
            .collect::<PathBuf>();
        let language = format!("-x{}", source.language.name());
        let output = output.display().to_string();
        let clang = self.clang.display().to_string();
        let headers = headers.display().to_string();
        let mut arguments: Vec<&str> = vec![&clang, &language, &source.path, "-o", &output];
        arguments.extend(["-isystem", &headers, "-DRIPPLE_PARSE_ONLY"]);
        arguments.extend(self.line.flags().map(String::as_str));
        arguments.extend(self.line.level.as_deref());
        let entry = serde_json::json!({
            "directory": directory.display().to_string(),
            "file": source.path,
            "output": output,
            "arguments": arguments,
        });
        let path = self.path(&database);
        std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .and_then(|mut file| writeln!(file, "{entry},"))
            .map_err(|error| self.complain(&format!("cannot write '{}': {error}", path.display())))
    }

    /// The name of the dependency file of a source.
    pub(super) fn dependency_file(&self, source: &str) -> PathBuf {
        match (&self.line.dependencies.file, &self.line.output) {
            (Some(file), _) => self.path(file),
            (None, Some(output)) => self.path(Path::new(output).with_extension("d")),
            (None, None) => {
                self.path(Path::new(Path::new(source).file_name().unwrap_or_default()).with_extension("d"))
            }
        }
    }

    pub(super) fn copy_dependencies(&mut self, from: &Path, to: &Path) -> Result<(), Failed> {
        let rules = self.read(from)?;
        let rules = dependencies::without(&String::from_utf8_lossy(&rules), &self.headers);
        self.write(to, rules.as_bytes())
    }
}
