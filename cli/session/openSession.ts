import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { unavailable } from '#shared/grounds/grounds.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { parseBaseAddress } from '../../engine/client/baseAddress.ts';
import { systemAuthorities } from '../../engine/client/trust.ts';
import type { InstallationKey } from '../../engine/connections/identity/installationKey.ts';
import { openProfileStore, type Profile, type ProfileStore } from '../../engine/connections/profileStore.ts';
import { idForAddress } from '../../engine/known/stateRecord/ownerOf.ts';
import { FolderInUse, lockFolder } from '../../engine/storage/folderLock.ts';
import type { KeyStorage } from '../../engine/storage/keychain/keyStorage.ts';
import { realEffects } from '../../engine/surroundings.ts';
import { readApiKey, usable, wholeNumber } from '../apiKeyOptions.ts';
import { wholeScheme } from '../audit/auditOptions.ts';
import { connectIn } from '../audit/connectIn.ts';
import { tellLostState } from '../audit/lostState.ts';
import { holderWords, lockState } from '../audit/stateLock.ts';
import { UnusableInput, UsageError, type ProgramIo } from '../command.ts';
import { createJobProgress } from '../jobProgress.ts';
import { readSigningKey } from '../signingKey.ts';
import { longestPatience, usualPatience } from '../patience.ts';
import { appConnection, refuseUnconfirmed } from './appConnection.ts';
import {
  composeEngine,
  givenKey,
  memoryStorage,
  type ComposedEngine,
  type EngineEffects,
} from './composeEngine.ts';
import { openFileKeyStorage } from './fileKeyStorage.ts';
import { dropGivenRoots, pinGivenRoots, readRoots } from './givenRoots.ts';
import { orUnusable } from './orUnusable.ts';

/** What a command needs beside its input and output. */
export interface SessionWorld extends ProgramIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls the function when the user wants to stop; returns how to end that. */
  readonly onInterrupt: (stop: () => void) => () => void;
}

/** The options that choose a connection. */
export interface SessionValues {
  readonly connection?: string | undefined;
  readonly url?: string | undefined;
  readonly state?: string | undefined;
  readonly 'key-env'?: string | undefined;
  readonly 'key-stdin'?: boolean | undefined;
  readonly 'max-wait'?: string | undefined;
  readonly patience?: string | undefined;
  readonly root?: readonly string[] | undefined;
  readonly scheme?: string | undefined;
  readonly 'signing-key'?: string | undefined;
  /** Whether a record of the state folder that is not signed with this key counts for nothing. Absent: no. */
  readonly isStateSigned?: boolean;
}

/**
 * What a command does with the connection. `memory`: it sends nothing, so it needs no API key. `read`: it also works while another
 * process has what is remembered, with results that are not green. `learn`: it reads, and works with what is remembered. `write`:
 * it stores, too.
 */
export type SessionUse = 'memory' | 'read' | 'learn' | 'write';

export interface Session extends ComposedEngine {
  readonly id: ConnectionId;
  readonly profile: () => Profile;
  readonly keychain: KeyStorage;
  /** Signs in the name of this installation; in a state folder, the key of `--signing-key`. */
  readonly installationKey: InstallationKey;
}

interface Opened extends Session {
  readonly end: () => Promise<void>;
}

/** What another process has. */
const inUse = {
  pins: unavailable('in-use', 'the pinned roots'),
  ledger: unavailable('in-use', 'the root ledger'),
  knownKeys: unavailable('in-use', 'the known keys'),
};

