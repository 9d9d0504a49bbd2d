import { queryOptions } from '@tanstack/react-query';
import { ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

export const { chooseSnapshot, dropSnapshot, keepSnapshot } = ipc;

/** An open snapshot, or that of a connection, whose file is opened if needed. */
export function snapshotQuery(id: string) {
  return queryOptions({ queryKey: queryKey('snapshot', id), queryFn: () => ipc.getSnapshot({ id }) });
}
