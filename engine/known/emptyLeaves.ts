import { z } from 'zod';
import { unionOf } from '#shared/coverage/emptyLeaves.ts';
import type { RootSighting } from '#shared/domain/connection.ts';
import type { LeafSpan } from '#shared/merkle/emptySubtrees.ts';
import { openJsonStore } from '../storage/jsonStore.ts';

/** Leaves that proofs of one tree showed to be empty. */
export interface ShownEmpty {
  /** Lower-case hex. */
  readonly rootHash: string;
  readonly treeSize: bigint;
  readonly spans: readonly LeafSpan[];
}

/**
 * What is known to be empty in the newest tree of a connection. The next write fills an empty leaf, so
 * nothing here is valid for another root.
 */
export interface EmptyLeaves {
  /** Resolves to whether anything changed. */
  readonly learn: (shown: readonly ShownEmpty[]) => Promise<boolean>;
  /** Sorted and not overlapping; empty if they were shown for another root or size than the newest. */
  readonly of: (newest: RootSighting | null, treeSize: bigint | null) => readonly LeafSpan[];
}

/** Padding is one span; each removed atom adds one more. */
const mostSpans = 1_000;

const decimal = z.string().regex(/^\d{1,78}$/);
const fileSchema = z.object({
  version: z.literal(1),
  rootHash: z.string(),
  treeSize: decimal,
  spans: z.array(z.object({ start: decimal, end: decimal })).max(mostSpans),
});

export async function openEmptyLeaves(file: string, now: () => number): Promise<EmptyLeaves> {
  const store = await openJsonStore<z.infer<typeof fileSchema>>({
    file,
    format: { version: 1, schema: fileSchema },
    fresh: { version: 1, rootHash: '', treeSize: '0', spans: [] },
    now,
  });
  const saved = store.value();
  let known: ShownEmpty = {
    rootHash: saved.rootHash,
    treeSize: BigInt(saved.treeSize),
    spans: saved.spans.map(({ start, end }) => ({ start: BigInt(start), end: BigInt(end) })),
  };
  return {
    learn: (shown) =>
      store.change((before) => {
        const after = shown.reduce(withShown, known);
        const value = fileOf(after);
        const result = JSON.stringify(value) !== JSON.stringify(before);
        return { value, result, inForce: () => (known = after) };
      }),
    of: (newest, treeSize) =>
      newest?.rootHash === known.rootHash && treeSize === known.treeSize ? known.spans : [],
  };
}

function withShown(known: ShownEmpty, shown: ShownEmpty): ShownEmpty {
  if (shown.rootHash === known.rootHash && shown.treeSize === known.treeSize)
    return { ...known, spans: unionOf([...known.spans, ...shown.spans]).slice(0, mostSpans) };
  return shown.treeSize < known.treeSize
    ? known
    : { ...shown, spans: unionOf(shown.spans).slice(0, mostSpans) };
}

function fileOf({ rootHash, treeSize, spans }: ShownEmpty): z.infer<typeof fileSchema> {
  return {
    version: 1,
    rootHash,
    treeSize: String(treeSize),
    spans: spans.map(({ start, end }) => ({ start: String(start), end: String(end) })),
  };
}
