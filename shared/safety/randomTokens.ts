/** Where something that looks like random key material stands; UTF-16 offsets, `end` exclusive. */
export interface TokenSpan {
  readonly start: number;
  readonly end: number;
}

/** Shorter tokens are weak evidence, and nanoids (21 characters) are common. */
const shortestToken = 24;
/** Bits per character (Shannon, over the token's own characters). Words and dates stay well below. */
const leastEntropy = 3.6;
/** Mean length of a run of one kind of character. Random base62 has about 2, base32 3; words and their compounds more. */
const longestMeanPiece = 4.2;
/** Share of neighbouring letters that are common neighbors in words. Random letters have 0.18, identifiers 0.6. */
const mostCommonPairs = 0.4;

const commonPairs = new Set(
  (
    'th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ' +
    'ra ld ur me ne li ro ri io ic ll co be ma ta el ho us tr ec om il ch no ce la di un ge ut pe ca ac em ss so ' +
    'ow ns rs ot po pr ct ad id am ly ke wi pa ul sh mo ai ol ee tt lo ie su wa ir sp fo ay im do we ev ts wh ia ' +
    'ig iv ck ex ep op ap by'
  ).split(' '),
);

const candidate = /[A-Za-z0-9+/_-]{24,}={0,2}/g;

/** Text that may contain long random runs without being a secret. */
const harmless = new RegExp(
  [
    // Addresses and data URIs, up to where the text around them continues.
    String.raw`(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{0,31}:\/\/[^\s"'\x60<>]+`,
    String.raw`(?<![A-Za-z0-9])data:[a-z]{1,16}\/[a-z0-9.+-]{1,64}[;,][^\s"'\x60<>]+`,
    // Certificates and public keys, in PEM and as SSH writes them.
    String.raw`-----BEGIN (?:CERTIFICATE|(?:[A-Z0-9]{1,16} )?PUBLIC KEY)-----[A-Za-z0-9+/=\s\\]+-----END`,
    String.raw`(?<![A-Za-z0-9+/])AAAA(?:[BC]3NzaC1|E2VjZHNh)[A-Za-z0-9+/]+`,
    // Integrity digests.
    String.raw`(?<![A-Za-z0-9])sha(?:256|384|512)-[A-Za-z0-9+/]{43,88}`,
  ].join('|'),
  'g',
);

/** The long unbroken tokens that look random, in their order. Linear in the length of the value. */
export function* randomTokens(value: string): Generator<TokenSpan, void, void> {
  const spans = harmlessSpans(value);
  let next = 0;
  for (const match of value.matchAll(candidate)) {
    const start = match.index;
    const end = start + match[0].length;
    while ((spans[next]?.end ?? Infinity) <= start) next += 1;
    const isCovered = (spans[next]?.start ?? Infinity) < end;
    if (!isCovered && looksRandom(match[0].replace(/=+$/, ''))) yield { start, end };
  }
}

function harmlessSpans(value: string): readonly TokenSpan[] {
  return [...value.matchAll(harmless)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function looksRandom(token: string): boolean {
  const separators = token.length - token.replace(/[-_/+]/g, '').length;
  // Base64 has a separator in 32 characters; slugs, paths, part numbers, and dates have one in 8 or more.
  if (separators * 8 > token.length) return token.split(/[-_/+]/).some(isRandomRun);
  return isRandomRun(token);
}

function isRandomRun(run: string): boolean {
  return (
    run.length >= shortestToken &&
    /[0-9]/.test(run) &&
    !isPlain(run) &&
    entropyOf(run) >= leastEntropy &&
    meanPiece(run) <= longestMeanPiece &&
    commonPairShare(run) < mostCommonPairs &&
    !isBase64OfText(run)
  );
}

/** Made of words, numbers, and hex only (a git SHA, a digest, `chunk-3f2a9c`), or a known public identifier. */
function isPlain(run: string): boolean {
  const parts = run.split(/[-_/+]/);
  return (
    parts.every((part) => /^(?:0x)?(?:[0-9a-f]*|[0-9A-F]*|[A-Za-z]*)$/.test(part)) || isPublicIdentifier(run)
  );
}

/** ULIDs and content identifiers (IPFS). */
function isPublicIdentifier(run: string): boolean {
  return /^(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|Qm[1-9A-HJ-NP-Za-km-z]{44}|bafy[a-z2-7]{55})$/.test(run);
}

function entropyOf(run: string): number {
  const counts = new Map<string, number>();
  for (const character of run) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / run.length) * Math.log2(count / run.length);
  return bits;
}

function meanPiece(run: string): number {
  const pieces = run.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+/g) ?? [];
  return pieces.reduce((sum, piece) => sum + piece.length, 0) / pieces.length;
}

function commonPairShare(run: string): number {
  const letters = run.toLowerCase();
  let pairs = 0;
  let common = 0;
  for (let index = 1; index < letters.length; index++) {
    const pair = letters.slice(index - 1, index + 1);
    if (!/^[a-z]{2}$/.test(pair)) continue;
    pairs += 1;
    if (commonPairs.has(pair)) common += 1;
  }
  return pairs === 0 ? 0 : common / pairs;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const sextets: ReadonlyMap<number, number> = new Map(
  [...alphabet, ...'-_'].map((character, index) => [character.charCodeAt(0), index < 64 ? index : index - 2]),
);

/**
 * Whether a run of base64 or base64url (without its padding) is the encoding of readable text: valid UTF-8 in
 * shape, with at most one control character in fifty. Random bytes of any length worth asking about are not.
 */
function isBase64OfText(run: string): boolean {
  let bits = 0;
  let held = 0;
  let continuationsDue = 0;
  let controls = 0;
  let bytes = 0;
  for (let index = 0; index < run.length; index++) {
    bits = ((bits << 6) | (sextets.get(run.charCodeAt(index)) ?? 0)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const byte = (bits >> held) & 0xff;
    bytes += 1;
    if (continuationsDue > 0) {
      if (byte >> 6 !== 0b10) return false;
      continuationsDue -= 1;
    } else if (byte >= 0x80) {
      if (byte < 0xc2 || byte > 0xf4) return false;
      continuationsDue = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    } else if ((byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f) {
      controls += 1;
    }
  }
  return bytes > 0 && controls * 50 <= bytes;
}
