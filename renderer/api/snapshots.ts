import { queryOptions } from '@tanstack/react-query';
import { ipc } from './ipc.ts';

/** An open snapshot, or that of a connection, whose file is opened if needed. */
export function snapshotQuery(id: string) {
  return queryOptions({ queryKey: ['snapshot', id], queryFn: () => ipc.getSnapshot({ id }) });
}
