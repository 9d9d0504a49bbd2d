import { useMemo, useState } from 'react';
import { rootFromInclusionProof } from '#shared/merkle/rootFromInclusionProof.ts';
import type { LadderMarks } from '../path/PathLadder.tsx';
import { checkCase, drawnPathScheme, type ProofCase } from '../case/proofCase.ts';
import { alteredFields, copyForLab, inputOfCopy, type LabCopy, type LabField } from './labCopy.ts';
import { findDifference, type LabDifference } from './labDifference.ts';

export interface TamperLabState {
  readonly original: LabCopy;
  readonly copy: LabCopy;
  readonly altered: readonly LabField[];
  /** The copy as it is now, checked against the pinned scheme. */
  readonly checked: ProofCase;
  readonly difference: LabDifference;
  readonly marks: LadderMarks;
  readonly change: (copy: LabCopy) => void;
}

/** A copy of a proof to be tampered with; null for a proof that can't be read. Another proof begins afresh. */
export function useTamperLab(shown: ProofCase): TamperLabState | null {
  const original = useMemo(() => copyForLab(shown), [shown]);
  const [changed, setChanged] = useState<{ of: ProofCase; copy: LabCopy } | null>(null);
  const copy = changed?.of === shown ? changed.copy : original;
  return useMemo(() => {
    if (original === null || copy === null || shown.reading.kind !== 'read') return null;
    const altered = alteredFields(copy, original);
    const checked = checkCase(inputOfCopy(copy, original, shown.input, shown.reading.chain));
    // The untampered run's rule, so that both runs are compared under one.
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

/** For each sibling of the proof, in its order, the level on which it stands. */
export function siblingLevels(shown: ProofCase): readonly number[] {
  const scheme = drawnPathScheme(shown);
  if (shown.reading.kind !== 'read' || scheme === null) return [];
  const { steps } = rootFromInclusionProof(shown.reading.proof, scheme);
  const levels = steps.filter(({ sibling }) => sibling !== null).map(({ level }) => level);
  return scheme.order === 'leaf-to-root' ? levels : levels.reverse();
}
