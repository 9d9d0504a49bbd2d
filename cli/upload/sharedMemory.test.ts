import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../service/store/postgres/connect.ts';
import { newTestDatabase } from '../../service/testing/testPostgres.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { runAuditArgs } from '../audit/runAuditArgs.ts';
import { runUpload } from '../commands/upload.ts';
import { runLedgerList } from '../ledger/runLedger.ts';
import { serviceScheme, startCommandBench, type CommandBench } from '../testing/commandBench.ts';

// Two services of one memory behind one address, as a proxy that balances shows them. They must look like one service.

const rows = 2_500;
let bench: CommandBench;
let url: string;
let services: readonly TestService[];
let balancer: Server;
let turn = 0;
const requests = [0, 0];

beforeAll(async () => {
  bench = await startCommandBench();
  url = await newTestDatabase();
  services = await Promise.all([0, 1].map(() => startTestService({ store: { kind: 'postgres', url } })));
  balancer = createServer((incoming, outgoing) => {
    turn += 1;
    const at = turn % services.length;
    const service = services[at];
    if (service === undefined) return;
    requests[at] = (requests[at] ?? 0) + 1;
    const { host } = new URL(service.address());
    const headers = { ...incoming.headers, host, authorization: `Bearer ${service.fullKey}` };
    const sent = request(
      new URL(incoming.url ?? '/', service.address()),
      { method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    // As a proxy does whose service is gone.
    sent.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => balancer.close(resolve));
  for (const service of services) await service.stop();
  await bench.close();
});

const address = () => `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
const there = () => [
  '--url',
  address(),
  '--scheme',
  serviceScheme,
  '--patience',
  '60',
  '--state',
  bench.file('state'),
];

it('are one memory to an upload during which one restarts, to an audit, and to the root ledger', async () => {
  const keys = Array.from({ length: rows }, (_, row) => `v1.row.${row}`);
  await bench.save('rows.csv', ['name,about', ...keys.map((_, row) => `${row},text ${row}`)].join('\n'));
  await bench.save('keys.txt', keys.join('\n'));

  const uploading = bench.run(runUpload, [
    bench.file('rows.csv'),
    '--key',
    'v1.row.{name}',
    '--value',
    '{about}',
    ...there(),
  ]);
  await expect.poll(() => Math.min(...requests)).toBeGreaterThan(1);
  await services[0]?.restart();
  const uploaded = await uploading;
  expect(uploaded.told).not.toContain('unknown');
  expect(uploaded).toMatchObject({ code: 0 });
  expect(uploaded.shown).toContain('2,500 stored.');

  const database = connect(url, () => undefined);
  const [stored] = await database`SELECT count(*)::int AS leaves, count(DISTINCT key)::int AS keys FROM leaf`;
  await database.end();
  expect(stored).toEqual({ leaves: rows, keys: rows });

  const audited = await bench.run(runAuditArgs, ['--keys', bench.file('keys.txt'), ...there()]);
  expect(audited).toMatchObject({ code: 0 });
  const doubtful = await bench.run(runLedgerList, ['--doubtful', '--state', bench.file('state')]);
  expect(doubtful.code).toBe(0);
  expect(doubtful.shown).not.toMatch(/[0-9a-f]{64}/);
});
