import { describe, expect, it } from 'vitest';
import { optionsOf, parseCommand } from './command.ts';
import { help } from './help.ts';
import { UsageError } from './usageError.ts';
import { userDataFolder } from './userDataFolder.ts';

const plainRun = {
  kind: 'run',
  port: 0,
  dataFolder: null,
  store: null,
  seedDemo: false,
  faults: false,
  json: false,
  exitWithParent: false,
  wordsOnly: false,
  recallKeys: null,
  valueLimit: null,
  rate: null,
  allowedHosts: [],
  host: '127.0.0.1',
  tls: null,
  log: { form: 'text', level: 'info' },
  metrics: null,
  stopSeconds: 10,
};
const plainKey = {
  kind: 'addKey',
  dataFolder: null,
  store: null,
  scope: 'read',
  tier: null,
  rate: null,
  name: null,
};
const tls = { cert: 'c.pem', key: 'k.pem' };

describe('command line', () => {
  it.each<[string, object]>([
    ['', plainRun],
    ['--port 8080 --data d --seed demo', { ...plainRun, port: 8080, dataFolder: 'd', seedDemo: true }],
    ['--store postgres://u:p@h/d', { ...plainRun, store: 'postgres://u:p@h/d' }],
    ['--recall-keys 5000', { ...plainRun, recallKeys: 5_000 }],
    ['--words-only', { ...plainRun, wordsOnly: true }],
    ['--faults --json --exit-with-parent', { ...plainRun, faults: true, json: true, exitWithParent: true }],
    ['--value-limit 4096', { ...plainRun, valueLimit: 4096 }],
    ['--rate 5', { ...plainRun, rate: { perSecond: 5, burst: 10 } }],
    ['--rate 5 --burst 1', { ...plainRun, rate: { perSecond: 5, burst: 1 } }],
    [
      '--allowed-host Memory.example.org --allowed-host b',
      { ...plainRun, allowedHosts: ['memory.example.org', 'b'] },
    ],
    ['--host localhost', { ...plainRun, host: 'localhost' }],
    ['--host [::1]', { ...plainRun, host: '::1' }],
    ['--tls-cert c.pem --tls-key k.pem', { ...plainRun, tls }],
    ['--host 0.0.0.0 --tls-cert c.pem --tls-key k.pem', { ...plainRun, host: '0.0.0.0', tls }],
    [
      '--host 10.0.0.5 --behind-proxy --allowed-host memory.example.org',
      { ...plainRun, host: '10.0.0.5', allowedHosts: ['memory.example.org'] },
    ],
    ['--log json --log-level debug', { ...plainRun, log: { form: 'json', level: 'debug' } }],
    ['--metrics-port 9464', { ...plainRun, metrics: { port: 9464, host: '127.0.0.1' } }],
    ['--metrics-port 0 --metrics-host 0.0.0.0', { ...plainRun, metrics: { port: 0, host: '0.0.0.0' } }],
    ['--stop-timeout 30', { ...plainRun, stopSeconds: 30 }],
    ['--store postgres://u@h/d', { ...plainRun, store: 'postgres://u@h/d' }],
    [
      'keys list --store postgres://u@h/d',
      { kind: 'listKeys', dataFolder: null, store: 'postgres://u@h/d', json: false },
    ],
    ['--help', { kind: 'help' }],
    ['keys -h', { kind: 'help' }],
    ['--tier medium', { ...plainRun, valueLimit: 16_384 }],
    ['keys add --scope read', plainKey],
    [
      'keys add --scope full --tier small --name CI --rate 5 --burst 6',
      { ...plainKey, scope: 'full', tier: 'small', name: 'CI', rate: { perSecond: 5, burst: 6 } },
    ],
    ['keys list --data d', { kind: 'listKeys', dataFolder: 'd', store: null, json: false }],
    ['keys list --json', { kind: 'listKeys', dataFolder: null, store: null, json: true }],
    ['keys revoke abc', { kind: 'revokeKey', dataFolder: null, store: null, id: 'abc' }],
    ['verify', { kind: 'verify', dataFolder: null, store: null, root: null, json: false }],
    [
      `verify --data d --root ${'AB'.repeat(32)} --json`,
      { kind: 'verify', dataFolder: 'd', store: null, root: 'ab'.repeat(32), json: true },
    ],
    ['copy --from a --to b', { kind: 'copy', from: 'a', to: 'b', json: false }],
    ['copy --from a --to b --json', { kind: 'copy', from: 'a', to: 'b', json: true }],
    ['keys remove abc', { kind: 'revokeKey', dataFolder: null, store: null, id: 'abc' }],
  ])('understands "%s"', (line, command) => {
    expect(parseCommand(line.split(' ').filter(Boolean))).toEqual(command);
  });

  it.each([
    ['--port 65536', '--port'],
    ['--port=-1', '--port'],
    ['--port 1e3', '--port'],
    ['--port', '--port'],
    ['--data=', '--data'],
    ['--seed other', 'demo'],
    ['--value-limit 0', '--value-limit'],
    ['--rate 0', '--rate'],
    ['--allowed-host memory.example.org:8080', '--allowed-host'],
    ['--allowed-host *', '--allowed-host'],
    ['--store mysql://h/d', '--store'],
    ['verify --store d', '--store'],
    ['--host 0.0.0.0', '--tls-cert'],
    ['--host memory.example.org', '--behind-proxy'],
    ['--host 127.0.0.1.example.org', '--tls-cert'],
    ['--host ::', '--tls-cert'],
    ['--host http://localhost', '--host'],
    ['--host localhost:80', '--host'],
    ['--host 0.0.0.0 --behind-proxy', '--allowed-host'],
    ['--tls-cert c.pem', '--tls-key'],
    ['--tls-key k.pem', '--tls-cert'],
    ['--behind-proxy --allowed-host a --tls-cert c --tls-key k', '--behind-proxy'],
    ['--log xml', '--log'],
    ['--log-level loud', '--log-level'],
    ['--metrics-host 0.0.0.0', '--metrics-port'],
    ['--metrics-port x', '--metrics-port'],
    ['--stop-timeout=-1', '--stop-timeout'],
    ['--burst 5', '--rate'],
    ['--bogus', '--bogus'],
    ['serve', 'serve'],
    ['--scope read', '--scope'],
    ['keys', 'keys'],
    ['keys add', '--scope'],
    ['keys add --scope admin', '--scope'],
    ['keys add more --scope read', 'keys'],
    ['keys add --scope read --tier huge', 'huge'],
    ['keys list --tier small', '--tier'],
    ['--tier huge', 'huge'],
    ['--tier small --value-limit 9', '--tier'],
    ['keys list --port 1', '--port'],
    ['keys list --scope read', '--scope'],
    ['verify --root abc', '--root'],
    ['verify d', 'verify'],
    ['verify --port 1', '--port'],
    ['copy --from a', '--to'],
    ['copy --to a', '--from'],
    ['copy --from a --to b --data c', '--data'],
    ['copy a b', 'copy'],
    ['--root abc', '--root'],
    ['keys list --burst 5', '--burst'],
    ['keys revoke a --json', '--json'],
    ['keys add --scope read --name=', '--name'],
    ['--name CI', '--name'],
    ['keys remove', 'keys'],
    ['keys remove a b', 'keys'],
  ])('refuses "%s" and names %s', (line, named) => {
    const parse = () => parseCommand(line.split(' '));
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(named);
  });
});

