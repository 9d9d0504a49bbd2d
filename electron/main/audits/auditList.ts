import { auditLimits } from '#shared/audit/limits.ts';
import { parseJson } from '#shared/domain/json.ts';
import { readCsv } from '#shared/text/readCsv.ts';
import { utf8Text } from '#shared/evidence/utf8Text.ts';
import type { ExpectedAtom } from './auditLists.ts';

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

/**
 * Reads a list: one key a line; a table (CSV) whose first line names the columns `key` and, if wanted, `version` and `sha256`; or
 * JSON lines with objects of these names. Pauses in between, because a list may have millions of lines.
 */
export async function parseAuditList(
  bytes: Uint8Array,
  pause: () => Promise<void>,
): Promise<ParsedAuditList> {
  const text = utf8Text(bytes);
  if (text === null) return refuse(null, 'The file is not UTF-8 text. Save it as UTF-8 and try again.');
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first === -1) return refuse(null, 'The file contains no keys.');
  const head = lines[first] ?? '';
  const columns = columnsOf(head);
  const read = head.startsWith('{') ? readObject : columns === null ? readKey : readRow(columns);
  const atoms = new Map<string, ExpectedAtom>();
  for (let at = columns === null ? first : first + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const item = read(line);
    if (typeof item === 'string') return refuse(at + 1, item);
    const known = atoms.get(item.key);
    if (known !== undefined && (known.version !== item.version || known.valueHash !== item.valueHash))
      return refuse(at + 1, 'The key was listed before, with another version or hash.');
    atoms.set(item.key, { version: item.version, valueHash: item.valueHash });
    if (atoms.size > auditLimits.records) return refuse(at + 1, 'The file contains too many keys.');
    if (at % linesAtOnce === 0) await pause();
  }
  return { ok: true, list: { atoms } };
}

type Item = ExpectedAtom & { readonly key: string };

interface Columns {
  readonly key: number;
  readonly version: number;
  readonly hash: number;
}

/** null if the line is not the head of a table. */
function columnsOf(line: string): Columns | null {
  const names = (readCsv(line)?.[0] ?? []).map((name) => name.trim().toLowerCase());
  const key = names.indexOf('key');
  if (key === -1) return null;
  return { key, version: names.indexOf('version'), hash: names.indexOf('sha256') };
}

function readKey(line: string): Item | string {
  return itemOf(line, null, null);
}

function readRow(columns: Columns): (line: string) => Item | string {
  return (line) => {
    const cells = readCsv(line)?.[0];
    if (cells === undefined) return 'The line is not a row of a table: a quote is not closed.';
    const cell = (at: number): string | null => (at === -1 ? null : (cells[at]?.trim() ?? null));
    const version = cell(columns.version);
    return itemOf(
      cells[columns.key] ?? '',
      version === null || version === '' ? null : /^\d{1,15}$/.test(version) ? Number(version) : version,
      cell(columns.hash) === '' ? null : cell(columns.hash),
    );
  };
}

function readObject(line: string): Item | string {
  const json = parseJson(line);
  if (typeof json !== 'object' || json === null || !('key' in json))
    return 'The line is not an object with a key.';
  return itemOf(json.key, 'version' in json ? json.version : null, 'sha256' in json ? json.sha256 : null);
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
