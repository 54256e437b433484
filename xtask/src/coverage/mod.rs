//! `coverage`: what upstream defines, and what of it is there, counted by a program and kept in `coverage.json`.

mod facts;
mod help;
mod ours;
mod page;
mod upstream;

use std::error::Error;
use std::path::{Path, PathBuf};

use facts::{Absence, Facts, Record};

use crate::args::Args;

/// The record, at the root of the repository.
const RECORD: &str = "coverage.json";

type Outcome<T> = Result<T, Box<dyn Error>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn recorded() -> Outcome<Record> {
    let path = root().join(RECORD);
    if path.exists() { Record::of_text(&std::fs::read_to_string(path)?) } else { Ok(Record::default()) }
}

/// Runs the task; false if something that is recorded is lost.
pub(crate) fn main(args: &[String]) -> Outcome<bool> {
    let args = Args::parse(args, &["--bin", "--source"], &["--update", "--ours"])?;
    let earlier = recorded()?;
    let is_shown = |absence: &&Absence| {
        args.rest.is_empty() || args.rest.iter().any(|part| absence.text().contains(part.as_str()))
    };
    if args.flag("--ours") {
        let lost = lost(&earlier, &ours::read(&earlier.there)?);
        lost.iter().for_each(|absence| println!("lost: {}", absence.text()));
        return Ok(lost.is_empty());
    }
    let source = match args.value("--source") {
        Some(dir) => PathBuf::from(dir),
        None => crate::conform::default_tree().ok_or("no definitions: give --source DIR")?.join("reference"),
    };
    let bin = Path::new(args.value("--bin").unwrap_or("/usr/lib/llvm-22/bin"));
    let theirs = upstream::read(&upstream::Places { bin, source: &source })?;
    let ours = ours::read(&theirs)?;
    let now = Record::new(&theirs, &ours, earlier.absent.iter().map(|(reason, _)| reason.clone()));
    now.open.iter().filter(is_shown).for_each(|absence| println!("open: {}", absence.text()));
    println!("{} things are there, {} are open", now.there.0.len(), now.open.len());
    let lost = lost(&earlier, &ours);
    lost.iter().for_each(|absence| println!("lost: {}", absence.text()));
    if args.flag("--update") {
        std::fs::write(root().join(RECORD), now.text())?;
        std::fs::write(root().join(page::PAGE), page::text(&now))?;
        let readme = root().join("README.md");
        let text = page::in_readme(&now, &std::fs::read_to_string(&readme)?);
        std::fs::write(readme, text.ok_or("README does not say how many passes there are")?)?;
        return Ok(true);
    }
    if now != earlier {
        println!("not as recorded in {RECORD}: --update writes it");
    }
    Ok(lost.is_empty())
}

/// Returns the recorded things that this side does not have.
fn lost(record: &Record, ours: &Facts) -> Vec<Absence> {
    record.there.divide(ours).1
}

#[cfg(test)]
mod tests {
    use super::facts::Kind;
    use super::*;

    #[test]
    fn nothing_that_is_recorded_is_lost() {
        let record = recorded().expect("the record reads");
        assert!(record.there.0.len() > 1500, "{}", record.there.0.len());
        let lost = lost(&record, &ours::read(&record.there).expect("the tools run"));
        let lost: Vec<String> = lost.iter().map(Absence::text).collect();
        assert!(lost.is_empty(), "{}", lost.join("\n"));
    }

    #[test]
    fn what_is_new_and_what_is_lost_is_found() {
        let mut theirs = Facts::default();
        theirs.thing(Kind::Op, "a.b").extend(["folder".to_owned(), "verifier".to_owned()]);
        theirs.thing(Kind::Op, "a.c");
        theirs.thing(Kind::Pass, "gpu-x");
        let mut ours = Facts::default();
        ours.thing(Kind::Op, "a.b").insert("folder".to_owned());
        let reason = facts::Reason { of: vec!["pass gpu-*".to_owned()], why: "Absent.".to_owned() };
        let record = Record::new(&theirs, &ours, [reason].into_iter());
        assert_eq!(Record::of_text(&record.text()).expect("it reads"), record);
        assert_eq!(record.absent[0].1.len(), 1);
        let open: Vec<String> = record.open.iter().map(Absence::text).collect();
        assert_eq!(open, ["op a.b: verifier", "op a.c"]);
        assert!(lost(&record, &ours).is_empty());
        assert_eq!(lost(&record, &Facts::default()).len(), 1);
    }
}
