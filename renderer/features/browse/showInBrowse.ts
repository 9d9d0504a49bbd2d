import type { ConnectionId } from '#shared/domain/connection.ts';
import { delimiterOf } from '../../state/browsePreferences.ts';
import { changeBrowseView } from '../../state/browseStore.ts';
import { changeAtomTabs, previewAtom } from '../../state/tabStore.ts';
import { revealAtom } from './browseView.ts';

/** Makes Browse show one atom: in the tree, in the table and in the inspector. */
export function showInBrowse(id: ConnectionId, key: string): void {
  changeBrowseView(id, (view) => revealAtom(view, key, delimiterOf(id)));
  changeAtomTabs(id, (view) => previewAtom(view, key));
}
