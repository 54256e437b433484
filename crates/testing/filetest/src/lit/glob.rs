//! File names with `*` and `?`.

use std::path::{Path, PathBuf};

/// The paths that match, sorted, written as the pattern is (relative or absolute).
pub(super) fn expand(pattern: &str, cwd: &Path) -> Vec<String> {
    let absolute = pattern.starts_with('/');
    let mut found: Vec<(PathBuf, String)> =
        vec![if absolute { ("/".into(), "/".to_owned()) } else { (cwd.to_path_buf(), String::new()) }];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        let mut next = Vec::new();
        for (dir, shown) in found {
            let join = |name: &str| match shown.as_str() {
                "" => name.to_owned(),
                "/" => format!("/{name}"),
                _ => format!("{shown}/{name}"),
            };
            if !part.contains(['*', '?']) {
                let path = dir.join(part);
                if path.exists() {
                    next.push((path, join(part)));
                }
                continue;
            }
            for entry in std::fs::read_dir(&dir).into_iter().flatten().flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                if (!name.starts_with('.') || part.starts_with('.'))
                    && matches(part.as_bytes(), name.as_bytes())
                {
                    next.push((entry.path(), join(&name)));
                }
            }
        }
        found = next;
    }
    let mut names: Vec<String> = found.into_iter().map(|(_, shown)| shown).collect();
    names.sort();
    names
}

/// Whether a name matches one part of a pattern, in linear space.
pub(crate) fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                retry = Some((p + 1, n));
                p += 1;
            }
            Some(&c) if c == b'?' || c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match retry {
                Some((after, from)) => {
                    retry = Some((after, from + 1));
                    p = after;
                    n = from + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == b'*')
}
