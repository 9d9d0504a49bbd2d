import { expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { browseView } from './browseStore.ts';
import { useProofStore } from './proofStore.ts';
import { showInBrowse } from './showInBrowse.ts';

it('shows an atom, and remembers it for the Proof screen before anything is rendered', () => {
  const id = 'c' as ConnectionId;
  showInBrowse(id, 'v1.a');
  expect(browseView(id).cursor).toBe('v1.a');
  expect(useProofStore.getState().keys.get(id)).toBe('v1.a');
});
