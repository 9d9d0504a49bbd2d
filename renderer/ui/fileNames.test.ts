import { describe, expect, it } from 'vitest';
import { fileNameOf } from './fileNames.ts';

describe('fileNameOf', () => {
  it('keeps only characters that every file system allows', () => {
    expect(fileNameOf('recall', 'What does Glen/prefer? ..\\ "x"', 'csv')).toBe(
      'recall-what-does-glen-prefer-x.csv',
    );
    expect(fileNameOf('recall', '../../..', 'json')).toBe('recall.json');
    expect(fileNameOf('recall', 'word '.repeat(100), 'csv').length).toBeLessThanOrEqual(64);
  });
});
