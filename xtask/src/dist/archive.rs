//! Archives whose bytes depend on their contents alone.

use std::io::Write as _;

use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

use super::tree::{Entry, Tree};

/// The files of a tree, each path after `prefix`, and their directories, as a compressed tar archive.
pub(super) fn tar_gz(tree: &Tree, prefix: &str, epoch: u64) -> std::io::Result<Vec<u8>> {
    let mut builder = Builder::new(Vec::new());
    let mut paths: Vec<(String, Option<&Entry>)> =
        tree.files.iter().map(|(path, entry)| (format!("{prefix}{path}"), Some(entry))).collect();
    let mut dirs = std::collections::BTreeSet::new();
    for (path, _) in &paths {
        let ends = path.match_indices('/').map(|(at, _)| path[..=at].to_owned());
        dirs.extend(ends);
    }
    paths.extend(dirs.into_iter().map(|dir| (dir, None)));
    paths.sort_by(|a, b| a.0.cmp(&b.0));
    for (path, entry) in paths {
        let mut header = Header::new_gnu();
        header.set_mtime(epoch);
        header.set_uid(0);
        header.set_gid(0);
        header.set_username("root")?;
        header.set_groupname("root")?;
        header.set_mode(0o755);
        header.set_size(0);
        match entry {
            None => {
                header.set_entry_type(EntryType::Directory);
                builder.append_data(&mut header, path, std::io::empty())?;
            }
            Some(Entry::Link(to)) => {
                header.set_entry_type(EntryType::Symlink);
                builder.append_link(&mut header, path, to)?;
            }
            Some(Entry::File { contents, program }) => {
                header.set_size(contents.len() as u64);
                header.set_mode(if *program { 0o755 } else { 0o644 });
                builder.append_data(&mut header, path, contents.as_slice())?;
            }
        }
    }
    gzip(&builder.into_inner()?)
}

/// The bytes compressed, without a name or a time.
pub(super) fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// An archive in the format of `ar`.
pub(super) fn ar(members: &[(&str, &[u8])], epoch: u64) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, contents) in members {
        let size = contents.len();
        out.extend(format!("{name:<16}{epoch:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, "100644").bytes());
        out.extend(*contents);
        if size % 2 == 1 {
            out.push(b'\n');
        }
    }
    out
}
