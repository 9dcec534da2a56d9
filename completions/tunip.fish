# tunip.fish -- completion of the tunip command for fish. It reads commands and
# options from the command's help, so a new option needs no change here.

function __tunip_commands
    tunip help 2>/dev/null | sed -n 's/^  tunip \([a-z]*\).\{34,36\} \(.*\)/\1/p' | sort -u
end

# The options of the command on the line, one a line.
function __tunip_options
    set -l words (commandline -opc)
    tunip help $words[2] 2>/dev/null |
        sed -nE 's/^  (-.,|   ) (--[a-z-]+)( ([^ ]+))? +(.*)/\2\t\5/p'
end

# The values of the option before the cursor.
function __tunip_values
    set -l words (commandline -opc)
    set -l value (tunip help $words[2] 2>/dev/null |
        sed -nE "s/^  (-.,|   ) $words[-1] ([^ ]+) .*/\2/p")
    switch "$words[-1]:$value"
        case '--backend:*'
            tunip dialects | sed -n 's/^backend  *\([^ ]*\).*/\1/p'
        case '--from:*'
            tunip dialects | sed -n 's/^format  *\([^ ]*\).*/\1/p'
        case '--backend-option:*'
            tunip backends | sed -nE 's/^    ([a-z_]+=).*/\1/p'
        case '*|*'
            string split '|' $value
    end
end

complete -c tunip -n __fish_use_subcommand -f -a '(__tunip_commands)'
complete -c tunip -n '__fish_seen_subcommand_from help' -f -a '(__tunip_commands)'
complete -c tunip -n 'not __fish_use_subcommand' -a '(__tunip_options)'
complete -c tunip -n 'not __fish_use_subcommand' -a '(__tunip_values)'
