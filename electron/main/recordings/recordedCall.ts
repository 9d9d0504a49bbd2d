import { createHash } from 'node:crypto';
import type { AtomReading } from '#shared/domain/atom.ts';
import { assertNever } from '#shared/domain/result.ts';
import type { RunHit } from '#shared/domain/recallRun.ts';
import type { RecordedStep } from '#shared/recordings/recording.ts';
import type { AnsweredCall } from '../readings/readings.ts';

/** What is kept of an answered call: everything that can be compared later, and no value. */
export function recordedCall(call: AnsweredCall, at: number): RecordedStep {
  switch (call.kind) {
    case 'recall': {
      const { query, limit, reading } = call;
      const { predictions } = reading;
      return { kind: 'recall', at, query, limit, hits: reading.atoms.map(recordedAtom), predictions };
    }
    case 'read': {
      const { key, reading } = call;
      return { kind: 'read', at, key, atom: reading === null ? null : recordedAtom(reading) };
    }
    case 'readMany':
      return { kind: 'readMany', at, keys: call.keys, atoms: call.reading.atoms.map(recordedAtom) };
    default:
      return assertNever(call);
  }
}

function recordedAtom({ key, value, version, score, verdict }: AtomReading): RunHit {
  const bytes = Buffer.from(value, 'utf8');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { key, score, version, verdict: verdict.status, value: { sha256, bytes: bytes.length } };
}