/** Opens the connection that the options choose, for as long as the work takes. @throws UsageError, UnusableInput */
export async function withSession<T>(
  values: SessionValues,
  use: SessionUse,
  world: SessionWorld,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  checkValues(values, use);
  const session = await (values.connection === undefined
    ? openOther(values, use, world)
    : openOfApp(values.connection, values, use, world));
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

/** @throws UsageError */
function checkValues(values: SessionValues, use: SessionUse): void {
  const { connection, url, state } = values;
  if (connection !== undefined && (url !== undefined || state !== undefined))
    throw new UsageError('Use either --connection, or --url and --state, not both.');
  if (connection !== undefined && values['signing-key'] !== undefined)
    throw new UsageError(
      '--signing-key cannot be used with --connection, for which the installation key of the app signs.',
    );
  if (connection !== undefined && (values.scheme !== undefined || values.root !== undefined))
    throw new UsageError(
      '--root and --scheme cannot be used with --connection, whose pinned roots and hashing rules hold.',
    );
  if (use === 'memory' && connection === undefined && state === undefined)
    throw new UsageError('Choose a connection of the app with --connection, or a state folder with --state.');
  if (use !== 'memory' && connection === undefined && url === undefined)
    throw new UsageError('Choose a connection of the app with --connection, or a service with --url.');
}

function effectsOf(
  { patience }: SessionValues,
  world: SessionWorld,
): Pick<EngineEffects, 'programs' | 'trusted' | 'patienceMs' | 'jobChanged' | 'log'> {
  return {
    programs: world.programs,
    trusted: systemAuthorities(world.env, world.complain),
    patienceMs: wholeNumber('--patience', patience, usualPatience, longestPatience) * 1_000,
    jobChanged: createJobProgress(world).show,
    log: (message) => {
      world.complain(message);
    },
  };
}

/** A service by its address, with a state folder or without. */
async function openOther(values: SessionValues, use: SessionUse, world: SessionWorld): Promise<Opened> {
  const { state } = values;
  const roots = readRoots(values.root);
  const scheme = wholeScheme(values.scheme);
  const address = values.url === undefined ? null : usable('--url', parseBaseAddress(values.url));
  const effects = effectsOf(values, world);
  if (use === 'memory' && state !== undefined) await refuseNoFolder(state);
  const keySource = { keyEnv: values['key-env'], keyStdin: values['key-stdin'] === true, env: world.env };
  const apiKey = use === 'memory' ? null : await readApiKey(keySource, world);
  const folder = state ?? (await mkdtemp(path.join(tmpdir(), 'atom-explorer-')));
  const signer = values['signing-key'] === undefined ? null : await readSigningKey(values['signing-key']);
  const installationKey = givenKey(signer);
  const maxWait = wholeNumber('--max-wait', values['max-wait'], 0, longestPatience);
  const lock =
    state === undefined
      ? null
      : await lockState(folder, maxWait, { ...realEffects, ...world, notDone: 'Nothing was done.' });
  const closers: (() => Promise<void>)[] = [
    async () => {
      await lock?.release();
      if (state === undefined) await rm(folder, { recursive: true, force: true });
    },
  ];
  const end = async (): Promise<void> => {
    for (const close of [...closers].reverse()) await close();
  };
  try {
    const profiles = await openProfileStore(path.join(folder, 'connections.json'), realEffects.now);
    const inMemory = memoryStorage();
    const keychain =
      state === undefined
        ? inMemory
        : await openFileKeyStorage(path.join(folder, 'data-keys.json'), inMemory, realEffects);
    const engine = composeEngine({
      ...effects,
      folder,
      profiles,
      keychain,
      mayCall: async (baseUrl) => parseBaseAddress(baseUrl),
      installationKey,
      isStateSigned: values.isStateSigned === true && signer !== null,
      remembersNothing: state === undefined,
      // Nothing but the response would show the rules, and the service can choose rules by which any atom fits.
      missingGrounds: state === undefined && scheme === null ? { rules: unavailable('from-the-claim') } : {},
    });
    const { core } = engine;
    closers.push(() => engine.close());
    let id: ConnectionId;
    if (apiKey === null || address === null) id = serviceIn(profiles, values).id;
    else {
      const connected = orUnusable(await connectIn(folder, core, profiles, { address, apiKey, scheme }));
      ({ id } = connected);
      // It was added by this command line, which stores only if it is told to.
      if (use === 'write' && id === idForAddress(address.text))
        await profiles.update(id, (before) => ({ ...before, readOnly: false }));
      await tellLostState({ connectionId: id, core, folder, others: connected.others }, false, world);
    }
    await pinGivenRoots(core.pins, id, roots);
    closers.push(() => dropGivenRoots(core.pins, id));
    return {
      ...engine,
      id,
      keychain,
      installationKey,
      profile: () => orUnusable(core.connections.profile(id)),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** @throws UnusableInput */
async function refuseNoFolder(state: string): Promise<void> {
  if ((await stat(path.join(state, 'connections.json')).catch(() => null))?.isFile() === true) return;
  throw new UnusableInput(`${quoteText(state)} is not a state folder: nothing is remembered in it.`);
}

/** @throws UnusableInput */
function serviceIn(profiles: ProfileStore, { state, url }: SessionValues): Profile {
  const address = url === undefined ? null : usable('--url', parseBaseAddress(url));
  const services = profiles
    .all()
    .filter(({ kind, baseUrl }) => kind === 'service' && (address === null || baseUrl === address.text));
  const [only, another] = services;
  if (only !== undefined && another === undefined) return only;
  const place = quoteText(state ?? '');
  throw new UnusableInput(
    only === undefined
      ? `${place} has no ${address === null ? 'service' : `service with the address ${address.text}`}.`
      : `${place} has several services: ${services.map(({ baseUrl }) => baseUrl).join(', ')}. Choose one with --url.`,
  );
}

/** A connection of the app. */
async function openOfApp(
  name: string,
  values: SessionValues,
  use: SessionUse,
  world: SessionWorld,
): Promise<Opened> {
  const app = await appConnection(name, values, world);
  const { folder: own, profile, keychain } = app;
  if (use !== 'memory') refuseUnconfirmed(profile);
  const effects = effectsOf(values, world);
  const lock = await lockApp(
    own,
    use,
    wholeNumber('--max-wait', values['max-wait'], 0, longestPatience),
    world,
  );
  const folder = lock === null ? await mkdtemp(path.join(tmpdir(), 'atom-explorer-')) : own;
  const closers: (() => Promise<void>)[] = [
    async () => {
      await lock?.release();
      if (lock === null) await rm(folder, { recursive: true, force: true });
    },
  ];
  const end = async (): Promise<void> => {
    for (const close of [...closers].reverse()) await close();
  };
  try {
    const profiles = await openProfileStore(path.join(folder, 'connections.json'), realEffects.now);
    if (lock === null) await profiles.add(profile);
    const installationKey = lock === null ? givenKey(null) : app.installationKey;
    const engine = composeEngine({
      ...effects,
      folder,
      profiles,
      keychain,
      mayCall: app.mayCall,
      installationKey,
      missingGrounds: lock === null ? inUse : {},
    });
    closers.push(() => engine.close());
    const { core } = engine;
    if (lock !== null)
      await tellLostState({ connectionId: profile.id, core, folder, others: [] }, false, world);
    return {
      ...engine,
      id: profile.id,
      keychain,
      installationKey,
      profile: () => orUnusable(core.connections.profile(profile.id)),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The lock of the app's folder; null if it is in use and the command can do without it. @throws UnusableInput */
async function lockApp(folder: string, use: SessionUse, maxWait: number, world: SessionWorld) {
  if (use !== 'read' || maxWait > 0)
    return lockState(folder, maxWait, {
      ...realEffects,
      ...world,
      named: 'The folder of the app',
      notDone: 'Nothing was done.',
    });
  try {
    return await lockFolder(folder, 'atom-explorer');
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    world.complain(
      `The folder of the app is in use by ${holderWords(error.holder)}. Reading without what it remembers, so nothing counts as verified. To verify, close the app, or wait for it with --max-wait SECONDS.`,
    );
    return null;
  }
}
