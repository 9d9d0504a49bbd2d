import { ipc } from './ipc.ts';

export const {
  closeEvidence,
  openEvidence,
  openEvidenceBytes,
  openGivenEvidence,
  outlineEvidence,
  readOfEvidence,
  responseOfEvidence,
  saveEvidence,
  saveEvidenceReport,
  startEvidence,
} = ipc;
