import path from 'node:path';
import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Job } from '#shared/domain/job.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import { createAudits, type Audits } from '../../engine/audits/audits.ts';
import { openProfileStore } from '../../engine/connections/profileStore.ts';
import { fileFailed } from '../../engine/storage/userFiles/userFiles.ts';
import { createDiscoveries, type Discoveries } from '../../engine/discovery/discoveries.ts';
import { parseBaseAddress, type BaseAddress } from '../../engine/client/baseAddress.ts';
import type { TrustedAuthorities } from '../../engine/client/trust.ts';
import type { Signer } from '../../engine/connections/identity/ed25519.ts';
import type { JobMemory } from '../../engine/known/jobMemory.ts';
import type { AppConnection } from '../session/appConnection.ts';
import { connectIn } from './connectIn.ts';
import { asFirst, knowsNothing } from './firstAudit.ts';
import { composeEngine, givenKey, memoryStorage } from '../session/composeEngine.ts';
import type { ReadingParts } from '../../engine/composeReadings.ts';
import type { ConnectionGrounds } from '../../engine/reading/verification/connectionGrounds.ts';
import { realEffects } from '../../engine/surroundings.ts';

/** The parts of the app that audit a service, without its window. */
export interface AuditEngine {
  /** Whether the folder is that of the app, which has audits of its own. */
  readonly isOfApp: boolean;
  /** Everything is saved in it, except keys. */
  readonly folder: string;
  readonly connectionId: ConnectionId;
  /** The addresses of the other connections in the folder, if this one is new there. */
  readonly others: readonly string[];
  readonly core: ReadingParts;
  /** Whether nothing had been read when the folder was opened. */
  readonly isFirst: boolean;
  /** For an audit that continues: nothing had been read when it began. */
  readonly continueFirst: () => void;
  /** What an audit of this run rests on. */
  readonly grounds: ConnectionGrounds;
  readonly memory: JobMemory;
  readonly audits: Audits;
  readonly discoveries: Discoveries;
  /** Resolves when a job has ended, or was ended because it would not go on by itself. Its state is the one before that. */
  readonly jobEnded: (id: string) => Promise<Job | null>;
  /** Ends the jobs: work that can be resumed stays so. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What is audited. */
export type AuditTarget =
  | {
      readonly kind: 'address';
      readonly address: BaseAddress;
      readonly apiKey: string;
      /** null: inferred, or as in earlier audits with this folder. */
      readonly scheme: ChosenScheme | null;
    }
  /** In the folder of the app, with all that it remembers. */
  | { readonly kind: 'connection'; readonly app: AppConnection };

export interface AuditEngineEffects {
  /** Everything is saved in it, except keys. */
  readonly folder: string;
  /** Whether the folder is deleted afterwards, so that nothing is remembered. */
  readonly isTemporary: boolean;
  /** The folder of the built programs. */
  readonly programs: string;
  readonly target: AuditTarget;
  /** Signs the checkpoints of the root ledger, unless it is that of the app; null: they are not signed. */
  readonly signer: Signer | null;
  readonly appVersion: string;
  /** Certificate authorities to trust in addition. */
  readonly trusted: TrustedAuthorities;
  /** How long to wait for a service that returns nothing, in milliseconds. */
  readonly patienceMs: number;
  readonly jobChanged: (job: Job) => void;
  readonly log: (message: string, error: unknown) => void;
}

/** @returns fails if the service cannot be connected to, such as over HTTP to another computer */
export async function openAuditEngine(effects: AuditEngineEffects): Promise<Result<AuditEngine>> {
  const { folder, target } = effects;
  const list = path.join(folder, 'connections.json');
  const opened = await openProfileStore(list, realEffects.now).then(succeed, (error: unknown) =>
    unreadable(error, list),
  );
  if (!opened.ok) return opened;
  const profiles = opened.value;
  const engine = composeEngine({
    ...effects,
    profiles,
    ...(target.kind === 'connection' ? ofApp(target.app) : ofFolder(effects.signer)),
    remembersNothing: effects.isTemporary,
  });
  const { core, jobs, memory, surroundings } = engine;
  let isFirst = false;
  const grounds: ConnectionGrounds = async (id) => {
    const found = await core.grounds(id);
    return isFirst ? asFirst(found) : found;
  };
  const audits = createAudits({
    ...surroundings,
    now: core.now,
    folder: path.join(folder, 'audits'),
    jobs,
    readings: core.readings,
    connections: core.connections,
    pins: core.pins,
    grounds,
    acceptedLosses: core.stateRecords.accepted,
    appVersion: effects.appVersion,
    patienceMs: effects.patienceMs,
    listChanged: () => undefined,
    changed: () => undefined,
    finished: () => undefined,
  });
  const close = (): Promise<void> => engine.close(audits.close);

  const connected =
    target.kind === 'connection'
      ? succeed({ id: target.app.profile.id, others: [] })
      : await connectIn(folder, core, profiles, target).catch((error: unknown) => unreadable(error, folder));
  if (!connected.ok) {
    await close();
    return connected;
  }
  const { id: connectionId, others } = connected.value;
  // Without a folder, nothing is compared anyway.
  if (!effects.isTemporary) isFirst = await knowsNothing(core, connectionId);
  return succeed({
    isOfApp: target.kind === 'connection',
    folder,
    connectionId,
    others,
    core,
    isFirst,
    continueFirst: () => {
      isFirst = true;
    },
    grounds,
    memory,
    audits,
    discoveries: createDiscoveries({
      folder: path.join(folder, 'discovery'),
      jobs,
      memory,
      readings: core.readings,
      listNoter: () => () => undefined,
      connections: core.connections,
      now: realEffects.now,
    }),
    jobEnded: engine.jobEnded,
    stop: jobs.close,
    close,
  });
}

function ofApp({ mayCall, keychain, installationKey }: AppConnection) {
  return { mayCall, keychain, installationKey };
}

/** Keys are given to each run; whoever has one can audit any address. */
function ofFolder(signer: Signer | null) {
  return {
    mayCall: async (baseUrl: string) => parseBaseAddress(baseUrl),
    keychain: memoryStorage(),
    installationKey: givenKey(signer),
    isStateSigned: signer !== null,
  };
}

/** What cannot be read must not count as not there. @throws what is no error of a file */
function unreadable(error: unknown, folder: string): Result<never> {
  if (error instanceof Error && 'code' in error) return fileFailed(error, folder);
  throw error;
}

/** Why a job did not end well; null if it did. */
export function jobError(job: Job | null): AppError | null {
  return job !== null && 'error' in job.state ? job.state.error : null;
}
