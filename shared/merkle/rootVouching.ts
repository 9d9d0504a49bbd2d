import type { RootInLedger } from '../domain/connection.ts';

/**
 * What may vouch for the root of a proof that came without a connection: whoever made such a proof can have made
 * its root as well, so a path that leads there shows nothing by itself.
 */
export interface RootEvidence {
  /** The root that the user got from a trusted source, in lowercase hex; null if none was given. */
  readonly expectedRoot: string | null;
  /** What a connection knows of `rootHash` (lowercase hex); null if no connection was asked. */
  readonly ledger: {
    /** The name of the connection. */
    readonly connection: string;
    readonly rootHash: string;
    readonly found: RootInLedger;
  } | null;
}

/** What the evidence comes to. Hashes in lowercase hex, tree sizes as decimal strings, times in epoch milliseconds. */
export type RootVouching =
  | { readonly kind: 'expected' }
  | { readonly kind: 'other-than-expected'; readonly expectedRoot: string }
  | {
      readonly kind: 'read';
      readonly connection: string;
      readonly firstSeenAt: number;
      readonly times: number;
    }
  /** The connection read this root as that of a tree of another size. */
  | {
      readonly kind: 'other-size';
      readonly connection: string;
      readonly size: string;
      readonly readSize: string;
    }
  /** The connection met this root only in answers that failed or contradicted earlier ones. */
  | { readonly kind: 'doubtful'; readonly connection: string }
  /** `connection`: the one that was asked and has never met this root; null if none was asked. */
  | { readonly kind: 'nothing'; readonly connection: string | null };

/** @param stated the root as the proof names it, in lowercase hex. */
export function vouchingFor(
  stated: { readonly rootHash: string; readonly treeSize: bigint | null },
  { expectedRoot, ledger }: RootEvidence,
): RootVouching {
  if (expectedRoot !== null && stated.rootHash !== expectedRoot)
    return { kind: 'other-than-expected', expectedRoot };
  const read = ledger === null ? null : readVouching(stated, ledger);
  if (read?.kind === 'other-size') return read;
  if (expectedRoot !== null) return { kind: 'expected' };
  return read ?? { kind: 'nothing', connection: null };
}

function readVouching(
  { rootHash, treeSize }: { readonly rootHash: string; readonly treeSize: bigint | null },
  { connection, rootHash: asked, found }: NonNullable<RootEvidence['ledger']>,
): RootVouching {
  // A copy in the lab may name another root than the one that was asked about.
  if (asked !== rootHash || found.kind === 'unknown') return { kind: 'nothing', connection };
  if (found.kind === 'doubtful') return { kind: 'doubtful', connection };
  const { firstSeenAt, times } = found;
  if (treeSize !== null && found.treeSize !== null && found.treeSize !== treeSize.toString())
    return { kind: 'other-size', connection, size: treeSize.toString(), readSize: found.treeSize };
  return { kind: 'read', connection, firstSeenAt, times };
}

/** Whether anything other than the proof itself vouches for its root. */
export function isVouchedFor({ kind }: RootVouching): boolean {
  return kind === 'expected' || kind === 'read';
}
