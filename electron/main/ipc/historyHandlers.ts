import type { historyOperations } from '#shared/ipc/atomOperations.ts';
import type { Histories } from '../../../engine/reading/history/histories.ts';
import type { KeptValues } from '../../../engine/reading/history/keptValues.ts';
import type { IpcHandlers } from './register.ts';

export function createHistoryHandlers(effects: {
  readonly histories: Histories;
  readonly keptValues: Pick<KeptValues, 'forget'>;
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
    clearHistory: async ({ connectionId, key }) => {
      const cleared = await (key === undefined
        ? histories.clear(connectionId)
        : histories.clearAtom(connectionId, key));
      await effects.keptValues.forget(connectionId, key === undefined ? null : [key]);
      return cleared;
    },
  };
}
