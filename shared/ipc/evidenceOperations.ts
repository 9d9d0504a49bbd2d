import { z } from 'zod';
import {
  longestKeyName,
  longestPem,
  type InstallationKeys,
  type TrustedKey,
} from '../domain/installationKey.ts';
import {
  evidenceAbout as about,
  evidenceChoice as choice,
  type EvidenceOutline,
  type SavedEvidence,
} from '../domain/evidence.ts';
import type { OpenedEvidence, OpenedRead } from '../domain/openedEvidence.ts';
import type { JobOf } from '../domain/job.ts';
import { reportFormats } from '../report/reportText.ts';
import type { SavedFile } from './appTypes.ts';
import { keySelection } from '../domain/catalogueQuery.ts';
import { connectionId } from './fields.ts';
import { fingerprint } from './fields.ts';
import { operation } from './operation.ts';

/** The key with which this installation signs what it saw, and the keys of others. */
export const identityOperations = {
  installationKeys: operation<InstallationKeys>()(z.undefined()),
  /** Creates the key if there is none. */
  createInstallationKey: operation<InstallationKeys>()(z.undefined()),
  /** Replaces the current key with a new one. */
  replaceInstallationKey: operation<InstallationKeys>()(z.undefined()),
  /** Asks the user where to save the public key with this fingerprint, as PEM. */
  savePublicKey: operation<SavedFile>()(z.strictObject({ fingerprint })),
  trustedKeys: operation<readonly TrustedKey[]>()(z.undefined()),
  /** `pem`: an Ed25519 public key. */
  addTrustedKey: operation<readonly TrustedKey[]>()(
    z.strictObject({ name: z.string().trim().min(1).max(longestKeyName), pem: z.string().max(longestPem) }),
  ),
  removeTrustedKey: operation<readonly TrustedKey[]>()(z.strictObject({ fingerprint })),
};

const bundleId = z.string().min(1).max(100);
/** A part of an opened bundle by its position. */
const partOf = z.strictObject({ id: bundleId, at: z.number().int().min(0) });

/** Evidence for others. The window names what it is about, never what is signed. */
export const evidenceOperations = {
  /** What a file about this would contain. */
  outlineEvidence: operation<EvidenceOutline>()(z.strictObject({ connectionId, about })),
  /** Signs it, and asks where to save it. */
  saveEvidence: operation<SavedEvidence>()(z.strictObject({ connectionId, about, choice })),
  /** Asks where to save it, and starts the job; null if they cancel. */
  startEvidence: operation<JobOf<'export'> | null>()(
    z.strictObject({ connectionId, selection: keySelection, choice }),
  ),
  /** Asks for a bundle and verifies it offline; null if they cancel. */
  openEvidence: operation<OpenedEvidence | null>()(z.undefined()),
  /** The same for a dropped file. */
  openEvidenceBytes: operation<OpenedEvidence>()(
    z.strictObject({ fileName: z.string().min(1).max(1_000), bytes: z.instanceof(Uint8Array) }),
  ),
  /** The same for a file that the system passed to the app; null if there is none. */
  openGivenEvidence: operation<OpenedEvidence | null>()(z.undefined()),
  readOfEvidence: operation<OpenedRead>()(partOf),
  /** The body of a response as received. */
  responseOfEvidence: operation<string>()(partOf),
  /** Asks where to save a report about an opened bundle. */
  saveEvidenceReport: operation<SavedFile>()(z.strictObject({ id: bundleId, format: z.enum(reportFormats) })),
  closeEvidence: operation<null>()(z.strictObject({ id: bundleId })),
};
