import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { createTurns } from '#shared/async/inTurn.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { parseJson } from '#shared/domain/json.ts';
import {
  mostPreviousBytes,
  mostPreviousWrites,
  type PreviousAtom,
  type PreviousUsage,
} from '#shared/domain/store.ts';
import type { DataKeys } from '../storage/dataKeys.ts';
import { exists } from '../storage/missing.ts';
import { createRecordCipher, type RecordCipher } from '../storage/recordCipher.ts';
import { removeFolder } from '../storage/removeFolder.ts';
import { writeWholeFile } from '../storage/wholeFile.ts';

/**
 * The values that atoms had before they were stored by this app, so that they can be stored again: by connection and write, sealed on
 * disk with a key that only the keychain holds. The oldest are removed beyond a limit.
 */
export interface PreviousValues {
  /** Before a write is sent. Never rejects. @returns why they could not be kept; null if they are on disk */
  readonly keep: (
    id: ConnectionId,
    writeId: string,
    atoms: readonly PreviousAtom[],
  ) => Promise<string | null>;
  /** The write was not sent, or was refused. */
  readonly drop: (id: ConnectionId, writeId: string) => Promise<void>;
  /** How many atoms of a write have their values here; 0 if none. */
  readonly count: (id: ConnectionId, writeId: string) => Promise<number>;
  /** null if they are no longer here, or cannot be opened. */
  readonly read: (id: ConnectionId, writeId: string) => Promise<readonly PreviousAtom[] | null>;
  readonly usage: (id: ConnectionId) => Promise<PreviousUsage>;
  readonly clear: (id: ConnectionId) => Promise<void>;
  /** For a connection that is being removed: with their key, if the keychain allows. */
  readonly forget: (id: ConnectionId) => Promise<void>;
  /** Resolves when all pending work is done. */
  readonly close: () => Promise<void>;
}

/** Per connection; `units`: UTF-16 units of one write. */
const previousLimits = { writes: mostPreviousWrites, bytes: mostPreviousBytes, units: 16 * 1024 * 1024 };

/** After a refusal, the keychain is tried again after this many milliseconds: no store waits for it each time. */
const askAgainAfter = 60_000;

const record = z.object({
  format: z.literal(1),
  atoms: z.array(z.object({ key: z.string(), version: z.number().nullable(), value: z.string() })),
});

/**
 * `time-atoms-name.sealed`: what is needed without opening it. The name reveals nothing about the write. Each time is later than
 * all before it, even if the clock was set back: otherwise, what was just kept would count as the oldest, and be removed.
 */
const fileName = /^(\d{16})-(\d+)-([0-9a-f]+)\.sealed$/;

interface KeptFile {
  readonly file: string;
  readonly time: number;
  readonly atoms: number;
  readonly name: string;
}