describe('help', () => {
  it('names every command and option', () => {
    const names = [
      ...Object.keys(optionsOf),
      ...Object.values(optionsOf).flatMap((options) => options.map((one) => `--${one}`)),
    ];
    const unnamed = names.filter((name) => name !== 'run' && name !== 'keys remove' && !help.includes(name));
    expect(unnamed).toEqual([]);
  });

  it('fits into a terminal of 120 columns', () => {
    expect(help.split('\n').filter((line) => line.length > 120)).toEqual([]);
  });

  it('has only examples that are valid', () => {
    const examples = [...help.matchAll(/^ {2}npm run service -- (.*)$/gm)].map(([, line = '']) => line);
    expect(examples.length).toBeGreaterThan(10);
    for (const example of examples.slice(6)) {
      const words = [...example.replace('3f2a…', '3f2a'.repeat(16)).matchAll(/"([^"]*)"|(\S+)/g)];
      expect(() => parseCommand(words.map(([word, quoted]) => quoted ?? word))).not.toThrow();
    }
  });
});

describe('user data folder', () => {
  it.each([
    ['linux', {}, '/home/me/.local/share/atom-memory-service'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/atom-memory-service'],
    ['darwin', {}, '/home/me/Library/Application Support/atom-memory-service'],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/atom-memory-service'],
  ])('on %s with %j is %s', (platform, env, folder) => {
    expect(userDataFolder(platform, env, '/home/me').replaceAll('\\', '/')).toBe(folder);
  });
});
