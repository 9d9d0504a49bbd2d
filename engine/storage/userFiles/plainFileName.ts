/**
 * Characters that some file systems refuse, or that would make the name look different: controls, direction
 * marks, invisible characters.
 */
const unusable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<>:"/\\|?*]/gu;
/** Device names on Windows, whatever the extension. */
const reserved =
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])[ .]*(?:\.|$)/iu;
/** Bytes of UTF-8: below the limit of every file system, with room for the folder on Windows. */
const longest = 160;

/** A suggested file name: without a path, and accepted and shown as it is by every system. */
export function plainFileName(name: string): string {
  const plain = name
    .replace(unusable, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const hasEnding = dot > 0 && /^\.[A-Za-z0-9]{1,10}$/.test(plain.slice(dot));
  const ending = hasEnding ? plain.slice(dot) : '';
  const stem = cutToBytes(hasEnding ? plain.slice(0, dot) : plain, longest - ending.length).replace(
    /[. ]+$/,
    '',
  );
  const whole = `${stem === '' ? 'atoms' : stem}${ending}`;
  return reserved.test(whole) ? `_${whole}` : whole;
}

function cutToBytes(text: string, most: number): string {
  let bytes = 0;
  let cut = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character, 'utf8');
    if (bytes > most) break;
    cut += character;
  }
  return cut;
}
