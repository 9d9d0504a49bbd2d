import { parseArgs } from 'node:util';
import { quoteText } from '#shared/text/phrases.ts';
import { UsageError } from './command.ts';
import { closest } from './definition/didYouMean.ts';
import { optionsOf, shownOptions, type CommandDefinition, type OptionSpecs } from './definition/options.ts';
import { once } from './once.ts';

type ValueOf<Spec> = Spec extends { readonly type: 'boolean' }
  ? boolean
  : Spec extends { readonly multiple: true }
    ? readonly string[]
    : string;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type SpecsOf<D extends Pick<CommandDefinition, 'sections'>> = Intersection<D['sections'][number]['options']>;

/** The values of the options of a command, by the names in its definition. */
export type ValuesOf<D extends Pick<CommandDefinition, 'sections'>> = {
  readonly [Name in keyof SpecsOf<D>]?: ValueOf<SpecsOf<D>[Name]> | undefined;
};

/**
 * The options and arguments of a command.
 *
 * @throws UsageError also if an option with a value is repeated that can be given once: the parser alone would keep the last one
 */
export function parseOptions<const D extends CommandDefinition>(
  definition: D,
  given: readonly string[],
): { readonly values: ValuesOf<D>; readonly positionals: readonly string[] } {
  const options = optionsOf(definition);
  const args = withCurrentNames(given, options);
  refuseUnknown(args, options);
  const { values, positionals, tokens } = parse(args, options);
  if (definition.args === '' && positionals[0] !== undefined)
    throw new UsageError(`${definition.name} takes no argument, but got ${quoteText(positionals[0])}.`);
  for (const [name, { type, multiple }] of Object.entries(options)) {
    if (type === 'boolean' || multiple === true) continue;
    const times = tokens.filter((token) => token.kind === 'option' && token.name === name);
    once(
      `--${name}`,
      times.map(() => name),
    );
  }
  // The parser was given the types of the definition, which the compiler cannot follow through a record.
  return { values: values as ValuesOf<D>, positionals };
}

/** @throws UsageError */
function parse(args: readonly string[], options: OptionSpecs) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Replaces option names of earlier versions. */
function withCurrentNames(args: readonly string[], options: OptionSpecs): readonly string[] {
  const renamed = new Map(
    Object.entries(options).flatMap(([name, { was = [] }]) => was.map((old) => [`--${old}`, `--${name}`])),
  );
  const end = args.indexOf('--');
  return args.map((arg, at) => {
    if (end >= 0 && at >= end) return arg;
    const [name = '', ...value] = arg.split('=');
    const current = renamed.get(name);
    return current === undefined ? arg : [current, ...value].join('=');
  });
}

/** @throws UsageError that names the option that was probably meant */
function refuseUnknown(args: readonly string[], options: OptionSpecs): void {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue;
    const meant = closest(
      token.name,
      shownOptions(options).map(([name]) => name),
    );
    throw new UsageError(
      `Unknown option ${quoteText(token.rawName)}.${meant === null ? '' : ` Did you mean --${meant}?`}`,
    );
  }
}
