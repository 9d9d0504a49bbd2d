/** What no file system takes, or what would show the name otherwise than it is: controls, direction marks, what is invisible. */
const unusable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<>:"/\\|?*]/gu;
/** Names of devices on Windows, whatever ending follows. */
const reserved =
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])[ .]*(?:\.|$)/iu;
/** Bytes of UTF-8: below what every file system takes, with room for the folder on Windows. */
const longest = 160;

/** A name to suggest for a file: no path, and one that every system takes and shows as it is. */
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
