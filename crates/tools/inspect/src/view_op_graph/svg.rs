//! The graph as an SVG image.
//!
//! Every box is laid out separately: nodes are assigned to layers so that uses are below definitions, layers
//! are rows, and the box is as large as its rows. Edges are curves between nodes, drawn last.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::build::{Flow, Graph, Item};

/// The width of a character and the height of a line of text, in pixels.
const CHAR: f64 = 6.7;
const LINE: f64 = 15.0;
/// The padding of boxes, and the space between their children.
const PADDING: f64 = 10.0;
const GAP: f64 = 26.0;

/// A box or a node: its size and text, and its position in its parent.
struct Shape {
    lines: Vec<String>,
    colour: Option<usize>,
    children: Vec<usize>,
    parent: Option<usize>,
    is_box: bool,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// The image of the graph.
pub(super) fn write(graph: &Graph) -> String {
    let (mut shapes, node_shapes) = shapes(graph);
    lay_out(graph, &mut shapes, &node_shapes);
    // Parents are before their children.
    for at in 0..shapes.len() {
        if let Some(parent) = shapes[at].parent {
            let (x, y) = (shapes[parent].x, shapes[parent].y);
            shapes[at].x += x;
            shapes[at].y += y;
        }
    }
    let (width, height) = shapes.first().map_or((0.0, 0.0), |root| (root.width, root.height));
    let (full_width, full_height) = (width + 2.0 * PADDING, height + 2.0 * PADDING);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{full_width:.0}\" height=\"{full_height:.0}\" \
         viewBox=\"{0} {0} {full_width:.0} {full_height:.0}\" font-family=\"monospace\" font-size=\"11\">\n\
         <defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#555\"/></marker></defs>\n",
        -PADDING
    );
    shapes.iter().for_each(|shape| draw(&mut out, shape, graph.colours));
    for edge in &graph.edges {
        let ends = node_shapes.get(&edge.from.id).zip(node_shapes.get(&edge.to.id));
        let Some((from, to)) = ends.map(|(&from, &to)| (&shapes[from], &shapes[to])) else { continue };
        let (x1, y1) = (from.x + from.width / 2.0, from.y + from.height);
        let (x2, y2) = (to.x + to.width / 2.0, to.y);
        let bend = ((y2 - y1).abs() / 2.0).max(20.0);
        let dashes = if edge.flow == Flow::Control { " stroke-dasharray=\"4 3\"" } else { "" };
        // Nothing can go wrong when writing to a string.
        let _ = writeln!(
            out,
            "<path d=\"M{x1:.1} {y1:.1}C{x1:.1} {:.1} {x2:.1} {:.1} {x2:.1} {y2:.1}\" fill=\"none\" \
             stroke=\"#555\"{dashes} marker-end=\"url(#head)\"/>",
            y1 + bend,
            y2 - bend
        );
    }
    out.push_str("</svg>\n");
    out
}

/// Returns the shapes, outer ones first, and those of nodes by number; a box represents the node at which edges to it
/// start.
fn shapes(graph: &Graph) -> (Vec<Shape>, FxHashMap<usize, usize>) {
    let mut shapes: Vec<Shape> = Vec::new();
    let mut nodes = FxHashMap::default();
    let mut open: Vec<usize> = Vec::new();
    for item in &graph.items {
        let (id, lines, colour, is_box) = match item {
            Item::Close => {
                open.pop();
                continue;
            }
            Item::Open { anchor, label, .. } => (*anchor, label.clone(), None, true),
            Item::Argument { id, port } => (*id, vec![port.text.clone()], None, false),
            Item::Op { id, colour, operands, name, attrs, results } => {
                let texts = |ports: &[super::build::Port]| {
                    ports.iter().map(|port| port.text.as_str()).collect::<Vec<_>>().join(" ")
                };
                let mut lines = vec![format!("{name} {}", texts(operands))];
                lines.extend(attrs.iter().cloned());
                if !results.is_empty() {
                    lines.push(format!("= {}", texts(results)));
                }
                (*id, lines, Some(*colour), false)
            }
        };
        let widest = lines.iter().map(|line| line.chars().count()).fold(0, Ord::max);
        let at = shapes.len();
        let parent = open.last().copied();
        shapes.push(Shape {
            width: widest as f64 * CHAR + 2.0 * PADDING,
            height: lines.len() as f64 * LINE + PADDING,
            lines,
            colour,
            children: Vec::new(),
            parent,
            is_box,
            x: 0.0,
            y: 0.0,
        });
        nodes.insert(id, at);
        if let Some(parent) = parent {
            shapes[parent].children.push(at);
        }
        if is_box {
            open.push(at);
        }
    }
    (shapes, nodes)
}

