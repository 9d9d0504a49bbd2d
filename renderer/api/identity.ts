import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InstallationKeys, TrustedKey } from '#shared/domain/installationKey.ts';
import { ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

export const { addTrustedKey, removeTrustedKey, replaceInstallationKey, savePublicKey } = ipc;

export const installationKeysQuery = queryOptions({
  queryKey: queryKey('installationKeys'),
  queryFn: (): Promise<InstallationKeys> => ipc.installationKeys(),
});

export const trustedKeysQuery = queryOptions({
  queryKey: queryKey('trustedKeys'),
  queryFn: (): Promise<readonly TrustedKey[]> => ipc.trustedKeys(),
});

/** Creates the key of this installation; the event `installationKeysChanged` brings it. */
export function useCreateInstallationKey() {
  return useMutation({ mutationFn: () => ipc.createInstallationKey() });
}

/** A change of the trusted keys that resolves to the new list. */
export function useChangeTrustedKeys<Input>(change: (input: Input) => Promise<readonly TrustedKey[]>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (keys) => client.setQueryData<readonly TrustedKey[]>(trustedKeysQuery.queryKey, keys),
  });
}
