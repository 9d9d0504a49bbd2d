import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ImportReading } from '#shared/domain/keyImport.ts';
import { createKeyedStore } from './keyedStore.ts';

/** The settings of a discovery, as typed. */
export interface DiscoveryDraft {
  /** Words or phrases, separated by commas or lines. */
  readonly seeds: string;
  readonly budget: number | null;
  /** null: as many as the service returns. */
  readonly limit: number | null;
  readonly pauseMs: number | null;
  readonly guesses: boolean;
  readonly afresh: boolean;
}

interface DiscoverView {
  readonly draft: DiscoveryDraft;
  /** A file of keys that was read and waits for the user to import it. */
  readonly reading: ImportReading | null;
}

const beginning: DiscoverView = {
  draft: { seeds: '', budget: 500, limit: null, pauseMs: 0, guesses: true, afresh: false },
  reading: null,
};

/** What was typed and prepared on the Discover screen of a connection. */
export const { useView: useDiscoverView, merge: changeDiscoverView } = createKeyedStore<
  ConnectionId,
  DiscoverView
>(beginning);
