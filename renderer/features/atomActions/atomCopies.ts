import type { AtomReading } from '#shared/domain/atom.ts';
import { readAtomCommand } from '#shared/text/curlText.ts';
import { layOutJson } from '../inspector/jsonText.ts';

/** What the copied text is made from. */
interface CopySource {
  readonly key: string;
  /** null while the service has no address. */
  readonly baseUrl: string | null;
  /** The last reading of the atom; reads the atom if there is none. */
  readonly reading: () => Promise<AtomReading>;
}

interface Copy {
  /** `Copied ${words}`. */
  readonly words: string;
  readonly label: string;
  readonly text: (source: CopySource) => Promise<string>;
}

export const atomCopyNames = ['key', 'value', 'json', 'curl'] as const;
/** The part of an atom to copy. */
export type AtomCopy = (typeof atomCopyNames)[number];

export const atomCopies: Readonly<Record<AtomCopy, Copy>> = {
  key: { words: 'the key', label: 'Copy key', text: async ({ key }) => key },
  value: { words: 'the value', label: 'Copy value', text: async ({ reading }) => (await reading()).value },
  json: {
    words: 'the atom as JSON',
    label: 'Copy as JSON',
    // Only the whitespace changes: every number and name stays as it was received.
    text: async ({ reading }) => layOutJson((await reading()).raw) ?? (await reading()).raw,
  },
  curl: {
    words: 'a curl command. It reads the API key from $ATOM_API_KEY',
    label: 'Copy as curl',
    text: async ({ key, baseUrl }) => readAtomCommand(baseUrl ?? 'http://127.0.0.1', key) ?? key,
  },
};

/** Whether there is something to copy. */
export function canCopy(what: AtomCopy, { key, baseUrl }: Pick<CopySource, 'key' | 'baseUrl'>): boolean {
  return what !== 'curl' || (baseUrl !== null && readAtomCommand(baseUrl, key) !== null);
}
