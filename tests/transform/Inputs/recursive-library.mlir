module attributes {transform.with_named_sequence} {
  transform.named_sequence private @declared(!transform.any_op {transform.readonly})
  transform.named_sequence @calls_back(%r: !transform.any_op {transform.readonly}) {
    transform.include @declared failures(propagate) (%r) : (!transform.any_op) -> ()
    transform.yield
  }
}
