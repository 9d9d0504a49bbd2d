import type { BatchReading } from '#shared/domain/atom.ts';
import { countOf } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { allSelected } from '../../engine/known/jobMemory.ts';
import { startExport } from '../../engine/reading/runs/exportRun.ts';
import { wholeNumber } from '../apiKeyOptions.ts';
import { atomJson, exitCodeOf, type AtomResult } from '../atoms/atomResult.ts';
import { keyFilterOptions, keyQuery, selectionOf } from '../atoms/keyFilterOptions.ts';
import { readKeys, whileAsking } from '../atoms/readKeys.ts';
import { refuseReplacing } from '../audit/outputFiles.ts';
import { UsageError, exitCodes, type Command } from '../command.ts';
import { defineCommand } from '../definition/options.ts';
import { keyNote } from '../definition/sharedOptions.ts';
import { parseOptions, type ValuesOf } from '../parseOptions.ts';
import { longestPatience, usualPatience } from '../patience.ts';
import { withSession, type Session, type SessionWorld } from '../session/openSession.ts';
import { errorText } from '../session/orUnusable.ts';
import { processWorld } from '../session/processWorld.ts';
import { checkOptions, serviceOptions } from '../session/sessionOptions.ts';
import { terminalJson } from '../terminalText.ts';

const definition = defineCommand({
  name: 'export',
  summary: 'read known atoms, verify them, and write them to a file with their proofs',
  args: '',
  usage: ['(--connection NAME | --url URL --state DIR) [options]'],
  about: [
    'Reads the known keys that match from the service. Without --out, each atom is printed as one line of JSON as soon as it was read. atom-explorer verify checks exported files.',
  ],
  sections: [
    { title: 'Service', options: serviceOptions },
    { title: 'What must hold', options: checkOptions },
    { title: 'Which keys', options: keyFilterOptions },
    {
      title: 'Output',
      options: {
        out: {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'write to FILE (.csv or .json), which appears only once it is complete',
        },
        known: {
          type: 'boolean',
          help: 'with --out: write what is known of the keys, without values, and send nothing',
        },
      },
    },
  ],
  notes: [`${keyNote} A read-only key is enough.`],
  examples: [
    {
      does: 'Export everything below a key',
      line: 'atom-explorer export --prefix v1.team --out team.json --connection "Team memory"',
    },
    {
      does: 'Pass all values to another program',
      line: 'atom-explorer export --connection "Team memory" | jq -r \'.value\'',
    },
  ],
  exits: {
    0: 'every atom was read and verified, or written as it is known with --known',
    1: 'at least one atom failed its verification, or contradicts what was known',
    2: 'the command line, the file, the folder, or the service cannot be used',
    3: 'nothing failed, but no key matches, or some atoms were not found, could not be read, or could not be fully checked',
  },
});

export const exportCommand: Command = { definition, run: (args, io) => runExport(args, processWorld(io)) };

type Values = ValuesOf<typeof definition>;

/** @throws UsageError, UnusableInput */
export async function runExport(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values } = parseOptions(definition, args);
  if (values.connection === undefined && values.state === undefined)
    throw new UsageError('export needs --connection, or --state with --url, where the keys are known.');
  const format = formatOf(values);
  if (values.out !== undefined)
    await refuseReplacing([{ option: '--out', file: values.out, kind: 'report' }], []);
  return withSession(values, 'learn', world, (session) =>
    values.out === undefined || format === null
      ? printAtoms(session, values, world)
      : writeFile(session, { ...values, out: values.out, format }, world),
  );
}

/** @throws UsageError */
function formatOf({ out, known }: Values): 'csv' | 'json' | null {
  if (out === undefined) {
    if (known === true)
      throw new UsageError('--known needs --out. To list known keys, use atom-explorer keys.');
    return null;
  }
  if (/\.csv$/i.test(out)) return 'csv';
  if (/\.json$/i.test(out)) return 'json';
  throw new UsageError('--out must end in .csv or .json.');
}

