import type { Command } from '../command.ts';
import { program } from './helpText.ts';
import { optionsOf, shownOptions, type CommandDefinition, type OptionSpec } from './options.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A script for a shell that completes commands, options, and their values. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  switch (shell) {
    case 'bash':
      return bash(commands);
    case 'zsh':
      return `#compdef ${program}
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`;
    case 'fish':
      return fish(commands);
  }
}

/** `audit` with `audit merge`. The longer names come first, so that a pattern finds them. */
function definitionsOf(commands: readonly Command[]): readonly CommandDefinition[] {
  return commands.flatMap(({ definition, subcommands = [] }) => [...subcommands, definition]);
}

function namesOf(commands: readonly Command[]): readonly string[] {
  return ['help', ...commands.map(({ definition }) => definition.name)];
}

function bash(commands: readonly Command[]): string {
  const cases = definitionsOf(commands).map((definition) => {
    const options = shownOptions(optionsOf(definition));
    const values = options.flatMap(([name, spec]) => {
      const offer = bashValues(spec);
      return spec.type === 'boolean' ? [] : [`      --${name}) ${offer}; return ;;`];
    });
    const words = options.map(([name]) => `--${name}`);
    const subcommands = commands
      .find((each) => each.definition === definition)
      ?.subcommands?.map(({ name }) => name.slice(definition.name.length + 1));
    return `    "${definition.name} "*)
      case "$before" in
${values.join('\n')}
      esac
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$word"))
      else ${bashArguments(definition, subcommands ?? [])}; fi ;;`;
  });
  return `_atom_explorer() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $COMP_CWORD == 1 ]]; then
    COMPREPLY=($(compgen -W "${namesOf(commands).join(' ')} --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[*]:1}" in
    "help "*) COMPREPLY=($(compgen -W "${namesOf(commands).slice(1).join(' ')}" -- "$word")) ;;
${cases.join('\n')}
  esac
}
complete -F _atom_explorer ${program}
`;
}

function bashValues({ completes }: OptionSpec): string {
  if (completes === 'file') return 'COMPREPLY=($(compgen -f -- "$word"))';
  if (completes === 'folder') return 'COMPREPLY=($(compgen -d -- "$word"))';
  return completes === undefined ? ':' : `COMPREPLY=($(compgen -W "${completes.join(' ')}" -- "$word"))`;
}

function bashArguments({ completesArgs }: CommandDefinition, subcommands: readonly string[]): string {
  const words = [...subcommands, ...(completesArgs === 'file' ? [] : (completesArgs ?? []))];
  const offers = [
    ...(words.length === 0 ? [] : [`-W "${words.join(' ')}"`]),
    ...(completesArgs === 'file' ? ['-f'] : []),
  ];
  return offers.length === 0 ? ':' : `COMPREPLY=($(compgen ${offers.join(' ')} -- "$word"))`;
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ definition, subcommands = [] }) => [
    `complete -c ${program} -n __fish_use_subcommand -f -a ${definition.name} -d ${quoted(definition.summary)}`,
    ...subcommands.map(
      ({ name, summary }) =>
        `complete -c ${program} -n ${quoted(seen(definition.name))} -f -a ${name.slice(definition.name.length + 1)} -d ${quoted(summary)}`,
    ),
    ...[definition, ...subcommands].flatMap(fishOptions),
  ]);
  return `${lines.join('\n')}\n`;
}

/** What a command or a subcommand accepts after its name. */
function fishOptions({ name, completesArgs, ...definition }: CommandDefinition): readonly string[] {
  const under = `complete -c ${program} -n ${quoted(seen(name))}`;
  return [
    ...shownOptions(optionsOf(definition)).map(
      ([option, spec]) => `${under} -l ${option}${fishValues(spec)} -d ${quoted(firstClause(spec.help))}`,
    ),
    ...(Array.isArray(completesArgs) ? [`${under} -f -a ${quoted(completesArgs.join(' '))}`] : []),
  ];
}

function seen(name: string): string {
  return name
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ');
}

function fishValues({ type, completes }: OptionSpec): string {
  if (type === 'boolean') return '';
  if (completes === 'file') return ' -r -F';
  if (completes === 'folder') return " -x -a '(__fish_complete_directories)'";
  return completes === undefined ? ' -x' : ` -x -a ${quoted(completes.join(' '))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function firstClause(help: string): string {
  return help.split(/[.;]\s| \(default/)[0] ?? help;
}
