import { rm } from 'node:fs/promises';
import { createInTurn } from '#shared/async/inTurn.ts';
import type { AuditRecord, AuditRoot } from '#shared/audit/auditRecord.ts';
import { recordBlock, type KnownPlaces, type RecordBlock } from '#shared/audit/recordBlock.ts';
import { rootId } from '#shared/audit/writeAudit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { CallOptions } from '../client/gateway.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { isAboutTheBatch } from '../reading/runs/readInBatches.ts';
import type { BatchReadings } from '../reading/batchReadings.ts';
import type { ReadOptions } from '../reading/readingCalls.ts';
import { doubtfulIn } from '../reading/denials.ts';
import {
  unaskedOf,
  type ReceivedBatch,
  type ReceivedWhole,
  type SentBatch,
} from '../reading/receivedBatch.ts';
import { beginAppendLog } from '../storage/appendLog.ts';
import { saveJsonFile } from '../storage/jsonFile.ts';
import { createActiveRate } from '../jobs/activeRate.ts';
import type { AuditFindingsSoFar } from './findingsSoFar.ts';
import type { AuditFiles } from './auditFolder.ts';
import type { EarlierFindings } from '#shared/audit/earlierFindings.ts';
import { type AuditLog } from './auditLog.ts';
import { failedRecord, recordsOfResponse, unreadRecord } from './auditRecords.ts';
import { keysOf, listsOf } from './auditKeys.ts';
import type { AuditLists, ExpectedAtom } from '#shared/audit/auditLists.ts';
import { mergeReread, openMerged, recordsOfBlock, rereadRecord } from './mergeReread.ts';
import { isDoubtful } from './movedKeys.ts';
import { createRootFindings } from './rootFindings.ts';
import { selfTestWith } from './selfTest.ts';
import { createSteadyReader, type SteadyOutcome } from './steadyReader.ts';
import { inKeyOrder, verifiedIn } from './wholeBatches.ts';

/** An audit that is read, with what is known of it so far. */
export interface RunningAudit {
  readonly connectionId: ConnectionId;
  readonly files: AuditFiles;
  /** Replaced when records of keys that were read again are merged into it. */
  readonly log: () => AuditLog;
  readonly replaceLog: (open: Promise<AuditLog>) => Promise<void>;
  readonly hasExpected: boolean;
  readonly changes: ReadonlySet<string>;
  readonly earlier: EarlierFindings;
  readonly rereadsMoved: boolean;
  /** What was found before it was interrupted. */
  readonly before: AuditFindingsSoFar;
  readonly askedBy: 'user' | 'app';
  /** The address that it asks; null: whatever the connection has. */
  readonly onlyAt: string | null;
  /** Called after every change of what follows. */
  readonly tell: (findings: AuditFindingsSoFar) => void;
}

export interface RunAuditEffects {
  readonly readings: BatchReadings;
  /** Audits with at least this many keys are checked as whole responses. */
  readonly wholeFrom?: number;
  /** How long one key after the other may time out, while none is read; absent: without end. */
  readonly patienceMs?: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
}

/**
 * Readings of smaller audits are kept as recent answers, for evidence. Those of a larger one would only push each other out,
 * so that only responses with a failure or without a key are kept.
 */
const keysOfLargeAudit = 2_000;
/** Responses that wait for their check, so that the service works on the next one meanwhile. */
const mostUnchecked = 2;
/** Times that keys under older roots are read again. A memory that changes all the time never comes to rest. */
const mostRounds = 3;

/**
 * Reads every key of an audit and records what was found. While a response is checked, the next request is under way. Each
 * response is on disk as records before the known keys learn from it: so a crash loses no change, and the keys
 * without a record are read again.
 *
 * @returns fails only if the job is canceled or ends
 */
