//! The critical path of the build: the chain of crates, each built of the one before it, with the most lines of source.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::Command;

use super::sources::Source;

/// A crate of the workspace: the lines of its sources, and the crates that it is built of.
struct Crate {
    lines: u64,
    needs: Vec<String>,
}

/// A chain of crates, the lowest first, each with its lines.
pub(super) struct Chain {
    /// The crates.
    pub(super) crates: Vec<(String, u64)>,
}

impl Chain {
    /// The lines of all crates.
    pub(super) fn lines(&self) -> u64 {
        self.crates.iter().map(|(_, lines)| lines).sum()
    }
}

/// Returns the longest chain that ends with a crate, by the manifests of the workspace and the lines of its sources.
///
/// # Errors
///
/// If cargo does not describe the workspace, or has no crate of the name.
pub(super) fn critical_path(root: &Path, sources: &[Source], last: &str) -> Result<Chain, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--format-version", "1", "--no-deps", "--locked", "--offline"];
    let done = Command::new(cargo).args(arguments).current_dir(root).output()?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into());
    }
    let metadata: serde_json::Value = serde_json::from_slice(&done.stdout)?;
    let mut crates = BTreeMap::new();
    for package in metadata["packages"].as_array().ok_or("cargo lists no packages")? {
        let name = package["name"].as_str().ok_or("a package has no name")?;
        let dependencies = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
        // Dependencies for tests have a kind, those of other workspaces no path.
        let needs =
            dependencies.iter().filter(|needed| needed["kind"].is_null() && needed["path"].is_string());
        let needs = needs.filter_map(|needed| needed["name"].as_str()).map(str::to_owned).collect();
        let of_crate = sources.iter().filter(|source| source.krate == name);
        let lines = of_crate.map(|source| source.text.lines().count() as u64).sum();
        crates.insert(name.to_owned(), Crate { lines, needs });
    }
    longest(&crates, last)
}

/// The longest chain: crates are settled when all that they need are.
fn longest(crates: &BTreeMap<String, Crate>, last: &str) -> Result<Chain, Box<dyn Error>> {
    let mut settled: BTreeMap<&str, (u64, Option<&str>)> = BTreeMap::new();
    while !settled.contains_key(last) {
        let before = settled.len();
        for (name, Crate { lines, needs }) in crates {
            let below: Option<Vec<_>> =
                needs.iter().map(|needed| Some((settled.get(needed.as_str())?.0, needed.as_str()))).collect();
            let Some(below) = below else { continue };
            let (length, longest) = below.into_iter().max().unzip();
            settled.insert(name, (length.unwrap_or(0) + lines, longest));
        }
        if settled.len() == before {
            return Err(format!("no crate {last} is built of crates of the workspace alone").into());
        }
    }
    let (mut chain, mut next) = (Vec::new(), Some(last));
    while let Some(name) = next {
        chain.push((name.to_owned(), crates[name].lines));
        next = settled[name].1;
    }
    chain.reverse();
    Ok(Chain { crates: chain })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_chain_counts_and_not_the_one_with_most_crates() {
        let krate = |name: &str, lines, needs: &[&str]| {
            (name.to_owned(), Crate { lines, needs: needs.iter().map(|&needed| needed.to_owned()).collect() })
        };
        let crates = BTreeMap::from([
            krate("base", 10, &[]),
            krate("large", 50, &["base"]),
            krate("small", 1, &["base"]),
            krate("smaller", 1, &["small"]),
            krate("top", 5, &["smaller", "large"]),
        ]);
        let chain = longest(&crates, "top").expect("all crates are there");
        let names: Vec<&str> = chain.crates.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!((names, chain.lines()), (vec!["base", "large", "top"], 65));
        assert!(longest(&crates, "absent").is_err());
    }
}
