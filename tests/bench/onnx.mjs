// onnxruntime's ways to compute causal attention, each as a model of one node, put together byte by byte as protobuf: a
// field is its number and kind, then a number, or a length and so many bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { InferenceSession, Tensor } from 'onnxruntime-node';

const FLOAT = 1, INT32 = 6;

const varint = (n) => (n < 128 ? [n] : [(n % 128) + 128, ...varint(Math.floor(n / 128))]);
const number = (field, n) => [...varint(field * 8), ...varint(n)];
const bytes = (field, content) => [...varint(field * 8 + 2), ...varint(content.length), ...content];
const text = (field, string) => bytes(field, [...Buffer.from(string)]);

const dimension = (n) => bytes(1, number(1, n));
const value = (field, { name, element = FLOAT, shape }) => bytes(field, [...text(1, name),
	...bytes(2, bytes(1, [...number(1, element), ...bytes(2, shape.flatMap(dimension))]))]);
const attribute = ([name, n]) => bytes(5, [...text(1, name), ...number(3, n), ...number(20, 2)]);

// Inputs in the node's order; null for one that is left out.
function model({ operator, domain = '', attributes = {}, inputs, outputs }) {
	const node = [...inputs.flatMap((input) => text(1, input?.name ?? '')),
		...outputs.flatMap(({ name }) => text(2, name)), ...text(4, operator),
		...Object.entries(attributes).flatMap(attribute), ...text(7, domain)];
	const graph = [...bytes(1, node), ...text(2, 'attention'),
		...inputs.filter(Boolean).flatMap((input) => value(11, input)), ...outputs.flatMap((output) => value(12, output))];
	const opset = (name, version) => bytes(8, [...text(1, name), ...number(2, version)]);
	return Uint8Array.from([...number(1, 10), ...opset('', 23), ...opset('com.microsoft', 1), ...bytes(7, graph)]);
}

// The heads' rows one head after the other, as the tasks have them, or all heads of a row side by side.
const headMajor = (name, rows, { heads, d }) => ({ name, shape: [1, heads, rows, d] });
const sideBySide = (name, rows, { heads, d }) => ({ name, shape: [1, rows, heads * d], rows });
const integer = (name, shape, n) => ({ name, shape, element: INT32, n });
const all = (layout, task, rows = task.n) =>
	[layout('q', task.queries, task), layout('k', rows, task), layout('v', rows, task)];

// Of a task {heads, queries, n, d}: causal attention, or a step of decoding if there is but one query.
const operators = {
	Attention: (task, decoding) => ({
		operator: 'Attention',
		attributes: decoding ? {} : { is_causal: 1 },
		inputs: all(headMajor, task),
		outputs: [headMajor('out', task.queries, task)],
	}),
	MultiHeadAttention: (task, decoding) => ({
		operator: 'MultiHeadAttention',
		domain: 'com.microsoft',
		attributes: { num_heads: task.heads, ...(decoding ? {} : { unidirectional: 1 }) },
		inputs: decoding ? [sideBySide('q', 1, task), ...all(headMajor, task).slice(1)] : all(sideBySide, task),
		outputs: [sideBySide('out', task.queries, task)],
	}),
	// The cache is copied to where it is one row longer: so it is where nobody binds the two to the same memory.
	GroupQueryAttention: (task, decoding) => ({
		operator: 'GroupQueryAttention',
		domain: 'com.microsoft',
		attributes: { num_heads: task.heads, kv_num_heads: task.heads },
		inputs: [...all(sideBySide, task, task.queries).map((input) => ({ ...input, last: true })),
			...['k', 'v'].map((name) => decoding && { ...headMajor(`past_${name}`, task.n - 1, task), from: name }),
			integer('last', [1], task.n - 1), integer('total', [1], task.n)],
		outputs: [sideBySide('out', task.queries, task), ...['k', 'v'].map((name) => headMajor(`new_${name}`, task.n, task))],
	}),
	// What a call costs by itself.
	Nothing: () => ({ operator: 'Identity', inputs: [integer('one', [1], 1)], outputs: [integer('same', [1])] }),
};

// Rows of heads, `total` of them in memory, of which the last `rows` are wanted; side by side if `turned`.
function arrange(numbers, { heads, d }, rows, turned) {
	const total = numbers.length / (heads * d), to = new Float32Array(heads * rows * d);
	for (let h = 0; h < heads; h++)
		for (let r = 0; r < rows; r++) {
			const from = (h * total + r + (rows === total ? 0 : total - rows)) * d;
			to.set(numbers.subarray(from, from + d), turned ? (r * heads + h) * d : (h * rows + r) * d);
		}
	return to;
}

function feed(input, task, folder) {
	if (input.element === INT32)
		return new Tensor('int32', Int32Array.of(input.n), input.shape);
	const file = readFileSync(`${folder}/${input.from ?? input.name}`);
	const numbers = new Float32Array(file.buffer, file.byteOffset, file.length / 4), { heads, d } = task;
	if (input.from) { // all rows but the last
		const rows = input.shape[2], to = new Float32Array(heads * rows * d);
		for (let h = 0; h < heads; h++)
			to.set(numbers.subarray(h * (rows + 1) * d, (h * (rows + 1) + rows) * d), h * rows * d);
		return new Tensor('float32', to, input.shape);
	}
	return new Tensor('float32', input.rows ? arrange(numbers, task, input.rows, true) : numbers, input.shape);
}

// A model ready to run: `call()`, and `save(path)` for what the last call answered, as the tasks have it.
export async function prepare(name, task, threads, folder) {
	const made = operators[name](task, task.queries === 1);
	const session = await InferenceSession.create(model(made), {
		intraOpNumThreads: threads, interOpNumThreads: 1, executionMode: 'sequential', graphOptimizationLevel: 'all',
		logSeverityLevel: 3, extra: { session: { force_spinning_stop: '1' } }, // for the sake of whoever is next
	});
	const feeds = Object.fromEntries(made.inputs.filter(Boolean).map((input) => [input.name, feed(input, task, folder)]));
	const [out] = made.outputs;
	let last;
	return {
		call: async () => (last = await session.run(feeds)),
		save: (path) => {
			const { data } = last.out, turned = new Float32Array(data.length), { heads, queries, d } = task;
			if (out.rows)
				for (let r = 0; r < queries; r++)
					for (let h = 0; h < heads; h++)
						turned.set(data.subarray((r * heads + h) * d, (r * heads + h + 1) * d), (h * queries + r) * d);
			writeFileSync(path, out.rows ? turned : data);
		},
		release: () => session.release(),
	};
}
