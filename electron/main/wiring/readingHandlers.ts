import { createConnectionFiles } from '../../../engine/connections/connectionFiles.ts';
import type { OriginConsent } from '../../../engine/connections/originConsent.ts';
import type { ProfileStore } from '../../../engine/connections/profileStore.ts';
import type { DemoService } from '../embedded/embeddedProcess.ts';
import type { HttpClient } from '../../../engine/client/httpClient.ts';
import type { UserFiles } from '../../../engine/storage/userFiles/userFiles.ts';
import type { InstallationKey } from '../../../engine/connections/identity/installationKey.ts';
import type { TrustedKeys } from '../../../engine/connections/identity/trustedKeys.ts';
import type { ActiveRequests } from '../ipc/activeRequests.ts';
import { createBrowseHandlers } from '../ipc/browseHandlers.ts';
import { createCatalogueHandlers } from '../ipc/catalogueHandlers.ts';
import { createConnectionHandlers } from '../ipc/connectionHandlers.ts';
import { createHistoryHandlers } from '../ipc/historyHandlers.ts';
import { createLedgerHandlers } from '../ipc/ledgerHandlers.ts';
import { createPinHandlers } from '../ipc/pinHandlers.ts';
import { createStateHandlers } from '../ipc/stateHandlers.ts';
import { readDemoMemory } from '../../../engine/reading/readDemoMemory.ts';
import type { ReadingParts } from '../../../engine/composeReadings.ts';
import type { Surroundings } from '../../../engine/surroundings.ts';

/** What the window asks of connections, known keys, root ledgers, pins and histories. */
export function createReadingHandlers(
  { tell, now, newId, log }: Surroundings,
  parts: ReadingParts & {
    readonly http: Pick<HttpClient, 'send'>;
    readonly profiles: Pick<ProfileStore, 'all'>;
    readonly consent: OriginConsent;
    readonly embedded: DemoService;
    readonly files: UserFiles;
    readonly installationKey: InstallationKey;
    readonly trustedKeys: TrustedKeys;
    readonly requests: ActiveRequests;
  },
) {
  return {
    ...createLedgerHandlers({
      ...parts,
      verifying: (connectionId, entries) => tell('ledgerVerifying', { connectionId, entries }),
    }),
    ...createCatalogueHandlers({ ...parts, now }),
    ...createBrowseHandlers(parts),
    ...createPinHandlers(parts),
    ...createConnectionHandlers({
      ...parts,
      connectionFiles: createConnectionFiles({ files: parts.files, profiles: parts.profiles.all, now }),
      tested: (requestId, test) => tell('connectionTest', { requestId, test }),
      readDemoMemory: () =>
        readDemoMemory({ ...parts, newId }).catch((error: unknown) => {
          log('Could not load the known keys of the demo memory.', error);
        }),
      now,
      newId,
    }),
    ...createHistoryHandlers(parts),
    ...createStateHandlers({
      ...parts,
      accepted: (connectionId) => tell('ledgerChanged', { connectionId }),
    }),
  };
}
