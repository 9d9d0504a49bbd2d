import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { ExportFormat } from '#shared/domain/job.ts';
import type { KeyChangeList } from '#shared/domain/keyChange.ts';
import { differenceSince, type KeyDifference } from '#shared/memory/keyDifference.ts';
import { csvLine, type CsvCell } from '#shared/text/csvText.ts';
import { changeExportColumns } from '#shared/text/exportColumns.ts';
import { exportedService, type ExportedService } from '#shared/text/exportedAtom.ts';
import { exportedVerdict } from '#shared/text/exportWords.ts';

type Exported = KeyDifference & { readonly entry: CatalogueEntry; readonly service: string };

/** Times are ISO 8601 in UTC. */
const cells: Readonly<Record<(typeof changeExportColumns)[number], (exported: Exported) => CsvCell>> = {
  key: ({ entry }) => entry.key,
  change: ({ kind }) => kind,
  versionBefore: ({ before }) => before?.version ?? null,
  versionNow: ({ now }) => now?.version ?? null,
  valueSha256Before: ({ before }) => before?.valueHash ?? null,
  valueSha256Now: ({ now }) => now?.valueHash ?? null,
  verdict: ({ entry }) => (entry.verdict === null ? null : exportedVerdict[entry.verdict]),
  changeSeenAt: ({ last }) => timeOf(last?.at),
  readBeforeThatAt: ({ last }) => timeOf(last?.beforeAt),
  changes: ({ count }) => count,
  olderChangesNotKept: ({ older }) => older !== 'kept',
  firstSeenAt: ({ entry }) => timeOf(entry.firstSeenAt),
  readAt: ({ entry }) => timeOf(entry.readAt),
  service: ({ service }) => service,
};

function timeOf(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : new Date(at).toISOString();
}

/** The text of an export of changes: its start, each key, and its end. */
export interface ChangeExportText {
  readonly begin: string;
  /** `''` for a key without a change since then. */
  readonly key: (entry: CatalogueEntry, list: KeyChangeList, isFirst: boolean) => string;
  readonly end: string;
}

export function changeExportText(
  format: ExportFormat,
  from: ExportedService,
  times: { readonly since: number; readonly recordedSince: number; readonly exportedAt: number },
): ChangeExportText {
  const service = exportedService(from);
  const { since } = times;
  const lineOf = (entry: CatalogueEntry, list: KeyChangeList, text: (exported: Exported) => string) => {
    const difference = differenceSince(entry, list, since);
    return difference === null ? '' : text({ ...difference, entry, service });
  };
  switch (format) {
    case 'csv':
      return {
        begin: csvLine(changeExportColumns),
        key: (entry, list) =>
          lineOf(entry, list, (exported) =>
            csvLine(changeExportColumns.map((name) => cells[name](exported))),
          ),
        end: '',
      };
    case 'json': {
      const head = {
        format: 'atom-explorer-changes',
        version: 1,
        exportedAt: timeOf(times.exportedAt),
        since: timeOf(since),
        changesRecordedSince: timeOf(times.recordedSince),
      };
      return {
        begin: `${JSON.stringify(head).slice(0, -1)},"changes":[`,
        key: (entry, list, isFirst) =>
          lineOf(
            entry,
            list,
            (exported) =>
              `${isFirst ? '' : ','}\n${JSON.stringify(Object.fromEntries(changeExportColumns.map((name) => [name, cells[name](exported)])))}`,
          ),
        end: '\n]}\n',
      };
    }
  }
}
