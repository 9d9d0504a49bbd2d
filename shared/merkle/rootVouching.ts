import type { RootInLedger } from '../domain/connection.ts';
import type { RootPin } from '../domain/pin.ts';
import { compareWithPins, type HeldRoot } from '../pins/compareWithPins.ts';

/** A root from a source other than the proof. */
export interface ExpectedRoot {
  /** Lowercase hex. */
  readonly rootHash: string;
  /** The number of leaves of its tree, from the same source; null if it does not say. */
  readonly treeSize: bigint | null;
}

/**
 * What may vouch for the root of a proof that came without a connection: whoever made such a proof can have made
 * its root as well, so a path that leads there shows nothing by itself.
 */
export interface RootEvidence {
  /** The roots that the user got from a trusted source: the proof must lead to one of them. Empty if none was given. */
  readonly expected: readonly ExpectedRoot[];
  /** The pins of the connection that is asked; null or absent if none is. */
  readonly pins?: { readonly connection: string; readonly pins: readonly RootPin[] } | null;
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
  /** `of`: how many roots are expected. */
  | { readonly kind: 'expected'; readonly of: number }
  | { readonly kind: 'other-than-expected'; readonly expected: readonly string[] }
  | {
      readonly kind: 'pinned';
      readonly connection: string;
      readonly pin: RootPin;
      readonly isSizeCompared: boolean;
    }
  | {
      readonly kind: 'pinned-with-other-size';
      readonly connection: string;
      readonly pin: RootPin;
      readonly size: string;
    }
  /** Exactly another root is expected there. The proof may come from another memory, so it does not fail. */
  | { readonly kind: 'other-than-pinned'; readonly connection: string; readonly pin: RootPin }
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

interface StatedRoot {
  readonly rootHash: string;
  readonly treeSize: bigint | null;
}

/** @param stated the root as the proof names it, in lowercase hex. */
export function vouchingFor(stated: StatedRoot, evidence: RootEvidence): RootVouching {
  const { expected, ledger, pins = null } = evidence;
  const held = compareWithPins(expected.map(asPin), fromElsewhere(stated));
  if (held.kind === 'other-root')
    return { kind: 'other-than-expected', expected: expected.map(({ rootHash }) => rootHash) };
  const read = ledger === null ? null : readVouching(stated, ledger);
  const pinned = pins === null ? null : pinVouching(stated, pins);
  if (pinned?.kind === 'pinned-with-other-size') return pinned;
  if (read?.kind === 'other-size') return read;
  if (expected.length > 0) return { kind: 'expected', of: expected.length };
  return pinned ?? read ?? { kind: 'nothing', connection: null };
}

/** The size is compared by the check of a trusted tree size, which says so in its own words. */
function asPin({ rootHash }: ExpectedRoot): HeldRoot {
  return { rootHash, treeSize: null, isExact: true, pinnedAt: 0 };
}

/** Such a proof may be older or newer than any pin. */
function fromElsewhere(stated: StatedRoot) {
  return { ...stated, asking: null, mayBeOurs: () => true };
}

function pinVouching(
  stated: StatedRoot,
  { connection, pins }: NonNullable<RootEvidence['pins']>,
): RootVouching | null {
  const finding = compareWithPins(pins, fromElsewhere(stated));
  switch (finding.kind) {
    case 'pinned': {
      const { pin } = finding;
      const isSizeCompared = pin.treeSize !== null && stated.treeSize !== null;
      return { kind: 'pinned', connection, pin, isSizeCompared };
    }
    case 'other-size':
      return {
        kind: 'pinned-with-other-size',
        connection,
        pin: finding.pin,
        size: String(stated.treeSize),
      };
    case 'other-root':
      return { kind: 'other-than-pinned', connection, pin: finding.pin };
    default:
      return null;
  }
}

function readVouching(
  { rootHash, treeSize }: StatedRoot,
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
  return kind === 'expected' || kind === 'pinned' || kind === 'read';
}

/** Whether what is known of the root contradicts the proof. */
export function isContradicted({ kind }: RootVouching): boolean {
  return kind === 'other-than-expected' || kind === 'pinned-with-other-size' || kind === 'other-size';
}
