/*
 * Opens every report below REPORT_DIR in Chromium, from the file system, at desktop and phone width, light
 * and dark, and asserts what only a browser can tell: nothing is fetched, nothing is logged, nothing
 * sticks out to the side, headings and landmarks are in order, and axe-core finds no fault (contrast,
 * names, focus). What was seen is kept as pictures in SCREENSHOT_DIR, if that is set.
 *
 *   REPORT_DIR=... node --test pages.test.mjs
 */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
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

let profile;
let context;

before(async () => {
	profile = await mkdtemp(path.join(tmpdir(), "report-pages-"));
	context = await chromium.launchPersistentContext(profile, {
		executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
		headless: true,
		chromiumSandbox: false,
		args: flags,
	});
	if (pictures)
		await mkdir(pictures, { recursive: true });
});

after(async () => {
	await context?.close();
	await rm(profile, { recursive: true, force: true });
});

/* Everything the page asks for or complains of while it is open. */
function listen(page) {
	const heard = { requests: [], complaints: [] };
	page.on("request", (request) => heard.requests.push(request.url()));
	page.on("console", (message) => heard.complaints.push(message.text()));
	page.on("pageerror", (error) => heard.complaints.push(String(error)));
	page.on("dialog", (dialog) => {
		heard.complaints.push(`a dialog: ${dialog.message()}`);
		dialog.dismiss();
	});
	return heard;
}

/* How far the page sticks out to the side, in pixels. */
function overhang() {
	return document.documentElement.scrollWidth - document.documentElement.clientWidth;
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
	assert.equal(scripts, 0, "no script");
}

/* Contrast is the scheme's business, overlap and size are the width's: two of the four ways show most of it. */
const examined = ["desktop, light", "phone, dark"];

/* axe is run through the debugger, which the page's content security policy does not bind. */
async function faults(page) {
	await page.evaluate(axe);
	const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
	return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join("\n")}`);
}

function unfold() {
	for (const details of document.querySelectorAll("details"))
		details.open = true;
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

async function check(name, width, colorScheme) {
	const page = await context.newPage();
	try {
		const heard = listen(page);
		const address = pathToFileURL(path.join(reports, name)).href;
		await page.setViewportSize(widths[width]);
		await page.emulateMedia({ colorScheme });
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
		assert.deepEqual(await faults(page), [], "axe-core finds no fault");
		assert.deepEqual(heard.requests, [address], "nothing is fetched but the page");
		assert.deepEqual(heard.complaints, [], "nothing is complained of");
	} finally {
		await page.close();
	}
}

test("there are pages to look at", () => {
	assert.ok(pages.includes("index.html"), `no index.html in ${reports}`);
	assert.ok(pages.some((name) => name.startsWith("students")));
	assert.ok(pages.some((name) => name.startsWith("instructor")));
});

/* The first page of each folder is seen in all four ways, the others in two: they differ in words alone. */
const folders = new Set();
for (const name of pages) {
	const isFirst = !folders.has(path.dirname(name));
	folders.add(path.dirname(name));
	for (const width of Object.keys(widths))
		for (const scheme of schemes)
			if (isFirst || examined.includes(`${width}, ${scheme}`))
				test(`${name}, ${width}, ${scheme}`, () => check(name, width, scheme));
}
