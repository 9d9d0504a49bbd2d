import { fail } from '#shared/domain/result.ts';
import type { IpcHandlers } from './register.ts';

const notYet = async () => fail({ code: 'internal', message: 'Not built yet.', requestId: null });

/** Drafts and the log of writes. */
export function createWriteHandlers(): IpcHandlers<'drafts' | 'writes'> {
  return {
    'drafts:list': notYet,
    'drafts:keep': notYet,
    'drafts:remove': notYet,
    'writes:list': notYet,
    'writes:read': notYet,
    'writes:export': notYet,
    'writes:clear': notYet,
    'writes:sizes': notYet,
  };
}
