import type { AtomReading, BatchReading } from '#shared/domain/atom.ts';

/** The progress of reading the atoms of a selection. */
export interface SelectionReading {
  readonly keys: readonly string[];
  /** How many of the keys were requested so far. */
  readonly done: number;
  readonly atoms: readonly AtomReading[];
  /** Keys that the service does not have. */
  readonly missing: readonly string[];
  readonly state:
    | { readonly kind: 'reading' }
    | { readonly kind: 'stopped' }
    | { readonly kind: 'failed'; readonly error: unknown }
    /** The values are too large to work on at once. */
    | { readonly kind: 'too-much' }
    | { readonly kind: 'whole' };
}

/** Keys read in one request. */
const pieceSize = 500;
/** All values together, in UTF-16 units. */
const mostRead = 32 * 1024 * 1024;

export function beginReading(keys: readonly string[]): SelectionReading {
  return { keys, done: 0, atoms: [], missing: [], state: { kind: 'reading' } };
}

/** Continues a reading, one request at a time. Resolves to the last progress; to `stopped` if `signal` aborts. */
export async function readOn(
  before: SelectionReading,
  {
    read,
    onProgress,
    signal,
    most = mostRead,
  }: {
    readonly read: (keys: readonly string[]) => Promise<BatchReading>;
    readonly onProgress: (reading: SelectionReading) => void;
    readonly signal: AbortSignal;
    readonly most?: number;
  },
): Promise<SelectionReading> {
  let reading: SelectionReading = { ...before, state: { kind: 'reading' } };
  const tell = (change: Partial<SelectionReading>): SelectionReading => {
    reading = { ...reading, ...change };
    onProgress(reading);
    return reading;
  };
  tell({});
  let length = reading.atoms.reduce((sum, { value }) => sum + value.length, 0);
  while (reading.done < reading.keys.length) {
    if (signal.aborted) return tell({ state: { kind: 'stopped' } });
    const piece = reading.keys.slice(reading.done, reading.done + pieceSize);
    let answer;
    try {
      answer = await read(piece);
    } catch (error) {
      return tell({ state: signal.aborted ? { kind: 'stopped' } : { kind: 'failed', error } });
    }
    const asked = new Set(piece);
    const atoms = answer.atoms.filter(({ key }) => asked.has(key));
    length += atoms.reduce((sum, { value }) => sum + value.length, 0);
    if (length > most) return tell({ state: { kind: 'too-much' } });
    tell({
      done: reading.done + piece.length,
      atoms: [...reading.atoms, ...atoms],
      missing: [...reading.missing, ...answer.missing],
    });
  }
  return tell({ state: { kind: 'whole' } });
}
