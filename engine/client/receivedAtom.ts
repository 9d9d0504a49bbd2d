import type { Exchange } from '#shared/domain/atom.ts';
import type { Json } from '#shared/domain/json.ts';
import type { ResponseAnomaly } from '#shared/domain/responseAnomaly.ts';
import type { ReceivedBody } from './bodyReader.ts';
import { UnreadableResponse } from './jsonScanner.ts';

/** An atom as received (interface section 2); fields that the API leaves open may be absent. */
export interface ReceivedAtom {
  readonly key: string;
  readonly value: string;
  readonly version: number | null;
  readonly hash: string | null;
  readonly score: number | null;
  readonly proof: Json;
  /** The atom's part of the response, exactly as received, but without the API key. */
  readonly raw: string;
  readonly anomalies: readonly ResponseAnomaly[];
  /** The key in whose place it was returned; absent if that is its own, or the response names none. */
  readonly answersFor?: string;
  /** The exchange that `raw` is from, if it is not the one that names the atom. */
  readonly receivedBy?: Exchange;
}

/**
 * Values that contain the API key, as received: a proof is checked against these, while everything that is
 * shown or saved has the key removed. Kept outside the atoms, so that no copy of an atom contains them.
 */
const receivedValues = new WeakMap<ReceivedAtom, string>();

/** The value to hash: `atom.value`, unless the API key was removed from it. Must never be shown or saved. */
export function valueToCheck(atom: ReceivedAtom): string {
  return receivedValues.get(atom) ?? atom.value;
}

/**
 * Marks the atoms that the API key was removed from, and notes their values as received.
 *
 * @param atoms those of the body without the key
 * @param decode finds the same atoms in the body as received
 * @throws UnreadableResponse
 */
export async function compareAsReceived(
  atoms: readonly ReceivedAtom[],
  { asReceived }: ReceivedBody,
  decode: (bytes: Buffer) => Promise<readonly ReceivedAtom[]>,
): Promise<readonly ReceivedAtom[]> {
  if (asReceived === undefined) return atoms;
  const received = await decode(asReceived).catch((error: unknown) => {
    // Its message may repeat the key.
    if (error instanceof UnreadableResponse) return [];
    throw error;
  });
  if (received.length !== atoms.length)
    throw new UnreadableResponse(
      null,
      'repeats the API key in such a way that it cannot be read without it. It was discarded so that the key is not saved anywhere',
    );
  return atoms.map((atom, at) => {
    const { raw, value } = received[at] ?? atom;
    if (raw === atom.raw) return atom;
    const marked: ReceivedAtom = {
      ...atom,
      anomalies: [{ kind: 'api-key-removed' }, ...atom.anomalies],
    };
    if (value !== atom.value) receivedValues.set(marked, value);
    return marked;
  });
}
