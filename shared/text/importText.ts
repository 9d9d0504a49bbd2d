import type { Json } from '../domain/json.ts';
import { withoutFormulaGuard } from './csvText.ts';
import { isAppExport } from './exportColumns.ts';
import { deepestProof, readJson, type JsonFault } from './jsonSyntax.ts';
import { readCsv } from './readCsv.ts';
import { withoutQuoting } from './withoutQuoting.ts';

export type ImportText =
  | { readonly ok: true; readonly json: Json }
  | { readonly ok: false; readonly fault: JsonFault };

/** Reads what may hold proofs: JSON, or a table of atoms that this app exported. */
export function readImportText(text: string): ImportText {
  const table = readExportedTable(text);
  if (table !== null) return { ok: true, json: table };
  const asGiven = readJson(text, deepestProof, 'unique');
  const unquoted = asGiven.ok ? asGiven : readJson(withoutQuoting(text), deepestProof, 'unique');
  // What the reader takes is JSON. A fault has its place in the text as it was given.
  if (unquoted.ok) return { ok: true, json: unquoted.value as Json };
  return { ok: false, fault: asGiven.ok ? unquoted.fault : asGiven.fault };
}

/** The atoms of an exported table, as the export in JSON has them; null if it is not such a table. */
function readExportedTable(text: string): Json | null {
  const start = text.replace(/^\ufeff/, '');
  const [firstLine = ''] = /^[^\r\n]*/.exec(start) ?? [];
  const columns = firstLine.split(',');
  if (!columns.includes('key') || !isAppExport(columns)) return null;
  const rows = readCsv(start);
  if (rows === null) return null;
  const atoms = rows.slice(1).flatMap((row) => {
    const cellOf = (name: string): string => withoutFormulaGuard(row[columns.indexOf(name)] ?? '');
    // An upload in the log of writes has no atom of its own.
    const isEmpty = ['key', 'value', 'hash', 'proof', 'readBackProof'].every(
      (name) => !columns.includes(name) || cellOf(name) === '',
    );
    return isEmpty ? [] : [atomOf(columns, cellOf)];
  });
  // As its export in JSON: what stands in one table need not have come in one response.
  return { exportedAt: '', atoms };
}

function atomOf(columns: readonly string[], cellOf: (name: string) => string): Json {
  // The log of writes has the proof that was read back, and that of another version than was stored says so itself.
  const isReceipt = columns.includes('readBackProof');
  const version = cellOf(isReceipt ? 'readBackVersion' : 'version');
  const proof = cellOf(isReceipt ? 'readBackProof' : 'proof');
  const isAsStored = !isReceipt || version === cellOf('version');
  return {
    key: cellOf('key'),
    value: columns.includes('value') ? cellOf('value') : null,
    version: version === '' ? null : Number(version),
    hash: isAsStored && cellOf('hash') !== '' ? cellOf('hash') : null,
    proof: proof === '' ? null : proofOf(proof),
  };
}

/** A proof that cannot be read stays as it is, for its verdict to say so. */
function proofOf(text: string): Json {
  const reading = readJson(text, deepestProof, 'unique');
  return reading.ok ? (reading.value as Json) : text;
}
