# Completion of @TOOL@ in fish.

function __@ID@_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l tool (string replace -r '[^/]*$' '@TOOL@' -- $words[1])
    $tool completion --complete=fish -- $words "$current" 2>/dev/null
end

for name in @NAMES@
    complete -c $name -f -a '(__@ID@_complete)'
end
