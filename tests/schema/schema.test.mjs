/*
 * exercises/schema.json is for editors; the loader decides. Here the two are held together: every exercise
 * that ships must fit the schema and lead editors to it, and every faulty file of tests/bad-yaml must not fit,
 * except for faults that no schema can see. Those are listed, and must fit, so that the list stays true. The
 * manual page of the format is held to the schema. Likewise exercises/course.schema.json and tests/bad-course.
 *
 *   node --test schema.test.mjs
 */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import Ajv from "ajv/dist/2020.js";
import { parseDocument } from "yaml";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const read = async (name) => JSON.parse(await readFile(path.join(root, "exercises", name), "utf8"));
const schema = await read("schema.json");
const courseSchema = await read("course.schema.json");
/* YAML has .nan and .inf, which ajv does not count as numbers unless told to. */
const compile = (of) => new Ajv({ allErrors: true, allowUnionTypes: true, strictNumbers: false, strictTypes: false }).compile(of);
const validateExercise = compile(schema);
const validateCourse = compile(courseSchema);

/* What stands against a file: faults of YAML, or of the schema; empty if it fits. */
async function faults(file, validate = validateExercise) {
	const bytes = await readFile(file);
	let text;
	try {
		text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return ["not UTF-8"];
	}
	const document = parseDocument(text, { version: "1.2", schema: "core", merge: false, prettyErrors: false });
	if (document.errors.length > 0 || document.warnings.length > 0)
		return [...document.errors, ...document.warnings].map(String);
	let data;
	try {
		data = document.toJS({ maxAliasCount: 1000 });
	} catch (error) {
		return [String(error)];
	}
	return validate(data) ? [] : validate.errors.map((error) => `${error.instancePath}: ${error.message}`);
}

/* Faults that depend on what is drawn, on how many elements there are, on other keys, or on how a value is written. */
const unseen = `
	buffer-over-the-limit buffer-sometimes-over-the-limit case-name-twice comment-in-a-hint comment-in-a-name
	control-character delete-character difference-below-zero drawn-value-does-not-fit element-below-zero
	elements-of-all-cases elements-of-outputs expect-drawn-size expect-null-output expect-of-a-failure expect-shape
	expect-too-many generator-bare-of-sizes int-drawn-empty-range int-empty-range int-range-sometimes-empty
	integers-empty-range integers-range-sometimes-empty normal-infinite normal-overflow not-for-twice nul-byte number-too-large
	number-too-small output-over-the-limit policy-a-word policy-nan policy-too-large product-overflow
	property-agreement-with-a-stranger property-agreement-with-the-only-other property-not-among-those
	property-not-of-the-function property-of-a-failure property-of-heads-of-drawn-sizes
	property-of-heads-without-identity property-of-null-weights property-of-too-many-calls
	property-of-too-many-elements property-of-too-wide-projections put-element-too-large put-empty-rows
	put-future-of-a-vector put-index-outside put-never-reached-in-heads put-never-reached put-padding-without-length
	put-range-sometimes-empty put-row-of-one-element put-too-few-indices put-unused-without-cache ramp-overflow
	returns-beside-expect scalar-circle-in-a-choice scalar-circle scalar-misspelt scalar-names-a-buffer
	scalar-names-itself shape-batch shape-decimal-comma shape-of-a-drawn-size shape-of-a-size-sometimes-other
	shape-row-too-long shape-row-too-short shape-too-few-rows size-choice-below-zero size-difference-of-two-draws
	size-difference-sometimes-below-zero size-fraction sum-of-misfits sum-shape uniform-empty-range
	rungs-rising speed-of-a-drawn-size speed-of-weights speed-shape-too-few-rows
	large-called-as-a-case large-of-a-drawn-size large-of-weights
`.trim().split(/\s+/);

async function exercises() {
	const folder = path.join(root, "exercises");
	const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".yaml") && name !== "course.yaml");
	assert.ok(names.length > 0);
	return names.map((name) => path.join(folder, name));
}

test("every exercise fits the schema", async () => {
	for (const file of await exercises())
		assert.deepEqual(await faults(file), [], file);
});

