import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graftedAtoms, graftedServices, schemeOf } from '#shared/merkle/testing/graft.ts';
import { runCli } from '../runCli.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'grafted-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function verify(content: unknown, ...options: readonly string[]) {
  const file = path.join(folder, 'input.json');
  await writeFile(file, JSON.stringify(content));
  const lines: string[] = [];
  const code = await runCli(['verify', file, ...options], {
    print: (line) => lines.push(line),
    complain: (line) => lines.push(line),
    readStdin: async () => new Uint8Array(),
  });
  return { code, said: lines.join('\n') };
}

describe.each(graftedServices)(
  'C1: verify of an atom that was never stored, with leaves over the %s',
  (name) => {
    const { rootHash, treeSize, atoms, honest } = graftedAtoms(name, [
      { key: 'v1.user.admin', value: 'granted', version: 1 },
    ]);
    const trusted = ['--root', rootHash, '--tree-size', String(treeSize)];

    it('exits with 1 under a trusted root, tree size, and rules', async () => {
      const { code, said } = await verify(atoms, ...trusted, '--scheme', schemeOf(name));
      expect(code).toBe(1);
      expect(said).toContain('leads through 2 trees, but by the hashing rules, every proof leads through 1');
      expect(said).not.toContain('[k-]');
    });

    it('exits with 3 if the file itself shows the rules', async () => {
      const { code, said } = await verify(atoms, ...trusted);
      expect(code).toBe(3);
      expect(said).toContain('[??]');
    });

    it('holds nothing against the stored atoms, of which these leaves do not show everything', async () => {
      const { code } = await verify(honest, ...trusted, '--scheme', schemeOf(name));
      expect(code).toBe(3);
    });
  },
);
