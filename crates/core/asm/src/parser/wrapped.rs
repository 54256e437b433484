//! Pieces of generic ops and names of results, as hand-written formats of other ops read them, and checks of attributes.

use terrace_ir::asm::{PResult, ParseState};
use terrace_ir::context::OpInfo;
use terrace_ir::def::OpTable;
use terrace_ir::{Attr, Context, Op, Region, Str};

use super::Parser;
use super::regions::BlockScope;

use crate::lexer::{Lexer, Token, TokenKind};

impl Parser<'_> {
    /// An op in its generic form, with its location, as the first op of the block of a new region.
    pub(crate) fn region_of_generic_op(&mut self) -> PResult<(Region, Op)> {
        if !self.at(TokenKind::String) {
            return Err(self.wrong_token("expected operation name in quotes"));
        }
        let entered = self.enter_body();
        let region = self.frame.body.new_region();
        let block = self.frame.body.new_block();
        self.frame.body.append_block(region, block);
        self.blocks.push(BlockScope::new(block));
        let op = stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || self.generic_op());
        self.blocks.pop();
        if entered {
            self.leave_body();
        }
        Ok((region, op?))
    }

    /// The names of the results that the op is written with, without `%`: one for each result.
    pub(crate) fn result_names_written(&self) -> Vec<String> {
        let Some(open) = self.open.last().filter(|open| open.results_written > 0) else { return Vec::new() };
        let (mut lexer, mut names) = (Lexer::new(self.src, open.start as usize), Vec::new());
        // What is here has been parsed: names, each with a number of results, up to `=`.
        while names.len() < open.results_written {
            let token = lexer.next_token();
            match token.kind {
                TokenKind::Percent => names.push(self.str_of(token).trim_start_matches('%').to_owned()),
                TokenKind::Integer => {
                    let count = self.u64_of(token).and_then(|count| usize::try_from(count).ok());
                    let more = count.map_or(0, |count| count.saturating_sub(1));
                    if let Some(name) = names.last().cloned() {
                        let room = open.results_written.saturating_sub(names.len());
                        names.extend(std::iter::repeat_n(name, more.min(room)));
                    }
                }
                TokenKind::Equal | TokenKind::Eof => break,
                _ => {}
            }
        }
        names
    }

    /// Refuses attributes of one name.
    pub(crate) fn check_duplicates(&mut self, state: &ParseState, tok: Token) -> PResult<()> {
        if state.attrs.len() < 2 {
            return Ok(());
        }
        let mut names: Vec<Str> = state.attrs.iter().map(|a| a.0).collect();
        names.sort();
        let Some(pair) = names.windows(2).find(|w| w[0] == w[1]) else { return Ok(()) };
        let text = pair[0].text(self.cx).to_string();
        let op = self.cx.op_info(state.name).name.text(self.cx);
        Err(self.error_at(
            tok.start,
            format!("custom op '{op}' attribute '{text}' occurs more than once in the attribute list"),
        ))
    }
}

/// Whether upstream has no room for sizes of segments among other attributes: those of another kind or number are ignored.
pub(crate) fn ignores_segments(cx: &Context, def: &OpTable<'_>, slot: usize, value: Attr) -> bool {
    let count = match def.props[slot].name {
        "operandSegmentSizes" => def.operands.len(),
        "resultSegmentSizes" => def.results.len(),
        _ => return false,
    };
    value.as_i32_array(cx).is_none_or(|sizes| sizes.len() != count)
}

/// The message about an attribute of an op that is not of the kind that its definition requires.
pub(crate) fn violated(cx: &Context, info: &OpInfo, def: &OpTable<'_>, state: &ParseState) -> Option<String> {
    let slots = def.props.iter().zip(&state.props);
    let violated = slots.filter(|(prop, value)| !value.is_null() && !(prop.constraint.pred)(cx, **value));
    let (prop, _) = violated.min_by_key(|(prop, _)| prop.name)?;
    let (op, summary) = (info.name.text(cx), prop.constraint.summary);
    Some(format!("'{op}' op attribute '{}' failed to satisfy constraint: {summary}", prop.name))
}
