import type { Command } from '../command.ts';
import { program, sectionsOf } from './helpText.ts';
import { exitMeanings, optionWords, shownOptions, type CommandDefinition, type Exits } from './options.ts';

/** The manual page of all commands, in the language of `man`. */
export function manPage(commands: readonly Command[], version: string): string {
  return `${[
    `.TH ${program.toUpperCase()} 1 "" "Atom Explorer ${escaped(version)}" "User Commands"`,
    '.SH NAME',
    `${escaped(program)} \\- explore an Atom Memory Service and verify that it tells the truth`,
    '.SH SYNOPSIS',
    `.B ${escaped(program)}`,
    '.I COMMAND',
    '[options]',
    '.SH COMMANDS',
    ...commands.flatMap(({ definition, subcommands = [] }) =>
      [definition, ...subcommands].flatMap(commandLines),
    ),
    '.SH EXIT STATUS',
    ...exitLines(exitMeanings),
  ].join('\n')}\n`;
}

function commandLines(definition: CommandDefinition): readonly string[] {
  const { name, summary, usage, about, notes = [], examples, exits } = definition;
  return [
    `.SS "${escaped(name)}"`,
    `${escaped(`${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}`)}.`,
    ...literal(usage.map((each) => `${program} ${name} ${each}`.trimEnd())),
    ...about.flatMap(paragraph),
    ...sectionsOf(definition).flatMap(({ title, intro, options }) => [
      '.PP',
      `.B ${escaped(title)}`,
      ...(intro === undefined ? [] : paragraph(intro)),
      ...shownOptions(options).flatMap(([option, spec]) => [
        '.TP',
        `.B ${escaped(optionWords(option, spec))}`,
        line(spec.help),
      ]),
    ]),
    ...notes.flatMap(paragraph),
    ...examples.flatMap(({ does, line: example }) => ['.PP', `${line(does)}:`, ...literal([example])]),
    '.PP',
    '.B Exit status',
    ...exitLines(exits),
  ];
}

function exitLines(exits: Exits): readonly string[] {
  return Object.entries(exits).flatMap(([code, when]) => ['.TP', `.B ${code}`, line(when)]);
}

function paragraph(text: string): readonly string[] {
  return text.includes('\n') ? literal(text.split('\n')) : ['.PP', line(text)];
}

function literal(lines: readonly string[]): readonly string[] {
  return ['.PP', '.nf', '.RS 2', ...lines.map(line), '.RE', '.fi'];
}

/** A line that starts with a dot or an apostrophe would be a command. */
function line(text: string): string {
  return escaped(text).replace(/^(?=[.'])/, '\\&');
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-');
}
