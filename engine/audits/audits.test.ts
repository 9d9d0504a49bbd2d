import { appendFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditDetails } from '#shared/domain/audit.ts';
import { isLongRun } from '../../service/testing/longRun.ts';
import type { ReceivedAtom } from '../client/receivedAtom.ts';
import type { Gateway } from '../client/gateway.ts';
import { auditedId, auditsOver, valueOf, type AuditsHere, type RawAtom } from './testing/auditsOver.ts';

const keys = Array.from(
  { length: 60 },
  (_, at) => `v1.area${String(at % 7)}.thing.${String(at).padStart(5, '0')}`,
);
const inOrder = [...keys].sort();
/** The first atom ever stored; some faults rewrite it. */
const [first = ''] = keys;
let here: AuditsHere;

beforeEach(async () => {
  here = await auditsOver(keys);
});
afterEach(() => here.stop());

const codes = ({ verdict }: AuditDetails) => verdict?.reasons.map(({ code }) => code) ?? [];

/** The gateway with other atoms in its responses. */
function answering(
  change: (atoms: readonly ReceivedAtom[], batch: number) => readonly ReceivedAtom[],
): Pick<Gateway, 'readMany'> {
  let batch = 0;
  return {
    readMany: async (...call) => {
      const answer = await here.gateway.readMany(...call);
      batch += 1;
      return answer.ok ? { ...answer, value: change(answer.value, batch) } : answer;
    },
  };
}

/** The atoms as the service has them. */
async function atomsNow(some: readonly string[]): Promise<ReadonlyMap<string, ReceivedAtom>> {
  const answer = await here.gateway.readMany(here.target(), some, { requestId: 'r', signal: null });
  if (!answer.ok) throw new Error(answer.error.message);
  return new Map(answer.value.map((atom) => [atom.key, atom]));
}

