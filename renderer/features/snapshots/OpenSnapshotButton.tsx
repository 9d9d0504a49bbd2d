import { Button, type ButtonProps } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { chooseSnapshot } from '../../api/snapshots.ts';
import { showSnapshot } from '../../state/appStore.ts';

/** Lets the user choose a snapshot file, checks it, and shows the result. */
export function OpenSnapshotButton(props: ButtonProps) {
  const choose = useMutation({
    mutationFn: () => chooseSnapshot(),
    onSuccess: (snapshot) => {
      // The dialog asks again: the second check may have ended since this answer was sent.
      if (snapshot !== null) showSnapshot(snapshot.id);
    },
    // Not before it is needed: the button is on the first screen.
    onError: async (error) => (await import('../../ui/notify.ts')).notifyFailure(error),
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
