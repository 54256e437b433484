//! The shell syntax of script lines, with lit's rules for quotes and without precedence among `;`, `&&` and `||`.

/// A word; `glob` if it has an unquoted `*` or `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) glob: bool,
}

/// A redirection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Redirect {
    pub(crate) operator: Operator,
    /// The descriptor written before the operator.
    pub(crate) descriptor: Option<u32>,
    pub(crate) target: Word,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Pipe,
    /// `|&`: a pipe that takes standard error too.
    PipeBoth,
    Or,
    And,
    Sequence,
    Background,
    Out,
    Append,
    /// `>&`.
    OutDup,
    /// `&>`.
    Both,
    In,
    InDup,
    HereDocument,
}

impl Operator {
    fn text(self) -> &'static str {
        match self {
            Self::Pipe => "|",
            Self::PipeBoth => "|&",
            Self::Or => "||",
            Self::And => "&&",
            Self::Sequence => ";",
            Self::Background => "&",
            Self::Out => ">",
            Self::Append => ">>",
            Self::OutDup => ">&",
            Self::Both => "&>",
            Self::In => "<",
            Self::InDup => "<&",
            Self::HereDocument => "<<",
        }
    }

    fn ends_command(self) -> bool {
        matches!(self, Self::Pipe | Self::PipeBoth | Self::Or | Self::And | Self::Sequence | Self::Background)
    }
}

/// A command with its redirections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) words: Vec<Word>,
    pub(crate) redirects: Vec<Redirect>,
}

/// Commands joined by pipes.
pub(crate) type Pipeline = Vec<Command>;

/// Pipelines from left to right, each with the operator before it; the first has none.
pub(crate) type Line = Vec<(Option<Operator>, Pipeline)>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(Word),
    Operator(Operator, Option<u32>),
}

/// Parses one script line.
pub(crate) fn parse(text: &str) -> Result<Line, String> {
    let tokens = lex(text)?;
    let mut tokens = tokens.into_iter().peekable();
    let mut line = Vec::new();
    let mut operator = None;
    loop {
        let mut pipeline = vec![];
        loop {
            let mut command = Command::default();
            while let Some(token) =
                tokens.next_if(|t| !matches!(t, Token::Operator(op, _) if op.ends_command()))
            {
                match token {
                    Token::Word(word) => command.words.push(word),
                    Token::Operator(operator, _) if command.words.is_empty() => {
                        return Err(format!("syntax error near unexpected token '{}'", operator.text()));
                    }
                    Token::Operator(operator, descriptor) => match tokens.next() {
                        Some(Token::Word(target)) => {
                            command.redirects.push(Redirect { operator, descriptor, target })
                        }
                        _ => return Err(format!("syntax error near token '{}'", operator.text())),
                    },
                }
            }
            if command.words.is_empty() {
                return Err("empty command!".to_owned());
            }
            let pipe =
                tokens.next_if(|t| matches!(t, Token::Operator(Operator::Pipe | Operator::PipeBoth, _)));
            if matches!(pipe, Some(Token::Operator(Operator::PipeBoth, _))) {
                let target = Word { text: "1".to_owned(), glob: false };
                command.redirects.push(Redirect { operator: Operator::OutDup, descriptor: Some(2), target });
            }
            pipeline.push(command);
            if pipe.is_none() {
                break;
            }
        }
        line.push((operator, pipeline));
        match tokens.next() {
            None => return Ok(line),
            Some(Token::Operator(Operator::Sequence, _)) if tokens.peek().is_none() => return Ok(line),
            Some(Token::Operator(next, _)) => operator = Some(next),
            Some(Token::Word(word)) => return Err(format!("unexpected word '{}'", word.text)),
        }
    }
}

fn lex(text: &str) -> Result<Vec<Token>, String> {
    let mut lexer = Lexer { chars: text.chars().collect(), pos: 0 };
    let mut tokens = Vec::new();
    while let Some(c) = lexer.peek() {
        if c.is_whitespace() {
            lexer.pos += 1;
        } else {
            tokens.push(lexer.token()?);
        }
    }
    Ok(tokens)
}

struct Lexer {
    chars: Vec<char>,
    pos: usize,
}

