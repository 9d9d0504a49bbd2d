import { auditLimits } from '#shared/audit/limits.ts';
import { parseJson } from '#shared/domain/json.ts';
import { findRepeatedName } from '#shared/text/jsonSource.ts';
import { readCsv } from '#shared/text/readCsv.ts';
import { countOf, quoteText } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { utf8Text } from '#shared/evidence/utf8Text.ts';
import type { ExpectedAtom } from '#shared/audit/auditLists.ts';

/** A list of atoms: what a service must return, or what may have changed. */
export interface AuditList {
  /** By key, in the order of the file. */
  readonly atoms: ReadonlyMap<string, ExpectedAtom>;
}

export type ParsedAuditList =
  | { readonly ok: true; readonly list: AuditList }
  /** `line`: from 1; null if it is about the whole file. */
  | { readonly ok: false; readonly line: number | null; readonly message: string };

const linesAtOnce = 2_000;

/** What a list is for: keys to read; what each must be; or keys that may have changed, which can be none. */
export type AuditListUse = 'keys' | 'expected' | 'changes';

/**
 * Reads a list: one key a line; a table (CSV, also with semicolons or tabs) whose first line names the columns `key` and, if wanted,
 * `version` and `sha256`; JSON lines with objects of these names; or a JSON array of such objects or of keys. An expected list must
 * have nothing else: what nobody reads, nobody compares. Pauses in between, because a list may have millions of lines.
 */
