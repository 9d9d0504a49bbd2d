import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AuditEnd, AuditScope } from '#shared/audit/auditFile.ts';
import type { AppError } from '#shared/domain/appError.ts';
import type { AuditInfo } from '#shared/domain/audit.ts';
import type { Job } from '#shared/domain/job.ts';
import type { RootPin } from '#shared/domain/pin.ts';
import type { AuditReport } from '#shared/report/auditReport.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import type { ExpectedAtom } from '#shared/audit/auditLists.ts';
import type { AuditPlan } from '../../engine/audits/prepareAudit.ts';
import type { KeyBlocks } from '../../engine/audits/sortedKeys.ts';
import type { Signer } from '../../engine/connections/identity/ed25519.ts';
import { systemAuthorities } from '../../engine/client/trust.ts';
import { realEffects } from '../../engine/surroundings.ts';
import { exitCodes, UnusableInput, type CommandIo } from '../command.ts';
import { version } from '../../package.json';
import { terminalJson } from '../terminalText.ts';
import { readAuditList } from './auditFiles.ts';
import type { AuditCommandOptions, KeysToAudit } from './auditOptions.ts';
import { signerFor, writeOutputs, type OutputSources } from './auditOutputs.ts';
import { startOrResume } from './startOrResume.ts';
import { tellLostState } from './lostState.ts';
import { createJobProgress } from '../jobProgress.ts';
import { appConnection, refuseUnconfirmed } from '../session/appConnection.ts';
import { dropGivenRoots, pinGivenRoots } from '../session/givenRoots.ts';
import type { SessionWorld } from '../session/openSession.ts';
import { orUnusable } from '../session/orUnusable.ts';
import { lockState } from './stateLock.ts';
import { jobError, openAuditEngine, type AuditEngine, type AuditTarget } from './engine.ts';
import { writeOutput } from './outputFiles.ts';
import { copyStopped } from './stoppedAudit.ts';

export interface AuditWorld extends SessionWorld {
  /** Gets what the outputs say. Absent: nobody else wants it. */
  readonly reported?: (report: AuditReport) => void;
}

/** Audits a service. @returns the exit code @throws UsageError, UnusableInput */
export async function runAuditCommand(
  options: AuditCommandOptions,
  apiKey: string | null,
  world: AuditWorld,
): Promise<number> {
  const target = await targetOf(options, apiKey, world);
  const signer = await signerFor(options.outputs, world.env);
  const lists = await readLists(options, world);
  const isTemporary = options.state === null && target.kind === 'address';
  const folder =
    target.kind === 'connection'
      ? target.app.folder
      : (options.state ?? (await mkdtemp(path.join(tmpdir(), 'atom-explorer-audit-'))));
  const progress = createJobProgress(world);
  const named = target.kind === 'connection' ? { named: 'The folder of the app' } : {};
  const lock = isTemporary
    ? null
    : await lockState(folder, options.maxWait, { ...realEffects, ...world, ...named });
  try {
    const opened = await openAuditEngine({
      folder,
      isTemporary,
      programs: world.programs,
      target,
      signer,
      appVersion: version,
      trusted: systemAuthorities(world.env, world.complain),
      patienceMs: options.patience * 1_000,
      jobChanged: progress.show,
      log: (message) => {
        world.complain(message);
      },
    });
    const engine = orUnusable(opened);
    try {
      return await auditWith(engine, options, lists, world, signer);
    } finally {
      await engine.close();
    }
  } finally {
    await lock?.release();
    if (isTemporary) await rm(folder, { recursive: true, force: true });
  }
}

/** @throws UsageError, UnusableInput */
async function targetOf(
  { address, connection, scheme, keyEnv, keyStdin }: AuditCommandOptions,
  apiKey: string | null,
  world: AuditWorld,
): Promise<AuditTarget> {
  if (address !== null && apiKey !== null) return { kind: 'address', address, apiKey, scheme };
  const keys = { 'key-env': keyEnv, 'key-stdin': keyStdin };
  const app = await appConnection(connection ?? '', keys, world);
  refuseUnconfirmed(app.profile);
  return { kind: 'connection', app };
}

interface Lists {
  /** Of `--keys` and `--expected`. */
  readonly listed: Awaited<ReturnType<typeof readAuditList>> | null;
  readonly expectedChanges: readonly string[] | null;
}

async function readLists({ keys, outputs }: AuditCommandOptions, io: CommandIo): Promise<Lists> {
  const { expectedChanges } = outputs;
  const listed = 'file' in keys ? await readAuditList(keys.file, keys.kind, io) : null;
  if (listed !== null && keys.kind === 'expected') refuseWithoutExpectations([...listed.atoms.values()]);
  return {
    listed,
    expectedChanges:
      expectedChanges === null
        ? null
        : [...(await readAuditList(expectedChanges, 'changes', io)).atoms.keys()],
  };
}

/** A broken export would otherwise turn the comparison off without a word. @throws UnusableInput */
function refuseWithoutExpectations(atoms: readonly ExpectedAtom[]): void {
  if (atoms.length === 0 || atoms.some((atom) => atom.version !== null || atom.valueHash !== null)) return;
  throw new UnusableInput(
    'The list of --expected has no version and no sha256, so there is nothing to compare with. To audit its keys only, use --keys.',
  );
}

