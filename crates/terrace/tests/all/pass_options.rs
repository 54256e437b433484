//! Wrong options of passes and pipelines: for each option, the message about a misspelled name and
//! about a value of another kind.

use terrace::tools::{Io, Setup, opt, setup};
use terrace_pass::OpPipeline;
use terrace_pass::options::{OptionDef, OptionKind};

/// A name that is not the option's, and near it.
fn misspelled(name: &str) -> String {
    format!("{name}x")
}

/// A value that an option does not take; `None` if it takes any text.
fn wrong_value(option: &OptionDef) -> Option<&'static str> {
    match option.kind {
        OptionKind::Text | OptionKind::OptionalText | OptionKind::List => None,
        _ => Some("no-such-value"),
    }
}

/// Checks that what is said about options, by the driver and in the text of a pipeline, is one line with these parts.
fn check(setup: &Setup, name: &str, text: &str, parts: &[&str]) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut input = &b""[..];
    let io = Io::unattended(&mut input, &mut out, &mut err);
    let code = opt("terrace opt", &[format!("--{name}={text}")], io, setup);
    let said = String::from_utf8(err).unwrap();
    assert_eq!((code, out), (2, Vec::new()), "--{name}={text}: {said}");
    assert_eq!(said.lines().count(), 1, "--{name}={text}: {said}");
    let error = OpPipeline::new(None).parse_into(&format!("{name}{{{text}}}"), &setup.registry);
    let line = error.expect_err(text).line();
    assert_eq!(line.lines().count(), 1, "{line}");
    for part in parts {
        assert!(said.contains(part), "--{name}={text}: {said} has no {part}");
        assert!(line.contains(part), "{name}{{{text}}}: {line} has no {part}");
    }
}

#[test]
fn wrong_options_are_explained_in_one_line() {
    let setup = setup();
    let passes = setup.registry.passes();
    let passes = passes.iter().map(|pass| ("pass", pass.name, pass.options));
    let pipelines = setup.registry.pipelines();
    let pipelines = pipelines.iter().map(|pipeline| ("pipeline", pipeline.name, pipeline.options));
    let (mut names, mut values) = (0, 0);
    let check = |name: &str, text: &str, parts: &[&str]| check(&setup, name, text, parts);
    for (kind, name, options) in passes.chain(pipelines) {
        let owner = format!("{kind} '{name}'");
        check(name, "no-such-option-anywhere", &[&owner, "no such option no-such-option-anywhere"]);
        for option in options {
            let wrong = misspelled(option.name);
            names += 1;
            let listed: Vec<&str> = options.iter().map(|option| option.name).collect();
            let listed = listed.join(", ");
            let meant = format!("did you mean '{}'?", option.name);
            check(
                name,
                &format!("{wrong}=1"),
                &[&owner, &format!("no such option {wrong} "), &listed, &meant],
            );
            let Some(value) = wrong_value(option) else { continue };
            values += 1;
            let about = format!("the --{} option", option.name);
            let accepted = option.kind.accepted();
            check(name, &format!("{}={value}", option.name), &[&owner, &about, value, &accepted]);
            if let OptionKind::Choice(choices) = option.kind {
                let choice = choices.iter().find(|choice| choice.len() > 2).expect("a choice has a name");
                let meant = format!("did you mean '{choice}'?");
                check(
                    name,
                    &format!("{}={}", option.name, misspelled(choice)),
                    &[&owner, &about, &accepted, &meant],
                );
            }
        }
    }
    assert!(names > 100 && values > 70, "{names} {values}");
}
