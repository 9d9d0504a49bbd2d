import { discoveryEndWords, isListRefuted } from '#shared/text/discoveryWords.ts';
import type { BatchReading } from '#shared/domain/atom.ts';
import type { Result } from '#shared/domain/result.ts';
import { countOf, listWords, quoteText } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import path from 'node:path';
import { createDiscoveries } from '../../engine/discovery/discoveries.ts';
import { wholeNumber } from '../apiKeyOptions.ts';
import { usualBudget } from '../audit/auditDefinition.ts';
import { UsageError, exitCodes, type Command } from '../command.ts';
import { defineCommand } from '../definition/options.ts';
import { keyNote } from '../definition/sharedOptions.ts';
import { parseOptions } from '../parseOptions.ts';
import { withSession, type SessionWorld } from '../session/openSession.ts';
import { errorText, orUnusable } from '../session/orUnusable.ts';
import { processWorld } from '../session/processWorld.ts';
import { checkOptions, serviceOptions } from '../session/sessionOptions.ts';
import { terminalJson } from '../terminalText.ts';

const definition = defineCommand({
  name: 'discover',
  summary: 'find keys of a service, and remember them',
  args: 'WORDS...',
  usage: ['WORDS... (--connection NAME | --url URL --state DIR) [options]'],
  about: [
    'Recalls WORDS, and then words and predicted keys that the responses contain, until nothing new is found. The keys are known keys from then on: atom-explorer keys lists them, and atom-explorer audit --known audits them.',
  ],
  sections: [
    { title: 'Service', options: serviceOptions },
    { title: 'What must hold', options: checkOptions },
    {
      title: 'Search',
      options: {
        budget: { type: 'string', value: 'N', help: `most requests (default: ${usualBudget})` },
        'no-guesses': {
          type: 'boolean',
          help: 'do not look up keys that would fit the pattern of known ones',
        },
        afresh: { type: 'boolean', help: 'start over instead of continuing a search that was interrupted' },
      },
    },
    {
      title: 'Output',
      options: { json: { type: 'boolean', help: 'print the result as one line of JSON' } },
    },
  ],
  notes: [`Ctrl-C stops; the same command continues. ${keyNote} A read-only key is enough.`],
  examples: [
    {
      does: 'Find keys about what a team knows',
      line: 'atom-explorer discover "what do we know" preferences --connection "Team memory"',
    },
  ],
  exits: {
    0: 'the search ended by itself, and nothing that was read failed its verification',
    1: 'an atom failed its verification or contradicts what was known, or the service lists atoms as deleted that are in the tree',
    2: 'the command line, the folder, or the service cannot be used',
    3: 'the search was interrupted, or reached --budget',
  },
});

export const discoverCommand: Command = {
  definition,
  run: (args, io) => runDiscover(args, processWorld(io)),
};

/** @throws UsageError, UnusableInput */
export async function runDiscover(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values, positionals: words } = parseOptions(definition, args);
  if (words.length === 0) throw new UsageError('discover needs words to start with.');
  if (values.connection === undefined && values.state === undefined)
    throw new UsageError(
      'discover needs --connection, or --state with --url, where the keys are remembered.',
    );
  const budget = Math.max(1, wholeNumber('--budget', values.budget, usualBudget, 1_000_000));
  return withSession(values, 'learn', world, async (session) => {
    const { core, id, jobs, memory, surroundings } = session;
    const failed = createFailures();
    const discoveries = createDiscoveries({
      folder: path.join(surroundings.folder, 'discovery'),
      jobs,
      memory,
      readings: {
        list: core.readings.list,
        recall: async (...call) => failed.of(await core.readings.recall(...call)),
        readMany: async (...call) => failed.of(await core.readings.readMany(...call)),
      },
      listNoter: () => () => undefined,
      connections: core.connections,
      now: surroundings.now,
    });
    const end = world.onInterrupt(() => {
      void jobs.close();
    });
    try {
      const settings = {
        seeds: words,
        budget,
        limit: null,
        pauseMs: 0,
        guesses: values['no-guesses'] !== true,
      };
      await discoveries.restore(id);
      const [earlier] = jobs
        .list(id)
        .flatMap((job) => (job.kind === 'discovery' && job.endedAt === null ? [job] : []));
      if (earlier !== undefined) {
        const { seeds } = earlier.progress.settings;
        if (values.afresh !== true && JSON.stringify(seeds) !== JSON.stringify(words))
          throw new UsageError(
            `The search that was interrupted began with other words: ${seeds.map(quoteText).join(' ')}. Continue it with these, or use --afresh to search for the new ones.`,
          );
        if (values.afresh === true) {
          jobs.cancel(earlier.id);
          await session.jobStopped(earlier.id);
        } else {
          world.note('Continuing the search that was interrupted.');
          jobs.resume(earlier.id);
        }
      }
      const started =
        earlier === undefined || values.afresh === true
          ? orUnusable(await discoveries.start(id, settings, values.afresh === true)).id
          : earlier.id;
      const job = await session.jobEnded(started);
      if (job?.kind !== 'discovery') throw new Error('The search has no job.');
      const { newKeys, requests, end: reason, coverage } = job.progress;
      const isDone = job.state.kind === 'done' && reason !== null && reason.kind !== 'budget';
      if (values.json === true)
        world.print(
          terminalJson({
            state: job.state.kind,
            newKeys,
            requests,
            end: reason,
            coverage,
            failed: failed.keys(),
          }),
        );
      else {
        const why =
          reason === null
            ? 'error' in job.state && job.state.error !== null
              ? errorText(job.state.error)
              : 'Interrupted.'
            : discoveryEndWords(reason, job.progress).words;
        world.print(`${countOf(newKeys, 'new key')} in ${countOf(requests, 'request')}. ${why}`);
      }
      const bad = failed.keys();
      if (bad.length > 0)
        world.complain(
          `${countOf(bad.length, 'atom')} failed ${bad.length === 1 ? 'its' : 'their'} verification, or contradict${bad.length === 1 ? 's' : ''} what was known: ${listWords([...bad.slice(0, mostNamed).map(quoteText), ...(bad.length > mostNamed ? [`${countWords(bad.length - mostNamed)} more`] : [])])}.`,
        );
      if (bad.length > 0 || (reason !== null && isListRefuted(reason))) return exitCodes.bad;
      return isDone ? exitCodes.good : exitCodes.unclear;
    } finally {
      end();
    }
  });
}

/** Keys that are named at most. */
const mostNamed = 5;

/** Collects the keys of atoms that failed, and of those that are said to be gone against a proof. */
function createFailures() {
  const keys = new Set<string>();
  return {
    of: <T extends Pick<BatchReading, 'atoms'> & Partial<Pick<BatchReading, 'denials'>>>(
      answer: Result<T>,
    ): Result<T> => {
      if (!answer.ok) return answer;
      for (const { key, verdict } of answer.value.atoms) if (verdict.status === 'red') keys.add(key);
      for (const { key, denial } of answer.value.denials ?? [])
        if (denial.kind === 'contradiction') keys.add(key);
      return answer;
    },
    keys: (): readonly string[] => [...keys],
  };
}
