import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AuditScope } from '#shared/audit/auditFile.ts';
import type { AuditInfo } from '#shared/domain/audit.ts';
import type { Job } from '#shared/domain/job.ts';
import type { Result } from '#shared/domain/result.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { durationWords } from '#shared/text/times.ts';
import { keysHash, type AuditPlan } from '../../electron/main/audits/prepareAudit.ts';
import type { KeyBlocks } from '../../electron/main/audits/sortedKeys.ts';
import type { Signer } from '../../electron/main/identity/ed25519.ts';
import { systemAuthorities } from '../../electron/main/gateway/trust.ts';
import { realEffects } from '../../electron/main/wiring/surroundings.ts';
import { exitCodes, UnusableInput, type CommandIo } from '../command.ts';
import { version } from '../../package.json';
import { terminalJson } from '../terminalText.ts';
import { readAuditList } from './auditFiles.ts';
import type { AuditCommandOptions, KeysToAudit } from './auditOptions.ts';
import { signerFor, writeOutputs } from './auditOutputs.ts';
import { tellLostState } from './lostState.ts';
import { lockState } from './stateLock.ts';
import { jobError, openAuditEngine, type AuditEngine } from './engine.ts';

/** Marks the pins of `--pin`, which hold for one run only. */
const pinNote = 'Given with --pin';

/** What the command needs besides its input and output. */
export interface AuditWorld extends CommandIo {
  /** The folder of the built programs. */
  readonly programs: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls the function when the user wants to stop; returns how to end that. */
  readonly onInterrupt: (stop: () => void) => () => void;
}

/** Audits a service. @returns the exit code @throws UsageError, UnusableInput */
export async function runAuditCommand(
  options: AuditCommandOptions,
  apiKey: string,
  world: AuditWorld,
): Promise<number> {
  const signer = await signerFor(options.outputs, world.env);
  const lists = await readLists(options, world);
  const folder = options.state ?? (await mkdtemp(path.join(tmpdir(), 'atom-explorer-audit-')));
  const progress = createProgress(world.complain);
  const lock =
    options.state === null ? null : await lockState(folder, options.maxWait, { ...realEffects, ...world });
  try {
    const opened = await openAuditEngine({
      folder,
      isTemporary: options.state === null,
      programs: world.programs,
      address: options.address,
      apiKey,
      scheme: options.scheme,
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
    if (options.state === null) await rm(folder, { recursive: true, force: true });
  }
}

interface Lists {
  /** Of `--keys` and `--expected`. */
  readonly listed: Awaited<ReturnType<typeof readAuditList>> | null;
  readonly expectedChanges: readonly string[] | null;
}

async function readLists({ keys, outputs }: AuditCommandOptions, io: CommandIo): Promise<Lists> {
  const { expectedChanges } = outputs;
  return {
    listed: 'file' in keys ? await readAuditList(keys.file, io) : null,
    expectedChanges:
      expectedChanges === null ? null : [...(await readAuditList(expectedChanges, io)).atoms.keys()],
  };
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
      if (found !== null) return stopped(found, null, options, world, isInterrupted);
    }
    await tellLostState(engine, options.acceptsLostState, world);
    await dropPins(engine);
    for (const rootHash of options.pins)
      orUnusable(
        await core.pins.add(id, {
          rootHash,
          treeSize: null,
          isExact: true,
          source: { kind: 'person' },
          note: pinNote,
        }),
      );
    const plan: AuditPlan = {
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
    };
    const started = orUnusable(
      await startOrResume(engine, plan, () => keysOf(engine, options.keys, lists), world),
    );
    // What began after it came was not stopped by it.
    if (isInterrupted) await engine.stop();
    const job = await engine.jobEnded(started.id);
    const info = orUnusable(await audits.ended(id, started.id));
    await dropPins(engine);
    if (info.state.kind !== 'finished') return stopped(job, info, options, world, isInterrupted);
    const { records } = orUnusable(await audits.filesOf(id, info.id));
    return await writeOutputs(records, options.outputs, world, { signer, engine });
  } finally {
    endInterrupt();
  }
}

