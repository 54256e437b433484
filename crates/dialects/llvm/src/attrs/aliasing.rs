//! Aliasing metadata of memory accesses: access groups, alias scopes, TBAA tags, and memory model annotations.

use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::attrs::AttrData;
use terrace_ir::params::StrParam;
use terrace_ir::{Attr, Context, OptionalAttr, Type};
use terrace_macros::attr_def;

use super::{DistinctParam, StringParam, TbaaNodeParam, no};

/// Accesses that loops may treat as parallel.
#[attr_def(
    "llvm.access_group",
    class = "LLVM_AccessGroupAttr",
    format = "`<` struct(params) `>`",
    alias = "access_group"
)]
pub struct AccessGroupAttr {
    id: DistinctParam,
}

/// The domain of alias scopes.
#[attr_def(
    "llvm.alias_scope_domain",
    class = "LLVM_AliasScopeDomainAttr",
    format = "`<` struct(params) `>`",
    alias = "alias_scope_domain"
)]
pub struct AliasScopeDomainAttr {
    id: Attr,
    description: Option<StringParam>,
}

/// Accesses in a scope do not alias those that are declared not to alias the scope.
#[attr_def("llvm.alias_scope", class = "LLVM_AliasScopeAttr", format = "`<` struct(params) `>`", alias = "alias_scope",
           verify = verify_scope)]
pub struct AliasScopeAttr {
    id: Attr,
    domain: AliasScopeDomainAttr,
    description: Option<StringParam>,
}

fn verify_scope(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match params.first().map(|id| id.data(cx)) {
        Some(AttrData::String { .. } | AttrData::Distinct { .. }) => Ok(()),
        _ => Err("id of an alias scope must be a StringAttr or a DistrinctAttr".to_string()),
    }
}

/// The root of a tree of types.
#[attr_def(
    "llvm.tbaa_root",
    class = "LLVM_TBAARootAttr",
    format = "(`<` struct(params)^ `>`)?",
    alias = "tbaa_root"
)]
pub struct TbaaRootAttr {
    id: Option<StringParam>,
}

/// A member of a type: its type and offset.
#[attr_def("llvm.tbaa_member", class = "LLVM_TBAAMemberAttr", format = "`<` params `>`")]
#[allow(non_snake_case)]
pub struct TbaaMemberAttr {
    typeDesc: TbaaNodeParam,
    offset: i64,
}

/// A type with members.
#[attr_def("llvm.tbaa_type_desc", class = "LLVM_TBAATypeDescriptorAttr", asm = (parse_type, print_type),
           alias = "tbaa_type_desc")]
pub struct TbaaTypeDescriptorAttr {
    id: StrParam,
    members: Vec<TbaaMemberAttr>,
}

/// `<id = "name", members = {<#node, 0>, ..}>`, the two in any order.
fn parse_type(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let (mut id, mut members) = (None, None);
    for index in 0..2 {
        if index > 0 {
            p.token(",")?;
        }
        let loc = p.loc();
        let Some(name) = p.optional_keyword() else {
            let _ = p.error(loc, "expected valid keyword".to_string());
            return Err(p.error(loc, "expected a parameter name in struct".to_string()));
        };
        p.token("=")?;
        let loc = p.loc();
        if name == "id" && id.is_none() {
            let Some(text) = p.optional_string()? else {
                let _ = p.error(loc, "expected string".to_string());
                return Err(param_error(p, "id", "::llvm::StringRef"));
            };
            id = Some(p.cx().str_attr(p.cx().str_from_bytes(&text)));
        } else if name == "members" && members.is_none() {
            let list = parse_members(p)
                .map_err(|_| param_error(p, "members", "::llvm::ArrayRef<TBAAMemberAttr>"))?;
            members = Some(p.cx().array_attr(&list));
        } else {
            return Err(p.error(loc, format!("duplicate or unknown struct parameter name: {name}")));
        }
    }
    p.token(">")?;
    Ok(vec![id.unwrap_or(Attr::NULL), members.unwrap_or(Attr::EMPTY_ARRAY)])
}

fn param_error(p: &mut dyn OpParser, name: &str, what: &str) -> terrace_ir::asm::Failed {
    let loc = p.loc();
    let message =
        format!("failed to parse LLVM_TBAATypeDescriptorAttr parameter '{name}' which is to be a `{what}`");
    p.error(loc, message)
}

fn parse_members(p: &mut dyn OpParser) -> PResult<Vec<Attr>> {
    p.token("{")?;
    let mut members = Vec::new();
    loop {
        members.push(p.dialect_attr(TbaaMemberAttr::DEF)?);
        if !p.optional_token(",") {
            break;
        }
    }
    p.token("}")?;
    Ok(members)
}

fn print_type(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let &[id, members] = params else { return };
    p.text("<id = ");
    p.quoted(id.optional_bytes(cx));
    p.text(", members = {");
    for (i, &member) in members.optional_elements(cx).iter().enumerate() {
        if i > 0 {
            p.text(", ");
        }
        p.attr_stripped(member);
    }
    p.text("}>");
}

/// A TBAA access tag: the base type, the access type and the offset.
#[attr_def(
    "llvm.tbaa_tag",
    class = "LLVM_TBAATagAttr",
    format = "`<` struct(params) `>`",
    alias = "tbaa_tag"
)]
pub struct TbaaTagAttr {
    base_type: TbaaTypeDescriptorAttr,
    access_type: TbaaTypeDescriptorAttr,
    offset: i64,
    constant: DefaultParam<bool, no>,
}

/// An annotation that relaxes the memory model.
#[attr_def(
    "llvm.mmra_tag",
    class = "LLVM_MMRATagAttr",
    format = "`<` $prefix `` `:` `` $suffix `>`",
    alias = "mmra_tag"
)]
pub struct MmraTagAttr {
    prefix: StrParam,
    suffix: StrParam,
}
