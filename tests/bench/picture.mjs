// The README's picture of the timings: bars of GFLOP/s, by shape, with the machine's peak. Readable on white and on
// black: colours follow the reader's.
import { best, flops, milliseconds, names, peak } from './results.mjs';

const WIDTH = 860, LEFT = 255, RIGHT = 60, BAR = 15, STEP = 19, HEAD = 30;
const style = `.page { fill: #fff } text { font: 13px system-ui, sans-serif; fill: #24292f } .head { font-weight: 600 }
.bar { fill: #8c959f } .ours { fill: #0969da } .peak { stroke: #cf222e; stroke-dasharray: 4 3 } .limit { fill: #cf222e }
@media (prefers-color-scheme: dark) { .page { fill: #0d1117 } text { fill: #e6edf3 } .bar { fill: #6e7681 }
.ours { fill: #4493f8 } .peak { stroke: #ff7b72 } .limit { fill: #ff7b72 } }`;

function group(run, top, scale) {
	const shown = [`fast-${best(run)}`, ...Object.keys(names).filter((name) => !name.startsWith('fast'))]
		.map((name) => ({ name, speed: flops(run) / milliseconds(run, name) / 1e6 })).filter(({ speed }) => speed > 0);
	const bars = shown.map(({ name, speed }, i) => {
		const y = top + HEAD + i * STEP, width = Math.max(speed * scale, 1);
		return `<text x="${LEFT - 8}" y="${y + 12}" text-anchor="end">${names[name]}</text>
<rect class="${i ? 'bar' : 'ours'}" x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR}"/>
<text x="${(LEFT + width + 5).toFixed(1)}" y="${y + 12}">${speed.toFixed(speed < 10 ? 1 : 0)}</text>`;
	});
	const title = `${run.heads} head${run.heads > 1 ? 's' : ''}, n = ${run.n.toLocaleString('en')}, d = ${run.d}`;
	return {
		height: HEAD + shown.length * STEP + 8,
		text: `<text class="head" x="${LEFT}" y="${top + 20}">${title}</text>\n${bars.join('\n')}`,
	};
}

export function picture(runs) {
	const shown = runs.filter((run) => run.threads === 1 && run.queries > 1 && run.n >= 256);
	const limit = Math.max(...shown.map(peak)), scale = (WIDTH - LEFT - RIGHT) / limit;
	let top = 34;
	const groups = shown.map((run) => {
		const { height, text } = group(run, top, scale);
		top += height;
		return text;
	});
	const x = (LEFT + limit * scale).toFixed(1);
	const height = top + 10, size = `viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`;
	return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">
<title>Causal attention on one thread, GFLOP/s: the fast functions, OpenBLAS, onnxruntime and textbook loops</title>
<style>${style}</style>
<rect class="page" width="100%" height="100%"/>
<text class="head" x="${LEFT}" y="18">GFLOP/s on one thread, counted on the causal half</text>
<line class="peak" x1="${x}" x2="${x}" y1="26" y2="${top}"/>
<text class="limit" x="${x}" y="18" text-anchor="middle">peak ${limit.toFixed(0)}</text>
${groups.join('\n')}
</svg>
`;
}
