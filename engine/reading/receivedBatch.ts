import type { Exchange } from '#shared/domain/atom.ts';
import type { TakenBatch } from '../known/batchMessages.ts';
import type { ReceivedAtom } from '../client/receivedAtom.ts';
import type { ReadOptions } from './readingCalls.ts';
import type { AtomToCheck } from './verify.ts';

/** A batch recall with a response. */
export interface SentBatch {
  /** Those that were sent, each once. */
  readonly keys: readonly string[];
  readonly unsendable: readonly string[];
  readonly exchange: Exchange;
  /** As received, but for the API key; absent if it is not available. */
  readonly body?: Buffer;
  readonly options: ReadOptions;
}

/** A response that was decoded and not checked yet. */
export interface ReceivedBatch extends SentBatch {
  readonly atoms: readonly ReceivedAtom[];
}

/** A response that only the thread of the known keys decodes. */
export interface ReceivedWhole extends SentBatch {
  readonly body: Buffer;
  /** Names it there. */
  readonly token: string;
  /** null if it cannot be read there. */
  readonly taken: Promise<TakenBatch | null>;
}

/**
 * An atom that was returned in the place of a requested key is the answer for this key, whatever key it has. An unrequested atom
 * has no key to compare with; it is listed as such.
 */
export function withRequested(
  atoms: readonly ReceivedAtom[],
  asked: ReadonlySet<string>,
): readonly AtomToCheck[] {
  return atoms.map((atom) => {
    const answered = answeredBy(atom, asked);
    return { atom, requestedKey: asked.has(answered) ? answered : null };
  });
}

/** Maps may have other names than keys. */
function answeredBy({ key, answersFor }: ReceivedAtom, asked: ReadonlySet<string>): string {
  return answersFor !== undefined && asked.has(answersFor) ? answersFor : key;
}

/** The keys of atoms that were returned and not requested, each once. */
export function unaskedOf(keys: readonly string[], atoms: readonly ReceivedAtom[]): readonly string[] {
  const asked = new Set(keys);
  return [...new Set(atoms.map((atom) => answeredBy(atom, asked)))].filter((key) => !asked.has(key));
}

/** Requested keys that were not returned, in the requested order. */
export function missingOf(keys: readonly string[], atoms: readonly ReceivedAtom[]): readonly string[] {
  const asked = new Set(keys);
  const received = new Set(atoms.map((atom) => answeredBy(atom, asked)));
  return keys.filter((key) => !received.has(key));
}
