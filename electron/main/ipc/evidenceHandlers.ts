import path from 'node:path';
import { succeed } from '#shared/domain/result.ts';
import type { evidenceOperations } from '#shared/ipc/evidenceOperations.ts';
import type { EvidenceExports } from '../../../engine/evidence/evidenceExports.ts';
import type { Given } from '../links/given.ts';
import type { OpenedBundles } from '../../../engine/evidence/openedBundles.ts';
import type { IpcHandlers } from './register.ts';

export function createEvidenceHandlers(
  exports: EvidenceExports,
  bundles: OpenedBundles,
  given: Given,
): IpcHandlers<typeof evidenceOperations> {
  return {
    outlineEvidence: ({ connectionId, about }) => exports.outline(connectionId, about),
    saveEvidence: ({ connectionId, about, choice }) => exports.save(connectionId, about, choice),
    startEvidence: ({ connectionId, selection, choice }) =>
      exports.saveSelection(connectionId, selection, choice),
    openEvidence: () => bundles.choose(),
    openEvidenceBytes: ({ fileName, bytes }) => bundles.openBytes(path.basename(fileName), bytes),
    openGivenEvidence: async () => {
      const file = given.take();
      return file === null ? succeed(null) : bundles.openPath(file);
    },
    readOfEvidence: async ({ id, at }) => bundles.read(id, at),
    responseOfEvidence: async ({ id, at }) => bundles.response(id, at),
    saveEvidenceReport: ({ id, format }) => bundles.saveReport(id, format),
    closeEvidence: async ({ id }) => {
      bundles.close(id);
      return succeed(null);
    },
  };
}
