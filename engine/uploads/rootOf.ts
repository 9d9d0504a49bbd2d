import { claimedRoot } from '#shared/merkle/proofReading.ts';
import type { FoundRow } from './readBackRows.ts';

/** The root that the proof of a reading was found to lead to; null if it does not, or that is unknown. */
export function provenRootOf(atom: FoundRow['atom']): string | null {
  if (atom === null || atom === 'refused') return null;
  const path = atom.verdict.checks.find(({ name }) => name === 'path');
  return path?.status === 'pass' ? rootOf(atom) : null;
}

/** The root that the proof of a reading states, in lowercase hex; null if it states none. */
export function rootOf(atom: FoundRow['atom']): string | null {
  if (atom === null || atom === 'refused') return null;
  return claimedRoot(atom.proof)?.rootHash ?? null;
}
