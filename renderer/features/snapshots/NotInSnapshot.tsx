import { Button } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { showScreen, type ScreenName } from '../../state/appStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Screens that need a service. For a snapshot, they show what is missing instead. */
const gaps: { readonly [Name in ScreenName]?: { readonly title: string; readonly words: string } } = {
  discover: {
    title: 'Nothing to discover',
    words: 'A snapshot lists all of its atoms, and Browse shows them.',
  },
  recall: {
    title: 'No recall in a snapshot',
    words: 'A snapshot is a file of atoms. Recall needs a service.',
  },
  predictions: {
    title: 'No predictions in a snapshot',
    words: 'Predictions come from recalls, which need a service.',
  },
  upload: {
    title: 'Snapshots never change',
    words: 'To store atoms, switch to a connection to a service.',
  },
};

/** Whether a screen cannot show a snapshot. */
export function isGap(screen: ScreenName): boolean {
  return gaps[screen] !== undefined;
}

export function NotInSnapshot({ screen }: { readonly screen: ScreenName }) {
  const gap = gaps[screen];
  return (
    <EmptyState
      icon={IconFileCertificate}
      title={gap?.title ?? ''}
      description={gap?.words}
      action={<Button onClick={() => showScreen('browse')}>Browse the snapshot</Button>}
    />
  );
}
