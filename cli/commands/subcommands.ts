import { quoteText } from '#shared/text/phrases.ts';
import { UsageError, type Command } from '../command.ts';
import { closest } from '../definition/didYouMean.ts';
import type { CommandDefinition } from '../definition/options.ts';
import type { SessionWorld } from '../session/openSession.ts';

/** A part of a command, such as `pin add` of `pin`. */
export interface Subcommand {
  readonly definition: CommandDefinition;
  /** @param args after its name */
  readonly run: (args: readonly string[], world: SessionWorld) => Promise<number>;
}

/** A command that consists of parts. @throws UsageError that names the part that was probably meant */
export async function runSubcommand(
  command: Pick<Command['definition'], 'name'>,
  parts: readonly Subcommand[],
  [name, ...args]: readonly string[],
  world: SessionWorld,
): Promise<number> {
  const names = parts.map(({ definition }) => definition.name.slice(command.name.length + 1));
  const part = parts[names.indexOf(name ?? '')];
  if (part !== undefined) return part.run(args, world);
  const choice = `${names.slice(0, -1).join(', ')}, or ${names.at(-1) ?? ''}`;
  if (name === undefined) throw new UsageError(`${command.name} needs ${choice}.`);
  const meant = closest(name, names);
  throw new UsageError(
    `Unknown subcommand ${quoteText(name)}. ${meant === null ? `Use ${choice}.` : `Did you mean ${command.name} ${meant}?`}`,
  );
}
