import type { Shell } from "#cli/completion/shells";
import { TOOL_NAME } from "#contracts/names";

/**
 * What a shell has to load. All of them ask the binary itself, so that a new version needs no new script; the word at
 * the cursor goes along behind an @, since some shells drop an empty one. A line without a word stands for folders.
 */
export function shellScript(shell: Shell): string {
  return SCRIPTS[shell].replaceAll("NAME", TOOL_NAME);
}

const ASK = "NAME completion --candidates --";

/** No bash-completion package, and nothing that bash 3.2 doesn't know. */
const BASH = `# bash: put this into ~/.bashrc:  source <(NAME completion bash)
_NAME_complete() {
  local line word current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  while IFS= read -r line; do
    word=\${line%%$'\\t'*}
    if [[ -n $word ]]; then
      COMPREPLY+=("$word")
    else
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -d -- "$current")
      compopt -o filenames 2>/dev/null
    fi
  done < <(${ASK} "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "@$current" 2>/dev/null)
}
complete -F _NAME_complete NAME
`;

const ZSH = `#compdef NAME
# zsh: put this into ~/.zshrc, after compinit:  source <(NAME completion zsh)
_NAME() {
  local line word folders=""
  local -a found
  while IFS= read -r line; do
    word=\${line%%$'\\t'*}
    if [[ -n $word ]]; then
      found+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
    else
      folders=yes
    fi
  done < <(${ASK} "\${(@)words[2,CURRENT-1]}" "@\${words[CURRENT]}" 2>/dev/null)
  (( \${#found} )) && _describe -V NAME found
  [[ -n $folders ]] && _files -/
}
if [[ \${funcstack[1]} == _NAME ]]; then
  _NAME "$@"
else
  compdef _NAME NAME
fi
`;

const FISH = `# fish: save this as ~/.config/fish/completions/NAME.fish
function __NAME_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -e words[1]
  for line in (${ASK} $words "@$current" 2>/dev/null)
    if string match -q -- \\t\\* $line
      __fish_complete_directories "$current"
    else
      echo $line
    end
  end
end
complete -c NAME -f -k -a '(__NAME_complete)'
`;

const POWERSHELL = `# PowerShell: put this into $PROFILE:  NAME completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName 'NAME' -ScriptBlock {
  param($current, $line, $cursor)
  $words = @($line.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.Extent.Text })
  ${ASK} @words "@$current" 2>$null | ForEach-Object {
    $word, $about = $_ -split "\\t", 2
    if ($word) {
      $tip = if ($about) { $about } else { $word }
      [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $tip)
    } else {
      Get-ChildItem -Directory -Path "$current*" | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_.Name, $_.Name, 'ProviderContainer', $_.Name)
      }
    }
  }
}
`;

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH, powershell: POWERSHELL };
