import { useEffect } from 'react';
import { catalogueRestartedWords } from '#shared/text/coverageWords.ts';
import { notifyDone } from '../ui/notify.ts';
import { onEvent } from '../api/ipc.ts';

/** Says so when the list of known keys had stopped and is open again. Shows nothing itself. */
export function CatalogueNotice() {
  useEffect(
    () =>
      onEvent('catalogueRestarted', () => {
        notifyDone(catalogueRestartedWords);
      }),
    [],
  );
  return null;
}
