import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as wholeText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ExportContent, ExportFormat, Job } from '#shared/domain/job.ts';
import { succeed } from '#shared/domain/result.ts';
import type { WriteReceipt } from '#shared/domain/writeReceipt.ts';
import { answerAsCsv, answerAsJson } from '#shared/recall/exportRuns.ts';
import { serviceToExport } from '#shared/text/exportedAtom.ts';
import { writeExport } from '#shared/text/writeExport.ts';
import { applyMapping, type MappedRow } from '#shared/upload/applyMapping.ts';
import type { Catalogues } from '../engine/known/catalogues.ts';
import { cataloguesHere } from '../engine/known/testing/catalogueHere.ts';
import { createHttpClient } from '../engine/client/httpClient.ts';
import { createCatalogueMemory } from '../engine/discovery/catalogueMemory.ts';
import { startExport } from '../engine/reading/runs/exportRun.ts';
import { type Readings } from '../engine/reading/readings.ts';
import { startTestService, type TestService } from '../service/testing/startTestService.ts';
import { readSample } from '../engine/uploads/source/readSample.ts';
import { readRecords } from '../engine/uploads/source/readRecords.ts';
import { fileOf } from '../engine/uploads/source/testing.ts';
import { runCli } from './runCli.ts';
import {
  testConnection,
  testGateway,
  testProfile,
  testReadings,
} from '../engine/reading/testing/testReadings.ts';
import { specifiedPin } from '#shared/merkle/testing/sampleTree.ts';
import { testJobs } from '../engine/jobs/testing/testJobs.ts';

/** The rules of the embedded service. */
const rules = [
  '--scheme',
  'hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root,digest=prefix-00,preimage=json:key,value,version',
];

// Files that the app exports, made by the real job with the real service, and read by the command line and by
// Upload.
const id = 'one' as ConnectionId;
const atoms = [
  { key: 'v1.plain', value: 'grey' },
  { key: '=1+1', value: '=HYPERLINK("x")' },
  { key: "'@quoted", value: "'=guarded" },
  { key: 'v1.lines', value: 'one,\r\n"two"\n\tthree ' },
  { key: 'v1.json', value: '{"n": 12345678901234567890}' },
  { key: 'v1.plus;', value: '+1;-2' },
];
const keys = [...atoms.map(({ key }) => key), 'v1.not.there'];

let service: TestService;
let folder: string;
let catalogues: Catalogues;
const here = { profile: testProfile('') };
let readings: Readings;
let rootHash: string;
const http = createHttpClient();

beforeEach(async () => {
  service = await startTestService();
  await service.post('/batch-atoms', { atoms });
  folder = await mkdtemp(path.join(tmpdir(), 'exported-'));
  catalogues = cataloguesHere(path.join(folder, 'catalogue'));
  here.profile = testProfile(service.address(), { name: 'Team memory', scheme: specifiedPin });
  readings = testReadings({
    gateway: testGateway(http),
    connections: { ...testConnection(here, () => service.fullKey), saveScheme: async () => undefined },
    catalogues,
  });
  const read = await readings.read(id, 'v1.plain', { requestId: 'r', signal: null });
  const proof = z.object({ rootHash: z.string() }).parse(read.ok ? read.value.proof : null);
  rootHash = proof.rootHash;
});
afterEach(async () => {
  await catalogues.close();
  await service.stop();
  await rm(folder, { recursive: true });
});

async function exportAtoms(content: ExportContent, format: ExportFormat) {
  const file = path.join(folder, `atoms.${format}`);
  const job = await new Promise<Job>((resolve) => {
    const jobs = testJobs({
      announce: (each) => {
        if (each.endedAt !== null) resolve(each);
      },
      now: () => 0,
    });
    void startExport(
      {
        jobs,
        memory: createCatalogueMemory(catalogues),
        readings,
        connections: { profile: () => succeed(here.profile) },
        askWhereToSave: async () => file,
        newId: () => 'part',
        now: () => 0,
      },
      id,
      { kind: 'keys', keys },
      content,
      format,
    );
  });
  return { job, file, text: await readFile(file, 'utf8') };
}

