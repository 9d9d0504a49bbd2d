import type { AtomReading } from '#shared/domain/atom.ts';
import { readAtomCommand } from '#shared/text/curlText.ts';
import { layOutJson } from '../inspector/jsonText.ts';

/** What a text about an atom is made from. */
interface CopySource {
  readonly key: string;
  /** null where the service has no address at present. */
  readonly baseUrl: string | null;
  /** The last reading of the atom; asks for it where there is none. */
  readonly reading: () => Promise<AtomReading>;
}

interface Copy {
  /** `Copied ${words}`. */
  readonly words: string;
  readonly label: string;
  readonly text: (source: CopySource) => Promise<string>;
}

export const atomCopyNames = ['key', 'value', 'json', 'curl'] as const;
/** What of an atom can be copied. */
export type AtomCopy = (typeof atomCopyNames)[number];

export const atomCopies: Readonly<Record<AtomCopy, Copy>> = {
  key: { words: 'the key', label: 'Copy key', text: async ({ key }) => key },
  value: { words: 'the value', label: 'Copy value', text: async ({ reading }) => (await reading()).value },
  json: {
    words: 'the atom as JSON',
    label: 'Copy as JSON',
    // Every number and name as it came; only the space between them is ours.
    text: async ({ reading }) => layOutJson((await reading()).raw) ?? (await reading()).raw,
  },
  curl: {
    words: 'a curl command. It takes the API key from $ATOM_API_KEY',
    label: 'Copy as curl',
    text: async ({ key, baseUrl }) => readAtomCommand(baseUrl ?? 'http://127.0.0.1', key) ?? key,
  },
};

/** Whether there is something to copy. */
export function canCopy(what: AtomCopy, { key, baseUrl }: Pick<CopySource, 'key' | 'baseUrl'>): boolean {
  return what !== 'curl' || (baseUrl !== null && readAtomCommand(baseUrl, key) !== null);
}
