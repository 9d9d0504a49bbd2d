import { expect, it } from 'vitest';
import { signsOfOtherWrites, type SeenOfWrite } from './otherWrites.ts';

const sound: SeenOfWrite = {
  before: 'there',
  versionBefore: 3,
  version: 4,
  readBack: { version: 4, holdsValue: true },
};

it.each<[string, Partial<SeenOfWrite>, { before: boolean; after: boolean }]>([
  ['one version on, read back as it is', {}, { before: false, after: false }],
  ['a version was passed over', { version: 5, readBack: null }, { before: true, after: false }],
  ['a service that counts in other ways', { version: 3, readBack: null }, { before: false, after: false }],
  [
    'a new atom',
    { before: 'absent', versionBefore: null, version: 1, readBack: null },
    { before: false, after: false },
  ],
  [
    'a new atom that is not',
    { before: 'absent', versionBefore: null, version: 2, readBack: null },
    { before: true, after: false },
  ],
  [
    'not read before',
    { before: 'unread', versionBefore: null, version: 9, readBack: null },
    { before: false, after: false },
  ],
  ['no version answered', { version: null }, { before: false, after: false }],
  ['a later version', { readBack: { version: 5, holdsValue: true } }, { before: false, after: true }],
  [
    'another value of the same version',
    { readBack: { version: 4, holdsValue: false } },
    { before: false, after: false },
  ],
  [
    'another value without a version',
    { readBack: { version: null, holdsValue: false } },
    { before: false, after: false },
  ],
  ['an old answer', { readBack: { version: 3, holdsValue: false } }, { before: false, after: false }],
])('%s', (_what, change, signs) => {
  expect(signsOfOtherWrites({ ...sound, ...change })).toEqual(signs);
});
