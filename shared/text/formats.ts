/** How times and numbers are written in words for people. Files, exports, and reports do not depend on it. */
export interface TextFormats {
  /** The time zone of this computer, or UTC. Both name the offset. */
  readonly zone: 'local' | 'utc';
  /** `2026-11-20`, `20 Nov 2026`, or `Nov 20, 2026`. */
  readonly date: 'iso' | 'dayFirst' | 'monthFirst';
  /** `1,234.5`, `1 234.5`, `1.234,5`, or `1234.5`. */
  readonly number: 'comma' | 'space' | 'point' | 'none';
}

export const firstFormats: TextFormats = { zone: 'local', date: 'iso', number: 'comma' };

/** One for the whole program, because nearly every text function writes a time or a number. */
let current = firstFormats;

export function textFormats(): TextFormats {
  return current;
}

/** For the program that people look at: the window. Everything else writes in the first formats. */
export function setTextFormats(formats: TextFormats): void {
  current = formats;
}
