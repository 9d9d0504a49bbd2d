import type { ConnectionId } from '#shared/domain/connection.ts';
import { showScreen } from './appStore.ts';
import { showInBrowse } from './showInBrowse.ts';
import { useViewStore } from './viewStore.ts';

/** Shows an atom in Browse, with its proof. */
export function showProof(id: ConnectionId, key: string): void {
  useViewStore.setState({ inspectorTab: 'proof' });
  showInBrowse(id, key);
  showScreen('browse');
}
