import type { RecallReading } from '#shared/domain/atom.ts';
import { isAboutHit } from '#shared/domain/recallAnomaly.ts';
import { mostHitsKept, type RecallRun } from '#shared/domain/recallRun.ts';
import { runHit } from '../reading/runHit.ts';

/** What is saved of a completed recall: everything but the values. */
export function keptRun(query: string, limit: number, reading: RecallReading): RecallRun {
  const { atoms, predictions, anomalies, exchange } = reading;
  const hits = atoms.slice(0, mostHitsKept);
  return {
    id: exchange.requestId,
    query,
    limit,
    at: exchange.startedAt,
    elapsedMs: exchange.elapsedMs,
    hits: hits.map(runHit),
    hitsLeftOut: atoms.length - hits.length,
    predictions: predictions.slice(0, mostHitsKept),
    anomalies: anomalies.filter((anomaly) => !isAboutHit(anomaly) || anomaly.at < hits.length),
    name: null,
    pinned: false,
  };
}
