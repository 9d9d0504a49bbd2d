import { parseJson } from '../domain/json.ts';
import { utf8Text } from '../evidence/utf8Text.ts';
import { createAuditCounter, sameCounts } from './auditCounts.ts';
import {
  auditFormat,
  auditVersion,
  digestOfEnds,
  footerSchema,
  headerSchema,
  keyLine,
  rootLineSchema,
  type AuditFooter,
  type AuditHeader,
  type StartSha256,
} from './auditFile.ts';
import { recordLineSchema, type AuditRecord, type AuditRoot, type RecordLine } from './auditRecord.ts';
import { joinBytes } from '../merkle/joinBytes.ts';
import { auditLimits as most } from './limits.ts';
import { recordText, rootId } from './writeAudit.ts';

/** Why a file is not a whole, unaltered file of an audit. Lines are counted from 1. */
export type AuditDamage =
  | { readonly kind: 'empty' | 'not-an-audit' }
  /** A newer version of the app wrote it. */
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'header-invalid'; readonly field: string }
  | { readonly kind: 'line-too-long' | 'not-utf8' | 'not-json'; readonly line: number }
  /** Neither a record, nor a root, nor the footer, or not written as this app writes it. */
  | { readonly kind: 'line-invalid' | 'line-rewritten'; readonly line: number; readonly field: string }
  | { readonly kind: 'out-of-order' | 'repeated-key'; readonly line: number }
  /** A record names a root that no line before it defines, or a root is defined twice. */
  | { readonly kind: 'root-unknown' | 'root-repeated'; readonly line: number }
  | { readonly kind: 'too-many-lines'; readonly line: number }
  /** The file ends without a footer, after this many complete lines: it was not finished, or cut off. */
  | { readonly kind: 'cut-off'; readonly lines: number }
  | { readonly kind: 'footer-invalid'; readonly field: string }
  | { readonly kind: 'text-after-footer'; readonly line: number }
  /** The records are not those that the footer was written for. */
  | { readonly kind: 'records-changed' }
  /** The counts in the footer are not those of the records. */
  | { readonly kind: 'counts-changed' }
  /** The roots in the footer are not those of the records. */
  | { readonly kind: 'roots-changed' }
  /** The first or the last line is not the one that was written. */
  | { readonly kind: 'ends-changed' }
  /** The keys of the records are not those whose digest the first line states. */
  | { readonly kind: 'keys-changed' };

/** The file cannot be used. Thrown while it is read, because a stream ends where it is damaged. */
export class AuditDamageError extends Error {
  override readonly name = 'AuditDamageError';
  constructor(readonly damage: AuditDamage) {
    super(`The audit file is damaged: ${damage.kind}.`);
  }
}

/** An audit that is being read. */
export interface AuditReader {
  readonly header: AuditHeader;
  /**
   * The records in the order of their keys, in batches. Can be read once.
   *
   * @throws AuditDamageError
   */
  readonly batches: AsyncIterable<readonly AuditRecord[]>;
  /** @throws if the batches were not read to their end */
  readonly footer: () => AuditFooter;
  /**
   * Whether a digest covers the first and the last line; false for files of earlier versions.
   *
   * @throws if the batches were not read to their end
   */
  readonly isCovered: () => boolean;
}

/**
 * Reads the file of an audit in one pass, without holding its records.
 *
 * @throws AuditDamageError
 */
export async function openAudit(
  chunks: AsyncIterable<Uint8Array>,
  startSha256: StartSha256,
): Promise<AuditReader> {
  const blocks = linesOf(chunks);
  const first = await blocks.next();
  if (first.done === true) throw new AuditDamageError({ kind: 'empty' });
  const [headerLine = '', ...rest] = first.value;
  const header = readHeader(headerLine);
  let last: LastLine | null = null;

  async function* batches(): AsyncGenerator<readonly AuditRecord[]> {
    const lines = createLineReader(header, headerLine, startSha256);
    for (let block: readonly string[] = rest; ;) {
      const records = lines.take(block);
      if (records.length > 0) yield records;
      const next = await blocks.next();
      if (next.done === true) break;
      block = next.value;
    }
    last = lines.end();
  }
  const end = (): LastLine => {
    if (last === null) throw new Error('The records were not read to their end.');
    return last;
  };

  return {
    header,
    batches: batches(),
    footer: () => end().footer,
    isCovered: () => end().isCovered,
  };
}

