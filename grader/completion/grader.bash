# Completes the command line of grader(1) in bash. Ids of exercises are asked of the very grader that is on the line.
# shellcheck shell=bash

# Adds what compgen makes of its options and the word under the cursor.
_grader_offer() {
	mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen "$@" -- "$current")
}

# Files of an ending, and folders on the way there; without one all files.
_grader_files() {
	compopt -o filenames 2>/dev/null
	if [[ $1 = '' ]]; then
		_grader_offer -f
	else
		_grader_offer -f -X "!*$1"
		_grader_offer -d
	fi
}

# Where the line says that exercises are, as options. Words come as they were typed, with their quotes.
_grader_place() {
	local i place=
	for ((i = 2; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		-x | --exercises)
			[[ ${COMP_WORDS[++i]} != = ]] || ((++i))
			place=${COMP_WORDS[i]}
			;;
		-x*) place=${COMP_WORDS[i]#-x} ;;
		esac
	done
	place=${place//[\"\'\\]/}
	[[ $place = '' ]] || printf '%s\n' -x "${place/#\~/$HOME}"
}

_grader_exercises() {
	local place id function rest ids=
	mapfile -t place < <(_grader_place)
	while read -r id function rest; do
		[[ $function != attn_* ]] || ids+=" $id"
	done < <("${COMP_WORDS[0]/#\~/$HOME}" list "${place[@]}" 2>/dev/null)
	_grader_offer -W "$ids"
}

_grader_misconceptions() {
	local id rest ids=
	while read -r id rest; do
		[[ $id != M[0-9]* ]] || ids+=" $id"
	done < <("${COMP_WORDS[0]/#\~/$HOME}" list --misconceptions 2>/dev/null)
	_grader_offer -W "$ids"
}

# What may follow an option; fails if that wants no value.
_grader_value() {
	local formats='csv csv-long canvas moodle gradescope junit json'
	case $1 in
	-e | --exercise) _grader_exercises ;;
	-F) _grader_offer -W "$formats" ;;
	--format) _grader_offer -W "$([[ $command = export ]] && echo "$formats" || echo text json)" ;;
	-f) _grader_offer -W 'text json' ;;
	-s | --sandbox) _grader_offer -W 'bubblewrap landlock' ;;
	-j | --jobs | -n | --student | -p | --points | -R | --reason) ;;
	-r | --roster) _grader_files .csv ;;
	-x | --exercises | -d | --db | -o | --output | -k | --secret-file) _grader_files '' ;;
	-g | --gradescope) _grader_files .json ;;
	*) return 1 ;;
	esac
}

# How many operands stand before the word that is completed.
_grader_operands() {
	local i count=0
	for ((i = 2; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		-[eFfsjnpRrxdokg] | --exercises | --exercise | --format | --sandbox | --jobs | --student | --points | \
			--reason | --roster | --db | --output | --secret-file | --gradescope)
			[[ ${COMP_WORDS[i + 1]} != = ]] || ((++i))
			((++i))
			;;
		-*) ;;
		*) ((++count)) ;;
		esac
	done
	echo "$count"
}

_grader_option() {
	case $1 in
	check) _grader_offer -W '--exercises --exercise --sandbox --format --help' ;;
	grade) _grader_offer -W '--exercises --db --jobs --sandbox --format --secret-file --gradescope --timing --help' ;;
	watch) _grader_offer -W '--exercises --db --output --jobs --sandbox --format --secret-file --help' ;;
	receipt) _grader_offer -W '--exercises --db --format --verify --help' ;;
	regrade) _grader_offer -W '--exercises --db --jobs --explain --dry-run --format --help' ;;
	score) _grader_offer -W '--db --points --reason --withdraw --help' ;;
	report) _grader_offer -W '--exercises --db --output --roster --help' ;;
	export) _grader_offer -W '--db --output --format --student --roster --total --help' ;;
	lint) _grader_offer -W '--output --jobs --format --matrix --help' ;;
	handout) _grader_offer -W '--exercises --output --help' ;;
	list) _grader_offer -W '--exercises --format --misconceptions --help' ;;
	show) _grader_offer -W '--exercises --all --help' ;;
	answer) _grader_offer -W '--format --help' ;;
	doctor) _grader_offer -W '--sandbox --format --help' ;;
	esac
}

_grader_operand() {
	case $1 in
	check | grade | regrade) _grader_files .so ;;
	lint | answer) _grader_files .yaml ;;
	watch) _grader_offer -d ;;
	# a student, whose name is in no file that could be asked, then
	receipt) [[ $(_grader_operands) = 0 ]] || _grader_files .so ;;
	score) [[ $(_grader_operands) = 0 ]] || _grader_exercises ;;
	show)
		_grader_exercises
		[[ $current != M* ]] || _grader_misconceptions
		;;
	esac
}

_grader() {
	local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
	COMPREPLY=()
	# bash makes three words of --format=json
	[[ $current != = ]] || current=
	[[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD - 2]}
	if [[ $COMP_CWORD = 1 && $current = -* ]]; then
		_grader_offer -W '--help --version'
	elif ((COMP_CWORD == 1)); then
		_grader_offer -W 'check grade watch receipt regrade score report export lint handout list show answer doctor help'
	elif _grader_value "$before"; then
		: # a value
	elif [[ $current = -* ]]; then
		_grader_option "$command"
	else
		_grader_operand "$command"
	fi
}

complete -F _grader grader
