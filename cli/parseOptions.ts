import { parseArgs } from 'node:util';
import { UsageError } from './command.ts';
import { once } from './once.ts';

type OptionTypes = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly multiple?: boolean }>
>;

interface Config<Options> {
  args: string[];
  options: Options;
  allowPositionals: boolean;
  tokens: true;
}

type Parsed<Options extends OptionTypes> = ReturnType<typeof parseArgs<Config<Options>>>;

/**
 * The options and file names of a command.
 *
 * @throws UsageError also if an option with a value is repeated that can be given once: the parser alone would keep the last one
 */
export function parseOptions<const Options extends OptionTypes>(
  args: readonly string[],
  options: Options,
  { allowPositionals = false }: { readonly allowPositionals?: boolean } = {},
): Pick<Parsed<Options>, 'values' | 'positionals'> {
  const { values, positionals, tokens } = parse({ args: [...args], options, allowPositionals, tokens: true });
  for (const [name, { type, multiple }] of Object.entries<OptionTypes[string]>(options)) {
    if (type === 'boolean' || multiple === true) continue;
    const given = tokens.filter((token) => token.kind === 'option' && token.name === name);
    once(
      `--${name}`,
      given.map(() => name),
    );
  }
  return { values, positionals };
}

/** @throws UsageError */
function parse<Options extends OptionTypes>(config: Config<Options>): Parsed<Options> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
