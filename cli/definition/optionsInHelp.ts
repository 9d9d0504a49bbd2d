import type { OptionSpec, OptionSpecs } from './options.ts';

/**
 * The options that the help of another program lists below `Options:`: a name, perhaps a word for its value, and two spaces before
 * the explanation, which may go on in lines that are set in further.
 */
export function optionsInHelp(help: string): OptionSpecs {
  const [, list = ''] = /^Options:\n((?: .*\n)+)/m.exec(help) ?? [];
  const options: [string, OptionSpec][] = [];
  for (const line of list.split('\n')) {
    const found = /^ {2}--([a-z-]+)(?: ([A-Za-z]+))? {2,}(\S.*)$/.exec(line);
    const [, name, value, words = ''] = found ?? [];
    const last = options.at(-1);
    if (name !== undefined)
      options.push([
        name,
        value === undefined ? { type: 'boolean', help: words } : { type: 'string', value, help: words },
      ]);
    else if (last !== undefined && line.trim() !== '')
      last[1] = { ...last[1], help: `${last[1].help} ${line.trim()}` };
  }
  return Object.fromEntries(options.filter(([name]) => name !== 'help'));
}
