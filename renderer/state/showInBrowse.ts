import type { ConnectionId } from '#shared/domain/connection.ts';
import { delimiterOf } from './browsePreferences.ts';
import { changeBrowseView } from './browseStore.ts';
import { noteAtom } from './proofStore.ts';
import { changeAtomTabs, previewAtom } from './tabStore.ts';
import { revealAtom } from './browseView.ts';

/** Makes Browse show one atom: in the tree, in the table and in the inspector. */
export function showInBrowse(id: ConnectionId, key: string): void {
  changeBrowseView(id, (view) => revealAtom(view, key, delimiterOf(id)));
  changeAtomTabs(id, (view) => previewAtom(view, key));
  // At once: who goes on to its proof before Browse has drawn it finds it there.
  noteAtom(id, key);
}
