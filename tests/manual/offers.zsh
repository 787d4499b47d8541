#!/usr/bin/zsh -f
# What zsh would offer at the end of each line of a file: LINE|WORDS. Its completion wants a terminal: another zsh is
# given one, sources this file, and at its next prompt completes all lines and leaves.
if [[ $ZSH_EVAL_CONTEXT = toplevel ]]; then
	zmodload zsh/zpty
	offers=$(mktemp)
	zpty terminal zsh -f -i
	zpty -w terminal "lines=${(q)1:a} offers=${(q)offers}; source ${(q)0:a}"
	while zpty -r terminal; do :; done >/dev/null
	cat $offers
	rm $offers
	exit
fi

fpath=($COMPLETION $fpath)
autoload -Uz compinit
compinit -u -D
typeset -a found

# Some calls only ask what would match.
compadd() {
	local -a matches
	[[ "${@[1,(i)(-|--)]}" = *-[OAD]* ]] || builtin compadd -O matches "$@"
	found+=($matches)
	builtin compadd "$@"
}

offer() {
	local line
	while IFS= read -r line; do
		found=() BUFFER=$line CURSOR=$#line
		zle list-choices
		print -r -- "$line|${(u)found}" >>$offers
	done <$lines
	BUFFER=exit
	zle accept-line
}
zle -N zle-line-init offer
