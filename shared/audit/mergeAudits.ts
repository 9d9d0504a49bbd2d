import {
  haveCommonHash,
  keyLine,
  type AuditEnd,
  type AuditFindings,
  type AuditFooter,
  type AuditHeader,
  type AuditRules,
  type AuditSelfTest,
  type StartSha256,
} from './auditFile.ts';
import type { AuditRecord } from './auditRecord.ts';
import { mostAcceptances, type AcceptedLosses } from '../domain/stateLoss.ts';
import { mergedGrounds, type PartOfAudit } from './auditGrounds.ts';
import { mergeRoots } from './mergeRoots.ts';
import type { AuditReader } from './readAudit.ts';
import { openCursor } from './recordCursor.ts';
import { shardOf } from './shards.ts';
import { createAuditWriter } from './writeAudit.ts';

/** Why audits are not parts of one audit. `part`: position in the list, from 0. */
export type MergeFault =
  | { readonly kind: 'nothing-to-merge' }
  | { readonly kind: 'not-a-shard'; readonly part: number }
  /** It differs from most parts, such as `reference`, in this. */
  | {
      readonly kind: 'another-audit';
      readonly part: number;
      readonly reference: number;
      readonly field: string;
    }
  | { readonly kind: 'repeated-shard'; readonly part: number; readonly shard: number }
  /** It has a key that belongs to another part. */
  | { readonly kind: 'foreign-key'; readonly part: number; readonly key: string }
  /** It has another number of records than keys. */
  | { readonly kind: 'other-count'; readonly part: number; readonly records: number; readonly keys: number }
  /** The keys of all parts together are not those of the list. */
  | { readonly kind: 'keys-changed' };

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
  const keys = startSha256();
  let read = 0;
  for await (const records of mergedRecords(parts)) {
    for (const record of records) text += writer.record(record);
    keys.update(records.map(({ key }) => keyLine(key)).join(''));
    read += records.length;
    if (text.length < pieceLength) continue;
    await write(text);
    text = '';
  }
  const ended = parts.map((part) => ({
    header: part.header,
    footer: part.footer(),
    isCovered: part.isCovered(),
  }));
  const end =
    missing.length > 0
      ? { kind: 'shards-missing' as const, shards: [...missing] }
      : worstEnd(ended.map(({ footer }) => footer));
  if (end.kind === 'complete') checkKeys(parts, read, keys.hex(), header.keys);
  await write(text + writer.footer(mergedFindings(ended, end)));
}

/** What was replaced or left out would otherwise be hidden among so many. @throws MergeError */
function checkKeys(
  parts: readonly AuditReader[],
  read: number,
  sha256: string,
  keys: AuditHeader['keys'],
): void {
  for (const [part, { header, footer }] of parts.entries()) {
    const { records } = footer().counts;
    const expected = header.shard?.keys ?? 0;
    if (records !== expected) throw new MergeError({ kind: 'other-count', part, records, keys: expected });
  }
  if (read !== keys.total || sha256 !== keys.sha256) throw new MergeError({ kind: 'keys-changed' });
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
  });
  checkCommon(headers);
  headers.forEach(({ shard }, part) => {
    if (shard === null) return;
    const { number } = shard;
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
const commonFields: Readonly<Record<string, (header: AuditHeader) => unknown>> = {
  service: ({ service }) => service,
  scope: ({ scope }) => scope,
  keys: ({ keys }) => keys,
  shard: ({ shard }) => shard?.of,
  pins: ({ pins }) => pins,
  expectedChanges: ({ expectedChanges }) => expectedChanges,
  app: ({ app }) => app,
  // Of those that say it; the grounds name the others.
  'expected list': ({ shard }) => shard?.lists?.expected,
  'list of expected changes': ({ shard }) => shard?.lists?.changes,
};

/** @throws MergeError that names a part which differs from most others */
function checkCommon(headers: readonly AuditHeader[]): void {
  for (const [field, of] of Object.entries(commonFields)) {
    const contents = headers.map((header) => JSON.stringify(of(header)) ?? null);
    const count = (content: string): number => contents.filter((each) => each === content).length;
    const stated = contents.filter((content) => content !== null);
    const usual = stated.reduce(
      (best, content) => (count(content) > count(best) ? content : best),
      stated[0] ?? '',
    );
    const part = contents.findIndex((content) => content !== null && content !== usual);
    if (part !== -1)
      throw new MergeError({ kind: 'another-audit', part, reference: contents.indexOf(usual), field });
  }
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

function mergedFindings(
  parts: readonly (PartOfAudit & { readonly header: AuditHeader; readonly footer: AuditFooter })[],
  end: AuditEnd,
): AuditFindings {
  const footers = parts.map(({ footer }) => footer);
  const sum = (count: (footer: AuditFooter) => number): number =>
    footers.reduce((total, footer) => total + count(footer), 0);
  const losses = acceptedInAny(footers);
  return {
    finishedAt:
      footers
        .map(({ finishedAt }) => finishedAt)
        .sort()
        .at(-1) ?? '',
    end,
    roots: mergeRoots(parts),
    rules: commonRules(footers),
    selfTest: worstSelfTest(footers),
    unasked: sum(({ unasked }) => unasked),
    readAgain: sum(({ readAgain }) => readAgain),
    grounds: mergedGrounds(parts),
    ...(losses.length > 0 && { acceptedLosses: losses }),
  };
}

/** What was accepted as lost for any part, once each, newest first. */
function acceptedInAny(footers: readonly AuditFooter[]): readonly AcceptedLosses[] {
  const all = footers.flatMap(({ acceptedLosses }) => acceptedLosses ?? []);
  const once = new Map(all.map((accepted) => [JSON.stringify(accepted), accepted]));
  return [...once.values()].sort((one, other) => other.at - one.at).slice(0, mostAcceptances);
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

/**
 * The rules that all parts agree on, of which there may be none. null if a part with proven keys has none recorded. A part
 * without proven keys restricts nothing.
 */
function commonRules(footers: readonly AuditFooter[]): AuditRules | null {
  const all = footers
    .filter(({ counts: { outcomes }, rules }) => rules !== null || outcomes.green + outcomes.keyOnly > 0)
    .map(({ rules }) => rules);
  const recorded = all.filter((rules) => rules !== null);
  const [first, ...others] = recorded;
  if (first === undefined || recorded.length < all.length) return null;
  const inAll = (part: 'path' | 'leaf', rule: unknown): boolean =>
    others.every((rules) => rules[part].some((each) => JSON.stringify(each) === JSON.stringify(rule)));
  const rules = {
    path: first.path.filter((rule) => inAll('path', rule)),
    leaf: first.leaf.filter((rule) => inAll('leaf', rule)),
  };
  // Inferred rules are the weakest evidence.
  const origin = recorded.find((each) => each.origin === 'inferred')?.origin ?? first.origin;
  return { origin, ...(haveCommonHash(rules) ? rules : { path: [], leaf: [] }) };
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
