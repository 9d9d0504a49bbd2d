import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conformanceCommand } from './command.ts';
import { arrayService, keys, startOtherService, wrappingService } from './testing/otherServices.ts';

let service: Awaited<ReturnType<typeof startOtherService>>;
beforeEach(async () => {
  service = await startOtherService(arrayService);
});
afterEach(() => service.stop());

async function run(
  args: readonly string[],
  { confirmed = false, env = {} }: { confirmed?: boolean; env?: Readonly<Record<string, string>> } = {},
) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const questions: string[] = [];
  const exitCode = await conformanceCommand(args, {
    print: (text) => printed.push(text),
    complain: (text) => complaints.push(text),
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
  it('prints a table, and exits with 0 when everything is as shown', async () => {
    const { exitCode, printed } = await run(['--url', service.url.href, '--key', keys.read]);
    expect(exitCode).toBe(0);
    expect(printed).toContain('What the interface leaves open, and how this service fills it');
    expect(printed).toContain('Nothing was written.');
    expect(service.storedKeys()).toEqual([]);
  });

  it('names the prefix and asks before it writes anything', async () => {
    const args = [
      '--url',
      service.url.href,
      '--key',
      keys.read,
      '--write-key',
      keys.full,
      '--prefix',
      'v1.try.',
    ];
    const refused = await run(args);
    expect(refused.questions).toEqual([expect.stringContaining('v1.try.')]);
    expect(refused.exitCode).toBe(2);
    expect(service.storedKeys()).toEqual([]);

    const agreed = await run(args, { confirmed: true });
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

  it('exits with 1 when something is not as shown', async () => {
    const other = await startOtherService(wrappingService);
    const { exitCode, printed } = await run([
      '--url',
      other.url.href,
      '--key',
      keys.read,
      '--write-key',
      keys.full,
      '--yes',
    ]);
    await other.stop();
    expect(exitCode).toBe(1);
    expect(printed).toMatch(/NO +4\.3 batch store/);
  });

  it('exits with 3 when the service does not answer', async () => {
    await service.stop();
    const { exitCode, complaints } = await run(['--url', service.url.href, '--key', keys.read]);
    expect([exitCode, complaints]).toEqual([3, 'The service does not answer: ECONNREFUSED.\n']);
  });

  it.each([
    [[], '--url'],
    [['--url', 'nonsense', '--key', 'k'], '--url'],
    [['--url', 'http://memory.example.org', '--key', 'k'], 'https'],
    [['--url', 'http://localhost.evil.example', '--key', 'k'], 'https'],
    [['--url', 'http://127.0.0.1@evil.example', '--key', 'k'], 'https'],
    [['--url', 'https://me:pw@example.org', '--key', 'k'], 'password'],
    [['--url', 'https://example.org/?a=1', '--key', 'k'], 'query'],
    [['--url', 'https://example.org'], '--key'],
    [['--url', 'https://example.org', '--key', 'two words'], 'one word'],
    [['--url', 'https://example.org', '--key', 'k', '--rate-probe', '-1'], '--rate-probe'],
    [['--url', 'https://example.org', '--key', 'k', '--prefix', 'a b'], '--prefix'],
    [['--bogus'], '--bogus'],
  ])('refuses %j and names %s', async (args, named) => {
    const { exitCode, complaints, printed } = await run(args);
    expect([exitCode, printed]).toEqual([2, '']);
    expect(complaints.slice(0, complaints.indexOf('\n\n'))).toContain(named);
  });

  it('prints its help', async () => {
    expect((await run(['--help'])).printed).toContain('--write-key');
  });
});
