// RESULTS.md: what was to be reached and what was, and the numbers. Ratios are medians of the rounds' ratios, for what
// disturbs one of a round's timings disturbs its neighbour as well.
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

export const median = (numbers) => {
	const sorted = [...numbers].sort((a, b) => a - b), half = sorted.length >> 1;
	return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};
const find = (run, name) => run.contenders.find((contender) => contender.name === name && contender.times);
const ratio = (run, over, under) => {
	const [a, b] = [find(run, over), find(run, under)];
	return a && b && median(a.times.slice(0, b.times.length).map((time, i) => time / b.times[i]));
};
const decoding = (run) => run.queries === 1;
const reader = (run) => ['read', 'read-streams'].reduce((a, b) => (ratio(run, b, a) < 1 ? b : a));

// What a call through node takes by itself is no time of onnxruntime's.
export function milliseconds(run, name) {
	const contender = find(run, name);
	return contender && median(contender.times) - (/^[A-Z]/.test(name) ? median(find(run, 'Nothing').times) : 0);
}

export const names = {
	'fast-avx512': 'fast, AVX-512', 'fast-avx2': 'fast, AVX2', 'fast-portable': 'fast, portable',
	blocked: 'OpenBLAS in blocks', composed: 'OpenBLAS composed', GroupQueryAttention: 'onnxruntime GroupQueryAttention',
	Attention: 'onnxruntime Attention', MultiHeadAttention: 'onnxruntime MultiHeadAttention', textbook: 'textbook loops',
};
const peers = ['blocked', 'composed', 'GroupQueryAttention', 'Attention', 'MultiHeadAttention', 'textbook'];

// The set of instructions that is taken where nobody chooses.
export const best = (run) => (find(run, 'fast-avx512') ? 'avx512' : find(run, 'fast-avx2') ? 'avx2' : 'portable');
const ours = (run) => `fast-${best(run)}`;

export function lead(run) {
	const others = peers.map((name) => [name, milliseconds(run, name)]).filter(([, ms]) => ms);
	const [name, ms] = others.reduce((a, b) => (b[1] < a[1] ? b : a));
	return { name, lead: /^[A-Z]/.test(name) ? ms / milliseconds(run, ours(run)) : ratio(run, name, ours(run)) };
}

const pairs = ({ heads, n }) => heads * n * (n + 1) / 2;
export const flops = (run) => 4 * pairs(run) * run.d; // two products, a multiplication and an addition each
const MACHINE_FLOPS = 2 ** 28;
export const peak = (run) => MACHINE_FLOPS * run.threads / milliseconds(run, `multiply-${best(run)}`) / 1e6;
const share = (run, set = best(run), name = `fast-${set}`) =>
	ratio(run, `multiply-${set}`, name) * flops(run) / (MACHINE_FLOPS * run.threads);
const bandwidth = (run, name) => 8 * run.heads * run.n * run.d / milliseconds(run, name) / 1e6;
const kilobytes = (run, what) => find(run, `${what}-${best(run)}`).bytes / 1000;

// ---- Targets ----

const percent = (x) => `${(100 * x).toFixed(0)}%`, times = (x) => `${x.toFixed(2)}×`, kB = (x) => `${x.toFixed(0)} kB`;
const large = (run) => !decoding(run) && run.n >= 256;
const shape = ({ heads, n, d }) => `${heads} × ${n.toLocaleString('en')} × ${d}`;
const where = (run) => `${shape(run)}, ${run.threads} thread${run.threads > 1 ? 's' : ''}`;

