/*
 * Conveniences; the page lacks nothing without them. A button copies a program, and the figures are read cell
 * by cell: hover, tap, or focus them and press arrow keys.
 */
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

/* ---- programs ---- */

const select = (node) => {
	getSelection().removeAllRanges();
	getSelection().selectAllChildren(node);
	return document.execCommand("copy");
};

const copy = (node) => navigator.clipboard.writeText(node.textContent).then(() => true).catch(() => select(node));

for (const program of document.querySelectorAll(".program")) {
	const button = make("button", { type: "button", textContent: "Copy" });
	const said = make("span", { className: "note", role: "status" });
	const details = program.querySelector("details");
	button.setAttribute("aria-label", "Copy the program example.c");
	button.addEventListener("click", async () => {
		said.textContent = "";
		details.open ||= !navigator.clipboard;
		said.textContent = (await copy(program.querySelector("code"))) ? "Copied" : "Selected: copy it with Ctrl+C";
	});
	program.append(button, said);
}

/* ---- figures ---- */

const reading = document.body.appendChild(make("output", { className: "reading", hidden: true }));
let at = null;

/* End tags are left out: the last cell of a row has a line feed in it. */
const text = (node) => node.textContent.trim();
const name = (table) => text(table.caption.querySelector("b"));
const kind = (table) => text(table.caption.lastChild).replace(/ \d+ ×.*|, in part/, "");

const value = (cell) => {
	const shown = cell.title || text(cell) || (cell.classList.contains("h") ? "0" : "none");
	return cell.classList.contains("h") ? `${shown} (hidden)` : shown;
};

/* The same place in what was expected, what was got and the difference. */
const peers = (cell) => {
	const table = cell.closest("table");
	const tables = [...table.parentNode.querySelectorAll("table")].filter((other) => name(other) === name(table));
	return tables.map((other) => other.rows[cell.parentNode.rowIndex].cells[cell.cellIndex]);
};

const clear = () => {
	for (const cell of document.querySelectorAll(".at"))
		cell.classList.remove("at");
	at = null;
	reading.hidden = true;
};

const read = (cell) => {
	clear();
	at = cell;
	const table = cell.closest("table");
	const place = `row ${text(cell.parentNode.cells[0])}, column ${text(table.rows[0].cells[cell.cellIndex])}`;
	const values = peers(cell).map((peer) => {
		peer.classList.add("at");
		return `${kind(peer.closest("table"))} ${value(peer)}`;
	});
	reading.textContent = `${name(table)}, ${place}: ${values.join(", ")}`;
	reading.hidden = false;
};

/* From cell to cell, and from the side of a table to the next one. */
const step = (cell, down, right) => {
	const table = cell.closest("table");
	const row = table.rows[cell.parentNode.rowIndex + down];
	const found = row?.rowIndex > 0 && row.cells[cell.cellIndex + right];
	if (found && found.cellIndex > 0)
		return found;
	const tables = [...table.parentNode.querySelectorAll("table")];
	const next = right === 0 ? null : tables[tables.indexOf(table) + right];
	const cells = next?.rows[Math.min(cell.parentNode.rowIndex, next.rows.length - 1)].cells;
	return cells ? cells[right > 0 ? 1 : cells.length - 1] : cell;
};

const keys = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

for (const row of document.querySelectorAll(".figures")) {
	const tables = [...row.querySelectorAll("table")];
	const cellOf = (event) => event.target.closest("td[class], tr:not(:first-child) > td");
	if (tables.length === 0)
		continue;
	row.setAttribute("role", "group");
	row.setAttribute("aria-label", `${tables.map((table) => table.caption.textContent).join("; ")}. Arrow keys read the numbers`);
	for (const type of ["pointerover", "click"])
		row.addEventListener(type, (event) => cellOf(event) && read(cellOf(event)));
	row.addEventListener("pointerleave", clear);
	row.addEventListener("blur", clear);
	row.addEventListener("keydown", (event) => {
		if (event.key === "Escape")
			clear();
		if (!(event.key in keys))
			return;
		event.preventDefault();
		const cell = at && row.contains(at) ? step(at, ...keys[event.key]) : tables[0].rows[1].cells[1];
		read(cell);
		cell.scrollIntoView({ block: "nearest", inline: "nearest" });
	});
}
