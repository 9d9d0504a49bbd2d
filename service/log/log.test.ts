import { describe, expect, it } from 'vitest';
import { createLog, type Level, type LogForm } from './log.ts';

function lines(form: LogForm, level: Level) {
  const written: string[] = [];
  const log = createLog({ form, level, write: (text) => written.push(text), clock: () => 0 });
  return { written, log };
}

describe('the log', () => {
  it('writes a line of JSON for each message, with what is known of the request', () => {
    const { written, log } = lines('json', 'info');
    log('GET failed: broken\nin two lines', { level: 'error', requestId: 'r-1', status: 500 });
    log('Started.');
    expect(written).toEqual([
      '{"time":"1970-01-01T00:00:00.000Z","level":"error","message":"GET failed: broken\\nin two lines","requestId":"r-1","status":500}\n',
      '{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"Started."}\n',
    ]);
  });

  it('writes text for people', () => {
    const { written, log } = lines('text', 'info');
    log('Started.');
    log('GET failed', { level: 'error', requestId: 'r-1' });
    expect(written).toEqual(['Started.\n', 'r-1 GET failed\n']);
  });

  it.each<[Level, readonly string[]]>([
    ['error', ['error']],
    ['warn', ['error', 'warn']],
    ['info', ['error', 'warn', 'info']],
    ['debug', ['error', 'warn', 'info', 'debug']],
  ])('with the level %s writes %j', (level, expected) => {
    const { written, log } = lines('text', level);
    for (const one of ['error', 'warn', 'info', 'debug'] as const) log(one, { level: one });
    expect(written.map((line) => line.trim())).toEqual(expected);
  });

  it('never writes API keys of the service, or passwords in addresses', () => {
    const { written, log } = lines('json', 'info');
    log('No connection to postgres://memory:s3c:ret@db.example.org/memory with atom_full_abc-DEF_1');
    expect(written.join()).not.toMatch(/s3c|ret@|abc-DEF/);
    expect(written.join()).toContain('postgres://memory:***@db.example.org/memory with atom_***');
  });
});
