import { describe, expect, it } from 'vitest';
import type { HttpResponse } from './httpClient.ts';
import { withoutKeys } from './withoutKeys.ts';

const apiKey = 'sk-live/ab+"cd\\';

async function cleaned(
  body: string | Buffer,
  change: Partial<HttpResponse> = {},
  key: string | null = apiKey,
  alsoRemoves: readonly string[] = [],
): Promise<HttpResponse> {
  const response: HttpResponse = {
    kind: 'answer',
    status: 200,
    retryAfter: null,
    rate: null,
    contentType: 'application/json',
    noted: [],
    body: Buffer.from(body),
    ...change,
  };
  return withoutKeys(response, { apiKey: key, alsoRemoves });
}

const bodyOf = async (...asked: Parameters<typeof cleaned>): Promise<string> =>
  (await cleaned(...asked)).body.toString();

describe('a response with the API key', () => {
  it.each([
    [
      'in a string',
      JSON.stringify({ a: `x ${apiKey} y`, [apiKey]: 1 }),
      '{"a":"x [API key] y","[API key]":1}',
    ],
    ['in codes of any case', String.raw`{"a":"\u0073k-live\/ab\u002B\"cd\\"}`, '{"a":"[API key]"}'],
    [
      'at the end of a string before an escaped quote',
      String.raw`{"a":"sk-live/ab+\"cd\\\"z"}`,
      String.raw`{"a":"[API key]\"z"}`,
    ],
    ['in percent encoding of mixed case', '{"a":"sk-live%2fab%2B%22cd%5c."}', '{"a":"[API key]."}'],
    [
      'in JSON in a string',
      JSON.stringify({ a: JSON.stringify({ b: apiKey }) }),
      String.raw`{"a":"{\"b\":\"[API key]\"}"}`,
    ],
    ['in text that looks like JSON', `{${JSON.stringify(apiKey)} or ${apiKey}`, '{"[API key]" or [API key]'],
    ['in text', `<p>sk-live&#x2F;ab+&quot;cd&#92;</p>`, '<p>[API key]</p>'],
  ])('is without it: %s', async (_where, body, clean) => {
    expect(await bodyOf(body)).toBe(clean);
  });

  it('is otherwise the same, byte by byte', async () => {
    const rest = String.raw` ,"n":1.50e3, "big":12345678901234567890,"e":"\u00e9\/\n\"","é":null ]}`;
    expect(await bodyOf(`{"k":${JSON.stringify(apiKey)}${rest}`)).toBe(`{"k":"[API key]"${rest}`);
    const invalid = Buffer.concat([Buffer.from([0xff, 0xc3]), Buffer.from(apiKey), Buffer.from([0xfe])]);
    expect((await cleaned(invalid)).body).toEqual(
      Buffer.concat([Buffer.from([0xff, 0xc3]), Buffer.from('[API key]'), Buffer.from([0xfe])]),
    );
  });

  it('without it is passed on as it is, whatever escapes it has', async () => {
    const body = Buffer.from(String.raw`{"a":"\u00e9 \/ %2F%e9 &#47; Bearer other-token"}`);
    const response = await cleaned('', { body });
    expect(response.body).toBe(body);
    expect(response.asReceived).toBeUndefined();
  });

  it('has none in its headers and its certificate', async () => {
    const percent = encodeURIComponent(apiKey);
    const response = await cleaned('', {
      retryAfter: percent,
      contentType: apiKey,
      noted: [
        ['ratelimit', `x ${percent}`],
        [`ratelimit-${percent}`.toLowerCase(), '1'],
      ],
      tls: { protocol: 'TLSv1.3', subject: apiKey, issuer: apiKey, validTo: 0 },
    });
    expect(response).toMatchObject({
      retryAfter: '[API key]',
      contentType: '[API key]',
      noted: [
        ['ratelimit', 'x [API key]'],
        ['ratelimit-[API key]', '1'],
      ],
      tls: { subject: '[API key]', issuer: '[API key]' },
    });
  });

  it('is found wherever it is in a long body', async () => {
    const written = encodeURIComponent(apiKey).toLowerCase();
    for (const before of [256 * 1024 - 10, 2 * 1024 * 1024 - 10]) {
      const body = `["${'-'.repeat(before)}${written}${'-'.repeat(300_000)}"]`;
      expect(await bodyOf(body)).toBe(`["${'-'.repeat(before)}[API key]${'-'.repeat(300_000)}"]`);
    }
  });

  it('has none if the request had none, but for one that the service knows', async () => {
    expect(await bodyOf(JSON.stringify({ a: apiKey }), {}, null, [apiKey, 'other-key-1'])).toBe(
      '{"a":"[API key]"}',
    );
    expect(await bodyOf('{"a":"other-key-1"}', {}, apiKey, ['other-key-1'])).toBe('{"a":"[API key]"}');
  });
});

describe('a short API key', () => {
  it('is removed from errors, and stays in data, where it may be a word', async () => {
    const body = '{"a":"abc"}';
    expect(await bodyOf(body, { status: 401 }, 'abc')).toBe('{"a":"[API key]"}');
    expect(await bodyOf(body, {}, 'abc')).toBe(body);
    const hash = `00${Buffer.from('abc').toString('hex')}00`;
    expect(await bodyOf(hash, {}, 'abc')).toBe(hash);
    const encoded = Buffer.from('Bearer abc').toString('base64');
    expect(await bodyOf(encoded, { status: 401 }, 'abc')).not.toContain(encoded);
  });
});

describe('an error', () => {
  it('has nothing in the place of a bearer token', async () => {
    expect(await bodyOf('got "Authorization: Bearer other-token-1"', { status: 400 })).toBe(
      'got "Authorization: Bearer [API key]"',
    );
    expect(await bodyOf('{"message":"got bearer  other-token-1"}', { status: 400 })).toBe(
      '{"message":"got Bearer [API key]"}',
    );
  });
});

it('reads long runs of what may be escapes in little time', async () => {
  const runs = ['\\', '%25', '%', '&#x0', '&#0', '"', '%e2'].map((one) => one.repeat(100_000));
  const startedAt = performance.now();
  for (const run of runs) expect(await bodyOf(`${run}${apiKey}`)).toContain('[API key]');
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
