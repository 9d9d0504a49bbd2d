import { chmod, rm, writeFile } from 'node:fs/promises';
import { Counter, Gauge, Registry, type OpenMetricsContentType } from 'prom-client';
import { putInPlace, refuseToReplace } from '../../engine/storage/putInPlace.ts';
import { cannotWrite } from './outputFiles.ts';
import { onlyRoot, roundVerdicts, verdictOf, type Round } from './round.ts';

export interface RoundFigures {
  readonly last: Round;
  /** The last one that read all of its keys; null: this process has made none. */
  readonly completed: Round | null;
  readonly rounds: number;
  /** With an exit code other than 0. */
  readonly failedRounds: number;
  readonly failedNotices: number;
  /** Epoch milliseconds; null: there is none. */
  readonly next: number | null;
}

/** In the text format of OpenMetrics. What is not known is left out. */
async function metricsText(figures: RoundFigures): Promise<string> {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  const gauge = (name: string, help: string, value: number): void =>
    new Gauge({ name: `atom_audit_${name}`, help, registers }).set(value);
  const labeled = (
    name: string,
    help: string,
    label: string,
    values: Readonly<Record<string, number>>,
  ): void => {
    const one = new Gauge({ name: `atom_audit_${name}`, help, labelNames: [label], registers });
    for (const [each, value] of Object.entries(values)) one.set({ [label]: each }, value);
  };
  const counter = (name: string, help: string, value: number): void =>
    new Counter({ name: `atom_audit_${name}`, help, registers }).inc(value);
  const { last, completed, next } = figures;

  gauge('round_timestamp_seconds', 'When the last round ended.', last.endedAt / 1_000);
  gauge('round_duration_seconds', 'How long the last round took.', (last.endedAt - last.startedAt) / 1_000);
  gauge('round_exit_code', 'Exit code of the last round; only 0 is good.', last.code);
  labeled(
    'round_verdict',
    'Verdict of the last round: 1 for one of the labels.',
    'verdict',
    verdictsOf(last),
  );
  if (completed !== null) {
    gauge('completed_timestamp_seconds', 'When the last complete audit ended.', completed.endedAt / 1_000);
    labeled(
      'completed_verdict',
      'Verdict of the last complete audit, at its time: 1 for one of the labels.',
      'verdict',
      verdictsOf(completed),
    );
    const outcomes = completed.report?.counts.outcomes ?? {};
    labeled('completed_keys', 'Keys of the last complete audit, by outcome.', 'outcome', outcomes);
    const treeSize = onlyRoot(completed)?.treeSize ?? null;
    if (treeSize !== null)
      gauge('completed_tree_size', 'Leaves of the tree in the last complete audit.', Number(treeSize));
  }
  counter('rounds', 'Rounds since the command was started.', figures.rounds);
  counter('rounds_failed', 'Rounds with an exit code other than 0.', figures.failedRounds);
  counter('notices_failed', 'Notices that could not be delivered.', figures.failedNotices);
  if (next !== null) gauge('next_round_timestamp_seconds', 'When the next round starts.', next / 1_000);
  return registry.metrics();
}

function verdictsOf(round: Round): Readonly<Record<string, number>> {
  const verdict = verdictOf(round);
  return Object.fromEntries(roundVerdicts.map((each) => [each, each === verdict ? 1 : 0]));
}

/** Another program reads the file, under another account, at any time. @throws UnusableInput */
export async function writeMetrics(file: string, figures: RoundFigures): Promise<void> {
  // Collectors read only names that end in .prom.
  const temporary = `${file}.new`;
  try {
    await refuseToReplace(file);
    await writeFile(temporary, await metricsText(figures));
    await chmod(temporary, 0o644);
    await putInPlace(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw cannotWrite(file, error);
  }
}
