import type { ConnectionId } from '#shared/domain/connection.ts';
import { delimiterOf } from './browsePreferences.ts';
import { changeBrowseView } from './browseStore.ts';
import { noteAtom } from './proofStore.ts';
import { changeAtomTabs, previewAtom } from './tabStore.ts';
import { revealAtom, setFilter, showPath } from './browseView.ts';
import { rootPath } from './keyPaths.ts';
import { showScreen } from './appStore.ts';
import type { KeyFilter } from '#shared/domain/catalogueQuery.ts';

/** Shows an atom in Browse: in the tree, the table and the inspector. */
export function showInBrowse(id: ConnectionId, key: string): void {
  changeBrowseView(id, (view) => revealAtom(view, key, delimiterOf(id)));
  changeAtomTabs(id, (view) => previewAtom(view, key));
  // Now, so that the Proof screen finds it even before Browse is rendered.
  noteAtom(id, key);
}

/** Shows the keys with a change in Browse, whatever it was filtered by. */
export function showChangedInBrowse(id: ConnectionId, changed: KeyFilter['changed']): void {
  changeBrowseView(id, (view) =>
    setFilter(showPath(view, rootPath), { text: '', ...(changed !== undefined && { changed }) }),
  );
  showScreen('browse');
}
