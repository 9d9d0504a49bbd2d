import { Button, type ButtonProps } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { snapshotKey } from '../../api/snapshots.ts';
import { ipc } from '../../api/ipc.ts';
import { showSnapshot } from '../../state/appStore.ts';
import { notifyFailure } from '../../ui/notify.ts';

/** Lets the user choose a snapshot file, checks it, and shows the result. */
export function OpenSnapshotButton(props: ButtonProps) {
  const queryClient = useQueryClient();
  const choose = useMutation({
    mutationFn: () => ipc.chooseSnapshot(),
    onSuccess: (snapshot) => {
      if (snapshot === null) return;
      queryClient.setQueryData(snapshotKey(snapshot.id), snapshot);
      showSnapshot(snapshot.id);
    },
    onError: notifyFailure,
  });
  return (
    <Button
      variant="default"
      {...props}
      leftSection={<IconFileCertificate size={16} aria-hidden />}
      loading={choose.isPending}
      onClick={() => choose.mutate()}
    >
      Open a snapshot
    </Button>
  );
}
