import { cutText } from '#shared/text/cutText.ts';

/** How much is shown of an unreadable record, in UTF-16 units. */
export const longestText = 1_000;
/** Longest UTF-8 character, in bytes. */
const widest = 4;

/** Enough bytes for `textStart`. */
export const textStartBytes = longestText * widest;

/** The beginning of a UTF-8 text. */
export function textStart(bytes: Buffer): string {
  return cutText(bytes.subarray(0, textStartBytes).toString('utf8'), longestText);
}
