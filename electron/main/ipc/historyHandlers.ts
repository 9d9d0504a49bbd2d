import type { Histories } from '../history/histories.ts';
import type { IpcHandlers } from './register.ts';

export function createHistoryHandlers(effects: {
  readonly histories: Histories;
  readonly connectionsChanged: () => void;
}): IpcHandlers<'history'> {
  const { histories } = effects;
  return {
    'history:list': ({ connectionId, key }) => histories.versions(connectionId, key),
    'history:value': ({ connectionId, key, id }) => histories.value(connectionId, key, id),
    'history:size': ({ connectionId }) => histories.size(connectionId),
    'history:setKept': async ({ connectionId, isKept }) => {
      const changed = await histories.setKept(connectionId, isKept);
      if (changed.ok) effects.connectionsChanged();
      return changed;
    },
    'history:clear': ({ connectionId, key }) =>
      key === undefined ? histories.clear(connectionId) : histories.clearAtom(connectionId, key),
  };
}
