import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed } from '#shared/domain/result.ts';
import { stateParts, type SavedState } from '#shared/domain/stateLoss.ts';
import type { stateOperations } from '#shared/ipc/stateOperations.ts';
import { fileFailed } from '../../../engine/storage/userFiles/userFiles.ts';
import type { StateRecords } from '../../../engine/known/stateRecord/stateRecords.ts';
import type { ConnectionGrounds } from '../../../engine/reading/verification/connectionGrounds.ts';
import type { IpcHandlers } from './register.ts';

export function createStateHandlers(effects: {
  readonly grounds: ConnectionGrounds;
  readonly stateRecords: Pick<StateRecords, 'losses' | 'accepted' | 'accept'>;
  readonly accepted: (id: ConnectionId) => void;
}): IpcHandlers<typeof stateOperations> {
  const { grounds, stateRecords } = effects;
  const savedState = async (id: ConnectionId): Promise<SavedState> => {
    // Opens all parts, which compares them with the record.
    const found = await grounds(id);
    const losses = await stateRecords.losses(id).catch(() => []);
    const unavailable = stateParts.flatMap((part) => {
      const ground = found[part];
      const isLost = losses.some((loss) => loss.part === part);
      return ground.kind === 'unavailable' && !isLost
        ? [{ part, why: ground.why, detail: ground.detail ?? '' }]
        : [];
    });
    const accepted = await stateRecords.accepted(id).catch(() => []);
    return { losses, unavailable, accepted };
  };
  return {
    savedState: async ({ connectionId }) => succeed(await savedState(connectionId)),
    acceptLostState: async ({ connectionId: id, parts }) => {
      const { losses } = await savedState(id);
      if (losses.some(({ part }) => !parts.includes(part)))
        return refuseInput('parts', 'More is lost than was shown. Look at it again before you accept it.');
      try {
        await stateRecords.accept(id);
      } catch (error) {
        return fileFailed(error, 'state-records');
      }
      effects.accepted(id);
      return succeed(await savedState(id));
    },
  };
}
