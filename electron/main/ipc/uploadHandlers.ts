import type { uploadOperations } from '#shared/ipc/uploadOperations.ts';
import type { Uploads } from '../../../engine/uploads/uploads.ts';
import type { IpcHandlers } from './register.ts';

/** Uploads of files. */
export function createUploadHandlers(uploads: Uploads): IpcHandlers<typeof uploadOperations> {
  return {
    currentUpload: ({ connectionId }) => uploads.current(connectionId),
    chooseUploadFiles: () => uploads.chooseFiles(),
    beginChosenUpload: ({ connectionId, fileId }) => uploads.beginChosen(connectionId, fileId),
    beginDroppedUpload: ({ connectionId, name, bytes }) =>
      uploads.beginDropped(connectionId, { name, bytes }),
    addDroppedBytes: ({ uploadId, bytes }) => uploads.addDropped(uploadId, bytes),
    endDroppedUpload: ({ uploadId }) => uploads.endDropped(uploadId),
    beginPreviousUpload: ({ connectionId, writeId, title }) =>
      uploads.beginPrevious(connectionId, { id: writeId, title }),
    readUploadAs: ({ uploadId, choice }) => uploads.readAs(uploadId, choice),
    stageUpload: ({ uploadId, mapping }) => uploads.stage(uploadId, mapping),
    remapUpload: ({ uploadId }) => uploads.remap(uploadId),
    uploadRows: (query) => uploads.rows(query),
    countUploadValues: ({ uploadId, column, filter, from }) =>
      uploads.countValues(uploadId, column, filter, from),
    keysNotInFile: ({ uploadId }) => uploads.keysNotInFile(uploadId),
    uploadRow: ({ uploadId, row }) => uploads.row(uploadId, row),
    changeUploadRow: ({ uploadId, row, key, value }) => uploads.changeRow(uploadId, row, { key, value }),
    revertUploadRows: ({ uploadId, selection }) =>
      uploads.changeRows(uploadId, selection, { kind: 'revert' }),
    dropUploadRows: ({ uploadId, selection, dropped }) =>
      uploads.changeRows(uploadId, selection, { kind: 'drop', dropped }),
    allowUploadRows: ({ uploadId, selection, allowed }) =>
      uploads.changeRows(uploadId, selection, { kind: 'allow', allowed }),
    findInUploadRows: ({ uploadId, replacement, from }) => uploads.findText(uploadId, replacement, from),
    replaceInUploadRows: ({ uploadId, replacement }) => uploads.replaceText(uploadId, replacement),
    undoReplaceInUploadRows: ({ uploadId, undoId }) => uploads.undoReplaceText(uploadId, undoId),
    sendUploadRowsAgain: ({ uploadId, selection }) =>
      uploads.changeRows(uploadId, selection, { kind: 'again' }),
    setDuplicateRule: ({ uploadId, rule }) => uploads.setDuplicateRule(uploadId, rule),
    compareUpload: ({ uploadId }) => uploads.compare(uploadId),
    sendUpload: ({ uploadId, settings, confirmation }) => uploads.send(uploadId, settings, confirmation),
    answerUpload: ({ uploadId, answer }) => uploads.answer(uploadId, answer),
    stopUpload: ({ uploadId }) => uploads.stop(uploadId),
    verifyUpload: ({ uploadId }) => uploads.verify(uploadId),
    saveUploadReport: ({ uploadId, format }) => uploads.saveReport(uploadId, format),
    discardUpload: ({ uploadId }) => uploads.discard(uploadId),
  };
}