describe('an audit of a service that tells the truth', () => {
  it('is green, proves every key under one root, and would have caught each planted fault', async () => {
    const details = await here.audit(keys);
    expect(codes(details)).toEqual([]);
    expect(details.verdict?.status).toBe('green');
    expect(details.info).toMatchObject({ state: { kind: 'finished' }, verdict: 'green' });
    expect(details.summary.counts.outcomes).toMatchObject({ green: keys.length, red: 0 });
    expect(details.roots).toHaveLength(1);
    expect(details.selfTest?.faults).toEqual([
      { fault: 'value', caughtBy: 'content' },
      { fault: 'sibling', caughtBy: 'path' },
      { fault: 'root', caughtBy: 'path' },
    ]);
    const records = await here.records(details.info.id);
    expect(records.map(({ key }) => key)).toEqual(inOrder);
    expect(records[0]).toMatchObject({ changes: ['first-read'], version: 1, conflict: null });
    expect(here.verdicts.map(({ status }) => status)).toEqual(['green']);
  });

  it('finds later writes as changes, and keeps expected ones apart', async () => {
    await here.audit(keys);
    const [one = '', other = ''] = keys.slice(3, 5);
    await here.service.post('/batch-atoms', { atoms: [one, other].map((key) => ({ key, value: 'later' })) });
    const details = await here.audit(keys, { changes: 'list', expectedChanges: [one] });
    expect(details.summary.counts.changes).toEqual({ expected: 1, other: 1 });
    expect(details.verdict).toMatchObject({
      status: 'red',
      reasons: [{ code: 'unexpected-changes', keys: 1 }],
    });
    const unexpected = await here.records(details.info.id, { changed: 'unexpected' });
    expect(unexpected).toMatchObject([
      { key: other, changes: ['version'], outcome: 'green', versionBefore: 1, version: 2 },
    ]);
    const named = async (show: 'findings' | 'changed'): Promise<readonly string[]> =>
      (await here.records(details.info.id, { show })).map(({ key }) => key);
    expect(await named('findings')).toEqual([other]);
    expect(await named('changed')).toEqual([one, other]);
  });

  it('says what an expected list says differently', async () => {
    const [version = '', value = '', missing = 'v1.nowhere'] = [keys[1], keys[2]];
    const expected = new Map([
      [version, { version: 7, valueHash: null }],
      [value, { version: 1, valueHash: 'a'.repeat(64) }],
      [missing, { version: null, valueHash: null }],
      [first, { version: 1, valueHash: null }],
    ]);
    const details = await here.audit([...expected.keys()], {
      scope: { kind: 'expected', source: 'list.csv' },
      expected,
    });
    const records = await here.records(details.info.id, { show: 'failures' });
    expect(new Map(records.map(({ key, unmet }) => [key, unmet]))).toEqual(
      new Map([
        [version, ['version']],
        [value, ['value']],
        [missing, ['present']],
      ]),
    );
    expect(details.verdict?.status).toBe('red');
  });

  it('is not green as one part of several, and the parts have every key once', async () => {
    const parts = [];
    for (const index of [1, 2, 3]) {
      const options = { pinsRoot: true, rereadsMoved: true, shard: { index, count: 3 } };
      const details = await here.audit(keys, { options });
      expect(codes(details)).toEqual(['one-shard']);
      expect(details.info).toMatchObject({ verdict: 'amber', isPinned: false });
      parts.push(...(await here.records(details.info.id)));
    }
    expect(parts.map(({ key }) => key).sort()).toEqual(inOrder);
    expect((await here.pins.of(auditedId)).pins).toEqual([]);
  });

  it('moves the baseline and the pin last, only when it is complete and green', async () => {
    const options = { pinsRoot: true, rereadsMoved: true, shard: null };
    const missing = await here.audit([...keys, 'v1.nowhere'], { options });
    expect(codes(missing)).toEqual(['missing']);
    expect(await here.audits.baselineAt(auditedId)).toBeNull();
    expect((await here.pins.of(auditedId)).pins).toEqual([]);
    const details = await here.audit(keys, { options });
    expect(details.info.isPinned).toBe(true);
    expect(await here.audits.baselineAt(auditedId)).toBe(details.info.startedAt);
    expect((await here.pins.of(auditedId)).pins).toMatchObject([{ rootHash: details.roots[0]?.rootHash }]);
  });

  it('has every key in its place, whatever it contains and whether or not it can be sent', async () => {
    const odd = ['', 'v0.line\u2028separator', 'v0.\ud800', 'v0.nul\0', 'v9.😀'];
    await here.service.post('/batch-atoms', {
      atoms: [odd[1], odd[4]].map((key) => ({ key, value: 'x' })),
    });
    const details = await here.audit([...keys, ...odd]);
    const records = await here.records(details.info.id);
    expect(records.map(({ key }) => key)).toEqual([...keys, ...odd].sort());
    expect(records.filter(({ outcome }) => outcome === 'unsendable').map(({ key }) => key)).toEqual([
      odd[0],
      odd[2],
    ]);
    expect(records.filter(({ outcome }) => outcome === 'green')).toHaveLength(keys.length + 2);
    expect(details.verdict?.status).toBe('amber');
  });

  it('reads keys again that an older root proved, until one root covers all', async () => {
    const many = Array.from({ length: 700 }, (_, at) => `v2.${String(at).padStart(4, '0')}`);
    await here.store(many);
    let batch = 0;
    here.interfere({
      readMany: async (...call) => {
        batch += 1;
        if (batch === 2) await here.service.post('/atoms', { key: 'v3.other', value: 'x' });
        return here.gateway.readMany(...call);
      },
    });
    const details = await here.audit(many);
    expect(details.info.progress).toMatchObject({ done: 700, reread: 500 });
    expect(details.summary.rootCount).toBe(1);
    expect(details.summary.counts.outcomes.green).toBe(700);
    expect((await here.records(details.info.id)).map(({ key }) => key)).toEqual(many);
  });
});

describe('an audit whose memory changed while it ran', () => {
  it('names the keys that an older root proved, which another audit can read again', async () => {
    const many = Array.from({ length: 700 }, (_, at) => `v2.${String(at).padStart(4, '0')}`);
    await here.store(many);
    let batch = 0;
    here.interfere({
      readMany: async (...call) => {
        batch += 1;
        if (batch === 2) await here.service.post('/atoms', { key: 'v3.other', value: 'x' });
        return here.gateway.readMany(...call);
      },
    });
    const options = { pinsRoot: false, rereadsMoved: false, shard: null };
    const details = await here.audit(many, { options });
    expect(codes(details)).toContain('several-roots');
    const moved = valueOf(await here.audits.movedKeys(auditedId, details.info.id));
    expect(moved).toEqual(many.slice(0, 500));
    expect(details.moved).toBe(500);
    const again = await here.audit(moved);
    expect({ status: again.verdict?.status, moved: again.moved }).toEqual({ status: 'green', moved: 0 });
  });
});

