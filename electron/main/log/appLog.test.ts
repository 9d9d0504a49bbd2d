import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAppLog } from './appLog.ts';
import { createSecretDigests } from '../../../engine/client/log/secretDigests.ts';

let parent = '';
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'atom-explorer-log-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const secret = 'am_live_9f8+7/e6d5==';

function openLog(options: { readonly mostBytes?: number } = {}) {
  const echoed: string[] = [];
  const log = createAppLog({
    folder: path.join(parent, 'logs'),
    echo: (line) => echoed.push(line),
    ...options,
  });
  return { log, echoed, written: () => readFile(log.file, 'utf8') };
}

describe('the log file', () => {
  it('contains the message, the stack, and the causes of an error', async () => {
    const { log, written } = openLog();
    log.write('error', 'Could not open the known keys.', new Error('outer', { cause: new Error('inner') }));
    const text = await written();
    expect(text).toMatch(/^\d{4}-\d\d-\d\d .*\[error\] Could not open the known keys\. Error: outer/);
    expect(text).toContain('appLog.test.ts');
    expect(text).toContain('caused by: Error: inner');
  });

  it('can be cleared, with the full file before it, and written again', async () => {
    const { log, written } = openLog({ mostBytes: 10 });
    log.write('info', 'Long enough to fill it.');
    log.write('info', 'In the next file.');
    expect(await readdir(path.dirname(log.file))).toHaveLength(2);
    log.clear();
    expect(await readdir(path.dirname(log.file))).toEqual([]);
    log.write('info', 'Afterwards.');
    expect(await written()).toContain('Afterwards.');
  });

  it('is readable only by its owner', async () => {
    const { log } = openLog();
    log.write('info', 'Started.');
    expect((await stat(log.file)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  });

  it.each([
    ['as it is', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded in lower case', encodeURIComponent(secret).toLowerCase()],
    ['with an escaped slash', secret.replace('/', String.raw`\/`)],
    ['with escapes', [...secret].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')],
    ['in base64', Buffer.from(`Bearer ${secret}`).toString('base64')],
    ['in base64url', Buffer.from(`x${secret}`).toString('base64url')],
    ['in hex', Buffer.from(secret).toString('hex')],
    ['inside JSON', JSON.stringify({ x: secret })],
    ['in a header', `Authorization: Bearer ${secret}`],
  ])('never contains a hidden secret: %s', async (_, text) => {
    const { log, echoed, written } = openLog();
    const secrets = createSecretDigests();
    log.cleanWith(secrets.clean);
    secrets.add(secret);
    log.write('error', `Failed: ${text}`, new Error(text));
    for (const place of [await written(), echoed.join('\n')]) {
      expect(place).toContain('[removed]');
      expect(place).not.toContain(secret);
      for (const form of [
        encodeURIComponent(secret),
        'am_live',
        '9f8+7',
        'e6d5',
        'YW1fbGl2',
        'u005f',
        '%2b',
        '616d5f6c',
      ])
        expect(place).not.toContain(form);
    }
  });

  it.each([
    'Authorization: Bearer unknown-key-123',
    '{"authorization":"Bearer unknown-key-123"}',
    "headers: { 'x-api-key': 'unknown-key-123' }",
    'https://user:unknown-key-123@example.com/',
  ])('removes apparent credentials even if they were not registered: %s', async (text) => {
    const { log, written } = openLog();
    log.write('error', text);
    expect(await written()).not.toContain('unknown-key-123');
  });

  it('contains nothing of an error except its stack and causes', async () => {
    const { log, written } = openLog();
    log.write('error', 'Refused.', Object.assign(new Error('no'), { request: { body: 'a private value' } }));
    expect(await written()).not.toContain('a private value');
  });

  it('does not treat % as a format, and removes escape sequences', async () => {
    const { log, written } = openLog();
    log.write('error', 'at 100 %s of %d \u001b[31mred', 'x');
    expect(await written()).toContain('at 100 %s of %d \uFFFD[31mred x');
  });

  it('is renamed when it is full, and only one such file is kept', async () => {
    const { log, written } = openLog({ mostBytes: 2_000 });
    for (let count = 0; count < 100; count += 1) log.write('info', `Line ${String(count)} ${'x'.repeat(80)}`);
    expect((await readdir(path.dirname(log.file))).sort()).toEqual(['main.log', 'main.old.log']);
    expect((await written()).length).toBeLessThan(2_500);
    expect(await written()).toContain('Line 99');
  });

  it('limits the length of an entry', async () => {
    const { log, written } = openLog();
    log.write('error', 'x'.repeat(1_000_000));
    expect((await written()).length).toBeLessThan(20_000);
  });

  it('does not fail if its folder cannot be created', async () => {
    await writeFile(path.join(parent, 'logs'), 'a file in the way');
    const { log, echoed } = openLog();
    expect(() => log.write('error', 'Still said.')).not.toThrow();
    expect(echoed.at(-1)).toBe('Still said.');
    expect(echoed[0]).toContain('Could not write the log file');
  });
});
