import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createDataKeys } from '../../engine/storage/dataKeys.ts';
import { createPreviousValues } from '../../engine/writing/previousValues.ts';
import { createReceipts } from '../../engine/writing/receipts.ts';
import { createSizeKnowledges } from '../../engine/writing/sizeKnowledge.ts';
import { createWriteMemories } from '../../engine/writing/writeMemories.ts';
import { createWrites } from '../../engine/writing/writes.ts';
import type { Session } from './openSession.ts';

/** Stores with receipts, as in the app. */
export function composeWrites({ surroundings, core, keychain }: Session) {
  const { folder, log } = surroundings;
  const isKnown = (id: ConnectionId): boolean => core.connections.profile(id).ok;
  const memories = createWriteMemories(path.join(folder, 'writes'), surroundings);
  const sizes = createSizeKnowledges({ memories, isKnown, log });
  const receipts = createReceipts({ memories, isKnown, changed: () => undefined, log });
  const previousValues = createPreviousValues({
    ...surroundings,
    folder: path.join(folder, 'previous-values'),
    dataKeys: createDataKeys(keychain, 'previous-values'),
    isKnown,
    addressOf: (id) => {
      const profile = core.connections.profile(id);
      return profile.ok ? profile.value.baseUrl : null;
    },
  });
  return {
    sizes,
    receipts,
    previousValues,
    writes: createWrites({ ...surroundings, readings: core.readings, receipts, sizes, previousValues }),
    close: async (): Promise<void> => {
      await memories.close();
      await previousValues.close();
    },
  };
}
