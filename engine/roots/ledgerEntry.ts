import { z } from 'zod';
import type { LedgerDamage, LedgerEntry, SightingEntry } from '#shared/domain/rootLedger.ts';
import { strictBase64 } from '#shared/transparency/signedNote.ts';
import { toBase64 } from '#shared/merkle/base64.ts';
import { parseJson } from '#shared/domain/json.ts';
import { versionOf } from '../storage/fileFormat.ts';
import { ledgerHash } from './ledgerHash.ts';

const count = z.number().int().nonnegative();
const decimal = z.string().regex(/^\d+$/).nullable();
const text = z.string();
const base = { sequence: count, at: z.number() };
const request = { askedAt: z.number(), endpoint: text, requestId: text };

const damage: z.ZodType<LedgerDamage> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('header-changed') }),
  z.object({ kind: z.enum(['entry-changed', 'entry-unreadable', 'changed-since-opening']), entry: count }),
  z.object({ kind: z.literal('entries-missing'), from: count, to: count }),
  z.object({ kind: z.literal('entry-misplaced'), found: count, expected: count }),
  z.object({ kind: z.literal('end-missing'), from: count, to: count, checkpoint: count }),
  z.object({
    kind: z.literal('rewritten'),
    from: count,
    to: count,
    checkpoint: count,
    isSigned: z.boolean(),
  }),
  z.object({
    kind: z.enum(['checkpoint-unreadable', 'checkpoint-of-another-ledger', 'checkpoint-misplaced']),
    checkpoint: count,
  }),
  z.object({ kind: z.literal('checkpoint-changed'), checkpoint: count, size: text }),
  z.object({ kind: z.literal('unreadable') }),
]);

export const entrySchema: z.ZodType<LedgerEntry> = z.discriminatedUnion('kind', [
  z.object({
    ...base,
    kind: z.literal('root'),
    ...request,
    rootHash: text,
    treeSize: decimal,
    path: z.enum(['pass', 'fail', 'undecided']),
  }),
  z.object({ ...base, kind: z.literal('write'), ...request }),
  z.object({ ...base, kind: z.literal('accepted'), rootHash: text, treeSize: decimal, note: text }),
  z.object({ ...base, kind: z.literal('migrated'), entries: count, lastHash: text }),
  z.object({ ...base, kind: z.literal('set-aside'), damage, movedTo: text }),
]);

/** null if the text is not an entry. */
export function parseEntry(json: string): LedgerEntry | null {
  const content = parseJson(json);
  if (isSighting(content)) return content;
  const parsed = entrySchema.safeParse(content);
  return parsed.success ? parsed.data : null;
}

/** The same as the schema says, without a copy: nearly every entry is one of these, and a ledger may have 100,000. */
function isSighting(content: unknown): content is SightingEntry {
  if (typeof content !== 'object' || content === null) return false;
  const { kind, sequence, at, askedAt, endpoint, requestId, rootHash, treeSize, path } = content as Partial<
    Record<keyof SightingEntry, unknown>
  >;
  return (
    kind === 'root' &&
    Number.isSafeInteger(sequence) &&
    (sequence as number) >= 0 &&
    Number.isFinite(at) &&
    Number.isFinite(askedAt) &&
    typeof endpoint === 'string' &&
    typeof requestId === 'string' &&
    typeof rootHash === 'string' &&
    (treeSize === null || (typeof treeSize === 'string' && /^\d+$/.test(treeSize))) &&
    (path === 'pass' || path === 'fail' || path === 'undecided')
  );
}

/** The first line of the file of entries. */
export interface LedgerHeader {
  /** The origin line of its checkpoints; unique to this ledger. */
  readonly origin: string;
}

/** The version of the format; the ledgers before it were hash chains in a database. */
const ledgerVersion = 2;

const headerSchema = z.object({ format: z.literal('atom-explorer-root-ledger'), origin: z.string() });

export function headerText({ origin }: LedgerHeader): string {
  return JSON.stringify({ format: 'atom-explorer-root-ledger', version: ledgerVersion, origin });
}

/** `newer` if a newer version of the app wrote it; null if it is not a header. */
export function parseHeader(json: string): LedgerHeader | 'newer' | null {
  const content = parseJson(json);
  if (versionOf(content) > ledgerVersion) return 'newer';
  const parsed = headerSchema.safeParse(content);
  return parsed.success ? { origin: parsed.data.origin } : null;
}

/**
 * A line of the file: its text, a tab, and the text's leaf hash by RFC 6962 in base64. The bytes that are hashed for a leaf are
 * 0x00 and the text in UTF-8, from the opening to the closing brace.
 */
export function ledgerLine(json: string): { readonly line: string; readonly leaf: Uint8Array } {
  const leaf = ledgerHash.leaf(Buffer.from(json, 'utf8'));
  return { line: `${json}\t${toBase64(leaf)}\n`, leaf };
}

/** Characters of a base64 hash of 32 bytes. */
const hashUnits = 44;
const tab = 0x09;

/** Where the text of the line from `from` to `end`, without its line break, ends: at the tab. null if it is not such a line. */
export function endOfText(content: Uint8Array, from: number, end: number): number | null {
  const at = end - hashUnits - 1;
  return at > from && content[at] === tab ? at : null;
}

/** The bytes of a hash beside an entry; null if it is none. */
export function storedHash(stored: string): Uint8Array | null {
  const bytes = strictBase64(stored);
  return bytes?.length === 32 ? bytes : null;
}
