import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { ExportFormat } from '#shared/domain/job.ts';
import { csvLine, type CsvCell } from '#shared/text/csvText.ts';
import { keyExportColumns } from '#shared/text/exportColumns.ts';
import { exportedService, type ExportedService } from '#shared/text/exportedAtom.ts';
import { exportedVerdict } from '#shared/text/exportWords.ts';

/** What is exported of each known key, never its value. Times are ISO 8601 in UTC. */
const cells: Readonly<
  Record<
    (typeof keyExportColumns)[number],
    (entry: CatalogueEntry, service: string) => CsvCell | readonly string[]
  >
> = {
  key: ({ key }) => key,
  version: ({ version }) => version,
  hash: ({ hash }) => hash,
  // Decimal text, because it may exceed the exact range of a JSON number or a spreadsheet.
  leafIndex: ({ leafIndex }) => leafIndex,
  rootHash: ({ placed }) => placed?.rootHash ?? null,
  treeSize: ({ placed }) => placed?.treeSize ?? null,
  verdict: ({ verdict }) => (verdict === null ? null : exportedVerdict[verdict]),
  gone: ({ gone }) => gone,
  readAt: ({ readAt }) => (readAt === null ? null : new Date(readAt).toISOString()),
  source: ({ source }) => source,
  firstSeenAt: ({ firstSeenAt }) => new Date(firstSeenAt).toISOString(),
  bookmarked: ({ bookmarked }) => bookmarked,
  tags: ({ tags }) => tags,
  note: ({ note }) => note,
  service: (_, service) => service,
};

export type KeyExportColumn = (typeof keyExportColumns)[number];

/** The content of one cell. */
export function exportedCell(
  column: KeyExportColumn,
  entry: CatalogueEntry,
  service: string,
): CsvCell | readonly string[] {
  return cells[column](entry, service);
}

/** The text of an export: its start, each entry, and its end. */
export interface ExportText {
  readonly begin: string;
  readonly entry: (entry: CatalogueEntry, isFirst: boolean) => string;
  readonly end: string;
}

export function exportText(format: ExportFormat, exportedAt: number, from: ExportedService): ExportText {
  const service = exportedService(from);
  switch (format) {
    case 'csv':
      return {
        begin: csvLine(keyExportColumns),
        entry: (entry) => csvLine(keyExportColumns.map((name) => cellOf(cells[name](entry, service)))),
        end: '',
      };
    case 'json':
      return {
        begin: `{"format":"atom-explorer-keys","version":1,"exportedAt":${JSON.stringify(new Date(exportedAt).toISOString())},"atoms":[`,
        entry: (entry, isFirst) =>
          `${isFirst ? '' : ','}\n${JSON.stringify(Object.fromEntries(keyExportColumns.map((name) => [name, cells[name](entry, service)])))}`,
        end: '\n]}\n',
      };
  }
}

/** A list in one cell. */
function cellOf(value: CsvCell | readonly string[]): CsvCell {
  return typeof value === 'object' && value !== null ? value.join(' | ') : value;
}
