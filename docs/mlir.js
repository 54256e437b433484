// Colors for MLIR in the book, by the highlighter of mdbook.
(function () {
  if (typeof hljs === "undefined") return;
  hljs.registerLanguage("mlir", () => ({
    keywords: { literal: "true false unit dense none", keyword: "module func return attributes loc affine_map affine_set to step iter_args ins outs into from else do" },
    contains: [
      hljs.COMMENT("//", "$"),
      { className: "string", begin: '"', end: '"', contains: [{ begin: "\\\\." }] },
      { className: "variable", begin: "%[A-Za-z0-9_$.-]+(#[0-9]+)?" },
      { className: "symbol", begin: "\\^[A-Za-z0-9_$.-]+" },
      { className: "title", begin: "@[A-Za-z0-9_$.-]+" },
      { className: "type", begin: "![A-Za-z0-9_$.]+" },
      { className: "meta", begin: "#[A-Za-z0-9_$.]+" },
      { className: "type", begin: "\\b(index|none|tensor|memref|vector|tuple|complex|[su]?i[0-9]+|b?f[0-9]+[A-Z0-9]*)\\b" },
      { className: "built_in", begin: "\\b[a-z_0-9]+(\\.[a-z_0-9]+)+\\b" },
      { className: "number", begin: "(\\b0x[0-9A-Fa-f]+|\\b[0-9]+(\\.[0-9]*)?(e[+-]?[0-9]+)?)\\b" },
    ],
  }));
  document.querySelectorAll("code.language-mlir").forEach((block) => hljs.highlightBlock(block));
})();
