import path from 'node:path';
import { reportInThread, sealInThread, verifyInThread } from '../../../workers/evidenceThread.ts';
import { createEvidenceExports, type MakeReport } from '../evidence/evidenceExports.ts';
import type { GivenFiles } from '../evidence/givenFiles.ts';
import { createOpenedBundles, mostVerifyingMs } from '../evidence/openedBundles.ts';
import type { UserFiles } from '../files/userFiles.ts';
import type { InstallationKey } from '../identity/installationKey.ts';
import { createTrustedKeys } from '../identity/trustedKeys.ts';
import { createEvidenceHandlers } from '../ipc/evidenceHandlers.ts';
import { createIdentityHandlers } from '../ipc/identityHandlers.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { ReadingParts } from './composeReadings.ts';
import type { Surroundings } from './surroundings.ts';
import type { JobParts } from './wireJobs.ts';
import type { WriteParts } from './wireWrites.ts';

/** Evidence that is saved or opened, and the keys it is checked with. */
export function wireEvidence(
  surroundings: Surroundings,
  parts: Pick<ReadingParts, 'answers' | 'connections' | 'readings' | 'catalogues' | 'pins'> &
    Pick<JobParts, 'jobs' | 'memory'> &
    Pick<WriteParts, 'receipts'> &
    Pick<Dialogs, 'askWhereToSave'> & {
      readonly installationKey: InstallationKey;
      readonly files: UserFiles;
      readonly givenFiles: GivenFiles;
      readonly appVersion: string;
    },
) {
  const { folder, programs, newId } = surroundings;
  const { installationKey, files } = parts;
  const trustedKeys = createTrustedKeys({ ...surroundings, file: path.join(folder, 'trusted-keys.json') });
  const worker = path.join(programs, 'evidence-worker.js');
  const report: MakeReport = (task) => reportInThread(worker, task);
  const exports = createEvidenceExports({
    ...surroundings,
    ...parts,
    seal: (input, signer) => sealInThread(worker, input, signer),
    report,
  });
  const bundles = createOpenedBundles({
    installationKey,
    trustedKeys,
    files,
    report,
    verify: (bytes, keys) => verifyInThread(worker, bytes, keys, mostVerifyingMs),
    newId,
  });
  return {
    handlers: {
      ...createEvidenceHandlers(exports, bundles, parts.givenFiles),
      ...createIdentityHandlers(installationKey, trustedKeys, files),
    },
  };
}
