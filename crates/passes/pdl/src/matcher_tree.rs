//! The predicates of all patterns as one tree, which evaluates shared predicates once.

use std::collections::hash_map::Entry;
use terrace_ir::View;

use rustc_hash::FxHashMap;
use terrace_ir::Diag;

use crate::pattern_predicates::{PatternPredicates, pattern_predicates};
use crate::predicates::{Answer, Position, PositionId, Predicates, Question, QuestionId};

/// The number of a node in a [`MatcherTree`].
pub type NodeId = usize;

/// The kind of a node of the tree.
#[derive(Debug)]
pub enum NodeKind {
    /// Ends matching.
    Exit,
    /// A pattern, by its number, has matched.
    Success(usize),
    /// Evaluates a question, and continues by the answer.
    Ask {
        /// About what.
        position: PositionId,
        /// The question.
        question: QuestionId,
        /// The successors by answer, in the order of the patterns' expectations.
        children: Vec<(Answer, Option<NodeId>)>,
    },
}

/// A node of the tree.
#[derive(Debug)]
pub struct Node {
    /// The kind.
    pub kind: NodeKind,
    /// The node tried if no answer matches, or after a success; `None` for the enclosing failure node.
    pub failure: Option<NodeId>,
}

/// The tree.
#[derive(Debug)]
pub struct MatcherTree {
    /// Its nodes.
    pub nodes: Vec<Node>,
    /// The node at which matching starts.
    pub root: NodeId,
}

/// A predicate with its priority: predicates of high priority are evaluated early.
struct OrderedPredicate {
    position: PositionId,
    question: QuestionId,
    /// The number of patterns with this predicate.
    primary: u32,
    /// The sum, over the patterns with this predicate, of the squares of the primary sums of their
    /// predicates.
    secondary: u32,
    /// The patterns with this predicate, each with the first answer that it expects.
    answers: FxHashMap<usize, Answer>,
}

/// A place in the tree where a node may be put.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Link {
    Root,
    Failure(NodeId),
    Child(NodeId, usize),
}

/// A tree that grows. A chain is a node with its failure node, that one's, and so on.
#[derive(Default)]
struct TreeBuilder {
    nodes: Vec<Node>,
    root: Option<NodeId>,
    /// The node for each question, by the start of its chain.
    asked: FxHashMap<(Link, PositionId, QuestionId), NodeId>,
    /// The end of each chain, by its start.
    ends: FxHashMap<Link, Link>,
    /// The numbers of answers among a node's children.
    answers: FxHashMap<(NodeId, Answer), usize>,
}

/// Merges the predicates of the patterns.
///
/// # Errors
///
/// See [`pattern_predicates`].
pub fn matcher_tree<'p>(
    patterns: impl Iterator<Item = View<'p, terrace_dialects_pdl::pattern::PatternOp>>,
    all: &mut Predicates,
) -> Result<(MatcherTree, Vec<PatternPredicates<'p>>), Box<Diag>> {
    let mut built = Vec::new();
    for pattern in patterns {
        built.push(pattern_predicates(pattern, all)?);
    }
    let (ordered, lists) = order(&built, all);
    let mut tree = TreeBuilder::default();
    for (pattern, list) in lists.iter().enumerate() {
        tree.add(pattern, list, &ordered);
    }
    Ok((tree.finish(), built))
}

