import { describe, expect, it } from 'vitest';
import { acceptAllDropped, acceptDropped } from './droppedFile.ts';

const file = { name: 'atoms.csv', bytes: 12, isFolder: false, content: 'the file' };
const maxBytes = 2.1e9;

describe('a drop', () => {
  it('is accepted if it is one file that is not empty', () => {
    expect(acceptDropped([file], maxBytes)).toEqual({ ok: true, file: 'the file' });
  });

  it('is refused with a reason if it is no file, several, a folder, empty, or too large', () => {
    const reasons = [
      acceptDropped([], maxBytes),
      acceptDropped([file, file, file], maxBytes),
      acceptDropped([{ ...file, isFolder: true }], maxBytes),
      acceptDropped([{ ...file, bytes: 0 }], maxBytes),
      acceptDropped([{ ...file, bytes: 3e9 }], maxBytes),
    ].map((result) => (result.ok ? null : result.reason));
    expect(reasons).toEqual([
      'Not a file. Drop a file from your desktop or a folder.',
      'You dropped 3 files. Drop one file at a time.',
      '“atoms.csv” is a folder. Drop a file from it instead.',
      '“atoms.csv” is empty.',
      '“atoms.csv” is larger than 2.1 GB, the most that can be opened here.',
    ]);
  });

  it('is accepted in part if several files are welcome', () => {
    expect(acceptAllDropped([file, { ...file, bytes: 0 }, file], maxBytes)).toEqual({
      files: ['the file', 'the file'],
      reasons: ['“atoms.csv” is empty.'],
    });
    expect(acceptAllDropped([], maxBytes).reasons).toHaveLength(1);
  });
});
