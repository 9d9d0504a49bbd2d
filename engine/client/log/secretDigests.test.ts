import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { builtPrograms } from '../../testing/builtPrograms.ts';
import { createSecretDigests } from './secretDigests.ts';

it('finds each of many secrets wherever it is, and nothing else', () => {
  const digests = createSecretDigests();
  const secrets = Array.from({ length: 50 }, (_, n) => `sk-${String(n)}-${'x'.repeat(n)}-end`);
  for (const secret of secrets) digests.add(secret);
  for (const secret of secrets) {
    expect(digests.clean(secret, '*')).toBe('*');
    expect(digests.clean(`${secret} and ${secret}`, '*')).toBe('* and *');
    expect(digests.clean(secret.slice(1), '*')).toBe(secret.slice(1));
  }
});

it('removes secrets that overlap, and leaves a text without one unchanged', () => {
  const digests = createSecretDigests();
  digests.add('abcdefgh');
  digests.add('efghijkl');
  expect(digests.clean('1abcdefghijkl2', '*')).toBe('1*2');
  const other = String.raw`C:\new\u0041 100% &amp; é`;
  expect(digests.clean(other, '*')).toBe(other);
});

it('holds no secret in memory', async () => {
  const module = pathToFileURL(path.join(await builtPrograms(), 'secret-digests.js')).href;
  const program = `
    import { getHeapSnapshot } from 'node:v8';
    import { text } from 'node:stream/consumers';
    const { createSecretDigests } = await import(${JSON.stringify(module)});
    const parts = [Math.random().toString(36), Math.random().toString(36)];
    const digests = createSecretDigests();
    const add = () => digests.add(parts.join('/'));
    add();
    const heap = await text(getHeapSnapshot());
    console.log(heap.includes(parts[0]), heap.includes(parts.join('/')), digests.clean(parts.join('/'), '*'));
  `;
  // The parts are in memory, so that a secret there would be found.
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })).toBe(
    'true false *\n',
  );
});
