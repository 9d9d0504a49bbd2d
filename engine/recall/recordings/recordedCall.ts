import type { RecordedStep } from '#shared/recordings/recording.ts';
import type { CompletedCall } from '../../reading/readingCalls.ts';
import { runHit } from '../../reading/runHit.ts';

/** What is saved of a completed call: everything that can be compared later, and no value. */
export function recordedCall(call: CompletedCall, at: number): RecordedStep {
  switch (call.kind) {
    case 'recall': {
      const { query, limit, reading } = call;
      const { predictions } = reading;
      return { kind: 'recall', at, query, limit, hits: reading.atoms.map(runHit), predictions };
    }
    case 'read': {
      const { key, reading } = call;
      return { kind: 'read', at, key, atom: reading === null ? null : runHit(reading) };
    }
    case 'readMany':
      return { kind: 'readMany', at, keys: call.keys, atoms: call.reading.atoms.map(runHit) };
  }
}