test("every exercise leads editors to the schema", async () => {
	for (const file of await exercises()) {
		const [first] = (await readFile(file, "utf8")).split("\n");
		const [, place] = /^# yaml-language-server: \$schema=(\S+)$/.exec(first) ?? [];
		assert.ok(place, `${file}:1: no modeline`);
		assert.equal(path.resolve(path.dirname(file), place), path.join(root, "exercises/schema.json"), file);
	}
});

test("no faulty file fits the schema, if a schema can see the fault", async () => {
	const folder = path.join(root, "tests/bad-yaml");
	const files = (await readdir(folder)).filter((name) => name.endsWith(".yaml"));
	assert.ok(files.length >= 40);
	const fitting = [];
	for (const name of files)
		if ((await faults(path.join(folder, name))).length === 0)
			fitting.push(path.basename(name, ".yaml"));
	assert.deepEqual(fitting.sort(), unseen.sort());
});

/* What the schema says of the cases of a function. */
const narrowed = (name) => schema.$defs[name].properties.cases.items.properties;

/* Rows of the operation table, as its comment has them: kinds and names of parameters, elements and shapes. */
async function operations() {
	const text = (await readFile(path.join(root, "grader/contract/operations.def"), "utf8")).replace(/\/\*[^]*?\*\//g, "");
	return text.split(/^OPERATION/m).slice(1).map((row) => {
		const parameters = [...row.matchAll(/\b(SIZE|OFFSET|NUMBER|CHOICE|IN|OUT|INOUT|MAYBE)\((?:(\w+), )?(\w+)(?:, "([^"]*)")?\)/g)]
			.map(([, kind, element, name, shape]) => ({ kind, element, name, extents: shape?.split(",").filter(Boolean).length }));
		return { name: /attn_\w+/.exec(row)[0], parameters };
	});
}

const scalars = { SIZE: "size", OFFSET: "scalar_value", NUMBER: "natural", CHOICE: "policy" };
const floats = ["number_value", "vector", "matrix", "batch"];
const kindOf = ({ kind, element, extents }) =>
	scalars[kind] ?? (element === "F32" ? floats : ["whole", "wholes"])[extents];

test("the schema has the functions and parameters of the operation table", async () => {
	const rows = await operations();
	assert.ok(rows.length > 20 && rows.every(({ parameters }) => parameters.length > 1));
	assert.deepEqual(functions, rows.map(({ name }) => name));
	assert.deepEqual(schema.allOf, rows.map(({ name }) => ({
		if: { required: ["function"], properties: { function: { const: name } } },
		then: { $ref: `#/$defs/${name}` },
	})));
	const references = (parameters, of) =>
		Object.fromEntries(parameters.map((one) => [one.name, { $ref: `#/$defs/${of(one)}` }]));
	for (const { name, parameters } of rows) {
		const { given, put, expect } = narrowed(name);
		const only = (kinds) => parameters.filter(({ kind }) => kinds.includes(kind));
		const read = only(["IN", "INOUT"]).map((one) => one.name);
		assert.deepEqual(given, {
			additionalProperties: false,
			properties: references(parameters.filter(({ kind }) => kind !== "OUT"),
				(one) => (one.kind === "MAYBE" ? "unwanted" : kindOf(one))),
			required: parameters.filter(({ kind }) => kind !== "OUT" && kind !== "MAYBE").map((one) => one.name),
		}, name);
		assert.deepEqual(put, read.length > 0 ? { items: { properties: { in: { enum: read } } } } : { maxItems: 0 }, name);
		assert.deepEqual(expect, {
			additionalProperties: false,
			properties: references(only(["OUT", "MAYBE", "INOUT"]), kindOf),
		}, name);
	}
});

test("the course fits its schema, and leads editors to it", async () => {
	const file = path.join(root, "exercises/course.yaml");
	assert.deepEqual(await faults(file, validateCourse), []);
	assert.match(await readFile(file, "utf8"), /^# yaml-language-server: \$schema=course\.schema\.json\n/);
});

/* Faults of the calendar, of keys that do not fit each other, and of other files. */
const unseenOfCourses = `
	due-31st-of-february late-ends-within-grace late-forever roster-broken roster-missing
	weights-all-zero
`.trim().split(/\s+/);

test("no faulty course fits the schema, if a schema can see the fault", async () => {
	const folder = path.join(root, "tests/bad-course");
	const files = (await readdir(folder)).filter((name) => name.endsWith(".yaml"));
	assert.ok(files.length >= 33);
	const fitting = [];
	for (const name of files)
		if ((await faults(path.join(folder, name), validateCourse)).length === 0)
			fitting.push(path.basename(name, ".yaml"));
	assert.deepEqual(fitting.sort(), unseenOfCourses.sort());
});

/* The functions, and where the schema says what belongs to each: names of the contract, not words of the format. */
const functions = schema.$defs.function.enum;
const withoutFunctions = (of) => ({ ...of, allOf: [], $defs: Object.fromEntries(
	Object.entries(of.$defs).filter(([name]) => !["function", "timed", "sampled"].includes(name) && !functions.includes(name))) });

/* All words of the format: keys, and values that are one of a few words. */
function formatWords(node) {
	const inside = Object.values(node).filter((value) => value && typeof value === "object");
	return [...Object.keys(node.properties ?? {}), ...(node.enum ?? []), ...inside.flatMap(formatWords)];
}

/* The words that lines of mdoc mark with Cm. */
function markedWords(lines) {
	return lines.flatMap((line) => {
		let marked = false;
		return line.split(" ").filter((word) => {
			if (/^(Cm|Ar|No|Ns)$/.test(word))
				marked = word === "Cm";
			return marked && word !== "Cm" && /^\w+$/.test(word);
		});
	});
}

const page = await readFile(path.join(root, "grader/manual/grader-exercise.5"), "utf8");

test("the manual page has every word of the format, and no other has an entry", () => {
	const lines = page.split("\n").map((line) => line.replace(/^\./, ""));
	const format = new Set(formatWords(withoutFunctions(schema)));
	const missing = [...format].filter((word) => !markedWords(lines).includes(word));
	const entries = markedWords(lines.filter((line) => line.startsWith("It ")));
	assert.ok(format.size > 60);
	assert.deepEqual(missing, []);
	assert.deepEqual(entries.filter((word) => !format.has(word)), []);
});

test("the manual page says what is required, and has the schema's limits and defaults", () => {
	const bounds = ["exclusiveMinimum", "minimum", "maximum", "minItems", "maxItems", "default"];
	const limits = schema.properties.limits;
	for (const { properties, required = [] } of [schema, limits, schema.$defs.case, schema.$defs.put])
		for (const [key, value] of Object.entries(properties)) {
			const [, star, text] = page.match(new RegExp(`^\\.It Cm ${key}( No \\*)?\\n([^]*?)^\\.(It|El)`, "m"));
			assert.equal(star !== undefined, required.includes(key), key);
			for (const bound of bounds.filter((name) => name in value))
				assert.match(text, new RegExp(`\\b${value[bound]}\\b`), `${bound} of ${key}`);
		}
});

test("the manual page of courses has every word of theirs, and no other has an entry", async () => {
	const coursePage = await readFile(path.join(root, "grader/manual/grader-course.5"), "utf8");
	const lines = coursePage.split("\n").map((line) => line.replace(/^\./, ""));
	const format = new Set(formatWords(courseSchema));
	const entries = markedWords(lines.filter((line) => line.startsWith("It ")));
	assert.deepEqual([...format].filter((word) => !markedWords(lines).includes(word)), []);
	assert.deepEqual(entries.filter((word) => !format.has(word)), []);
});

test("every key of a schema is described", () => {
	const visit = (schema, node, where) => {
		for (const [key, value] of Object.entries(node.properties ?? {})) {
			const target = value.$ref ? schema.$defs[value.$ref.replace("#/$defs/", "")] : value;
			assert.ok(value.description || target.description, `${where}.${key}`);
		}
		for (const [key, value] of Object.entries(node))
			if (value && typeof value === "object")
				visit(schema, value, `${where}.${key}`);
	};
	visit(schema, withoutFunctions(schema), "schema");
	for (const name of functions) {
		const { given, expect } = narrowed(name);
		visit(schema, given, `${name}.given`);
		visit(schema, expect, `${name}.expect`);
	}
	visit(courseSchema, courseSchema, "courseSchema");
});
