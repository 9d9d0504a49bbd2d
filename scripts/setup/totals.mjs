/**
 * The result of one test step.
 *
 * @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} Total
 */

/**
 * A check that passes or fails as a whole.
 *
 * @param {number} exitCode
 * @returns {Total}
 */
export function totalOfCheck(exitCode) {
  return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * @param {unknown} report what vitest's JSON reporter wrote; undefined if it wrote nothing
 * @param {number} exitCode
 * @returns {Total}
 */
export function totalOfVitest(report, exitCode) {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  } = /** @type {VitestReport} */ (report ?? {});
  // A file that could not be loaded has failed although none of its tests has.
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length;
  return withCrash(
    {
      passed: numPassedTests,
      failed: numFailedTests + brokenFiles,
      skipped: numPendingTests + numTodoTests,
    },
    exitCode,
  );
}

/**
 * @param {unknown} report what Playwright's JSON reporter wrote; undefined if it wrote nothing
 * @param {number} exitCode
 * @returns {Total}
 */
export function totalOfPlaywright(report, exitCode) {
  const { stats, errors = [] } = /** @type {PlaywrightReport} */ (report ?? {});
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {};
  return withCrash({ passed: expected, failed: unexpected + flaky + errors.length, skipped }, exitCode);
}

/**
 * A runner that failed although no test did, or that ran nothing, counts as one failure.
 *
 * @param {Total} total
 * @param {number} exitCode
 * @returns {Total}
 */
function withCrash(total, exitCode) {
  const crashed = total.failed === 0 && (exitCode !== 0 || total.passed === 0);
  return crashed ? { ...total, failed: 1 } : total;
}

/**
 * @param {readonly Total[]} totals
 * @returns {Total}
 */
export function addTotals(totals) {
  return totals.reduce(
    (sum, total) => ({
      passed: sum.passed + total.passed,
      failed: sum.failed + total.failed,
      skipped: sum.skipped + total.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/**
 * @typedef {object} VitestReport
 * @property {number} [numPassedTests]
 * @property {number} [numFailedTests]
 * @property {number} [numPendingTests]
 * @property {number} [numTodoTests]
 * @property {readonly { status: string, assertionResults: readonly { status: string }[] }[]} [testResults]
 *
 * @typedef {object} PlaywrightReport
 * @property {{ expected?: number, unexpected?: number, flaky?: number, skipped?: number }} [stats]
 * @property {readonly unknown[]} [errors]
 */
