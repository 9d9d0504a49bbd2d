import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditOptions } from '../cli/audit/auditOptions.ts';
import { runAuditCommand } from '../cli/audit/runAudit.ts';
import { exitCodes, UnusableInput } from '../cli/command.ts';
import { isLongRun } from '../service/testing/longRun.ts';
import { bundlePrograms } from '../workers/testing/bundlePrograms.ts';
import { damageKinds, damageState } from './damagedState.ts';
import { stepArbitrary, type Item } from './forgedFile.ts';
import {
  answerTo,
  startHostileService,
  wholeKinds,
  type HostileService,
  type ResponseAttack,
} from './hostileService.ts';
import { concatenated, joined, separated, type ReferenceRules } from './reference.ts';
import { setScene, type Scene } from './scene.ts';

/** Those under which an honest memory is green. */
const rulesOfAudits = [separated, joined, concatenated];

let programs: string;
let folder: string;
let service: HostileService;
let scene: Scene = setScene(separated);
let runs = 0;

beforeAll(async () => {
  programs = await bundlePrograms({
    'catalogue-worker': 'electron/main/catalogue/catalogueWorker.ts',
    'verify-worker': 'workers/verifyWorker.ts',
    'inference-worker': 'workers/inferenceWorker.ts',
  });
  folder = await mkdtemp(path.join(tmpdir(), 'attacked-audits-'));
  service = await startHostileService(() => scene);
});
afterAll(async () => {
  await service.close();
  await rm(programs, { recursive: true });
  await rm(folder, { recursive: true });
});

const place = (name: string): string => path.join(folder, name);

interface Ran {
  readonly code: number;
  readonly said: string;
}

/** Audits all keys of the scene with the rules given, as a scheduler does. */
async function audit(attack: ResponseAttack | null, args: readonly string[]): Promise<Ran> {
  service.attack = attack;
  const said: string[] = [];
  const keys = place('keys.txt');
  await writeFile(keys, scene.keys.join('\n'));
  const listed = args.includes('--expected') ? [] : ['--keys', keys];
  const options = ['--url', service.address, '--patience', '0', '--scheme', scene.memory.rules.text];
  const io = {
    print: (line: string) => said.push(line),
    complain: (line: string) => said.push(line),
    readStdin: async () => new Uint8Array(),
  };
  try {
    const code = await runAuditCommand(readAuditOptions([...options, ...listed, ...args]), 'key', {
      ...io,
      programs,
      env: {},
      onInterrupt: () => () => undefined,
    });
    return { code, said: said.join('\n') };
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    return { code: exitCodes.unusable, said: error.message };
  }
}

/** Whether the service returned each key as it is in the memory now. */
function answeredTruly(attack: ResponseAttack | null): boolean {
  const { memory, keys } = scene;
  const answer = answerTo(scene, keys, attack) ?? [];
  return keys.every((key) => {
    const items = answer.map(([, item]) => item as Item).filter((item) => item['key'] === key);
    const value = items[0]?.['value'];
    return items.length === 1 && typeof value === 'string' && memory.agrees(memory.now.root, { key, value });
  });
}

async function expectedList(): Promise<string> {
  const file = place('expected.csv');
  const rows = scene.memory.now.atoms.map(
    ({ key, value, version }) => `${key},${version},${createHash('sha256').update(value).digest('hex')}`,
  );
  await writeFile(file, ['key,version,sha256', ...rows].join('\n'));
  return file;
}

const attacks = fc.record({
  steps: fc.array(stepArbitrary, { minLength: 1, maxLength: 2 }),
  whole: fc.constantFrom(...wholeKinds.filter((kind) => kind !== 'fails')),
  how: fc.nat(7),
});
const runsOf = (usual: number, long: number) => ({
  numRuns: isLongRun ? long : usual,
  ...(isLongRun ? {} : { seed: 20_261_127 }),
});

describe('audit', () => {
  it('exits 0 for an honest memory, with a pin, a list, and a state', async () => {
    scene = setScene(separated);
    const args = [
      '--pin',
      scene.memory.now.root,
      '--expected',
      await expectedList(),
      '--state',
      place('honest'),
    ];
    for (const _ of [1, 2]) expect(await audit(null, args)).toMatchObject({ code: 0 });
  });

  it('exits 0 only if the service returned every key as it is under the pinned root', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rulesOfAudits.keys()), attacks, async (at, attack) => {
        scene = setScene(rulesOfAudits[at] ?? separated);
        const { code, said } = await audit(attack, ['--pin', scene.memory.now.root]);
        if (code === 0) expect({ isTrue: answeredTruly(attack), said }).toMatchObject({ isTrue: true });
      }),
      runsOf(6, 600),
    );
  });

  it('exits 0 only if the service returned what the expected list says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rulesOfAudits.keys()), attacks, async (at, attack) => {
        scene = setScene(rulesOfAudits[at] ?? separated);
        const { code, said } = await audit(attack, ['--expected', await expectedList()]);
        if (code === 0) expect({ isTrue: answeredTruly(attack), said }).toMatchObject({ isTrue: true });
      }),
      runsOf(4, 400),
    );
  });

  it('C3, C4, A1: exits 0 after the memory was rolled back only if the whole state was set back', async () => {
    const damages = fc.record({ kind: fc.constantFrom(...damageKinds), at: fc.nat(60) });
    const prepare = (rules: ReferenceRules) => ({
      scene: grownScene(rules),
      state: place(`state ${rules.name}`),
      earlier: place(`earlier ${rules.name}`),
    });
    const prepared = [prepare(separated), prepare(joined), prepare(concatenated)] as const;
    const rolledBack = { steps: [], whole: 'rolled-back', how: 2 } as const;
    for (const each of prepared) {
      const { state, earlier } = each;
      scene = each.scene;
      expect(await audit(rolledBack, ['--state', state])).toMatchObject({ code: 0 });
      await cp(state, earlier, { recursive: true });
      expect(await audit(null, ['--state', state])).toMatchObject({ code: 0 });
      expect(await audit(rolledBack, ['--state', await copyOf(state)])).toMatchObject({ code: 1 });
    }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...prepared.keys()), damages, async (at, damage) => {
        const { state, earlier, ...chosen } = prepared[at] ?? prepared[0];
        scene = chosen.scene;
        const copy = await copyOf(state);
        const done = await damageState(copy, earlier, damage);
        const { code, said } = await audit(rolledBack, ['--state', copy]);
        if (code === exitCodes.good) expect.fail(`After ${done}: ${said}`);
        await rm(copy, { recursive: true });
      }),
      runsOf(7, 400),
    );
  });
});

/** A memory that grew since its third state. */
function grownScene(rules: ReferenceRules): Scene {
  const grown = setScene(rules);
  grown.memory.store([
    { key: 'v1.team.grace', value: 'new' },
    { key: 'v1.team.alice', value: 'violet' },
  ]);
  return grown;
}

async function copyOf(state: string): Promise<string> {
  const copy = place(`copy ${String((runs += 1))}`);
  await cp(state, copy, { recursive: true });
  return copy;
}
