import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Result } from '#shared/domain/result.ts';
import type { Upload, UploadRowInFull, UploadRowsQuery } from '#shared/domain/upload.ts';
import { unwrap } from './unwrap.ts';

function uploadKey(connectionId: ConnectionId) {
  return ['upload', connectionId] as const;
}

/** The upload of a connection, as it stands now; null where there is none. */
export function useUpload(connectionId: ConnectionId) {
  const client = useQueryClient();
  useEffect(
    () =>
      window.atomExplorer.onUploadChanged((changed) => {
        if (changed.connectionId !== connectionId) return;
        void client.invalidateQueries({ queryKey: uploadKey(connectionId) });
      }),
    [client, connectionId],
  );
  return useQuery({
    queryKey: uploadKey(connectionId),
    queryFn: (): Promise<Upload | null> => unwrap(window.atomExplorer.currentUpload({ connectionId })),
    staleTime: 0,
  });
}

/** Some of the rows of an upload at its present revision; those before stay in sight until they have come. */
export function useUploadRows(query: UploadRowsQuery, revision: number) {
  return useQuery({
    queryKey: ['uploadRows', query, revision],
    queryFn: () => unwrap(window.atomExplorer.uploadRows(query)),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
}

export function uploadRowQuery(uploadId: string, row: number, revision: number) {
  return queryOptions({
    queryKey: ['uploadRow', uploadId, row, revision] as const,
    queryFn: (): Promise<UploadRowInFull> => unwrap(window.atomExplorer.uploadRow({ uploadId, row })),
    gcTime: 10_000,
  });
}

/** A step of an upload. Where it answers with the upload, that is shown at once. */
export function useUploadStep<Input, Output>(
  connectionId: ConnectionId,
  step: (input: Input) => Promise<Result<Output>>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input): Promise<Output> => unwrap(step(input)),
    onSettled: () => client.invalidateQueries({ queryKey: uploadKey(connectionId) }),
  });
}
