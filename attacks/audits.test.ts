import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAuditOptions } from '../cli/audit/auditOptions.ts';
import { runAuditCommand } from '../cli/audit/runAudit.ts';
import { exitCodes, UnusableInput } from '../cli/command.ts';
import { isLongRun } from '../service/testing/longRun.ts';
import { realEffects } from '../engine/surroundings.ts';
import { builtPrograms } from '../engine/testing/builtPrograms.ts';
import {
  connectionAt,
  damages,
  damageState,
  isGoneOrSetBack,
  type Damage,
  type ListEdit,
  type SavedConnection,
} from './damagedState.ts';
import { stepArbitrary, type Item, type Node } from './forgedFile.ts';
import {
  startHostileService,
  wholeKinds,
  type HostileService,
  type ResponseAttack,
} from './hostileService.ts';
import { joined, separated, type ReferenceRules } from './reference.ts';
import { setScene, type Scene } from './scene.ts';

/** Those under which an honest memory is green. */
const rulesOfAudits = [separated, joined];

let programs: string;
let folder: string;
let service: HostileService;
let scene: Scene = setScene(separated);
let runs = 0;

beforeAll(async () => {
  programs = await builtPrograms();
  folder = await mkdtemp(path.join(tmpdir(), 'attacked-audits-'));
  service = await startHostileService(() => scene);
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const place = (name: string): string => path.join(folder, name);

interface Ran {
  readonly code: number;
  readonly said: string;
}

/** Audits all keys of the scene with the rules given, as a scheduler does. */
async function audit(attack: ResponseAttack | null, args: readonly string[]): Promise<Ran> {
  service.behave(attack);
  const said: string[] = [];
  // Several run at once, and a list of another name would be another one.
  const keys = path.join(await mkdtemp(place('run-')), 'keys.txt');
  await writeFile(keys, scene.keys.join('\n'));
  const listed = args.includes('--expected') ? [] : ['--keys', keys];
  const address = args.includes('--url') ? [] : ['--url', service.address];
  const options = [...address, '--patience', '0', '--scheme', scene.memory.rules.text];
  const io = {
    print: (line: string) => said.push(line),
    complain: (line: string) => said.push(line),
    note: (line: string) => said.push(line),
    progress: () => undefined,
    write: () => undefined,
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

/** Whether the service returned each key, and each time as it is in the memory now. */
function answeredTruly(): boolean {
  const answered = service.answered();
  return scene.keys.every((key) => {
    const asked = answered.filter(({ keys }) => keys.includes(key));
    return asked.length > 0 && asked.every(({ items }) => isTrueOf(key, items));
  });
}

function isTrueOf(key: string, answer: readonly Node[]): boolean {
  const { memory } = scene;
  const items = answer.map((item) => item as Item).filter((item) => item['key'] === key);
  const value = items[0]?.['value'];
  return items.length === 1 && typeof value === 'string' && memory.agrees(memory.now.root, { key, value });
}

async function expectedList(): Promise<string> {
  const file = place('expected.csv');
  const rows = scene.memory.now.atoms
    .filter(({ key }) => scene.keys.includes(key))
    .map(
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
        if (code === 0) expect({ isTrue: answeredTruly(), said }).toMatchObject({ isTrue: true });
      }),
      runsOf(6, 600),
    );
  });

  it('exits 0 only if the service returned what the expected list says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rulesOfAudits.keys()), attacks, async (at, attack) => {
        scene = setScene(rulesOfAudits[at] ?? separated);
        const { code, said } = await audit(attack, ['--expected', await expectedList()]);
        if (code === 0) expect({ isTrue: answeredTruly(), said }).toMatchObject({ isTrue: true });
      }),
      runsOf(4, 400),
    );
  });

  it('F2, F3a: exits 3 if an inner node is returned as an atom, or an atom that could be another', async () => {
    const honest = setScene(joined);
    const { memory } = honest;
    const pinned = ['--pin', memory.now.root];
    scene = { ...honest, keys: memory.now.atoms.map(({ key }) => key) };
    expect(await audit(null, pinned)).toMatchObject({ code: 3 });
    const [node] = joined.readings(memory.proveNode(1, 2)?.text ?? '');
    scene = { ...honest, keys: [node?.key ?? ''] };
    expect(await audit({ steps: [], whole: 'node', how: 2 }, pinned)).toMatchObject({ code: 3 });
  });

  describe('with a state, of which somebody changed several files together', () => {
    const rolledBack = { steps: [], whole: 'rolled-back', how: 2 } as const;
    const [state, earlier] = ['state', 'earlier'];
    /** The same service under another name: another connection. */
    const other = (): string => service.address.replace('127.0.0.1', 'localhost');
    let connection: SavedConnection;

    beforeAll(async () => {
      scene = grownScene(separated);
      const codes = [(await audit(rolledBack, ['--state', place(state)])).code];
      await cp(place(state), place(earlier), { recursive: true });
      codes.push((await audit(null, ['--state', place(state)])).code);
      codes.push((await audit(null, ['--state', place(state), '--url', other()])).code);
      if (codes.some((code) => code !== exitCodes.good)) throw new Error('An honest memory is green.');
      connection = await connectionAt(place(state), service.address);
    });
    beforeEach(() => {
      scene = grownScene(separated);
    });

    const list = (edit: ListEdit, at = 0): Damage => ({ kind: 'list', edit, at });
    const remove = (...names: readonly string[]): Damage => ({ kind: 'delete-several', names });
    const together: Readonly<Record<string, { readonly code: number; readonly damage: readonly Damage[] }>> =
      {
        'nothing is changed': { code: 1, damage: [] },
        'its address is another': { code: 1, damage: [list('move')] },
        'its address has another name of the computer': { code: 1, damage: [list('move-to-localhost')] },
        'two addresses are swapped': { code: 1, damage: [list('swap-addresses')] },
        'list and records are deleted': { code: 1, damage: [remove('connections.json', 'state-records')] },
        'records are deleted, and the list is empty': {
          code: 1,
          damage: [list('empty'), remove('state-records')],
        },
        'records and the catalogue are deleted, and all that the list noted': {
          code: 3,
          damage: [list('strip'), remove('state-records', 'catalogue')],
        },
        'its audits look interrupted': { code: 1, damage: [{ kind: 'reopen-audits' }] },
        'only its audits are left': {
          code: 3,
          damage: [remove('catalogue', 'connections.json', 'lock', 'pins', 'state-records')],
        },
      };

    it('C3: exits 1 or 3 after the memory was rolled back, whatever was changed or deleted together', async () => {
      const codes = Object.entries(together).map(async ([name, { damage, code }]) => {
        const copy = await copyOf(state);
        await damageState(copy, place(earlier), damage);
        expect({ name, ...(await audit(rolledBack, ['--state', copy])) }).toMatchObject({ name, code });
      });
      await Promise.all(codes);
    });

    it('exits 1 after the memory was rolled back, although the clock was set back too', async () => {
      const ahead = vi.spyOn(realEffects, 'now').mockImplementation(() => Date.now() + 120_000);
      expect(await audit(null, ['--state', place('ahead')])).toMatchObject({ code: 0 });
      ahead.mockRestore();
      expect(await audit(rolledBack, ['--state', place('ahead')])).toMatchObject({ code: 1 });
    });

    it('C3, C4, A1: exits 0 after the memory was rolled back only if the whole state was set back', async () => {
      const attack = async (damage: readonly Damage[]): Promise<void> => {
        const copy = await copyOf(state);
        const done = await damageState(copy, place(earlier), damage);
        const isHopeless = await isGoneOrSetBack(copy, place(earlier), connection);
        const { code, said } = await audit(rolledBack, ['--state', copy]);
        if (code === exitCodes.good && !isHopeless) expect.fail(`After ${done.join('; ')}: ${said}`);
        await rm(copy, { recursive: true });
      };
      // Several at once, because an audit mostly waits.
      const atOnce = 3;
      await fc.assert(
        fc.asyncProperty(fc.array(damages, { minLength: atOnce, maxLength: atOnce }), async (many) => {
          await Promise.all(many.map(attack));
        }),
        runsOf(2, 60),
      );
    });
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
  await cp(place(state), copy, { recursive: true });
  return copy;
}
