import { findSensitiveContent, type SensitiveFinding } from '#shared/safety/sensitiveContent.ts';
import { isBrokenJson } from '#shared/text/jsonLike.ts';
import { hasLoneSurrogate } from '#shared/text/surrogates.ts';
import { utf8Bytes } from '../../ui/utf8.ts';
import { createReplacer, type FindChoice, type UnusableChoice } from '#shared/text/replacing.ts';

/** A value that replacing changes. */
export interface ValueChange {
  /** Of the value in the list. */
  readonly index: number;
  readonly value: string;
  /** Of replacements; 0 if it gets its previous value. */
  readonly count: number;
  /** Of the new value, in UTF-8. */
  readonly bytes: number;
  /** What looks like a credential in the new value. */
  readonly sensitive: SensitiveFinding | null;
  /** It cannot be sent: it contains an unpaired surrogate. */
  readonly hasHalf: boolean;
  /** It begins like JSON but is invalid, unlike the value before. */
  readonly breaksJson: boolean;
}

export type ReplaceAnswer =
  | {
      readonly kind: 'replaced';
      readonly changes: readonly ValueChange[];
      /** Values with matches that stay the same, because the replacement is the same text. */
      readonly unchanged: number;
    }
  | ({ readonly kind: 'unusable' } & UnusableChoice)
  /** The new values together would be too large. */
  | { readonly kind: 'too-large' };

/** Limit for all new values together, in UTF-16 units. */
const mostReplaced = 32 * 1024 * 1024;

/** Replaces in all values, and checks the new ones. */
export function replaceInValues(
  values: readonly string[],
  choice: FindChoice,
  most = mostReplaced,
): ReplaceAnswer {
  const replacer = createReplacer(choice);
  if (typeof replacer !== 'function') return { kind: 'unusable', ...replacer };
  const changes: ValueChange[] = [];
  let unchanged = 0;
  let length = 0;
  for (const [index, before] of values.entries()) {
    let replaced;
    try {
      replaced = replacer(before);
    } catch (caught) {
      // JavaScript limits the length of a text to some hundred million characters.
      if (caught instanceof RangeError) return { kind: 'too-large' };
      throw caught;
    }
    const { value, count } = replaced;
    if (count === 0) continue;
    if (value === before) {
      unchanged += 1;
      continue;
    }
    length += value.length;
    if (length > most) return { kind: 'too-large' };
    changes.push(changeTo(value, { index, before, count }));
  }
  return { kind: 'replaced', changes, unchanged };
}

/** A value that becomes another, with what is to be known about it. */
export function changeTo(
  value: string,
  { index, before, count }: Pick<ValueChange, 'index' | 'count'> & { readonly before: string },
): ValueChange {
  return {
    index,
    value,
    count,
    bytes: utf8Bytes(value),
    sensitive: findSensitiveContent(value),
    hasHalf: hasLoneSurrogate(value),
    breaksJson: isBrokenJson(value) && !isBrokenJson(before),
  };
}
