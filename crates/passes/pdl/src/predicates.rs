//! Positions in the IR that a pattern matches, predicates on them, and their expected answers, all uniqued.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use terrace_ir::{Attr, Str, Type};

/// The number of a position in [`Predicates`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PositionId(u32);

/// The number of a question in [`Predicates`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct QuestionId(u32);

/// A place in what is matched, or something that is given.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Position {
    /// An op: the root, one that defines a value, or one of the users of a value.
    Operation {
        /// The position it is derived from; `None` for the root.
        parent: Option<PositionId>,
        /// The number of ops between it and the root.
        depth: u32,
    },
    /// An operand of an op.
    Operand(PositionId, u32),
    /// A group of operands of an op, or all of them; whether it is a range.
    OperandGroup(PositionId, Option<u32>, bool),
    /// An attribute of an op.
    Attribute(PositionId, Str),
    /// A result of a native constraint.
    ConstraintResult(QuestionId, u32),
    /// A result of an op.
    Result(PositionId, u32),
    /// A group of results of an op, or all of them; whether it is a range.
    ResultGroup(PositionId, Option<u32>, bool),
    /// The type of a value or an attribute, or the types of a range.
    Type(PositionId),
    /// A given attribute.
    AttributeLiteral(Attr),
    /// A given type, or an array of them.
    TypeLiteral(Attr),
    /// The users of a value; of the first one, where it is a range.
    Users(PositionId),
    /// One after the other of several ops, by a loop with this number.
    ForEach(PositionId, u32),
}

/// A question about what is at a position. The order is that of dependency and priority.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Is anything there?
    IsNotNull,
    /// The op's name.
    OperationName,
    /// The type or types.
    Type,
    /// The attribute.
    Attribute,
    /// A lower bound of the number of operands.
    OperandCountAtLeast,
    /// The number of operands.
    OperandCount,
    /// A lower bound of the number of results.
    ResultCountAtLeast,
    /// The number of results.
    ResultCount,
    /// Is it the same as what is at another position?
    EqualTo(PositionId),
    /// The truth of a native constraint.
    Constraint(NativeConstraintCall),
}

/// A call of a native constraint.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NativeConstraintCall {
    /// Its name.
    pub name: Str,
    /// Its arguments.
    pub args: Box<[PositionId]>,
    /// The types of its results.
    pub result_types: Box<[Type]>,
    /// Whether it must not hold.
    pub is_negated: bool,
}

/// An answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// Yes.
    True,
    /// This attribute; a type or an array of types is one too.
    Attr(Attr),
    /// This name.
    Name(Str),
    /// This number.
    Count(u32),
}

/// A question about a position, and the answer that a pattern expects.
#[derive(Clone, Copy, Debug)]
pub struct PositionalPredicate {
    /// The position.
    pub position: PositionId,
    /// The question.
    pub question: QuestionId,
    /// The answer.
    pub answer: Answer,
}

/// Things that are kept once, with numbers.
struct Unique<T> {
    all: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T> Default for Unique<T> {
    fn default() -> Self {
        Self { all: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Clone + Eq + Hash> Unique<T> {
    fn get(&mut self, item: T) -> u32 {
        if let Some(&number) = self.numbers.get(&item) {
            return number;
        }
        let number = self.all.len() as u32;
        self.all.push(item.clone());
        self.numbers.insert(item, number);
        number
    }
}

/// All positions and questions of the patterns that are compiled together.
#[derive(Default)]
pub struct Predicates {
    positions: Unique<Position>,
    questions: Unique<Question>,
}

impl Predicates {
    /// Returns the number of a position.
    pub fn position(&mut self, position: Position) -> PositionId {
        PositionId(self.positions.get(position))
    }

    /// Returns the number of a question.
    pub fn question(&mut self, question: Question) -> QuestionId {
        QuestionId(self.questions.get(question))
    }

    /// Returns the position of this number.
    pub fn position_data(&self, id: PositionId) -> &Position {
        &self.positions.all[id.0 as usize]
    }

    /// Returns the question of this number.
    pub fn question_data(&self, id: QuestionId) -> &Question {
        &self.questions.all[id.0 as usize]
    }

    /// Returns the position of the root.
    pub fn root(&mut self) -> PositionId {
        self.position(Position::Operation { parent: None, depth: 0 })
    }

    /// Returns the position of an op that comes from what is at another position.
    pub fn operation_at(&mut self, parent: PositionId) -> PositionId {
        let depth = self.depth(parent) + 1;
        self.position(Position::Operation { parent: Some(parent), depth })
    }

    /// Returns the position that a position is taken from.
    pub fn parent(&self, id: PositionId) -> Option<PositionId> {
        match *self.position_data(id) {
            Position::Operation { parent, .. } => parent,
            Position::Operand(parent, _)
            | Position::OperandGroup(parent, ..)
            | Position::Attribute(parent, _)
            | Position::Result(parent, _)
            | Position::ResultGroup(parent, ..)
            | Position::Type(parent)
            | Position::Users(parent)
            | Position::ForEach(parent, _) => Some(parent),
            Position::ConstraintResult(..) | Position::AttributeLiteral(_) | Position::TypeLiteral(_) => None,
        }
    }

    /// Returns how many ops are between a position and the root.
    pub fn depth(&self, id: PositionId) -> u32 {
        let mut at = id;
        loop {
            if let Position::Operation { depth, .. } = self.position_data(at) {
                return *depth;
            }
            match self.parent(at) {
                Some(parent) => at = parent,
                None => return 0,
            }
        }
    }

    /// Whether a position is that of the op that defines an operand.
    pub fn is_operand_defining_op(&self, id: PositionId) -> bool {
        let parent = self.parent(id).map(|parent| self.position_data(parent));
        matches!(parent, Some(Position::Operand(..) | Position::OperandGroup(..)))
    }

    /// Returns the rank of a position's kind among those of equal benefit.
    pub fn position_rank(&self, id: PositionId) -> u32 {
        match self.position_data(id) {
            Position::Operation { .. } => 0,
            Position::Operand(..) => 1,
            Position::OperandGroup(..) => 2,
            Position::Attribute(..) => 3,
            Position::ConstraintResult(..) => 4,
            Position::Result(..) => 5,
            Position::ResultGroup(..) => 6,
            Position::Type(_) => 7,
            Position::AttributeLiteral(_) => 8,
            Position::TypeLiteral(_) => 9,
            Position::Users(_) => 10,
            Position::ForEach(..) => 11,
        }
    }

    /// Returns the rank of a question's kind among those of equal benefit.
    pub fn question_rank(&self, id: QuestionId) -> u32 {
        match self.question_data(id) {
            Question::IsNotNull => 0,
            Question::OperationName => 1,
            Question::Type => 2,
            Question::Attribute => 3,
            Question::OperandCountAtLeast => 4,
            Question::OperandCount => 5,
            Question::ResultCountAtLeast => 6,
            Question::ResultCount => 7,
            Question::EqualTo(_) => 8,
            Question::Constraint(_) => 9,
        }
    }
}
