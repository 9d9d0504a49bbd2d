import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TimestampSettings } from '#shared/domain/timestampAuthority.ts';
import { ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

export const { addTimestampAuthority, removeTimestampAuthority } = ipc;

export const timestampSettingsQuery = queryOptions({
  queryKey: queryKey('timestampSettings'),
  queryFn: (): Promise<TimestampSettings> => ipc.timestampSettings(),
});

/** A change of the timestamp authorities that resolves to the new settings. */
export function useChangeTimestampSettings<Input>(change: (input: Input) => Promise<TimestampSettings>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (settings) =>
      client.setQueryData<TimestampSettings>(timestampSettingsQuery.queryKey, settings),
  });
}
