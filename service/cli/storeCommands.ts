import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fileKeyStore } from '../auth/keyFile.ts';
import type { KeyStore } from '../auth/keyStore.ts';
import { copyStore, CopyRefused } from '../maintenance/copyStore.ts';
import { levelContents } from '../maintenance/levelContents.ts';
import { verifyStore, type StoreReport } from '../maintenance/verifyStore.ts';
import { createLevelAtoms } from '../store/level/levelAtoms.ts';
import { openDatabase, type Database } from '../store/level/database.ts';
import type { CopyCommand, VerifyCommand } from './storeOptions.ts';

/** To standard output, and to standard error. */
export interface Output {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** Resolves to the exit code: 0 if everything agrees, 1 if not, 3 if the memory could not be read. */
export async function runVerify(
  command: VerifyCommand,
  dataFolder: string,
  output: Output,
): Promise<0 | 1 | 3> {
  return undecidedIfItFails(output, () =>
    withMemory(dataFolder, { mustExist: true }, async (database) => {
      const report = await verifyStore(levelContents(database), {
        expectedRoot: command.root ?? undefined,
        progress: progressLines(output, 'Verified'),
      });
      return say(report, command.json, output);
    }),
  );
}

/** Resolves to the exit code: 0 if the target is a copy of the source, 1 if they differ, 3 if the copy is not complete. */
export async function runCopy({ from, to, json }: CopyCommand, output: Output): Promise<0 | 1 | 3> {
  return undecidedIfItFails(output, () =>
    withMemory(from, { mustExist: true }, (source) =>
      withMemory(to, { mustExist: false }, async (target) => {
        const lines = {
          copied: progressLines(output, 'Copied'),
          verified: progressLines(output, 'Verified'),
        };
        const report = await copyStore({
          from: levelContents(source),
          to: () => Promise.resolve(levelContents(target)),
          target: createLevelAtoms(target, Date.now),
          progress: (what, leaves, size) => lines[what](leaves, size),
        });
        await copyKeys(fileKeyStore(from), fileKeyStore(to));
        return say(report, json, output);
      }),
    ),
  );
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

async function withMemory<T>(
  dataFolder: string,
  { mustExist }: { readonly mustExist: boolean },
  use: (database: Database) => Promise<T>,
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
    return await use(database);
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
