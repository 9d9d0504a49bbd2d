import type { historyOperations } from '#shared/ipc/atomOperations.ts';
import type { Histories } from '../../../engine/reading/history/histories.ts';
import type { IpcHandlers } from './register.ts';

export function createHistoryHandlers(effects: {
  readonly histories: Histories;
  readonly connectionsChanged: () => void;
}): IpcHandlers<typeof historyOperations> {
  const { histories } = effects;
  return {
    listHistory: ({ connectionId, key }) => histories.versions(connectionId, key),
    readKeptValue: ({ connectionId, key, id }) => histories.value(connectionId, key, id),
    historySize: ({ connectionId }) => histories.size(connectionId),
    setHistoryKept: async ({ connectionId, isKept }) => {
      const changed = await histories.setKept(connectionId, isKept);
      if (changed.ok) effects.connectionsChanged();
      return changed;
    },
    clearHistory: ({ connectionId, key }) =>
      key === undefined ? histories.clear(connectionId) : histories.clearAtom(connectionId, key),
  };
}