async function printAtoms(session: Session, values: Values, world: SessionWorld): Promise<number> {
  const keys = await allSelected(session.memory, session.id, selectionOf(keyQuery(session.id, values)));
  const seconds = wholeNumber('--patience', values.patience, usualPatience, longestPatience);
  return whileAsking(world, seconds, async (asking) => {
    let code: number | null = null;
    let failed = 0;
    for await (const result of readKeys(session, keys, asking)) {
      world.print(terminalJson(atomJson(result)));
      if (result.kind === 'failed') failed += 1;
      code = worst(code, result);
    }
    if (failed > 0 && failed === keys.length) return exitCodes.unusable;
    if (code === null) world.complain(nothingMatches);
    return code ?? exitCodes.unclear;
  });
}

/** Atoms that could not be read are open, unless none could. */
function worst(before: number | null, result: AtomResult): number {
  const code = exitCodeOf([result]);
  const now = code === exitCodes.unusable ? exitCodes.unclear : code;
  if (before === exitCodes.bad || now === exitCodes.bad) return exitCodes.bad;
  return Math.max(before ?? exitCodes.good, now);
}

async function writeFile(
  session: Session,
  { out, format, ...values }: Values & { readonly out: string; readonly format: 'csv' | 'json' },
  world: SessionWorld,
): Promise<number> {
  const { core, id, jobs, memory, surroundings } = session;
  const seen = createTally();
  const end = world.onInterrupt(() => {
    void jobs.close();
  });
  try {
    const started = await startExport(
      {
        ...surroundings,
        jobs,
        memory,
        readings: {
          readMany: async (...call) => {
            const answer = await core.readings.readMany(...call);
            if (answer.ok) seen.add(call[1], answer.value);
            return answer;
          },
        },
        connections: core.connections,
        askWhereToSave: async () => out,
      },
      id,
      selectionOf(keyQuery(id, values)),
      values.known === true ? 'known' : 'proofs',
      format,
    );
    if (started === null) throw new Error('A file was given.');
    const job = await session.jobEnded(started.id);
    if (job?.kind !== 'export') throw new Error('The export has no job.');
    const { state, progress } = job;
    if (state.kind !== 'done') {
      const why = 'error' in state && state.error !== null ? errorText(state.error) : 'Interrupted.';
      world.complain(`${why} ${visibleLine(out)} was not written.`);
      return seen.isAnyBad() ? exitCodes.bad : exitCodes.unusable;
    }
    const { done, notRead } = progress;
    const left = notRead === 0 ? '' : ` ${notRead} of them could not be read.`;
    world.note(`${countOf(done, 'key')} written to ${visibleLine(out)}.${left}`);
    if (seen.isAnyBad()) return exitCodes.bad;
    if (values.known === true) return exitCodes.good;
    if (done === 0) world.complain(nothingMatches);
    return done > 0 && notRead === 0 && seen.verified() === done ? exitCodes.good : exitCodes.unclear;
  } finally {
    end();
  }
}

const nothingMatches = 'No known key matches. Nothing was verified.';

/**
 * Counts by the keys that were asked for. Atoms cannot be counted: a service that returns one twice, or one that nobody asked for,
 * would make up for one that it leaves out.
 */
function createTally() {
  const verified = new Set<string>();
  let isBad = false;
  return {
    add: (keys: readonly string[], { atoms, denials }: Pick<BatchReading, 'atoms' | 'denials'>): void => {
      const areGreen = new Map<string, boolean>();
      for (const { key, verdict } of atoms) {
        areGreen.set(key, verdict.status === 'green' && areGreen.get(key) !== false);
        isBad ||= verdict.status === 'red';
      }
      isBad ||= denials.some(({ denial }) => denial.kind === 'contradiction');
      for (const key of keys)
        if (areGreen.get(key) === true) verified.add(key);
        else verified.delete(key);
    },
    verified: (): number => verified.size,
    isAnyBad: (): boolean => isBad,
  };
}
