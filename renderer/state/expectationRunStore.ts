import { create } from 'zustand';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { callService, ipc } from '../api/ipc.ts';
import { toAppError } from '../api/unwrap.ts';

interface ExpectationRunState {
  /** The runs that this window started and can cancel; they go on while other screens are shown. */
  readonly controllers: ReadonlyMap<ConnectionId, AbortController>;
  /** Why the last run of a connection failed as a whole. */
  readonly failures: ReadonlyMap<ConnectionId, unknown>;
}

const useExpectationRunStore = create<ExpectationRunState>()(() => ({
  controllers: new Map(),
  failures: new Map(),
}));

export function useExpectationRun(id: ConnectionId): {
  readonly cancel: (() => void) | null;
  readonly failure: unknown;
} {
  const controller = useExpectationRunStore(({ controllers }) => controllers.get(id));
  const failure = useExpectationRunStore(({ failures }) => failures.get(id));
  return { cancel: controller === undefined ? null : () => controller.abort(), failure };
}

/** Runs what is expected of a connection; `ids`: null for all. How it goes is told by main. */
export async function runExpectationsOf(
  connectionId: ConnectionId,
  input: { readonly ids: readonly string[] | null; readonly requireVerified: boolean },
): Promise<void> {
  const controller = new AbortController();
  change(connectionId, controller, undefined);
  let failure: unknown;
  try {
    await callService(controller.signal, (requestId) =>
      ipc.runExpectations({
        connectionId,
        requestId,
        ...input,
      }),
    );
  } catch (error) {
    if (toAppError(error).code !== 'cancelled') failure = error;
  }
  change(connectionId, undefined, failure);
}

function change(id: ConnectionId, controller: AbortController | undefined, failure: unknown): void {
  useExpectationRunStore.setState(({ controllers, failures }) => ({
    controllers: withEntry(controllers, id, controller),
    failures: withEntry(failures, id, failure),
  }));
}

function withEntry<T>(
  map: ReadonlyMap<ConnectionId, T>,
  id: ConnectionId,
  value: T | undefined,
): ReadonlyMap<ConnectionId, T> {
  const changed = new Map(map);
  if (value === undefined) changed.delete(id);
  else changed.set(id, value);
  return changed;
}
