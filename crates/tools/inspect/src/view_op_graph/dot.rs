//! The graph as text for Graphviz.

use std::fmt::Write;

use super::build::{Edge, Flow, Graph, Item, Node, Port};

/// The text of the graph.
pub(super) fn write(graph: &Graph) -> String {
    let mut out = String::from("digraph G {\n  compound = true;\n");
    let mut indent = 2;
    for item in &graph.items {
        // Nothing can go wrong when writing to a string.
        let _ = match item {
            Item::Open { id, anchor, label } => {
                let _ = writeln!(out, "{:indent$}subgraph cluster_{id} {{", "");
                indent += 2;
                // A line without others below it does not end.
                let end = if label.len() > 1 || graph.attrs { "\\l" } else { "" };
                // The label of a cluster is no record: name and types are as they are, but for the quotes around it.
                let (name, attrs) = label.split_first().map_or(("", &[][..]), |(name, rest)| (&**name, rest));
                let lines = std::iter::once(name.replace('"', "\\\""));
                let lines = lines.chain(attrs.iter().map(|line| escape(line)));
                let label: String = lines.take(label.len()).map(|line| line + end).collect();
                let _ = writeln!(out, "{:indent$}v{anchor} [label = \" \", shape = plain];", "");
                writeln!(out, "{:indent$}label = \"{label}\";", "")
            }
            Item::Close => {
                indent -= 2;
                writeln!(out, "{:indent$}}}", "")
            }
            Item::Argument { id, port } => {
                writeln!(out, "{:indent$}v{id} [label = \"{}\", shape = Mrecord];", "", as_port("res", port))
            }
            Item::Op { id, colour, operands, name, attrs, results } => {
                let label = record(operands, name, attrs, results);
                let hue = *colour as f64 / graph.colours as f64;
                let fill = format!("fillcolor = \"{hue:.6} 0.3 0.95\"");
                writeln!(
                    out,
                    "{:indent$}v{id} [{fill}, label = \"{label}\", shape = Mrecord, style = filled];",
                    ""
                )
            }
        };
    }
    graph.edges.iter().for_each(|edge| write_edge(&mut out, edge));
    out.push_str("}\n");
    out
}

fn write_edge(out: &mut String, edge: &Edge) {
    let Edge { from, to, port, flow } = edge;
    let end = |node: &Node, kind: &str, compass: char| match port.is_empty() || node.cluster.is_some() {
        true => format!("v{}", node.id),
        false => format!("v{}:{kind}{port}:{compass}", node.id),
    };
    let mut attrs = Vec::new();
    attrs.extend(to.cluster.map(|id| format!("lhead = cluster_{id}")));
    attrs.extend(from.cluster.map(|id| format!("ltail = cluster_{id}")));
    attrs.push(format!("style = {}", if *flow == Flow::Control { "dashed" } else { "solid" }));
    let (from, to) = (end(from, "res", 's'), end(to, "arg", 'n'));
    // Nothing can go wrong when writing to a string.
    let _ = writeln!(out, "  {from} -> {to}[{}];", attrs.join(", "));
}

fn record(operands: &[Port], name: &str, attrs: &[String], results: &[Port]) -> String {
    let ports = |kind, ports: &[Port]| {
        let texts: Vec<String> = ports.iter().map(|port| as_port(kind, port)).collect();
        texts.join("|")
    };
    let mut out = String::from("{");
    if !operands.is_empty() {
        out.push_str(&format!("{{{}}}|", ports("arg", operands)));
    }
    out.push_str(name);
    out.push_str("\\l");
    if !attrs.is_empty() {
        out.push_str("\\l");
        attrs.iter().for_each(|attr| out.push_str(&(escape(attr) + "\\l")));
    }
    if !results.is_empty() {
        out.push_str(&format!("|{{{}}}", ports("res", results)));
    }
    out.push('}');
    out
}

fn as_port(kind: &str, port: &Port) -> String {
    format!("<{kind}{}> {}", port.name, escape(&port.text))
}

/// Text with what means something in a record made literal.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '{' | '|' | '<' | '}' | '>' | '\n' | '"') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
