//! The interfaces of the parser and the printer for hand-written assembly formats.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use terrace_affine::AffineExpr;

use crate::attrs::{Attr, AttrData, NamedAttr};
use crate::body::OpBuilder;
use crate::context::Context;
use crate::def::{AttrDef, EnumDef, OpTable, TypeKind};
use crate::ids::{Block, Op, OpName, Region, Value};
use crate::ir::{BlockRef, OpRef, RegionRef, ValueRef};
use crate::loc::Loc;
use crate::types::Type;

/// The parser has reported an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

/// A parsed piece, or an error that was reported.
pub type PResult<T> = Result<T, Failed>;

/// The names that an affine expression may use, with their dimensions and symbols.
pub type AffineNames = FxHashMap<String, AffineExpr>;

/// An operand as written: a name that may not be defined yet.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// Start and length of the name in the source, without `%`.
    pub name: (u32, u32),
    /// The number after `#`; 0 where there is none.
    pub number: u32,
    /// The location of the use.
    pub loc: Loc,
}

/// A block argument as written.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// The name.
    pub operand: Operand,
    /// The type; [`Type::NONE`] where it is not written yet.
    pub ty: Type,
    /// Attributes, a dictionary.
    pub attrs: Attr,
    /// The argument's location: the one written as `loc(...)`, else its source position.
    pub loc: Loc,
}

/// The brackets around a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delimiter {
    /// None.
    None,
    /// `( )`.
    Paren,
    /// `[ ]`.
    Square,
    /// `< >`.
    LessGreater,
    /// `{ }`.
    Braces,
    /// `( )` or nothing.
    OptionalParen,
    /// `[ ]` or nothing.
    OptionalSquare,
    /// `< >` or nothing.
    OptionalLessGreater,
    /// `{ }` or nothing.
    OptionalBraces,
}

/// An op that is being parsed.
#[derive(Debug)]
pub struct ParseState {
    /// Its name.
    pub name: OpName,
    /// The location of the op's start.
    pub loc: Loc,
    /// Operands.
    pub operands: SmallVec<[Value; 8]>,
    /// Types of the results.
    pub results: SmallVec<[Type; 4]>,
    /// Inherent attributes, in the definition's order, [`Attr::NULL`] where absent.
    pub props: SmallVec<[Attr; 8]>,
    /// For an op without definition: its properties, a dictionary.
    pub opaque_props: Option<Attr>,
    /// Discardable attributes, unsorted.
    pub attrs: SmallVec<[NamedAttr; 4]>,
    /// Regions.
    pub regions: SmallVec<[Region; 2]>,
    /// Successors.
    pub successors: SmallVec<[Block; 2]>,
    /// The slots a declarative format has read so far.
    pub slots: Box<Slots>,
}

/// The slots of an op read by a declarative format; its `custom<>` directives read and write them.
#[derive(Debug, Default)]
pub struct Slots {
    /// Operands as written, by operand slot.
    pub operands: Vec<SmallVec<[Operand; 2]>>,
    /// Sizes of the segments of a variadic of variadics, by operand slot.
    pub segments: Vec<Vec<i32>>,
    /// Types, by operand slot.
    pub operand_types: Vec<SmallVec<[Type; 2]>>,
    /// Types, by result slot.
    pub result_types: Vec<SmallVec<[Type; 2]>>,
    /// Regions, by region slot.
    pub regions: Vec<SmallVec<[Region; 1]>>,
    /// Successors, by successor slot.
    pub successors: Vec<SmallVec<[Block; 2]>>,
    /// Inherent attributes in the dictionary in addition to those of the format. With a declarative format, they
    /// override the latter when types are inferred; after a hand-written one, these are the ones that cannot be stored.
    pub overrides: Vec<(usize, Attr)>,
}

impl Slots {
    /// Resets to empty slots for an op of this definition; allocations are reused.
    pub fn reset(&mut self, def: &OpTable<'_>) {
        #[inline]
        fn fit<T: smallvec::Array>(slots: &mut Vec<SmallVec<T>>, count: usize) {
            if slots.len() == count {
                return slots.iter_mut().for_each(|slot| slot.clear());
            }
            for slot in slots.iter_mut().take(count) {
                slot.clear();
            }
            slots.truncate(count);
            if slots.len() < count {
                slots.resize_with(count, SmallVec::new);
            }
        }
        fit(&mut self.operands, def.operands.len());
        fit(&mut self.operand_types, def.operands.len());
        fit(&mut self.result_types, def.results.len());
        fit(&mut self.regions, def.regions.len());
        fit(&mut self.successors, def.successors.len());
        self.segments.clear();
        self.overrides.clear();
    }
}

