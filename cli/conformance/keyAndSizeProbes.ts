import { quoteText } from '#shared/text/phrases.ts';
import {
  responseWords,
  atomOf,
  bodyOf,
  checkRefusal,
  get,
  keepSample,
  largestAccepted,
  post,
  unreadWords,
  type Context,
} from './context.ts';
import type { JsonObject } from '#shared/serviceFacts/jsonPlaces.ts';
import type { Answer } from './probe.ts';

type Writing = NonNullable<Context['writing']>;

/** Possible content of a key, after the prefix. */
const oddNames: readonly (readonly [name: string, words: string])[] = [
  ['with space', 'a space'],
  ['sl/ash', 'a slash'],
  ['per%cent', 'a percent sign'],
  ['a?b#c', 'a question mark and a hash'],
  ['back\\slash', 'a backslash'],
  ['up/../down', 'two dots between slashes'],
  ['emoji.\u{1F33F}', 'an emoji'],
  ['bidi.\u202e', 'a right-to-left override'],
  ['nul.\0', 'a zero byte'],
  ['line\nfeed', 'a line feed'],
];

/** Section 2, gaps: which keys are allowed, and whether they are returned unchanged. */
export async function probeKeys(context: Context, writing: Writing): Promise<void> {
  const accepted: string[] = [];
  const refused: string[] = [];
  const unread: string[] = [];
  for (const [name, words] of oddNames) {
    const key = `${writing.prefix}${name}`;
    const answer = await post(context, '/atoms', { key, value: words }, writing.apiKey);
    if (!isStored(answer)) {
      refused.push(`${words} (${responseWords(answer)})`);
      continue;
    }
    accepted.push(words);
    const read = await get(context, key);
    const atom = atomOf(read, key);
    if (atom !== null) keepSample(context, key, atom);
    else unread.push(`${words}, ${unreadWords(key, read)}`);
  }
  // If not even this one is accepted, the unusual characters are not the cause.
  const plainKey = `${writing.prefix}plain`;
  await post(context, '/atoms', { key: plainKey, value: 'plain' }, writing.apiKey);
  const isPlainRead = atomOf(await get(context, plainKey), plainKey) !== null;
  context.report.gap(
    'key-characters',
    `accepted: ${listOr(accepted, 'none')}; refused: ${listOr(refused, 'none')}`,
    { accepted, refused },
  );
  context.report.check(
    '4.2 retrieve',
    'an accepted key can be read as one path segment',
    isPlainRead ? unread.length === 0 : 'unchecked',
    isPlainRead
      ? unread.length === 0
        ? `${accepted.length} unusual keys`
        : `not: ${unread.join('; ')}`
      : `${quoteText(plainKey)} also cannot be read`,
  );

  const composed = `${writing.prefix}form.\u00e9`;
  const decomposed = `${writing.prefix}form.e\u0301`;
  const isBothStored =
    isStored(await post(context, '/atoms', { key: composed, value: 'composed' }, writing.apiKey)) &&
    isStored(await post(context, '/atoms', { key: decomposed, value: 'decomposed' }, writing.apiKey));
  const areTwo = isBothStored
    ? areTwoKeys(
        bodyOf(await get(context, composed)),
        bodyOf(await get(context, decomposed)),
        composed,
        decomposed,
      )
    : null;
  context.report.gap(
    'key-unicode',
    areTwo === null ? null : areTwo ? 'are different keys' : 'are the same key',
    areTwo,
  );

  const length = await largestAccepted(64, 16_384, async (bytes) => {
    const key = `${writing.prefix}${'k'.repeat(Math.max(0, bytes - writing.prefix.length))}`;
    return isStored(await post(context, '/atoms', { key, value: 'x' }, writing.apiKey));
  });
  context.report.gap(
    'key-length',
    length === null
      ? null
      : length.refused === null
        ? `at least ${byteWords(length.accepted)}`
        : byteWords(length.accepted),
    length === null ? null : { ...length },
  );
}

/** Section 8: how large a value may be. */
export async function probeValueSize(context: Context, writing: Writing): Promise<void> {
  const key = `${writing.prefix}size`;
  let refusal: Answer | null = null;
  const size = await largestAccepted(256, 2 * 1024 * 1024, async (length) => {
    const answer = await post(
      context,
      '/atoms',
      { key, value: 'calm '.repeat(length / 5 + 1).slice(0, length) },
      writing.apiKey,
    );
    if (!isStored(answer)) refusal = answer;
    return isStored(answer);
  });
  context.report.gap(
    'value-size',
    size === null
      ? null
      : size.refused === null
        ? `at least ${byteWords(size.accepted)}`
        : byteWords(size.accepted),
    size === null ? null : { ...size },
  );
  const rule = 'storing a value above the limit returns 413 PAYLOAD_TOO_LARGE';
  if (refusal === null)
    context.report.check('8 limits', rule, 'unchecked', 'no value was refused as too large');
  else checkRefusal(context, '8 limits', rule, refusal, 413, 'PAYLOAD_TOO_LARGE');
}

function isStored(answer: Answer): boolean {
  return answer.ok && answer.status >= 200 && answer.status < 300;
}

/** Judged by the returned keys; null if they do not show it. */
function areTwoKeys(
  first: JsonObject | null,
  second: JsonObject | null,
  composed: string,
  decomposed: string,
): boolean | null {
  const [one, other] = [first?.['key'], second?.['key']];
  if (one === composed && other === decomposed) return true;
  return typeof one === 'string' && one === other ? false : null;
}

function byteWords(count: number): string {
  return `${count.toLocaleString('en')} bytes`;
}

function listOr(items: readonly string[], otherwise: string): string {
  return items.length === 0 ? otherwise : items.join(', ');
}
