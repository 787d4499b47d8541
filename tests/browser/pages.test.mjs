/*
 * Opens every report below REPORT_DIR in Chromium, from the file system, at desktop and phone width, light
 * and dark, and asserts what only a browser can tell: nothing is fetched, nothing is logged, nothing
 * sticks out to the side, headings and landmarks are in order, and axe-core finds no fault (contrast,
 * names, focus). Then what a student does with a page: read figures and copy a program with the keyboard,
 * without scripts, and on paper. What was seen is kept as pictures in SCREENSHOT_DIR, if that is set.
 *
 *   REPORT_DIR=... node --test pages.test.mjs
 */
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import { chromium } from "playwright-core";

const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 360, height: 780 } };
const schemes = ["light", "dark"];
const flags = [
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

const reports = process.env.REPORT_DIR;
assert.ok(reports, "REPORT_DIR names no directory of reports");
const pictures = process.env.SCREENSHOT_DIR;
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pages = (await readdir(reports, { recursive: true })).filter((name) => name.endsWith(".html")).sort();

let browser;
let context;

before(async () => {
	browser = await chromium.launch({
		executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
		headless: true,
		chromiumSandbox: false,
		args: flags,
	});
	context = await browser.newContext();
	if (pictures)
		await mkdir(pictures, { recursive: true });
});

after(async () => {
	await browser?.close();
});

/* Everything the page asks for or complains of from now on. */
function listen(page) {
	const heard = { requests: [], complaints: [] };
	page.removeAllListeners();
	page.on("request", (request) => heard.requests.push(request.url()));
	page.on("console", (message) => heard.complaints.push(message.text()));
	page.on("pageerror", (error) => heard.complaints.push(String(error)));
	page.on("dialog", (dialog) => {
		heard.complaints.push(`a dialog: ${dialog.message()}`);
		dialog.dismiss();
	});
	return heard;
}

/* Elements that are wider inside than outside, and do not show what sticks out. */
function cutOff() {
	return [...document.querySelectorAll("body *")]
		.filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible" && element.clientWidth > 0)
		.map((element) => element.outerHTML.slice(0, 120));
}

/* How far the page sticks out to the side, in pixels. */
function overhang() {
	return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

/* Short code that is seen in two lines, as "-" and "inf". */
function torn() {
	const range = document.createRange();
	const lines = (node) => {
		range.selectNodeContents(node);
		return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
	};
	const short = [...document.querySelectorAll("p > code, li > code")].filter((code) => code.textContent.length <= 12);
	return short.filter((code) => lines(code) > 1).map((code) => code.textContent);
}

function outline() {
	return {
		headings: [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((heading) => Number(heading.tagName[1])),
		landmarks: ["header", "main", "footer"].map((tag) => document.querySelectorAll(`body > ${tag}`).length),
		language: document.documentElement.lang,
		title: document.title,
		scripts: document.scripts.length,
	};
}

function checkOutline({ headings, landmarks, language, title, scripts }) {
	assert.equal(headings.filter((level) => level === 1).length, 1, "one main heading");
	headings.reduce((before, level) => {
		assert.ok(level <= before + 1, `a heading of level ${level} below one of level ${before}`);
		return level;
	}, 0);
	assert.deepEqual(landmarks, [1, 1, 1], "one header, main and footer");
	assert.equal(language, "en");
	assert.notEqual(title, "");
	assert.ok(scripts <= 1, "one script at most");
}

/* Contrast is the scheme's business, overlap and size are the width's: two of the four ways show most of it. */
const examined = ["desktop, light", "phone, dark"];

/*
 * Text of each look in the page, once: its own colours and letters, and all that is painted behind it. Contrast
 * costs axe most of its time, and the thousand numbers of a book have some dozens of looks.
 */
function looks() {
	const seen = new Map();
	const behind = (element) => {
		const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
		return `${backgroundColor} ${backgroundImage} ${opacity}`;
	};
	const ancestors = (element) => (element ? [behind(element), ...ancestors(element.parentElement)] : []);
	for (const element of document.body.querySelectorAll("*")) {
		if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== ""))
			continue;
		const { color, fontSize, fontWeight, textShadow, visibility } = getComputedStyle(element);
		const look = [color, fontSize, fontWeight, textShadow, visibility, ...ancestors(element)].join("; ");
		if (!seen.has(look) && element.checkVisibility())
			seen.set(look, element);
	}
	return [...seen.values()];
}

/* axe is run through the debugger, which the page's content security policy does not bind. */
async function faults(page) {
	await page.evaluate(axe);
	const violations = await page.evaluate(async (include) => {
		const run = async (where, rules) =>
			(await globalThis.axe.run(where, { resultTypes: ["violations"], ...rules })).violations;
		return [
			...(await run(document, { rules: { "color-contrast": { enabled: false } } })),
			...(await run({ include }, { runOnly: ["color-contrast"] })),
		];
	}, await page.evaluateHandle(looks));
	return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join("\n")}`);
}

function unfold() {
	for (const details of document.querySelectorAll("details"))
		details.open = true;
}

/* Millimetres of paper that is turned if the page asks for it, in pixels; what pages of students do not ask for. */
const a4 = { upright: { width: 210, height: 297, margin: 10 }, turned: { width: 297, height: 210, margin: 10 } };

/* On paper nothing scrolls: what is wider than the page is lost. */
async function checkPrint(page) {
	await page.emulateMedia({ media: "print" });
	const isTurned = await page.evaluate(() => getComputedStyle(document.body).page === "wide");
	const { width, height, margin } = isTurned ? a4.turned : a4.upright;
	const pixels = (millimetres) => Math.floor((millimetres * 96) / 25.4);
	await page.setViewportSize({ width: pixels(width - 2 * margin), height: pixels(height - 2 * margin) });
	assert.equal(await page.evaluate(overhang), 0, "nothing is lost at the side of the paper");
	assert.deepEqual(await page.evaluate(cutOff), [], "nothing is cut off on paper");
}

/* The keyboard's first stop is the way past the header, and one sees where one is. */
async function checkKeyboard(page) {
	await page.keyboard.press("Tab");
	const stop = await page.evaluate(() => {
		const style = getComputedStyle(document.activeElement);
		return { href: document.activeElement.getAttribute("href"), outline: style.outlineStyle, width: parseFloat(style.outlineWidth) };
	});
	assert.deepEqual({ href: stop.href, outline: stop.outline }, { href: "#main", outline: "solid" });
	assert.ok(stop.width >= 2, "the focus is seen");
	await page.evaluate(() => document.activeElement.blur());
}

/* Pages are opened one after the other in the same few tabs: a new one is a new process, which reads axe anew. */
const tabs = [];

async function check(name, width, colorScheme) {
	const page = tabs.pop() ?? (await context.newPage());
	try {
		const heard = listen(page);
		const address = pathToFileURL(path.join(reports, name)).href;
		await page.setViewportSize(widths[width]);
		await page.emulateMedia({ colorScheme, media: "screen" });
		await page.goto(address);
		await checkKeyboard(page);
		if (pictures)
			await page.screenshot({
				path: path.join(pictures, `${name.replaceAll(path.sep, "--").replace(/\.html$/, "")}-${width}-${colorScheme}.png`),
				fullPage: true,
			});
		checkOutline(await page.evaluate(outline));
		await page.evaluate(unfold);
		assert.equal(await page.evaluate(overhang), 0, "nothing sticks out to the side");
		assert.deepEqual(await page.evaluate(torn), [], "short code is in one line");
		assert.deepEqual(await faults(page), [], "axe-core finds no fault");
		if (examined.includes(`${width}, ${colorScheme}`))
			await checkPrint(page); /* which knows neither */
		assert.deepEqual(heard.requests, [address], "nothing is fetched but the page");
		assert.deepEqual(heard.complaints, [], "nothing is complained of");
	} finally {
		tabs.push(page);
	}
}

test("there are pages to look at", () => {
	assert.ok(pages.includes("class/index.html"), `no class/index.html in ${reports}`);
	assert.ok(pages.some((name) => name.startsWith("students")));
	assert.ok(pages.some((name) => name.startsWith("class/students")));
	assert.ok(pages.includes("book/index.html"));
});

/*
 * The first page of each folder is seen in all four ways, the others in one of two by turns: they differ in words
 * alone. Pages are looked at side by side, as many as there are processors.
 */
describe("each page", { concurrency: availableParallelism() }, () => {
	const folders = new Set();
	for (const [index, name] of pages.entries()) {
		const isFirst = !folders.has(path.dirname(name));
		folders.add(path.dirname(name));
		for (const width of Object.keys(widths))
			for (const scheme of schemes)
				if (isFirst || examined[index % examined.length] === `${width}, ${scheme}`)
					test(`${name}, ${width}, ${scheme}`, () => check(name, width, scheme));
	}
});

/* ---- what a student does ---- */

/* The page that has something of everything. */
const student = pages.find((name) => name.startsWith("students/Ada"));

async function visit(options, look, name = student) {
	const visitor = await browser.newContext(options);
	try {
		const page = await visitor.newPage();
		await page.goto(pathToFileURL(path.join(reports, name)).href);
		await look(page);
	} finally {
		await visitor.close();
	}
}

const answers = ".groups .figures:has(caption:text-matches('difference'))";

test("the class is sorted and searched", () =>
	visit(
		{},
		async (page) => {
			const points = () => page.locator("table.class tbody tr:visible td:nth-child(2)").allTextContents();
			await page.getByRole("button", { name: "Points" }).first().focus();
			for (const order of ["ascending", "descending"]) {
				await page.keyboard.press("Enter");
				assert.equal(await page.locator("table.class th[aria-sort]").getAttribute("aria-sort"), order);
				const all = await points();
				const graded = all.filter((text) => text !== "–").map(parseFloat);
				const sorted = [...graded].sort((a, b) => (order === "ascending" ? a - b : b - a));
				assert.ok(new Set(graded).size > 2);
				assert.deepEqual(graded, sorted);
				assert.equal(all.at(-1), "–", "who was not graded comes last");
			}
			const verdicts = () => page.locator("table.class tbody tr td:nth-child(5)").evaluateAll((cells) => cells.map((cell) => cell.lastElementChild?.textContent.trim() ?? "not graded"));
			const head = page.locator("table.class thead th:nth-child(5)");
			const list = page.getByRole("combobox", { name: "Sort by" });
			const rank = ["passed", "wrong", "missing", "not graded"];
			await list.selectOption(await head.textContent());
			assert.equal(await head.getAttribute("aria-sort"), "ascending");
			const failed = (word) => (rank.includes(word) ? word : "wrong");
			const seen = (await verdicts()).map(failed);
			assert.deepEqual(seen, [...seen].sort((a, b) => rank.indexOf(a) - rank.indexOf(b)));
			assert.ok(new Set(seen).size > 2);
			await page.getByRole("button", { name: "Reverse" }).press("Enter");
			assert.equal(await head.getAttribute("aria-sort"), "descending");
			assert.equal((await verdicts()).at(-1), "not graded", "who was not graded comes last");
			await page.locator("table.class thead .cell").nth(1).click();
			assert.equal(await list.inputValue(), "L1.2");
			assert.equal(await page.getByRole("searchbox").getAttribute("placeholder"), "name or problem", "there are no sections");
			await page.getByRole("searchbox").fill("LOVE");
			assert.equal((await points()).length, 1);
			assert.equal(await page.getByRole("status").textContent(), `1 of ${await page.locator("table.class tbody tr").count()}`);
			assert.deepEqual(await faults(page), []);
		},
		"class/index.html",
	));

test("verdicts of the class are words to those who do not see them, and marks on paper beside all names", () =>
	visit(
		{},
		async (page) => {
			const cell = page.locator("table.class tbody td.bad").first();
			const client = await page.context().newCDPSession(page);
			await client.send("Accessibility.enable");
			const { root } = await client.send("DOM.getDocument");
			const { nodeId } = await client.send("DOM.querySelector", { nodeId: root.nodeId, selector: "table.class tbody td.bad" });
			const { nodes } = await client.send("Accessibility.queryAXTree", { nodeId });
			assert.match(nodes.map(({ name }) => name?.value ?? "").join("\n"), /^✗ wrong$/m);
			await cell.hover();
			assert.match(await page.locator("output.reading").textContent(), /, L\d\.\d: wrong$/);
			await page.emulateMedia({ media: "print" });
			assert.equal(await cell.evaluate((td) => td.firstChild.data), "✗");
			assert.equal(await cell.locator("i").evaluate((word) => word.getBoundingClientRect().width), 0);
			const who = page.locator(".misconceptions details:not([open]) li").first();
			assert.ok((await who.evaluate((line) => line.getBoundingClientRect().height)) > 0, "names are unfolded");
			const box = await cell.boundingBox();
			assert.ok(box.width < 64, "the word takes no room");
		},
		"class/index.html",
	));

test("a large class is in sight, and its heads stand apart", () =>
	visit(
		{ viewport: widths.desktop },
		async (page) => {
			const words = await page.locator("table.class thead .cell").evaluateAll((heads) =>
				heads.map((head) => {
					const range = document.createRange();
					range.selectNodeContents(head);
					const { left, right } = range.getBoundingClientRect();
					return { left, right };
				}),
			);
			assert.equal(words.length, 46);
			for (let i = 1; i < words.length; i++)
				assert.ok(words[i].left - words[i - 1].right >= 1, `heads ${i - 1} and ${i} touch`);
			const edge = (box) => box.getBoundingClientRect().right;
			const last = await page.locator("table.class thead th").last().evaluate(edge);
			assert.ok(last <= (await page.locator(".scroll:has(.class)").evaluate(edge)), "the last column is in sight");
			const clip = await page.locator("table.class tbody th").first().evaluate((head) => getComputedStyle(head).backgroundClip);
			assert.equal(clip, "padding-box", "lines go through under cells that stick");
		},
		"class/large.html",
	));

/* Words of a name that are seen in two lines, though they would fit one of this many pixels. */
function tornNames(room) {
	const range = document.createRange();
	const torn = [];
	for (const name of document.querySelectorAll("table.class tbody :is(th, .person) bdi"))
		for (const { 0: word, index } of name.textContent.matchAll(/[^\s-]+-?/g)) {
			range.setStart(name.firstChild, index);
			range.setEnd(name.firstChild, index + word.length);
			const boxes = [...range.getClientRects()];
			const width = boxes.reduce((sum, box) => sum + box.width, 0);
			if (width <= room && new Set(boxes.map(({ top }) => Math.round(top))).size > 1)
				torn.push(word);
		}
	return torn;
}

for (const name of ["class/index.html", "class/large.html"])
	test(`on a phone one sees that there is more of the class, and names are whole: ${name}`, () =>
		visit(
			{ viewport: { width: 390, height: 844 } },
			async (page) => {
				const table = page.locator(".scroll:has(.class)");
				const shade = () => table.evaluate((box) => Number(getComputedStyle(box, "::after").opacity));
				const scroll = (left) =>
					table.evaluate((box, left) => new Promise((done) => {
						box.scrollLeft = left;
						requestAnimationFrame(() => requestAnimationFrame(done));
					}), left);
				assert.deepEqual(await page.evaluate(tornNames, 114), []);
				await scroll(0);
				assert.equal(await shade(), 1, "there is more");
				await scroll(1e6);
				assert.equal(await shade(), 0, "there is no more");
				await scroll(0);
				await page.setViewportSize({ width: 1600, height: 900 });
				await scroll(0);
				assert.equal(await shade(), 0, "all is in sight");
			},
			name,
		));

test("who is in the roster is found by name and section", () =>
	visit(
		{},
		async (page) => {
			const found = async (wanted) => {
				await page.getByRole("searchbox").fill(wanted);
				return page.locator("table.class tbody tr:visible th").allTextContents();
			};
			assert.equal(await page.getByRole("searchbox").getAttribute("placeholder"), "name, section or problem");
			assert.deepEqual(await found("o'brien <"), ["passed-all"]);
			assert.deepEqual(await found("tuesday"), ["failed-all"]);
			assert.deepEqual(await found(""), ["failed-all", "passed-all"]);
			await page.getByRole("button", { name: "Name" }).click();
			assert.deepEqual(await found(""), ["passed-all", "failed-all"], "sorted by name");
		},
		"class/large.html",
	));

test("the keyboard reads the class", () =>
	visit(
		{},
		async (page) => {
			const reading = page.locator("output.reading");
			await page.locator(".scroll:has(.class)").focus();
			assert.equal(await reading.isVisible(), false);
			for (const key of ["ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowDown", "ArrowDown"])
				await page.keyboard.press(key);
			assert.equal(await reading.textContent(), "passed-all, Miles O'Brien <&>, L1.2: passed");
			for (let i = 0; i < 50; i++)
				await page.keyboard.press("ArrowRight");
			assert.match(await reading.textContent(), /, L5\.46: passed$/, "up to the last exercise");
			await page.keyboard.press("Escape");
			assert.equal(await reading.isVisible(), false);
		},
		"class/large.html",
	));

test("the keyboard reads figures", () =>
	visit({}, async (page) => {
		const reading = page.locator("output.reading");
		await page.locator(answers).first().focus();
		assert.equal(await reading.isVisible(), false);
		await page.keyboard.press("ArrowRight");
		assert.equal(await reading.textContent(), "weights, row 0, column 0: expected 1, got 0.0871443, difference −0.913");
		for (const key of ["ArrowDown", "ArrowRight", "ArrowRight"])
			await page.keyboard.press(key);
		assert.equal(await reading.textContent(), "weights, row 1, column 2: expected 0 (hidden), got 0 (hidden), difference 0 (hidden)");
		assert.equal(await page.locator("td.at").count(), 3);
		await page.locator(answers).first().evaluate((row) => row.firstElementChild.after(document.createElement("p")));
		await page.keyboard.press("ArrowRight");
		await page.keyboard.press("ArrowRight");
		assert.match(await reading.textContent(), /^weights, row 1, column 0/, "on to the next table, past a single number");
		await page.keyboard.press("Escape");
		assert.equal(await reading.isVisible(), false);
	}));

test("the pointer reads figures", () =>
	visit({}, async (page) => {
		await page.locator(`${answers} tr:nth-child(2) td`).nth(0).hover();
		assert.match(await page.locator("output.reading").textContent(), /^weights, row 0, column 0: expected 1, got 0\.0871443/);
		const last = async (row) => {
			await page.locator(`${answers} table:nth-child(2) tr:nth-child(${row + 2}) td:last-child`).first().hover();
			return page.locator("output.reading").textContent();
		};
		assert.equal(await last(2), "weights, row 2, column 3: expected 0 (hidden), got 1e-12 (hidden), difference 1e-12");
		assert.equal(await last(3), "weights, row 3, column 3: expected 0.643914, got 0.643914, difference none");
	}));

test("the keyboard copies a program", () =>
	visit({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
		const program = page.locator(".program").first();
		await program.locator("button").focus();
		await page.keyboard.press("Enter");
		await program.getByRole("status").getByText("Copied").waitFor();
		assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await program.locator("code").textContent());
	}));

test("a page does without its script", () =>
	visit({ javaScriptEnabled: false }, async (page) => {
		assert.equal(await page.locator("button").count(), 0);
		await page.locator(".program summary").first().click();
		assert.equal(await page.locator(".program code").first().isVisible(), true);
		const number = page.locator(`${answers} td[title]`).first();
		const shown = () => number.evaluate((cell) => getComputedStyle(cell, "::after").content);
		assert.equal(await shown(), "none");
		await page.locator(answers).first().focus();
		assert.equal(await shown(), `"${await number.getAttribute("title")}"`);
	}));

/* What is in the page's text is on paper, and the colours of figures with it. */
test("a page can be printed", () =>
	visit({}, async (page) => {
		await page.emulateMedia({ media: "print" });
		for (const hidden of [".glance", "button", ".skip"])
			assert.equal(await page.locator(hidden).first().isVisible(), false, `${hidden} on paper`);
		const height = (selector) => page.locator(selector).first().evaluate((box) => box.getBoundingClientRect().height);
		assert.equal(await height(".more"), 0, "what follows from another mistake stays folded");
		assert.ok((await height(".failed .groups details:has(> summary > .good)")) < 100, "what passes is not");
		const cell = page.locator(".figures td.h").first();
		assert.equal(await cell.evaluate((hatched) => getComputedStyle(hatched).printColorAdjust), "exact");
		assert.match(await cell.evaluate((hatched) => getComputedStyle(hatched).backgroundImage), /gradient/);
		const pdf = await page.pdf({ format: "A4" });
		assert.ok(pdf.length > 10000);
		if (pictures)
			await writeFile(path.join(pictures, "student.pdf"), pdf);
	}));

/* The text of each page of a PDF by Chromium, whose fonts say in a table of each what their glyphs mean. */
function pagesOf(pdf) {
	const objects = new Map([...pdf.toString("latin1").matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, number, body]) => [number, body]));
	const unpack = (number) => {
		const [, head, body] = objects.get(number).match(/^(.*?)stream\r?\n(.*)\r?\nendstream/s);
		return head.includes("/FlateDecode") ? inflateSync(Buffer.from(body, "latin1")).toString("latin1") : body;
	};
	const readFont = (number) => {
		const glyphs = new Map();
		const table = objects.get(number).match(/\/ToUnicode (\d+) 0 R/);
		for (const [, from, to, first] of table ? unpack(table[1]).matchAll(/<(\w{4})> (?:<(\w{4})> )?<(\w{4})>/g) : [])
			for (let glyph = parseInt(from, 16); glyph <= parseInt(to ?? from, 16); glyph++)
				glyphs.set(glyph, String.fromCharCode(parseInt(first, 16) + glyph - parseInt(from, 16)));
		return glyphs;
	};
	const readPage = (page) => {
		const fonts = new Map([...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, number]) => [name, readFont(number)]));
		let font = new Map();
		let text = "";
		for (const [, name, glyphs] of unpack(page.match(/\/Contents (\d+) 0 R/)[1]).matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>|ET/g)) {
			font = name ? fonts.get(name) : font;
			text += glyphs ? glyphs.match(/.{4}/g).map((glyph) => font.get(parseInt(glyph, 16)) ?? "?").join("") : name ? "" : " ";
		}
		return text;
	};
	return [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body)).map(readPage);
}

test("on paper a table has its heads on every page", () =>
	visit(
		{},
		async (page) => {
			await page.locator("table.class tbody").evaluate((body) => {
				for (let i = 0; i < 60; i++)
					body.append(...[...body.rows].slice(0, 2).map((row) => row.cloneNode(true)));
			});
			const printed = pagesOf(await page.pdf({ format: "A4", preferCSSPageSize: true }));
			const students = printed.filter((text) => text.includes("passed-all") && text.includes("failed-all"));
			assert.ok(students.length > 2, `${students.length} pages of students`);
			for (const text of students)
				assert.match(text, /Student\s.*Points\s.*Tries\s.*L1\.1\s.*L5\.46/);
		},
		"class/large.html",
	));

/* Whether an answer is seen is a matter of the page's folds alone: by keyboard, and on paper. */
test("answers of the book are folded until they are asked for", async () => {
	const page = await context.newPage();
	try {
		await page.goto(pathToFileURL(path.join(reports, "book", "L2.html")).href);
		const answer = page.locator("details.answer").first();
		const shown = answer.locator("table").first();
		assert.equal(await shown.isVisible(), false, "folded at first");
		await page.emulateMedia({ media: "print" });
		assert.equal(await answer.evaluate((fold) => fold.clientHeight < 60), true, "folded on paper");
		await page.emulateMedia({ media: "screen" });
		await answer.locator("summary").focus();
		await page.keyboard.press("Enter");
		assert.equal(await shown.isVisible(), true, "unfolded by Enter");
	} finally {
		await page.close();
	}
});

test("links of the book lead somewhere", async () => {
	const page = await context.newPage();
	try {
		const book = pages.filter((name) => path.dirname(name) === "book");
		const targets = new Set();
		const links = [];
		for (const name of book) {
			await page.goto(pathToFileURL(path.join(reports, name)).href);
			const found = await page.evaluate(() => ({
				ids: [...document.querySelectorAll("[id]")].map((element) => element.id),
				links: [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href")),
				scripts: document.scripts.length,
			}));
			assert.equal(found.scripts, 0, "no script");
			const file = path.basename(name);
			targets.add(file);
			found.ids.forEach((id) => targets.add(`${file}#${id}`));
			links.push(...found.links.map((link) => (link.startsWith("#") ? file + link : link)));
		}
		assert.ok(links.length > 100, "there are links");
		assert.deepEqual(links.filter((link) => !targets.has(link)), [], "no link leads nowhere");
	} finally {
		await page.close();
	}
});
