import { keysCommand, type KeysCommand } from './keysOptions.ts';
import { parse } from './parse.ts';
import { runCommand, type RunCommand } from './runOptions.ts';
import { copyCommand, verifyCommand, type CopyCommand, type VerifyCommand } from './storeOptions.ts';
import { UsageError } from './usageError.ts';

export type Command = RunCommand | KeysCommand | VerifyCommand | CopyCommand | { readonly kind: 'help' };

/** The options of each command, besides --help. */
export const optionsOf = {
  run: [
    'port',
    'host',
    'tls-cert',
    'tls-key',
    'behind-proxy',
    'allowed-host',
    'data',
    'store',
    'seed',
    'tier',
    'value-limit',
    'rate',
    'burst',
    'words-only',
    'recall-keys',
    'log',
    'log-level',
    'metrics-port',
    'metrics-host',
    'stop-timeout',
    'faults',
    'json',
    'exit-with-parent',
  ],
  'keys add': ['data', 'store', 'scope', 'tier', 'rate', 'burst', 'name'],
  'keys list': ['data', 'store', 'json'],
  'keys revoke': ['data', 'store'],
  // The name of earlier versions.
  'keys remove': ['data', 'store'],
  verify: ['data', 'store', 'root', 'json'],
  copy: ['from', 'to', 'json'],
} as const;
type Name = keyof typeof optionsOf;

/** @throws UsageError */
export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help === true) return { kind: 'help' };
  const { name, rest } = nameOf(positionals);
  const known: readonly string[] = optionsOf[name];
  const other = Object.keys(values).find((option) => !known.includes(option));
  if (other !== undefined) {
    throw new UsageError(
      name === 'run' ? `--${other} needs a command.` : `--${other} cannot be used with ${name}.`,
    );
  }
  const dataFolder = values.data ?? null;
  if (dataFolder === '') throw new UsageError('--data needs a folder.');
  switch (name) {
    case 'run':
      return runCommand(values, dataFolder);
    case 'verify':
      return verifyCommand(values, dataFolder, rest);
    case 'copy':
      return copyCommand(values, rest);
    default:
      return keysCommand(name, values, dataFolder, rest);
  }
}

function nameOf(positionals: readonly string[]): { readonly name: Name; readonly rest: readonly string[] } {
  const [topic, action, ...others] = positionals;
  if (topic === undefined) return { name: 'run', rest: [] };
  if (topic === 'verify' || topic === 'copy') return { name: topic, rest: positionals.slice(1) };
  if (topic !== 'keys') {
    throw new UsageError(`Unknown command ${topic}. The commands are keys, copy, and verify.`);
  }
  const name = `keys ${action ?? ''}`;
  if (name !== 'keys add' && name !== 'keys list' && name !== 'keys revoke' && name !== 'keys remove') {
    throw new UsageError('keys must be followed by add --scope read|full, list, or revoke ID.');
  }
  return { name, rest: others };
}
