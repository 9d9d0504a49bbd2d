import { useEffect } from 'react';
import { catalogueRestartedWords } from '#shared/text/coverageWords.ts';
import { notifyDone } from '../ui/notify.ts';

/** Says so when the list of known keys had stopped and is open again. Shows nothing itself. */
export function CatalogueNotice() {
  useEffect(
    () =>
      window.atomExplorer.onCatalogueRestarted(() => {
        notifyDone(catalogueRestartedWords);
      }),
    [],
  );
  return null;
}
