import { spawnSync } from 'node:child_process';
import { format } from 'oxfmt';
import { describe, expect, it } from 'vitest';
import { allCommands, commandNames } from '../commands/all.ts';
import { runCli } from '../runCli.ts';
import { completionScript, shells } from './completion.ts';
import { closest } from './didYouMean.ts';
import { helpText } from './helpText.ts';
import { manPage } from './manPage.ts';
import { optionsOf, shownOptions } from './options.ts';
import { referencePage } from './referencePage.ts';

const commands = await allCommands();
const definitions = commands.flatMap(({ definition, subcommands = [] }) => [definition, ...subcommands]);

async function run(...args: readonly string[]) {
  const shown: string[] = [];
  const told: string[] = [];
  const code = await runCli(args, {
    print: (line) => shown.push(line),
    complain: (line) => told.push(line),
    readStdin: async () => new Uint8Array(),
  });
  return { code, shown: shown.join('\n'), told: told.join('\n') };
}

describe('the definition of all commands', () => {
  it('has the name by which the command is loaded', () => {
    expect(commands.map(({ definition }) => definition.name)).toEqual(commandNames);
  });

  // `npm run commands` rewrites it.
  it('is documented in docs/commands.md', async () => {
    const { code } = await format('commands.md', referencePage(commands), {
      printWidth: 110,
      singleQuote: true,
    });
    await expect(code).toMatchFileSnapshot('../../docs/commands.md');
  });

  it.each(definitions.map((definition) => [definition.name, definition] as const))(
    'explains every option of %s with one word for one thing, and has an example',
    (name, definition) => {
      const options = shownOptions(optionsOf(definition));
      const help = helpText(definition, []);
      for (const [option, { type, value }] of options) {
        expect(help).toContain(`--${option}`);
        expect(`${option}: ${String(value !== undefined)}`).toBe(`${option}: ${String(type === 'string')}`);
      }
      expect(definition.examples.length).toBeGreaterThan(0);
      for (const { line } of definition.examples) expect(line).toContain(`atom-explorer ${name}`);
      for (const line of help.split('\n').filter((each) => !each.includes('atom-explorer ')))
        expect(line.length).toBeLessThanOrEqual(130);
      // A section that repeats a name of another one would hide it.
      const names = definition.sections.flatMap((section) => Object.keys(section.options));
      expect(new Set(names).size).toBe(names.length);
    },
  );

  it('is in the script of each shell, and in the man page', () => {
    const pages = [...shells.map((shell) => completionScript(shell, commands)), manPage(commands, '1.0')];
    for (const page of pages)
      for (const definition of definitions)
        for (const [option] of shownOptions(optionsOf(definition)))
          expect(page).toContain(option.replaceAll('-', page.startsWith('.TH') ? '\\-' : '-'));
  });
});

describe('the completion of bash', () => {
  const complete = (...words: readonly string[]): readonly string[] => {
    const script = `${completionScript('bash', commands)}
COMP_WORDS=(atom-explorer "$@"); COMP_CWORD=$#; _atom_explorer; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    return stdout.split('\n').filter((word) => word !== '');
  };

  it.each([
    [['con'], ['connections', 'conformance']],
    [['help', 'sn'], ['snapshot']],
    [['audit', '--re'], ['--report']],
    [['audit', 'me'], ['merge']],
    [['audit', 'merge', '--ou'], ['--out']],
    [
      ['keys', '--status', 'g'],
      ['green', 'gone'],
    ],
    [['completion', 'f'], ['fish']],
    [['get', '--if'], []],
  ])('offers what fits %j', (words, offered) => {
    expect(complete(...words)).toEqual(offered);
  });
});

describe('a slip of the user', () => {
  it.each([
    ['audti', 'audit'],
    ['verfy', 'verify'],
    ['conf', 'conformance'],
    ['inspect', null],
    ['x', null],
  ])('%s means %s', (typed, meant) => {
    expect(closest(typed, commandNames)).toBe(meant);
  });

  it('in the name of a command or an option is named with what was meant, and is not carried out', async () => {
    expect(await run('audti', '--help')).toMatchObject({
      code: 2,
      told: 'Unknown command “audti”. Did you mean audit?\nFor help: atom-explorer --help',
    });
    expect(await run('verify', 'a.json', '--rooot', 'ab')).toMatchObject({
      code: 2,
      told: 'Unknown option “--rooot”. Did you mean --root?\nFor help: atom-explorer verify --help',
    });
    const { told } = await run('pin', 'add', '--sice', '3');
    expect(told).toBe(
      'Unknown option “--sice”. Did you mean --size?\nFor help: atom-explorer pin add --help',
    );
  });
});

describe('help', () => {
  it('is the same for COMMAND --help and help COMMAND, also of a subcommand', async () => {
    for (const name of [['verify'], ['audit'], ['audit', 'merge']]) {
      const asked = await run(...name, '--help');
      expect(asked).toMatchObject({ code: 0, told: '' });
      expect(asked.shown).toContain(`atom-explorer ${name.join(' ')} `);
      expect(await run('help', ...name)).toEqual(asked);
    }
  });

  it('does not show names of earlier versions, which still work', async () => {
    expect((await run('audit', '--help')).shown).not.toContain('--pin');
    const { told } = await run('audit', '--url', 'http://localhost:1', '--keys', 'a', '--pin', 'short');
    expect(told).toContain('--root must be a hash in hex or base64, not “short”');
  });
});
