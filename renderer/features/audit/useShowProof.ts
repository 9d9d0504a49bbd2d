import { useQueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { atomQuery } from '../../api/atoms.ts';
import { showScreen } from '../../state/appStore.ts';
import { showInBrowse } from '../../state/showInBrowse.ts';
import { useViewStore } from '../../state/viewStore.ts';

/** Shows an atom in Browse with its proof, read again: what the window has of it may be older than the audit. */
export function useShowProof(): (id: ConnectionId, key: string) => void {
  const client = useQueryClient();
  return (id, key) => {
    client.removeQueries({ queryKey: atomQuery(id, key).queryKey });
    useViewStore.setState({ inspectorTab: 'proof' });
    showInBrowse(id, key);
    showScreen('browse');
  };
}
