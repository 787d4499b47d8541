// Times the fast functions beside other libraries, one after the other in every round, and writes RESULTS.md and the
// README's table and picture: node attention.mjs PROGRAM ROOT. PROGRAM, of attention.c, does all but onnxruntime's part.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from './onnx.mjs';
import { picture } from './picture.mjs';
import { results, summary } from './results.mjs';

const [program, root] = process.argv.slice(2);
const SHAPES = [[1, 64, 64], [12, 256, 64], [12, 1024, 64], [8, 2048, 128], [1, 8192, 64]];
const DECODING = [[12, 1024, 64], [12, 8192, 64]];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15), SLOW_MS = 1000, SLOW_ROUNDS = 1, LEAST_MS = 3, PAUSE_MS = 4,
	PATIENCE_MS = 250;
const ONNX = ['GroupQueryAttention', 'Attention', 'MultiHeadAttention'];

const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
async function ask(line) {
	child.stdin.write(`${line}\n`);
	const { value, done } = await answers.next();
	if (done)
		throw new Error(`no answer to "${line}"`);
	return value;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

// Milliseconds of a call, and how often a thread was interrupted; where there are several calls, one more before them
// warms up. One thread's time is that of its processor.
async function time({ name, model }, calls, threads) {
	if (!model)
		return (await ask(`time ${name} ${calls}`)).split(' ').map(Number);
	if (calls > 1)
		await model.call();
	const interrupted = process.resourceUsage().involuntaryContextSwitches;
	const clock = () => (threads > 1 ? performance.now() : (process.cpuUsage().user + process.cpuUsage().system) / 1000);
	const begin = clock();
	for (let i = 0; i < calls; i++)
		await model.call();
	return [(clock() - begin) / calls, process.resourceUsage().involuntaryContextSwitches - interrupted];
}

// The clock's time tells something only if nobody else took the processors meanwhile: it is taken again until there was
// no interruption; after some time the quickest try must do.
async function timeUndisturbed(contender, threads) {
	const begin = performance.now();
	let least = Infinity;
	do {
		await sleep(PAUSE_MS); // threads of the one before may be waiting busily
		const [ms, interruptions] = await time(contender, contender.calls, threads);
		if (threads === 1)
			return ms;
		least = Math.min(least, ms);
		if (interruptions === 0)
			return ms;
	} while (performance.now() - begin < PATIENCE_MS);
	contender.interrupted++;
	return least;
}

// Who takes part in a task, with how far the answer is off.
async function gather(listed, task, threads) {
	const decoding = task.queries === 1;
	const isWanted = ({ name, kind }) => (name !== 'textbook' || threads === 1)
		&& (decoding ? kind === 'read' || (kind === 'answer' && name !== 'blocked') : kind !== 'read');
	const all = listed.filter(isWanted).map((contender) => ({ ...contender }));
	for (const name of [...ONNX, 'Nothing']) {
		const model = await prepare(name, task, threads, folder);
		all.push({ name, kind: name === 'Nothing' ? 'nothing' : 'answer', model });
	}
	for (const contender of all)
		if (contender.model && contender.kind === 'answer') {
			await contender.model.call();
			contender.model.save(join(folder, 'out'));
			contender.gauges = Number(await ask(`compare ${join(folder, 'out')}`));
		} else if (!contender.model)
			contender.gauges = Number(await ask(`check ${contender.name}`));
	return all;
}

async function run(listed, tolerance, [heads, n, d], queries, threads) {
	const task = { heads, queries, n, d };
	await ask(`task ${heads} ${queries} ${n} ${d} ${threads}`);
	await ask(`inputs ${folder}`);
	const all = await gather(listed, task, threads);
	const right = all.filter(({ gauges = 0 }) => gauges <= tolerance);
	for (const contender of right) {
		[contender.first] = await time(contender, 1, threads);
		contender.calls = Math.min(Math.ceil(LEAST_MS / contender.first), 1000);
		contender.times = [];
		contender.interrupted = 0;
	}
	for (let round = 0; round < ROUNDS; round++)
		for (const contender of right) {
			if (round >= SLOW_ROUNDS && contender.first > SLOW_MS)
				continue;
			contender.times.push(await timeUndisturbed(contender, threads));
		}
	for (const contender of all) {
		await contender.model?.release();
		delete contender.model;
		if (/^(fast|full|backward)/.test(contender.name))
			contender.bytes = Number(await ask(`memory ${contender.name}`));
	}
	process.stderr.write(`${heads} x ${n} x ${d}, ${queries === 1 ? 'decoding, ' : ''}${threads} threads\n`);
	return { ...task, threads, contenders: all };
}

const about = { program: await ask('about'), before: loadavg() };
const listed = (await ask('list')).split(' ').map((entry) => entry.split(':')).map(([name, kind]) => ({ name, kind }));
const tolerance = Number(listed.pop().kind);
const runs = [];
for (const threads of [1, 2]) {
	for (const shape of SHAPES)
		runs.push(await run(listed, tolerance, shape, shape[1], threads));
	for (const shape of DECODING)
		runs.push(await run(listed, tolerance, shape, 1, threads));
}
child.stdin.end();
about.after = loadavg();
about.tolerance = tolerance;
if (process.env.BENCH_RAW)
	writeFileSync(process.env.BENCH_RAW, JSON.stringify({ runs, about }));
const readme = join(root, 'README.md');
writeFileSync(readme, readFileSync(readme, 'utf8')
	.replace(/(<!-- make bench -->\n)[^]*?(<!-- end -->)/, (_, begin, end) => `${begin}\n${summary(runs)}\n\n${end}`));
writeFileSync(join(root, 'tests/bench/RESULTS.md'), results(runs, about));
writeFileSync(join(root, 'reports/example-speed.svg'), picture(runs));
