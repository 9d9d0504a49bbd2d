import { expect, it } from 'vitest';
import { painted } from './colors.ts';
import { progressWords } from './jobProgress.ts';
import { createProgressLine } from './progressLine.ts';
import { runCli } from './runCli.ts';

it('colors the first line of a result on a terminal only, and not with NO_COLOR', () => {
  const terminal = { isTTY: true };
  expect(painted('Verified\nmore', 'good', terminal, {})).toBe('\u001B[32mVerified\u001B[39m\nmore');
  for (const [stream, env] of [
    [{}, {}],
    [terminal, { NO_COLOR: '1' }],
    [terminal, { TERM: 'dumb' }],
  ] as const)
    expect(painted('Failed', 'bad', stream, env)).toBe('Failed');
  expect(painted('Failed', 'bad', terminal, { NO_COLOR: '' })).toContain('\u001B[31m');
  expect(painted('text', undefined, terminal, {})).toBe('text');
});

it('draws progress over itself on a terminal, at most ten times a second, and nowhere else', () => {
  const written: string[] = [];
  let now = 0;
  const line = createProgressLine(
    { isTTY: true, columns: 30, write: (text) => written.push(text) },
    () => now,
  );
  line.show('1 of 9 keys');
  now += 50;
  line.show('2 of 9 keys');
  now += 50;
  line.show(`3 of 9 keys ${'x'.repeat(50)}`);
  line.clear();
  line.clear();
  expect(written).toEqual(['\r\u001B[K1 of 9 keys', `\r\u001B[K3 of 9 keys ${'x'.repeat(17)}`, '\r\u001B[K']);
  const pipe = createProgressLine({ write: (text) => written.push(text) }, () => now);
  pipe.show('4 of 9 keys');
  pipe.show(null);
  expect(written).toHaveLength(3);
});

it('says the rate and the remaining time once they are known', () => {
  const steps = { done: 1_200, total: 5_000, unit: 'key', more: '' };
  expect(progressWords({ ...steps, perSecond: 300 })).toBe('1,200 of 5,000 keys, 300/s, about 13 s left');
  expect(progressWords({ ...steps, perSecond: null })).toBe('1,200 of 5,000 keys');
  expect(progressWords({ ...steps, total: null, perSecond: 0 })).toBe('1,200 keys, 0/s');
});

it('leaves out notes and progress with --quiet, and nothing else', async () => {
  const told: string[] = [];
  const world = {
    print: () => undefined,
    complain: (line: string) => told.push(line),
    readStdin: async () => new Uint8Array(),
  };
  expect(await runCli(['--quiet', 'inspect'], world)).toBe(2);
  expect(told).toHaveLength(1);
  // After --, it is the name of a file.
  expect(await runCli(['verify', '--', '--quiet'], world)).toBe(2);
  expect(told[1]).toContain('File not found: --quiet');
});
