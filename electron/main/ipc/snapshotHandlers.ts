import { succeed } from '#shared/domain/result.ts';
import type { snapshotOperations } from '#shared/ipc/snapshotOperations.ts';
import type { Snapshots } from '../../../engine/snapshots/snapshots.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { IpcHandlers } from './register.ts';

export function createSnapshotHandlers(effects: {
  readonly snapshots: Snapshots;
  readonly askWhatToOpen: Dialogs['askWhatToOpen'];
  readonly connectionsChanged: () => void;
}): IpcHandlers<typeof snapshotOperations> {
  const { snapshots } = effects;
  return {
    chooseSnapshot: async () => {
      const file = await effects.askWhatToOpen({ title: 'Snapshot', extensions: ['json'] });
      return file === null ? succeed(null) : snapshots.open(file);
    },
    getSnapshot: ({ id }) => snapshots.get(id),
    keepSnapshot: async ({ id }) => {
      const kept = await snapshots.keep(id);
      if (kept.ok) effects.connectionsChanged();
      return kept;
    },
    dropSnapshot: async ({ id }) => {
      snapshots.drop(id);
      return succeed(null);
    },
  };
}
