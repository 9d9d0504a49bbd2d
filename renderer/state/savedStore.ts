import { z } from 'zod';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Text by name. Entries that are not as expected are dropped. */
export const textsByName = (isValid: (text: string) => boolean = () => true) =>
  z
    .record(z.string(), z.unknown())
    .transform((stored): Readonly<Record<string, string>> =>
      Object.fromEntries(
        Object.entries(stored).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string' && isValid(entry[1]),
        ),
      ),
    )
    .catch({});

/**
 * State of the window that is kept across restarts: never data of a service, never secrets.
 *
 * @param name of the entry in the local storage
 * @param schema what an earlier start saved. A field that is not as expected gets its first value, by `catch`.
 * @param first more state, which is not kept
 * @param write turns the kept state into JSON, where that takes more than leaving out the rest
 * @returns the store; `read` parses what was saved
 */
export function createSavedStore<Saved extends object, Passing extends object = object>(
  name: string,
  schema: z.ZodType<Saved>,
  {
    first,
    write,
    version = 1,
  }: { readonly first?: Passing; readonly write?: (state: Saved) => unknown; readonly version?: number } = {},
) {
  const read = (stored: unknown): Saved => schema.catch(schema.parse({})).parse(stored);
  const useStore = create<Saved & Passing>()(
    persist(() => ({ ...read({}), ...first }) as Saved & Passing, {
      name,
      version,
      partialize: write ?? read,
      merge: (stored, current) => ({ ...current, ...read(stored) }),
      // Data of an older version is also read field by field.
      migrate: (stored) => stored,
    }),
  );
  return Object.assign(useStore, { read });
}
