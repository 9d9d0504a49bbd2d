/**
 * Text from a service, made safe to look at. Characters that cannot be seen, or that change how their
 * neighbors are shown, are named instead of obeyed.
 */
export type TextPiece =
  | { readonly kind: 'plain'; readonly text: string }
  /** One hidden character: `shown` in its place, `name` for the tooltip. */
  | { readonly kind: 'hidden'; readonly shown: string; readonly name: string };

const names: ReadonlyMap<number, string> = new Map([
  [0x00a0, 'no-break space'],
  [0x00ad, 'soft hyphen'],
  [0x034f, 'combining grapheme joiner'],
  [0x061c, 'Arabic letter mark'],
  [0x115f, 'Hangul choseong filler'],
  [0x1160, 'Hangul jungseong filler'],
  [0x17b4, 'Khmer inherent vowel'],
  [0x17b5, 'Khmer inherent vowel'],
  [0x180e, 'Mongolian vowel separator'],
  [0x200b, 'zero width space'],
  [0x200c, 'zero width non-joiner'],
  [0x200d, 'zero width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'end of bidi formatting'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'end of isolate'],
  [0x2800, 'blank braille pattern'],
  [0x3164, 'Hangul filler'],
  [0xffa0, 'halfwidth Hangul filler'],
  [0xfeff, 'byte order mark'],
]);

// Abbreviations instead of the pictures at U+2400, which many fonts lack.
const controls =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );

const shownSpace = '␣';
/**
 * Cc control, Cf format (bidi, zero width, tags), Cs lone surrogates, every separator but the plain space, all that Unicode
 * says to show as nothing (fillers, variation selectors, joiners), and the two symbols that are blank by design: the
 * empty braille cell and the null notehead.
 */
const hiddenCharacter =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]|(?! )\p{Zs}/u;
/** Characters that U+FE0F turns from a text symbol into a picture; after any other it changes nothing that can be seen. */
const beforePictureSelector = /(?![\d#*])(?!\p{Emoji_Presentation})\p{Emoji}$/u;
const beforeKeycap = /[\d#*]$/u;
// Not one class: V8 from 14.6 (Chromium 150) then does not find characters above U+FFFF at the end.
const beforeJoiner = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u;
const afterJoiner = /^\p{Extended_Pictographic}/u;

function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

function hidden(character: string): TextPiece {
  const codePoint = character.codePointAt(0) ?? 0;
  const code = codePointName(codePoint);
  if (codePoint === 0x20) return { kind: 'hidden', shown: shownSpace, name: `space (${code})` };
  const control = codePoint === 0x7f ? 'DEL' : controls[codePoint];
  if (control !== undefined) {
    return { kind: 'hidden', shown: control, name: `control character ${control} (${code})` };
  }
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) {
    return { kind: 'hidden', shown: code, name: `unpaired surrogate (${code})` };
  }
  return { kind: 'hidden', shown: code, name: `${nameOf(codePoint)} (${code})` };
}

function nameOf(codePoint: number): string {
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return `variation selector ${codePoint - 0xfe00 + 1}`;
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return `variation selector ${codePoint - 0xe0100 + 17}`;
  return names.get(codePoint) ?? 'invisible character';
}

export interface VisibleTextOptions {
  /** Show spaces at the start, which would look like nothing. */
  readonly markLeading?: boolean;
  /** Show spaces at the end. */
  readonly markTrailing?: boolean;
  /** Leave line feeds and tabs alone, for text that is shown over several lines. */
  readonly keepLines?: boolean;
}

/** Splits text into what can be shown as it is and what must be named. Never loses a character. */
export function visiblePieces(text: string, options: VisibleTextOptions = {}): readonly TextPiece[] {
  const firstInk = options.markLeading === true ? (/[^ ]/.exec(text)?.index ?? text.length) : 0;
  const lastInk = options.markTrailing === true ? text.replace(/ +$/, '').length : text.length;
  const pieces: TextPiece[] = [];
  let plain = '';
  let offset = 0;
  const flush = (): void => {
    if (plain !== '') pieces.push({ kind: 'plain', text: plain });
    plain = '';
  };
  for (const character of text) {
    const end = offset + character.length;
    const isEdgeSpace = character === ' ' && (offset < firstInk || offset >= lastInk);
    const isKeptLine = options.keepLines === true && (character === '\n' || character === '\t');
    // A joiner between two pictures makes one emoji of them and hides nothing.
    const isEmojiJoiner =
      character === '\u200D' && beforeJoiner.test(plain) && afterJoiner.test(text.slice(end, end + 2));
    const isPictureSelector =
      character === '\uFE0F' &&
      (beforePictureSelector.test(plain) || (beforeKeycap.test(plain) && text[end] === '\u20E3'));
    const isShown = isKeptLine || isEmojiJoiner || isPictureSelector;
    if (isEdgeSpace || (hiddenCharacter.test(character) && !isShown)) {
      flush();
      pieces.push(hidden(character));
    } else {
      plain += character;
    }
    offset = end;
  }
  flush();
  return pieces;
}

/** The pieces as one line, for tooltips and accessible names: hidden characters as `[U+202E]`. */
export function visibleLine(text: string): string {
  return visiblePieces(text, { markLeading: true, markTrailing: true })
    .map((piece) => {
      if (piece.kind === 'plain') return piece.text;
      return piece.shown === shownSpace ? shownSpace : `[${piece.shown}]`;
    })
    .join('');
}

/** A single segment longer than this has a head too, where it can be cut between any two characters. */
const longestWhole = 16;
const tailOfWhole = 10;
const printableAscii = /^[ -~]*$/;

/**
 * Where to cut a key that does not fit: `tail` is what must stays visible, its last segment (from the last
 * dot) or, if that is longer than `longestTail` characters or all there is, as much of its end. `head + tail` is the key.
 */
export function splitKey(key: string, longestTail = 28): { readonly head: string; readonly tail: string } {
  const dot = key.lastIndexOf('.');
  const segment = dot <= 0 ? key : key.slice(dot);
  if (dot <= 0 && key.length > longestWhole && printableAscii.test(key))
    return { head: key.slice(0, -tailOfWhole), tail: key.slice(-tailOfWhole) };
  if (segment.length <= longestTail)
    return { head: key.slice(0, key.length - segment.length), tail: segment };
  let cut = key.length - longestTail;
  const unit = key.charCodeAt(cut);
  if (unit >= 0xdc00 && unit <= 0xdfff) cut -= 1;
  return { head: key.slice(0, cut), tail: key.slice(cut) };
}

const word = /\p{L}+/gu;
const latin = /\p{Script=Latin}/u;
const lookAlikeScripts = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Words that mix Latin letters with letters of a script that has look-alikes of them, such as Cyrillic `а`. */
export function mixedScriptWords(text: string): readonly string[] {
  return mixedScriptPlaces(text).map((place) => place.text);
}

/** The same words with where they begin, in UTF-16 units. */
export function mixedScriptPlaces(text: string): readonly { readonly at: number; readonly text: string }[] {
  return [...text.matchAll(word)]
    .filter(([found]) => latin.test(found) && lookAlikeScripts.test(found))
    .map(({ 0: found, index }) => ({ at: index, text: found }));
}
