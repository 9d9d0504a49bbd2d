import { createHash } from 'node:crypto';
import type { RecallReading } from '#shared/domain/atom.ts';
import { mostHitsKept, type RecallRun, type ValuePrint } from '#shared/domain/recallRun.ts';

/** What is kept of an answered recall: everything but the values. */
export function keptRun(query: string, limit: number, reading: RecallReading): RecallRun {
  const { atoms, predictions, oddities, exchange } = reading;
  const hits = atoms.slice(0, mostHitsKept);
  return {
    id: exchange.requestId,
    query,
    limit,
    at: exchange.startedAt,
    elapsedMs: exchange.elapsedMs,
    hits: hits.map(({ key, score, version, verdict, value }) => ({
      key,
      score,
      version,
      verdict: verdict.status,
      value: printOf(value),
    })),
    hitsLeftOut: atoms.length - hits.length,
    predictions: predictions.slice(0, mostHitsKept),
    oddities: oddities.filter((oddity) => oddity.kind === 'too-many' || oddity.at < hits.length),
    name: null,
    pinned: false,
  };
}

function printOf(value: string): ValuePrint {
  const bytes = Buffer.from(value, 'utf8');
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
}
