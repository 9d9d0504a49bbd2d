import type { ConnectionId } from './connection.ts';

/** What is saved of a connection, as the user thinks of it: each can be looked at, and some removed, by itself. */
export const storedParts = [
  'keys',
  'values',
  'previous',
  'drafts',
  'uploads',
  'audits',
  'recalls',
  'scoreboard',
  'writes',
  'other',
] as const;
export type StoredPart = (typeof storedParts)[number];

/** How much is saved on this computer, in bytes. null: it could not be read. */
export interface StorageUse {
  readonly folder: string;
  readonly connections: readonly {
    readonly id: ConnectionId;
    readonly bytes: Readonly<Record<StoredPart, number | null>>;
  }[];
  readonly log: number | null;
}
