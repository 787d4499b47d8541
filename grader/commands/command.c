#include "commands/command.h"

const struct command commands[] = {
	{"check", "FILE.so", "try a submission on the public cases: what is right, what is wrong, and why", "xesf", 1,
	 1, command_check},
	{"grade", "[PATH]...", "grade every new or changed submission (submissions/) into the gradebook", "xdjskgft", 0,
	 -1, command_grade},
	{"watch", "DIR", "grade what is dropped into a folder, as it comes, and keep the pages up to date", "xdojskf",
	 1, 1, command_watch},
	{"receipt", "STUDENT [FILE.so]", "show where a student's scores come from, or grade again to verify them",
	 "xdVf", 1, 2, command_receipt},
	{"regrade", "[PATH]...",
	 "grade again what counts, after an exercise, the reference or the grader changed: whose score changes, and "
	 "why?",
	 "xdjEDf", 0, -1, command_regrade},
	{"score", "STUDENT [EXERCISE]",
	 "give a score by hand, for an exercise or for all together: it wins over the grader's", "dpRW", 1, 2,
	 command_score},
	{"report", "", "write the class index and a page per student as HTML", "xdor", 0, 0, command_report},
	{"export", "", "write scores for other programs: spreadsheets, Canvas, Moodle, Gradescope, JUnit", "dFnorT", 0,
	 0, command_export},
	{"lint", "[PATH]...",
	 "audit exercises (exercises/): are the files right, and do their cases catch what they should?", "fmoj", 0, -1,
	 command_lint},
	{"handout", "", "write what students get: the exercise book, attention.h, the starter, public cases", "xo", 0,
	 0, command_handout},
	{"list", "", "list the exercises there are, or the misconceptions", "xfM", 0, 0, command_list},
	{"show", "ID", "show one exercise with its public cases, or a misconception like M18", "xa", 1, 1,
	 command_show},
	{"answer", "CASE.yaml", "print the reference's answer to a case that you write", "f", 1, 1, command_answer},
	{"doctor", "", "is the sandbox whole on this machine? tries what must be forbidden", "sf", 0, 0,
	 command_doctor},
};

const size_t command_count = sizeof(commands) / sizeof(commands[0]);
