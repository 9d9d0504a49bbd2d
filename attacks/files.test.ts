import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runCli } from '../cli/runCli.ts';
import { isLongRun } from '../service/testing/longRun.ts';
import { forgeFile, stepArbitrary, type Claim } from './forgedFile.ts';
import { allRules, separated } from './reference.ts';
import { setScene, type Scene } from './scene.ts';

const scenes = allRules.map(setScene);

interface Checking {
  /** Whether the tree size is given with the root. */
  readonly size: boolean;
  /** Whether the root of the past is given too. */
  readonly past: boolean;
}

/** Verifies a file as an auditor does who has the root, its size, and the rules from elsewhere. */
async function verifyFile(scene: Scene, text: string, { size, past }: Checking): Promise<number> {
  const { memory } = scene;
  const roots = past ? [memory.now.root, memory.history[0]?.root ?? ''] : [memory.now.root];
  return runCli(
    [
      'verify',
      '-',
      '--scheme',
      memory.rules.text,
      ...roots.flatMap((root) => ['--root', root]),
      ...(size && !past ? ['--tree-size', String(memory.now.atoms.length)] : []),
    ],
    {
      print: () => undefined,
      complain: () => undefined,
      readStdin: async () => Buffer.from(text),
    },
  );
}

async function statusesOf({ memory }: Scene, text: string): Promise<readonly string[]> {
  const printed: string[] = [];
  await runCli(['verify', '-', '--json', '--scheme', memory.rules.text, '--root', memory.now.root], {
    print: (line) => printed.push(line),
    complain: () => undefined,
    readStdin: async () => Buffer.from(text),
  });
  const { verdicts } = JSON.parse(printed.join('')) as { readonly verdicts: readonly { status: string }[] };
  return verdicts.map(({ status }) => status);
}

function isTrue({ memory }: Scene, claim: Claim, { past }: Checking): boolean {
  if (!claim.isReadable) return false;
  const roots = past ? memory.history.map(({ root }) => root) : [memory.now.root];
  return roots.some((root) => memory.agrees(root, claim));
}

/** What a text is by the rules; none if it is nothing. */
function readingsOf({ memory: { rules } }: Scene, text: string): ReturnType<typeof rules.readings> {
  return rules === separated ? [] : rules.readings(text);
}

function someOf<Item>(items: readonly Item[]): readonly Item[] {
  return items.filter((_, at) => items.length < 8 || at % 30 === 2);
}

describe('verify FILE, with the root and the rules from elsewhere', () => {
  it.each(scenes)('passes an honest file: $memory.rules.name', async (scene) => {
    const { text, claims } = forgeFile(scene, []);
    expect(claims.every((claim) => isTrue(scene, claim, { size: true, past: false }))).toBe(true);
    const code = await verifyFile(scene, text, { size: true, past: false });
    // Where leaves cover the key only, nothing is shown about the values; without boundaries, nothing about either.
    const { memory } = scene;
    const isShown = memory.rules.covers !== 'key' && memory.now.atoms.some((atom) => memory.isCertain(atom));
    expect(code).toBe(isShown ? 0 : 3);
  });

  it('exits 0 only if everything that the file claims is true', async () => {
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...scenes.keys()),
        fc.array(stepArbitrary, { minLength: 1, maxLength: 3 }),
        fc.record({ size: fc.boolean(), past: fc.boolean() }),
        async (at, steps, checking) => {
          const scene = scenes[at] ?? setScene(separated);
          const { text, claims } = forgeFile(scene, steps);
          if ((await verifyFile(scene, text, checking)) !== 0) return;
          passed += 1;
          expect(claims.filter((claim) => !isTrue(scene, claim, checking))).toEqual([]);
        },
      ),
      { numRuns: isLongRun ? 15_000 : 350, ...(isLongRun ? {} : { seed: 20_261_127 }) },
    );
    // Some attacks change nothing that matters: without these, the property would hold for a verifier that refuses everything.
    expect(passed).toBeGreaterThan(0);
  });

  it('C1: does not follow a chain that the rules do not have', async () => {
    for (const scene of scenes)
      for (const kind of ['graft', 'graft-pair'] as const)
        for (const size of [true, false]) {
          const { text } = forgeFile(scene, [{ kind, at: 0, by: 1, how: 0 }]);
          expect(await verifyFile(scene, text, { size, past: false })).not.toBe(0);
        }
  });

  it('F2: does not take an inner node for an atom', async () => {
    const tried = new Map<Scene, number>();
    for (const scene of scenes)
      for (const level of [1, 2, 3])
        for (const at of [0, 1, 2]) {
          const node = scene.memory.proveNode(level, at);
          for (const reading of node === null ? [] : someOf(readingsOf(scene, node.text))) {
            tried.set(scene, (tried.get(scene) ?? 0) + 1);
            const text = JSON.stringify({ ...reading, version: 1, proof: node?.proof });
            expect(await verifyFile(scene, text, { size: false, past: false })).toBe(3);
            expect(await verifyFile(scene, text, { size: true, past: false })).toBe(1);
          }
        }
    // No node of rules with prefixes and JSON is a text by which they hash atoms.
    expect([...tried.keys()]).toEqual(scenes.slice(1));
  });

  it('F3a: verifies neither of two atoms that have one text', async () => {
    for (const scene of scenes) {
      const { memory } = scene;
      for (const atom of memory.now.atoms.filter((each) => !memory.isCertain(each)))
        for (const { key, value } of readingsOf(scene, memory.rules.preimage(atom).toString()).slice(0, 3)) {
          const text = JSON.stringify({ ...memory.prove(atom.key), key, value });
          expect(await verifyFile(scene, text, { size: true, past: false })).toBe(3);
        }
    }
  });

  it('F3b: fails both of two atoms that are said to be one leaf', async () => {
    let tried = 0;
    for (const scene of scenes) {
      const { memory } = scene;
      for (const atom of memory.now.atoms.filter((each) => !memory.isCertain(each))) {
        const [one, other] = readingsOf(scene, memory.rules.preimage(atom).toString()).slice(-2);
        const proven = memory.prove(atom.key);
        const text = JSON.stringify([
          { ...proven, ...one },
          { ...proven, ...other },
        ]);
        expect(await statusesOf(scene, text)).toEqual(['red', 'red']);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(0);
  });

  it('C2: does not take the hashing rules from the file', async () => {
    const scene = setScene(separated);
    const { text } = forgeFile(scene, []);
    const code = await runCli(['verify', '-', '--root', scene.memory.now.root], {
      print: () => undefined,
      complain: () => undefined,
      readStdin: async () => Buffer.from(text),
    });
    expect(code).toBe(3);
  });
});
