import { expect, it } from 'vitest';
import { parseStartArguments } from './startArguments.mjs';

const nothing = { smoke: false, official: false, help: false, app: undefined, forApp: [] };

it('passes unknown arguments to the app', () => {
  expect(parseStartArguments(['--official', '--user-data-dir=/tmp/profile'])).toEqual({
    ...nothing,
    official: true,
    forApp: ['--user-data-dir=/tmp/profile'],
  });
});

it('passes everything after a separator to the app, even known options', () => {
  expect(parseStartArguments(['--lang=de', '--', '--smoke'])).toEqual({
    ...nothing,
    forApp: ['--lang=de', '--smoke'],
  });
});

it.each([
  ['two arguments', ['--smoke', '--app', 'dist/app']],
  ['one argument', ['--app=dist/app', '--smoke']],
])('accepts the path of a packaged app as %s', (_, args) => {
  expect(parseStartArguments(args)).toEqual({ ...nothing, smoke: true, app: 'dist/app' });
});
