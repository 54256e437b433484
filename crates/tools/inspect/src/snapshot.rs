//! `snapshot-op-locations`: writes the IR to a file, and sets the locations of ops to their positions in it.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, process};

use terrace_asm::{Marked, What, print_ir_marked, print_op_marked};
use terrace_ir::attrs::{Attr, LocData};
use terrace_ir::def::plain_error;
use terrace_ir::{Ir, Loc, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};

pass_options! {
    /// The options of the pass.
    struct SnapshotOpLocationsOptions {
        /// The filename to print the generated IR
        filename("filename"): String = "",
        /// A tag to use when fusing the new locations with the original. If unset, the locations are replaced.
        tag("tag"): String = "",
        /// Print debug info in MLIR output
        print_debuginfo("print-debuginfo"): bool = "false",
        /// Print the generic op form
        print_op_generic("print-op-generic"): bool = "false",
        /// Print with local scope and inline information (eliding aliases for attributes, types, and locations
        print_local_scope("print-local-scope"): bool = "false",
        /// Print pretty debug info in MLIR output
        pretty_debuginfo("pretty-debuginfo"): bool = "false",
    }
}

/// The pass.
pub static SNAPSHOT_OP_LOCATIONS: PassDef = PassDef {
    name: "snapshot-op-locations",
    class: "LocationSnapshot",
    doc: "Generate new locations from the current IR",
    options: SnapshotOpLocationsOptions::DEFS,
    make: |options| {
        let options = SnapshotOpLocationsOptions::from(options);
        Ok(Pass::Ir(Box::new(Snapshot {
            file: options.filename,
            tag: options.tag,
            debuginfo: options.print_debuginfo,
            generic: options.print_op_generic,
            local_scope: options.print_local_scope,
            pretty: options.pretty_debuginfo,
        })))
    },
    ..EMPTY_PASS
};

struct Snapshot {
    file: String,
    tag: String,
    debuginfo: bool,
    generic: bool,
    local_scope: bool,
    pretty: bool,
}

impl IrPass for Snapshot {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let options = &run.manager.print;
        let options = options
            .clone()
            .debuginfo(self.debuginfo)
            .pretty_debuginfo(self.pretty)
            .generic(self.generic || options.generic)
            .local_scope(self.local_scope || options.local_scope);
        let view = ir.op(op);
        let Marked { text, marks } = match view.parent_op() {
            Some(_) => print_op_marked(view, &options),
            None => print_ir_marked(ir, &options),
        };
        let allowed = ir.cx().ask_for_file(&self.file);
        let name = match allowed.and_then(|()| self.write(&text, run.manager.cwd)) {
            Ok(name) => name,
            Err(message) => return run.fail(plain_error(view, message)),
        };
        let cx = ir.cx().clone();
        let (file, tag) = (cx.str(&name), cx.str(&self.tag));
        let (mut line, mut line_start, mut read) = (1u32, 0, 0);
        for mark in marks {
            let What::Op(op) = mark.what else { continue };
            let at = mark.range.start;
            for (offset, _) in
                text.as_bytes()[read..at].iter().enumerate().filter(|(_, byte)| **byte == b'\n')
            {
                line += 1;
                line_start = read + offset + 1;
            }
            read = at;
            let place = cx.file_loc(file, line, (at - line_start) as u32);
            let place = match self.tag.is_empty() {
                true => place,
                false => {
                    let tagged = cx.loc_attr(LocData::Name { name: tag, child: place });
                    let old = ir.loc_attr(ir.op(op).loc());
                    cx.loc_attr(LocData::Fused { locations: [old, tagged].into(), metadata: Attr::NULL })
                }
            };
            ir.rewrite(op.body, |rw| rw.set_loc(op.op, Loc::from_attr(place)));
        }
        Ok(())
    }
}

impl Snapshot {
    /// Writes the text; returns the name of the file.
    fn write(&self, text: &str, cwd: &Path) -> Result<String, String> {
        let (opened, path) = match self.file.is_empty() {
            false => {
                let path = cwd.join(&self.file);
                (OpenOptions::new().write(true).create(true).truncate(true).open(&path), self.file.clone())
            }
            true => {
                let (file, path) = new_file();
                (file, path.to_string_lossy().into_owned())
            }
        };
        let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
        written.map(|()| path.clone()).map_err(|error| {
            let error = error.to_string();
            let reason = error.split_once(" (os error").map_or(&*error, |(reason, _)| reason);
            format!("cannot open output file '{path}': {reason}")
        })
    }
}

/// A new temporary file with a unique name.
fn new_file() -> (std::io::Result<std::fs::File>, PathBuf) {
    let mut number = 0;
    loop {
        let path = env::temp_dir().join(format!("mlir_snapshot-{}-{number}.tmp.mlir", process::id()));
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        match file {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            file => return (file, path),
        }
    }
}
