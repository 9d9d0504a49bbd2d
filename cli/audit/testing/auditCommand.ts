import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtPrograms } from '../../../engine/testing/builtPrograms.ts';
import { startTestService, type TestService } from '../../../service/testing/startTestService.ts';
import { readAuditOptions } from '../auditOptions.ts';
import { runAuditCommand } from '../runAudit.ts';

export interface AuditRun {
  readonly code: number;
  /** Standard output. */
  readonly shown: string;
  /** Standard error. */
  readonly told: string;
}

/** A service with some keys, and the command that audits it in this process, with a state folder. */
export interface AuditCommandHere {
  readonly service: TestService;
  readonly keys: readonly string[];
  readonly file: (name: string) => string;
  /** Audits all keys with `--state`. */
  readonly audit: (...args: readonly string[]) => Promise<AuditRun>;
  readonly remove: () => Promise<void>;
}

export async function auditCommandHere(): Promise<AuditCommandHere> {
  const programs = await builtPrograms();
  const folder = await mkdtemp(path.join(tmpdir(), 'audit-state-'));
  const service = await startTestService({ faults: true });
  const keys = Array.from({ length: 24 }, (_, at) => `v1.area${String(at % 3)}.thing${String(at)}`);
  await service.post('/batch-atoms', { atoms: keys.map((key) => ({ key, value: `value of ${key}` })) });
  const file = (name: string): string => path.join(folder, name);
  await writeFile(file('keys.txt'), keys.join('\n'));
  return {
    service,
    keys,
    file,
    audit: async (...args) => {
      const shown: string[] = [];
      const told: string[] = [];
      const address = args.includes('--url') ? [] : ['--url', service.address()];
      const all = [...address, '--patience', '1', '--state', file('state'), ...args];
      const code = await runAuditCommand(
        readAuditOptions(args.includes('--known') ? all : [...all, '--keys', file('keys.txt')]),
        service.readKey,
        {
          print: (line) => shown.push(line),
          complain: (line) => told.push(line),
          note: (line) => told.push(line),
          progress: () => undefined,
          write: () => undefined,
          readStdin: async () => new Uint8Array(),
          programs,
          env: {},
          onInterrupt: () => () => undefined,
        },
      );
      return { code, shown: shown.join('\n'), told: told.join('\n') };
    },
    remove: async () => {
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
}
