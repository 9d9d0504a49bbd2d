import { fail } from '#shared/domain/result.ts';
import type { IpcHandlers } from './register.ts';

const notYet = async () => fail({ code: 'internal', message: 'Not built yet.', requestId: null });

/** Files on their way into a memory. */
export function createUploadHandlers(): IpcHandlers<'uploads'> {
  return {
    'uploads:current': notYet,
    'uploads:choose': notYet,
    'uploads:beginDropped': notYet,
    'uploads:addDropped': notYet,
    'uploads:endDropped': notYet,
    'uploads:readAs': notYet,
    'uploads:stage': notYet,
    'uploads:remap': notYet,
    'uploads:rows': notYet,
    'uploads:row': notYet,
    'uploads:changeRow': notYet,
    'uploads:revertRows': notYet,
    'uploads:dropRows': notYet,
    'uploads:allowRows': notYet,
    'uploads:setDuplicateRule': notYet,
    'uploads:compare': notYet,
    'uploads:send': notYet,
    'uploads:answer': notYet,
    'uploads:stop': notYet,
    'uploads:verify': notYet,
    'uploads:saveReport': notYet,
    'uploads:discard': notYet,
  };
}
