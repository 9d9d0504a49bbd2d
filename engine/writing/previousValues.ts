import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { createTurns } from '#shared/async/inTurn.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { parseJson } from '#shared/domain/json.ts';
import {
  mostPreviousBytes,
  mostPreviousWrites,
  type NotKept,
  type PreviousAtom,
  type PreviousUsage,
  type PreviousValuesOfWrite,
} from '#shared/domain/store.ts';
import { verdictStatuses } from '#shared/merkle/verdict.ts';
import { notKeptOfBoth } from '#shared/writes/previousKept.ts';
import { sha256Of } from './sha256Of.ts';
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
  /**
   * Before a write is sent, or a part of it: later values of a key replace earlier ones, unless the write itself stored them. Never
   * rejects.
   * @returns why they could not be kept, as it follows "because"; null if they are on disk
   */
  readonly keep: (id: ConnectionId, writeId: string, values: PreviousValuesOfWrite) => Promise<string | null>;
  /** The write was not sent, or was refused. */
  readonly drop: (id: ConnectionId, writeId: string) => Promise<void>;
  /** How many atoms of a write have their values here; 0 if none. */
  readonly count: (id: ConnectionId, writeId: string) => Promise<number>;
  /** null if they are no longer here, cannot be opened, or are of another address than the connection has now. */
  readonly read: (id: ConnectionId, writeId: string) => Promise<PreviousValuesOfWrite | null>;
  readonly usage: (id: ConnectionId) => Promise<PreviousUsage>;
  readonly clear: (id: ConnectionId) => Promise<void>;
  /** For a connection that is being removed: with their key, if the keychain allows. */
  readonly forget: (id: ConnectionId) => Promise<void>;
  /** Resolves when all pending work is done. */
  readonly close: () => Promise<void>;
}

/** Per connection; `units`: UTF-16 units of one part of a write. */
const previousLimits = { writes: mostPreviousWrites, bytes: mostPreviousBytes, units: 16 * 1024 * 1024 };

/** After a refusal, the keychain is tried again after this many milliseconds: no store waits for it each time. */
const askAgainAfter = 60_000;