interface LastLine {
  readonly footer: AuditFooter;
  readonly isCovered: boolean;
}

/** Complete lines without their line feeds, in blocks of at least one. @throws AuditDamageError */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[], void> {
  /** Of a line that is not complete yet. */
  let parts: Uint8Array[] = [];
  let length = 0;
  let line = 1;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    if (end === 0) {
      parts.push(chunk.slice());
      length += chunk.length;
      if (length > most.line) throw new AuditDamageError({ kind: 'line-too-long', line });
      continue;
    }
    const text = utf8Text(joinBytes(...parts, chunk.subarray(0, end)));
    if (text === null) throw new AuditDamageError({ kind: 'not-utf8', line });
    // A copy, because the owner of the chunk may use it again.
    parts = [chunk.slice(end)];
    length = chunk.length - end;
    const lines = text.slice(0, -1).split('\n');
    const long = lines.findIndex((each) => each.length > most.line);
    if (long >= 0) throw new AuditDamageError({ kind: 'line-too-long', line: line + long });
    line += lines.length;
    yield lines;
  }
  if (length === 0) return;
  // If the first line was never finished, nothing says what this is.
  throw new AuditDamageError(line === 1 ? { kind: 'not-an-audit' } : { kind: 'cut-off', lines: line - 1 });
}

const lineFeed = 0x0a;

function readHeader(line: string): AuditHeader {
  const content = parseJson(line);
  if (typeof content !== 'object' || content === null) throw new AuditDamageError({ kind: 'not-an-audit' });
  if (!('format' in content) || content.format !== auditFormat)
    throw new AuditDamageError({ kind: 'not-an-audit' });
  if ('version' in content && typeof content.version === 'number' && content.version > auditVersion)
    throw new AuditDamageError({ kind: 'newer', version: content.version });
  const parsed = headerSchema.safeParse(content);
  if (!parsed.success)
    throw new AuditDamageError({ kind: 'header-invalid', field: fieldOf(parsed.error.issues) });
  if (JSON.stringify(parsed.data) !== line)
    throw new AuditDamageError({ kind: 'line-rewritten', line: 1, field: '' });
  return parsed.data;
}

interface LineReader {
  /** The records in these lines. */
  readonly take: (lines: readonly string[]) => readonly AuditRecord[];
  readonly end: () => LastLine;
}

