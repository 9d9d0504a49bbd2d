/** What a number means by its format. A duration may have more than 24 hours. */
export type NumberMeaning = 'number' | 'date' | 'time' | 'date-time' | 'duration';

/** The built-in formats that are dates or times; 27 to 36 and 50 to 58 are dates in East Asian versions. */
export function builtInMeaning(id: number): NumberMeaning {
  if (id >= 14 && id <= 17) return 'date';
  if (id >= 18 && id <= 21) return 'time';
  if (id === 22) return 'date-time';
  if (id >= 27 && id <= 31) return 'date';
  if (id === 32 || id === 33) return 'time';
  if (id === 34 || id === 35) return 'time';
  if (id === 36 || (id >= 50 && id <= 54) || id === 57 || id === 58) return 'date';
  if (id === 55 || id === 56) return 'time';
  if (id === 45 || id === 47) return 'time';
  return id === 46 ? 'duration' : 'number';
}

/** Of a format such as `yyyy-mm-dd hh:mm`. Only its first section counts: the others are for negative numbers, zero, and text. */
export function meaningOfFormat(code: string): NumberMeaning {
  const bare = withoutText(code);
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return 'duration';
  const letters = bare
    .replace(/\[[^\]]*\]/g, '')
    // Fractions of a second.
    .replace(/s\.0+/gi, 's')
    .replace(/am\/pm|a\/p/gi, 'h');
  const [section = ''] = letters.split(';', 1);
  if (/general/i.test(section) || /[0#?@]/.test(section)) return 'number';
  const hasTime = /[hs]/i.test(section);
  const hasDate = /[ydbg]/i.test(section) || (/m/i.test(section) && !hasTime);
  if (hasDate) return hasTime ? 'date-time' : 'date';
  return hasTime ? 'time' : 'number';
}

/** Without quoted text, escaped characters, and the characters that fill or leave room. */
function withoutText(code: string): string {
  return code.replace(/"[^"]*"|\\.|[_*]./g, '');
}
