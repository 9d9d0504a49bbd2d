import type { Uploads } from '../uploads/uploads.ts';
import type { IpcHandlers } from './register.ts';

/** Files on their way into a memory. */
export function createUploadHandlers(uploads: Uploads): IpcHandlers<'uploads'> {
  return {
    'uploads:current': ({ connectionId }) => uploads.current(connectionId),
    'uploads:choose': ({ connectionId }) => uploads.choose(connectionId),
    'uploads:beginDropped': ({ connectionId, name, bytes }) =>
      uploads.beginDropped(connectionId, { name, bytes }),
    'uploads:addDropped': ({ uploadId, bytes }) => uploads.addDropped(uploadId, bytes),
    'uploads:endDropped': ({ uploadId }) => uploads.endDropped(uploadId),
    'uploads:readAs': ({ uploadId, choice }) => uploads.readAs(uploadId, choice),
    'uploads:stage': ({ uploadId, mapping }) => uploads.stage(uploadId, mapping),
    'uploads:remap': ({ uploadId }) => uploads.remap(uploadId),
    'uploads:rows': (query) => uploads.rows(query),
    'uploads:row': ({ uploadId, row }) => uploads.row(uploadId, row),
    'uploads:changeRow': ({ uploadId, row, key, value }) => uploads.changeRow(uploadId, row, { key, value }),
    'uploads:revertRows': ({ uploadId, selection }) =>
      uploads.changeRows(uploadId, selection, { kind: 'revert' }),
    'uploads:dropRows': ({ uploadId, selection, dropped }) =>
      uploads.changeRows(uploadId, selection, { kind: 'drop', dropped }),
    'uploads:allowRows': ({ uploadId, selection, allowed }) =>
      uploads.changeRows(uploadId, selection, { kind: 'allow', allowed }),
    'uploads:sendRowsAgain': ({ uploadId, selection }) =>
      uploads.changeRows(uploadId, selection, { kind: 'again' }),
    'uploads:setDuplicateRule': ({ uploadId, rule }) => uploads.setDuplicateRule(uploadId, rule),
    'uploads:compare': ({ uploadId }) => uploads.compare(uploadId),
    'uploads:send': ({ uploadId, settings }) => uploads.send(uploadId, settings),
    'uploads:answer': ({ uploadId, answer }) => uploads.answer(uploadId, answer),
    'uploads:stop': ({ uploadId }) => uploads.stop(uploadId),
    'uploads:verify': ({ uploadId }) => uploads.verify(uploadId),
    'uploads:saveReport': ({ uploadId, format }) => uploads.saveReport(uploadId, format),
    'uploads:discard': ({ uploadId }) => uploads.discard(uploadId),
  };
}