export async function parseAuditList(
  bytes: Uint8Array,
  use: AuditListUse,
  pause: () => Promise<void>,
): Promise<ParsedAuditList> {
  const decoded = utf8Text(bytes);
  if (decoded === null) return refuse(null, 'The file is not UTF-8 text. Save it as UTF-8 and try again.');
  const text = decoded.replace(/^\ufeff/, '');
  const source = /^\s*\[\s*(?:["{\]]|$)/.test(text) ? itemsOfArray(text, use) : itemsOfLines(text, use);
  if ('message' in source) return refuse(source.line, source.message);
  const atoms = new Map<string, ExpectedAtom>();
  for (const { line, place, read } of source.items) {
    const item = read();
    const refused = (message: string): ParsedAuditList => refuse(line, `${place}${message}`);
    if (typeof item === 'string') return refused(item);
    const known = atoms.get(item.key);
    if (known !== undefined && (known.version !== item.version || known.valueHash !== item.valueHash))
      return refused('The key was listed before, with another version or hash.');
    atoms.set(item.key, { version: item.version, valueHash: item.valueHash });
    if (atoms.size > auditLimits.records) return refused('The file contains too many keys.');
    if (atoms.size % linesAtOnce === 0) await pause();
  }
  // No expected changes: nothing may change.
  if (atoms.size === 0 && use !== 'changes') return refuse(null, 'The file contains no keys.');
  return { ok: true, list: { atoms } };
}

type Item = ExpectedAtom & { readonly key: string };

interface ListItem {
  /** null if the item has none of its own. */
  readonly line: number | null;
  /** Which item it is, if its line does not say so; ends with a space. */
  readonly place: string;
  /** @returns a message if it is not valid */
  readonly read: () => Item | string;
}

interface Source {
  readonly items: Iterable<ListItem>;
}
interface Refused {
  readonly line: number | null;
  readonly message: string;
}

function itemsOfArray(text: string, use: AuditListUse): Source | Refused {
  const items = parseJson(text);
  if (!Array.isArray(items))
    return { line: null, message: 'The file begins like a JSON array, but is not valid JSON.' };
  const repeated = repeatedNameIn(text, items);
  if (repeated !== null) return { line: null, message: repeatedWords(repeated) };
  return {
    items: items.map((item: unknown, at) => ({
      line: null,
      place: `Item ${countWords(at + 1)}: `,
      read: () => (typeof item === 'string' ? itemOf(item, null, null) : readObject(item, use)),
    })),
  };
}

function itemsOfLines(text: string, use: AuditListUse): Source | Refused {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  const head = lines[first] ?? '';
  const columns = columnsOf(head, use);
  if (typeof columns === 'string') return { line: first + 1, message: columns };
  const readLine = head.startsWith('{')
    ? (line: string) => readLineOfJson(line, use)
    : columns === null
      ? readKey
      : readRow(columns, use);
  return { items: itemsIn(lines, columns === null ? 0 : first + 1, readLine) };
}

function* itemsIn(
  lines: readonly string[],
  begin: number,
  readLine: (line: string) => Item | string,
): Generator<ListItem, void> {
  for (let at = begin; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() !== '') yield { line: at + 1, place: '', read: () => readLine(line) };
  }
}

interface Columns {
  readonly separator: string;
  readonly count: number;
  readonly key: number;
  readonly version: number;
  readonly hash: number;
}

const fields = ['key', 'version', 'sha256'] as const;

/** null if the line is not the head of a table; a message if the table is not valid. */
function columnsOf(line: string, use: AuditListUse): Columns | string | null {
  for (const separator of [',', ';', '\t']) {
    const written = (readCsv(line, separator)?.[0] ?? []).map((name) => name.trim());
    const names = written.map((name) => name.toLowerCase());
    const key = names.indexOf('key');
    if (key === -1) {
      if (names.length > 1 && names.some((name) => name === 'version' || name === 'sha256'))
        return 'The table has no column “key”.';
      continue;
    }
    const unknown = names.findIndex((name) => !fields.some((field) => field === name));
    if (use === 'expected' && unknown !== -1) return unknownWords(written[unknown] ?? '');
    if (new Set(names).size < names.length && fields.some((field) => isRepeated(names, field)))
      return 'The table has two columns with the same name.';
    const at = { version: names.indexOf('version'), hash: names.indexOf('sha256') };
    return { separator, count: names.length, key, ...at };
  }
  return null;
}

function isRepeated(names: readonly string[], name: string): boolean {
  return names.indexOf(name) !== names.lastIndexOf(name);
}

function readKey(line: string): Item | string {
  if (line.includes('\t'))
    return 'The line contains a tab. Name the columns of a table in its first line, and write keys with tabs as JSON.';
  return itemOf(line, null, null);
}

function readRow(
  { separator, count, ...columns }: Columns,
  use: AuditListUse,
): (line: string) => Item | string {
  return (line) => {
    const cells = readCsv(line, separator)?.[0];
    if (cells === undefined) return 'The line is not a row of a table: a quote is not closed.';
    if (use === 'expected' && cells.length !== count)
      return `The row has ${countOf(cells.length, 'cell')}, but the first line names ${countOf(count, 'column')}.`;
    const cell = (at: number): string | null => (at === -1 ? null : (cells[at]?.trim() ?? null));
    const version = cell(columns.version);
    return itemOf(
      cells[columns.key] ?? '',
      version === null || version === '' ? null : /^\d{1,15}$/.test(version) ? Number(version) : version,
      cell(columns.hash) === '' ? null : cell(columns.hash),
    );
  };
}

function readLineOfJson(line: string, use: AuditListUse): Item | string {
  const json = parseJson(line);
  const repeated = repeatedNameIn(line, [json]);
  return repeated === null ? readObject(json, use) : repeatedWords(repeated);
}

/** A name that one of the objects has twice. The search is slow, so only where the text has more names than the objects. */
function repeatedNameIn(text: string, items: readonly unknown[]): string | null {
  let names = 0;
  for (const item of items) if (typeof item === 'object' && item !== null) names += Object.keys(item).length;
  const written = text.match(/"\s*:/g)?.length ?? 0;
  return written === names ? null : findRepeatedName(text);
}

/** Programs differ in which one they use. */
function repeatedWords(name: string): string {
  return `The name ${quoteText(name)} appears more than once in one object.`;
}

function readObject(json: unknown, use: AuditListUse): Item | string {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return noObject;
  const unknown = Object.keys(json).find((name) => !fields.some((field) => field === name));
  if (use === 'expected' && unknown !== undefined) return unknownWords(unknown);
  if (!('key' in json)) return noObject;
  return itemOf(json.key, 'version' in json ? json.version : null, 'sha256' in json ? json.sha256 : null);
}

const noObject = 'The line is not an object with a key.';

function unknownWords(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const meant = meantBy(letters);
  const hint =
    letters === 'value' || letters === 'content'
      ? ' Give the SHA-256 of the value as “sha256”.'
      : meant === null
        ? ''
        : ` Did you mean ${quoteText(meant)}?`;
  return `${quoteText(name)} is not a field of an expected list.${hint} Its fields are key, version, and sha256.`;
}

/** What a name was probably meant to be. */
function meantBy(letters: string): string | null {
  if (/hash|digest|sha/.test(letters)) return 'sha256';
  if (/^v(er|ers|ersion)?s?(ion|no|number)?$/.test(letters)) return 'version';
  return /^(key|keyname|name|id|atom)s?$/.test(letters) ? 'key' : null;
}

function itemOf(key: unknown, version: unknown, hash: unknown): Item | string {
  if (typeof key !== 'string' || key === '') return 'The line has no key.';
  if (key.length > auditLimits.key) return 'The key is too long.';
  if (version !== null && (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 0))
    return 'The version is not a whole number.';
  const valueHash = typeof hash === 'string' ? hash.toLowerCase() : hash;
  if (valueHash !== null && (typeof valueHash !== 'string' || !/^[0-9a-f]{64}$/.test(valueHash)))
    return 'The SHA-256 hash does not have 64 hexadecimal digits.';
  return { key, version, valueHash };
}

function refuse(line: number | null, message: string): ParsedAuditList {
  return { ok: false, line, message };
}
