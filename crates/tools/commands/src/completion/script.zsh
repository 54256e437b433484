#compdef @NAMES@
# Completion of @TOOL@ in zsh.

_@ID@() {
    local tool="${words[1]}" mark value doc
    local -a ended ended_docs open open_docs
    tool="${tool%"${tool:t}"}@TOOL@"
    while IFS=$'\t' read -r mark value doc; do
        [[ -n "$doc" ]] && doc="$value  -- $doc" || doc="$value"
        if [[ "$mark" == "." ]]; then
            ended+=("$value")
            ended_docs+=("$doc")
        else
            open+=("$value")
            open_docs+=("$doc")
        fi
    done < <("$tool" completion --complete=zsh -- "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
    (( $#ended )) && compadd -l -d ended_docs -a ended
    (( $#open )) && compadd -l -S '' -d open_docs -a open
    return 0
}

if [[ "${funcstack[1]}" == "_@ID@" ]]; then
    _@ID@ "$@"
else
    compdef _@ID@ @NAMES@
fi
