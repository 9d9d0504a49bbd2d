import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';

export interface SavedSchema<Saved> {
  readonly parse: (stored: unknown) => Saved;
  readonly safeParse: (
    stored: unknown,
  ) => { readonly success: true; readonly data: Saved } | { readonly success: false };
}

/**
 * State of the window that is kept across restarts: never data of a service, never secrets.
 *
 * @param name of the entry in the local storage
 * @param schema parses what an earlier start saved; a schema of zod, or the same by hand. A field that is not as expected
 * gets its first value, by `catch`.
 * @param first more state, which is not kept
 * @param isPerWindow a window that is reloaded gets its own state back, and a new one that of the last change in any
 * @param write turns the kept state into JSON, where that takes more than leaving out the rest
 * @returns the store; `read` parses what was saved
 */
export function createSavedStore<Saved extends object, Passing extends object = object>(
  name: string,
  schema: SavedSchema<Saved>,
  {
    first,
    write,
    version = 1,
    isPerWindow = false,
  }: {
    readonly first?: Passing;
    readonly write?: (state: Saved) => unknown;
    readonly version?: number;
    readonly isPerWindow?: boolean;
  } = {},
) {
  const read = (stored: unknown): Saved => {
    const parsed = schema.safeParse(stored);
    return parsed.success ? parsed.data : schema.parse({});
  };
  const useStore = create<Saved & Passing>()(
    persist(() => ({ ...read({}), ...first }) as Saved & Passing, {
      name,
      version,
      ...(isPerWindow && { storage: createJSONStorage(() => perWindow(localStorage, sessionStorage)) }),
      partialize: write ?? read,
      merge: (stored, current) => ({ ...current, ...read(stored) }),
      // Data of an older version is also read field by field.
      migrate: (stored) => stored,
    }),
  );
  return Object.assign(useStore, {
    read,
    /** Takes over what another window has kept since. */
    readAgain: (): void => {
      // Without storage, as in tests, nothing is kept.
      if ('persist' in useStore) void useStore.persist.rehydrate();
    },
  });
}

/** The storage of a session is that of one window. */
function perWindow(shared: Storage, own: Storage): StateStorage {
  return {
    getItem: (name) => own.getItem(name) ?? shared.getItem(name),
    setItem: (name, value) => {
      own.setItem(name, value);
      shared.setItem(name, value);
    },
    removeItem: (name) => {
      own.removeItem(name);
      shared.removeItem(name);
    },
  };
}
