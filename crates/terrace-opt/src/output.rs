//! The output file, which is kept only on success.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Where the output goes: the output stream for `-`, else a file that is removed again unless kept.
pub struct Output<'a> {
    target: Target<'a>,
}

enum Target<'a> {
    Stream(BufWriter<&'a mut dyn Write>),
    File { writer: BufWriter<File>, path: PathBuf, kept: bool },
}

/// How much is written at once.
const BUFFER: usize = 1 << 16;

impl<'a> Output<'a> {
    /// The output stream.
    pub fn stream(stream: &'a mut dyn Write) -> Self {
        Output { target: Target::Stream(BufWriter::with_capacity(BUFFER, stream)) }
    }

    /// A new file, in place of one that is there.
    pub fn file(path: PathBuf) -> io::Result<Self> {
        let writer = BufWriter::with_capacity(BUFFER, File::create(&path)?);
        Ok(Output { target: Target::File { writer, path, kept: false } })
    }

    /// Writes out what is left; after this a file stays.
    pub fn keep(mut self) -> io::Result<()> {
        self.flush()?;
        if let Target::File { kept, .. } = &mut self.target {
            *kept = true;
        }
        Ok(())
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Stream(writer) => writer.write(bytes),
            Target::File { writer, .. } => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Stream(writer) => writer.flush(),
            Target::File { writer, .. } => writer.flush(),
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
