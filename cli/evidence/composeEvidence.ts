import { randomBytes } from 'node:crypto';
import script from '#shared/evidence/verify_evidence.py?raw';
import { parseBaseAddress } from '../../engine/client/baseAddress.ts';
import { createHttpClient } from '../../engine/client/httpClient.ts';
import { systemAuthorities } from '../../engine/client/trust.ts';
import type { InstallationKey } from '../../engine/connections/identity/installationKey.ts';
import { createEvidenceCalls } from '../../engine/evidence/evidenceCalls.ts';
import { createEvidenceExports } from '../../engine/evidence/evidenceExports.ts';
import { sealBy } from '../../engine/evidence/evidenceThread.ts';
import {
  createTimestampRequests,
  timestampLimits,
} from '../../engine/evidence/timestamps/requestTimestamps.ts';
import { createUserFiles } from '../../engine/storage/userFiles/userFiles.ts';
import { version } from '../../package.json';
import { composeWrites } from '../session/composeWrites.ts';
import type { Session, SessionWorld } from '../session/openSession.ts';

/** Evidence that is saved in a file, as in the app. */
export function composeEvidence(
  session: Session,
  { file, signingKey }: { readonly file: string; readonly signingKey: Pick<InstallationKey, 'current'> },
  world: SessionWorld,
) {
  const { surroundings, core, jobs, memory } = session;
  const writing = composeWrites(session);
  const http = createHttpClient(timestampLimits, { trusted: systemAuthorities(world.env, world.complain) });
  const calls = createEvidenceCalls();
  let sealed: Uint8Array | null = null;
  const askWhereToSave = async (): Promise<string> => file;
  const exports = createEvidenceExports({
    ...surroundings,
    ...core,
    jobs,
    memory,
    receipts: writing.receipts,
    installationKey: signingKey,
    files: createUserFiles({ askWhereToSave, askWhatToOpen: async () => null, newId: surroundings.newId }),
    askWhereToSave,
    seal: async (...call) => {
      const bundle = await sealBy(calls, ...call);
      sealed = bundle.ok ? bundle.bytes : null;
      return bundle;
    },
    report: async (bundle) => calls.report(bundle),
    timestamps: createTimestampRequests({
      http,
      // Its address is on the command line.
      consent: { allowed: async (address) => parseBaseAddress(address) },
      asked: async () => undefined,
      randomBytes,
    }),
    script,
    appVersion: version,
  });
  return {
    exports,
    /** The bundle that was saved, or that a report was made of. */
    sealed: (): Uint8Array | null => sealed,
    close: async (): Promise<void> => {
      http.close();
      await writing.close();
    },
  };
}
