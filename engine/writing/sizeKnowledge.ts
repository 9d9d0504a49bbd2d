import type { ConnectionId } from '#shared/domain/connection.ts';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import {
  nothingFound,
  withAccepted,
  withRefused,
  type AcceptedSize,
  type RefusedSize,
} from './sizeFindings.ts';
import type { WriteMemories } from './writeMemories.ts';

/** For each connection, which sizes its service accepted and refused so far. Never fails its caller. */
export interface SizeKnowledges {
  readonly of: (id: ConnectionId) => Promise<SizeKnowledge>;
  /** Does nothing if it is not new. */
  readonly accepted: (id: ConnectionId, size: AcceptedSize) => Promise<void>;
  readonly refused: (id: ConnectionId, size: RefusedSize) => Promise<void>;
}

export function createSizeKnowledges(effects: {
  readonly memories: Pick<WriteMemories, 'of'>;
  /** Whether the connection exists: findings after its removal must not create its folder again. */
  readonly isKnown: (id: ConnectionId) => boolean;
  readonly log: (message: string, error: unknown) => void;
}): SizeKnowledges {
  const change = async (id: ConnectionId, to: (known: SizeKnowledge) => SizeKnowledge): Promise<void> => {
    if (!effects.isKnown(id)) return;
    try {
      const { sizes } = await effects.memories.of(id);
      sizes.set(to(sizes.value()));
      await sizes.save();
    } catch (error) {
      effects.log('Could not save the size limits of the service.', error);
    }
  };
  return {
    of: async (id) => {
      if (!effects.isKnown(id)) return nothingFound;
      try {
        return (await effects.memories.of(id)).sizes.value();
      } catch (error) {
        effects.log('Could not read the size limits of the service.', error);
        return nothingFound;
      }
    },
    accepted: (id, size) => change(id, (known) => withAccepted(known, size)),
    refused: (id, size) => change(id, (known) => withRefused(known, size)),
  };
}
