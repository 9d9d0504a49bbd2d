import type { Command } from '../command.ts';
import { program, sectionsOf } from './helpText.ts';
import {
  commonOptions,
  exitMeanings,
  optionWords,
  shownOptions,
  type CommandDefinition,
  type Exits,
} from './options.ts';

/** `docs/commands.md`. */
export function referencePage(commands: readonly Command[]): string {
  const all = commands.flatMap(({ definition, subcommands = [] }) => [definition, ...subcommands]);
  return [
    '# Commands',
    `\`${program}\` does the work of the window in a terminal, with the same engine: the same verdicts, the same files, the same care. \`npm run commands\` writes this page from the definitions in \`cli/\`, which also make the parser, \`--help\`, the completion of the shells, and the man page.`,
    table(
      ['command', 'does'],
      all.map(({ name, summary }) => [`[\`${name}\`](#${name.replaceAll(' ', '-')})`, summary]),
    ),
    'Results go to standard output. Notes, warnings, and errors go to standard error, and so does progress, on a terminal only. `--json` prints one JSON document, or JSON Lines where many atoms or keys are printed. With the environment variable `NO_COLOR`, or if standard output is not a terminal, there are no colors.',
    '## Exit codes',
    'They mean the same for every command. Each command says below what they mean for it.',
    exitTable(exitMeanings),
    '## Options of every command',
    optionTable(commonOptions),
    ...all.flatMap(commandParts),
    '',
  ].join('\n\n');
}

function commandParts(definition: CommandDefinition): readonly string[] {
  const { name, summary, usage, about, notes = [], examples, exits } = definition;
  return [
    `## ${name}`,
    `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`,
    fenced(usage.map((each) => `${program} ${name} ${each}`.trimEnd())),
    ...about.map(paragraph),
    ...sectionsOf(definition)
      .filter(({ options }) => options !== commonOptions)
      .flatMap(({ title, intro, options }) => [
        `**${title}**`,
        ...(intro === undefined ? [] : [paragraph(intro)]),
        optionTable(options),
      ]),
    ...notes.map(paragraph),
    ...examples.flatMap(({ does, line }) => [`${does}:`, fenced([line])]),
    exitTable(exits),
  ];
}

function optionTable(options: Parameters<typeof shownOptions>[0]): string {
  return table(
    ['option', 'meaning'],
    shownOptions(options).map(([name, spec]) => [`\`${optionWords(name, spec)}\``, spec.help]),
  );
}

function exitTable(exits: Exits): string {
  return table(
    ['exit code', 'meaning'],
    Object.entries(exits).map(([code, when]) => [code, when]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines
    .map(
      (cells) =>
        `| ${cells.map((cell, at) => (at === 0 ? cell.replaceAll('|', '\\|') : escaped(cell))).join(' | ')} |`,
    )
    .join('\n');
}

function paragraph(text: string): string {
  return text.includes('\n') ? fenced(text.split('\n')) : escaped(text);
}

function fenced(lines: readonly string[]): string {
  return ['```text', ...lines, '```'].join('\n');
}

/** Text is not markup. */
function escaped(text: string): string {
  return text.replace(/[\\*_<>|[\]]/g, (character) => `\\${character}`);
}
