import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isBearerToken, knownKey, makeApiKey, type KnownKey, type Scope } from '../auth/apiKeys.ts';
import { fileKeyStore } from '../auth/keyFile.ts';
import { openKeyRing } from '../auth/keyRing.ts';
import { createService, type Service } from '../createService.ts';
import { isLoopback, urlHost } from '../http/hostGuard.ts';
import { createOperationsServer } from '../http/operationsServer.ts';
import type { RequestRecord } from '../http/requestRecord.ts';
import { defaultLimits } from '../limits/serviceLimits.ts';
import { createLog, type Log } from '../log/log.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { keepFilesPrivate } from '../store/privateFolder.ts';
import { createEmbedder } from '../recall/embedder.ts';
import { openCertificate } from '../tls/certificate.ts';
import { parseCommand, type Command } from './command.ts';
import { help } from './help.ts';
import { storeAddress } from './optionValues.ts';
import type { RunCommand } from './runOptions.ts';
import { runCopy, runVerify, type MemoryPlace } from './storeCommands.ts';
import { UsageError, usageWords } from './usageError.ts';
import { runKeysCommand } from './keysCommand.ts';
import { userDataFolder } from './userDataFolder.ts';

export interface CliSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As Node's `process.platform`. */
  readonly platform: string;
  /** To standard output and standard error. */
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Resolves when the service must stop. */
  readonly stopped: (exitWithParent: boolean) => Promise<void>;
}

