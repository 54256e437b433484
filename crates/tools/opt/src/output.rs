//! The output file, which is kept only on success.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// The output: the output stream for `-`, else a file that is removed unless kept.
pub struct Output<'a> {
    target: Target<'a>,
}

enum Target<'a> {
    Stream(BufWriter<&'a mut dyn Write>),
    File { file: Lazy, path: PathBuf, kept: bool },
}

/// The size of the output buffer, in bytes.
const BUFFER: usize = 1 << 16;

impl<'a> Output<'a> {
    /// The output stream.
    pub fn stream(stream: &'a mut dyn Write) -> Self {
        Output { target: Target::Stream(BufWriter::with_capacity(BUFFER, stream)) }
    }

    /// A file, which replaces an existing one at the first write: a run that is interrupted before leaves it
    /// unchanged.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened to be written.
    pub fn file(path: PathBuf) -> io::Result<Self> {
        let existed = path.exists();
        drop(File::options().write(true).create(true).truncate(false).open(&path)?);
        if !existed {
            std::fs::remove_file(&path)?;
        }
        let file = Lazy { path: path.clone(), writer: None };
        Ok(Output { target: Target::File { file, path, kept: false } })
    }

    /// Flushes the output; the file is kept afterwards.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn keep(mut self) -> io::Result<()> {
        self.flush()?;
        if let Target::File { file, kept, .. } = &mut self.target {
            // Nothing written is an empty file.
            file.writer()?;
            *kept = true;
        }
        Ok(())
    }
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
        if let Target::File { path, kept: false, .. } = &self.target
            // A device that was named as output is not ours to remove.
            && std::fs::symlink_metadata(path).is_ok_and(|data| data.is_file())
        {
            let _ = std::fs::remove_file(path);
        }
    }
}
