import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed } from '#shared/domain/result.ts';
import { createJobHandlers } from '../electron/main/ipc/jobHandlers.ts';
import { createLedgerHandlers } from '../electron/main/ipc/ledgerHandlers.ts';
import { auditCalls } from '../engine/audits/auditTasks.ts';
import { keyQuery, selectionOf } from './atoms/keyFilterOptions.ts';
import { runAuditArgs } from './audit/runAuditArgs.ts';
import { runExport } from './commands/export.ts';
import { runGet } from './commands/get.ts';
import { runUpload } from './commands/upload.ts';
import { composeEvidence } from './evidence/composeEvidence.ts';
import { runEvidence } from './evidence/runEvidence.ts';
import { runLedgerExport } from './ledger/runLedger.ts';
import { withSession, type Session, type SessionWorld } from './session/openSession.ts';
import { composeUploads } from './upload/composeUploads.ts';
import { serviceScheme, startCommandBench, type CommandBench } from './testing/commandBench.ts';
import { writeSigningKey } from './testing/signingKey.ts';

// docs/jobs.md pairs what the window does with a command. Here, both work on the same memory, and their files are compared. The
// window's side are its handlers in the main process, without their dialogs.

let bench: CommandBench;
const keys = ['v1.a', 'v1.b', 'v1.c,"quoted"'];

beforeAll(async () => {
  bench = await startCommandBench();
  await bench.service.post('/batch-atoms', { atoms: keys.map((key) => ({ key, value: `=of ${key}` })) });
  await writeSigningKey(bench.file('key.pem'));
  await bench.at(runGet, [...keys, ...signed()], 'state');
});
afterAll(async () => {
  await bench.close();
});

const signed = () => ['--signing-key', bench.file('key.pem')];

/** Works on the same memory as the commands, as the main process of the app does. */
async function inWindow(work: (session: Session, world: SessionWorld) => Promise<void>): Promise<void> {
  const { told } = await bench.run(
    (_args, world) =>
      withSession(
        {
          url: bench.service.address(),
          scheme: serviceScheme,
          state: bench.file('state'),
          'signing-key': bench.file('key.pem'),
        },
        'write',
        world,
        async (session) => {
          await work(session, world);
          return 0;
        },
      ),
    [],
  );
  expect(told).toBe('');
}

/** Without what differs between any two runs: times, how often a root was seen, and IDs of requests. */
function lasting(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME')
    .replaceAll(/\(\d+ times?\)/g, '(N times)')
    .replaceAll(/"(requestId|file|receipt)":"[^"]*"/g, '"$1":"ID"');
}

function handlersOf({ core, jobs, memory, surroundings }: Session, file: string) {
  const unused = (): never => {
    throw new Error('This job needs none.');
  };
  return createJobHandlers({
    ...surroundings,
    jobs,
    memory,
    readings: core.readings,
    connections: core.connections,
    askWhereToSave: async () => file,
    discoveries: { start: unused, restore: unused, forget: unused },
    uploads: { restore: unused },
    imports: {
      read: unused,
      readTable: unused,
      start: unused,
      drop: unused,
      dismiss: unused,
      learnMissing: unused,
      prepared: unused,
      startKeys: unused,
      forget: unused,
    },
  });
}

