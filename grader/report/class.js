/*
 * Sorts the tables of the class by the heads of their columns, and finds students; the page lacks nothing without.
 */
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

/* ---- sort ---- */

const tones = { good: 0, bad: 1, none: 2 };

/* A number if it begins with one; what is not graded has none and comes last. Verdicts: by tone, then by word. */
const key = (row, column) => {
	const cell = row.cells[column];
	const text = cell.textContent.trim();
	const tone = tones[cell.classList[0]];
	if (tone !== undefined)
		return `${tone} ${cell.lastChild.textContent}`;
	const number = parseFloat(text);
	return text === "–" || text === "·" ? NaN : Number.isNaN(number) ? text.toLowerCase() : number;
};

const compare = (a, b) => {
	if (Number.isNaN(a) || Number.isNaN(b))
		return Number.isNaN(a) - Number.isNaN(b);
	return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
};

const sort = (table, head) => {
	const direction = head.ariaSort === "ascending" ? "descending" : "ascending";
	const body = table.tBodies[0];
	const column = head.cellIndex;
	const rows = [...body.rows].map((row) => ({ row, key: key(row, column) }));
	rows.sort((a, b) => (direction === "descending" && !Number.isNaN(a.key) && !Number.isNaN(b.key) ? compare(b.key, a.key) : compare(a.key, b.key)));
	body.append(...rows.map(({ row }) => row));
	for (const other of table.tHead.rows[0].cells)
		other.ariaSort = null;
	head.ariaSort = direction;
};

for (const table of document.querySelectorAll("table:is(.class, .catalogue, .misconceptions)"))
	for (const head of table.tHead.rows[0].cells) {
		if (!table.tBodies[0].rows[0].cells[head.cellIndex].textContent.trim())
			continue;
		const button = make("button", { type: "button", className: "sort", textContent: head.textContent });
		button.addEventListener("click", () => sort(table, head));
		head.replaceChildren(button);
	}

/* ---- find ---- */

const students = document.querySelector("table.class");

if (students) {
	const label = make("label", { className: "find", textContent: "Find " });
	const input = label.appendChild(make("input", { type: "search", placeholder: "name or problem" }));
	const said = make("span", { className: "note", role: "status" });
	input.addEventListener("input", () => {
		const wanted = input.value.trim().toLowerCase();
		const rows = [...students.tBodies[0].rows];
		for (const row of rows)
			row.hidden = ![0, 2].some((column) => row.cells[column].textContent.toLowerCase().includes(wanted));
		const shown = rows.filter((row) => !row.hidden).length;
		said.textContent = wanted ? `${shown} of ${rows.length}` : "";
	});
	label.append(" ", said);
	students.addEventListener("pointerover", ({ target }) => {
		if (target.classList[0] in tones)
			target.title = target.lastChild.textContent.trim();
	});
	students.closest(".scroll").before(label);
}
