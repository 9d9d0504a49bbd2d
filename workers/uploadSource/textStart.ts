import { cutText } from '#shared/text/cutText.ts';

/** What is shown of a record that cannot be read, in UTF-16 units. */
export const longestText = 1_000;
/** A character takes at most so many bytes of UTF-8. */
const widest = 4;

/** Enough bytes for `textStart`. */
export const textStartBytes = longestText * widest;

/** The beginning of a text that is given in UTF-8. */
export function textStart(bytes: Buffer): string {
  return cutText(bytes.subarray(0, textStartBytes).toString('utf8'), longestText);
}
