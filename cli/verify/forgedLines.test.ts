import { describe, expect, it } from 'vitest';
import { sha256 } from '#shared/merkle/testing/nodeSha256.ts';
import { embeddedLike, proveAll, sampleAtoms } from '#shared/merkle/testing/sampleTree.ts';
import { runCli } from '../runCli.ts';

const [atom] = proveAll(embeddedLike(sha256), sampleAtoms(3));
if (atom === undefined) throw new Error('no atom');
const { proof } = atom;

/** What no line of a report may begin with: it would look like one of ours. */
const line = '[ok] FORGED';
const breaks = [
  '\n',
  '\r\n',
  '\r',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u000b',
  '\u000c',
  '\u001b[1E',
  '\u001b[2K\u001b[1G',
];

async function outputOf(args: readonly string[], input: string): Promise<string> {
  const printed: string[] = [];
  await runCli(args, {
    print: (text) => printed.push(text),
    complain: (text) => printed.push(text),
    readStdin: async () => new TextEncoder().encode(input),
  });
  return printed.join('\n');
}

describe.each(breaks)('text of a file with %j', (lineBreak) => {
  const evil = `a${lineBreak}${line}`;
  it.each<[string, unknown]>([
    ['in a key', { ...atom, key: evil }],
    ['in a key that was not found', { atoms: [atom, { key: evil, found: false }] }],
    ['in a hash', { ...atom, hash: evil }],
    ['in a leaf hash', { ...atom, proof: { ...proof, leafHash: evil } }],
    ['in a sibling', { ...atom, proof: { ...proof, siblings: [evil] } }],
    ['in a root', { ...atom, proof: { ...proof, rootHash: evil } }],
    ['in an index', { ...atom, proof: { ...proof, leafIndex: evil } }],
    ['in a size', { ...atom, proof: { ...proof, treeSize: evil } }],
    ['in place of a proof', { ...atom, proof: evil }],
    ['in place of an atom', { atoms: [atom, evil] }],
    ['in the name of a member without a proof', { [evil]: 1 }],
    ['in the name of a member with a proof', { atoms: [atom], [evil]: proof }],
    ['in the names of members inside', { atoms: [{ ...atom, [evil]: { [evil]: [proof] } }] }],
  ])('forges no line %s', async (_where, json) => {
    for (const args of [
      ['verify', '-'],
      ['verify', '-', '--json'],
      ['verify', '-', '--root', proof.rootHash],
    ]) {
      const output = await outputOf(args, JSON.stringify(json));
      expect(output).not.toBe('');
      expect(output.split(/[\p{Cc}\u2028\u2029]/u).filter((each) => each.trim().startsWith(line))).toEqual(
        [],
      );
    }
  });

  it('forges no line in the name of a file', async () => {
    expect(await outputOf(['verify', evil], '')).not.toContain(`\n${line}`);
  });

  it('forges no line where it is not JSON', async () => {
    expect(await outputOf(['verify', '-'], `{"a": ${evil}}`)).not.toContain(`\n${line}`);
  });
});