function createLineReader(
  { keys, shard }: AuditHeader,
  headerLine: string,
  startSha256: StartSha256,
): LineReader {
  const hash = startSha256();
  const keyHash = startSha256();
  const counter = createAuditCounter();
  const roots: AuditRoot[] = [];
  const recordsUnder = new Map<string, number>();
  let footer: AuditFooter | null = null;
  let sha256: string | null = null;
  let lastKey: string | null = null;
  let line = 1;

  const addRoot = (text: string, content: unknown): void => {
    const parsed = rootLineSchema.safeParse(content);
    if (!parsed.success)
      throw new AuditDamageError({ kind: 'line-invalid', line, field: fieldOf(parsed.error.issues) });
    const { root } = parsed.data;
    if (JSON.stringify({ root: { rootHash: root.rootHash, treeSize: root.treeSize } }) !== text)
      throw new AuditDamageError({ kind: 'line-rewritten', line, field: 'root' });
    if (recordsUnder.has(rootId(root))) throw new AuditDamageError({ kind: 'root-repeated', line });
    recordsUnder.set(rootId(root), 0);
    roots.push(root);
  };
  const addRecord = (text: string, content: unknown): AuditRecord => {
    const parsed = recordLineSchema.safeParse(content);
    if (!parsed.success)
      throw new AuditDamageError({ kind: 'line-invalid', line, field: fieldOf(parsed.error.issues) });
    const { root } = parsed.data;
    const named = root === undefined ? null : (roots[root] ?? undefined);
    if (named === undefined) throw new AuditDamageError({ kind: 'root-unknown', line });
    const record = recordOf(parsed.data, named);
    if (recordText(record, root) !== text)
      throw new AuditDamageError({ kind: 'line-rewritten', line, field: '' });
    if (lastKey !== null && record.key <= lastKey)
      throw new AuditDamageError({ kind: record.key === lastKey ? 'repeated-key' : 'out-of-order', line });
    lastKey = record.key;
    counter.add(record);
    if (named !== null) recordsUnder.set(rootId(named), (recordsUnder.get(rootId(named)) ?? 0) + 1);
    return record;
  };
  const setFooter = (text: string, content: unknown): void => {
    const parsed = footerSchema.safeParse(content);
    if (!parsed.success)
      throw new AuditDamageError({ kind: 'footer-invalid', field: fieldOf(parsed.error.issues) });
    if (JSON.stringify(parsed.data) !== text)
      throw new AuditDamageError({ kind: 'line-rewritten', line, field: 'footer' });
    footer = parsed.data.footer;
    sha256 = parsed.data.sha256 ?? null;
  };

  return {
    take: (lines) => {
      const records: AuditRecord[] = [];
      for (const text of lines) {
        line += 1;
        if (footer !== null) throw new AuditDamageError({ kind: 'text-after-footer', line });
        if (line > most.records + most.roots) throw new AuditDamageError({ kind: 'too-many-lines', line });
        const content = parseJson(text);
        if (typeof content !== 'object' || content === null)
          throw new AuditDamageError({ kind: 'not-json', line });
        if ('footer' in content) setFooter(text, content);
        else {
          if ('key' in content) records.push(addRecord(text, content));
          else addRoot(text, content);
          hash.update(`${text}\n`);
        }
      }
      keyHash.update(records.map(({ key }) => keyLine(key)).join(''));
      return records;
    },
    end: () => {
      if (footer === null) throw new AuditDamageError({ kind: 'cut-off', lines: line });
      if (hash.hex() !== footer.recordsSha256) throw new AuditDamageError({ kind: 'records-changed' });
      if (!sameCounts(counter.counts(), footer.counts))
        throw new AuditDamageError({ kind: 'counts-changed' });
      // Of a part, only all parts together have the keys of the list.
      if (shard === null && footer.end.kind === 'complete' && footer.counts.records === keys.total)
        if (keyHash.hex() !== keys.sha256) throw new AuditDamageError({ kind: 'keys-changed' });
      const listed = new Map(footer.roots.map((root) => [rootId(root), root.records]));
      const isComplete =
        listed.size === footer.roots.length &&
        [...recordsUnder].every(([id, records]) => listed.get(id) === records) &&
        [...listed].every(([id, records]) => (recordsUnder.get(id) ?? 0) === records);
      if (!isComplete) throw new AuditDamageError({ kind: 'roots-changed' });
      if (sha256 !== null && sha256 !== digestOfEnds(headerLine, footer, startSha256))
        throw new AuditDamageError({ kind: 'ends-changed' });
      return { footer, isCovered: sha256 !== null };
    },
  };
}

export function recordOf(line: RecordLine, root: AuditRoot | null): AuditRecord {
  return {
    key: line.key,
    outcome: line.outcome,
    check: line.check ?? null,
    conflict: line.conflict ?? null,
    changes: line.changes ?? [],
    isExpected: line.isExpected ?? false,
    unmet: line.unmet ?? [],
    version: line.version ?? null,
    ...(line.versionBefore !== undefined && { versionBefore: line.versionBefore }),
    valueHash: line.valueHash ?? null,
    leafHash: line.leafHash ?? null,
    leafIndex: line.leafIndex ?? null,
    root,
  };
}

/** Such as `counts.records`; empty for the line itself. */
function fieldOf(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  return (issues[0]?.path ?? []).map(String).join('.');
}