const targets = [
	{
		what: 'against the best peer, n ≥ 256, d = 64', least: 1.5, show: times,
		of: (run) => large(run) && run.d === 64, value: (run) => lead(run).lead,
	},
	{
		what: 'against the best peer, d = 128', least: 1.3, show: times,
		of: (run) => large(run) && run.d === 128, value: (run) => lead(run).lead,
	},
	{
		what: 'of the FMA peak, n ≥ 1,024', least: 0.6, show: percent,
		of: (run) => large(run) && run.n >= 1024, value: (run) => share(run),
	},
	{
		what: 'decoding, of the bandwidth of reading', least: 0.85, show: percent,
		of: decoding, value: (run) => ratio(run, reader(run), ours(run)),
	},
	{
		what: 'causal, of full attention, n ≥ 256', most: 0.56, show: (x) => x.toFixed(3),
		of: large, value: (run) => ratio(run, ours(run), `full-${best(run)}`),
	},
	{
		what: 'backward, of forward, n ≥ 256', most: 3, show: times,
		of: large, value: (run) => ratio(run, `backward-${best(run)}`, ours(run)),
	},
	{
		what: 'extra memory of a thread, forward', most: 128, show: kB,
		of: (run) => run.threads === 1, value: (run) => kilobytes(run, 'fast'),
	},
	{
		what: 'extra memory of a thread, backward', most: 128, show: kB,
		of: (run) => run.threads === 1 && !decoding(run), value: (run) => kilobytes(run, 'backward'),
	},
];

// The worst of the runs on so many threads, and whether all of them reached it.
function worst({ least, most, of, value, show }, runs, threads) {
	const measured = runs.filter((run) => run.threads === threads && of(run)).map((run) => ({ run, x: value(run) }))
		.sort((a, b) => (least ? a.x - b.x : b.x - a.x));
	if (measured.length === 0)
		return ['', ''];
	const reached = measured.filter(({ x }) => (least ? x >= least : x <= most)).length, [{ run, x }] = measured;
	const verdict = reached === measured.length ? '**yes**' : reached === 0 ? 'no' : `${reached} of ${measured.length}`;
	return [`${show(x)} (${shape(run)})`, verdict];
}

const bound = ({ least, most, show }) => (least ? `≥ ${show(least)}` : `≤ ${show(most)}`);
const row = (target, runs) => [target.what, bound(target), ...worst(target, runs, 1), ...worst(target, runs, 2)];

// ---- Tables ----

const line = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [head, head.map((_, i) => (i ? '---:' : '---')), ...rows].map(line).join('\n');
const digits = (x) => (x === undefined ? '–' : x >= 100 ? x.toFixed(0) : x.toPrecision(3));

function timings(runs) {
	const shown = Object.keys(names).filter((name) => runs.some((run) => find(run, name)));
	return table(['heads × n × d', ...shown.map((name) => names[name]), 'best peer ÷ fast'],
		runs.map((run) => [shape(run), ...shown.map((name) => digits(milliseconds(run, name))), times(lead(run).lead)]));
}

const sets = (runs) => ['avx512', 'avx2'].filter((set) => find(runs[0], `fast-${set}`));
const label = (set) => names[`fast-${set}`].slice('fast, '.length);
const each = (runs, name, cell) => sets(runs).map((set) => [`${name}, ${label(set)}`, (run) => cell(run, set)]);

function shares(runs) {
	const columns = [['FMA peak, GFLOP/s', (run) => peak(run).toFixed(0)],
		...each(runs, 'fast, GFLOP/s', (run, set) => (flops(run) / milliseconds(run, `fast-${set}`) / 1e6).toFixed(0)),
		...each(runs, 'of the peak', (run, set) => percent(share(run, set))),
		[`of the peak, ${names.blocked}`, (run) => percent(share(run, best(run), 'blocked'))],
		...each(runs, 'causal ÷ full', (run, set) => ratio(run, `fast-${set}`, `full-${set}`).toFixed(3)),
		...each(runs, 'backward ÷ forward', (run, set) => ratio(run, `backward-${set}`, `fast-${set}`).toFixed(2)),
		...each(runs, 'kB a thread, forward', (run, set) => (find(run, `fast-${set}`).bytes / 1000).toFixed(0)),
		...each(runs, 'kB a thread, backward', (run, set) => (find(run, `backward-${set}`).bytes / 1000).toFixed(0))];
	return columns.map(([name, cell]) => [name, ...runs.map(cell)]);
}

// How far to trust the clock.
function trust(runs) {
	const timed = runs.flatMap((run) => run.contenders).filter(({ times }) => times);
	const sum = (count) => timed.reduce((total, contender) => total + count(contender), 0);
	const all = sum(({ times }) => times.length), bad = sum(({ interrupted }) => interrupted);
	const verdict = bad > all / 20 ? ': others wanted the processors, and these numbers mean little' : '';
	return `${bad} of ${all} timings were interrupted in every try${verdict}.`;
}

