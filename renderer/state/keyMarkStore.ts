import { create } from 'zustand';
import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';

/** What is known of a key beyond its last reading. Times are epoch milliseconds. */
export type KeyMark =
  | { readonly kind: 'reading' }
  | { readonly kind: 'absent'; readonly at: number }
  | { readonly kind: 'failed'; readonly error: AppError; readonly at: number };

interface KeyMarkState {
  readonly marks: ReadonlyMap<ConnectionId, ReadonlyMap<string, KeyMark>>;
}

/** Predicted keys whose reading is under way, found nothing, or failed. For this session only. */
export const useKeyMarkStore = create<KeyMarkState>()(() => ({ marks: new Map() }));

/** Marks keys; null takes their marks away. */
export function markKeys(id: ConnectionId, keys: readonly string[], mark: KeyMark | null): void {
  if (keys.length === 0) return;
  useKeyMarkStore.setState(({ marks }) => {
    const changed = new Map(marks.get(id));
    for (const key of keys) {
      if (mark === null) changed.delete(key);
      else changed.set(key, mark);
    }
    return { marks: new Map(marks).set(id, changed) };
  });
}
