/** An option of a command. The parser, the help, the completion, the man page, and the reference page are made from it. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  /** Whether it can be given several times. */
  readonly multiple?: boolean;
  /** The word for its value in the help, such as `FILE`. */
  readonly value?: string;
  /** One paragraph without a line break. */
  readonly help: string;
  /** What a shell offers for its value. Absent: nothing. */
  readonly completes?: 'file' | 'folder' | readonly string[];
  /** Names of earlier versions, which still work and are not documented. */
  readonly was?: readonly string[];
  /** Accepted, but neither documented nor completed. */
  readonly isHidden?: true;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export interface OptionSection {
  readonly title: string;
  /** One paragraph before the options. */
  readonly intro?: string;
  readonly options: OptionSpecs;
}

/** What one command accepts, and how it is explained. */
export interface CommandDefinition {
  /** As it is typed: `audit`, `audit merge`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The words for its arguments, such as `FILE`; empty if it accepts none. */
  readonly args: string;
  /** What a shell offers for the arguments. Absent: nothing. */
  readonly completesArgs?: 'file' | readonly string[];
  /** Ways to call it, after its name. */
  readonly usage: readonly string[];
  /** Paragraphs before the options. A paragraph of several lines is shown as it is. */
  readonly about: readonly string[];
  readonly sections: readonly OptionSection[];
  /** Paragraphs after the options. */
  readonly notes?: readonly string[];
  readonly examples: readonly Example[];
  /** What the exit codes mean here. A code that is missing does not occur. */
  readonly exits: Exits;
}

export interface Example {
  readonly does: string;
  /** Without the name of the program, which is the first word, but with anything else before it. */
  readonly line: string;
}

export type Exits = Readonly<Partial<Record<0 | 1 | 2 | 3, string>>>;

/** What the codes mean for every command. */
export const exitMeanings: Readonly<Record<0 | 1 | 2 | 3, string>> = {
  0: 'Everything that was asked for was done, and every result is good.',
  1: 'At least one result is bad: a check failed, or an expectation is not met.',
  2: 'The command line, a file, or the service cannot be used.',
  3: 'Undecided: nothing is known to be bad, but something could not be checked or done.',
};

/** Keeps the names and types of the options for the parser. */
export function defineCommand<const D extends CommandDefinition>(definition: D): D {
  return definition;
}

/** Of every command. */
export const commonOptions = {
  quiet: { type: 'boolean', help: 'print no progress and no notes; results, warnings, and errors remain' },
  help: { type: 'boolean', help: 'show this help' },
} as const satisfies OptionSpecs;

/** All options of a command, in the order of its help. */
export function optionsOf({ sections }: Pick<CommandDefinition, 'sections'>): OptionSpecs {
  return Object.assign({}, ...sections.map(({ options }) => options), commonOptions) as OptionSpecs;
}

/** The documented ones. */
export function shownOptions(options: OptionSpecs): readonly (readonly [name: string, spec: OptionSpec])[] {
  return Object.entries(options).filter(([, { isHidden }]) => isHidden !== true);
}

/** `--root HASH`. */
export function optionWords(name: string, { value }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
