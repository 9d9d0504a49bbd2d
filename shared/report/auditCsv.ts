import { csvText, type CsvCell } from '../text/csvText.ts';
import { exportedVerdict } from '../text/exportWords.ts';
import { visiblePieces } from '../text/visibleText.ts';
import type { AuditReport, AuditReportRecord } from './auditReport.ts';

const columns = [
  'section',
  'number',
  'name',
  'status',
  'code',
  'version',
  'sha256',
  'leafHash',
  'leafIndex',
  'rootHash',
  'treeSize',
  'time',
  'words',
  'versionBefore',
] as const;

type Row = Readonly<Partial<Record<(typeof columns)[number], CsvCell>>>;

/** One table, in which `section` says what a line is about. */
export function auditCsv(report: AuditReport): string {
  return csvText(
    columns,
    rowsOf(report).map((row) => columns.map((name) => oneLine(row[name] ?? null))),
  );
}

/** Text of others, such as a key, must not begin a line that looks like one of the report, nor hide anything in it. */
function oneLine(cell: CsvCell): CsvCell {
  if (typeof cell !== 'string') return cell;
  return visiblePieces(cell)
    .map((piece) => (piece.kind === 'plain' ? piece.text : `[${piece.shown}]`))
    .join('');
}

function rowsOf(report: AuditReport): readonly Row[] {
  const { audit, service, scope, keys, counts, roots, selfTest, comparison } = report;
  return [
    {
      section: 'audit',
      name: audit.name,
      status: exportedVerdict[report.status],
      code: audit.id,
      time: audit.startedAt,
      words: report.title,
    },
    { section: 'end', code: audit.end, time: audit.finishedAt },
    { section: 'service', name: service.name, words: service.address },
    ...(report.preparedBy === null
      ? []
      : [{ section: 'preparedBy', name: report.preparedBy.name, words: report.preparedBy.organization }]),
    { section: 'scope', name: scope.title, code: scope.kind, number: keys.total },
    ...report.reasons.map(({ code, words }) => ({ section: 'reason', code, words })),
    ...(report.grounds ?? []).map(({ name, kind, words }) => ({
      section: 'ground',
      name,
      status: kind,
      words,
    })),
    { section: 'selfTest', code: selfTest.result, words: selfTest.words },
    ...(report.earlierReads === null
      ? []
      : [
          { section: 'earlierReads', number: report.earlierReads.compared, words: report.earlierReads.words },
        ]),
    ...report.notes.map(({ code, words }) => ({ section: 'note', code, words })),
    ...Object.entries(counts.outcomes).map(([name, number]) => ({ section: 'count', name, number })),
    ...roots.map(({ rootHash, treeSize, status, contradiction, records }) => ({
      section: 'root',
      rootHash,
      treeSize,
      status,
      code: contradiction,
      number: records,
    })),
    ...report.failures.map((record) => recordRow('failure', record)),
    ...report.unproven.map((record) => recordRow('notProven', record)),
    ...report.changed.map((record) => ({
      ...recordRow('changed', record),
      status: record.isExpected ? 'expected' : 'other',
      code: record.conflict ?? record.changes.join(' '),
    })),
    ...(comparison?.differences ?? []).map(({ key, kinds, isExpected, before, after, words }) => ({
      section: 'difference',
      name: key,
      status: isExpected ? 'expected' : 'other',
      code: kinds.join(' '),
      version: after?.version ?? null,
      versionBefore: before?.version ?? null,
      words,
    })),
    ...report.notShown.map(({ code, words }) => ({ section: 'notShown', code, words })),
  ];
}

function recordRow(section: string, record: AuditReportRecord): Row {
  return {
    section,
    name: record.key,
    status: record.outcome,
    code: record.code ?? record.conflict,
    version: record.version,
    versionBefore: record.versionBefore,
    sha256: record.valueSha256,
    leafHash: record.leafHash,
    leafIndex: record.leafIndex,
    rootHash: record.rootHash,
    treeSize: record.treeSize,
    words: record.words,
  };
}