impl ParseState {
    /// An op without anything.
    pub fn new(name: OpName, loc: Loc, mut slots: Box<Slots>) -> Self {
        slots.overrides.clear();
        Self {
            name,
            loc,
            operands: SmallVec::new(),
            results: SmallVec::new(),
            props: SmallVec::new(),
            opaque_props: None,
            attrs: SmallVec::new(),
            regions: SmallVec::new(),
            successors: SmallVec::new(),
            slots,
        }
    }

    /// Sets the inherent attribute of this name. Panics where the definition has no such slot.
    pub fn set_prop(&mut self, cx: &Context, name: &str, attr: Attr) {
        let info = cx.op_info(self.name);
        let slot = info.def().and_then(|d| d.props.iter().position(|p| p.name == name));
        let slot = slot.unwrap_or_else(|| panic!("'{}' has no attribute '{name}'", info.name.text(cx)));
        self.props[slot] = attr;
    }

    /// The inherent attribute of this name read so far.
    pub fn prop(&self, cx: &Context, name: &str) -> Option<Attr> {
        let slot = cx.op_info(self.name).def()?.props.iter().position(|p| p.name == name)?;
        self.props.get(slot)?.opt()
    }

    /// Whether an inherent attribute of this name has been read, be it one that cannot be stored.
    pub fn is_given(&self, cx: &Context, name: &str) -> bool {
        let slot = cx.op_info(self.name).def().and_then(|d| d.props.iter().position(|p| p.name == name));
        slot.is_some_and(|slot| {
            !self.props[slot].is_null() || self.slots.overrides.iter().any(|&(given, _)| given == slot)
        })
    }

    /// Sets `operandSegmentSizes`.
    pub fn set_operand_segments(&mut self, cx: &Context, sizes: &[usize]) {
        let sizes: Vec<i32> = sizes.iter().map(|&s| s as i32).collect();
        self.set_prop(cx, "operandSegmentSizes", cx.i32_array(&sizes));
    }
}

/// The reader, as a hand-written format sees it. A method that fails has reported the error.
pub trait OpParser {
    /// The context.
    fn cx(&self) -> &Context;
    /// Returns the location of the next token.
    fn loc(&self) -> Loc;
    /// Returns the location of the op's name.
    fn name_loc(&self) -> Loc;
    /// Reports an error.
    fn error(&mut self, loc: Loc, message: String) -> Failed;
    /// Reports what is suspicious, but allowed.
    fn warning(&mut self, loc: Loc, message: String);
    /// Returns the number of results the op is written with (3 for `%a:2, %b =`), and the sizes of their packs.
    fn num_results_written(&self) -> usize;

    /// Returns the names that the results are written with, without `%`: one for each result, the same for those of a pack.
    fn result_names_written(&self) -> Vec<String>;

    /// A piece of punctuation or a keyword (`(`, `->`, `to`), or an error "expected '...'".
    fn token(&mut self, text: &str) -> PResult<()>;
    /// The same, if it is there.
    fn optional_token(&mut self, text: &str) -> bool;
    /// Parses a token of a list; the error adds `context` to what is expected.
    ///
    /// # Errors
    ///
    /// If there is another token.
    fn token_of_list(&mut self, text: &str, context: &str) -> PResult<()>;
    /// Any keyword.
    fn keyword(&mut self, message: &str) -> PResult<String>;
    /// Any keyword, if one is there.
    fn optional_keyword(&mut self) -> Option<String>;
    /// A keyword of these, if one is there.
    fn optional_keyword_of(&mut self, allowed: &[&str]) -> Option<String>;
    /// A bare keyword or a quoted string.
    fn keyword_or_string(&mut self) -> PResult<String>;
    /// A quoted string, if one is there.
    fn optional_string(&mut self) -> PResult<Option<Vec<u8>>>;
    /// An integer that fits 64 bits.
    fn integer(&mut self) -> PResult<i64>;
    /// An integer, if one is there.
    fn optional_integer(&mut self) -> PResult<Option<i64>>;
    /// A floating-point literal, or a hexadecimal integer with the bits of an `f64`.
    fn float(&mut self) -> PResult<f64> {
        let loc = self.loc();
        let value = self.attr(Type::F64)?.as_float(self.cx()).map(|value| value.to_f64());
        value.ok_or_else(|| self.error(loc, "expected floating point literal".to_string()))
    }
    /// A floating-point literal, or a hexadecimal integer with the bits of a number of this floating-point type, as an attribute.
    fn float_of(&mut self, ty: Type) -> PResult<Attr>;
    /// Parses a dimension list, `4x?x` or `4x?`; an `x` follows the last extent if `trailing_x`.
    fn dimension_list(&mut self, allow_dynamic: bool, trailing_x: bool) -> PResult<Vec<i64>>;

