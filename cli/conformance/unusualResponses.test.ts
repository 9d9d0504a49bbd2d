import { afterEach, describe, expect, it } from 'vitest';
import {
  respondJson,
  startScriptedServer,
  type Script,
  type ScriptedServer,
} from '../../engine/client/testing/scriptedServer.ts';
import { conformanceCommand } from './command.ts';

// The complete command against servers with responses that no working service would send.
const apiKey = 'key-that-nobody-may-see';
let server: ScriptedServer;
afterEach(() => server.close());

async function run(script: Script, args: readonly string[] = []) {
  server = await startScriptedServer(script);
  const [out, err, waits]: [string[], string[], number[]] = [[], [], []];
  const exitCode = await conformanceCommand(['--url', server.address, ...args], {
    print: (line) => out.push(line),
    complain: (line) => err.push(line),
    note: (line) => err.push(line),
    progress: () => undefined,
    write: () => undefined,
    readStdin: () => Promise.reject(new Error('asked')),
    confirm: () => Promise.resolve(false),
    env: { ATOM_SERVICE_KEY: apiKey },
    wait: async (ms) => {
      waits.push(ms);
    },
    now: () => 0,
  });
  return { exitCode, waits, stdout: out.join('\n'), stderr: err.join('\n') };
}

describe('property names in responses', () => {
  const hostile = `\u001b[2J\u202e${apiKey} ${'x'.repeat(50)}${apiKey}`;

  it.each([[[]], [['--json']]])('reaches the terminal neither raw nor with the API key: %j', async (args) => {
    const { stdout, stderr } = await run((request, response) => {
      const { keys = [] } = JSON.parse(request.body || '{}') as { keys?: readonly string[] };
      if (request.method === 'GET') {
        respondJson(response, 404, { [hostile]: { [hostile]: 'NOT_FOUND', other: 'longer than the code' } });
      } else if (request.path === '/recall') {
        respondJson(response, 200, { atoms: [{ key: hostile, value: hostile, version: hostile }] });
      } else {
        const atoms = keys.map((key) => ({ [hostile]: { key, value: hostile, version: hostile } }));
        respondJson(response, 200, { [hostile]: atoms, [`of${hostile}`]: { [keys.at(-1) ?? '']: null } });
      }
    }, args);
    const shown = stdout + stderr;
    expect(shown).toContain('[API key]');
    expect(shown).toContain('[ESC]');
    expect(shown).not.toContain(apiKey);
    // oxlint-disable-next-line no-control-regex -- these must not be there
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e\u2066-\u2069]/);
    // Not even the part of a key that remains where a long name is cut.
    expect(shown).not.toContain(apiKey.slice(0, 8));
  });
});

describe('a response with very many values', () => {
  it('of 150,000 scores is processed', async () => {
    const body = `{"atoms":[${'{"score":0.5},'.repeat(149_999)}{"score":0.75}],"predictions":[]}`;
    const { exitCode, stdout } = await run((request, response) => {
      // Where the scores are read, and where the limit is measured; the other limits are all measured alike.
      const isLarge = request.path === '/recall' && /"limit":(?:3|1000)\b/.test(request.body);
      response.end(isLarge ? body : '{}');
    });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('accepted: 1000;');
    expect(stdout).toContain('seen from 0.500 to 0.750');
    expect(stdout).toContain('and 149995 more');
  });

  it('of more than a million is not parsed, and that is reported', async () => {
    const body = Buffer.from(`{"atoms":[${'{},'.repeat(8_000_000)}{}]}`);
    const { exitCode, stdout } = await run((request, response) => {
      response.end(request.path === '/recall' ? body : '{}');
    });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('status 200: The response contains more than 1,000,000 JSON values');
  }, 60_000);
});

describe('a service that responds with 429', () => {
  const limited =
    (retryAfter: string, after: number): Script =>
    (_request, response, index) => {
      if (index < after) return respondJson(response, 404, {});
      response.setHeader('Retry-After', retryAfter);
      respondJson(response, 429, {});
    };

  it('and asks to wait longer than --patience ends the run, with its findings and the reason', async () => {
    const { exitCode, waits, stdout, stderr } = await run(limited('86400', 4));
    expect(waits).toEqual([]);
    expect(stderr).toContain('asks to wait 10 min');
    expect(stderr).toContain('--patience SECONDS');
    expect(stdout).toContain('Stopped early: The service kept responding with 429');
    // Earlier responses are judged: without a key, 404 is not 401.
    expect(exitCode).toBe(1);
    expect(stdout).toContain('a request without a key returns 401 UNAUTHORIZED');
    expect(server.seen).toHaveLength(5);
  });

  it('is waited for no longer than --patience allows over the whole run, and each wait is reported', async () => {
    const { exitCode, waits, stderr } = await run(limited('20', 0), ['--patience', '50']);
    expect([exitCode, waits]).toEqual([3, [20_000, 20_000]]);
    expect(stderr).toContain('asks to wait 20 s. Waiting 20 s…');
    expect(stderr).toContain('Not waiting, because only 10 s of --patience are left.');
  });
});
