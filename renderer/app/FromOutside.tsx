import { useEffect, useState } from 'react';
import type { AppLink } from '#shared/domain/appLink.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { takeGivenLink } from '../api/app.ts';
import { onEvent } from '../api/onEvent.ts';
import { LinkDialog } from '../features/links/LinkDialog.tsx';
import { notifyProblem } from '../ui/notify.ts';
import { useIsDialogOpen } from '../ui/closeGuard.ts';
import { appStoreName, useAppStore } from '../state/appStore.ts';

/** What reaches the window from outside: links that the system passed to the app, and the theme that another window set. */
export function FromOutside({ connections }: { readonly connections: readonly Connection[] }) {
  const [link, setLink] = useState<AppLink | null>(null);
  const [isShown, setShown] = useState(false);
  // It waits until no other dialog is open: what it leads to would change the screen below.
  const isDialogOpen = useIsDialogOpen();
  if (link !== null && !isShown && !isDialogOpen) setShown(true);
  useEffect(() => {
    const take = (): void =>
      void takeGivenLink().then(
        (given) => {
          if (given === null) return;
          if (given.kind !== 'unreadable') setLink(given);
          else
            notifyProblem(
              'Link not opened',
              'The link is incomplete, or this version of the app does not know its form. Nothing was changed. Ask where you got it for another one.',
            );
        },
        () => undefined,
      );
    take();
    return onEvent('linkGiven', take);
  }, []);
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent): void => {
      if (key !== appStoreName || newValue === null) return;
      const { state } = JSON.parse(newValue) as { readonly state?: unknown };
      useAppStore.setState({ theme: useAppStore.read(state).theme });
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);
  return link === null || !isShown ? null : (
    <LinkDialog
      link={link}
      connections={connections}
      onClose={() => {
        setLink(null);
        setShown(false);
      }}
    />
  );
}
