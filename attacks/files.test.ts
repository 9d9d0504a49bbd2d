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

function isTrue({ memory }: Scene, claim: Claim, { past }: Checking): boolean {
  if (!claim.isReadable) return false;
  const roots = past ? memory.history.map(({ root }) => root) : [memory.now.root];
  return roots.some((root) => memory.agrees(root, claim));
}

describe('verify FILE, with the root and the rules from elsewhere', () => {
  it.each(scenes)('passes an honest file: $memory.rules.name', async (scene) => {
    const { text, claims } = forgeFile(scene, []);
    expect(claims.every((claim) => isTrue(scene, claim, { size: true, past: false }))).toBe(true);
    const code = await verifyFile(scene, text, { size: true, past: false });
    // Where leaves cover the key only, nothing is shown about the values.
    expect(code).toBe(scene.memory.rules.coversValue ? 0 : 3);
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
