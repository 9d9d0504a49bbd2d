import type { ConnectionId } from '#shared/domain/connection.ts';
import { mostChosenFiles } from '#shared/domain/upload.ts';
import { createKeyedStore } from './keyedStore.ts';

/** A file that waits for its upload, because a connection has one upload at a time. */
export interface WaitingFile {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  readonly source:
    | { readonly kind: 'dropped'; readonly file: File }
    /** In a dialog of the app, which has its path. */
    | { readonly kind: 'chosen'; readonly fileId: string };
}

const queues = createKeyedStore<ConnectionId, readonly WaitingFile[]>([]);
let last = 0;

/** For this session, the next one first. */
export const useWaitingFiles = queues.useView;

export function hasWaitingFiles(id: ConnectionId): boolean {
  return queues.viewOf(id).length > 0;
}

/** Returns how many there was no room for. */
export function addWaitingFiles(id: ConnectionId, files: readonly Omit<WaitingFile, 'id'>[]): number {
  const room = mostChosenFiles - queues.viewOf(id).length;
  const added = files.slice(0, room).map((file) => ({ ...file, id: (last += 1) }));
  queues.change(id, (waiting) => [...waiting, ...added]);
  return files.length - added.length;
}

/** @param file its id; null: all files */
export function removeWaitingFiles(id: ConnectionId, file: number | null): void {
  queues.change(id, (waiting) => (file === null ? [] : waiting.filter((one) => one.id !== file)));
}

/** Takes the next file out of the queue; null if none waits. */
export function takeWaitingFile(id: ConnectionId): WaitingFile | null {
  const [next] = queues.viewOf(id);
  if (next !== undefined) removeWaitingFiles(id, next.id);
  return next ?? null;
}
