import type { SchemePin } from '../merkle/scheme.ts';
import { isWorse, type VerdictStatus } from '../merkle/verdict.ts';
import { verify } from '../merkle/verify.ts';
import { plainText } from './carriedText.ts';
import type { EvidencePredicate, EvidenceReceipt } from './statement.ts';
import { withUnrecordedLinks } from './unrecordedLinks.ts';
import { pinOf, signedGrounds } from './verifyReads.ts';

/** An atom of a receipt that was read back. */
export interface VerifiedReadBack {
  /** Position of the receipt, and of the atom in it. */
  readonly receipt: number;
  readonly atom: number;
  /** By its proof alone: without the value, amber at best where the leaf covers it. */
  readonly status: VerdictStatus;
  /** false if the proof fails and the record says that it did not. */
  readonly isAsRecorded: boolean;
}

/** Checks the proofs that were read back after storing. Receipts contain no values. */
export function verifyReceipts({
  receipts,
  schemes,
}: Pick<EvidencePredicate, 'receipts' | 'schemes'>): readonly VerifiedReadBack[] {
  const pins = schemes.map(pinOf);
  return receipts.flatMap((receipt, at) => {
    const pin = receipt.scheme === null ? null : (pins[receipt.scheme] ?? null);
    return receipt.atoms.flatMap((atom, index) => {
      const own = ownStatus(atom, pin);
      if (own === null || atom.readBack === null) return [];
      const recorded = atom.readBack.verdict;
      return [
        {
          receipt: at,
          atom: index,
          // If the signer saw it fail, it failed, even if that shows only with the value.
          status: recorded === 'red' || isWorse(own, recorded) ? worseOf(own, recorded) : own,
          isAsRecorded: own !== 'red' || recorded === 'red',
        },
      ];
    });
  });
}

function worseOf(a: VerdictStatus, b: VerdictStatus): VerdictStatus {
  return isWorse(a, b) ? a : b;
}

function ownStatus(
  atom: EvidenceReceipt['atoms'][number],
  recordedPin: SchemePin | null,
): VerdictStatus | null {
  const { readBack } = atom;
  if (readBack === null) return null;
  const { pin, areLinksRecorded } = withUnrecordedLinks(recordedPin, readBack.proof);
  // The hash is that of the version that was stored, which a later write may have replaced.
  const isStored = readBack.version === atom.version;
  const { status } = verify({
    atom: {
      key: plainText(atom.key),
      value: null,
      version: readBack.version,
      hash: isStored && atom.hash !== null ? plainText(atom.hash) : null,
    },
    requestedKey: null,
    proof: readBack.proof,
    pin,
    snapshot: { kind: 'single' },
    root: null,
    grounds: signedGrounds,
  });
  return areLinksRecorded ? status : worseOf(status, 'amber');
}