describe('an audit finds and names', () => {
  it.each([
    ['value', 'content', 'content-differs'],
    ['sibling', 'path', 'root-not-reached'],
    ['root', 'path', 'root-not-reached'],
  ] as const)('an altered %s, by the check %s', async (tamper, check, code) => {
    await here.audit(keys);
    await here.fault({ tamper });
    const details = await here.audit(keys);
    expect(details.verdict?.status).toBe('red');
    expect(details.summary.counts.outcomes.red).toBe(keys.length);
    expect(details.summary.checks[0]).toMatchObject({ name: check, status: 'fail', code });
    expect(await here.records(details.info.id, { show: 'failures', check })).toHaveLength(keys.length);
    expect(await here.records(details.info.id, { outcomes: ['green'] })).toEqual([]);
  });

  it('rewritten history, at the atom that was rewritten', async () => {
    await here.audit(keys);
    await here.fault({ tamper: 'history' });
    const details = await here.audit(keys);
    expect(details.verdict?.status).toBe('red');
    const failures = await here.records(details.info.id, { show: 'failures' });
    expect(failures.map(({ key, conflict, outcome }) => [key, conflict, outcome])).toEqual([
      [first, 'other-content', 'red'],
    ]);
    expect(details.roots).toMatchObject([{ status: 'unexplained' }]);
  });

  it('a forked root: two roots for one size', async () => {
    const many = Array.from({ length: 700 }, (_, at) => `v2.${String(at).padStart(4, '0')}`);
    await here.store(many);
    await here.fault({ tamper: 'fork' });
    const details = await here.audit(many);
    expect(details.info.verdict).not.toBe('green');
    expect(codes(details)).toEqual(expect.arrayContaining(['root-unexplained', 'several-roots']));
    expect(details.roots.map(({ status }) => status).sort()).toEqual(['new', 'unexplained']);
    // What cannot be settled by reading again is not read again.
    expect(details.info.progress.reread).toBe(0);
  });

  it('a stale snapshot, as versions that went back and a tree that shrank', async () => {
    const old = await atomsNow(keys);
    await here.service.post('/atoms', { key: first, value: 'newer' });
    await here.audit(keys);
    here.interfere(answering((atoms) => atoms.map((atom) => old.get(atom.key) ?? atom)));
    const details = await here.audit(keys);
    expect(details.verdict?.status).toBe('red');
    const failures = await here.records(details.info.id, { show: 'failures' });
    expect(failures.find(({ key }) => key === first)).toMatchObject({
      conflict: 'version-back',
      outcome: 'red',
    });
  });

  it('two roots in one batch', async () => {
    const old = await atomsNow(keys.slice(0, 5));
    await here.service.post('/atoms', { key: 'v3.other', value: 'x' });
    here.interfere(answering((atoms) => atoms.map((atom) => old.get(atom.key) ?? atom)));
    const details = await here.audit(keys);
    expect(details.verdict?.status).toBe('red');
    expect(details.summary.checks[0]).toMatchObject({ name: 'snapshot', status: 'fail' });
  });

  it('missing atoms, and the denial of a proven key as a contradiction', async () => {
    const unknown = keys.slice(0, 50);
    await here.audit(keys.slice(50));
    const hidden = new Set([unknown[4] ?? '', keys[55] ?? '']);
    here.interfere(answering((atoms) => atoms.filter(({ key }) => !hidden.has(key))));
    const details = await here.audit(keys);
    const found = await here.records(details.info.id, { show: 'findings' });
    expect(new Map(found.map(({ key, outcome, conflict }) => [key, [outcome, conflict]]))).toEqual(
      new Map([
        [unknown[4], ['missing', null]],
        [keys[55], ['red', 'denied']],
      ]),
    );
    expect(codes(details)).toEqual(['failed', 'missing']);
  });
});