/** Runs one command to its end and resolves to the exit code: 0, 1 (it failed), 2 (invalid command line), 3 (undecided). */
export async function runCli(argv: readonly string[], surroundings: CliSurroundings): Promise<number> {
  try {
    return await execute(parseCommand(argv), surroundings);
  } catch (error) {
    if (error instanceof UsageError) {
      surroundings.complain(usageWords(error));
      return 2;
    }
    surroundings.complain(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

async function execute(command: Command, surroundings: CliSurroundings): Promise<number> {
  const { print } = surroundings;
  switch (command.kind) {
    case 'help':
      print(help);
      return 0;
    case 'run':
      keepFilesPrivate();
      await run(command, surroundings);
      return 0;
    case 'addKey':
    case 'listKeys':
    case 'revokeKey': {
      const log = createLog({ form: 'text', level: 'info', write: surroundings.complain });
      const place = memoryPlace(command, surroundings);
      // A mistyped folder is not a memory that nobody may use. A key may be added before the first run.
      if (command.kind !== 'addKey' && place.kind === 'folder' && !existsSync(place.dataFolder))
        throw new Error(`There is no folder ${place.dataFolder}.`);
      const access = await openAccess(place, log);
      try {
        print(await runKeysCommand(command, access.keys, Date.now()));
        return 0;
      } finally {
        await access.close();
      }
    }
    case 'verify':
      return runVerify(command, memoryPlace(command, surroundings), surroundings);
    case 'copy':
      keepFilesPrivate();
      return runCopy(command, surroundings);
  }
}

async function run(command: RunCommand, surroundings: CliSurroundings): Promise<void> {
  const { print, complain } = surroundings;
  const place = memoryPlace(command, surroundings);
  const fromEnvironment = environmentKeys(surroundings.env);
  const log = createLog({ ...command.log, write: complain });
  const certificate = command.tls === null ? null : await openCertificate(command.tls, log);
  const access = await openAccess(place, log);
  const keyStore = access.keys;
  const hasKeys = (await keyStore.list()).length > 0 || fromEnvironment.length > 0;
  // Several processes of a database would each make some, and print them to a log that others may read.
  const made =
    !hasKeys && place.kind === 'folder' ? { full: makeApiKey('full'), read: makeApiKey('read') } : null;
  const fresh = (made === null ? [] : [knownKey(made.full, 'full'), knownKey(made.read, 'read')]).map(
    (key) => ({
      ...key,
      createdAt: Date.now(),
    }),
  );

  const metrics = command.metrics === null ? null : createMetrics();
  const keyRing = await openKeyRing({
    store: keyStore,
    others: fromEnvironment,
    log,
    clock: Date.now,
  });
  const rate = command.rate ?? defaultLimits.rate;
  const service = await createService({
    store: place.kind === 'folder' ? { kind: 'folder', folder: join(place.dataFolder, 'memory') } : place,
    ...(access.rates !== null && { rateLimiter: access.rates(rate) }),
    keys: keyRing,
    faults: command.faults,
    // Clients may use the address itself, unless it stands for all addresses.
    allowedHosts: [...command.allowedHosts, urlHost(command.host)],
    certificate,
    seedDemo: command.seedDemo,
    embedder: command.wordsOnly ? null : createEmbedder(),
    ...(command.recallKeys !== null && { recallKeys: command.recallKeys }),
    limits: {
      ...(command.valueLimit !== null && { maxValueBytes: command.valueLimit }),
      rate,
    },
    log,
    onRequest(request) {
      metrics?.observe(request);
      logRequest(log, request);
    },
  }).catch(async (error: unknown) => {
    certificate?.close();
    await keyRing.close();
    await access.close();
    throw error;
  });
  const operations = operationsServer(command, metrics, service);
  try {
    const { address } = await service.listen(command.port, command.host).catch(explainListening(command));
    if (operations !== null) {
      const { port, host } = operations.place;
      const metricsAddress = await operations.server
        .listen(port, host)
        .catch(explainListening(operations.place));
      log(`Metrics are at ${metricsAddress}/metrics.`);
    }
    if (fresh.length > 0) {
      await keyStore.add(fresh);
      await keyRing.refresh();
    }
    if (command.json) {
      print(`${JSON.stringify({ address, fullKey: made?.full ?? null, readKey: made?.read ?? null })}\n`);
    } else {
      print(greeting(address, place, made));
    }
    if (!hasKeys && made === null) {
      log('There are no API keys yet. Create one: service keys add --scope full', { level: 'warn' });
    }
    await surroundings.stopped(command.exitWithParent);
    log('The service is stopping.');
  } finally {
    await service.close(command.stopSeconds * 1_000);
    await operations?.server.close();
    await keyRing.close();
    await access.close();
  }
}

function operationsServer({ metrics: place }: RunCommand, metrics: Metrics | null, service: Service) {
  if (place === null || metrics === null) return null;
  const loopbackOnly = isLoopback(urlHost(place.host));
  return {
    place,
    server: createOperationsServer({
      metrics,
      readiness: service.readiness,
      figures: service.figures,
      loopbackOnly,
    }),
  };
}

function greeting(
  address: string,
  place: MemoryPlace,
  made: { readonly full: string; readonly read: string } | null,
): string {
  const keys =
    made === null
      ? [
          '  API keys are shown only when they are created. To create another: npm run service -- keys add --scope read',
        ]
      : [
          `  full key  ${made.full}`,
          `  read key  ${made.read}`,
          '  The keys are shown only once; only their hashes are saved.',
        ];
  return [
    'Atom Memory Service',
    `  address   ${address}`,
    `  data      ${place.kind === 'folder' ? place.dataFolder : 'PostgreSQL'}`,
    ...keys,
    '',
  ].join('\n');
}

/** The store of the command line comes first, then that of the environment, then the data folder. */
function memoryPlace(
  { store, dataFolder }: { readonly store: string | null; readonly dataFolder: string | null },
  { env, platform }: CliSurroundings,
): MemoryPlace {
  const url = store ?? storeAddress('ATOM_SERVICE_STORE', env['ATOM_SERVICE_STORE']);
  if (url !== null) return { kind: 'postgres', url };
  return { kind: 'folder', dataFolder: dataFolder ?? userDataFolder(platform, env) };
}

/** The API keys of a memory, and the rates that its processes share; null: each has its own. */
async function openAccess(place: MemoryPlace, log: Log) {
  if (place.kind === 'folder') {
    return { keys: fileKeyStore(place.dataFolder), rates: null, close: () => Promise.resolve() };
  }
  const { openPostgres } = await import('../store/postgres/openPostgres.ts');
  return openPostgres(place.url, Date.now, log);
}

function environmentKeys(env: CliSurroundings['env']): readonly KnownKey[] {
  const variables = { ATOM_SERVICE_FULL_KEY: 'full', ATOM_SERVICE_READ_KEY: 'read' } as const;
  return Object.entries<Scope>(variables).flatMap(([name, scope]) => {
    const apiKey = env[name];
    if (apiKey === undefined || apiKey === '') return [];
    if (!isBearerToken(apiKey))
      throw new UsageError(`${name} contains characters that are not allowed in an API key.`);
    return [knownKey(apiKey, scope)];
  });
}

function explainListening({ port, host }: { readonly port: number; readonly host: string }) {
  return (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new Error(`Port ${port} is in use. Choose another, or omit the option to use any free port.`);
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new Error(`${host} is not an address of this computer.`);
    }
    if (code === 'EACCES') {
      throw new Error(`This user may not listen on port ${port}. Choose one from 1024 to 65535.`);
    }
    throw error;
  };
}

function logRequest(log: Log, { requestId, method, route, status, seconds, client }: RequestRecord): void {
  log(`${method} ${route} ${status}`, {
    level: status >= 500 ? 'warn' : 'debug',
    requestId,
    method,
    route,
    status,
    durationMs: Math.round(seconds * 1e6) / 1_000,
    ...(client !== null && { client }),
  });
}
