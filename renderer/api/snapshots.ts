import { queryOptions } from '@tanstack/react-query';
import { ipc } from './ipc.ts';

export function snapshotKey(id: string) {
  return ['snapshot', id] as const;
}

/** An open snapshot, or that of a connection, whose file is opened if needed. */
export function snapshotQuery(id: string) {
  return queryOptions({ queryKey: snapshotKey(id), queryFn: () => ipc.getSnapshot({ id }) });
}
