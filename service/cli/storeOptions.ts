import type { Values } from './parse.ts';
import { storeAddress } from './optionValues.ts';
import { UsageError } from './usageError.ts';

export interface VerifyCommand {
  readonly kind: 'verify';
  /** null: the folder for user data of the operating system. */
  readonly dataFolder: string | null;
  /** The address of a database; null: that of the environment, or else the data folder. */
  readonly store: string | null;
  /** Lowercase hex: the root that the memory should have. */
  readonly root: string | null;
  readonly json: boolean;
}

export interface CopyCommand {
  readonly kind: 'copy';
  /** Data folders, or addresses of databases. */
  readonly from: string;
  readonly to: string;
  readonly json: boolean;
}

/** @throws UsageError */
export function verifyCommand(
  values: Values,
  dataFolder: string | null,
  rest: readonly string[],
): VerifyCommand {
  requireNoMore('verify', rest);
  const root = values.root ?? null;
  if (root !== null && !/^[0-9a-f]{64}$/i.test(root)) {
    throw new UsageError('--root must be 64 hexadecimal digits.');
  }
  const store = storeAddress('--store', values.store);
  return { kind: 'verify', dataFolder, store, root: root?.toLowerCase() ?? null, json: values.json ?? false };
}

/** @throws UsageError */
export function copyCommand(
  { from = '', to = '', json = false }: Values,
  rest: readonly string[],
): CopyCommand {
  requireNoMore('copy', rest);
  if (from === '' || to === '') throw new UsageError('copy needs --from and --to.');
  return { kind: 'copy', from, to, json };
}

function requireNoMore(name: string, [first]: readonly string[]): void {
  if (first !== undefined) throw new UsageError(`${name} takes only options, not ${first}.`);
}
