//! The output file, which is kept only on success. The input is replaced only then, too. Names of files, of which `-` is
//! the stream.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The output: the output stream for `-`, else a file.
pub struct Output<'a> {
    target: Target<'a>,
}

enum Target<'a> {
    Stream(BufWriter<&'a mut dyn Write>),
    /// The output goes to `file`, which becomes `replaced`, the input, if there is one, or stays where it is.
    File {
        file: Lazy,
        replaced: Option<PathBuf>,
        kept: bool,
    },
}

/// The size of the output buffer, in bytes.
const BUFFER: usize = 1 << 16;

impl<'a> Output<'a> {
    /// The output stream.
    pub fn stream(stream: &'a mut dyn Write) -> Self {
        Output { target: Target::Stream(BufWriter::with_capacity(BUFFER, stream)) }
    }

    /// A file. Unless it is kept, there is none afterwards; if it is the input, it is unchanged then.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened to be written.
    pub fn file(path: PathBuf, is_input: bool) -> io::Result<Self> {
        let existed = path.exists();
        drop(File::options().write(true).create(true).truncate(false).open(&path)?);
        let (path, replaced) = match is_input.then(|| beside(&path)).flatten() {
            Some((beside, file)) => (beside, Some(file)),
            None => (path, None),
        };
        if !existed {
            std::fs::remove_file(&path)?;
        }
        Ok(Output { target: Target::File { file: Lazy { path, writer: None }, replaced, kept: false } })
    }

    /// Flushes the output; the file is kept afterwards.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn keep(mut self) -> io::Result<()> {
        self.flush()?;
        if let Target::File { file, replaced, kept } = &mut self.target {
            // Nothing written is an empty file.
            file.writer()?;
            if let Some(replaced) = replaced {
                std::fs::set_permissions(&file.path, std::fs::metadata(&*replaced)?.permissions())?;
                std::fs::rename(&file.path, replaced)?;
            }
            *kept = true;
        }
        Ok(())
    }
}

/// A new file beside a regular file, which can take its place, and the file itself, at the end of links; `None` if there
/// cannot be one.
fn beside(path: &Path) -> Option<(PathBuf, PathBuf)> {
    let file = path.canonicalize().ok().filter(|file| file.is_file())?;
    let name = format!(".{}.{}.tmp", file.file_name()?.to_string_lossy(), std::process::id());
    let beside = file.with_file_name(name);
    File::options().write(true).create_new(true).open(&beside).ok()?;
    std::fs::remove_file(&beside).ok()?;
    Some((beside, file))
}

/// Writes a file; `-` is the output stream.
///
/// # Errors
///
/// If it cannot be written: a message that names it.
pub fn write_file(name: &str, bytes: &[u8], stdout: &mut dyn Write, cwd: &Path) -> Result<(), String> {
    let written = match name {
        "-" => stdout.write_all(bytes),
        _ => std::fs::write(cwd.join(name), bytes),
    };
    written.map_err(|error| format!("cannot write '{name}': {}", os_text(&error)))
}

/// Reads a file; `-` is the input stream.
///
/// # Errors
///
/// If it cannot be read: a message that names it.
pub fn read_file(name: &str, stdin: &mut dyn Read, cwd: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = match name {
        "-" => stdin.read_to_end(&mut bytes).map(|_| ()),
        _ => std::fs::read(cwd.join(name)).map(|content| bytes = content),
    };
    read.map(|()| bytes).map_err(|error| format!("cannot open input file '{name}': {}", os_text(&error)))
}

/// The system's words for an error, without Rust's addition of the number.
pub fn os_text(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// The error where `-` is named for a file beside the input, `what`, which alone may be the input stream.
pub fn not_stdin(what: &str) -> String {
    format!("{what} needs the name of a file: '-', the standard input, is for the input alone")
}

/// Whether a page that is written to `page` would replace the input that it is about.
pub fn is_input(page: &Path, input: &Path) -> bool {
    page.canonicalize().is_ok_and(|page| input.canonicalize().is_ok_and(|input| page == input))
}

/// A file that is made when something is written to it.
struct Lazy {
    path: PathBuf,
    writer: Option<BufWriter<File>>,
}

impl Lazy {
    fn writer(&mut self) -> io::Result<&mut BufWriter<File>> {
        match &mut self.writer {
            Some(writer) => Ok(writer),
            none => Ok(none.insert(BufWriter::with_capacity(BUFFER, File::create(&self.path)?))),
        }
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Stream(writer) => writer.write(bytes),
            Target::File { file, .. } => file.writer()?.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Stream(writer) => writer.flush(),
            Target::File { file, .. } => file.writer.as_mut().map_or(Ok(()), BufWriter::flush),
        }
    }
}

impl Drop for Output<'_> {
    fn drop(&mut self) {
        if let Target::File { file: Lazy { path, .. }, kept: false, .. } = &self.target
            // A device that was named as output is not ours to remove.
            && std::fs::symlink_metadata(path).is_ok_and(|data| data.is_file())
        {
            let _ = std::fs::remove_file(path);
        }
    }
}
