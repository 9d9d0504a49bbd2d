import { CsvError, parse } from 'csv-parse/sync';
import type { ImportRefusal, ImportTable } from '#shared/domain/keyImport.ts';
import { withoutFormulaGuard } from '#shared/text/csvText.ts';
import { keyColumnName } from '#shared/upload/columnNames.ts';
import { likelyDelimiter } from '../../uploads/source/detectTable.ts';
import { createKeyList, type KeyList } from './keyList.ts';

export interface TableChoice {
  /** From 0. */
  readonly column: number;
  readonly hasHeader: boolean;
}

export type TableKeys =
  | { readonly ok: true; readonly list: KeyList; readonly table: ImportTable }
  | { readonly ok: false; readonly refusal: ImportRefusal };

/** Records that are checked to find the key column. */
const sampleSize = 100;
const samplesShown = 3;
/** A wider table is cut in what is shown and offered. */
const mostColumns = 200;

/** The keys in a column of a table. `choice` null: what looks like the key column, and like a header. */
export function tableKeys(text: string, isTsv: boolean, choice: TableChoice | null): TableKeys {
  // Keys may contain vertical bars.
  const delimiter = isTsv ? '\t' : likelyDelimiter(text, true, null, [',', ';', '\t']);
  try {
    const sample = records(text, delimiter, sampleSize);
    const { column, hasHeader } = choice ?? likelyChoice(sample);
    const keys = createKeyList();
    let recordNumber = 0;
    // Only this column is kept, because all cells of a wide table of the allowed size would not fit into
    // memory.
    parse(text, {
      ...options(delimiter),
      onRecord: (record: readonly string[], { lines }) => {
        recordNumber += 1;
        if (!hasHeader || recordNumber > 1) {
          keys.offer(withoutFormulaGuard(record[column] ?? ''), () => `line ${String(lines)}`);
        }
        return null;
      },
    });
    return {
      ok: true,
      list: keys.list(),
      table: { columns: columnsOf(sample, hasHeader), column, hasHeader },
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = 'lines' in error && typeof error['lines'] === 'number' ? error['lines'] : 1;
    return { ok: false, refusal: { kind: 'bad-table', line, message: tableProblem(error.code) } };
  }
}

/** What is wrong with a table, in our own words, because the library's are for programmers. */
function tableProblem(code: string): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quote is never closed';
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'a quote ends in the middle of a cell. To put a quote inside quoted text, write it twice';
    case 'INVALID_OPENING_QUOTE':
      return 'a quote is inside a cell that does not start with one';
    case 'CSV_MAX_RECORD_SIZE':
      return 'the row is too long';
    default:
      return 'it is not a table';
  }
}

function options(delimiter: string) {
  return { delimiter, relaxColumnCount: true, skipEmptyLines: true } as const;
}

function records(text: string, delimiter: string, most: number): readonly (readonly string[])[] {
  return parse(text, { ...options(delimiter), to: most });
}

function likelyChoice(sample: readonly (readonly string[])[]): TableChoice {
  const [first = [], ...rest] = sample;
  const named = first.findIndex((cell) => keyColumnName.test(cell.trim()));
  if (named >= 0) return { column: named, hasHeader: true };
  const looksLikeKeys = (column: number): number =>
    rest.filter((record) => /\S[./:|]\S/.test(record[column] ?? '')).length;
  const columns = first.slice(0, mostColumns).map((_, column) => ({ column, likely: looksLikeKeys(column) }));
  const { column } = columns.reduce((most, one) => (one.likely > most.likely ? one : most), {
    column: 0,
    likely: 0,
  });
  // The cell above keys is a header if it differs from them.
  const hasHeader = looksLikeKeys(column) > rest.length / 2 && !/[./:|]/.test(first[column] ?? '');
  return { column, hasHeader: hasHeader && rest.length > 0 };
}

function columnsOf(sample: readonly (readonly string[])[], hasHeader: boolean): ImportTable['columns'] {
  const width = Math.min(
    mostColumns,
    sample.reduce((most, { length }) => Math.max(most, length), 0),
  );
  const body = hasHeader ? sample.slice(1) : sample;
  return Array.from({ length: width }, (_, column) => {
    const title = hasHeader ? (sample[0]?.[column] ?? '').trim().slice(0, 200) : '';
    return {
      name: title === '' ? `Column ${String(column + 1)}` : title,
      samples: body
        .map((record) => (record[column] ?? '').slice(0, 200))
        .filter((cell) => cell !== '')
        .slice(0, samplesShown),
    };
  });
}
