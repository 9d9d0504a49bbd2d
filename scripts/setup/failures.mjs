import { stripVTControlCharacters } from 'node:util';

const longestMessage = 300;

/**
 * The failed tests, and files that could not be loaded. The end of a run repeats them, because the log of a run may be cut.
 *
 * @param {unknown} report what vitest's JSON reporter wrote; undefined if it wrote nothing
 * @returns {readonly string[]} one line for each failure: file › test: first line of the message
 */
export function failuresOfVitest(report) {
  const { testResults = [] } = /** @type {VitestReport} */ (report ?? {});
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((assertion) => assertion.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [failureLine([name], message)] : [];
    return failed.map(({ fullName, failureMessages }) => failureLine([name, fullName], failureMessages?.[0]));
  });
}

/**
 * The failed window tests, and what failed outside of a test.
 *
 * @param {unknown} report what Playwright's JSON reporter wrote; undefined if it wrote nothing
 * @returns {readonly string[]} as of {@link failuresOfVitest}
 */
export function failuresOfPlaywright(report) {
  const { suites = [], errors = [] } = /** @type {PlaywrightReport} */ (report ?? {});
  return [
    ...suites.flatMap(failuresOfSuite),
    ...errors.map(({ message }) => failureLine(['outside of a test'], message)),
  ];
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {readonly string[]}
 */
function failuresOfSuite({ file, specs = [], suites = [] }) {
  // A test that runs several times is one spec, whose own result may be that of the first time.
  const failed = specs.filter(({ tests }) =>
    tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
  );
  return [
    ...failed.map(({ title, tests }) => {
      const message = tests.flatMap(({ results }) => results).find(({ error }) => error?.message)
        ?.error?.message;
      return failureLine([file, title], message);
    }),
    ...suites.flatMap(failuresOfSuite),
  ];
}

/**
 * @param {readonly (string | undefined)[]} place
 * @param {string | undefined} message
 */
function failureLine(place, message) {
  const firstLine = stripVTControlCharacters(message ?? '').split('\n', 1)[0] ?? '';
  const where = place.filter((part) => part !== undefined).join(' › ');
  return firstLine === '' ? where : `${where}: ${firstLine.slice(0, longestMessage)}`;
}

/**
 * @typedef {object} VitestReport
 * @property {readonly VitestFile[]} [testResults]
 *
 * @typedef {object} VitestFile
 * @property {string} [name]
 * @property {string} status
 * @property {string} [message]
 * @property {readonly { status: string, fullName?: string, failureMessages?: readonly string[] }[]} assertionResults
 *
 * @typedef {object} PlaywrightReport
 * @property {readonly PlaywrightSuite[]} [suites]
 * @property {readonly { message?: string }[]} [errors]
 *
 * @typedef {object} PlaywrightSuite
 * @property {string} [file]
 * @property {readonly PlaywrightSpec[]} [specs]
 * @property {readonly PlaywrightSuite[]} [suites]
 *
 * @typedef {object} PlaywrightSpec
 * @property {string} title
 * @property {readonly { status: string, results: readonly { error?: { message?: string } }[] }[]} tests
 */
