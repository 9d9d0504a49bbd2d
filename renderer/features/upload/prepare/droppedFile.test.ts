import { describe, expect, it } from 'vitest';
import { takeDropped } from './droppedFile.ts';

const file = { name: 'atoms.csv', bytes: 12, isFolder: false, content: 'the file' };

describe('what was dropped', () => {
  it('is taken where it is one file with something in it', () => {
    expect(takeDropped([file])).toEqual({ ok: true, file: 'the file' });
  });

  it('is refused in words of its own where it is none, several, a folder, empty or too large', () => {
    const whys = [
      takeDropped([]),
      takeDropped([file, file, file]),
      takeDropped([{ ...file, isFolder: true }]),
      takeDropped([{ ...file, bytes: 0 }]),
      takeDropped([{ ...file, bytes: 3e9 }]),
    ].map((result) => (result.ok ? null : result.why));
    expect(whys).toEqual([
      'That was no file. Drop a file from your desktop or a folder.',
      'Those were 3 files. One file is uploaded at a time: drop them one after the other.',
      '“atoms.csv” is a folder. Drop one of the files in it.',
      '“atoms.csv” is empty: there is nothing to upload.',
      '“atoms.csv” is larger than 2.1 GB. Cut it into parts and upload those.',
    ]);
  });
});
