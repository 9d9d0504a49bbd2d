import { randomBytes } from 'node:crypto';
import path from 'node:path';
import script from '#shared/evidence/verify_evidence.py?raw';
import { reportInThread, sealInThread, verifyInThread } from '../../../engine/evidence/evidenceThread.ts';
import { createOriginConsent } from '../../../engine/connections/originConsent.ts';
import { createEvidenceExports } from '../../../engine/evidence/evidenceExports.ts';
import type { Given } from '../links/given.ts';
import { createOpenedBundles, mostVerifyingMs } from '../../../engine/evidence/openedBundles.ts';
import type { UserFiles } from '../../../engine/storage/userFiles/userFiles.ts';
import type { HttpClient } from '../../../engine/client/httpClient.ts';
import type { InstallationKey } from '../../../engine/connections/identity/installationKey.ts';
import type { TrustedKeys } from '../../../engine/connections/identity/trustedKeys.ts';
import { createEvidenceHandlers } from '../ipc/evidenceHandlers.ts';
import { createIdentityHandlers } from '../ipc/identityHandlers.ts';
import { createTimestampRequests } from '../../../engine/evidence/timestamps/requestTimestamps.ts';
import { createTimestampAuthorities } from '../../../engine/evidence/timestamps/timestampAuthorities.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { ReadingParts } from '../../../engine/composeReadings.ts';
import type { Surroundings } from '../../../engine/surroundings.ts';
import type { JobParts } from './wireJobs.ts';
import type { WriteParts } from './wireWrites.ts';

/** Evidence that is saved or opened, and the keys it is checked with. */
export function wireEvidence(
  surroundings: Surroundings,
  parts: Pick<ReadingParts, 'answers' | 'connections' | 'readings' | 'catalogues' | 'pins'> &
    Pick<JobParts, 'jobs' | 'memory'> &
    Pick<WriteParts, 'receipts'> &
    Pick<Dialogs, 'askWhereToSave' | 'askWhetherToTimestamp'> & {
      readonly timestampHttp: HttpClient;
      /** Asks also about an address that was confirmed in an earlier session. */
      readonly confirmsAgain: boolean;
      readonly installationKey: InstallationKey;
      readonly trustedKeys: TrustedKeys;
      readonly files: UserFiles;
      readonly givenFiles: Given;
      readonly appVersion: string;
    },
) {
  const { folder, programs, newId } = surroundings;
  const { installationKey, trustedKeys, files } = parts;
  const authorities = createTimestampAuthorities({
    ...surroundings,
    file: path.join(folder, 'timestamp-authorities.json'),
  });
  const consent = createOriginConsent({
    knownAddresses: () => (parts.confirmsAgain ? [] : authorities.confirmed()),
    ask: parts.askWhetherToTimestamp,
  });
  const timestamps = createTimestampRequests({
    http: parts.timestampHttp,
    consent: {
      allowed: async (address) => {
        await authorities.settings();
        return consent.allowed(address);
      },
    },
    asked: authorities.asked,
    randomBytes,
  });
  const worker = path.join(programs, 'evidence-worker.js');
  const report = reportInThread(worker);
  const exports = createEvidenceExports({
    ...surroundings,
    ...parts,
    seal: (input, signer, stamp) => sealInThread(worker, input, signer, stamp),
    report,
    timestamps,
    script,
  });
  const bundles = createOpenedBundles({
    installationKey,
    trustedKeys,
    timestampAuthorities: authorities,
    files,
    report,
    verify: (bundle) => verifyInThread(worker, bundle, mostVerifyingMs),
    newId,
  });
  return {
    timestamps,
    handlers: {
      ...createEvidenceHandlers(exports, bundles, parts.givenFiles),
      ...createIdentityHandlers(installationKey, trustedKeys, authorities, files),
    },
  };
}
