import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { given, type GroundsOf } from '../../grounds/grounds.ts';
import { keyLine, type AuditFindings, type AuditHeader, type StartSha256 } from '../auditFile.ts';
import { auditChanges, auditOutcomes, expectationFields, type AuditRecord } from '../auditRecord.ts';
import { openAudit, type AuditReader } from '../readAudit.ts';
import { createAuditWriter } from '../writeAudit.ts';
import { anyCharacter } from '../../text/testing/anyCharacter.ts';

export const startSha256: StartSha256 = () => {
  const hash = createHash('sha256');
  return { update: (data) => void hash.update(data), hex: () => hash.digest('hex') };
};

/** As the header of an audit of these keys states it. */
export function digestOfKeys(records: readonly { readonly key: string }[]): string {
  const hash = startSha256();
  for (const { key } of records) hash.update(keyLine(key));
  return hash.hex();
}

export const hashA = 'aa'.repeat(32);
export const hashB = 'bb'.repeat(32);
export const rootA = { rootHash: hashA, treeSize: '1000' };
export const rootB = { rootHash: hashB, treeSize: '1001' };

/** A verified key; `changed` replaces fields. */
export function record(key: string, changed: Partial<AuditRecord> = {}): AuditRecord {
  return {
    key,
    outcome: 'green',
    check: null,
    conflict: null,
    changes: [],
    isExpected: false,
    unmet: [],
    version: 1,
    valueHash: 'cd'.repeat(32),
    leafHash: 'ef'.repeat(32),
    leafIndex: '7',
    root: rootA,
    ...changed,
  };
}

export function header(changed: Partial<AuditHeader> = {}): AuditHeader {
  return {
    format: 'atom-explorer-audit',
    version: 1,
    id: 'audit-1',
    name: 'Nightly',
    app: { version: '1.0.0' },
    service: { name: 'Demo', address: 'https://memory.example.com' },
    scope: { kind: 'all' },
    keys: { total: 2, sha256: hashA, leftOut: 0 },
    shard: null,
    pins: [],
    expectedChanges: null,
    startedAt: '2026-11-22T19:30:00.000Z',
    ...changed,
  };
}

/** Nothing is missing of what an audit rests on. */
export const allGiven: GroundsOf<'audit'> = {
  rules: given,
  keyList: given,
  run: given,
  pins: given,
  ledger: given,
  knownKeys: given,
};

export function findings(changed: Partial<AuditFindings> = {}): AuditFindings {
  return {
    finishedAt: '2026-11-22T19:31:00.000Z',
    end: { kind: 'complete' },
    roots: [{ ...rootA, status: 'seen', contradiction: null }],
    rules: {
      origin: 'inferred',
      path: [{ hash: 'sha-256', node: 'prefix-01', shape: 'rfc6962', order: 'leaf-to-root' }],
      leaf: [{ hash: 'sha-256', digest: 'prefix-00', preimage: 'json:key,value,version' }],
    },
    selfTest: {
      faults: [
        { fault: 'value', caughtBy: 'content' },
        { fault: 'sibling', caughtBy: 'path' },
        { fault: 'root', caughtBy: 'path' },
      ],
    },
    unasked: 0,
    readAgain: 0,
    grounds: allGiven,
    ...changed,
  };
}

/**
 * The whole file of an audit. Roots of the records that `end` does not list are added to it; `hashA` in place of the digest of the keys
 * becomes that of the records.
 */
export function auditText(
  records: readonly AuditRecord[],
  start: AuditHeader = header({ keys: { total: records.length, sha256: hashA, leftOut: 0 } }),
  end: AuditFindings = findings(),
): string {
  const writer = createAuditWriter(startSha256);
  const listed = new Set(end.roots.map(({ rootHash }) => rootHash));
  const more = [...new Map(records.flatMap(({ root }) => (root === null ? [] : [[root.rootHash, root]])))]
    .filter(([rootHash]) => !listed.has(rootHash))
    .map(([, root]) => ({ ...root, status: 'seen' as const, contradiction: null }));
  const { keys } = start;
  const sha256 = keys.sha256 === hashA ? digestOfKeys(records) : keys.sha256;
  return [
    writer.header({ ...start, keys: { ...keys, sha256 } }),
    ...records.map(writer.record),
    writer.footer({ ...end, roots: [...end.roots, ...more] }),
  ].join('');
}

/** The text in chunks of `size` bytes. */
async function* chunksOf(text: string, size = 1_000): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.slice(at, at + size));
}

export async function openText(text: string, size?: number): Promise<AuditReader> {
  return openAudit(chunksOf(text, size), startSha256);
}

export async function allRecords(reader: AuditReader): Promise<readonly AuditRecord[]> {
  const all: AuditRecord[] = [];
  for await (const batch of reader.batches) all.push(...batch);
  return all;
}

/** Keys such as occur, and such as nobody expects: any units, so also halves of surrogate pairs. */
const keys = fc.oneof(
  fc
    .array(fc.constantFrom('v1', 'user', 'a', 'b', 'Zoë', ''), { minLength: 1, maxLength: 5 })
    .map((segments) => segments.join('.')),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.constantFrom('\uD800', 'a\nb', '"', '\u2028'),
);

const subsets = <T>(all: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...all]);

/** Records in the order of their keys. */
export const someRecords: fc.Arbitrary<readonly AuditRecord[]> = fc
  .uniqueArray(
    fc.record({
      key: keys,
      outcome: fc.constantFrom(...auditOutcomes),
      check: fc.constantFrom(
        null,
        { name: 'path' as const, status: 'fail' as const, code: 'root-not-reached' },
        { name: 'content' as const, status: 'undecided' as const, code: 'no-leaf-rule' },
      ),
      conflict: fc.constantFrom(null, 'other-content' as const, 'denied' as const),
      changes: subsets(auditChanges),
      isExpected: fc.boolean(),
      unmet: subsets(expectationFields),
      version: fc.constantFrom(null, 1, 2, 3.5),
      valueHash: fc.constantFrom(null, hashA, hashB),
      leafHash: fc.constantFrom(null, hashA, hashB),
      leafIndex: fc.constantFrom(null, '0', '7', '999', '18446744073709551616'),
      root: fc.constantFrom(null, rootA, rootB, { rootHash: 'odd root', treeSize: null }),
    }),
    { selector: ({ key }) => key, maxLength: 40 },
  )
  .map((records) => records.sort((a, b) => (a.key < b.key ? -1 : 1)));
