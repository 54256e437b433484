#!/usr/bin/env python3
"""Makes the models of this folder: TOSA with random weights, and an input for each.

    python3 make.py [DIRECTORY] [--width=N]

writes NAME.mlir and NAME.npy for each model to DIRECTORY (this folder). Weights are blobs of resources. `--width=N`
multiplies the channels of all layers by N. The same arguments produce the same bytes.
"""

import math
import os
import random
import struct
import sys

SIZES = {"f32": 4, "i32": 4, "i16": 2, "i8": 1}
CODES = {"f32": "f", "i32": "i", "i16": "h", "i8": "b"}


def product(shape):
    return math.prod(shape)


def tensor(shape, element):
    return "tensor<" + "".join(f"{n}x" for n in shape) + element + ">"


def packed(values, element):
    return struct.pack(f"<{len(values)}{CODES[element]}", *values)


def array(values, element="i64"):
    return f"array<{element}: " + ", ".join(str(v) for v in values) + ">"


class Value:
    """An SSA value: its name, shape and element type."""

    def __init__(self, name, shape, element, type=None):
        self.name, self.shape, self.element = name, tuple(shape), element
        self.type = type or tensor(shape, element)


class Model:
    """A function `main`, op by op."""

    def __init__(self, name, seed, shape, element):
        self.name, self.random = name, random.Random(seed)
        self.input = Value("%input", shape, element)
        self.lines, self.resources, self.count, self.indent = [], [], 0, "  "

    # Ops

    def op(self, name, operands, shape, element, attributes=""):
        """Appends an op of one result, and returns it."""
        result = Value(f"%{self.count}", shape, element)
        self.count += 1
        names = ", ".join(v.name for v in operands)
        types = ", ".join(v.type for v in operands)
        attributes = f" {{{attributes}}}" if attributes else ""
        self.lines.append(f"{self.indent}{result.name} = tosa.{name} {names}{attributes} : ({types}) -> {result.type}")
        return result

    def constant(self, shape, element, text):
        result = Value(f"%{self.count}", shape, element)
        self.count += 1
        self.lines.append(f'{self.indent}{result.name} = "tosa.const"() <{{values = {text} : {result.type}}}> : () -> {result.type}')
        return result

    def splat(self, value, element="f32", rank=1):
        text = f"{value:.9e}" if element == "f32" else str(value)
        return self.constant([1] * rank, element, f"dense<{text}>")

    def weights(self, values, shape, element):
        """A constant whose elements are a blob of the file's resources."""
        name = f"{self.name}_{len(self.resources)}"
        self.resources.append((name, SIZES[element], packed(values, element)))
        return self.constant(shape, element, f"dense_resource<{name}>")

    def dimensions(self, values):
        result = Value(f"%{self.count}", [len(values)], "index", f"!tosa.shape<{len(values)}>")
        self.count += 1
        text = ", ".join(str(v) for v in values)
        self.lines.append(f"{self.indent}{result.name} = tosa.const_shape "
                          f"{{values = dense<[{text}]> : tensor<{len(values)}xindex>}} : () -> {result.type}")
        return result

    def binary(self, name, a, b, element=None):
        shape = [max(n, m) for n, m in zip(a.shape, b.shape)]
        operands = [a, b] + ([self.splat(0, "i8")] if name == "mul" else [])
        return self.op(name, operands, shape, element or a.element)

    def unary(self, name, a):
        return self.op(name, [a], a.shape, a.element)

    def reshape(self, a, shape):
        return self.op("reshape", [a, self.dimensions(shape)], shape, a.element)

    def transpose(self, a, perms):
        return self.op("transpose", [a], [a.shape[p] for p in perms], a.element, f"perms = {array(perms, 'i32')}")

    def reduce(self, name, a, axis):
        shape = [1 if i == axis else n for i, n in enumerate(a.shape)]
        return self.op(f"reduce_{name}", [a], shape, a.element, f"axis = {axis} : i32")

    def clamp(self, a, low, high):
        if a.element == "f32":
            low, high = f"{low:.9e}", f"{high:.9e}"
        return self.op("clamp", [a], a.shape, a.element,
                       f"min_val = {low} : {a.element}, max_val = {high} : {a.element}")

    # Layers of floats

    def uniform(self, shape, inputs):
        """Weights whose sums over `inputs` products keep the variance of the input."""
        bound = math.sqrt(3 / inputs)
        return self.weights([self.random.uniform(-bound, bound) for _ in range(product(shape))], shape, "f32")

    def bias(self, n):
        return self.weights([self.random.uniform(-0.1, 0.1) for _ in range(n)], [n], "f32")

    def window(self, a, kernel, stride, pad):
        return [(n + p0 + p1 - k) // s + 1 for n, k, s, (p0, p1) in zip(a.shape[1:3], kernel, stride, pad)]

    def convolution(self, name, a, weight, bias, zeros, channels, stride, acc):
        kernel = weight.shape[1:3] if name == "conv2d" else weight.shape[0:2]
        # Equal sizes at stride 1; at stride 2, what is left over must be no remainder.
        pad = [((k - 1) // 2, k // 2 - (1 if s == 2 and k == 3 else 0)) for k, s in zip(kernel, stride)]
        shape = [a.shape[0], *self.window(a, kernel, stride, pad), channels]
        flat = [p for pair in pad for p in pair]
        return self.op(name, [a, weight, bias, *zeros], shape, acc,
                       f"acc_type = {acc}, pad = {array(flat)}, stride = {array(stride)}, dilation = array<i64: 1, 1>")

    def zeros(self):
        zero = self.splat(0)
        return [zero, zero]

    def conv2d(self, a, channels, kernel=3, stride=1):
        inputs = kernel * kernel * a.shape[3]
        weight = self.uniform([channels, kernel, kernel, a.shape[3]], inputs)
        return self.convolution("conv2d", a, weight, self.bias(channels), self.zeros(), channels, [stride] * 2, "f32")

    def depthwise(self, a, kernel=3):
        channels = a.shape[3]
        weight = self.uniform([kernel, kernel, channels, 1], kernel * kernel)
        return self.convolution("depthwise_conv2d", a, weight, self.bias(channels), self.zeros(), channels, [1, 1], "f32")

    def relu(self, a):
        return self.clamp(a, 0, 6)

    def max_pool(self, a):
        shape = [a.shape[0], a.shape[1] // 2, a.shape[2] // 2, a.shape[3]]
        return self.op("max_pool2d", [a], shape, a.element,
                       "kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>")

    def average(self, a, zeros, acc):
        n, h, w, c = a.shape
        return self.op("avg_pool2d", [a, *zeros], [n, 1, 1, c], a.element,
                       f"acc_type = {acc}, kernel = array<i64: {h}, {w}>, pad = array<i64: 0, 0, 0, 0>, "
                       "stride = array<i64: 1, 1>")

    def matmul(self, a, b):
        return self.op("matmul", [a, b, *self.zeros()], [a.shape[0], a.shape[1], b.shape[2]], "f32")

    def linear(self, a, columns):
        product = self.matmul(a, self.uniform([1, a.shape[2], columns], a.shape[2]))
        return self.binary("add", product, self.reshape(self.bias(columns), [1, 1, columns]))

    def softmax(self, a):
        axis = len(a.shape) - 1
        exponentials = self.unary("exp", self.binary("sub", a, self.reduce("max", a, axis)))
        return self.binary("mul", exponentials, self.unary("reciprocal", self.reduce("sum", exponentials, axis)))

    def mean(self, a):
        total = self.reduce("sum", a, 2)
        return self.binary("mul", total, self.splat(1 / a.shape[2], rank=3))

    def layer_norm(self, a):
        n = a.shape[2]
        centered = self.binary("sub", a, self.mean(a))
        variance = self.mean(self.binary("mul", centered, centered))
        inverse = self.unary("rsqrt", self.binary("add", variance, self.splat(1e-5, rank=3)))
        scale = self.weights([self.random.uniform(0.5, 1.5) for _ in range(n)], [1, 1, n], "f32")
        shift = self.weights([self.random.uniform(-0.5, 0.5) for _ in range(n)], [1, 1, n], "f32")
        return self.binary("add", self.binary("mul", self.binary("mul", centered, inverse), scale), shift)

    def gelu(self, a):
        error = self.unary("erf", self.binary("mul", a, self.splat(math.sqrt(0.5), rank=3)))
        half = self.binary("mul", a, self.splat(0.5, rank=3))
        return self.binary("mul", half, self.binary("add", error, self.splat(1, rank=3)))

    # Layers of 8 bits: a number q stands for scale * (q - zero).

    def bytes(self, shape):
        return self.weights([self.random.randint(-127, 127) for _ in range(product(shape))], shape, "i8")

    def integers(self, n, bound):
        return self.weights([self.random.randint(-bound, bound) for _ in range(n)], [n], "i32")

    def rescale(self, a, scales, zero_in, zero_out, element="i8"):
        """a * scale, one for all or one for each channel, rounded and saturated."""
        parts = [math.frexp(s) for s in scales]
        multipliers = [min(round(m * 2**31), 2**31 - 1) for m, _ in parts]
        multiplier = self.weights(multipliers, [len(scales)], "i32")
        shift = self.weights([31 - e for _, e in parts], [len(scales)], "i8")
        per_channel = "true" if len(scales) > 1 else "false"
        operands = [a, multiplier, shift, self.splat(zero_in, a.element), self.splat(zero_out, element)]
        return self.op("rescale", operands, a.shape, element,
                       f"scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = {per_channel}, "
                       "input_unsigned = false, output_unsigned = false")

    def requantize(self, a, terms, zero):
        """Sums of `terms` products as bytes, with a scale for each channel."""
        usual = 40 / (73 * 50 * math.sqrt(terms))
        return self.rescale(a, [usual * self.random.uniform(0.8, 1.25) for _ in range(a.shape[-1])], 0, zero)

    def conv2d_i8(self, a, zero_in, channels, zero_out, kernel=3, stride=1):
        terms = kernel * kernel * a.shape[3]
        weight = self.bytes([channels, kernel, kernel, a.shape[3]])
        zeros = [self.splat(zero_in, "i8"), self.splat(0, "i8")]
        sums = self.convolution("conv2d", a, weight, self.integers(channels, 2000), zeros, channels, [stride] * 2, "i32")
        return self.requantize(sums, terms, zero_out)

    def depthwise_i8(self, a, zero_in, zero_out, kernel=3):
        channels = a.shape[3]
        weight = self.bytes([kernel, kernel, channels, 1])
        zeros = [self.splat(zero_in, "i8"), self.splat(0, "i8")]
        sums = self.convolution("depthwise_conv2d", a, weight, self.integers(channels, 2000), zeros, channels, [1, 1], "i32")
        return self.requantize(sums, kernel * kernel, zero_out)

    def linear_i8(self, a, zero_in, columns, zero_out):
        weight = self.bytes([1, a.shape[2], columns])
        zeros = [self.splat(zero_in, "i8"), self.splat(0, "i8")]
        sums = self.op("matmul", [a, weight, *zeros], [a.shape[0], a.shape[1], columns], "i32")
        return self.requantize(sums, a.shape[2], zero_out)

    def table_i8(self, a, function, scale_in, zero_in, scale_out, zero_out):
        entries = []
        for q in range(-128, 128):
            y = function(scale_in * (q - zero_in)) / scale_out + zero_out
            entries.append(max(-128, min(127, round(y))))
        return self.op("table", [a, self.weights(entries, [256], "i8")], a.shape, "i8")

    # Files

    def write(self, directory, result):
        path = os.path.join(directory, self.name)
        with open(path + ".mlir", "w", encoding="utf-8") as file:
            file.write(f"// Made by make.py.\n\nfunc.func @main(%input: {self.input.type}) -> {result.type} {{\n")
            file.write("\n".join(self.lines))
            file.write(f"\n  return {result.name} : {result.type}\n}}\n\n{{-#\n  dialect_resources: {{\n    builtin: {{\n")
            for i, (name, size, blob) in enumerate(self.resources):
                end = "," if i + 1 < len(self.resources) else ""
                file.write(f'      {name}: "0x{struct.pack("<I", size).hex().upper()}{blob.hex().upper()}"{end}\n')
            file.write("    }\n  }\n#-}\n")
        if self.input.element == "f32":
            values, code = [self.random.gauss(0, 1) for _ in range(product(self.input.shape))], "<f4"
        else:
            values, code = [self.random.randint(-100, 100) for _ in range(product(self.input.shape))], "|i1"
        header = f"{{'descr': '{code}', 'fortran_order': False, 'shape': {self.input.shape}, }}"
        header += " " * (-(len(header) + 11) % 64) + "\n"
        with open(path + ".npy", "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
            file.write(packed(values, self.input.element))


def convolutional(directory, width):
    """Convolutions, pools and a classifier: 10 probabilities of an image."""
    m = Model("cnn", 1, [1, 32, 32, 3], "f32")
    x = m.relu(m.conv2d(m.input, 8 * width))
    x = m.relu(m.depthwise(x))
    x = m.relu(m.conv2d(x, 16 * width, kernel=1))
    x = m.max_pool(x)
    x = m.relu(m.conv2d(x, 32 * width, stride=2))
    x = m.average(x, m.zeros(), "f32")
    x = m.linear(m.reshape(x, [1, 1, x.shape[3]]), 10)
    m.write(directory, m.softmax(x))


def convolutional_i8(directory, width):
    """The network of `convolutional` in 8 bits: 10 scores."""
    m = Model("cnn_i8", 2, [1, 32, 32, 3], "i8")
    x = m.clamp(m.conv2d_i8(m.input, 3, 8 * width, -20), -20, 127)
    x = m.clamp(m.depthwise_i8(x, -20, -10), -10, 120)
    x = m.clamp(m.conv2d_i8(x, -10, 16 * width, -30, kernel=1), -30, 127)
    x = m.max_pool(x)
    x = m.clamp(m.conv2d_i8(x, -30, 32 * width, 5, stride=2), 5, 127)
    x = m.average(x, [m.splat(5, "i8"), m.splat(-7, "i8")], "i32")
    m.write(directory, m.linear_i8(m.reshape(x, [1, 1, x.shape[3]]), -7, 10, 0))


def transformer(directory, width):
    """A block of a transformer: attention of four heads, and two layers with GELU."""
    length, heads, depth = 16, 4, 8 * width
    size = heads * depth
    m = Model("transformer", 3, [1, length, size], "f32")

    def split(a):
        return m.transpose(m.reshape(a, [length, heads, depth]), [1, 0, 2])

    x = m.layer_norm(m.input)
    query, key, value = split(m.linear(x, size)), split(m.linear(x, size)), split(m.linear(x, size))
    scores = m.matmul(query, m.transpose(key, [0, 2, 1]))
    scores = m.binary("mul", scores, m.splat(1 / math.sqrt(depth), rank=3))
    mixed = m.matmul(m.softmax(scores), value)
    mixed = m.reshape(m.transpose(mixed, [1, 0, 2]), [1, length, size])
    x = m.binary("add", m.input, m.linear(mixed, size))
    hidden = m.gelu(m.linear(m.layer_norm(x), 2 * size))
    m.write(directory, m.binary("add", x, m.linear(hidden, size)))


def transformer_i8(directory, width):
    """The two layers of a transformer's block in 8 bits, GELU by table, and the sum with the input."""
    m = Model("transformer_i8", 4, [1, 16, 32 * width], "i8")
    hidden = m.linear_i8(m.input, 2, 64 * width, -4)
    hidden = m.table_i8(hidden, lambda x: 0.5 * x * (1 + math.erf(x * math.sqrt(0.5))), 1 / 32, -4, 1 / 48, -100)
    y = m.linear_i8(hidden, -100, 32 * width, 0)
    total = m.binary("add", m.rescale(m.input, [0.5], 2, 0, "i32"), m.rescale(y, [0.75], 0, 0, "i32"))
    m.write(directory, m.rescale(total, [0.8], 0, 6))


def denoiser(directory, width):
    """Steps of denoising in a loop: each subtracts what a U of convolutions predicts for an image and a step."""
    steps, n, c = 3, 16, 4
    m = Model("denoiser", 5, [1, n, n, c], "f32")
    inner = 8 * width
    embedding = m.weights([m.random.gauss(0, 1) for _ in range(steps * inner)], [1, steps, inner], "f32")
    zero, one, last = (m.constant([1, 1], "i32", f"dense<{k}>") for k in (0, 1, steps))
    state = [Value("%step", [1, 1], "i32"), m.input]
    types = ", ".join(v.type for v in state)
    m.lines.append(f"  %loop:2 = tosa.while_loop (%step = {zero.name}, %image = %input) : ({types}) -> ({types}) {{")
    m.indent = "    "
    step, image = Value("%step", [1, 1], "i32"), Value("%image", [1, n, n, c], "f32")
    more = m.reshape(m.binary("greater", last, step, "i1"), [])
    m.lines.append(f"    tosa.yield {more.name} : {more.type}")
    step, image = Value("%step_in", [1, 1], "i32"), Value("%image_in", [1, n, n, c], "f32")
    m.lines.append(f"  }} do {{\n  ^bb0({step.name}: {step.type}, {image.name}: {image.type}):")
    outer = m.relu(m.conv2d(image, inner))
    time = m.op("gather", [embedding, step], [1, 1, inner], "f32")
    down = m.binary("add", m.max_pool(outer), m.reshape(time, [1, 1, 1, inner]))
    down = m.unary("tanh", m.conv2d(down, 2 * inner))
    sizes = [m.dimensions([4, 2, 4, 2]), m.dimensions([-1, -1]), m.dimensions([1, 1])]
    up = m.op("resize", [down, *sizes], [1, n, n, 2 * inner], "f32", 'mode = BILINEAR')
    both = m.op("concat", [up, outer], [1, n, n, 3 * inner], "f32", "axis = 3 : i32")
    noise = m.conv2d(both, c)
    image = m.binary("sub", image, m.binary("mul", noise, m.splat(0.25, rank=4)))
    step = m.binary("add", step, one)
    m.lines.append(f"    tosa.yield {step.name}, {image.name} : {types}\n  }}")
    m.write(directory, Value("%loop#1", [1, n, n, c], "f32"))


def main():
    directory, width = os.path.dirname(os.path.abspath(__file__)), 1
    for argument in sys.argv[1:]:
        if argument.startswith("--width="):
            width = int(argument[8:])
        else:
            directory = argument
    os.makedirs(directory, exist_ok=True)
    for model in (convolutional, convolutional_i8, transformer, transformer_i8, denoiser):
        model(directory, width)


if __name__ == "__main__":
    main()
