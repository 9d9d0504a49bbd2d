import { describe, expect, it } from 'vitest';
import { plainFileName } from './plainFileName.ts';

describe('a suggested file name', () => {
  it.each([
    ['atoms.csv', 'atoms.csv'],
    ['käse 2.json', 'käse 2.json'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Windows\\a.csv', 'C__Windows_a.csv'],
    ['a:b?.csv', 'a_b_.csv'],
    ['..', 'atoms'],
    ['', 'atoms'],
    ['report\u202Evsc.exe', 'report_vsc.exe'],
    ['a\u200Bb\u2066c\uFE0F.csv', 'a_b_c_.csv'],
    ['two\nlines\t.csv', 'two_lines_.csv'],
    ['half \ud83d.csv', 'half _.csv'],
    ['ends in dots.. ', 'ends in dots'],
    ['con', '_con'],
    ['Con.csv', '_Con.csv'],
    ['NUL .tar.gz', '_NUL .tar.gz'],
    ['com1.json', '_com1.json'],
    ['LPT¹', '_LPT¹'],
    ['console.csv', 'console.csv'],
    ['com10.csv', 'com10.csv'],
  ])('%j is %j', (name, plain) => {
    expect(plainFileName(name)).toBe(plain);
    expect(plainFileName(plain)).toBe(plain);
  });

  it('is cut to a length that every file system accepts, and keeps its extension', () => {
    const cut = plainFileName(`${'ä😀'.repeat(300)}.csv`);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(160);
    expect(cut.endsWith('.csv')).toBe(true);
    expect(cut).not.toMatch(/\p{Cs}/u);
  });
});
