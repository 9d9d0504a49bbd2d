import type { OptionSection, OptionSpec, OptionSpecs } from './options.ts';

/**
 * The sections of options in the help of another program. A section begins with a line such as `Options of keys (with --data):`. In it stand one or
 * more names, each perhaps with a word for its value, and the explanation after two spaces or in the next lines, which are set in further.
 */
export function optionsInHelp(help: string): readonly OptionSection[] {
  return [...help.matchAll(/^(Options.*):\n((?: .*\n)+)/gm)].map(([, title = '', list = '']) => ({
    title,
    options: optionsOf(list),
  }));
}

function optionsOf(list: string): OptionSpecs {
  const options: [names: readonly string[], words: string][] = [];
  for (const line of list.split('\n')) {
    const found = /^ {2}(--\S+(?: \S+)*?)(?: {2,}(\S.*))?$/.exec(line);
    const last = options.at(-1);
    if (found !== null) options.push([(found[1] ?? '').split(', '), found[2] ?? '']);
    else if (last !== undefined) last[1] = `${last[1]} ${line.trim()}`.trim();
  }
  return Object.fromEntries(
    options.flatMap(([names, help]) =>
      names.flatMap((text): [string, OptionSpec][] => {
        const [, name = '', value] = /^--([a-z-]+)(?: (\S+))?$/.exec(text) ?? [];
        if (name === '' || name === 'help') return [];
        return [[name, value === undefined ? { type: 'boolean', help } : { type: 'string', value, help }]];
      }),
    ),
  );
}
