//! The faults of LLVM that are worked around: each one is still there.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use terrace_filetest::harness::{Test, find_program};
use terrace_target::quirks::{QUIRKS, QuirkRow, Reproducer, Symptom};

/// The time after which a tool is taken to be endless; without the fault it takes a hundredth of it.
const ENDLESS: Duration = Duration::from_secs(3);

/// A test for each fault, with the program that shows it.
pub(crate) fn tests() -> impl Iterator<Item = Test> {
    QUIRKS.iter().flat_map(|row| {
        let reproducer = row.reproducer;
        row.llvm.clone().map(move |version| {
            let tool = find_program(&[&format!("{}-{version}", reproducer.tool)]);
            let program = tool.clone().unwrap_or_default();
            let name = format!("llvm_{version}_has_{:?}", row.id);
            Test::new(&name, move || Ok(shows(row, reproducer, &program.to_string_lossy())?)).needs(tool)
        })
    })
}

/// Runs a tool on the program of a fault.
fn shows(row: &QuirkRow, reproducer: Reproducer, tool: &str) -> Result<(), String> {
    let mut child = Command::new(tool)
        .args(reproducer.arguments)
        .args(["-o", "-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run '{tool}': {error}"))?;
    let mut stdin = child.stdin.take().ok_or("no input")?;
    stdin.write_all(reproducer.text.as_bytes()).map_err(|error| error.to_string())?;
    drop(stdin);
    let Symptom::Output(symptom) = reproducer.symptom else {
        std::thread::sleep(ENDLESS);
        let ended = child.try_wait().map_err(|error| error.to_string())?;
        // It is gone, or goes now.
        let _ = child.kill();
        let _ = child.wait();
        return if ended.is_none() { Ok(()) } else { Err(mended(row, tool)) };
    };
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let said = if output.status.success() { output.stdout } else { output.stderr };
    let said = String::from_utf8_lossy(&said);
    match said.contains(symptom) {
        true => Ok(()),
        false => Err(format!("{}: '{symptom}' is not in its output\n{said}", mended(row, tool))),
    }
}

/// The advice for a fault that is not there any more.
fn mended(row: &QuirkRow, tool: &str) -> String {
    let (id, instead) = (row.id, row.instead);
    format!("{tool} does not have the fault {id:?} any more: drop the row and the work-around ({instead})")
}

/// The table has one row for each fault.
pub(crate) fn faults_are_listed_once() {
    for (place, row) in QUIRKS.iter().enumerate() {
        assert_eq!(place, row.id as usize, "{:?} is not at its place in the table", row.id);
    }
    assert_eq!(QUIRKS.last().map(|row| row.id), Some(terrace_target::Quirk::PiecesCombinedEarly));
}