/// Returns every shape a size, and a place in the box around it.
fn lay_out(graph: &Graph, shapes: &mut [Shape], nodes: &FxHashMap<usize, usize>) {
    let layers = layers(graph, shapes, nodes);
    // Children are after their parent.
    for at in (0..shapes.len()).rev().filter(|&at| shapes[at].is_box).collect::<Vec<_>>() {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for &child in &shapes[at].children {
            let layer = layers[child];
            if rows.len() <= layer {
                rows.resize_with(layer + 1, Vec::new);
            }
            rows[layer].push(child);
        }
        let mut y = shapes[at].lines.len() as f64 * LINE + PADDING;
        let mut widest = shapes[at].width;
        for row in rows.into_iter().filter(|row| !row.is_empty()) {
            let (mut x, mut tallest) = (PADDING, 0.0f64);
            for child in row {
                let shape = &mut shapes[child];
                (shape.x, shape.y) = (x, y);
                x += shape.width + GAP / 2.0;
                tallest = tallest.max(shape.height);
            }
            widest = widest.max(x - GAP / 2.0 + PADDING);
            y += tallest + GAP;
        }
        shapes[at].width = widest;
        shapes[at].height = y - if shapes[at].children.is_empty() { 0.0 } else { GAP - PADDING };
    }
}

/// Returns the layer of each shape in its enclosing box: after the shapes it depends on.
fn layers(graph: &Graph, shapes: &[Shape], nodes: &FxHashMap<usize, usize>) -> Vec<usize> {
    let depths: Vec<usize> = shapes.iter().fold(Vec::with_capacity(shapes.len()), |mut depths, shape| {
        depths.push(shape.parent.map_or(0, |parent: usize| depths[parent] + 1));
        depths
    });
    let mut inputs: Vec<Vec<usize>> = vec![Vec::new(); shapes.len()];
    for edge in &graph.edges {
        let ends = nodes.get(&edge.from.id).zip(nodes.get(&edge.to.id));
        let Some((&from, &to)) = ends else { continue };
        // The ancestors of both ends that are siblings.
        let (mut a, mut b) = (from, to);
        while depths[a] > depths[b] {
            a = shapes[a].parent.unwrap_or(a);
        }
        while depths[b] > depths[a] {
            b = shapes[b].parent.unwrap_or(b);
        }
        while shapes[a].parent != shapes[b].parent {
            a = shapes[a].parent.unwrap_or(a);
            b = shapes[b].parent.unwrap_or(b);
        }
        // An edge upwards is a cycle, which no order satisfies.
        if a < b {
            inputs[b].push(a);
        }
    }
    let mut layers = vec![0; shapes.len()];
    for at in 0..shapes.len() {
        layers[at] = inputs[at].iter().map(|&input| layers[input] + 1).fold(0, Ord::max);
    }
    layers
}

fn draw(out: &mut String, shape: &Shape, colours: usize) {
    let Shape { x, y, width, height, .. } = shape;
    let fill = match shape.colour {
        Some(colour) => {
            let hue = 360.0 * colour as f64 / colours.max(1) as f64;
            format!("hsl({hue:.0} 75% 88%)")
        }
        None if shape.is_box => "none".to_owned(),
        None => "#eee".to_owned(),
    };
    // Nothing can go wrong when writing to a string.
    let _ = writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"4\" fill=\"{fill}\" \
         stroke=\"#888\"/>"
    );
    for (i, line) in shape.lines.iter().enumerate() {
        let (left, top) = (x + PADDING, y + LINE * (i as f64 + 1.0));
        let _ = writeln!(out, "<text x=\"{left:.1}\" y=\"{top:.1}\">{}</text>", escape(line));
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
