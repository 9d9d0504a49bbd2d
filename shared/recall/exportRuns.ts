import type { RecallReading } from '../domain/atom.ts';
import type { RecallAnomaly } from '../domain/recallAnomaly.ts';
import type { RecallRun } from '../domain/recallRun.ts';
import { csvText, type CsvCell } from '../text/csvText.ts';
import { answerColumns, runColumns } from '../text/exportColumns.ts';
import {
  exportedAtom,
  exportedCells,
  exportedScheme,
  exportedService,
  type ExportedService,
} from '../text/exportedAtom.ts';
import { rankMoveWords } from '../text/recallWords.ts';
import type { RunComparison } from './compareRuns.ts';
import { anomaliesByHit } from './recallAnomalies.ts';

/** The hits of a response just received, one a line, with their values and proofs. */
export function answerAsCsv({ atoms, anomalies }: RecallReading, service: ExportedService): string {
  const odd = anomaliesByHit(anomalies, atoms.length);
  return csvText(
    answerColumns,
    atoms.map((atom, at): CsvCell[] => {
      const cells = {
        ...exportedCells(atom, service),
        rank: at + 1,
        score: atom.score,
        unexpected: kindsOf(odd.get(at)),
      };
      return answerColumns.map((name) => cells[name]);
    }),
  );
}

/** A response just received, with values, proofs, and verdicts; times in ISO 8601. */
export function answerAsJson(
  query: string,
  limit: number,
  reading: RecallReading,
  service: ExportedService,
): string {
  const { atoms, predictions, anomalies, exchange } = reading;
  const answer = {
    format: 'atom-explorer-recall',
    version: 1,
    connection: service.name,
    service: exportedService(service),
    scheme: exportedScheme(service.scheme),
    query,
    limit,
    at: new Date(exchange.startedAt).toISOString(),
    elapsedMs: exchange.elapsedMs,
    hits: atoms.map((atom, index) => ({ rank: index + 1, score: atom.score, ...exportedAtom(atom) })),
    predictions,
    oddities: anomalies,
  };
  return `${JSON.stringify(answer, null, 2)}\n`;
}

/** The hits of a run, one a line. Values are not kept, so they are told by hash and size. */
export function runAsCsv(run: RecallRun): string {
  const odd = anomaliesByHit(run.anomalies, run.hits.length);
  return csvText(
    runColumns,
    run.hits.map((hit, at): CsvCell[] => [
      at + 1,
      hit.key,
      hit.score,
      hit.version,
      hit.verdict,
      hit.value.sha256,
      hit.value.bytes,
      kindsOf(odd.get(at)),
    ]),
  );
}

/** A run as it is kept, times in ISO 8601. */
export function runAsJson(run: RecallRun): string {
  const { at, ...rest } = run;
  return `${JSON.stringify({ ...rest, at: new Date(at).toISOString() }, null, 2)}\n`;
}

export function comparisonAsCsv(comparison: RunComparison): string {
  return csvText(
    [
      'key',
      'move',
      'rank_a',
      'rank_b',
      'score_a',
      'score_b',
      'version_a',
      'version_b',
      'verdict_a',
      'verdict_b',
      'value_changed',
    ],
    comparison.moves.map(({ key, a, b, rank, valueChanged }): CsvCell[] => [
      key,
      rankMoveWords(rank),
      a?.rank ?? null,
      b?.rank ?? null,
      a?.score ?? null,
      b?.score ?? null,
      a?.version ?? null,
      b?.version ?? null,
      a?.verdict ?? null,
      b?.verdict ?? null,
      a === null || b === null ? null : valueChanged,
    ]),
  );
}

export function comparisonAsJson(a: RecallRun, b: RecallRun, comparison: RunComparison): string {
  const side = ({ id, query, limit, at, name }: RecallRun) => ({
    id,
    query,
    limit,
    at: new Date(at).toISOString(),
    name,
  });
  return `${JSON.stringify({ a: side(a), b: side(b), ...comparison }, null, 2)}\n`;
}

function kindsOf(anomalies: readonly RecallAnomaly[] = []): string {
  return anomalies.map(({ kind }) => kind).join(' ');
}