export async function runAudit(
  { readings, now, pause, wholeFrom = keysOfLargeAudit, patienceMs }: RunAuditEffects,
  control: Pick<JobControl<'audit'>, 'ask' | 'proceed' | 'report' | 'signal'>,
  audit: RunningAudit,
): Promise<Result<AuditFindingsSoFar>> {
  const { connectionId: id, files } = audit;
  const roots = createRootFindings(audit.before.roots);
  const { lost } = audit.before;
  let { selfTest, unasked, reread } = audit.before;
  const rate = createActiveRate(now);
  rate.setActive(true);
  const total = audit.log().header.shard?.keys ?? audit.log().header.keys.total;

  const isLarge = total >= wholeFrom;

  const findings = (): AuditFindingsSoFar => ({
    roots: roots.all(),
    selfTest,
    unasked,
    reread,
    lost,
  });
  const report = (): void => {
    const done = audit.log().size();
    const perSecond = rate.perSecond();
    const left = perSecond === null || perSecond === 0 ? null : ((total - done) * 1_000) / perSecond;
    control.report({ total, done, reread, ...audit.log().counts(), perSecond, left });
    audit.tell(findings());
  };
  const inTurn = createInTurn();
  let savedFindings = JSON.stringify(findings());
  /** Before the records that they are about: a contradiction must survive a crash. */
  const saveFindings = (): Promise<void> =>
    inTurn(async () => {
      const text = JSON.stringify(findings());
      if (text === savedFindings) return;
      await saveJsonFile(files.findings, { version: 1, ...findings() });
      savedFindings = text;
    });
  /** Tries until a response allows it. */
  const testWith = async (received: SentBatch, verified: string | null): Promise<void> => {
    if (selfTest === null && verified !== null)
      selfTest = await selfTestWith(readings, id, received, verified);
    await saveFindings();
  };

  /** Reads keys in their order; `save` gets their records in the same order. */
  const readKeys = (
    lists: () => AuditLists,
    save: (block: RecordBlock) => Promise<void>,
    places: () => KnownPlaces,
  ): ((keys: readonly string[]) => Promise<Result<null>>) => {
    /** Of keys that were not sent, until the records before them are saved. */
    let unsent: readonly AuditRecord[] = [];
    const unsentBefore = (keys: readonly string[]): readonly AuditRecord[] => {
      const last = keys.at(-1) ?? '';
      const before = unsent.filter(({ key }) => key < last);
      unsent = unsent.slice(before.length);
      return before;
    };
    const saveBlock = async (block: RecordBlock): Promise<void> => {
      await save(block);
      rate.add(block.keys.length);
    };
    const saveInOrder = async (records: readonly AuditRecord[]): Promise<void> => {
      const before = unsentBefore(records.map(({ key }) => key));
      await saveBlock(
        recordBlock(before.length === 0 ? records : inKeyOrder([...records, ...before]), places()),
      );
    };
    /** @param first what the response before showed of these keys, if they are asked for again */
    const checkMany = async (
      keys: readonly string[],
      received: ReceivedBatch,
      first: readonly AuditRecord[] | null = null,
    ): Promise<void> => {
      let records: readonly AuditRecord[] = [];
      let isDoubtfulNow = false;
      await readings.checkMany(id, received, {
        checked: async (response) => {
          const found = recordsOfResponse(keys, response, lists());
          records = first === null ? found : found.map((record, at) => rereadRecord(first[at], record));
          roots.add(response.roots, response.sightings);
          unasked += unaskedOf(received.keys, received.atoms).length;
          await saveFindings();
          isDoubtfulNow = first === null && doubtfulIn(response.denials).length > 0;
          if (!isDoubtfulNow) await saveInOrder(records);
        },
      });
      if (isDoubtfulNow) return askAgain(keys, records);
      await testWith(received, verifiedIn(records));
    };
    /**
     * A service that leaves out keys which it has proven, and shows no root, is asked for them together with keys that are known
     * to be there: the root of the same response then tells whether it contradicts itself.
     */
    const askAgain = async (keys: readonly string[], first: readonly AuditRecord[]): Promise<void> => {
      const witnesses = await readings.witnesses(id, keys);
      const again =
        witnesses.length === 0
          ? null
          : await control.ask(
              (options) => readings.requestMany(id, [...keys, ...witnesses], asked(options)),
              isAboutTheBatch,
            );
      if (again?.ok === true) return checkMany(keys, again.value, first);
      if (again === null || isAboutTheBatch(again.error)) return saveInOrder(first);
      failed = again;
    };
    /** Of the response before, which may still be recorded while one is checked. */
    let recorded: Promise<void> = Promise.resolve();
    /** Of all responses so far. After records that could not be saved, none may follow: their rows would be of other keys. */
    let saved: Promise<void> = Promise.resolve();
    const checkWhole = async (keys: readonly string[], received: ReceivedWhole): Promise<void> => {
      const others = unsentBefore(keys);
      const whole = await readings.checkWhole(id, received, {
        lists: listsOf(keys, lists()),
        others,
        places,
        checked: (answer) => {
          saved = saved.then(async () => {
            roots.add(answer.roots, answer.sightings);
            unasked += answer.unasked;
            await saveFindings();
            if (answer.doubtful.length === 0) await saveBlock(answer.block);
          });
          return saved;
        },
      });
      if (whole !== null) {
        recorded = whole.recorded;
        if (whole.findings.doubtful.length > 0) {
          await recorded;
          unsent = [...others, ...unsent];
          const own = new Set(keys);
          return askAgain(
            keys,
            recordsOfBlock(whole.findings.block, []).filter(({ key }) => own.has(key)),
          );
        }
        return testWith(received, whole.findings.verified);
      }
      await recorded;
      unsent = [...others, ...unsent];
      const decoded = await readings.decodeWhole(received);
      if (decoded === null) unreadable = keys;
      else await checkMany(keys, decoded);
    };
    const check = async (outcome: SteadyOutcome<ReceivedBatch | ReceivedWhole>): Promise<void> => {
      const { kind, keys } = outcome;
      if (kind !== 'read' || !('taken' in outcome.reading)) await recorded;
      if (kind === 'unsendable')
        unsent = [...unsent, ...keys.map((key) => unreadRecord(key, 'unsendable', lists()))];
      else if (kind === 'failed')
        await saveInOrder(keys.map((key) => failedRecord(key, outcome.error, lists())));
      else if ('taken' in outcome.reading) await checkWhole(keys, outcome.reading);
      else await checkMany(keys, outcome.reading);
      if (kind !== 'unsendable') report();
    };
    const asked = (options: CallOptions): ReadOptions => ({
      ...options,
      askedBy: audit.askedBy,
      onlyAt: audit.onlyAt,
    });
    /** The checks that are not done, in order. */
    let checks: Promise<void>[] = [];
    /** Keys of a response that turned out to be unreadable when it was checked. */
    let unreadable: readonly string[] | null = null;
    let failed: Result<never> | null = null;
    const patience = patienceMs === undefined ? {} : { patience: { ms: patienceMs, now } };
    const readInHalves = createSteadyReader<ReceivedBatch>({
      ask: (batch, expects) =>
        control.ask((options) => readings.requestMany(id, batch, asked(options)), expects),
      take: check,
      ...patience,
    });
    const checkNext = async (outcome: SteadyOutcome<ReceivedBatch | ReceivedWhole>): Promise<void> => {
      if (failed !== null) return;
      await check(outcome);
      if (unreadable === null) return;
      const again = await readInHalves(unreadable);
      unreadable = null;
      if (!again.ok) failed = again;
    };
    const settle = async (): Promise<void> => {
      await checks.at(-1);
      checks = [];
      await recorded;
    };
    const read = createSteadyReader<ReceivedBatch | ReceivedWhole>({
      ask: async (batch, expects) =>
        failed ??
        control.ask(
          (options) =>
            isLarge
              ? readings.requestWhole(id, batch, asked(options))
              : readings.requestMany(id, batch, asked(options)),
          expects,
        ),
      take: async (outcome) => {
        const checked = (checks.at(-1) ?? Promise.resolve()).then(() => checkNext(outcome));
        // Thrown when it is waited for.
        checked.catch(() => undefined);
        checks.push(checked);
        if (checks.length > mostUnchecked) await checks.shift();
      },
      ...patience,
    });
    return async (keys) => {
      const answer = await read(keys);
      await settle();
      if (failed !== null) return failed;
      if (!answer.ok) return answer;
      const rest = unsent;
      unsent = [];
      if (rest.length > 0) await save(recordBlock(rest, places()));
      return answer;
    };
  };

  // The first time through all keys.
  let expected: ReadonlyMap<string, ExpectedAtom> | null = null;
  const lists = (): AuditLists => ({
    expected,
    changes: audit.changes,
    earlier: audit.earlier,
  });
  const places = (): KnownPlaces => audit.log().places();
  const readNext = readKeys(lists, (block) => audit.log().append(block), places);
  for await (const { keys, expectations } of keysOf(audit, audit.log().size())) {
    expected = expectations;
    const read = await readNext(keys);
    if (!read.ok) return read;
  }

  // Keys under roots that the service has left since.
  for (let round = 0; audit.rereadsMoved && round < mostRounds; round += 1) {
    const moved = audit.log().movedRows();
    if (roots.all().some(isDoubtful) || moved.length === 0) break;
    await rm(files.again, { force: true });
    const again = await beginAppendLog(files.again);
    try {
      const rootsAgain: AuditRoot[] = [];
      const readAgain = readKeys(
        lists,
        async (block) => {
          rootsAgain.push(...block.newRoots);
          const records = recordsOfBlock(block, rootsAgain);
          await again.append(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
          reread += records.length;
        },
        () => ({
          places: new Map(rootsAgain.map((root, at) => [rootId(root), at])),
          count: rootsAgain.length,
        }),
      );
      for await (const { keys, expectations } of keysOf(audit, 0, moved)) {
        expected = expectations;
        const read = await readAgain(keys);
        if (!read.ok) return read;
      }
    } finally {
      await again.close();
    }
    await mergeReread(audit.log(), files, pause);
    await audit.replaceLog(openMerged(audit.log(), files, pause));
    await rm(files.again, { force: true });
    report();
  }
  report();
  return succeed(findings());
}