    /// An operand.
    fn operand(&mut self) -> PResult<Operand>;
    /// An operand, if one is there.
    fn optional_operand(&mut self) -> PResult<Option<Operand>>;
    /// Operands between delimiters.
    fn operand_list(&mut self, delimiter: Delimiter) -> PResult<Vec<Operand>>;
    /// The value an operand names, which has this type.
    fn resolve(&mut self, operand: Operand, ty: Type) -> PResult<Value>;
    /// The values that operands name; as many types as operands, or an error at `loc`.
    fn resolve_all(&mut self, operands: &[Operand], types: &[Type], loc: Loc) -> PResult<Vec<Value>>;
    /// A block argument: `%name`, with `: type`, attributes and `loc(...)` where allowed.
    fn argument(&mut self, allow_type: bool, allow_attrs: bool) -> PResult<Argument>;
    /// A block argument, if one is there.
    fn optional_argument(&mut self, allow_type: bool, allow_attrs: bool) -> PResult<Option<Argument>>;
    /// Block arguments between delimiters.
    fn argument_list(
        &mut self,
        delimiter: Delimiter,
        allow_type: bool,
        allow_attrs: bool,
    ) -> PResult<Vec<Argument>>;
    /// `%a = %x, %b = %y` in parentheses: arguments and the operands they start with.
    fn assignment_list(&mut self) -> PResult<(Vec<Argument>, Vec<Operand>)>;
    /// `loc(...)`, if it is there.
    fn optional_location(&mut self) -> PResult<Option<Loc>>;

