import type { ConnectionId } from '#shared/domain/connection.ts';
import { runExpectations } from '../api/recall.ts';
import { toAppError } from '../api/unwrap.ts';
import { createKeyedStore } from './keyedStore.ts';

interface ExpectationRun {
  /** Cancels the run that this window started; null if none is in progress. */
  readonly cancel: (() => void) | null;
  /** Why the last run failed as a whole; undefined if it did not. */
  readonly failure: unknown;
}

/** A run continues while other screens are shown. */
const runs = createKeyedStore<ConnectionId, ExpectationRun>({ cancel: null, failure: undefined });

export const useExpectationRun = runs.useView;

/** Runs the expectations of a connection; `ids`: null for all. The main process reports the progress. */
export async function runExpectationsOf(
  connectionId: ConnectionId,
  input: { readonly ids: readonly string[] | null; readonly requireVerified: boolean },
): Promise<void> {
  const controller = new AbortController();
  runs.change(connectionId, () => ({ cancel: () => controller.abort(), failure: undefined }));
  let failure: unknown;
  try {
    await runExpectations({ connectionId, ...input }, controller.signal);
  } catch (error) {
    if (toAppError(error).code !== 'cancelled') failure = error;
  }
  runs.change(connectionId, () => ({ cancel: null, failure }));
}
