import { fromHashText } from '#shared/merkle/hashText.ts';
import { toHex } from '#shared/merkle/hex.ts';
import type { PastedTrust } from '../../../state/proofStore.ts';

/** What the fields beside a pasted proof come to. A field that cannot be read counts as empty, and says so. */
export interface TrustReading {
  /** Lower-case hex; null where none was given. */
  readonly expectedRoot: string | null;
  readonly trustedTreeSize: bigint | null;
  readonly rootProblem: string | null;
  readonly sizeProblem: string | null;
}

export function readTrust({ root, treeSize }: Pick<PastedTrust, 'root' | 'treeSize'>): TrustReading {
  const bytes = root.trim() === '' ? null : fromHashText(root.trim());
  const digits = treeSize.replace(/[\s,_]/g, '');
  const isSize = /^[1-9]\d{0,77}$/.test(digits);
  return {
    expectedRoot: bytes === null ? null : toHex(bytes),
    trustedTreeSize: isSize ? BigInt(digits) : null,
    rootProblem:
      root.trim() === '' || bytes !== null ? null : 'This is not a hash in hex or base64, so it is not used.',
    sizeProblem: digits === '' || isSize ? null : 'This is not a number of leaves, so it is not used.',
  };
}
