# Completion of @TOOL@ in PowerShell.

Register-ArgumentCompleter -Native -CommandName @LIST@ -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $length = $cursorPosition - $commandAst.Extent.StartOffset
    $line = $commandAst.Extent.Text.PadRight($length).Substring(0, $length)
    & '@TOOL@' completion --complete=powershell -- $line 2>$null | ForEach-Object {
        $value, $doc = $_ -split "`t", 2
        if (-not $doc) { $doc = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $doc)
    }
}
