import { describe, expect, it } from 'vitest';
import { isAppExport } from '../text/exportColumns.ts';
import { readCsv } from '../text/readCsv.ts';
import type { AtomReading, RecallReading } from '../domain/atom.ts';
import type { RecallRun } from '../domain/recallRun.ts';
import { compareRuns } from './compareRuns.ts';
import {
  answerAsCsv,
  answerAsJson,
  comparisonAsCsv,
  comparisonAsJson,
  runAsCsv,
  runAsJson,
} from './exportRuns.ts';

const run: RecallRun = {
  id: 'r1',
  query: 'q',
  limit: 1,
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  elapsedMs: 7,
  hits: [
    { key: '=cmd()', score: 0.5, version: 2, verdict: 'green', value: { sha256: 'ab', bytes: 3 } },
    { key: 'b', score: null, version: null, verdict: 'red', value: { sha256: 'cd', bytes: 0 } },
  ],
  hitsLeftOut: 0,
  predictions: ['p'],
  anomalies: [
    { kind: 'too-many', limit: 1, count: 2 },
    { kind: 'no-score', at: 1 },
  ],
  name: null,
  pinned: false,
};

const exchange = {
  requestId: 'r',
  method: 'POST',
  path: '/recall',
  status: 200,
  startedAt: 0,
  elapsedMs: 7,
  bodyBytes: 0,
  retries: 0,
} as const;

describe('exports', () => {
  it('writes a run as a table, with what was unexpected at its hit and no cell that a spreadsheet would run', () => {
    expect(runAsCsv(run).split('\r\n')).toEqual([
      'rank,key,score,version,verdict,value_sha256,value_bytes,unexpected',
      "1,'=cmd(),0.5,2,green,ab,3,",
      '2,b,,,red,cd,0,too-many no-score',
      '',
    ]);
  });

  it('writes a response just received with its values', () => {
    const atom: AtomReading = {
      key: 'k',
      value: 'one,\ntwo',
      version: 1,
      hash: 'h',
      score: 2,
      proof: { leafHash: 'h' },
      raw: '',
      memory: null,
      verdict: { status: 'amber', checks: [], binds: [], open: [] },
      exchange,
    };
    const answer: RecallReading = {
      atoms: [atom],
      predictions: ['p'],
      anomalies: [{ kind: 'score-outside', at: 0, score: 2 }],
      exchange,
    };
    const service = { name: 'one', address: 'https://memory.example', scheme: null };
    const rows = readCsv(answerAsCsv(answer, service)) ?? [];
    const cells = Object.fromEntries((rows[0] ?? []).map((name, at) => [name, rows[1]?.[at]]));
    expect(cells).toMatchObject({
      rank: '1',
      key: 'k',
      value: 'one,\ntwo',
      score: '2',
      verdict: 'could not check',
      proof: '{"leafHash":"h"}',
      readAt: '1970-01-01T00:00:00.000Z',
      service: 'https://memory.example',
      unexpected: 'score-outside',
    });
    const written = JSON.parse(answerAsJson('q', 3, answer, service)) as { readonly hits: readonly object[] };
    // By these fields it is known when it is uploaded.
    expect(isAppExport(Object.keys(written.hits[0] ?? {}))).toBe(true);
    expect(written).toMatchObject({
      format: 'atom-explorer-recall',
      service: 'https://memory.example',
      query: 'q',
      limit: 3,
      at: '1970-01-01T00:00:00.000Z',
      elapsedMs: 7,
      hits: [
        {
          rank: 1,
          key: 'k',
          value: 'one,\ntwo',
          version: 1,
          hash: 'h',
          score: 2,
          verdict: 'could not check',
          proof: { leafHash: 'h' },
        },
      ],
      predictions: ['p'],
      oddities: answer.anomalies,
    });
  });

  it('writes a run as JSON with all that is kept of it', () => {
    expect(JSON.parse(runAsJson(run))).toEqual({ ...run, at: '2026-01-02T03:04:05.000Z' });
  });

  it('writes a comparison as a table and as JSON', () => {
    const other = { ...run, id: 'r2', hits: run.hits.slice(1), predictions: [] };
    const comparison = compareRuns(run, other);
    expect(comparisonAsCsv(comparison).split('\r\n').slice(1)).toEqual([
      'b,up 1,2,1,,,,,red,red,false',
      "'=cmd(),removed,1,,0.5,,2,,green,,",
      '',
    ]);
    expect(JSON.parse(comparisonAsJson(run, other, comparison))).toMatchObject({
      a: { id: 'r1' },
      b: { id: 'r2' },
      predictions: { went: ['p'] },
    });
  });
});
