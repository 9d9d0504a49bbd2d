import { describe, expect, it } from 'vitest';
import { contentName } from './fileNames.ts';

describe('contentName', () => {
  it('keeps only characters that every file system allows', () => {
    expect(contentName('recall', 'What does Glen/prefer? ..\\ "x"')).toBe('recall-what-does-glen-prefer-x');
    expect(contentName('recall', '../../..')).toBe('recall');
    expect(contentName('recall', 'word '.repeat(100)).length).toBeLessThanOrEqual(60);
  });
});