    /// A type.
    fn ty(&mut self) -> PResult<Type>;
    /// A type of this kind.
    fn ty_of(&mut self, kind: &TypeKind) -> PResult<Type> {
        let loc = self.loc();
        let ty = self.ty()?;
        kind.check(self.cx(), ty).map_err(|message| self.error(loc, message))?;
        Ok(ty)
    }
    /// `:` and a type of this kind; a type of another kind is reported at the colon, as upstream does.
    fn colon_ty_of(&mut self, kind: &TypeKind) -> PResult<Type> {
        let loc = self.loc();
        self.token(":")?;
        let ty = self.ty()?;
        kind.check(self.cx(), ty).map_err(|message| self.error(loc, message))?;
        Ok(ty)
    }
    /// A type, if one is there.
    fn optional_type(&mut self) -> PResult<Option<Type>>;
    /// A type of a dialect without `!dialect.`; `None`, and nothing is read, if the dialect has no type of the name.
    fn optional_type_of_dialect(&mut self, dialect: &str) -> PResult<Option<Type>>;
    /// Begins to read the body of an identified type. False if that is being read already: only its name stands there then.
    fn start_cyclic(&mut self, ty: Type) -> PResult<bool>;
    /// Ends the body that was begun last.
    fn end_cyclic(&mut self);
    /// Types separated by commas; at least one.
    fn type_list(&mut self) -> PResult<Vec<Type>>;
    /// `-> type` or `-> (types)`.
    fn arrow_type_list(&mut self) -> PResult<Vec<Type>>;
    /// The same, or nothing.
    fn optional_arrow_type_list(&mut self) -> PResult<Vec<Type>>;
    /// `: types`, or nothing.
    fn optional_colon_type_list(&mut self) -> PResult<Vec<Type>>;
    /// An attribute; without a written type it has type `ty`, if that is not `none`.
    fn attr(&mut self, ty: Type) -> PResult<Attr>;
    /// An attribute, if one is there.
    fn optional_attr(&mut self, ty: Type) -> PResult<Option<Attr>>;
    /// A dialect attribute without `#dialect.name`, or any attribute of that definition.
    fn dialect_attr(&mut self, def: &'static AttrDef) -> PResult<Attr>;
    /// A keyword (or keywords) of an enum, as an integer.
    fn enum_keyword(&mut self, def: &'static EnumDef) -> PResult<u64>;
    /// `{...}`, or nothing. Attributes go to the state; inherent ones to their slots.
    fn optional_attr_dict(&mut self, state: &mut ParseState) -> PResult<()>;
    /// `attributes {...}`, or nothing.
    fn optional_attr_dict_with_keyword(&mut self, state: &mut ParseState) -> PResult<()>;
    /// `@name`, as an interned string attribute.
    fn symbol_name(&mut self) -> PResult<Attr>;
    /// `@name`, if it is there.
    fn optional_symbol_name(&mut self) -> PResult<Option<Attr>>;
    /// An affine map, or `affine_map<...>` without the keyword and brackets, e.g. of subscripts.
    fn affine_map_of_ssa_ids(&mut self, delimiter: Delimiter) -> PResult<(Attr, Vec<Operand>, Vec<Operand>)>;
    /// An affine expression of values, as a map with this one result.
    fn affine_expr_of_ssa_ids(&mut self) -> PResult<(Attr, Vec<Operand>, Vec<Operand>)>;
    /// An affine expression over names that the format has bound.
    fn affine_expr(&mut self, names: &AffineNames) -> PResult<AffineExpr>;
    /// Items in a delimiter, separated by commas; there may be none. Errors about the delimiter end in `context`.
    fn comma_separated_list(
        &mut self,
        delimiter: Delimiter,
        context: &str,
        item: &mut dyn FnMut(&mut dyn OpParser) -> PResult<()>,
    ) -> PResult<()>;
    /// Parses the body of `affine_map<...>` or `affine_set<...>`, without the brackets.
    fn affine_map_or_set(&mut self) -> PResult<Attr>;

    /// Parses a region in braces, with these arguments of its entry block, into the state.
    fn region(
        &mut self,
        state: &mut ParseState,
        arguments: &[Argument],
        name_isolated: bool,
    ) -> PResult<Region>;
    /// A region, if one is there.
    fn optional_region(
        &mut self,
        state: &mut ParseState,
        arguments: &[Argument],
        name_isolated: bool,
    ) -> PResult<Option<Region>>;
    /// An empty region.
    fn new_region(&mut self, state: &mut ParseState) -> Region;
    /// Adds the terminator that the op's definition implies to each block of the region that lacks it.
    fn ensure_terminator(&mut self, state: &ParseState, region: Region);
    /// Returns an empty region an entry block.
    fn ensure_block(&mut self, state: &ParseState, region: Region);
    /// The name of an op as its custom form starts with.
    fn custom_op_name(&mut self) -> PResult<OpName>;
    /// Runs `build` on regions that were parsed or created before. Not for ops whose regions are isolated.
    fn with_body(&mut self, build: &mut dyn FnMut(&Context, &mut OpBuilder<'_>));
    /// Returns the number of blocks of a parsed region.
    fn num_blocks(&self, state: &ParseState, region: Region) -> usize;
    /// The types of the entry block's arguments, and of the operands of the entry block's last op.
    fn region_signature(&self, state: &ParseState, region: Region) -> (Vec<Type>, Option<Vec<Type>>);
    /// A successor.
    fn successor(&mut self) -> PResult<Block>;
    /// A successor, if one is there.
    fn optional_successor(&mut self) -> PResult<Option<Block>>;
    /// Parses an op in its generic form, with its location, as the first op of the block of a new region.
    fn region_of_generic_op(&mut self, state: &mut ParseState) -> PResult<(Region, Op)>;
    /// Parses what follows the name of an op in its generic form, with these operands before it: `({..}) {..} : type`.
    fn generic_op_after_operands(&mut self, state: &mut ParseState, operands: &[Operand]) -> PResult<()>;
    /// The type of a value.
    fn value_type(&self, value: Value) -> Type;
}

/// Writes attributes and types.
pub trait AttrPrinter {
    /// Prints text verbatim.
    fn text(&mut self, text: &str);
    /// An attribute with its type.
    fn attr(&mut self, attr: Attr);
    /// Writes the alias of an attribute, and returns true; false, if it has none, and nothing is written.
    fn alias(&mut self, attr: Attr) -> bool;
    /// An attribute without its type.
    fn attr_without_type(&mut self, attr: Attr);
    /// An attribute; a dialect attribute without `#dialect.name`.
    fn attr_stripped(&mut self, attr: Attr);
    /// A type.
    fn ty(&mut self, ty: Type);
    /// Prints the parameters of a dialect type, without `!dialect.name` and without an alias for the whole; any other
    /// type in full.
    fn ty_params(&mut self, ty: Type);
    /// Begins to write the body of an identified type. False if that is being written already: only its name is to be
    /// written then.
    fn start_cyclic(&mut self, ty: Type) -> bool;
    /// Ends the body that was begun last.
    fn end_cyclic(&mut self);
    /// A string, quoted and escaped.
    fn quoted(&mut self, bytes: &[u8]);
    /// `@name`, quoted where need be.
    fn symbol(&mut self, name: &[u8]);
    /// A keyword, quoted where it is not a bare one.
    fn keyword_or_string(&mut self, text: &[u8]);
}

/// The printer, as a hand-written format sees it.
pub trait OpPrinter: AttrPrinter {
    /// The name of a value.
    fn value(&mut self, value: ValueRef<'_>);
    /// The name of a block argument as it stands at its definition; attributes and location follow by
    /// [`Self::argument_attrs`] and [`Self::argument_loc`].
    fn argument(&mut self, value: ValueRef<'_>, with_type: bool);
    /// Returns the name of a value, without `%`.
    fn value_name(&mut self, value: ValueRef<'_>) -> String;
    /// Names of values, separated by commas.
    fn values(&mut self, values: &mut dyn Iterator<Item = ValueRef<'_>>);
    /// Types of values, separated by commas.
    fn types_of(&mut self, values: &mut dyn Iterator<Item = ValueRef<'_>>);
    /// ` -> type` or ` -> (types)`; nothing without types.
    fn optional_arrow_types(&mut self, types: &[Type]);
    /// ` -> type` or ` -> (types)`, `()` without types.
    fn arrow_types(&mut self, types: &[Type]);
    /// ` {...}` with the attributes that are neither elided nor defaults; nothing if there are none.
    fn attr_dict(&mut self, op: OpRef<'_>, elided: &[&str]);
    /// ` attributes {...}`, likewise.
    fn attr_dict_with_keyword(&mut self, op: OpRef<'_>, elided: &[&str]);
    /// A dictionary in braces, as written after a block argument; nothing if it is empty.
    fn argument_attrs(&mut self, dict: Attr);
    /// A dictionary in braces, as written after a result type; nothing if it is empty.
    fn plain_attr_dict(&mut self, dict: Attr);
    /// A region in braces.
    fn region(&mut self, region: RegionRef<'_>, entry_args: bool, terminators: bool);
    /// A region in braces; `empty_block` keeps a header for an empty entry block.
    fn region_with(&mut self, region: RegionRef<'_>, entry_args: bool, terminators: bool, empty_block: bool);
    /// The name of a block.
    fn successor(&mut self, block: BlockRef<'_>);
    /// A new line at the current indentation.
    fn newline(&mut self);
    /// Indents what follows by two more columns.
    fn indent(&mut self);
    /// Reduces the indentation by one level.
    fn outdent(&mut self);
    /// ` loc(...)` of a block argument, written in full, where locations are printed.
    fn argument_loc(&mut self, loc: Loc);
    /// ` loc(...)` where locations are printed.
    fn optional_loc(&mut self, loc: Loc);
    /// An affine map with values in place of its dimensions and symbols.
    fn affine_map_of_ssa_ids(&mut self, map: Attr, operands: &mut dyn Iterator<Item = ValueRef<'_>>);
    /// Another op in its generic form.
    fn generic_op(&mut self, op: OpRef<'_>);
    /// The printed op in its generic form, in place of its custom one, of which only the name may have been printed: for ops
    /// that the custom form cannot express.
    fn own_generic_form(&mut self, op: OpRef<'_>);
    /// Another op in its custom form after its results, without location.
    fn custom_op(&mut self, op: OpRef<'_>);
    /// Prints entry block arguments of `region` under the names of `values` of the same count.
    fn shadow_region_args(&mut self, region: RegionRef<'_>, values: &mut dyn Iterator<Item = ValueRef<'_>>);
}

/// The integer attribute an enum value is stored as.
pub fn enum_attr(cx: &Context, def: &EnumDef, value: u64) -> Attr {
    let ty = cx.integer(def.width, crate::types::Signedness::Signless);
    cx.attr(AttrData::Integer { ty, value: terrace_support::apint::ApInt::new(def.width, value) })
}
