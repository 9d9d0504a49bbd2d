import { createInTurn } from '#shared/async/inTurn.ts';
import { NewerFileError, type FileFormat } from './fileFormat.ts';
import { loadJsonFile, saveJsonFile } from './jsonFile.ts';

/** A small JSON file whose content is held in memory. */
export interface JsonStore<T> {
  readonly value: () => T;
  /**
   * Replaces the value once it is on disk; a failed save changes nothing. Calls run one at a time, each with the value that
   * the one before left. What is on disk already is not saved again.
   */
  readonly change: <R>(to: (current: T) => JsonChange<T, R>) => Promise<R>;
  /** Replaces the value at once. It is saved by `save`, or when the store is closed. */
  readonly set: (value: T) => void;
  /** @throws the file system's error; the value is still used */
  readonly save: () => Promise<void>;
  /** Where a damaged file was moved when it was opened, if that happened. */
  readonly setAside: string | null;
  /** Resolves when everything is on disk. Later changes stay in memory. */
  readonly close: () => Promise<void>;
}

export interface JsonChange<T, R> {
  readonly value: T;
  readonly result: R;
  /** Awaited before the value is saved; if it rejects, nothing changes. */
  readonly before?: (() => Promise<void>) | undefined;
  /** Called at the moment from which `value` returns the new one. */
  readonly inForce?: (() => void) | undefined;
}

/**
 * @param ifNewer `hold`: a file of a newer app version is left unchanged, and `fresh` is held in memory only
 * @throws NewerFileError, the file system's error
 */
export async function openJsonStore<T>(options: {
  readonly file: string;
  readonly format: FileFormat<T>;
  readonly fresh: T;
  readonly now: () => number;
  readonly ifNewer?: 'hold' | undefined;
}): Promise<JsonStore<T>> {
  const { file, fresh } = options;
  let isReadOnly = false;
  const loaded = await loadJsonFile(options).catch((error: unknown) => {
    if (!(error instanceof NewerFileError) || options.ifNewer !== 'hold') throw error;
    isReadOnly = true;
    return { value: fresh, setAside: null };
  });
  let { value } = loaded;
  let saved = JSON.stringify(value);
  const inTurn = createInTurn();
  const write = async (next: T): Promise<void> => {
    const text = JSON.stringify(next);
    if (text === saved || isReadOnly) return;
    await saveJsonFile(file, next);
    saved = text;
  };
  return {
    value: () => value,
    change: (to) =>
      inTurn(async () => {
        const changed = to(value);
        await changed.before?.();
        await write(changed.value);
        ({ value } = changed);
        changed.inForce?.();
        return changed.result;
      }),
    set: (next) => {
      value = next;
    },
    save: () => inTurn(() => write(value)),
    setAside: loaded.setAside,
    close: () =>
      inTurn(async () => {
        await write(value);
        isReadOnly = true;
      }),
  };
}
