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
	for (const head of table.querySelectorAll("thead th:not(.cell)")) {
		const cells = [...table.tBodies[0].rows].map((row) => row.cells[head.cellIndex]);
		if (!cells.some((cell) => cell.textContent.trim()) || cells[0].classList.contains("handout"))
			continue;
		const button = make("button", { type: "button", className: "sort", textContent: head.textContent });
		button.addEventListener("click", () => sort(table, head));
		head.replaceChildren(button);
	}

const students = document.querySelector("table.class");
const region = students?.closest(".scroll");

/* ---- find ---- */

/* By name, section or problem. */
const find = () => {
	const label = make("label", { textContent: "Find " });
	const placeholder = students.querySelector("td.section") ? "name, section or problem" : "name or problem";
	const input = label.appendChild(make("input", { type: "search", placeholder, size: placeholder.length }));
	const said = make("span", { className: "note", role: "status" });
	input.addEventListener("input", () => {
		const wanted = input.value.trim().toLowerCase();
		const rows = [...students.tBodies[0].rows];
		for (const row of rows)
			row.hidden = ![...row.querySelectorAll("th, .person, .section, .notes")].some((cell) => cell.textContent.toLowerCase().includes(wanted));
		const shown = rows.filter((row) => !row.hidden).length;
		said.textContent = wanted ? `${shown} of ${rows.length}` : "";
	});
	label.append(" ", said);
	return label;
};

/* ---- exercises ---- */

const heads = [...(students?.querySelectorAll("thead .cell") ?? [])];

/* Their heads are too narrow for buttons: they are chosen from a list, and clicked by those who can. */
const choose = () => {
	const label = make("label", { textContent: "Sort by " });
	const list = label.appendChild(make("select"));
	const turn = make("button", { type: "button", textContent: "↕", disabled: true });
	turn.setAttribute("aria-label", "Reverse the order of the exercise");
	list.append(make("option", { textContent: "exercise", disabled: true, selected: true, hidden: true }));
	list.append(...heads.map((head) => make("option", { textContent: head.textContent })));
	const take = () => {
		turn.disabled = false;
		sort(students, heads[list.selectedIndex - 1]);
	};
	list.addEventListener("change", take);
	turn.addEventListener("click", take);
	for (const [index, head] of heads.entries())
		head.addEventListener("click", () => {
			list.selectedIndex = index + 1;
			take();
		});
	label.append(" ", turn);
	return label;
};

/* ---- read ---- */

/* What a cell says, in words: hover, tap, or focus the table and press arrow keys. */
const reading = document.body.appendChild(make("output", { className: "reading", hidden: true }));
let at = null;

const clear = () => {
	at?.classList.remove("at");
	at = null;
	reading.hidden = true;
};

const read = (cell) => {
	clear();
	at = cell;
	at.classList.add("at");
	const word = cell.classList[0] in tones ? cell.lastChild.textContent.trim() : "not graded";
	const words = [cell.parentNode.cells[0], cell.parentNode.querySelector(".person"), students.tHead.rows[0].cells[cell.cellIndex]];
	reading.textContent = `${words.map((one) => one?.textContent).filter(Boolean).join(", ")}: ${word}`;
	reading.hidden = false;
};

const keys = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

const step = (cell, down, right) => {
	const rows = [...students.tBodies[0].rows].filter((row) => !row.hidden);
	const row = rows[rows.indexOf(cell.parentNode) + down];
	const column = cell.cellIndex + right;
	return row && column >= heads[0].cellIndex && column <= heads.at(-1).cellIndex ? row.cells[column] : cell;
};

const listen = () => {
	const cellOf = ({ target }) => {
		const cell = target.closest("tbody td");
		return cell && (cell.classList[0] in tones || cell.classList.contains("cell")) ? cell : null;
	};
	for (const type of ["pointerover", "click"])
		students.addEventListener(type, (event) => (cellOf(event) ? read(cellOf(event)) : clear()));
	students.addEventListener("pointerleave", clear);
	region.addEventListener("blur", clear);
	region.addEventListener("keydown", (event) => {
		if (event.key === "Escape")
			clear();
		if (!(event.key in keys) || event.target !== region)
			return;
		event.preventDefault();
		const first = students.querySelector("tbody tr:not([hidden])")?.cells[heads[0].cellIndex];
		if (!first)
			return;
		read(at && !at.parentNode.hidden ? step(at, ...keys[event.key]) : first);
		at.scrollIntoView({ block: "nearest", inline: "nearest" });
	});
};

if (students) {
	const tools = make("div", { className: "find" });
	tools.append(find());
	if (heads.length > 0) {
		tools.append(choose());
		listen();
	}
	region.before(tools);
}
