import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFaultyService } from '../../engine/uploads/testing/faultyService.ts';
import { runGet } from '../commands/get.ts';
import { runUpload } from '../commands/upload.ts';
import { serviceScheme, startCommandBench, type CommandBench } from '../testing/commandBench.ts';

let bench: CommandBench;
let state = 0;

beforeAll(async () => {
  bench = await startCommandBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  state += 1;
  await bench.save('teams.csv', 'name,about\nred,first\nblue,second\ngreen,third\n');
});

const mapped = (prefix: string) => ['--key', `v1.${prefix}.{name}`, '--value', '{about}'];
const upload = (...args: readonly string[]) => bench.at(runUpload, args, `state${state}`);
const json = (text: string): unknown => JSON.parse(text);
const csv = () => bench.file('teams.csv');

describe('upload', () => {
  it('stores every row, reads it back, and writes what became of it', async () => {
    const outcome = bench.file('outcome.csv');
    const stored = await upload(csv(), ...mapped('all'), '--outcome', outcome);
    expect(stored).toMatchObject({ code: 0 });
    expect(stored.shown).toBe('3 stored.\n  Read back: 3 verified.');
    expect((await bench.text('outcome.csv')).split('\n').length).toBeGreaterThan(3);
    expect(await bench.text('outcome.csv')).toContain('v1.all.green');
    expect((await bench.at(runGet, ['v1.all.blue', '--value'])).shown).toBe('second');

    await bench.save('teams.csv', 'name,about\nred,first\nblue,changed\n');
    const dry = await upload(csv(), ...mapped('all'), '--dry-run', '--json');
    expect(dry.code).toBe(0);
    expect(json(dry.shown)).toMatchObject({ outcome: 'not-sent', comparisons: { changed: 1, same: 1 } });
    expect((await bench.at(runGet, ['v1.all.blue', '--value'])).shown).toBe('second');

    const again = await upload(csv(), ...mapped('all'), '--skip-same', '--json');
    expect(again.code).toBe(0);
    expect(json(again.shown)).toMatchObject({ outcome: 'ended', outcomes: { stored: 1, same: 1 } });
    const none = await upload(csv(), ...mapped('all'), '--skip-same');
    expect(none).toMatchObject({ code: 0, shown: 'Nothing to send: 2 rows already there.' });
    expect(none.told).toContain('2 rows already there, read again and verified.');
  });

  it('sends nothing if a row has a problem, unless such rows are left out', async () => {
    await bench.save('teams.csv', 'name,about\nred,first\nred,again\nblue,second\n');
    const blocked = await upload(csv(), ...mapped('blocked'));
    expect(blocked.code).toBe(2);
    expect(blocked.told).toContain('Nothing was sent because of rows with problems: 2 Duplicate');
    const last = await upload(csv(), ...mapped('blocked'), '--duplicates', 'last', '--json');
    expect(last.code).toBe(0);
    expect((await bench.at(runGet, ['v1.blocked.red', '--value'])).shown).toBe('again');
    expect((await upload(csv(), ...mapped('skipped'), '--skip-blocked')).code).toBe(3);
    expect((await bench.at(runGet, ['v1.skipped.red'])).code).toBe(3);
  });

  it('writes what became of each row also if none was sent, and leaves no file of an earlier run', async () => {
    const outcome = bench.file('nothing-sent.csv');
    const rows = async () => (await bench.text('nothing-sent.csv')).trim().split(/\r?\n/);
    await upload(csv(), ...mapped('nothing'));
    const same = await upload(csv(), ...mapped('nothing'), '--skip-same', '--outcome', outcome);
    expect(same.shown).toBe('Nothing to send: 3 rows already there.');
    expect((await rows()).length).toBe(4);
    await upload(csv(), ...mapped('dry'), '--dry-run', '--outcome', outcome);
    expect((await rows()).filter((row) => row.includes('v1.dry.')).length).toBe(3);
    await bench.save('teams.csv', 'name,about\nred,first\nred,again\n');
    const blocked = await upload(csv(), ...mapped('blocked'), '--outcome', outcome);
    expect(blocked.code).toBe(2);
    expect((await rows()).filter((row) => row.includes('v1.blocked.red')).length).toBe(2);
    await bench.save('teams.csv', 'name,about\n');
    const empty = await upload(csv(), ...mapped('empty'), '--outcome', outcome);
    expect(empty).toMatchObject({
      code: 2,
      told: 'The file is empty. It has no rows, or only names of columns, so there is nothing to upload.',
    });
    await expect(rows()).rejects.toThrow('ENOENT');
  });

  it('never exits with 0 if rows with a problem were left out', async () => {
    await bench.save('teams.csv', 'name,about\nred,first\nred,again\n');
    const none = await upload(csv(), ...mapped('left'), '--skip-blocked');
    expect(none).toMatchObject({ code: 3 });
    expect(none.told).toContain('2 rows with a problem were left out.');
    await bench.save('teams.csv', 'name,about\nred,first\nred,again\nblue,second\n');
    expect((await upload(csv(), ...mapped('left'), '--skip-blocked', '--dry-run')).code).toBe(3);
    expect((await upload(csv(), ...mapped('left'), '--skip-blocked')).code).toBe(3);
    // What is there already does not make up for them.
    expect((await upload(csv(), ...mapped('left'), '--skip-blocked', '--skip-same')).code).toBe(3);
  });

  it('replaces neither its own file nor evidence by what became of the rows', async () => {
    for (const outcome of [csv(), bench.file('./teams.csv')]) {
      const { code, told } = await upload(csv(), ...mapped('kept'), '--outcome', outcome);
      expect(code).toBe(2);
      expect(told).toContain('name the same file');
    }
    expect(await bench.text('teams.csv')).toContain('red,first');
    expect((await bench.at(runGet, ['v1.kept.red'])).code).toBe(3);
  });

  it('exits with 1 if the proofs of what was read back fail, and if rows were said to be there already', async () => {
    await upload(csv(), ...mapped('lied'));
    await bench.service.post('/admin/faults', { tamper: 'sibling' });
    try {
      expect((await upload(csv(), ...mapped('lied'), '--skip-same')).code).toBe(1);
      expect((await upload(csv(), ...mapped('lied2'))).code).toBe(1);
    } finally {
      await bench.service.post('/admin/faults', {});
    }
  });

  it('continues after an interruption without storing a row twice', async () => {
    let isDown = true;
    const faulty = await startFaultyService(
      bench.service,
      // The second batch is stored, and its response is lost; then nothing comes through.
      (_atoms, index) => (!isDown || index === 0 ? 'none' : index === 1 ? 'answer-lost' : 'lost'),
      () => !isDown || faulty.batches.length < 2,
    );
    const at = (...args: readonly string[]) =>
      bench.run(runUpload, [
        ...args,
        '--url',
        faulty.address(),
        '--scheme',
        serviceScheme,
        '--state',
        bench.file(`state${state}`),
        '--patience',
        '1',
      ]);
    try {
      const first = await at(csv(), ...mapped('resumed'), '--batch', '1');
      expect(first.code).toBe(3);
      expect(first.told).toContain('To continue, run atom-explorer upload --resume');
      // It is not forgotten, and no other one takes its place.
      const other = await at(csv(), ...mapped('resumed'));
      expect(other).toMatchObject({ code: 2 });
      expect(other.told).toContain('is not finished');
      isDown = false;
      const resumed = await at('--resume', '--json');
      expect(json(resumed.shown)).toMatchObject({ outcome: 'ended', outcomes: { stored: 3 } });
      expect(resumed.code).toBe(0);
      const sent = faulty.handedOn.filter((key) => key.startsWith('v1.resumed.'));
      expect(sent.length).toBe(new Set(sent).size);
      expect((await at('--resume')).code).toBe(2);
    } finally {
      await faulty.close();
    }
  });

  it('stops when the service refuses a row, or skips it and sends the rest', async () => {
    const faulty = await startFaultyService(bench.service, (atoms) =>
      atoms.some(({ key }) => key.endsWith('.blue'))
        ? {
            status: 422,
            body: {
              error: 'sensitive_content',
              failedIndex: atoms.findIndex(({ key }) => key.endsWith('.blue')),
            },
          }
        : 'none',
    );
    const at = (...args: readonly string[]) =>
      bench.run(runUpload, [
        csv(),
        ...mapped('refused'),
        ...args,
        '--url',
        faulty.address(),
        '--scheme',
        serviceScheme,
        '--state',
        bench.file(`state${state}`),
        '--json',
      ]);
    try {
      const stopped = await at();
      expect(stopped.code).toBe(3);
      expect(json(stopped.shown)).toMatchObject({ outcome: 'ended', outcomes: { stored: 0 } });
      const skipped = await at('--on-refusal', 'skip');
      expect(skipped.code).toBe(3);
      expect(json(skipped.shown)).toMatchObject({ outcomes: { stored: 2, refused: 1 } });
    } finally {
      await faulty.close();
    }
  });

  it('reads a mapping that the app exported, and standard input', async () => {
    const mapping = {
      key: 'v1.mapped.{name}',
      value: { kind: 'object', columns: ['name', 'about'] },
      trimKeys: true,
    };
    await bench.save(
      'team.mapping.json',
      JSON.stringify({ format: 'atom-explorer-mapping', version: 1, name: 'Teams', mapping }),
    );
    const stored = await bench.at(
      runUpload,
      ['-', '--mapping', bench.file('team.mapping.json')],
      `state${state}`,
      'name,about\nred,first\n',
    );
    expect(stored.code).toBe(0);
    expect((await bench.at(runGet, ['v1.mapped.red', '--value'])).shown).toBe(
      '{"name":"red","about":"first"}',
    );
  });

  it.each([
    [[], 'Use exactly one of FILE'],
    [['a.csv', '--resume'], 'Use exactly one of FILE'],
    [['a.csv', '--mapping', 'a', '--key', 'b'], 'Use either --mapping'],
    [['a.csv', '--outcome', 'a.txt'], '--outcome must end in'],
    [['--resume', '--dry-run'], '--dry-run needs FILE'],
    [['--discard', '--dry-run'], '--dry-run needs FILE'],
  ])('refuses %j', async (args, words) => {
    const { code, told } = await upload(...args);
    expect(code).toBe(2);
    expect(told).toContain(words);
  });

  it.each([
    ['--key', ['--key', 'v1.{nmae}', '--value', '{about}']],
    ['--value', ['--key', 'v1.{name}', '--value', '{abuot}']],
  ])('says that %s does not fit the columns, and leaves no upload behind', async (option, mapping) => {
    await bench.save('misfit.csv', 'name,about\nred,first\n');
    const args = [bench.file('misfit.csv'), ...mapping, '--state', bench.file('misfit')];
    for (const _ of [1, 2]) {
      const { code, told } = await bench.at(runUpload, args);
      expect(code).toBe(2);
      expect(told).toContain(`${option}: `);
      expect(told).toContain('Columns: name, about.');
    }
  });

  it('needs a place for its log', async () => {
    const { code, told } = await bench.at(runUpload, [csv(), ...mapped('no-log')]);
    expect(code).toBe(2);
    expect(told).toContain('so that it can continue after an interruption');
  });
});
