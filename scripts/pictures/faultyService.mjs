import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../setup/repository.mjs';

/**
 * @typedef {object} FaultyService
 * @property {string} address
 * @property {string} fullKey
 * @property {string} readKey
 * @property {(faults: Readonly<Record<string, unknown>>) => Promise<void>} setFaults as `POST /admin/faults` takes them
 * @property {(atoms: Readonly<Record<string, string>>) => Promise<void>} store
 */

/**
 * Calls `use` with an embedded service outside the app that contains the demo memory and misbehaves on
 * demand.
 *
 * @template T
 * @param {(service: FaultyService) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withFaultyService(use) {
  const data = await mkdtemp(join(tmpdir(), 'atom-explorer-service-'));
  const keys = { full: randomBytes(16).toString('hex'), read: randomBytes(16).toString('hex') };
  const child = spawn(
    process.execPath,
    [join(root, 'out/main/service-cli.js'), '--json', '--faults', '--seed', 'demo', '--data', data],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ATOM_SERVICE_FULL_KEY: keys.full, ATOM_SERVICE_READ_KEY: keys.read },
    },
  );
  const ended = once(child, 'exit');
  try {
    const address = await readAddress(child.stdout);
    /** @param {string} path @param {unknown} body */
    const post = async (path, body) => {
      const answer = await fetch(`${address}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.full}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    };
    return await use({
      address,
      fullKey: keys.full,
      readKey: keys.read,
      setFaults: (faults) => post('/admin/faults', faults),
      store: (atoms) =>
        post('/batch-atoms', { atoms: Object.entries(atoms).map(([key, value]) => ({ key, value })) }),
    });
  } finally {
    child.kill();
    await ended;
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {import('node:stream').Readable} output */
async function readAddress(output) {
  for await (const line of createInterface({ input: output })) {
    return /** @type {{ address: string }} */ (JSON.parse(line)).address;
  }
  throw new Error('The service ended before it printed its address.');
}