describe('the file of the window and that of the command are the same:', () => {
  it.each(['json', 'csv'] as const)('an export as %s', async (format) => {
    const [ofWindow, ofCommand] = [bench.file(`window.${format}`), bench.file(`command.${format}`)];
    await inWindow(async (session) => {
      const started = await handlersOf(session, ofWindow).startExport({
        connectionId: session.id,
        selection: selectionOf(keyQuery(session.id, {})),
        content: 'proofs',
        format,
      });
      if (!started.ok || started.value === null) throw new Error('The export did not start.');
      expect((await session.jobEnded(started.value.id))?.state.kind).toBe('done');
    });
    expect((await bench.at(runExport, ['--out', ofCommand, ...signed()], 'state')).code).toBe(0);
    const text = await readFile(ofCommand, 'utf8');
    expect(text).toContain('=of v1.a');
    expect(lasting(text)).toBe(lasting(await readFile(ofWindow, 'utf8')));
  });

  it('the root ledger with its proofs, its head, and the proof of an entry', async () => {
    const ofWindow = new Map<string, string>();
    await inWindow(async ({ core, id }) => {
      const handlers = createLedgerHandlers({
        catalogues: core.catalogues,
        connections: core.connections,
        files: {
          save: async (name, content) => {
            ofWindow.set(name.split('.').at(-1) ?? '', String(content));
            return succeed({ path: name });
          },
        },
        now: Date.now,
        grounds: core.grounds,
        verifying: () => undefined,
      });
      for (const what of [{ kind: 'entries' }, { kind: 'checkpoint' }, { kind: 'proof', entry: 0 }] as const)
        expect((await handlers.exportLedger({ connectionId: id, what })).ok).toBe(true);
    });
    const exported = async (...args: readonly string[]) =>
      (await bench.run(runLedgerExport, [...args, '--state', bench.file('state'), ...signed()])).shown;
    expect(await exported()).toBe(ofWindow.get('jsonl'));
    expect(await exported('--what', 'checkpoint')).toBe(ofWindow.get('checkpoint'));
    expect(await exported('--what', 'proof', '--entry', '0')).toBe(ofWindow.get('tlog-proof'));
  });

  it('the statement of an evidence bundle', async () => {
    const [ofWindow, ofCommand] = [bench.file('window.sigstore.json'), bench.file('command.sigstore.json')];
    await inWindow(async (session, world) => {
      const { exports, close } = composeEvidence(
        session,
        { file: ofWindow, signingKey: session.installationKey },
        world,
      );
      const choice = {
        format: 'bundle',
        values: true,
        rawResponses: false,
        timestampFrom: null,
        withScript: false,
      } as const;
      const started = await exports.saveSelection(session.id, { kind: 'keys', keys }, choice);
      if (!started.ok || started.value === null) throw new Error('The export did not start.');
      expect((await session.jobEnded(started.value.id))?.state.kind).toBe('done');
      await close();
    });
    expect((await bench.at(runEvidence, [...keys, '--out', ofCommand, ...signed()], 'state')).code).toBe(0);
    const reads = async (file: string) => {
      const { dsseEnvelope } = JSON.parse(await readFile(file, 'utf8')) as {
        readonly dsseEnvelope: { readonly payload: string };
      };
      const { predicate, subject, ...statement } = JSON.parse(
        lasting(Buffer.from(dsseEnvelope.payload, 'base64').toString()),
      ) as {
        readonly predicate: Record<string, unknown>;
        readonly subject: readonly { readonly name: string }[];
      };
      // The ledger has grown by the second reading, so its head differs.
      const { ledger: _, ...others } = predicate;
      const lastingSubject = subject.filter(({ name }) => !name.startsWith('checkpoint:'));
      expect(lastingSubject.length).toBe(subject.length - 1);
      return { ...statement, subject: lastingSubject, predicate: others };
    };
    expect(await reads(ofCommand)).toEqual(await reads(ofWindow));
  });

  it('the reports of an audit', async () => {
    await bench.save('keys.txt', keys.slice(0, 2).join('\n'));
    const audit = bench.file('whole.audit.jsonl');
    for (const format of ['html', 'csv', 'json', 'junit'] as const) {
      const report = bench.file(`audit.${format}`);
      const output = format === 'junit' ? '--junit' : '--report';
      const { code } = await bench.run(runAuditArgs, [
        '--keys',
        bench.file('keys.txt'),
        '--url',
        bench.service.address(),
        '--scheme',
        serviceScheme,
        '--out',
        audit,
        output,
        report,
      ]);
      expect(code).toBe(0);
      // The thread of the app that writes reports, on the file of the same audit.
      const ofWindow = await auditCalls.report(audit, format, { name: '', organization: '' });
      expect(await readFile(report, 'utf8')).toBe(ofWindow);
    }
  });

  it('what became of the rows of an upload', async () => {
    await bench.save('rows.csv', 'name,about\nred,first\nblue,second\n');
    const [ofWindow, ofCommand] = [bench.file('window-outcome.csv'), bench.file('command-outcome.csv')];
    const options = ['--key', 'v1.up.{name}', '--value', '{about}', '--dry-run', '--outcome', ofCommand];
    expect((await bench.at(runUpload, [bench.file('rows.csv'), ...options, ...signed()], 'state')).code).toBe(
      0,
    );
    await inWindow(async (session) => {
      const { uploads, close } = composeUploads(session, ofWindow);
      const id = await stagedUpload(uploads, session.id, await readFile(bench.file('rows.csv')));
      for (;;) {
        const upload = await uploads.current(session.id);
        const jobId = upload.ok ? (upload.value?.jobId ?? null) : null;
        if (jobId === null) break;
        if ((await session.jobStopped(jobId))?.state.kind === 'done') break;
      }
      await uploads.compare(id);
      const comparing = await uploads.current(session.id);
      const jobId = comparing.ok ? (comparing.value?.jobId ?? null) : null;
      if (jobId !== null) await session.jobStopped(jobId);
      expect((await uploads.saveReport(id, 'csv')).ok).toBe(true);
      await uploads.discard(id);
      await close();
    });
    expect(lasting(await readFile(ofCommand, 'utf8'))).toBe(lasting(await readFile(ofWindow, 'utf8')));
  });
});

/** What the window does with a file that is dropped on it, and a mapping that is typed. */
async function stagedUpload(
  uploads: ReturnType<typeof composeUploads>['uploads'],
  id: ConnectionId,
  bytes: Uint8Array,
): Promise<string> {
  const begun = await uploads.beginDropped(id, { name: 'rows.csv', bytes: bytes.byteLength });
  if (!begun.ok) throw new Error(begun.error.code);
  const uploadId = begun.value.id;
  await uploads.addDropped(uploadId, bytes);
  const ended = await uploads.endDropped(uploadId);
  if (!ended.ok || ended.value.phase.kind !== 'mapping') throw new Error('The file was refused.');
  const staged = await uploads.stage(uploadId, {
    ...ended.value.phase.sample.suggested,
    key: 'v1.up.{name}',
    value: { kind: 'template', template: '{about}' },
  });
  if (!staged.ok) throw new Error(staged.error.code);
  return uploadId;
}
