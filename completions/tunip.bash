# tunip.bash -- completion of the tunip command for bash. It reads commands and
# options from the command's help, so a new option needs no change here.

# The commands, one a line.
_tunip_commands() {
    "$1" help 2>/dev/null | sed -n 's/^  tunip \([a-z]*\).*/\1/p'
}

# The options of a command, each with the placeholder of its value: "--backend NAME".
_tunip_options() {
    "$1" help "$2" 2>/dev/null |
        sed -nE 's/^  (-.,|   ) (--[a-z-]+)( ([^ ]+))?.*/\2 \4/p'
}

# The values of a placeholder, one a line; none if it is a file or any text.
_tunip_values() {
    case $2:$3 in
        --backend:*) "$1" dialects | sed -n 's/^backend  *\([^ ]*\).*/\1/p' ;;
        --from:*) "$1" dialects | sed -n 's/^format  *\([^ ]*\).*/\1/p' ;;
        --backend-option:*) "$1" backends | sed -nE 's/^    ([a-z_]+=).*/\1/p' ;;
        --set:*) "$1" dialects --settings | sed -nE 's/^([a-z]+\.[a-z_]+).*/\1=/p' ;;
        *:*'|'*) tr '|' '\n' <<<"$3" ;;
    esac
}

# Files, which may have blanks in their names: what is typed has a quote or backslashes, then.
_tunip_files() {
    local word=${1#[\"\']}
    mapfile -t COMPREPLY < <(compgen -f -- "${word//\\/}")
    compopt -o filenames 2>/dev/null
}

_tunip_long() {
    case $1 in
        -j) echo --jobs ;;
        -o) echo --output ;;
        -U) echo --context ;;
        -W) echo --width ;;
        *) echo "$1" ;;
    esac
}

_tunip_complete_value() {
    local tunip=$1 option=$2 placeholder=$3 word=$4
    COMPREPLY=($(compgen -W "$(_tunip_values "$tunip" "$option" "$placeholder")" -- "$word"))
    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null
    case $placeholder in
        FILE | LIB | DIR) _tunip_files "$word" ;;
    esac
}

_tunip() {
    local tunip=${COMP_WORDS[0]} command=${COMP_WORDS[1]} placeholder
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "$(_tunip_commands "$tunip") --version --help" -- "$word"))
        return
    fi
    # Bash makes a word of its own of each "=".
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
    fi
    before=$(_tunip_long "$before")
    placeholder=$(_tunip_options "$tunip" "$command" |
        sed -n "s/^$before \(..*\)/\1/p")
    if [[ $before == -* && -n $placeholder ]]; then
        _tunip_complete_value "$tunip" "$before" "$placeholder" "$word"
    elif [[ $command == help ]]; then
        COMPREPLY=($(compgen -W "$(_tunip_commands "$tunip")" -- "$word"))
    elif [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$(_tunip_options "$tunip" "$command" | cut -d' ' -f1) --help" \
            -- "$word"))
    else
        _tunip_files "$word"
    fi
}

complete -F _tunip tunip
