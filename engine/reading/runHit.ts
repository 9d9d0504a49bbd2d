import { createHash } from 'node:crypto';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { RunHit } from '#shared/domain/recallRun.ts';

/** What is saved of a reading without its value: enough to tell whether two differ. */
export function runHit({ key, value, version, score, verdict }: AtomReading): RunHit {
  const bytes = Buffer.from(value, 'utf8');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { key, score, version, verdict: verdict.status, value: { sha256, bytes: bytes.length } };
}