describe('an audit that stops', () => {
  it('continues after a crash with the same records, whatever was half written', async () => {
    const many = Array.from({ length: 1_700 }, (_, at) => `v2.${String(at).padStart(4, '0')}`);
    await here.store(many);
    await here.audit(many);
    await here.service.post('/batch-atoms', {
      atoms: [many[3], many[600], many[1_650]].map((key) => ({ key, value: 'changed' })),
    });
    let batch = 0;
    here.interfere({
      readMany: async (...call) => {
        batch += 1;
        if (batch === 3) await new Promise((resolve) => call[2].signal?.addEventListener('abort', resolve));
        return here.gateway.readMany(...call);
      },
    });
    const started = valueOf(await here.audits.start(here.plan(many), 'user'));
    await here.untilDone(started.id, 1_000);
    const file = here.recordsFile(started.id);
    here.crash();
    await appendFile(file, '{"key":"v2.1000","outc');
    here.interfere({});
    const [info] = valueOf(await here.audits.list(auditedId));
    expect(info).toMatchObject({ state: { kind: 'interrupted' }, progress: { done: 1_000, total: 1_700 } });
    await here.audits.resume(auditedId, started.id);
    await here.audits.ended(auditedId, started.id);
    const details = valueOf(await here.audits.details(auditedId, started.id));
    expect(details.info.state).toEqual({ kind: 'finished' });
    expect(details.verdict?.status).toBe('green');
    const records = await here.records(started.id);
    expect(records.map(({ key }) => key)).toEqual(many);
    const changed = await here.records(started.id, { changed: 'unexpected' });
    expect(changed.map(({ key }) => key)).toEqual([many[3], many[600], many[1_650]]);
    // The file is whole: each line once, and its hash fits.
    expect(
      (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('{"key"')),
    ).toHaveLength(1_700);
  });

  it('is never green when it is canceled, and can be paused and continued before', async () => {
    const release = here.holdReads();
    const started = valueOf(await here.audits.start(here.plan(keys), 'user'));
    expect((await here.audits.start(here.plan(keys), 'user')).ok).toBe(false);
    await here.audits.pause(auditedId, started.id);
    expect(valueOf(await here.audits.list(auditedId))[0]?.state.kind).toBe('paused');
    await here.audits.cancel(auditedId, started.id);
    release();
    const ended = valueOf(await here.audits.ended(auditedId, started.id));
    expect(ended).toMatchObject({ state: { kind: 'canceled' }, verdict: 'amber' });
    expect(await here.audits.baselineAt(auditedId)).toBeNull();
    expect((await here.audits.remove(auditedId, started.id)).ok).toBe(true);
    expect(valueOf(await here.audits.list(auditedId))).toEqual([]);
  });

  it('does not start, and leaves nothing, if the keys cannot be read to their end', async () => {
    async function* unreadable() {
      yield keys;
      throw new Error('The known keys are gone.');
    }
    const plan = here.plan([], { keys: unreadable() });
    await expect(here.audits.start(plan, 'user')).rejects.toThrow('The known keys are gone.');
    expect(valueOf(await here.audits.list(auditedId))).toEqual([]);
    expect(await readdir(path.join(here.recordsFile('any'), '../..'))).toEqual([]);
  });
});

describe('an audit of many atoms', () => {
  it('invents no fault, and finds all of 25 that are planted', async () => {
    const count = isLongRun ? 10_000 : 2_000;
    const many = Array.from({ length: count }, (_, at) => `v2.${String(at).padStart(5, '0')}`);
    await here.store(many);
    const clean = await here.audit(many);
    expect(clean.verdict?.status).toBe('green');
    expect(clean.summary.counts.outcomes).toMatchObject({ green: many.length, red: 0 });
    expect(await here.records(clean.info.id, { show: 'findings' })).toEqual([]);

    const planted = new Set(
      Array.from({ length: 25 }, (_, at) => many[at * Math.floor(count / 25) + 11] ?? ''),
    );
    here.alter((atoms) => ({
      atoms: atoms.map((atom, at) => (planted.has(atom.key) ? altered(atom, at) : atom)),
    }));
    const details = await here.audit(many);
    const failures = await here.records(details.info.id, { show: 'failures' });
    expect(new Set(failures.map(({ key }) => key))).toEqual(planted);
    expect(failures.every(({ outcome }) => outcome === 'red')).toBe(true);
    expect(details.summary.counts.outcomes).toMatchObject({ red: 25, green: many.length - 25 });
    // The latest responses with a failure are kept as evidence.
    expect(here.answers.ofKey(auditedId, [...planted].at(-1) ?? '')).not.toEqual([]);
  }, 300_000);
});

/** Another value, another sibling, or another leaf index. */
function altered(atom: RawAtom, at: number): RawAtom {
  const { proof } = atom;
  switch (at % 3) {
    case 0:
      return { ...atom, value: `${atom.value}.` };
    case 1: {
      const [sibling = '', ...others] = proof.siblings;
      const other = `${sibling.startsWith('0') ? '1' : '0'}${sibling.slice(1)}`;
      return { ...atom, proof: { ...proof, siblings: [other, ...others] } };
    }
    default:
      return { ...atom, proof: { ...proof, leafIndex: proof.leafIndex + 1 } };
  }
}
