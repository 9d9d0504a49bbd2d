import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTask } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { LedgerEntry } from '#shared/domain/rootLedger.ts';
import { isSignedBy, newPrivateKey, signerOf } from '../engine/connections/identity/ed25519.ts';
import { ledgerText } from '../engine/roots/ledgerFiles.ts';
import { openRootLedger } from '../engine/roots/rootLedger.ts';
import { median, timed, timedAsync } from './measure.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, entries: { type: 'string', default: '100000' } },
});
const count = Number(values.entries);
const rounds = 5;

const hex = (text: string) => createHash('sha256').update(text).digest('hex');

/** A memory that grows with every third sighting: two thirds of the sightings are of known roots. */
function entryAt(sequence: number): LedgerEntry {
  const step = Math.floor(sequence / 3);
  const at = 1_700_000_000_000 + 1_000 * sequence;
  return {
    sequence,
    at,
    kind: 'root',
    askedAt: at - 40,
    endpoint: 'GET /atoms/:key',
    requestId: hex(String(sequence)).slice(0, 32),
    rootHash: hex(`root ${String(step)}`),
    treeSize: String(1_000 + step),
    path: 'pass',
  };
}

/** The least that opening must do: read the file, parse every line, and hash every entry and node with Node's SHA-256. */
async function plainRead(file: string): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n').slice(1, -1);
  let level: readonly Uint8Array[] = lines.map((line) => {
    const text = line.slice(0, line.indexOf('\t'));
    JSON.parse(text);
    return createHash('sha256').update('\0').update(text).digest();
  });
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = level.slice(at, at + 2);
      if (left === undefined) continue;
      above.push(
        right === undefined ? left : createHash('sha256').update('\x01').update(left).update(right).digest(),
      );
    }
    level = above;
  }
}

/** Milliseconds, and milliseconds of the processor in all threads: the latter says more on a machine that does other work. */
async function timedWithCpu(work: () => Promise<void>): Promise<readonly [number, number]> {
  const before = process.cpuUsage();
  const elapsed = await timedAsync(work);
  const { user, system } = process.cpuUsage(before);
  return [elapsed, (user + system) / 1_000];
}

const parent = await mkdtemp(path.join(tmpdir(), 'bench-ledger-'));
const signer = signerOf(newPrivateKey());
const folder = path.join(parent, 'root-ledger');
const effects = {
  folder,
  oldFolder: path.join(parent, 'ledger'),
  keys: {
    current: async () => ({ ok: true as const, value: signer }),
    held: () => null,
    publicKeys: async () => [signer.publicKey],
    verify: isSignedBy,
  },
  now: Date.now,
  newId: () => 'bench',
  pause: () => nextTask(),
  changed: () => undefined,
  log: (message: string, error: unknown) => {
    throw new Error(message, { cause: error });
  },
};
const file = path.join(folder, 'entries.jsonl');
const begun = await openRootLedger(effects);
const { origin } = begun;
await begun.close();
await writeFile(
  file,
  ledgerText(
    origin,
    Array.from({ length: count }, (_, at) => entryAt(at)),
  ),
);
const signing = await openRootLedger(effects);
await signing.signedHead();
await signing.close();

const times = {
  plain: [] as number[],
  open: [] as number[],
  plainCpu: [] as number[],
  openCpu: [] as number[],
  verify: [] as number[],
  list: [] as number[],
  heads: [] as number[],
};
let slowestHeads = 0;
for (let round = 0; round <= rounds; round += 1) {
  const [plain, plainCpu] = await timedWithCpu(() => plainRead(file));
  let ledger = begun;
  const [open, openCpu] = await timedWithCpu(async () => {
    ledger = await openRootLedger(effects);
  });
  const verify = await timedAsync(async () => {
    const found = await ledger.verify(() => undefined);
    if (found.damageCount > 0 || found.entries !== count || found.unsigned > 0)
      throw new Error('The benchmark is broken: the ledger is not intact.');
  });
  const sort = { column: 'treeSize', direction: 'ascending' } as const;
  const query = { connectionId: 'bench' as ConnectionId, show: 'all', among: null, text: '', sort } as const;
  const list = timed(() => {
    ledger.roots(query, { from: 0, to: 100 });
  });
  const heads: number[] = [];
  for (let pair = 0; pair < 1_000; pair += 1) {
    const to = 2 + ((pair * 7_919) % (count - 1));
    const from = 1 + ((pair * 104_729) % to);
    heads.push(
      timed(() => {
        if (!ledger.consistency(from, to).isConsistent) throw new Error('The benchmark is broken.');
      }),
    );
  }
  await ledger.close();
  // The first round compiles the code.
  if (round === 0) continue;
  times.plain.push(plain);
  times.open.push(open);
  times.plainCpu.push(plainCpu);
  times.openCpu.push(openCpu);
  times.verify.push(verify);
  times.list.push(list);
  times.heads.push(median(heads));
  slowestHeads = Math.max(slowestHeads, ...heads);
}
await rm(parent, { recursive: true });

const rounded = (value: number) => Math.round(value * 100) / 100;
const plain = median(times.plain);
const figures = {
  entries: count,
  milliseconds: {
    plain: rounded(plain),
    plainCpu: rounded(median(times.plainCpu)),
    open: rounded(median(times.open)),
    openCpu: rounded(median(times.openCpu)),
    verify: rounded(median(times.verify)),
    sortedList: rounded(median(times.list)),
    consistency: rounded(median(times.heads)),
    slowestConsistency: rounded(slowestHeads),
  },
  ratios: {
    openOverPlain: rounded(median(times.open) / plain),
    openOverPlainCpu: rounded(median(times.openCpu) / median(times.plainCpu)),
    verifyOverPlain: rounded(median(times.verify) / plain),
  },
};
const rows: readonly (readonly [string, number])[] = [
  ['plain read: JSON.parse and createHash', figures.milliseconds.plain],
  ['the same, time of the processor in all threads', figures.milliseconds.plainCpu],
  ['open', figures.milliseconds.open],
  ['open, time of the processor in all threads', figures.milliseconds.openCpu],
  ['verify all of it', figures.milliseconds.verify],
  ['sort all roots, first 100 rows', figures.milliseconds.sortedList],
  ['consistency of two heads, proven and checked (median)', figures.milliseconds.consistency],
  ['the same, slowest of 1,000 pairs', figures.milliseconds.slowestConsistency],
];
const table = rows.map(([what, ms]) => `  ${what.padEnd(58)}${ms.toFixed(2).padStart(10)} ms`).join('\n');
process.stdout.write(
  values.json === true
    ? `${JSON.stringify(figures)}\n`
    : `A root ledger of ${String(count)} entries, median of ${String(rounds)}\n${table}\n\nRatios in this run: open ${String(figures.ratios.openOverPlain)}x (of the processor's time: ${String(figures.ratios.openOverPlainCpu)}x), verify ${String(figures.ratios.verifyOverPlain)}x of the plain read\n\n${JSON.stringify(figures)}\n`,
);
