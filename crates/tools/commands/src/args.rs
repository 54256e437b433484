//! Command-line parsing that the commands share.

/// The arguments with each value that follows its option after a blank joined to it by `=`: `--entry f` becomes
/// `--entry=f`. Options with a value are those that the page of help lists so.
pub(super) fn join_values(help: &str, args: &[String]) -> Vec<String> {
    let takes_value = |arg: &str| {
        let named =
            |line: &str| line.trim_start().strip_prefix(arg).is_some_and(|rest| rest.starts_with('='));
        arg.starts_with("--") && help.lines().any(named)
    };
    let mut joined: Vec<String> = Vec::with_capacity(args.len());
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match rest.as_slice().first().filter(|_| takes_value(arg)) {
            Some(value) => {
                joined.push(format!("{arg}={value}"));
                rest.next();
            }
            None => joined.push(arg.clone()),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::join_values;

    #[test]
    fn values_may_follow_a_blank() {
        const HELP: &str = "Options:\n  --entry=NAME   a function\n  --full  all; see --entry\n";
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let join = |text: &str| join_values(HELP, &words(text)).join(" ");
        assert_eq!(join("a --entry f --full b"), "a --entry=f --full b");
        assert_eq!(join("--entry=f --entry -1 -- --entry"), "--entry=f --entry=-1 -- --entry");
    }
}
