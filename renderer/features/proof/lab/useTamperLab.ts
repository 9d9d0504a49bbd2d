import { useMemo, useState } from 'react';
import { rootFromInclusionProof } from '#shared/merkle/rootFromInclusionProof.ts';
import type { LabDifference } from '#shared/text/labDifferenceWords.ts';
import type { LadderMarks } from '../path/PathLadder.tsx';
import { checkCase, drawnPathScheme, type ProofCase } from '../case/proofCase.ts';
import { alteredFields, copyForLab, inputOfCopy, type LabCopy, type LabField } from './labCopy.ts';
import { findDifference } from './labDifference.ts';

export interface TamperLabState {
  readonly original: LabCopy;
  readonly copy: LabCopy;
  readonly altered: readonly LabField[];
  /** The copy as it is now, checked by the pinned hashing rules. */
  readonly checked: ProofCase;
  readonly difference: LabDifference;
  readonly marks: LadderMarks;
  readonly change: (copy: LabCopy) => void;
}

/** A copy of a proof to tamper with. null if the proof cannot be read. Starts over when the proof changes. */
export function useTamperLab(shown: ProofCase): TamperLabState | null {
  const original = useMemo(() => copyForLab(shown), [shown]);
  const [changed, setChanged] = useState<{ of: ProofCase; copy: LabCopy } | null>(null);
  const copy = changed?.of === shown ? changed.copy : original;
  return useMemo(() => {
    if (original === null || copy === null || shown.reading.kind !== 'read') return null;
    const altered = alteredFields(copy, original);
    const checked = checkCase(inputOfCopy(copy, original, shown.input, shown.reading.chain));
    // By the rule of the original, so that both are compared by the same rule.
    const difference = findDifference(shown, checked, altered.length > 0, drawnPathScheme(shown));
    return {
      original,
      copy,
      altered,
      checked,
      difference,
      marks: marksOf(shown, altered, difference),
      change: (next) => setChanged({ of: shown, copy: next }),
    };
  }, [shown, original, copy]);
}

function marksOf(shown: ProofCase, altered: readonly LabField[], difference: LabDifference): LadderMarks {
  const levels = siblingLevels(shown);
  return {
    differsFrom: difference.kind === 'node' || difference.kind === 'length' ? difference.level : null,
    siblings: new Set(altered.flatMap((field) => (typeof field === 'number' ? [levels[field] ?? -1] : []))),
    leaf: altered.includes('leafHash'),
    root: altered.includes('rootHash'),
    content: altered.some((field) => field === 'key' || field === 'value' || field === 'version'),
  };
}

/** The level of each sibling, in the order of the proof. */
export function siblingLevels(shown: ProofCase): readonly number[] {
  const scheme = drawnPathScheme(shown);
  if (shown.reading.kind !== 'read' || scheme === null) return [];
  const { steps } = rootFromInclusionProof(shown.reading.proof, scheme);
  const levels = steps.filter(({ sibling }) => sibling !== null).map(({ level }) => level);
  return scheme.order === 'leaf-to-root' ? levels : levels.reverse();
}
