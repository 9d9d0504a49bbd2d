import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditDetails } from '#shared/domain/audit.ts';
import type { AuditPlan } from './prepareAudit.ts';
import { auditedId, auditsOver, valueOf, type AuditsHere, type RawAtom } from './testing/auditsOver.ts';
import { specifiedPin } from '#shared/merkle/testing/sampleTree.ts';

const keys = Array.from({ length: 40 }, (_, at) => `v1.area${String(at % 7)}.${String(at)} 😀`);
const [first = '', second = '', third = ''] = keys;
/** One checks responses as a whole, the other atom by atom. */
let both: readonly AuditsHere[] = [];

beforeEach(async () => {
  both = [
    await auditsOver(keys, { scheme: specifiedPin, wholeFrom: 1 }),
    await auditsOver(keys, { scheme: specifiedPin, wholeFrom: Infinity }),
  ];
});
afterEach(async () => {
  for (const here of both) await here.stop();
});

/** Audits with both, and compares all that they leave behind. */
async function audit(
  asked: readonly string[],
  change: Partial<AuditPlan> = {},
): Promise<{ readonly details: AuditDetails; readonly lines: readonly string[] }> {
  const [one, other] = await Promise.all(
    both.map(async (here) => {
      const details = await here.audit(asked, change);
      const { keys: known, ledger } = await here.catalogues.of(auditedId);
      return {
        details,
        lines: (await readFile(here.recordsFile(details.info.id), 'utf8')).split('\n').slice(1, -2),
        left: {
          summary: details.summary,
          verdict: details.verdict,
          roots: details.roots,
          selfTest: details.selfTest,
          memories: withoutTimes(Object.fromEntries(await known.remembered(asked))),
          entries: withoutTimes(await known.entries(asked)),
          root: ledger.lastRoot(() => ({ kind: 'new' }))?.rootHash,
          kept: here.answers
            .all(auditedId)
            .flatMap(({ reads, missing }) => [
              ...reads
                .filter(({ reading }) => reading.verdict.status === 'red')
                .map(({ reading }) => reading.key),
              ...missing,
            ]),
        },
      };
    }),
  );
  if (one === undefined || other === undefined) throw new Error('There are two.');
  expect(one.left).toEqual(other.left);
  expect(one.lines).toEqual(other.lines);
  return one;
}

function withoutTimes(value: unknown): unknown {
  const times = new Set(['at', 'firstAt', 'readAt', 'firstSeenAt', 'firstSeen', 'changedAt']);
  return JSON.parse(
    // Whether something has a time is compared.
    JSON.stringify(value, (name, inner: unknown) => (times.has(name) && inner !== null ? 0 : inner)),
  );
}

const alter = (change: (atoms: readonly RawAtom[], batch: number) => unknown): void => {
  for (const here of both) here.alter(change);
};
const unaltered = (): void => alter((atoms) => ({ atoms }));
const store = (stored: readonly { readonly key: string; readonly value: string }[]): Promise<unknown> =>
  Promise.all(both.map(({ service }) => service.post('/batch-atoms', { atoms: stored })));

describe('responses that are checked as a whole', () => {
  it('leave the same behind as atoms that are checked one by one', async () => {
    const odd = ['', 'v0.\ud800', 'v0.nul\0', 'v9.nowhere'];
    const clean = await audit([...keys, ...odd]);
    expect(clean.details.summary.counts.outcomes).toMatchObject({
      green: 40,
      unsendable: 2,
      missing: 1,
      refused: 1,
    });
    await store([first, second].map((key) => ({ key, value: 'later' })));
    const changed = await audit(keys, { changes: 'list', expectedChanges: [first] });
    expect(changed.details.summary.counts.changes).toEqual({ expected: 1, other: 1 });
    const expected = new Map([
      [first, { version: 7, valueHash: null }],
      [second, { version: 2, valueHash: 'a'.repeat(64) }],
      [third, { version: 1, valueHash: null }],
      ['v9.nowhere', { version: null, valueHash: null }],
    ]);
    const unmet = await audit([...expected.keys()], {
      scope: { kind: 'expected', source: 'list.csv' },
      expected,
    });
    expect(unmet.details.summary.failureCount).toBe(3);
    // Some are denied, one is repeated, one was not requested, and one comes back.
    alter((atoms) => ({ atoms: [...atoms.filter(({ key }) => key !== third), ...atoms.slice(0, 1)] }));
    const denied = await audit(keys.slice(1));
    expect(denied.details.summary.failures.map(({ conflict }) => conflict)).toContain('denied');
    unaltered();
    await audit(keys);
  }, 60_000);

  it.each(['value', 'sibling', 'root', 'history', 'fork'] as const)(
    'are judged as atoms one by one if the service tampers with a %s',
    async (tamper) => {
      await audit(keys);
      await Promise.all(both.map((here) => here.fault({ tamper })));
      // A fork shows another root with every response, so the first one alone says nothing.
      await audit(keys);
      const { details } = await audit(keys);
      expect(details.info.verdict).not.toBe('green');
    },
    60_000,
  );

  it('are read in halves where they cannot be read', async () => {
    alter((atoms) => (atoms.some(({ key }) => key === third) ? { atoms: [{ key: third }] } : { atoms }));
    const { details } = await audit(keys);
    expect(details.summary.counts.outcomes).toMatchObject({ green: keys.length - 1, amber: 1 });
    alter((atoms, batch) => (batch > 2 ? 'nothing' : { atoms }));
    const [one] = both;
    if (one === undefined) throw new Error('There is one.');
    const many = Array.from({ length: 1_700 }, (_, at) => `v2.${String(at).padStart(5, '0')}`);
    const started = valueOf(await one.audits.start(one.plan(many), 'user'));
    await one.untilDone(started.id, 1_000);
    await one.audits.cancel(auditedId, started.id);
    const ended = valueOf(await one.audits.ended(auditedId, started.id));
    expect(ended).toMatchObject({ state: { kind: 'canceled' } });
  }, 60_000);
});
