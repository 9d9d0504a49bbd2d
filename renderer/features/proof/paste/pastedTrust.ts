import { fromHashText } from '#shared/merkle/hashText.ts';
import { toHex } from '#shared/merkle/hex.ts';
import type { PastedTrust } from '../../../state/proofStore.ts';

/** The parsed fields for a pasted proof. A field that cannot be parsed counts as empty and shows why. */
export interface TrustReading {
  /** Lower-case hex. null: none was entered. */
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
    rootProblem: root.trim() === '' || bytes !== null ? null : 'Not used: not a hash in hex or base64.',
    sizeProblem: digits === '' || isSize ? null : 'Not used: not a whole number above 0.',
  };
}
