// Sends the rows to a service in batches, with as little overhead as possible: node bench/uploadBare.mjs
// ADDRESS ROWS BATCH
import { Agent, request } from 'node:http';
import { rowAt } from './uploadRows.mjs';

const [address = '', rows = '', batch = ''] = process.argv.slice(2);
const { hostname, port } = new URL(address);
const size = Number(batch);
const batches = Array.from({ length: Math.ceil(Number(rows) / size) }, (_, turn) => {
  const from = turn * size;
  return Array.from({ length: Math.min(size, Number(rows) - from) }, (_unused, place) => rowAt(from + place));
});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * @param {string} path
 * @param {number} status that it has to have
 * @param {string} body
 * @returns {Promise<unknown>}
 */
function post(path, status, body) {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        agent,
        method: 'POST',
        path,
        headers: {
          authorization: 'Bearer bench',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        /** @type {Buffer[]} */
        const chunks = [];
        answer.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (answer.statusCode === status) resolve(JSON.parse(text));
          else reject(new Error(`Unexpected status ${answer.statusCode}: ${text.slice(0, 300)}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const begun = performance.now();
for (const atoms of batches) {
  // The app reads each batch before it sends it, too.
  await post('/batch-access', 200, JSON.stringify({ keys: atoms.map(({ key }) => key) }));
  await post('/batch-atoms', 201, JSON.stringify({ atoms }));
}
process.stdout.write(`${JSON.stringify({ ms: performance.now() - begun })}\n`);
agent.destroy();
