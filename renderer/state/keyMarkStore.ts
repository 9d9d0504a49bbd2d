import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createKeyedStore } from './keyedStore.ts';

/** What is known about a key beyond its last reading. Times are epoch milliseconds. */
export type KeyMark =
  | { readonly kind: 'reading' }
  | { readonly kind: 'absent'; readonly at: number }
  | { readonly kind: 'failed'; readonly error: AppError; readonly at: number };

/** Predicted keys that are being read, were not found, or could not be read; by key. For this session only. */
export const keyMarks = createKeyedStore<ConnectionId, ReadonlyMap<string, KeyMark>>(new Map());

/** Marks keys; null removes their marks. */
export function markKeys(id: ConnectionId, keys: readonly string[], mark: KeyMark | null): void {
  if (keys.length === 0) return;
  keyMarks.change(id, (before) => {
    const changed = new Map(before);
    for (const key of keys) {
      if (mark === null) changed.delete(key);
      else changed.set(key, mark);
    }
    return changed;
  });
}
