import type { Row } from './measure.ts';

export interface Target {
  readonly what: string;
  /** null: for information only, without a target. */
  readonly wanted: number | null;
  readonly got: number;
}

/** Prints a table, followed by the same as one line of JSON; only that line for `asJson`. */
export function report({
  title,
  rows,
  targets,
  asJson,
}: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly targets: readonly Target[];
  readonly asJson: boolean;
}): void {
  const json = JSON.stringify({ title, rows, targets });
  if (asJson) {
    process.stdout.write(`${json}\n`);
    return;
  }
  const wide = Math.max(...rows.map(({ tree, what }) => tree.length + what.length)) + 4;
  const table = rows.map(
    ({ tree, what, rate }) =>
      `  ${`${tree}: ${what}`.padEnd(wide)}${rate.toLocaleString('en-GB').padStart(12)}`,
  );
  const goals = targets.map(({ what, wanted, got }) => {
    if (wanted === null) return `          ${what}: ${got}x`;
    return `  ${got >= wanted ? 'met   ' : 'missed'}  ${what}: ${got}x (target ${wanted}x)`;
  });
  process.stdout.write([title, ...table, '', 'Ratios:', ...goals, '', json, ''].join('\n'));
}
