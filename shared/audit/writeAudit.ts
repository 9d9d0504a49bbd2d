import { createAuditCounter } from './auditCounts.ts';
import {
  digestOfEnds,
  footerSchema,
  headerSchema,
  type AuditFindings,
  type AuditHeader,
  type StartSha256,
} from './auditFile.ts';
import type { AuditRecord, AuditRoot } from './auditRecord.ts';

/** The text of the file of an audit, part by part. Every part ends with a line feed. */
export interface AuditWriter {
  /** Called first. */
  readonly header: (header: AuditHeader) => string;
  /** The record, after the line of its root if no earlier record has it. @throws if the key does not come after the one before */
  readonly record: (record: AuditRecord) => string;
  /** Takes records whose text was made elsewhere: `records` for counting, in order. @throws as `record` */
  readonly block: (
    block: { readonly text: Uint8Array; readonly newRoots: readonly AuditRoot[] },
    records: Iterable<AuditRecord>,
  ) => void;
  /** Roots that no record has are written too, after the others; they are findings. */
  readonly footer: (findings: AuditFindings) => string;
}

export function createAuditWriter(startSha256: StartSha256): AuditWriter {
  const hash = startSha256();
  const counter = createAuditCounter();
  const places = new Map<string, number>();
  const recordsUnder = new Map<string, number>();
  let before: string | null = null;
  /** Without its line feed. */
  let headerLine = '';
  const count = (record: AuditRecord): void => {
    if (before !== null && record.key <= before)
      throw new RangeError('Records must be in the order of their keys, each key once.');
    before = record.key;
    counter.add(record);
    if (record.root === null) return;
    const name = rootId(record.root);
    recordsUnder.set(name, (recordsUnder.get(name) ?? 0) + 1);
  };
  return {
    // Parsing puts the properties in the order of the schema.
    header: (header) => {
      headerLine = JSON.stringify(headerSchema.parse(header));
      return `${headerLine}\n`;
    },
    record: (record) => {
      count(record);
      let text = '';
      let place: number | undefined;
      if (record.root !== null) {
        const name = rootId(record.root);
        place = places.get(name);
        if (place === undefined) {
          place = places.size;
          places.set(name, place);
          text = rootText(record.root);
        }
      }
      text += `${recordText(record, place)}\n`;
      hash.update(text);
      return text;
    },
    block: ({ text, newRoots }, records) => {
      for (const record of records) count(record);
      for (const root of newRoots) places.set(rootId(root), places.size);
      hash.update(text);
    },
    footer: (findings) => {
      const roots = inOrder(findings.roots, places).map((root) => ({
        ...root,
        records: recordsUnder.get(rootId(root)) ?? 0,
      }));
      const found = { ...findings, roots, counts: counter.counts(), recordsSha256: hash.hex() };
      const { footer } = footerSchema.parse({ footer: found });
      return `${JSON.stringify({ footer, sha256: digestOfEnds(headerLine, footer, startSha256) })}\n`;
    },
  };
}

/** Identifies a root with its tree size. */
export function rootId({ rootHash, treeSize }: AuditRoot): string {
  return `${treeSize ?? '-'} ${rootHash}`;
}

/** In the order of the records; those without a record by size and hash, so that it does not matter who saw them first. */
function inOrder<T extends AuditRoot>(
  roots: readonly T[],
  places: ReadonlyMap<string, number>,
): readonly T[] {
  const place = (root: T): number => places.get(rootId(root)) ?? Infinity;
  return [...roots].sort((a, b) => {
    const [one, other] = [place(a), place(b)];
    if (one !== other) return one - other;
    return rootId(a) < rootId(b) ? -1 : 1;
  });
}

/** The line of a root, with its line feed. */
export function rootText({ rootHash, treeSize }: AuditRoot): string {
  return `${JSON.stringify({ root: { rootHash, treeSize } })}\n`;
}

/** A record as its line, without the line feed. The order of its properties is fixed. */
export function recordText(record: AuditRecord, root: number | undefined): string {
  const { key, outcome, check, conflict, changes, isExpected, unmet } = record;
  const { version, versionBefore, valueHash, leafHash, leafIndex } = record;
  // Field by field: as one object it would take several times as long.
  let text = `{"key":${JSON.stringify(key)},"outcome":"${outcome}"`;
  if (check !== null) {
    const { name, status, code } = check;
    text += `,"check":${JSON.stringify({ name, status, code })}`;
  }
  if (conflict !== null) text += `,"conflict":"${conflict}"`;
  if (changes.length > 0) text += `,"changes":${JSON.stringify(changes)}`;
  if (isExpected) text += ',"isExpected":true';
  if (unmet.length > 0) text += `,"unmet":${JSON.stringify(unmet)}`;
  if (version !== null) text += `,"version":${JSON.stringify(version)}`;
  if (versionBefore !== undefined) text += `,"versionBefore":${JSON.stringify(versionBefore)}`;
  if (valueHash !== null) text += `,"valueHash":${JSON.stringify(valueHash)}`;
  if (leafHash !== null) text += `,"leafHash":${JSON.stringify(leafHash)}`;
  if (leafIndex !== null) text += `,"leafIndex":${JSON.stringify(leafIndex)}`;
  if (root !== undefined) text += `,"root":${String(root)}`;
  return `${text}}`;
}