/// The predicates by rank, and for each pattern the ranks of its predicates, in order.
fn order(patterns: &[PatternPredicates<'_>], all: &Predicates) -> (Vec<OrderedPredicate>, Vec<Vec<usize>>) {
    let mut numbers: FxHashMap<(PositionId, QuestionId), usize> = FxHashMap::default();
    let mut predicates: Vec<OrderedPredicate> = Vec::new();
    let mut lists: Vec<Vec<usize>> = Vec::new();
    for (pattern, built) in patterns.iter().enumerate() {
        let mut list = Vec::new();
        for predicate in &built.predicates {
            let (position, question) = (predicate.position, predicate.question);
            let number = *numbers.entry((position, question)).or_insert(predicates.len());
            if number == predicates.len() {
                let answers = FxHashMap::default();
                predicates.push(OrderedPredicate { position, question, primary: 0, secondary: 0, answers });
            }
            let known = &mut predicates[number];
            if let Entry::Vacant(answer) = known.answers.entry(pattern) {
                answer.insert(predicate.answer);
                list.push(number);
            }
            known.primary += 1;
        }
        lists.push(list);
    }
    for list in &lists {
        let square = |&number: &usize| predicates[number].primary.wrapping_mul(predicates[number].primary);
        let total = list.iter().map(square).fold(0_u32, u32::wrapping_add);
        for &number in list {
            predicates[number].secondary = predicates[number].secondary.wrapping_add(total);
        }
    }
    let levels = levels(&predicates, all);
    let mut by_rank: Vec<usize> = (0..predicates.len()).collect();
    by_rank.sort_by_key(|&number| {
        let predicate = &predicates[number];
        (
            levels[number],
            std::cmp::Reverse((predicate.primary, predicate.secondary)),
            all.depth(predicate.position),
            all.position_rank(predicate.position),
            all.question_rank(predicate.question),
            number,
        )
    });
    let mut ranks = vec![0; predicates.len()];
    by_rank.iter().enumerate().for_each(|(rank, &number)| ranks[number] = rank);
    for list in &mut lists {
        list.iter_mut().for_each(|number| *number = ranks[*number]);
        list.sort_unstable();
    }
    let mut predicates: Vec<Option<OrderedPredicate>> = predicates.into_iter().map(Some).collect();
    let ordered = by_rank.into_iter().filter_map(|number| predicates[number].take()).collect();
    (ordered, lists)
}

/// Returns, for each predicate, the length of the chain of constraints that must be evaluated before it, each of which
/// uses a result of the one before.
fn levels(predicates: &[OrderedPredicate], all: &Predicates) -> Vec<u32> {
    let source = |position: PositionId| match *all.position_data(position) {
        Position::ConstraintResult(question, _) => Some(question),
        _ => None,
    };
    let needed: Vec<Vec<QuestionId>> = predicates
        .iter()
        .map(|predicate| match all.question_data(predicate.question) {
            Question::Constraint(call) => call.args.iter().filter_map(|&arg| source(arg)).collect(),
            Question::EqualTo(other) => [predicate.position, *other].into_iter().filter_map(source).collect(),
            _ => source(predicate.position).into_iter().collect(),
        })
        .collect();
    let mut levels = vec![0; predicates.len()];
    if needed.iter().all(Vec::is_empty) {
        return levels;
    }
    // A constraint takes results of constraints that were made before it alone: in that order, one round does.
    let mut by_question: Vec<usize> = (0..predicates.len()).collect();
    by_question.sort_by_key(|&number| {
        let is_constraint = matches!(all.question_data(predicates[number].question), Question::Constraint(_));
        (!is_constraint, predicates[number].question)
    });
    let mut of_question: FxHashMap<QuestionId, u32> = FxHashMap::default();
    for number in by_question {
        let before = needed[number].iter().filter_map(|question| of_question.get(question)).max();
        levels[number] = before.map_or(0, |before| before + 1);
        let level = of_question.entry(predicates[number].question).or_insert(0);
        *level = levels[number].max(*level);
    }
    levels
}

impl TreeBuilder {
    fn slot(&mut self, link: Link) -> &mut Option<NodeId> {
        match link {
            Link::Root => &mut self.root,
            Link::Failure(node) => &mut self.nodes[node].failure,
            Link::Child(node, child) => match &mut self.nodes[node].kind {
                NodeKind::Ask { children, .. } => &mut children[child].1,
                _ => &mut self.root,
            },
        }
    }

    fn push(&mut self, kind: NodeKind, failure: Option<NodeId>) -> NodeId {
        self.nodes.push(Node { kind, failure });
        self.nodes.len() - 1
    }

    /// Adds a pattern, sharing the nodes of others up to the first different question.
    fn add(&mut self, pattern: usize, list: &[usize], ordered: &[OrderedPredicate]) {
        let mut chain = Link::Root;
        for &rank in list {
            let OrderedPredicate { position, question, answers, .. } = &ordered[rank];
            let node = match self.asked.get(&(chain, *position, *question)) {
                Some(&node) => node,
                None => {
                    let kind =
                        NodeKind::Ask { position: *position, question: *question, children: Vec::new() };
                    let node = self.push(kind, None);
                    let end = self.ends.insert(chain, Link::Failure(node)).unwrap_or(chain);
                    *self.slot(end) = Some(node);
                    self.asked.insert((chain, *position, *question), node);
                    node
                }
            };
            let answer = answers.get(&pattern).copied().unwrap_or(Answer::True);
            if let NodeKind::Ask { children, .. } = &mut self.nodes[node].kind {
                let child = *self.answers.entry((node, answer)).or_insert_with(|| {
                    children.push((answer, None));
                    children.len() - 1
                });
                chain = Link::Child(node, child);
            }
        }
        let failure = *self.slot(chain);
        let node = self.push(NodeKind::Success(pattern), failure);
        self.ends.entry(chain).or_insert(Link::Failure(node));
        *self.slot(chain) = Some(node);
    }

    /// Ends the tree.
    fn finish(mut self) -> MatcherTree {
        let exit = self.push(NodeKind::Exit, None);
        let end = self.ends.get(&Link::Root).copied().unwrap_or(Link::Root);
        *self.slot(end) = Some(exit);
        let root = self.root.unwrap_or(exit);
        MatcherTree { nodes: self.nodes, root }
    }
}

impl MatcherTree {
    /// Returns the children of a node in the order in which they are tried: for lower bounds, those with a greater
    /// bound first.
    pub fn children_in_order(&self, node: NodeId, all: &Predicates) -> Vec<(Answer, NodeId)> {
        let NodeKind::Ask { question, children, .. } = &self.nodes[node].kind else { return Vec::new() };
        let mut children: Vec<(Answer, NodeId)> =
            children.iter().filter_map(|&(answer, child)| Some((answer, child?))).collect();
        if matches!(
            all.question_data(*question),
            Question::OperandCountAtLeast | Question::ResultCountAtLeast
        ) {
            children.sort_by_key(|(answer, _)| match answer {
                Answer::Count(count) => std::cmp::Reverse(*count),
                _ => std::cmp::Reverse(0),
            });
        }
        children
    }

    /// Returns the patterns in the order in which the program that is written has their successes.
    pub fn successes(&self, all: &Predicates) -> Vec<usize> {
        enum OrderStep {
            Visit(NodeId),
            Found(usize),
        }
        let (mut found, mut pending) = (Vec::new(), vec![OrderStep::Visit(self.root)]);
        while let Some(step) = pending.pop() {
            match step {
                OrderStep::Found(pattern) => found.push(pattern),
                OrderStep::Visit(node) => {
                    if let NodeKind::Success(pattern) = self.nodes[node].kind {
                        pending.push(OrderStep::Found(pattern));
                    }
                    let children = self.children_in_order(node, all);
                    pending.extend(children.into_iter().rev().map(|(_, child)| OrderStep::Visit(child)));
                    pending.extend(self.nodes[node].failure.map(OrderStep::Visit));
                }
            }
        }
        found
    }
}
