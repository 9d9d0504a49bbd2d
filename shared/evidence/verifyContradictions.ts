import { z } from 'zod';
import { parseJson } from '../domain/json.ts';
import { rootName } from '../memory/sameRoot.ts';
import type { EvidencePredicate } from './statement.ts';

/** What the contained entries of the root ledger say about contradictions, beside what the signer recorded. */
export interface ContradictionsFound {
  readonly count: number;
  /** Positions of recorded ones that do not follow from their entries. */
  readonly differ: readonly number[];
  /** How many cannot be derived, because their entries or sizes are not in the bundle, or because they are about a pin. */
  readonly unproven: number;
  /** Entries that contradict each other, and that no recorded contradiction is about; indexes of the ledger. */
  readonly unrecorded: readonly (readonly [number, number])[];
}

/** A response that stated a root. */
const sighting = z.object({
  kind: z.literal('root'),
  at: z.number(),
  askedAt: z.number(),
  rootHash: z.string(),
  treeSize: z
    .string()
    .regex(/^\d{1,100}$/)
    .nullable(),
  path: z.enum(['pass', 'fail', 'undecided']),
});

interface Seen {
  readonly index: number;
  readonly root: string;
  /** null if it is not known, or comes from a proof that failed. */
  readonly size: bigint | null;
  /** Epoch milliseconds. */
  readonly askedAt: number;
  readonly at: number;
}

type Sized = Seen & { readonly size: bigint };

/** Those that two entries alone can show. */
type Derivable = 'same-root-other-size' | 'shrinking' | 'unexplained';
const derivable: readonly string[] = [
  'same-root-other-size',
  'shrinking',
  'unexplained',
] satisfies Derivable[];

/**
 * Derives the contradictions again from the entries in a bundle. `unexplained` is another root for the same size: that
 * no store of the signer came in between is taken from the record.
 */
export function verifyContradictions({
  ledger,
  contradictions,
}: Pick<EvidencePredicate, 'ledger' | 'contradictions'>): ContradictionsFound {
  const seen = new Map(
    (ledger?.entries ?? []).flatMap(({ index, leaf }) => {
      const read = readSighting(index, leaf);
      return read === null ? [] : [[index, read] as const];
    }),
  );
  const differ: number[] = [];
  let unproven = 0;
  for (const [at, { code, entries }] of contradictions.entries()) {
    const [against, later] = entries.map((index) => seen.get(index));
    const derived = against === undefined || later === undefined ? null : derive(against, later);
    if (derived === null || !derivable.includes(code)) unproven += 1;
    else if (derived !== code) differ.push(at);
  }
  const recorded = new Set(contradictions.flatMap(({ entries }) => entries));
  return {
    count: contradictions.length,
    differ,
    unproven,
    unrecorded: unrecordedIn([...seen.values()].filter(({ index }) => !recorded.has(index))),
  };
}

function readSighting(index: number, leaf: string): Seen | null {
  const read = sighting.safeParse(parseJson(leaf));
  if (!read.success) return null;
  const { rootHash, treeSize, path, askedAt, at } = read.data;
  const size = treeSize === null || path === 'fail' ? null : BigInt(treeSize);
  return { index, root: rootName(rootHash), size, askedAt, at };
}

/** null if a size is missing; `none` if the two go together. */
function derive(earlier: Seen, later: Seen): Derivable | 'none' | null {
  if (earlier.size === null || later.size === null) return null;
  if (earlier.root === later.root) return earlier.size === later.size ? 'none' : 'same-root-other-size';
  if (later.size < earlier.size && earlier.at < later.askedAt) return 'shrinking';
  return earlier.size === later.size ? 'unexplained' : 'none';
}

/** Another root for the same size is none of these: a store of the signer, whose entry may not be here, explains it. */
function unrecordedIn(seen: readonly Seen[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  const byRoot = new Map<string, Sized>();
  const sized = seen.flatMap(({ size, ...rest }) => (size === null ? [] : [{ ...rest, size }]));
  const received = [...sized].sort((a, b) => a.at - b.at);
  /** Of those that were received before the request: a later response cannot be of a smaller tree. */
  let largest: Sized | null = null;
  let next = 0;
  for (const later of [...sized].sort((a, b) => a.askedAt - b.askedAt)) {
    for (
      let before = received[next];
      before !== undefined && before.at < later.askedAt;
      before = received[next]
    ) {
      if (largest === null || before.size > largest.size) largest = before;
      next += 1;
    }
    const other = byRoot.get(later.root);
    if (other === undefined) byRoot.set(later.root, later);
    else if (other.size !== later.size) found.push([other.index, later.index]);
    if (largest !== null && derive(largest, later) === 'shrinking') found.push([largest.index, later.index]);
  }
  return found;
}
