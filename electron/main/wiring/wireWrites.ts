import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createDrafts, mostDraftUnits } from '../../../engine/writing/drafts/drafts.ts';
import { createWriteHandlers } from '../ipc/writeHandlers.ts';
import type { KeyStorage } from '../../../engine/storage/keychain/keyStorage.ts';
import { createDataKeys } from '../../../engine/storage/dataKeys.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { createPreviousValues } from '../../../engine/writing/previousValues.ts';
import { createReceipts } from '../../../engine/writing/receipts.ts';
import { createSizeKnowledges } from '../../../engine/writing/sizeKnowledge.ts';
import { createWriteMemories } from '../../../engine/writing/writeMemories.ts';
import { createWrites } from '../../../engine/writing/writes.ts';
import type { ReadingParts } from '../../../engine/composeReadings.ts';
import type { Surroundings } from '../../../engine/surroundings.ts';

/** Storing atoms with receipts; sizes that services accept; drafts. */
export function wireWrites(
  surroundings: Surroundings,
  parts: Pick<ReadingParts, 'connections' | 'readings' | 'removals'> &
    Pick<Dialogs, 'askWhereToSave'> & { readonly keychain: KeyStorage },
) {
  const { folder, tell, log } = surroundings;
  const { connections, readings } = parts;
  const isKnown = (id: ConnectionId): boolean => connections.profile(id).ok;
  const memories = createWriteMemories(path.join(folder, 'writes'), surroundings);
  const sizes = createSizeKnowledges({ memories, isKnown, log });
  const receipts = createReceipts({
    memories,
    isKnown,
    changed: (connectionId) => tell('writesChanged', { connectionId }),
    log,
  });
  const drafts = createDrafts({
    ...surroundings,
    folder: path.join(folder, 'drafts'),
    dataKeys: createDataKeys(parts.keychain, 'drafts'),
    connections: () => connections,
    changed: (connectionId) => tell('draftsChanged', { connectionId }),
    mostUnits: mostDraftUnits,
  });
  const previousValues = createPreviousValues({
    ...surroundings,
    folder: path.join(folder, 'previous-values'),
    dataKeys: createDataKeys(parts.keychain, 'previous-values'),
    isKnown,
    addressOf: (id) => {
      const profile = connections.profile(id);
      return profile.ok ? profile.value.baseUrl : null;
    },
  });
  parts.removals.deleteWith(memories.forget, drafts.forget, previousValues.forget);
  return {
    writes: createWrites({ ...surroundings, readings, receipts, sizes, previousValues }),
    receipts,
    sizes,
    previousValues,
    handlers: createWriteHandlers({
      ...surroundings,
      drafts,
      receipts,
      sizes,
      previousValues,
      connections,
      askWhereToSave: parts.askWhereToSave,
    }),
    quitSteps: [
      { name: 'close the write log', run: memories.close },
      { name: 'close drafts', run: drafts.close },
      { name: 'close previous values', run: previousValues.close },
    ],
  };
}

export type WriteParts = ReturnType<typeof wireWrites>;
