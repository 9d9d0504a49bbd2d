import type { SchemePin } from '../merkle/scheme.ts';
import { isWorse, type VerdictStatus } from '../merkle/verdict.ts';
import { verify } from '../merkle/verify.ts';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { hasLoneSurrogate } from '../text/surrogates.ts';
import { plainText } from './carriedText.ts';
import { sha256Hex } from './subjects.ts';
import type { EvidencePredicate, EvidenceReceipt } from './statement.ts';
import { withUnrecordedLinks } from './unrecordedLinks.ts';
import { pinOf, signedGrounds } from './verifyReads.ts';

/** An atom of a receipt that was read back. */
export interface VerifiedReadBack {
  /** Position of the receipt, and of the atom in it. */
  readonly receipt: number;
  readonly atom: number;
  /** By its proof, and the value if a read of the bundle has it; without it, amber at best where the leaf covers it. */
  readonly status: VerdictStatus;
  /** Whether the value is in the bundle. */
  readonly hasValue: boolean;
  /** false if the proof fails and the record says that it did not. */
  readonly isAsRecorded: boolean;
}

/**
 * Checks the proofs that were read back after storing. Receipts contain no values: one that was read back as it was sent is
 * taken from a read of that key, if its hash is that of the receipt.
 */
export function verifyReceipts({
  receipts,
  schemes,
  reads,
}: Pick<EvidencePredicate, 'receipts' | 'schemes' | 'reads'>): readonly VerifiedReadBack[] {
  const pins = schemes.map(pinOf);
  const values = receipts.length === 0 ? new Map<string, string>() : valuesOf(reads);
  return receipts.flatMap((receipt, at) => {
    const pin = receipt.scheme === null ? null : (pins[receipt.scheme] ?? null);
    return receipt.atoms.flatMap((atom, index) => {
      if (atom.readBack === null) return [];
      const { holdsValue, verdict: recorded } = atom.readBack;
      const value =
        holdsValue && atom.sha256 !== null
          ? (values.get(placeOf(plainText(atom.key), atom.sha256)) ?? null)
          : null;
      const own = ownStatus(atom, atom.readBack, value, pin);
      return [
        {
          receipt: at,
          atom: index,
          hasValue: value !== null,
          // Never better than what the signer saw: if it failed, it failed, even if that shows only with the value.
          status: worseOf(own, recorded),
          isAsRecorded: own !== 'red' || recorded === 'red',
        },
      ];
    });
  });
}

function worseOf(a: VerdictStatus, b: VerdictStatus): VerdictStatus {
  return isWorse(a, b) ? a : b;
}

/** The values of reads, by key and hash. */
function valuesOf(reads: EvidencePredicate['reads']): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { key, value } of reads) {
    const text = value === undefined ? null : plainText(value);
    if (text !== null && !hasLoneSurrogate(text))
      values.set(placeOf(plainText(key), sha256Hex(utf8ToBytes(text))), text);
  }
  return values;
}

/** Of a fixed length up to the key, so that no two are alike. */
function placeOf(key: string, sha256: string): string {
  return `${sha256} ${key}`;
}

function ownStatus(
  atom: EvidenceReceipt['atoms'][number],
  readBack: NonNullable<EvidenceReceipt['atoms'][number]['readBack']>,
  value: string | null,
  recordedPin: SchemePin | null,
): VerdictStatus {
  const { pin, areLinksRecorded } = withUnrecordedLinks(recordedPin, readBack.proof);
  // The hash is that of the version that was stored, which a later write may have replaced.
  const isStored = readBack.version === atom.version;
  const { status } = verify({
    atom: {
      key: plainText(atom.key),
      value,
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
