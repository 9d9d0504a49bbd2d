import {
  commonOptions,
  optionWords,
  shownOptions,
  type CommandDefinition,
  type Exits,
  type OptionSection,
} from './options.ts';

export const program = 'atom-explorer';

const width = 100;
/** Where the explanation of an option starts. A longer option has it on the next line. */
const column = 27;

/** The sections of the options, with those of every command at the end. */
export function sectionsOf({ sections }: CommandDefinition): readonly OptionSection[] {
  return [...sections, { title: 'Common options', options: commonOptions }];
}

/** The text of `--help`. */
export function helpText(definition: CommandDefinition, subcommands: readonly CommandDefinition[]): string {
  const { name, summary, usage, about, notes = [], examples, exits } = definition;
  return [
    `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`,
    usage.map((each) => `  ${`${program} ${name} ${each}`.trimEnd()}`).join('\n'),
    ...about.map(paragraph),
    ...(subcommands.length === 0
      ? []
      : [`Subcommands:\n${subcommands.map((each) => listed(each.name, each.summary)).join('\n')}`]),
    ...sectionsOf(definition).map(sectionText),
    ...notes.map(paragraph),
    `Examples:\n${examples.map(({ does, line }) => `  # ${does}\n  ${line}`).join('\n')}`,
    `Exit codes:\n${exitLines(exits).join('\n')}`,
    '',
  ]
    .join('\n\n')
    .trimEnd();
}

function sectionText({ title, intro, options }: OptionSection): string {
  const lines = shownOptions(options).map(([name, spec]) => listed(optionWords(name, spec), spec.help));
  return [
    `${title}:`,
    ...(intro === undefined ? [] : wrap(intro, width - 2).map((line) => `  ${line}`)),
    ...lines,
  ].join('\n');
}

export function exitLines(exits: Exits): readonly string[] {
  return Object.entries(exits).map(([code, when]) => {
    const [first = '', ...rest] = wrap(when, width - 5);
    return [`  ${code}  ${first}`, ...rest.map((line) => `     ${line}`)].join('\n');
  });
}

/** A term with its explanation beside it. */
export function listed(term: string, words: string): string {
  const lines = wrap(words, width - column);
  const [first = '', ...rest] = lines;
  const isLong = term.length > column - 4;
  return [
    isLong ? `  ${term}` : `  ${term.padEnd(column - 2)}${first}`.trimEnd(),
    ...(isLong ? lines : rest).map((line) => `${' '.repeat(column)}${line}`),
  ].join('\n');
}

function paragraph(text: string): string {
  return text.includes('\n') ? text : wrap(text, width).join('\n');
}

function wrap(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(word);
  }
  return lines;
}