const record = z.object({
  atoms: z.array(
    z.object({
      key: z.string(),
      version: z.number().nullable(),
      value: z.string(),
      // Earlier versions of the app kept neither, and did not say what they left out.
      verdict: z.enum(verdictStatuses).nullable().default(null),
      replacedBy: z.string().nullable().default(null),
    }),
  ),
  notKept: z.array(z.object({ why: z.string(), atoms: z.number() })).default([]),
  /** Of the service; null in earlier versions. */
  address: z.string().nullable().default(null),
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
  /** Of the write; all its parts have it. */
  readonly name: string;
  readonly bytes: number;
}

export function createPreviousValues(effects: {
  /** Contains one folder for each connection that has any. */
  readonly folder: string;
  readonly dataKeys: DataKeys;
  /** Whether the connection exists: work that ends after its removal must not create its folder again. */
  readonly isKnown: (id: ConnectionId) => boolean;
  /** The address of its service now. Values of one service are not stored in another. */
  readonly addressOf: (id: ConnectionId) => string | null;
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

  /** What is in the folders, as far as it was looked up: an upload has a file for each of its batches. */
  const listings = new Map<ConnectionId, readonly KeptFile[]>();
  /** Oldest first. */
  const filesOf = async (id: ConnectionId): Promise<readonly KeptFile[]> => {
    const known = listings.get(id);
    if (known !== undefined) return known;
    const folder = folderOf(id);
    const files: KeptFile[] = [];
    for (const entry of (await exists(folder)) ? (await readdir(folder)).sort() : []) {
      const [, time = '', atoms = '', name = ''] = fileName.exec(entry) ?? [];
      const file = path.join(folder, entry);
      if (name !== '')
        files.push({
          file,
          time: Number(time),
          atoms: Number(atoms),
          name,
          bytes: (await stat(file)).size,
        });
      // Incomplete, of an app that ended.
      else if (entry.endsWith('.new')) await rm(file, { force: true });
    }
    listings.set(id, files);
    return files;
  };
  const removeFiles = async (id: ConnectionId, removed: readonly KeptFile[]): Promise<void> => {
    for (const { file } of removed) await rm(file, { force: true });
    listings.set(
      id,
      (await filesOf(id)).filter((one) => !removed.includes(one)),
    );
  };
  const removeAll = async (id: ConnectionId): Promise<void> => {
    listings.delete(id);
    await removeFolder(folderOf(id));
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
      listings.delete(id);
      await rm(folderOf(id), { recursive: true, force: true });
      key = await dataKeys.make(id);
    }
    if (key.kind !== 'key') {
      const why =
        key.kind === 'unreadable' ? key.reason : 'the key that encrypts them is missing from the keychain';
      if (key.kind === 'unreadable') refusals.set(id, { at: effects.now(), why });
      return why;
    }
    const cipher = createRecordCipher('previous-values', key.dataKey);
    ciphers.set(id, cipher);
    return cipher;
  };
  /** The parts of a write, oldest first. */
  const partsOf = async (id: ConnectionId, writeId: string): Promise<readonly KeptFile[]> => {
    // The keychain is not asked for connections that have none.
    const files = await filesOf(id);
    const cipher = files.length === 0 ? 'nothing' : await cipherOf(id, false);
    if (typeof cipher === 'string') return [];
    const name = cipher.hiddenName('write', writeId);
    return files.filter((one) => one.name === name);
  };
  /** Removes the oldest writes; what was just kept stays. */
  const prune = async (id: ConnectionId): Promise<void> => {
    const writes = new Map<string, KeptFile[]>();
    for (const file of [...(await filesOf(id))].reverse())
      writes.set(file.name, [...(writes.get(file.name) ?? []), file]);
    let bytes = 0;
    for (const [at, parts] of [...writes.values()].entries()) {
      bytes += bytesOf(parts);
      if (at > 0 && (at >= limits.writes || bytes > limits.bytes)) await removeFiles(id, parts);
    }
  };
  /** @returns why not; null if it is on disk */
  const addPart = async (
    id: ConnectionId,
    writeId: string,
    values: PreviousValuesOfWrite,
  ): Promise<string | null> => {
    const cipher = await cipherOf(id, true);
    if (typeof cipher === 'string') return cipher;
    const name = cipher.hiddenName('write', writeId);
    const content = cipher.seal(JSON.stringify({ format: 1, ...values, address: effects.addressOf(id) }), [
      id,
      'previous',
      name,
    ]);
    const files = await filesOf(id);
    const earlier = files.filter((one) => one.name === name);
    const bytes = Buffer.byteLength(content);
    if (earlier.length > 0 && bytesOf(earlier) + bytes > limits.bytes) return tooLarge;
    await mkdir(folderOf(id), { recursive: true });
    const atoms = values.atoms.length;
    const time = Math.max(effects.now(), (files.at(-1)?.time ?? 0) + 1);
    const place = `${String(time).padStart(16, '0')}-${String(atoms)}-${name}.sealed`;
    const file = path.join(folderOf(id), place);
    await writeWholeFile({ file, temporary: `${file}.new`, content, mode: 0o600 });
    listings.set(id, [...files, { file, time, atoms, name, bytes }]);
    return null;
  };

  return {
    keep: (id, writeId, values) =>
      inTurn(id, async () => {
        const { atoms } = values;
        if (atoms.length === 0) return null;
        if (!effects.isKnown(id)) return 'the connection was removed';
        if (atoms.reduce((sum, { key, value }) => sum + key.length + value.length, 0) > limits.units)
          return tooLarge;
        try {
          const why = await addPart(id, writeId, values);
          if (why !== null) return why;
        } catch (error) {
          effects.log('Could not keep the values before a store.', error);
          return 'writing to the disk failed';
        }
        await prune(id).catch((error: unknown) => {
          effects.log('Could not remove the values before older stores.', error);
        });
        return null;
      }),
    drop: (id, writeId) =>
      inTurn(id, async () => {
        try {
          await removeFiles(id, await partsOf(id, writeId));
        } catch (error) {
          effects.log('Could not remove the values before a store.', error);
        }
      }),
    count: (id, writeId) =>
      inTurn(id, async () => (await partsOf(id, writeId)).reduce((sum, { atoms }) => sum + atoms, 0)),
    read: (id, writeId) =>
      inTurn(id, async () => {
        const parts = await partsOf(id, writeId);
        const cipher = ciphers.get(id);
        if (parts.length === 0 || cipher === undefined) return null;
        const atoms = new Map<string, PreviousAtom>();
        let notKept: readonly NotKept[] = [];
        for (const { file, name } of parts) {
          const text = cipher.open(await readFile(file), [id, 'previous', name]);
          const parsed = record.safeParse(parseJson(text ?? ''));
          if (!parsed.success) return null;
          const { address } = parsed.data;
          if (address !== null && address !== effects.addressOf(id)) return null;
          for (const atom of parsed.data.atoms) atoms.set(atom.key, ofBoth(atoms.get(atom.key), atom));
          notKept = notKeptOfBoth(notKept, parsed.data.notKept);
        }
        return { atoms: [...atoms.values()], notKept };
      }),
    usage: (id) =>
      inTurn(id, async () => {
        const files = await filesOf(id);
        return { writes: new Set(files.map(({ name }) => name)).size, bytes: bytesOf(files) };
      }),
    clear: (id) => inTurn(id, () => removeAll(id)),
    forget: (id) =>
      inTurn(id, async () => {
        ciphers.delete(id);
        refusals.delete(id);
        listings.delete(id);
        if (!(await exists(folderOf(id)))) return;
        await removeAll(id);
        const stillThere = await dataKeys.remove(id);
        if (stillThere !== null)
          effects.log('The data key of deleted values is still in the keychain.', stillThere);
      }),
    close: async () => {
      await turns.ended();
    },
  };
}

const tooLarge = 'there are too many of them, or they are too large';

/** Of the same atom in two parts of a write: what the first part stored is no previous value of the write. */
function ofBoth(earlier: PreviousAtom | undefined, later: PreviousAtom): PreviousAtom {
  return earlier !== undefined && earlier.replacedBy === sha256Of(later.value)
    ? { ...earlier, replacedBy: later.replacedBy }
    : later;
}

function bytesOf(files: readonly KeptFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
