import type { Vitals } from './soakCalls.ts';

type Measured = readonly (Vitals & { readonly age: number })[];

export interface SoakFigures {
  readonly minutes: number;
  readonly seed: number;
  readonly kills: { readonly app: number; readonly service: number; readonly keychain: number };
  readonly faults: ReadonlyMap<string, number>;
  readonly counts: ReadonlyMap<string, number>;
  readonly acknowledged: number;
  readonly keys: number;
  readonly vitals: Measured;
  readonly logged: readonly string[];
  readonly violations: readonly string[];
}

/** Growth of the heap from the second to the last third that is still flat: noise between two collections. */
const heapNoise = { share: 0.1, bytes: 8 * 1024 * 1024 };
const handleNoise = 25;
/** Fewer measurements say nothing. */
const leastMeasurements = 12;

function thirds(vitals: Measured): { readonly middle: Measured; readonly last: Measured } {
  const third = Math.floor(vitals.length / 3);
  return { middle: vitals.slice(third, 2 * third), last: vitals.slice(2 * third) };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Whether heap and handles grew while nothing was killed. The first third warms up. */
export function vitalsComplaints(vitals: Measured): readonly string[] {
  if (vitals.length < leastMeasurements) return [];
  const { middle, last } = thirds(vitals);
  const heap = (some: Measured): number => median(some.map((one) => one.heap));
  const handles = (some: Measured): number => median(some.map((one) => one.handles));
  const complaints: string[] = [];
  const allowed = heap(middle) * (1 + heapNoise.share) + heapNoise.bytes;
  if (heap(last) > allowed) complaints.push(`The heap grew from ${mib(heap(middle))} to ${mib(heap(last))}.`);
  if (handles(last) > handles(middle) + handleNoise)
    complaints.push(`Handles grew from ${String(handles(middle))} to ${String(handles(last))}.`);
  return complaints;
}

/** The figures in Markdown. */
export function soakReport(figures: SoakFigures): string {
  const { middle, last } = thirds(figures.vitals);
  const listed = (map: ReadonlyMap<string, number>): string =>
    [...map]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, count]) => `- ${name}: ${String(count)}`)
      .join('\n');
  const between = (take: (one: Vitals) => number, show: (value: number) => string): string =>
    `${show(median(middle.map(take)))} → ${show(median(last.map(take)))}`;
  const messages = new Map<string, number>();
  for (const line of figures.logged) {
    const first = line.split('\n')[0]?.slice(0, 200) ?? '';
    messages.set(first, (messages.get(first) ?? 0) + 1);
  }
  return `# Soak: ${String(figures.minutes)} minutes, seed ${String(figures.seed)}

- Violations: ${String(figures.violations.length)}
- Writes acknowledged: ${String(figures.acknowledged)}, of ${String(figures.keys)} keys
- Kills: app ${String(figures.kills.app)}, service ${String(figures.kills.service)}; keychain locked ${String(figures.kills.keychain)} times
- The last process, second third → last third (${String(figures.vitals.length)} measurements in ${String(Math.round((figures.vitals.at(-1)?.age ?? 0) / 1_000))} s): heap ${between(({ heap }) => heap, mib)}, resident ${between(({ rss }) => rss, mib)}, handles ${between(({ handles }) => handles, String)}

## Faults

${listed(figures.faults)}

## Calls and verdicts

${listed(figures.counts)}

## Logged by the app

${listed(messages)}

## Violations

${figures.violations.length === 0 ? 'None.' : figures.violations.map((one) => `- ${one}`).join('\n')}`;
}

function mib(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
