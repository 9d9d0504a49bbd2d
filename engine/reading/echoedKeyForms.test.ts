import type { ServerResponse } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SeenRequest } from '../client/testing/scriptedServer.ts';
import { readingsId as id, readingsOver, type ReadingsHere } from './testing/readingsOver.ts';

/* Attack G2: a service sends the API key back, written in a way that a search for its characters does not find. */

const apiKey = 'sk/abc-secret-123';
const options = { requestId: 'r', signal: null };
const hex = (character: string): string => character.charCodeAt(0).toString(16);

/** As the content of a JSON string. */
const forms: readonly (readonly [how: string, written: string])[] = [
  ['as it is', apiKey],
  ['with an escaped slash', String.raw`sk\/abc-secret-123`],
  ['with the slash as a code', String.raw`sk\u002fabc-secret-123`],
  ['in codes', [...apiKey].map((one) => `\\u00${hex(one)}`).join('')],
  ['as JSON in JSON', String.raw`{\"authorization\":\"sk\\\/abc-secret-123\"}`],
  ['percent-encoded', 'sk%2Fabc-secret-123'],
  ['percent-encoded in lower case', 'sk%2fabc-secret-123'],
  ['percent-encoded twice', 'sk%252fabc-secret-123'],
  ['percent-encoded in codes', String.raw`sk\u00252fabc-secret-123`],
  ['with every character percent-encoded', [...apiKey].map((one) => `%${hex(one)}`).join('')],
  ['in HTML', 'sk&#x2F;abc-secret-123'],
  ['in base64', Buffer.from(`Bearer ${apiKey}`).toString('base64')],
  ['in base64 with escaped slashes', Buffer.from(`x:${apiKey}`).toString('base64').replaceAll('/', '\\/')],
  ['in base64url', Buffer.from(`Bearer ${apiKey}`).toString('base64url')],
  ['in hex', Buffer.from(apiKey).toString('hex')],
  [
    'in hex in upper case, within a longer text',
    Buffer.from(`Bearer ${apiKey}.`).toString('hex').toUpperCase(),
  ],
  ['in hex in codes', [...Buffer.from(apiKey).toString('hex')].map((one) => `\\u00${hex(one)}`).join('')],
  ['in codes of two digits', [...apiKey].map((one) => `\\\\x${hex(one)}`).join('')],
];

/** Any of these shows a part of the key. */
const traces = [
  'abc-secret',
  'secret-123',
  ...['abc-secret', 'secret-123'].flatMap((part) => [
    [...part].map((one) => `%${hex(one)}`).join(''),
    [...part].map((one) => `u00${hex(one)}`).join('\\'),
    Buffer.from(part).toString('hex'),
    Buffer.from(part).toString('hex').toUpperCase(),
    [...part].map((one) => `x${hex(one)}`).join('\\'),
    [...part].map((one) => `x${hex(one)}`).join('\\\\'),
    ...[0, 1, 2].map((before) =>
      Buffer.concat([Buffer.alloc(before), Buffer.from(part)])
        .toString('base64')
        .slice(before === 0 ? 0 : before + 1, -4),
    ),
  ]),
];

let here: ReadingsHere | null = null;
afterEach(async () => {
  await here?.close();
  here = null;
});

async function filesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map((file) => readFile(path.join(file.parentPath, file.name), 'latin1')),
  );
  return texts.join('\n');
}

function expectNoTrace(text: string): void {
  for (const trace of traces) expect(text).not.toContain(trace);
}

/** Every text of the response repeats the key. */
function echoes(written: string) {
  const proof = `{"leafHash":"${written}","siblings":["${written}"],"rootHash":"${written}","leafIndex":0,"treeSize":1,"${written}":1}`;
  const atom = (key: string): string =>
    `{"key":"${key}","value":"v ${written}","version":1,"hash":"${written}","proof":${proof},"note":"${written}"}`;
  return ({ method, path: place }: SeenRequest, response: ServerResponse): void => {
    const end = (body: string): void => {
      response.setHeader('X-RateLimit-Policy', written);
      response.writeHead(200, { 'Content-Type': `application/json; note="${written}"` }).end(body);
    };
    if (method === 'GET') end(atom('a'));
    else if (place === '/recall')
      end(`{"atoms":[${atom('a')}],"predictions":["p ${written}",{"odd":"${written}"}]}`);
    else if (place === '/batch-access')
      end(`{"atoms":{"a":${atom('a')},"x ${written}":${atom(`x ${written}`)}}}`);
    else if (place === '/batch-atoms') end(`{"atoms":[${atom('a')}],"rootHash":"${written}"}`);
    else end(atom('a'));
  };
}

describe('an API key that a service sends back', () => {
  it.each(forms)('is in no reading, no announcement, no evidence, and no file: %s', async (_how, written) => {
    here = await readingsOver(echoes(written), apiKey);
    const { readings } = here;
    const results = [
      await readings.read(id, 'a', options),
      await readings.readMany(id, ['a', 'b'], options),
      await readings.recall(id, 'q', 2, options),
      await readings.send(id, { key: 'a', value: 'v' }, options),
      await readings.sendBatch(id, [{ key: 'a', value: 'v' }], options),
    ];
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
    expect(JSON.stringify(results)).toContain('[API key]');
    expectNoTrace(JSON.stringify(results));
    expectNoTrace(JSON.stringify(here.announced));
    await here.reopen();
    expectNoTrace(await filesIn(here.folder));
  });

  it.each(forms)('is in no error: %s', async (_how, written) => {
    const bodies = [
      `{"error":{"code":"${written}","message":"m ${written}","reason":"r ${written}","pattern":"${written}","field":"${written}"}}`,
      `no JSON: ${written}`,
    ];
    const unreadable = [`{"key":"a","${written}":1,"value":{}}`, `{"atoms":{"${written}":"${written}"}}`];
    const responses = [
      ...[401, 403, 413, 422, 500].flatMap((status) => bodies.map((body) => ({ status, body }))),
      ...[...bodies, ...unreadable].map((body) => ({ status: 200, body })),
    ];
    let next = responses[0];
    here = await readingsOver(
      (_request, response) => response.writeHead(next?.status ?? 200).end(next?.body),
      apiKey,
    );
    const { readings } = here;
    const results: unknown[] = [];
    for (next of responses) {
      results.push(await readings.send(id, { key: 'a', value: 'v' }, options));
      if (next.status === 200) results.push(await readings.readMany(id, ['a'], options));
    }
    expectNoTrace(JSON.stringify([results, here.announced]));
  });
});
