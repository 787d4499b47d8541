#!/bin/bash
# What bash would offer at the end of each line of a file: LINE|WORDS. As readline does, it cuts a line into words at
# blanks without a backslash and around "=", and leaves them as they were typed.
. "$COMPLETION/grader.bash"
while IFS= read -r line; do
	cut=${line//=/ = }
	read -r -a COMP_WORDS <<<"${cut//\\ /$'\1'}"
	COMP_WORDS=("${COMP_WORDS[@]//$'\1'/\\ }")
	[[ $line != *' ' ]] || COMP_WORDS+=('')
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	_grader grader
	echo "$line|${COMPREPLY[*]}"
done <"$1"
