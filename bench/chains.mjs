import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { withAppWindow } from '../scripts/setup/appWindow.mjs';
import { runtimeEnvironment } from '../scripts/setup/electronRuntime.mjs';
import { prepareBuild, prepareElectron, withDisplay } from '../scripts/setup/prepare.mjs';
import { root } from '../scripts/setup/repository.mjs';
import { sandboxArguments } from '../scripts/setup/sandbox.mjs';
import { watchMainThread } from './mainThread.mjs';

/*
 * How long a large prediction chain blocks the window: its longest task, in processor time from the engine's
 * own trace, in the real window. A measurement, not a test.
 */

/**
 * @typedef {object} PhaseFigures
 * @property {string} phase
 * @property {number} ms How long it took until all cards were there.
 * @property {number} longestTaskMs Script, style, layout, and painting of one task, in processor time.
 */

/**
 * @param {{ readonly nodes?: number }} [options]
 * @returns {Promise<readonly PhaseFigures[]>}
 */
export async function benchChains({ nodes = 300 } = {}) {
  const { executable, ...runtime } = await prepareElectron();
  await prepareBuild();
  const service = await startWideMemory(nodes);
  try {
    return await withDisplay((display) => {
      const env = {
        ...process.env,
        ...runtimeEnvironment({ executable, ...runtime }),
        ...display?.environment,
      };
      return withAppWindow({ executable, args: [...sandboxArguments(), root], env }, (window) =>
        measure(window, service.address, nodes),
      );
    });
  } finally {
    service.stop();
  }
}

/** @param {readonly PhaseFigures[]} figures */
export function chainsTable(figures) {
  const lines = [
    ['', 'ms', 'longest task, ms'],
    ...figures.map(({ phase, ms, longestTaskMs }) => [
      phase,
      String(Math.round(ms)),
      String(Math.round(longestTaskMs)),
    ]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

const breadth = 8;

/**
 * A memory in which each key predicts the next eight, as a tree. It responds at once, so that only the window
 * is measured.
 *
 * @param {number} nodes
 */
async function startWideMemory(nodes) {
  const kinds = ['user', 'project', 'session', 'fact', 'procedure'];
  /** @param {number} at */
  const keyOf = (at) => `v1.${kinds[at % kinds.length]}.bench.node${at}`;
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const asked = /** @type {{ query?: string }} */ (body === '' ? {} : JSON.parse(body));
      const key = asked.query ?? keyOf(0);
      const at = Number(/\d+$/.exec(key)?.[0] ?? 0);
      const next = Array.from({ length: breadth }, (_, index) => at * breadth + index + 1);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          atoms: [{ key, value: 'x', version: 1, score: 1, proof: null }],
          predictions: next.filter((child) => child < nodes).map(keyOf),
        }),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {import('playwright').Page} window @param {string} address @param {number} nodes */
async function measure(window, address, nodes) {
  await window.getByRole('button', { name: 'Connect to a service' }).click();
  const form = window.getByRole('dialog');
  await form.getByLabel('Base address').fill(address);
  await form.getByLabel('API key').fill('bench');
  await form.getByLabel('Name').fill('bench');
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  await window
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Predictions' })
    .click();
  await window.getByRole('combobox', { name: 'Key to begin with' }).fill('v1.user.bench.node0');
  await window.getByRole('button', { name: 'Begin', exact: true }).click();
  await cardCount(window, 1);
  for (const [name, value] of [
    ['Steps', 50],
    ['Predictions of each', breadth],
    ['Requests at most', 1_000],
  ]) {
    await window.getByRole('textbox', { name: String(name), exact: true }).fill(String(value));
  }
  const session = await window.context().newCDPSession(window);

  /** @param {string} name */
  const look = (name) =>
    window.getByRole('radiogroup', { name: 'Show the chain as' }).getByText(name, { exact: true }).click();
  /** @type {PhaseFigures[]} */
  const figures = [];
  /** @param {string} phase @param {() => Promise<void>} work */
  const timed = async (phase, work) => {
    let ms = 0;
    const { longestTaskMs } = await watchMainThread(session, async () => {
      const begun = performance.now();
      await work();
      ms = performance.now() - begun;
      await wait(1_000);
    });
    figures.push({ phase, ms, longestTaskMs });
  };
  await timed(`grow to ${nodes} nodes, one response at a time`, async () => {
    await window.getByRole('button', { name: 'Follow', exact: true }).click();
    await cardCount(window, nodes);
  });
  await look('List');
  await timed(`${nodes} nodes laid out and drawn again`, async () => {
    await look('Graph');
    await cardCount(window, nodes);
  });
  await timed('fit the whole chain into the window', async () => {
    await window.getByRole('button', { name: 'Show the whole chain' }).click();
  });
  return figures;
}

/** @param {import('playwright').Page} window @param {number} count */
async function cardCount(window, count) {
  // Checked rarely, because the check itself takes the window's time.
  while ((await window.evaluate(() => document.querySelectorAll('[data-card]').length)) < count) {
    await wait(200);
  }
}
