import { fail, succeed } from '#shared/domain/result.ts';
import type { Receipts } from '../writes/receipts.ts';
import type { SizeKnowledges } from '../writes/sizeKnowledge.ts';
import type { IpcHandlers } from './register.ts';

const notYet = async () => fail({ code: 'internal', message: 'Not built yet.', requestId: null });

/** Drafts and the log of writes. */
export function createWriteHandlers(effects: {
  readonly receipts: Receipts;
  readonly sizes: Pick<SizeKnowledges, 'of'>;
}): IpcHandlers<'drafts' | 'writes'> {
  const { receipts, sizes } = effects;
  return {
    'drafts:list': notYet,
    'drafts:keep': notYet,
    'drafts:remove': notYet,
    'writes:list': async ({ connectionId, window }) => succeed(await receipts.list(connectionId, window)),
    'writes:read': ({ connectionId, id }) => receipts.read(connectionId, id),
    'writes:export': notYet,
    'writes:clear': async ({ connectionId }) => {
      await receipts.clear(connectionId);
      return succeed(null);
    },
    'writes:sizes': async ({ connectionId }) => succeed(await sizes.of(connectionId)),
  };
}