const wrong = (runs, { tolerance }) => runs.flatMap((run) => run.contenders
	.filter(({ gauges = 0 }) => !(gauges <= tolerance)).map(({ name, gauges }) =>
		`- ${names[name] ?? name} is off by ${gauges} gauges at ${where(run)}: no number`));

function part(runs, threads) {
	const some = runs.filter((run) => run.threads === threads), causal = some.filter((run) => !decoding(run));
	const reading = some.filter(decoding);
	return `## ${threads === 1 ? 'One thread' : `Two threads\n\n${trust(some)}`}

Causal attention, milliseconds:

${timings(causal)}

Decoding, one step of all heads, milliseconds:

${timings(reading)}

${table(['', ...reading.map(shape)], [
		['reading keys and values, GB/s', ...reading.map((run) => bandwidth(run, reader(run)).toFixed(1))],
		...each(reading, 'fast, GB/s', (run, set) => bandwidth(run, `fast-${set}`).toFixed(1))
			.map(([name, cell]) => [name, ...reading.map(cell)])])}
${threads > 1 ? '' : `
What it costs:

${table(['', ...causal.map(shape)], shares(causal))}
`}`;
}

const installed = () => JSON.parse(readFileSync(new URL('package.json', import.meta.url))).dependencies;

export const results = (runs, about) => `# The fast functions beside other libraries

${[cpus()[0].model, `${cpus().length} processors`, `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
		new Date().toISOString().slice(0, 10), about.program,
		`onnxruntime ${installed()['onnxruntime-node']} from npm`].join('; ')}. The machine's load was
${about.before[0].toFixed(1)} before the first timing and ${about.after[0].toFixed(1)} after the last. Written by \`make bench\`.

| | to reach | worst on one thread | reached | worst on two | reached |
| --- | --- | --- | --- | --- | --- |
${targets.map((target) => `| ${row(target, runs).join(' | ')} |`).join('\n')}

1.5 times what OpenBLAS reaches in blocks would be ${percent(1.5 * Math.max(...runs
		.filter((run) => run.threads === 1 && large(run) && run.d === 64).map((run) => share(run, best(run), 'blocked'))))}
of the FMA peak where it is best. Backward keeps the scores of a tile of queries: where their own gradients will be, or
on several threads in memory that grows with n.

Where no set of instructions is named, "fast" is what reference/fast takes by itself: here
${names[ours(runs[0])].slice('fast, '.length)}.

How it is measured: in one run, every contender once in each round; the numbers are medians of the rounds, ratios are
medians of the rounds' ratios. Answers are compared with the reference first, at up to 65 rows of each head, and who is
off by more than the tolerance has no number. Flops are counted on the causal half, for peers that do more as well. With
one thread, time is that of the processor, which others cannot take, though their use of its caches is felt; with two it
is the clock's, taken again when a thread was interrupted. Several heads are shared out to the threads, each by itself,
but for onnxruntime, which has all heads at once; what it costs to call it through node is taken off. Its operators have
heads where they want them, side by side or one after the other. GroupQueryAttention copies its cache when it decodes; in
blocks or composed, one query is the same. Peak and bandwidth are those of the same rounds: independent multiplications
with additions in registers, and all keys and values read once, in one stream or four, whichever is quicker. Memory is
the most that was allocated at once in a call.
${wrong(runs, about).length ? `\n${wrong(runs, about).join('\n')}\n` : ''}
${part(runs, 1)}
${part(runs, 2)}`;

// What the README shows of it.
export function summary(runs) {
	const causal = runs.filter((run) => run.threads === 1 && !decoding(run));
	const onnx = (run) => Math.min(...peers.filter((name) => /^[A-Z]/.test(name)).map((name) => milliseconds(run, name)));
	return table(['heads × n × d', 'fast', 'OpenBLAS in blocks', 'OpenBLAS composed', 'onnxruntime', 'textbook loops',
		'best peer ÷ fast', 'of the FMA peak'],
	causal.map((run) => [shape(run), ...[ours(run), 'blocked', 'composed'].map((name) => digits(milliseconds(run, name))),
		digits(onnx(run)), digits(milliseconds(run, 'textbook')), times(lead(run).lead), percent(share(run))]));
}
