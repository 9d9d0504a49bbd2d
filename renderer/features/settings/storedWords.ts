import type { StoredPart } from '#shared/domain/storageUse.ts';

interface StoredWords {
  readonly title: string;
  readonly what: string;
  /** What deleting it means; null: it cannot be deleted by itself. */
  readonly deleting: string | null;
}

/** What is kept of a connection, in the order of the screen. */
export const storedWords: Readonly<Record<StoredPart, StoredWords>> = {
  values: {
    title: 'History of values',
    what: 'The values that were read, if history is on. Encrypted.',
    deleting: 'This deletes all saved values of this connection. The memory itself does not change.',
  },
  previous: {
    title: 'Values from before each write',
    what: 'What atoms had before this app stored them, so that a write can be undone. Encrypted.',
    deleting: 'Earlier values can then no longer be stored again from here. The receipts stay.',
  },
  drafts: {
    title: 'Drafts',
    what: 'Text of atoms that was typed and not stored. Encrypted.',
    deleting: 'This discards all drafts of this connection. They were not stored anywhere else.',
  },
  uploads: {
    title: 'Upload',
    what: 'The file and the rows of an upload that is not closed. Encrypted.',
    deleting:
      'This discards the upload with its file and rows. What was sent stays in the memory and in Writes. An upload that is being sent must be stopped first.',
  },
  audits: {
    title: 'Audits',
    what: 'Keys, verdicts, hashes of values, and roots of each audit, and the lists of schedules.',
    deleting:
      'This deletes all audits of this connection that are not running. Export those that you need as evidence first. Schedules stay.',
  },
  recalls: {
    title: 'Recalls',
    what: 'Queries, keys, scores, and verdicts of runs, without values; expectations.',
    deleting: 'This deletes all runs of this connection, pinned ones too. Expectations stay.',
  },
  scoreboard: {
    title: 'Scoreboard',
    what: 'Keys and ranks of predictions.',
    deleting: 'This clears the counts of predictions that came true.',
  },
  writes: {
    title: 'Receipts of writes',
    what: 'Keys, sizes, hashes, versions, and proofs of each write, without values.',
    deleting:
      'This deletes all receipts, with their proofs and the values from before each write. Export them first if you may need them. The memory itself does not change.',
  },
  keys: {
    title: 'Known keys and root ledger',
    what: 'Known keys with your notes, and every root that the service returned. To forget keys, select them in Browse. The ledger is what verdicts rest on: it stays until the connection is removed.',
    deleting: null,
  },
  other: {
    title: 'Pins, service facts, the record of what was saved, and the layout of Browse',
    what: 'What verdicts of this connection rest on, and your columns and saved filters. All of it stays until the connection is removed.',
    deleting: null,
  },
};