async function auditWith(
  engine: AuditEngine,
  options: AuditCommandOptions,
  lists: Lists,
  world: AuditWorld,
  signer: Signer | null,
): Promise<number> {
  const { connectionId: id, audits, core } = engine;
  let isInterrupted = false;
  const endInterrupt = world.onInterrupt(() => {
    isInterrupted = true;
    void engine.stop();
  });
  try {
    if (options.keys.kind === 'discovered') {
      const found = await discover(engine, options.keys.words, options.budget);
      if (found !== null) return await notStarted(found, options, world, isInterrupted);
    }
    await tellLostState(engine, options.acceptsLostState, world);
    await pinGivenRoots(core.pins, id, options.pins);
    const plan = (): AuditPlan => ({
      connectionId: id,
      name: options.name,
      scope: scopeOf(options.keys),
      keys: keysOf(engine, options.keys, lists),
      expected: options.keys.kind === 'expected' ? (lists.listed?.atoms ?? new Map()) : null,
      changes: lists.expectedChanges === null ? 'none' : 'list',
      expectedChanges: lists.expectedChanges,
      leftOut: 0,
      options: { pinsRoot: false, rereadsMoved: true, shard: options.shard },
      delimiter: '.',
      scheduleId: null,
    });
    const started = orUnusable(await startOrResume(engine, plan, world));
    // What began after it came was not stopped by it.
    if (isInterrupted) await engine.stop();
    const job = await engine.jobEnded(started.id);
    const info = orUnusable(await audits.ended(id, started.id));
    const { pins: pinned } = await core.pins.of(id);
    await dropGivenRoots(core.pins, id);
    if (info.state.kind !== 'finished') {
      const why = whyStopped(job, info, isInterrupted);
      return await stopped(why, info, pinned, options, world, {
        signer,
        engine,
        isInterrupted,
        reported: world.reported,
      });
    }
    await core.stateRecords.auditEnded(id);
    const { records } = orUnusable(await audits.filesOf(id, info.id));
    return await writeOutputs(records, options.outputs, world, {
      signer,
      engine,
      isInterrupted: false,
      reported: world.reported,
    });
  } finally {
    endInterrupt();
  }
}

/** Runs a discovery. @returns its job if it did not end; null if it did */
async function discover(
  { connectionId: id, discoveries, jobEnded }: AuditEngine,
  words: readonly string[],
  budget: number,
): Promise<Job | null> {
  const settings = { seeds: words, budget, limit: null, pauseMs: 0, guesses: true };
  const started = orUnusable(await discoveries.start(id, settings, true));
  const job = await jobEnded(started.id);
  return job === null || job.state.kind === 'done' ? null : job;
}

function keysOf({ connectionId, memory }: AuditEngine, keys: KeysToAudit, { listed }: Lists): KeyBlocks {
  if (listed !== null) return [[...listed.atoms.keys()]];
  return memory.selected(connectionId, {
    kind: 'query',
    query: {
      connectionId,
      filter: { text: '', mode: 'contains' },
      delimiter: '.',
      path: keys.kind === 'branch' ? keys.prefix : '',
      sort: { column: 'key', direction: 'ascending' },
    },
    except: [],
  });
}

function scopeOf(keys: KeysToAudit): AuditScope {
  switch (keys.kind) {
    case 'keys':
    case 'expected':
      return { kind: keys.kind, source: keys.file === '-' ? 'standard input' : path.basename(keys.file) };
    case 'branch':
      return { kind: 'branch', prefix: keys.prefix };
    case 'discovered':
      return { kind: 'discovered', words: [...keys.words] };
    case 'all':
      return { kind: 'all' };
  }
}

/** null: it was interrupted. */
function whyStopped(job: Job | null, info: AuditInfo | null, isInterrupted: boolean): AppError | null {
  if (isInterrupted) return null;
  return info?.state.kind === 'failed' ? info.state.error : jobError(job);
}

/** Says why there is no complete result, and writes the outputs as far as it came. @returns the exit code */
async function stopped(
  why: AppError | null,
  { id, progress: { done, total } }: AuditInfo,
  pinned: readonly RootPin[],
  { state, address, outputs }: AuditCommandOptions,
  world: AuditWorld,
  sources: OutputSources & { readonly engine: AuditEngine },
): Promise<number> {
  const words = why === null ? 'Interrupted.' : errorWords(why).what;
  const next =
    state === null && address !== null
      ? 'With --state DIR, the same command would continue where it stopped.'
      : 'To continue, run the same command again.';
  world.complain(`${words} ${countWords(done)} of ${countOf(total, 'key')} were audited. ${next}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'atom-explorer-stopped-'));
  try {
    const copy = path.join(folder, 'stopped.audit.jsonl');
    const end: AuditEnd =
      why === null ? { kind: 'interrupted' } : { kind: 'failed', code: why.code, message: words };
    orUnusable(await copyStopped(sources.engine, id, end, pinned, copy));
    return await writeOutputs(copy, outputs, world, sources);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The search for keys stopped, so there is no audit. @returns the exit code */
async function notStarted(
  job: Job,
  { outputs: { json } }: AuditCommandOptions,
  { print, complain }: AuditWorld,
  isInterrupted: boolean,
): Promise<number> {
  const why = whyStopped(job, null, isInterrupted);
  const words = `${why === null ? 'Interrupted.' : errorWords(why).what} No key was audited.`;
  complain(`${words} To try again, run the same command.`);
  const result = {
    status: 'amber',
    title: 'Incomplete',
    reasons: [{ code: 'partial', words }],
    error: why?.code ?? null,
  };
  if (json === 'screen') print(terminalJson(result));
  else if (json !== null) await writeOutput(json.file, `${JSON.stringify(result, null, 2)}\n`);
  return isInterrupted ? exitCodes.unclear : exitCodes.unusable;
}
