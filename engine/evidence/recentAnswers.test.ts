import { describe, expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import type { CheckedAnswer } from '../reading/checkedAnswer.ts';
import { createRecentAnswers } from './recentAnswers.ts';

const id = 'c1' as ConnectionId;
const other = 'c2' as ConnectionId;

function answer(
  requestId: string,
  startedAt: number,
  key: string,
  status: VerdictStatus = 'green',
  bytes = 100,
): CheckedAnswer {
  const exchange = {
    requestId,
    method: 'GET' as const,
    path: `/atoms/${key}`,
    status: 200,
    startedAt,
    elapsedMs: 1,
    bodyBytes: bytes,
    retries: 0,
  };
  const reading: AtomReading = {
    key,
    value: 'x',
    version: 1,
    hash: null,
    score: null,
    proof: null,
    verdict: { status, checks: [], binds: [], open: [] },
    memory: null,
    raw: '',
    exchange,
  };
  const body = Buffer.alloc(bytes);
  return { exchange, body, pin: null, reads: [{ requestedKey: key, reading }], missing: [] };
}

function timesOf(answers: readonly CheckedAnswer[]): readonly number[] {
  return answers.map(({ exchange }) => exchange.startedAt);
}

describe('recent answers', () => {
  it('are found by request and by key, the latest of a key first', () => {
    const recent = createRecentAnswers({ answers: 10, bytes: 1_000_000, connections: 2 });
    recent.keep(id, answer('r1', 1, 'a'));
    recent.keep(id, answer('r1', 2, 'b'));
    recent.keep(id, answer('r2', 3, 'a', 'red'));
    recent.keep(other, answer('r1', 4, 'a'));
    expect(timesOf(recent.ofRequest(id, 'r1'))).toEqual([1, 2]);
    expect(timesOf(recent.ofKey(id, 'a').map((one) => one.answer))).toEqual([3, 1]);
    expect(recent.ofKey(id, 'c')).toEqual([]);
  });

  it('drop the oldest, by count and by bytes, and never because another connection is busy', () => {
    const recent = createRecentAnswers({ answers: 3, bytes: 30_000, connections: 2 });
    recent.keep(other, answer('o', 0, 'a'));
    for (let at = 1; at <= 5; at++) recent.keep(id, answer('r', at, 'a'));
    expect(timesOf(recent.ofRequest(id, 'r'))).toEqual([3, 4, 5]);
    recent.keep(id, answer('r', 6, 'a', 'green', 12_000));
    expect(timesOf(recent.ofRequest(id, 'r'))).toEqual([5, 6]);
    recent.keep(id, answer('r', 7, 'a', 'green', 40_000));
    expect(timesOf(recent.ofRequest(id, 'r'))).toEqual([5, 6]);
    expect(timesOf(recent.ofRequest(other, 'o'))).toEqual([0]);
  });

  it('keep a failure while thousands of good answers follow', () => {
    const recent = createRecentAnswers({ answers: 20, bytes: 1_000_000, connections: 2 });
    recent.keep(id, answer('bad', 1, 'a', 'red'));
    for (let at = 2; at <= 3_000; at++) recent.keep(id, answer(`r${String(at)}`, at, 'b'));
    expect(timesOf(recent.ofRequest(id, 'bad'))).toEqual([1]);
    expect(recent.ofKey(id, 'b')).toHaveLength(20);
  });

  it('of the connection that was used least recently make room for another', () => {
    const recent = createRecentAnswers({ answers: 3, bytes: 30_000, connections: 2 });
    const third = 'c3' as ConnectionId;
    for (const one of [id, other, id, third]) recent.keep(one, answer('r', 1, 'a'));
    expect([id, other, third].map((one) => recent.ofKey(one, 'a').length)).toEqual([2, 0, 1]);
  });

  it('are only those of the address that the connection has now', () => {
    let address = 'https://one.example';
    const recent = createRecentAnswers({ answers: 9, bytes: 1_000_000, connections: 2 }, () => address);
    recent.keep(id, answer('r1', 1, 'a'));
    address = 'https://two.example';
    expect(recent.ofRequest(id, 'r1')).toEqual([]);
    recent.keep(id, answer('r2', 2, 'a'));
    expect(timesOf(recent.all(id))).toEqual([2]);
    address = 'https://one.example';
    expect(timesOf(recent.ofKey(id, 'a').map((one) => one.answer))).toEqual([1]);
  });

  it('are forgotten for one connection, and for all', () => {
    const recent = createRecentAnswers({ answers: 3, bytes: 30_000, connections: 2 });
    recent.keep(id, answer('r', 1, 'a'));
    recent.keep(other, answer('r', 1, 'a'));
    recent.forget(id);
    expect([recent.ofKey(id, 'a').length, recent.ofKey(other, 'a').length]).toEqual([0, 1]);
    recent.forgetAll();
    expect(recent.ofKey(other, 'a')).toEqual([]);
  });
});
