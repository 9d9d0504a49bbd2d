import { csvText, type CsvCell } from '../text/csvText.ts';
import { exportedVerdict } from '../text/exportWords.ts';
import type { EvidenceReport } from './evidenceReport.ts';

const columns = [
  'section',
  'number',
  'name',
  'status',
  'recorded',
  'code',
  'stated',
  'found',
  'value',
  'sha256',
  'version',
  'rootHash',
  'treeSize',
  'leafIndex',
  'time',
  'words',
] as const;

type Row = Readonly<Partial<Record<(typeof columns)[number], CsvCell>>>;

/** One table, in which `section` says what a line is about: a spreadsheet has no use for several. */
export function reportCsv(report: EvidenceReport): string {
  return csvText(
    columns,
    rowsOf(report).map((row) => columns.map((name) => row[name] ?? null)),
  );
}

function rowsOf({ status, title, summary, signer, findings, contents }: EvidenceReport): readonly Row[] {
  const head: readonly Row[] = [
    { section: 'bundle', name: title, status: exportedVerdict[status], words: summary },
    { section: 'signer', name: signer.fingerprint, status: signer.trust },
    ...findings.map(({ label, status: result, code, words }) => ({
      section: 'finding',
      name: label,
      status: result,
      code,
      words,
    })),
  ];
  if (contents === null) return head;
  const { app, service, scope } = contents;
  return [
    ...head,
    { section: 'service', name: service.name, words: service.address },
    { section: 'recordedBy', name: app.name, version: app.version, time: contents.observedAt },
    { section: 'scope', name: scope.title, code: scope.kind, number: scope.requested },
    {
      section: 'reads',
      number: contents.reads.length,
      time: contents.firstReadAt,
      words: contents.lastReadAt,
    },
    { section: 'rawResponses', number: contents.rawResponses },
    ...Object.entries(contents.counts).map(([verdict, number]) => ({
      section: 'count',
      name: exportedVerdict[verdict as keyof typeof contents.counts],
      number,
    })),
    ...contents.schemes.map(({ origin, samples, pinnedAt, path, leaf }) => ({
      section: 'hashingRules',
      status: origin,
      number: samples,
      time: pinnedAt,
      name: path.join(' or '),
      words: leaf.join(' or '),
    })),
    ...contents.roots.map(({ rootHash, treeSize, reads }) => ({
      section: 'root',
      rootHash,
      treeSize,
      number: reads,
    })),
    ...contents.failures.map(({ read, key, check, code, stated, found, why }) => ({
      section: 'failure',
      number: read,
      name: key,
      status: check,
      code,
      stated,
      found,
      words: why,
    })),
    ...contents.reads.map((read, at) => ({
      section: 'read',
      number: at + 1,
      name: read.key,
      status: exportedVerdict[read.status],
      recorded: exportedVerdict[read.recorded],
      value: read.value,
      sha256: read.valueSha256,
      version: read.version,
      rootHash: read.rootHash,
      treeSize: read.treeSize,
      leafIndex: read.leafIndex,
      time: read.at,
    })),
    ...contents.missing.map((name) => ({ section: 'notReturned', name })),
    ...contents.receipts.map(({ id, title: name, outcome, startedAt, atoms }) => ({
      section: 'receipt',
      code: id,
      name,
      status: outcome,
      time: startedAt,
      number: atoms,
    })),
    ...contents.contradictions.map(({ code, words, entries }) => ({
      section: 'contradiction',
      code,
      name: entries.join(' and '),
      words,
    })),
    ...contents.pins.map(({ rootHash, treeSize, source, note, pinnedAt }) => ({
      section: 'pin',
      rootHash,
      treeSize,
      name: source,
      words: note,
      time: pinnedAt,
    })),
    ...contents.notShown.map(({ code, words }) => ({ section: 'notShown', code, words })),
  ];
}
