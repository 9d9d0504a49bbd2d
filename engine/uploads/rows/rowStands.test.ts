import { expect, it } from 'vitest';
import { comparisons, type Comparison } from '#shared/domain/upload.ts';
import type { ComparedRows } from './changeRecords.ts';
import { comparedColumns, createRowColumns, flags, setFlag } from './rowColumns.ts';
import { rowStand } from './rowStands.ts';
import type { FoundAtom, RowStand } from './uploadRows.ts';
import { valueFingerprint } from './valueFingerprint.ts';

interface Known {
  readonly comparison: Comparison;
  readonly version?: number;
  readonly value?: string;
  readonly isSentAgain?: boolean;
}

/** Of a row with the value `mine`, which differs in four characters from every other value here. All of them are as long. */
function standOf(known: Known, stored: FoundAtom, replacesUnseen: boolean, skipSame = true): RowStand {
  const columns = createRowColumns(1);
  columns.count = 1;
  columns.comparison[0] = comparisons.indexOf(known.comparison);
  setFlag(columns, 0, flags.sentAgain, known.isSentAgain === true);
  const seen = comparedColumns(columns);
  if (known.version !== undefined) seen.storedVersion[0] = known.version;
  const isChanged = (comparison: Comparison): number => (comparison === 'changed' ? 4 : 0);
  if (known.value !== undefined) seen.storedValue[0] = valueFingerprint(known.value);
  seen.removed[0] = seen.added[0] = isChanged(known.comparison);
  const now: Comparison =
    stored === null ? 'new' : stored === 'refused' ? stored : stored.value === 'mine' ? 'same' : 'changed';
  const compared: ComparedRows = {
    rows: Uint32Array.of(0),
    comparison: Uint8Array.of(comparisons.indexOf(now)),
    storedVersion: Float64Array.of(
      stored === null || stored === 'refused' ? Number.NaN : (stored.version ?? Number.NaN),
    ),
    storedValue: Float64Array.of(
      stored === null || stored === 'refused' ? Number.NaN : valueFingerprint(stored.value),
    ),
    removed: Uint32Array.of(isChanged(now)),
    added: Uint32Array.of(isChanged(now)),
    moreBytes: Int32Array.of(0),
  };
  return rowStand(columns, compared, 0, stored, { skipSame, replacesUnseen });
}

const theirs = (version: number | null): FoundAtom => ({ version, value: 'ours' });
const mine: FoundAtom = { version: 4, value: 'mine' };

it.each<[string, Known, FoundAtom, careful: RowStand, replacing: RowStand]>([
  ['new, and still absent', { comparison: 'new' }, null, 'send', 'send'],
  ['new, and there meanwhile', { comparison: 'new' }, theirs(1), 'held', 'held'],
  ['changed, and the same since', { comparison: 'changed', version: 2 }, theirs(2), 'send', 'send'],
  ['changed, and changed since', { comparison: 'changed', version: 2 }, theirs(3), 'held', 'held'],
  ['changed, and gone', { comparison: 'changed', version: 2 }, null, 'held', 'held'],
  ['changed, without versions', { comparison: 'changed', value: 'ours' }, theirs(null), 'send', 'send'],
  [
    'changed, and changed since, without versions',
    { comparison: 'changed', value: 'your' },
    theirs(null),
    'held',
    'held',
  ],
  [
    'changed, and changed since under one version',
    { comparison: 'changed', version: 2, value: 'your' },
    theirs(2),
    'held',
    'held',
  ],
  ['changed, by an earlier app without versions', { comparison: 'changed' }, theirs(null), 'held', 'held'],
  [
    'edited, without versions',
    { comparison: 'not-compared', value: 'ours' },
    theirs(null),
    'replace',
    'replace',
  ],
  [
    'edited, and changed since, without versions',
    { comparison: 'not-compared', value: 'your' },
    theirs(null),
    'held',
    'held',
  ],
  ['the same, and changed since', { comparison: 'same', version: 2 }, theirs(3), 'held', 'held'],
  ['not compared, and absent', { comparison: 'not-compared' }, null, 'send', 'send'],
  ['not compared, and another value', { comparison: 'not-compared' }, theirs(1), 'held', 'replace'],
  ['edited, and the same since', { comparison: 'not-compared', version: 2 }, theirs(2), 'replace', 'replace'],
  ['edited, and changed since', { comparison: 'not-compared', version: 2 }, theirs(3), 'held', 'held'],
  ['not readable, as before', { comparison: 'refused' }, 'refused', 'send', 'send'],
  ['not readable anymore', { comparison: 'changed', version: 2 }, 'refused', 'held', 'held'],
  ['not compared, and not readable', { comparison: 'not-compared' }, 'refused', 'held', 'replace'],
  ['there already', { comparison: 'not-compared' }, mine, 'same', 'same'],
  ['there after its batch was lost', { comparison: 'new', isSentAgain: true }, mine, 'landed', 'landed'],
  ['the same as before', { comparison: 'same', version: 4, isSentAgain: true }, mine, 'same', 'same'],
])('a row that is %s', (_, known, stored, careful, replacing) => {
  expect(standOf(known, stored, false)).toBe(careful);
  expect(standOf(known, stored, true)).toBe(replacing);
});

it('a row that is there already is sent if the user wants new versions', () => {
  expect(standOf({ comparison: 'same', version: 4 }, mine, false, false)).toBe('send');
  expect(standOf({ comparison: 'not-compared' }, mine, false, false)).toBe('replace');
});
