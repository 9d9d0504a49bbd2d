import { z } from 'zod';

/** Text by name, in a saved store. Entries that are not as expected are dropped. */
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
