import type { ConnectionId } from '#shared/domain/connection.ts';
import { useAppStore } from '../../state/appStore.ts';
import { changeBrowseView } from '../../state/browseStore.ts';
import { revealAtom } from '../browse/browseView.ts';

/** Shows an atom in Browse. */
export function openInBrowse(connectionId: ConnectionId, key: string): void {
  changeBrowseView(connectionId, (view) => revealAtom(view, key));
  useAppStore.getState().show('browse');
}
