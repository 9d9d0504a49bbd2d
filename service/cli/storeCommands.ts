import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fileKeyStore } from '../auth/keyFile.ts';
import type { KeyStore } from '../auth/keyStore.ts';
import { copyStore, CopyRefused } from '../maintenance/copyStore.ts';
import { levelContents } from '../maintenance/levelContents.ts';
import { verifyStore, type StoreReport } from '../maintenance/verifyStore.ts';
import { createLevelAtoms } from '../store/level/levelAtoms.ts';
import { openDatabase } from '../store/level/database.ts';
import type { AtomStore } from '../store/atomStore.ts';
import type { StoreContents } from '../maintenance/storeContents.ts';
import { createLog } from '../log/log.ts';
import { storeAddress } from './optionValues.ts';
import type { CopyCommand, VerifyCommand } from './storeOptions.ts';

/** To standard output, and to standard error. */
export interface Output {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** Where a memory and its API keys are: a data folder, or a database. */
export type MemoryPlace =
  | { readonly kind: 'folder'; readonly dataFolder: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Resolves to the exit code: 0 if everything agrees, 1 if not, 3 if the memory could not be read. */
export async function runVerify(
  command: VerifyCommand,
  place: MemoryPlace,
  output: Output,
): Promise<0 | 1 | 3> {
  return undecidedIfItFails(output, () =>
    withMemory(place, { mustExist: true }, output, async (memory) => {
      const contents = await memory.contents();
      try {
        const report = await verifyStore(contents, {
          expectedRoot: command.root ?? undefined,
          progress: progressLines(output, 'Verified'),
        });
        return say(report, command.json, output);
      } finally {
        await contents.close();
      }
    }),
  );
}

/** Resolves to the exit code: 0 if the target is a copy of the source, 1 if they differ, 3 if the copy is not complete. */
export async function runCopy({ from, to, json }: CopyCommand, output: Output): Promise<0 | 1 | 3> {
  return undecidedIfItFails(output, () =>
    withMemory(placeOf('--from', from), { mustExist: true }, output, (source) =>
      withMemory(placeOf('--to', to), { mustExist: false }, output, async (target) => {
        const lines = {
          copied: progressLines(output, 'Copied'),
          verified: progressLines(output, 'Verified'),
        };
        const contents = await source.contents();
        try {
          const report = await copyStore({
            from: contents,
            to: target.contents,
            target: target.atoms,
            progress: (what, leaves, size) => lines[what](leaves, size),
          });
          await copyKeys(source.keys, target.keys);
          return say(report, json, output);
        } finally {
          await contents.close();
        }
      }),
    ),
  );
}

function placeOf(option: string, text: string): MemoryPlace {
  const url = text.includes('://') ? storeAddress(option, text) : null;
  return url === null ? { kind: 'folder', dataFolder: text } : { kind: 'postgres', url };
}

/** Adds the API keys that the target does not have, and revokes those that were revoked. */
async function copyKeys(from: KeyStore, to: KeyStore): Promise<void> {
  const known = new Map((await to.list()).map((key) => [key.id, key]));
  const keys = await from.list();
  const missing = keys.filter(({ id }) => !known.has(id));
  if (missing.length > 0) await to.add(missing);
  for (const { id, revokedAt } of keys) if (revokedAt !== undefined) await to.revoke(id, revokedAt);
}

async function undecidedIfItFails(output: Output, work: () => Promise<0 | 1>): Promise<0 | 1 | 3> {
  try {
    return await work();
  } catch (error) {
    output.complain(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof CopyRefused ? 1 : 3;
  }
}

/** What these commands need of a memory. */
interface Memory {
  readonly contents: () => Promise<StoreContents>;
  readonly atoms: Pick<AtomStore, 'append'>;
  readonly keys: KeyStore;
}

async function withMemory<T>(
  place: MemoryPlace,
  options: { readonly mustExist: boolean },
  { complain }: Output,
  use: (memory: Memory) => Promise<T>,
): Promise<T> {
  if (place.kind === 'folder') return withFolder(place.dataFolder, options, use);
  const { openPostgres } = await import('../store/postgres/openPostgres.ts');
  const opened = await openPostgres(
    place.url,
    Date.now,
    createLog({ form: 'text', level: 'info', write: complain }),
    options,
  );
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}

async function withFolder<T>(
  dataFolder: string,
  { mustExist }: { readonly mustExist: boolean },
  use: (memory: Memory) => Promise<T>,
): Promise<T> {
  const folder = join(dataFolder, 'memory');
  if (mustExist) {
    // Opening a folder that is not there would create an empty memory.
    await access(join(folder, 'CURRENT')).catch(() => {
      throw new Error(`${dataFolder} has no memory.`);
    });
  }
  const database = await openDatabase(folder);
  try {
    return await use({
      contents: () => Promise.resolve(levelContents(database)),
      atoms: createLevelAtoms(database, Date.now),
      keys: fileKeyStore(dataFolder),
    });
  } finally {
    await database.level.close();
  }
}

function say(report: StoreReport, json: boolean, { print }: Output): 0 | 1 {
  const { size, root, keys, problems, problemCount } = report;
  if (json) print(`${JSON.stringify(report)}\n`);
  else {
    const more = problemCount - problems.length;
    const lines = [
      `leaves  ${size}`,
      `keys    ${keys}`,
      `root    ${root ?? '-'}`,
      ...problems,
      ...(more > 0 ? [`And ${more} more.`] : []),
      problemCount === 0 ? 'Everything agrees.' : 'This memory is damaged, or was changed.',
    ];
    print(`${lines.join('\n')}\n`);
  }
  return problemCount === 0 ? 0 : 1;
}

const linesEvery = 100_000;

function progressLines({ complain }: Output, what: string): (leaves: number, size: number) => void {
  let next = linesEvery;
  return (leaves, size) => {
    if (leaves < next) return;
    next = leaves - (leaves % linesEvery) + linesEvery;
    complain(`${what} ${leaves.toLocaleString('en')} of ${size.toLocaleString('en')} leaves.\n`);
  };
}
