//! Files of modules beside that of the program: libraries of vector functions, and assembly that is explained.

use std::path::Path;

use super::columns::Columns;
use super::explained::{CompiledModule, ExplainedModule, is_exchanged};
use super::sizes::{FACTORS, resized};
use super::stages::{Failed, Stages};
use super::transform;

impl Stages<'_> {
    /// The files of libraries, those that are bitcode as text.
    pub(super) fn libraries(&mut self) -> Result<Vec<String>, Failed> {
        let mut files = Vec::new();
        for (number, file) in self.line.libraries.iter().enumerate() {
            let path = self.path(file);
            let is_bitcode = std::fs::read(&path).is_ok_and(|bytes| bytes.starts_with(b"BC\xC0\xDE"));
            let name = path.display().to_string();
            if !is_bitcode && !name.contains([',', '"', '{', '}']) {
                files.push(name);
                continue;
            }
            if !is_bitcode {
                // The list of an option of a pass has no place for such a name.
                let ending = path.extension().unwrap_or_default().display();
                let copy = self.scratch.file(&format!("library-{number}.{ending}"));
                let text = self.read(&path)?;
                self.write(&copy, &text)?;
                files.push(copy.display().to_string());
                continue;
            }
            let text = self.scratch.file(&format!("library-{number}.ll"));
            let mut command = self.clang();
            command.args(["-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-x", "ir"]);
            command
                .arg(&path)
                .arg("-o")
                .arg(&text)
                .args(["-Wno-override-module", "-Wno-unused-command-line-argument"]);
            self.run(&mut command)?;
            files.push(text.display().to_string());
        }
        Ok(files)
    }

    /// Collects what explains the accesses of a module.
    pub(super) fn explain_module(
        &mut self,
        text: Vec<u8>,
        of: (&str, &Columns),
        options: &transform::RippleOptions,
        file: &Path,
    ) -> Result<(), Failed> {
        let input = String::from_utf8_lossy(&text).into_owned();
        let mut diagnostics = Vec::new();
        let llvm_ir = transform::transform(text, of, options, self.setup, &mut diagnostics);
        // A size that is exchanged already is not compared with others.
        let mut is_compared = !is_exchanged(&diagnostics);
        if let Some(explained) = &mut self.explained {
            explained.diagnostics.append(&mut diagnostics);
            is_compared &= explained.advise;
        }
        let compiled = self.compile_explained(llvm_ir.ok_or(Failed(1))?, file)?;
        let variants = if is_compared { self.variants(&input, of, options, file) } else { Vec::new() };
        if let Some(explained) = &mut self.explained {
            explained.modules.push(ExplainedModule { input, compiled, variants });
        }
        Ok(())
    }

    /// Compiles a module to assembly, for its explanation.
    fn compile_explained(&mut self, llvm_ir: String, file: &Path) -> Result<CompiledModule, Failed> {
        self.write(file, llvm_ir.as_bytes())?;
        let mut command = self.stage();
        // An iteration of a loop over blocks is a block.
        command.args(&self.line.level).args(["-S", "-mllvm", "-unroll-runtime=false"]);
        command.args(["-x", "ir"]).arg(file).args(["-o", "-"]);
        let assembly = self.run_quiet(&mut command)?;
        let assembly = String::from_utf8_lossy(&assembly).into_owned();
        Ok(CompiledModule { llvm_ir, assembly })
    }

    /// Compiles a module with other sizes of blocks, those that it can have.
    fn variants(
        &mut self,
        input: &str,
        of: (&str, &Columns),
        options: &transform::RippleOptions,
        file: &Path,
    ) -> Vec<((u64, u64), CompiledModule)> {
        let mut variants = Vec::new();
        for factor in FACTORS {
            let Some(text) = resized(input, factor) else { continue };
            let mut diagnostics = Vec::new();
            let text = transform::transform(text.into_bytes(), of, options, self.setup, &mut diagnostics);
            let Some(text) = text.filter(|_| !is_exchanged(&diagnostics)) else { continue };
            // A size that does not compile is not proposed.
            variants.extend(self.compile_explained(text, file).map(|compiled| (factor, compiled)));
        }
        variants
    }
}