/** Continues an audit of the same keys that was interrupted, if the state has one. */
async function startOrResume(
  { connectionId: id, audits, folder }: AuditEngine,
  plan: AuditPlan,
  keysAgain: () => KeyBlocks,
  { complain }: AuditWorld,
): Promise<Result<AuditInfo>> {
  const list = await audits.list(id);
  if (!list.ok) return list;
  let sha256: string | null = null;
  for (const info of list.value) {
    if (info.state.kind !== 'interrupted' && info.state.kind !== 'failed') continue;
    sha256 ??= await keysHash(keysAgain(), path.join(folder, 'sorting'), realEffects.pause);
    const details = await audits.details(id, info.id);
    const isSame =
      details.ok &&
      details.value.header.keys.sha256 === sha256 &&
      JSON.stringify(info.scope) === JSON.stringify(plan.scope) &&
      JSON.stringify(info.options.shard) === JSON.stringify(plan.options.shard) &&
      info.changes === plan.changes;
    if (!isSame) {
      // Nobody would continue it.
      await audits.remove(id, info.id);
      continue;
    }
    complain(`Continuing the audit that was interrupted after ${countOf(info.progress.done, 'key')}.`);
    return audits.resume(id, info.id);
  }
  const started = await audits.start(plan, 'app');
  if (!started.ok) return started;
  const { total } = started.value.progress;
  complain(total === 0 ? 'The scope contains no key.' : `Auditing ${countOf(total, 'key')}…`);
  return started;
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

/** Pins of this run, and of one that was killed. */
async function dropPins({ core: { pins }, connectionId: id }: AuditEngine): Promise<void> {
  for (const pin of (await pins.of(id)).pins) if (pin.note === pinNote) await pins.remove(id, pin.id);
}

/** Says why there is no result. @returns the exit code */
function stopped(
  job: Job | null,
  info: AuditInfo | null,
  { state, outputs }: AuditCommandOptions,
  { print, complain }: AuditWorld,
  isInterrupted: boolean,
): number {
  const failed = info?.state.kind === 'failed' ? info.state.error : jobError(job);
  const done = info?.progress.done ?? 0;
  const total = info?.progress.total ?? null;
  const read =
    total === null ? 'No key was audited.' : `${countWords(done)} of ${countOf(total, 'key')} were audited.`;
  const why = isInterrupted || failed === null ? 'Interrupted.' : errorWords(failed).what;
  const next =
    state === null
      ? 'Nothing was saved. With --state DIR, the same command continues where it stopped.'
      : 'To continue, run the same command again.';
  complain(`${why} ${read} ${next}`);
  if (outputs.json === 'screen')
    print(
      terminalJson({
        status: 'amber',
        title: 'Incomplete',
        reasons: [{ code: 'partial', words: `${why} ${read}` }],
        error: failed?.code ?? null,
        keys: { total, read: done },
      }),
    );
  return exitCodes.unclear;
}

/** @throws UnusableInput */
function orUnusable<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { what, todo } = errorWords(result.error);
  throw new UnusableInput([what, todo].filter((words) => words !== null && words !== undefined).join(' '));
}

/** Tells on standard error how far the work is, every few seconds. */
function createProgress(complain: (line: string) => void): { readonly show: (job: Job) => void } {
  let saidAt = Date.now();
  let waitingUntil = 0;
  return {
    show: (job) => {
      const { state } = job;
      if (state.kind === 'waiting' && state.until !== waitingUntil) {
        waitingUntil = state.until;
        complain(
          `${errorWords(state.error).what} Waiting ${durationWords(Math.max(0, state.until - Date.now()))}…`,
        );
      }
      if (state.kind !== 'running' || Date.now() - saidAt < 5_000) return;
      saidAt = Date.now();
      if (job.kind === 'audit') {
        const { done, total, failures, left } = job.progress;
        if (done === total) return;
        const failed = failures === 0 ? '' : `, ${countWords(failures)} failed`;
        complain(
          `${countWords(done)} of ${countOf(total, 'key')}${failed}${left === null ? '' : `, about ${durationWords(left)} left`}`,
        );
      } else if (job.kind === 'discovery')
        complain(`${countOf(job.progress.requests, 'request')}, ${countOf(job.progress.newKeys, 'new key')}`);
    },
  };
}
