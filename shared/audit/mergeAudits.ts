import type {
  AuditEnd,
  AuditFindings,
  AuditFooter,
  AuditHeader,
  AuditRootFinding,
  AuditRules,
  AuditSelfTest,
  StartSha256,
} from './auditFile.ts';
import type { AuditRecord } from './auditRecord.ts';
import { mergedGrounds } from './auditGrounds.ts';
import type { AuditReader } from './readAudit.ts';
import { openCursor } from './recordCursor.ts';
import { shardOf } from './shards.ts';
import { createAuditWriter, rootId } from './writeAudit.ts';

/** Why audits are not parts of one audit. `part`: position in the list, from 0. */
export type MergeFault =
  | { readonly kind: 'nothing-to-merge' }
  | { readonly kind: 'not-a-shard'; readonly part: number }
  /** It differs from the first part in this. */
  | { readonly kind: 'another-audit'; readonly part: number; readonly field: string }
  | { readonly kind: 'repeated-shard'; readonly part: number; readonly shard: number }
  /** It has a key that belongs to another part. */
  | { readonly kind: 'foreign-key'; readonly part: number; readonly key: string };

/** The parts cannot be merged. */
export class MergeError extends Error {
  override readonly name = 'MergeError';
  constructor(readonly fault: MergeFault) {
    super(`The parts cannot be merged: ${fault.kind}.`);
  }
}

/** Merged text is written in pieces of about this many characters. */
const pieceLength = 1 << 16;

/**
 * Merges the parts of an audit into the file that one machine would have written, apart from times. Parts may be missing; the result
 * says which, and is then incomplete.
 *
 * @param id of the merged audit
 * @throws MergeError, AuditDamageError, whatever `write` throws
 */
export async function mergeAudits(
  parts: readonly AuditReader[],
  id: string,
  startSha256: StartSha256,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const writer = createAuditWriter(startSha256);
  const { header, missing } = mergedHeader(
    parts.map((part) => part.header),
    id,
  );
  let text = writer.header(header);
  for await (const records of mergedRecords(parts)) {
    for (const record of records) text += writer.record(record);
    if (text.length < pieceLength) continue;
    await write(text);
    text = '';
  }
  const footers = parts.map((part) => part.footer());
  await write(text + writer.footer(mergedFindings(footers, missing)));
}

function mergedHeader(
  headers: readonly AuditHeader[],
  id: string,
): { readonly header: AuditHeader; readonly missing: readonly number[] } {
  const [first] = headers;
  if (first === undefined) throw new MergeError({ kind: 'nothing-to-merge' });
  const shards = new Set<number>();
  headers.forEach((header, part) => {
    if (header.shard === null) throw new MergeError({ kind: 'not-a-shard', part });
    const field = differingField(first, header);
    if (field !== null) throw new MergeError({ kind: 'another-audit', part, field });
    const { number } = header.shard;
    if (shards.has(number)) throw new MergeError({ kind: 'repeated-shard', part, shard: number });
    shards.add(number);
  });
  const of = first.shard?.of ?? 0;
  const all = Array.from({ length: of }, (_, at) => at + 1);
  const startedAt = headers.map((header) => header.startedAt).sort()[0] ?? first.startedAt;
  return {
    header: { ...first, id, shard: null, startedAt },
    missing: all.filter((number) => !shards.has(number)),
  };
}

/** What all parts of an audit have in common. */
function differingField(one: AuditHeader, other: AuditHeader): string | null {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['service', one.service, other.service],
    ['scope', one.scope, other.scope],
    ['keys', one.keys, other.keys],
    ['shard', one.shard?.of, other.shard?.of],
    ['pins', one.pins, other.pins],
    ['expectedChanges', one.expectedChanges, other.expectedChanges],
    ['app', one.app, other.app],
  ];
  return pairs.find(([, left, right]) => JSON.stringify(left) !== JSON.stringify(right))?.[0] ?? null;
}