const report = z.object({
  verdicts: z.array(
    z.object({
      key: z.string().nullable(),
      status: z.string(),
      problems: z.array(z.string()),
      checks: z.record(z.string(), z.object({ status: z.string() })),
    }),
  ),
});

async function verify(file: string, ...args: readonly string[]) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await runCli(['verify', file, '--json', ...args], {
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
    readStdin: async () => new Uint8Array(),
  });
  expect(complaints).toEqual([]);
  return { code, verdicts: report.parse(JSON.parse(printed.join(''))).verdicts };
}

describe('an export of atoms', () => {
  it('in JSON names service, rules, root, and verdicts, and the command line verifies it', async () => {
    const { job, file, text } = await exportAtoms('proofs', 'json');
    expect(job).toMatchObject({ state: { kind: 'done' }, progress: { total: 7, done: 7, notRead: 1 } });
    expect(JSON.parse(text)).toMatchObject({
      format: 'atom-explorer-atoms',
      connection: 'Team memory',
      service: service.address(),
      scheme: { origin: 'specified' },
      atoms: [
        {
          key: 'v1.plain',
          value: 'grey',
          version: 1,
          verdict: 'verified',
          rootHash,
          checks: { path: { status: 'pass', code: 'root-reached' }, root: { code: 'root.seen' } },
        },
        ...atoms.slice(1),
        { key: 'v1.not.there', outcome: 'missing' },
      ],
    });
    expect(text).not.toContain(service.fullKey);
    const { code, verdicts } = await verify(file, '--root', rootHash, ...rules);
    expect(code).toBe(3);
    expect(verdicts.map(({ status }) => status)).toEqual([...atoms.map(() => 'green'), 'amber']);
    expect(verdicts.at(-1)?.problems).toEqual(['atoms[6] was not found when it was exported']);
    // The rules that the file names are a statement of the file.
    expect((await verify(file, '--root', rootHash)).verdicts.map(({ status }) => status)).toEqual(
      keys.map(() => 'amber'),
    );
    expect((await verify(file)).verdicts.map(({ status }) => status)).toEqual(keys.map(() => 'amber'));
  });

  it('in CSV is verified by the command line, to the last character', async () => {
    const { job, file } = await exportAtoms('proofs', 'csv');
    expect(job).toMatchObject({ state: { kind: 'done' }, progress: { done: 7, notRead: 1 } });
    const { code, verdicts } = await verify(file, '--root', rootHash, ...rules);
    expect(code).toBe(0);
    expect(verdicts.map(({ key }) => key)).toEqual(atoms.map(({ key }) => key));
  });

  it.each(['csv', 'json'] as const)('in %s gives Upload the very keys and values', async (format) => {
    const { text } = await exportAtoms('proofs', format);
    const source = fileOf(`atoms.${format}`, text);
    const sample = await readSample(source, null);
    if (!sample.ok) throw new Error(`refused: ${sample.refusal.kind}`);
    const { choice, columns, suggested } = sample.sample;
    expect(suggested).toMatchObject({ key: '{key}', value: { kind: 'template', template: '{value}' } });
    const mapping = applyMapping(suggested, columns);
    if (!mapping.ok) throw new Error('The suggested mapping does not fit.');
    const rows: MappedRow[] = [];
    const reading = readRecords(source, choice, columns);
    for (let next = await reading.next(); next.done !== true; next = await reading.next())
      for (const record of next.value.records)
        if (record.kind === 'cells') rows.push(mapping.row(record.cells, record.place));
    expect(rows.slice(0, atoms.length)).toMatchObject(atoms);
    // For the missing key, CSV has no line, and JSON no value that could be stored by mistake.
    expect(rows.slice(atoms.length).map(({ problems }) => problems)).toEqual(
      format === 'csv' ? [] : [['no-value']],
    );
  });

  it.each(['csv', 'json'] as const)('of what is known, in %s, is read and proves nothing', async (format) => {
    const { job, file, text } = await exportAtoms('known', format);
    expect(job).toMatchObject({ state: { kind: 'done' }, progress: { notRead: 0 } });
    expect(text).toContain(rootHash);
    expect(text).toContain(service.address());
    expect(text).not.toContain('grey');
    const { code, verdicts } = await verify(file, '--root', rootHash);
    expect(code).toBe(3);
    expect(verdicts).toMatchObject([{ key: 'v1.plain', status: 'amber' }]);
  });

  it('contains a verdict that failed, with the reason, and the command line fails it too', async () => {
    await service.stop();
    service = await startTestService({ faults: true });
    await service.post('/batch-atoms', { atoms });
    here.profile = { ...here.profile, baseUrl: service.address() };
    await service.post('/admin/faults', { tamper: 'value' });
    const { file, text } = await exportAtoms('proofs', 'json');
    expect(text).toContain('"verdict":"failed"');
    expect(text).toContain('"code":"content-differs"');
    expect(
      (await verify(file, '--scheme', 'hash=sha-256,digest=prefix-00,preimage=json:key,value,version')).code,
    ).toBe(1);
  });
});