export function createPreviousValues(effects: {
  /** Contains one folder for each connection that has any. */
  readonly folder: string;
  readonly dataKeys: DataKeys;
  /** Whether the connection exists: work that ends after its removal must not create its folder again. */
  readonly isKnown: (id: ConnectionId) => boolean;
  readonly limits?: Readonly<typeof previousLimits>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}): PreviousValues {
  const { dataKeys, limits = previousLimits } = effects;
  const ciphers = new Map<ConnectionId, RecordCipher>();
  /** When the keychain last refused, and why. */
  const refusals = new Map<ConnectionId, { readonly at: number; readonly why: string }>();
  const turns = createTurns();
  const { inTurn } = turns;
  const folderOf = (id: ConnectionId): string => path.join(effects.folder, id);

  /** Oldest first. */
  const filesOf = async (id: ConnectionId): Promise<readonly KeptFile[]> => {
    const folder = folderOf(id);
    if (!(await exists(folder))) return [];
    const files: KeptFile[] = [];
    for (const file of (await readdir(folder)).sort()) {
      const [, time = '', atoms = '', name = ''] = fileName.exec(file) ?? [];
      if (name !== '')
        files.push({ file: path.join(folder, file), time: Number(time), atoms: Number(atoms), name });
      // Incomplete, of an app that ended.
      else if (file.endsWith('.new')) await rm(path.join(folder, file), { force: true });
    }
    return files;
  };
  /** The cipher, with a new key if there is none and one is `wanted`; why there is none otherwise. */
  const cipherOf = async (id: ConnectionId, wanted: boolean): Promise<RecordCipher | string> => {
    const known = ciphers.get(id);
    if (known !== undefined) return known;
    const refusal = refusals.get(id);
    if (refusal !== undefined && effects.now() - refusal.at < askAgainAfter) return refusal.why;
    let key = await dataKeys.find(id);
    if (key.kind === 'missing' && wanted) {
      // Nothing opens what an earlier key sealed.
      await rm(folderOf(id), { recursive: true, force: true });
      key = await dataKeys.make(id);
    }
    if (key.kind !== 'key') {
      const why = key.kind === 'unreadable' ? key.reason : 'their key is missing';
      if (key.kind === 'unreadable') refusals.set(id, { at: effects.now(), why });
      return why;
    }
    const cipher = createRecordCipher('previous-values', key.dataKey);
    ciphers.set(id, cipher);
    return cipher;
  };
  const find = async (id: ConnectionId, writeId: string): Promise<KeptFile | null> => {
    // The keychain is not asked for connections that have none.
    const files = await filesOf(id);
    const cipher = files.length === 0 ? 'nothing' : await cipherOf(id, false);
    if (typeof cipher === 'string') return null;
    const name = cipher.hiddenName('write', writeId);
    return files.find((one) => one.name === name) ?? null;
  };
  const prune = async (id: ConnectionId): Promise<void> => {
    let bytes = 0;
    for (const [at, { file }] of [...(await filesOf(id))].reverse().entries()) {
      bytes += (await stat(file)).size;
      // What was just kept stays.
      if (at > 0 && (at >= limits.writes || bytes > limits.bytes)) await rm(file, { force: true });
    }
  };

  return {
    keep: (id, writeId, atoms) =>
      inTurn(id, async () => {
        if (atoms.length === 0 || !effects.isKnown(id)) return null;
        if (atoms.reduce((sum, { key, value }) => sum + key.length + value.length, 0) > limits.units)
          return 'they are too large';
        try {
          const cipher = await cipherOf(id, true);
          if (typeof cipher === 'string') return cipher;
          await mkdir(folderOf(id), { recursive: true });
          const name = cipher.hiddenName('write', writeId);
          const last = (await filesOf(id)).at(-1)?.time ?? 0;
          const time = Math.max(effects.now(), last + 1);
          const file = path.join(
            folderOf(id),
            `${String(time).padStart(16, '0')}-${atoms.length}-${name}.sealed`,
          );
          const content = cipher.seal(JSON.stringify({ format: 1, atoms }), [id, 'previous', name]);
          await writeWholeFile({ file, temporary: `${file}.new`, content, mode: 0o600 });
          await prune(id);
          return null;
        } catch (error) {
          effects.log('Could not keep the values before a store.', error);
          return 'they could not be written to disk';
        }
      }),
    drop: (id, writeId) =>
      inTurn(id, async () => {
        try {
          const found = await find(id, writeId);
          if (found !== null) await rm(found.file, { force: true });
        } catch (error) {
          effects.log('Could not remove the values before a store.', error);
        }
      }),
    count: (id, writeId) => inTurn(id, async () => (await find(id, writeId))?.atoms ?? 0),
    read: (id, writeId) =>
      inTurn(id, async () => {
        const found = await find(id, writeId);
        const cipher = ciphers.get(id);
        if (found === null || cipher === undefined) return null;
        const text = cipher.open(await readFile(found.file), [id, 'previous', found.name]);
        const parsed = record.safeParse(parseJson(text ?? ''));
        return parsed.success ? parsed.data.atoms : null;
      }),
    usage: (id) =>
      inTurn(id, async () => {
        const sizes = await Promise.all((await filesOf(id)).map(async ({ file }) => (await stat(file)).size));
        return { writes: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
      }),
    clear: (id) => inTurn(id, () => removeFolder(folderOf(id))),
    forget: (id) =>
      inTurn(id, async () => {
        ciphers.delete(id);
        refusals.delete(id);
        if (!(await exists(folderOf(id)))) return;
        await removeFolder(folderOf(id));
        const stillThere = await dataKeys.remove(id);
        if (stillThere !== null)
          effects.log('The data key of deleted values is still in the keychain.', stillThere);
      }),
    close: async () => {
      await turns.ended();
    },
  };
}
