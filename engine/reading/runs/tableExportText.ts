import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import {
  isOfValues,
  type AtomColumn,
  type FieldColumn,
  type SortColumn,
} from '#shared/domain/catalogueQuery.ts';
import type { ExportFormat } from '#shared/domain/job.ts';
import { readFields, type Field } from '#shared/keyIndex/valueFields.ts';
import { csvLine, type CsvCell } from '#shared/text/csvText.ts';
import { exportedService, type ExportedService } from '#shared/text/exportedAtom.ts';
import { hasLoneSurrogate } from '#shared/text/surrogates.ts';
import { exportedCell, type KeyExportColumn } from './exportText.ts';

/** The text of the export of a table: its start, each atom with the value that is in memory, and its end. */
export interface TableExportText {
  readonly begin: string;
  readonly row: (entry: CatalogueEntry, value: string | null, isFirst: boolean) => string;
  readonly end: string;
}

const names: Readonly<Record<Exclude<SortColumn, 'value'>, KeyExportColumn | 'changedAt'>> = {
  key: 'key',
  version: 'version',
  leaf: 'leafIndex',
  verdict: 'verdict',
  readAt: 'readAt',
  hash: 'hash',
  source: 'source',
  firstSeenAt: 'firstSeenAt',
  changedAt: 'changedAt',
  root: 'rootHash',
  treeSize: 'treeSize',
};

/**
 * `valueState`: whether cells of values are empty because the value is not in memory, or (CSV) not text. An empty cell alone would be
 * taken for an empty value.
 */
type ValueState = 'read' | 'not in memory' | 'not text';

export function tableExportText(
  format: ExportFormat,
  columns: readonly AtomColumn[],
  exportedAt: number,
  from: ExportedService,
): TableExportText {
  const service = exportedService(from);
  const fields = columns.filter((column): column is FieldColumn => column.startsWith('$'));
  const showsValues = columns.some(isOfValues);
  const header = [
    ...columns.map((column) => (isOfValues(column) ? column : names[column])),
    ...(showsValues ? ['valueState'] : []),
    'service',
  ];
  const cellsOf = (entry: CatalogueEntry, held: string | null): readonly (Field | readonly string[])[] => {
    const state: ValueState =
      held === null ? 'not in memory' : format === 'csv' && hasLoneSurrogate(held) ? 'not text' : 'read';
    const value = state === 'read' ? held : null;
    const read = value === null ? [] : readFields(value, fields);
    const cellOf = (column: AtomColumn): Field | readonly string[] => {
      if (column === 'value') return value ?? undefined;
      if (isOfValues(column)) return read[fields.indexOf(column)];
      const name = names[column];
      if (name !== 'changedAt') return exportedCell(name, entry, service);
      return entry.changedAt === null ? null : new Date(entry.changedAt).toISOString();
    };
    return [...columns.map(cellOf), ...(showsValues ? [state] : []), service];
  };
  switch (format) {
    case 'csv':
      return {
        begin: csvLine(header),
        row: (entry, value) => csvLine(cellsOf(entry, value).map(csvCell)),
        end: '',
      };
    case 'json':
      return {
        begin: `{"format":"atom-explorer-table","version":1,"exportedAt":${JSON.stringify(new Date(exportedAt).toISOString())},"columns":${JSON.stringify(header)},"atoms":[`,
        row: (entry, value, isFirst) => {
          const cells = cellsOf(entry, value);
          const members = header.map((name, at) => [name, cells[at]]);
          return `${isFirst ? '' : ','}\n${JSON.stringify(Object.fromEntries(members))}`;
        },
        end: '\n]}\n',
      };
  }
}

function csvCell(cell: Field | readonly string[]): CsvCell {
  if (cell === undefined || cell === null) return null;
  return typeof cell === 'object' ? cell.join(' | ') : cell;
}