describe('an export of a recall', () => {
  it.each(['csv', 'json'] as const)('in %s is verified by the command line', async (format) => {
    const answer = await readings.recall(id, 'plain lines json', 3, { requestId: 'r', signal: null });
    if (!answer.ok) throw new Error(answer.error.message);
    const from = serviceToExport(here.profile);
    const file = path.join(folder, `recall.${format}`);
    const text =
      format === 'csv' ? answerAsCsv(answer.value, from) : answerAsJson('grey', 3, answer.value, from);
    await writeFile(file, text);
    const { code, verdicts } = await verify(file, '--root', rootHash, ...rules);
    expect(verdicts.length).toBeGreaterThan(0);
    expect(code).toBe(0);
  });
});

describe('an export of the write log', () => {
  it.each(['csv', 'json'] as const)(
    'in %s is read by the command line, which checks its proofs',
    async (format) => {
      const read = await readings.read(id, 'v1.plain', { requestId: 'r', signal: null });
      if (!read.ok) throw new Error(read.error.message);
      const { key, version, hash, proof } = read.value;
      const receipt: WriteReceipt = {
        id: 'w',
        connectionId: id,
        startedAt: 0,
        endedAt: 1,
        kind: 'store',
        outcome: 'stored',
        title: key,
        atomCount: 1,
        rootBefore: null,
        rootAfter: rootHash,
        readBack: null,
        otherWrites: { before: false, after: false },
        errorCode: null,
        atoms: [
          {
            key,
            bytes: 4,
            sha256: 'ab',
            before: 'absent',
            versionBefore: null,
            version,
            hash,
            createdAt: null,
            missing: false,
            readBack: { version, holdsValue: true, verdict: 'green', proof },
          },
        ],
        counts: null,
        runs: [],
        source: null,
        previous: null,
        sentTo: null,
      };
      const text = writeExport(format, 0, service.address());
      const file = path.join(folder, `receipts.${format}`);
      await writeFile(file, text.begin + (await wholeText(text.receipt(receipt, true))) + text.end);
      const scheme = 'hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root';
      const { code, verdicts } = await verify(file, '--root', rootHash, '--scheme', scheme);
      // It contains no value, so the content is not checked.
      expect(code).toBe(3);
      expect(verdicts).toMatchObject([
        { key, status: 'amber', checks: { path: { status: 'pass' }, coherent: { status: 'pass' } } },
      ]);
      expect((await verify(file, '--root', 'ab'.repeat(32), '--scheme', scheme)).code).toBe(1);
    },
  );
});
