import type { ImportedConnection } from '../connectionFile/connectionFile.ts';

/** A connection of an opened file, before it is imported. */
export interface ImportCandidate {
  readonly connection: ImportedConnection;
  /**
   * `same`: a connection with this address and name is there; `address`: one with this address. `repeated`: the file has
   * it twice. null: none of these.
   */
  readonly duplicateOf: 'same' | 'address' | 'repeated' | null;
  /** Why it cannot be imported; null if it can. */
  readonly problem: string | null;
}

export interface OpenedConnectionFile {
  readonly name: string;
  readonly candidates: readonly ImportCandidate[];
  /** Entries that could not be read. */
  readonly unreadable: number;
}