/** The records of all parts in the order of their keys. */
async function* mergedRecords(parts: readonly AuditReader[]): AsyncGenerator<readonly AuditRecord[]> {
  const cursors = await Promise.all(parts.map(async ({ batches }) => openCursor(batches)));
  let records: AuditRecord[] = [];
  for (;;) {
    let least: AuditRecord | null = null;
    let from = -1;
    for (const [at, cursor] of cursors.entries()) {
      const record = cursor.record();
      if (record === null || (least !== null && record.key >= least.key)) continue;
      least = record;
      from = at;
    }
    if (least === null) break;
    const shard = parts[from]?.header.shard ?? null;
    if (shard === null || shardOf(least.key, shard.of) !== shard.number)
      throw new MergeError({ kind: 'foreign-key', part: from, key: least.key });
    records.push(least);
    const wait = cursors[from]?.advance() ?? null;
    if (wait === null) continue;
    yield records;
    records = [];
    await wait;
  }
  yield records;
}

function mergedFindings(footers: readonly AuditFooter[], missing: readonly number[]): AuditFindings {
  const sum = (count: (footer: AuditFooter) => number): number =>
    footers.reduce((total, footer) => total + count(footer), 0);
  return {
    finishedAt:
      footers
        .map(({ finishedAt }) => finishedAt)
        .sort()
        .at(-1) ?? '',
    end: missing.length > 0 ? { kind: 'shards-missing', shards: [...missing] } : worstEnd(footers),
    roots: worstRoots(footers),
    rules: commonRules(footers.map(({ rules }) => rules)),
    selfTest: worstSelfTest(footers),
    unasked: sum(({ unasked }) => unasked),
    readAgain: sum(({ readAgain }) => readAgain),
    ...mergedGrounds(footers),
  };
}

const endOrder: readonly AuditEnd['kind'][] = [
  'complete',
  'canceled',
  'interrupted',
  'failed',
  'shards-missing',
];

function worstEnd(footers: readonly AuditFooter[]): AuditEnd {
  const ends = footers.map(({ end }) => end);
  return ends.reduce(
    (worst, end) => (endOrder.indexOf(end.kind) > endOrder.indexOf(worst.kind) ? end : worst),
    { kind: 'complete' },
  );
}

const statusOrder: readonly AuditRootFinding['status'][] = [
  'pinned',
  'seen',
  'new',
  'unexplained',
  'contradiction',
];

function worstRoots(footers: readonly AuditFooter[]): AuditRootFinding[] {
  const roots = new Map<string, AuditRootFinding>();
  for (const { rootHash, treeSize, status, contradiction } of footers.flatMap((footer) => footer.roots)) {
    const id = rootId({ rootHash, treeSize });
    const known = roots.get(id);
    if (known === undefined || statusOrder.indexOf(status) > statusOrder.indexOf(known.status))
      roots.set(id, { rootHash, treeSize, status, contradiction });
  }
  return [...roots.values()];
}

/** The rules that all parts agree on. A part without a proof has none, and restricts nothing. */
function commonRules(all: readonly (AuditRules | null)[]): AuditRules | null {
  const [first, ...others] = all.filter((rules) => rules !== null);
  if (first === undefined) return null;
  const inAll = (part: 'path' | 'leaf', rule: unknown): boolean =>
    others.every((rules) => rules[part].some((each) => JSON.stringify(each) === JSON.stringify(rule)));
  return {
    origin: first.origin,
    path: first.path.filter((rule) => inAll('path', rule)),
    leaf: first.leaf.filter((rule) => inAll('leaf', rule)),
  };
}

/** A fault counts as caught only if every part that planted it caught it. A part without records needs no self-test. */
function worstSelfTest(footers: readonly AuditFooter[]): AuditSelfTest | null {
  const tests = footers.filter(({ counts }) => counts.records > 0).map(({ selfTest }) => selfTest);
  if (tests.length === 0 || tests.some((test) => test === null || test.faults.length === 0)) return null;
  const faults = new Map<string, AuditSelfTest['faults'][number]>();
  for (const fault of tests.flatMap((test) => test?.faults ?? []))
    if (faults.get(fault.fault)?.caughtBy !== null) faults.set(fault.fault, fault);
  return { faults: [...faults.values()] };
}
