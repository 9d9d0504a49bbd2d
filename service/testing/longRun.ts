/** `npm run test:long` repeats what is random far more often than every run of the tests can. */
export const isLongRun = process.env['ATOM_EXPLORER_LONG_TESTS'] === '1';

/** How often a random test runs: enough to find what fails often, or in the long run, far more. */
export const runs = (usual: number): number => (isLongRun ? 25 * usual : usual);

/** What a test repeats: every other case, so that each part of a case is tried, or in the long run, all of them. */
export const everyOther = <T>(cases: readonly T[]): readonly T[] =>
  isLongRun ? cases : cases.filter((_, at) => at % 4 === 0 || at % 4 === 3);
