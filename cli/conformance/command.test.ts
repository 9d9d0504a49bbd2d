import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../command.ts';
import { conformanceCommand } from './command.ts';
import { arrayService, keys, startOtherService, wrappingService } from './testing/otherServices.ts';

let service: Awaited<ReturnType<typeof startOtherService>>;
beforeEach(async () => {
  service = await startOtherService(arrayService);
});
afterEach(() => service.stop());

async function run(
  args: readonly string[],
  {
    confirmed = false,
    env = { ATOM_SERVICE_KEY: keys.read },
    stdin = '',
  }: { confirmed?: boolean; env?: Readonly<Record<string, string>>; stdin?: string } = {},
) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const questions: string[] = [];
  const exitCode = await conformanceCommand(args, {
    print: (line) => printed.push(`${line}\n`),
    complain: (line) => complaints.push(`${line}\n`),
    note: (line) => complaints.push(`${line}\n`),
    progress: () => undefined,
    write: () => undefined,
    readStdin: () => Promise.resolve(new TextEncoder().encode(stdin)),
    confirm: (question) => {
      questions.push(question);
      return Promise.resolve(confirmed);
    },
    env,
    wait: () => Promise.resolve(),
    now: () => 0,
  });
  return { exitCode, printed: printed.join(''), complaints: complaints.join(''), questions };
}

describe('the conformance command', () => {
  it('prints a table, and exits with 0 when every check passes', async () => {
    const { exitCode, printed } = await run(['--url', service.url.href]);
    expect(exitCode).toBe(0);
    expect(printed).toContain('Left open by the API, and how this service handles it');
    expect(printed).toContain('Nothing was stored.');
    expect(service.storedKeys()).toEqual([]);
  });

  it('names the prefix and asks before it stores anything', async () => {
    const args = ['--url', service.url.href, '--prefix', 'v1.try.'];
    const env = { ATOM_SERVICE_KEY: keys.read, ATOM_SERVICE_WRITE_KEY: keys.full };
    const refused = await run(args, { env });
    expect(refused.questions).toEqual([expect.stringContaining('v1.try.')]);
    expect(refused.exitCode).toBe(2);
    expect(service.storedKeys()).toEqual([]);

    const agreed = await run(args, { confirmed: true, env });
    expect(agreed.exitCode).toBe(0);
    expect(service.storedKeys().length).toBeGreaterThan(5);
    expect(service.storedKeys().filter((key) => !key.startsWith('v1.try.'))).toEqual([]);
  });

  it('does not ask with --yes, takes keys from the environment, and prints JSON without them', async () => {
    const env = { ATOM_SERVICE_KEY: keys.read, ATOM_SERVICE_WRITE_KEY: keys.full };
    const { exitCode, printed, questions } = await run(['--url', service.url.href, '--yes', '--json'], {
      env,
    });
    expect([exitCode, questions.length]).toEqual([0, 0]);
    expect(JSON.parse(printed)).toMatchObject({
      prefix: expect.stringMatching(/^v1\.conformance\.[0-9a-f]{8}\.$/) as unknown,
    });
    expect(printed).not.toContain(keys.read);
    expect(printed).not.toContain(keys.full);
  });

  it('exits with 1 when a check fails', async () => {
    const other = await startOtherService(wrappingService);
    const { exitCode, printed } = await run(['--url', other.url.href, '--yes', '--write-key-env', 'MY_KEY'], {
      env: { ATOM_SERVICE_KEY: keys.read, MY_KEY: keys.full },
    });
    await other.stop();
    expect(exitCode).toBe(1);
    expect(printed).toMatch(/NO +4\.3 batch store/);
  });

  it('exits with 3 when the service does not respond', async () => {
    await service.stop();
    const { exitCode, complaints, printed } = await run(['--url', service.url.href]);
    expect([exitCode, printed]).toEqual([3, '']);
    expect(complaints).toContain(
      'The service does not respond: Connection refused: no service is listening at this address',
    );
  });

  it('reports progress on standard error, and only there', async () => {
    const { complaints, printed } = await run(['--url', service.url.href, '--json']);
    expect(complaints.split('\n').slice(0, 2)).toEqual([
      'Checking authentication…',
      'Checking recalls and reads…',
    ]);
    expect(() => void JSON.parse(printed)).not.toThrow();
  });

  it('takes the key from another variable or from standard input', async () => {
    const url = ['--url', service.url.href];
    const named = await run([...url, '--key-env', 'MY_KEY'], { env: { MY_KEY: keys.read } });
    const piped = await run([...url, '--key-stdin'], { env: {}, stdin: `${keys.read}\n` });
    const written = await run([...url, '--yes'], { env: { ATOM_SERVICE_WRITE_KEY: keys.full } });
    expect([named.exitCode, piped.exitCode, written.exitCode]).toEqual([0, 0, 0]);
  });

  it.each(['--key', '--write-key'])(
    'accepts no key from %s, says what to do instead, and sends and repeats nothing',
    async (option) => {
      const running = run(['--url', service.url.href, option, 'a-secret-on-the-command-line', '--yes']);
      await expect(running).rejects.toThrow(
        option === '--key' ? 'variable ATOM_SERVICE_KEY' : 'variable ATOM_SERVICE_WRITE_KEY',
      );
      await expect(running).rejects.not.toThrow('a-secret-on-the-command-line');
      expect(service.storedKeys()).toEqual([]);
    },
  );

  it.each([
    [[], '--url'],
    [['--url', 'nonsense'], '--url'],
    [['--url', 'http://memory.example.org'], 'https'],
    [['--url', 'http://localhost.evil.example'], 'https'],
    [['--url', 'http://127.0.0.1@evil.example'], 'password'],
    [['--url', 'https://me:pw@example.org'], 'password'],
    [['--url', 'https://example.org/?a=1'], 'query'],
    [['--url', 'https://example.org', '--key-env', 'NOT_SET'], 'NOT_SET'],
    [['--url', 'https://example.org', '--write-key-env', 'NOT_SET'], 'NOT_SET'],
    [['--url', 'https://example.org', '--key-env', 'TWO_LINES'], 'TWO_LINES'],
    [['--url', 'https://example.org', '--key-env', 'K', '--key-stdin'], 'not both'],
    [['--url', 'https://example.org', '--rate-probe=-1'], '--rate-probe'],
    [['--url', 'https://example.org', '--patience', 'long'], '--patience'],
    [['--url', 'https://example.org', '--prefix', 'a b'], '--prefix'],
    [['--bogus'], '--bogus'],
  ])('refuses %j and names %s', async (args, named) => {
    const env = { ATOM_SERVICE_KEY: keys.read, TWO_LINES: 'a\nb' };
    await expect(run(args, { env })).rejects.toThrow(UsageError);
    await expect(run(args, { env })).rejects.toThrow(named);
  });
});
