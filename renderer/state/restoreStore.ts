import { create } from 'zustand';
import type { ConnectionId } from '#shared/domain/connection.ts';

/** A write whose atoms may get the values back that they had before. */
export interface WriteToRestore {
  readonly connectionId: ConnectionId;
  readonly writeId: string;
  /** As the list of writes shows it. */
  readonly title: string;
  /** How many have a value kept. */
  readonly atoms: number;
}

/** Above all screens, because it begins in receipts that close, and in the list of writes. */
export const useRestoreStore = create<{ readonly write: WriteToRestore | null }>()(() => ({ write: null }));

export function beginRestore(write: WriteToRestore): void {
  useRestoreStore.setState({ write });
}

export function endRestore(): void {
  useRestoreStore.setState({ write: null });
}
