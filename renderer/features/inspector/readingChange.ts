import type { AtomReading } from '#shared/domain/atom.ts';
import { claimedRoot } from '#shared/merkle/proofReading.ts';
import type { Json } from '#shared/domain/json.ts';
import { verdictPhrases } from '#shared/text/verdictNames.ts';

/** How a new reading of an atom differs from the previous one. */
export interface ReadingChange {
  readonly tone: 'same' | 'changed' | 'alarming';
  readonly words: string;
}

export function describeChange(before: AtomReading, after: AtomReading): ReadingChange {
  const content = describeContent(before, after);
  const was = before.verdict.status;
  const is = after.verdict.status;
  if (was === is) return content;
  return {
    tone: is === 'red' ? 'alarming' : content.tone === 'same' ? 'changed' : content.tone,
    words: `${content.words} The verdict changed from “${verdictPhrases[was]}” to “${verdictPhrases[is]}”.`,
  };
}

function describeContent(before: AtomReading, after: AtomReading): ReadingChange {
  const sameValue = before.value === after.value;
  const valueWords = sameValue ? 'The value is the same.' : 'The value changed.';
  if (before.version === null || after.version === null) {
    return sameValue
      ? { tone: 'same', words: `${valueWords}${rootWords(before, after)}` }
      : { tone: 'changed', words: valueWords };
  }
  if (after.version < before.version) {
    return {
      tone: 'alarming',
      words: `The version went back: ${before.version} → ${after.version}. ${valueWords}`,
    };
  }
  if (after.version > before.version) {
    return { tone: 'changed', words: `Version ${before.version} → ${after.version}. ${valueWords}` };
  }
  if (!sameValue) {
    return {
      tone: 'alarming',
      words: `Still version ${after.version}, but with a different value. A version should never change.`,
    };
  }
  return {
    tone: 'same',
    words: `Still version ${after.version}, with the same value.${rootWords(before, after)}`,
  };
}

function rootWords(before: AtomReading, after: AtomReading): string {
  const earlier = rootHashOf(before.proof);
  const later = rootHashOf(after.proof);
  return earlier === null || later === null || earlier === later
    ? ''
    : ' The proof now leads to a different root.';
}

/** The root that a proof claims, in lowercase hex; null if it claims none. */
export function rootHashOf(proof: Json): string | null {
  return claimedRoot(proof)?.rootHash ?? null;
}
