import type { ImportRefusal, ImportTable, KeyFileFormat } from '#shared/domain/keyImport.ts';
import { createKeyList, type KeyList } from './keyList.ts';
import { tableKeys, type TableChoice } from './tableKeys.ts';
import { decodeUtf8 } from '../../storage/text/utf8.ts';

export interface KeyFileTask {
  /** Its extension decides the format unless the content is clearer. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** null: the likely settings. */
  readonly choice: TableChoice | null;
}

export type ParsedKeyFile =
  | {
      readonly ok: true;
      readonly format: KeyFileFormat;
      readonly table: ImportTable | null;
      readonly list: KeyList;
    }
  | { readonly ok: false; readonly refusal: ImportRefusal };

/** The keys of a file: one per line, a column of a table, or a list in JSON. */
export function parseKeyFile({ name, bytes, choice }: KeyFileTask): ParsedKeyFile {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return refuse({ kind: 'not-utf8', offset: decoded.offset });
  const parsed = parseText(formatOf(name), decoded.text, choice);
  return parsed.ok && parsed.list.keys.length === 0 && parsed.table === null
    ? refuse({ kind: 'no-keys' })
    : parsed;
}

function parseText(format: KeyFileFormat, text: string, choice: TableChoice | null): ParsedKeyFile {
  switch (format) {
    case 'csv':
    case 'tsv': {
      const table = tableKeys(text, format === 'tsv', choice);
      return table.ok ? { ...table, format } : table;
    }
    case 'json':
      return jsonKeys(text);
    case 'text': {
      const list = createKeyList();
      text.split(/\r\n|\n|\r/).forEach((line, index, lines) => {
        // The end of the last line does not start another one.
        if (line === '' && index === lines.length - 1) return;
        list.offer(line, () => `line ${String(index + 1)}`);
      });
      return { ok: true, format, table: null, list: list.list() };
    }
  }
}

function formatOf(name: string): KeyFileFormat {
  if (/\.csv$/i.test(name)) return 'csv';
  if (/\.(tsv|tab)$/i.test(name)) return 'tsv';
  return /\.json$/i.test(name) ? 'json' : 'text';
}

/** `["k"]`, `[{"key": "k"}]`, or either inside `atoms` or `keys`. */
function jsonKeys(text: string): ParsedKeyFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return refuse({ kind: 'not-json', message: error instanceof Error ? error.message : String(error) });
  }
  const items = listIn(json);
  if (items === null) return refuse({ kind: 'no-key-list' });
  const list = createKeyList();
  items.forEach((item, index) => {
    list.offer(ownValue(item, 'key') ?? item, () => `item ${String(index + 1)}`);
  });
  return { ok: true, format: 'json', table: null, list: list.list() };
}

function listIn(json: unknown): readonly unknown[] | null {
  const found = [json, ownValue(json, 'atoms'), ownValue(json, 'keys')].find((one) => Array.isArray(one));
  return Array.isArray(found) ? found : null;
}

/** Own properties only: nothing from the file is looked up in, or written to, a prototype. */
function ownValue(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined;
  return Object.getOwnPropertyDescriptor(json, name)?.value;
}

function refuse(refusal: ImportRefusal): ParsedKeyFile {
  return { ok: false, refusal };
}
