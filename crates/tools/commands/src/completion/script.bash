# Completion of @TOOL@ in bash.

_@ID@() {
    local tool="${COMP_WORDS[0]}" candidate
    tool="${tool%"${tool##*/}"}@TOOL@"
    COMPREPLY=()
    while IFS= read -r candidate; do
        COMPREPLY+=("$candidate")
    done < <("$tool" completion --complete=bash --breaks="$COMP_WORDBREAKS" -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
}

complete -o nospace -F _@ID@ @NAMES@