impl Lexer {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.pos).copied()
    }

    fn eat(&mut self, c: char) -> bool {
        let hit = self.peek() == Some(c);
        self.pos += usize::from(hit);
        hit
    }

    fn operator(&mut self) -> Option<Operator> {
        let start = self.pos;
        let first = self.peek()?;
        self.pos += 1;
        Some(match first {
            ';' => Operator::Sequence,
            '|' if self.eat('|') => Operator::Or,
            '|' if self.eat('&') => Operator::PipeBoth,
            '|' => Operator::Pipe,
            '&' if self.eat('&') => Operator::And,
            '&' if self.eat('>') => Operator::Both,
            '&' => Operator::Background,
            '>' if self.eat('&') => Operator::OutDup,
            '>' if self.eat('>') => Operator::Append,
            '>' => Operator::Out,
            '<' if self.eat('&') => Operator::InDup,
            '<' if self.eat('<') => Operator::HereDocument,
            '<' => Operator::In,
            _ => {
                self.pos = start;
                return None;
            }
        })
    }

    fn token(&mut self) -> Result<Token, String> {
        if let Some(operator) = self.operator() {
            return Ok(Token::Operator(operator, None));
        }
        let mut word = Word { text: String::new(), glob: false };
        while let Some(c) = self.peek() {
            match c {
                _ if c.is_whitespace() || "|&;".contains(c) => break,
                '<' | '>' => {
                    // A number right before the operator is a descriptor.
                    if let Ok(descriptor) = word.text.parse()
                        && let Some(operator) = self.operator()
                    {
                        return Ok(Token::Operator(operator, Some(descriptor)));
                    }
                    break;
                }
                '\'' | '"' => {
                    self.pos += 1;
                    self.quoted(c, &mut word.text)?;
                }
                '\\' => {
                    self.pos += 1;
                    if let Some(escaped) = self.peek() {
                        word.text.push(escaped);
                        self.pos += 1;
                    }
                }
                _ => {
                    word.glob |= c == '*' || c == '?';
                    word.text.push(c);
                    self.pos += 1;
                }
            }
        }
        Ok(Token::Word(word))
    }

    fn quoted(&mut self, quote: char, out: &mut String) -> Result<(), String> {
        while let Some(c) = self.peek() {
            self.pos += 1;
            match c {
                _ if c == quote => return Ok(()),
                '\\' if quote == '"' => match self.peek() {
                    // In double quotes a backslash quotes these only.
                    Some(escaped @ ('"' | '\\' | '$')) => {
                        out.push(escaped);
                        self.pos += 1;
                    }
                    _ => out.push('\\'),
                },
                _ => out.push(c),
            }
        }
        Err(format!("missing quote character {quote}"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Operator, parse};

    fn words(text: &str) -> Vec<Vec<String>> {
        let line = parse(text).unwrap();
        let commands = line.into_iter().flat_map(|(_, pipeline)| pipeline);
        commands.map(|command| command.words.into_iter().map(|word| word.text).collect()).collect()
    }

    #[test]
    fn quotes() {
        assert_eq!(words(r#"a 'b c' "d \"e\" \n" f\ g x"y"z"#), [["a", "b c", r#"d "e" \n"#, "f g", "xyz"]]);
        assert_eq!(words("--pass='a{b=\"c d\"}'"), [["--pass=a{b=\"c d\"}"]]);
    }

    #[test]
    fn operators() {
        let line = parse("a | b 2>&1 |& c && d || e ; f > g 2>> h < i").unwrap();
        let operators: Vec<_> = line.iter().map(|(operator, _)| *operator).collect();
        assert_eq!(operators, [None, Some(Operator::And), Some(Operator::Or), Some(Operator::Sequence)]);
        assert_eq!(line[0].1.len(), 3);
        assert_eq!(line[0].1[1].redirects.len(), 2);
        let redirects: Vec<_> = line[3].1[0].redirects.iter().map(|r| (r.operator, r.descriptor)).collect();
        assert_eq!(redirects, [(Operator::Out, None), (Operator::Append, Some(2)), (Operator::In, None)]);
    }

    #[test]
    fn errors() {
        for text in ["", "| a", "a |", "a >", "a && ", "'a"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
