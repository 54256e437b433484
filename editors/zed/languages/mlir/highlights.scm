; Words by the nodes that hold for any dialect.
(comment) @comment
(string_literal) @string
(integer_literal) @number
(float_literal) @number
(value_use) @variable
(symbol_ref_id) @function
(caret_id) @label
(attribute_alias) @attribute
(type) @type
