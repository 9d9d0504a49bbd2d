export const usage = `npm start -- [options] [arguments for the app]

  --smoke        open the demo memory, verify one atom, save a screenshot; exits with 0 or 1
  --app PATH     run this packaged app instead of the sources
  --official     try to download the official Electron again, even if that failed recently
  --help         show this help
  --             pass everything after this to the app
`;

/**
 * @typedef {object} StartArguments
 * @property {boolean} smoke
 * @property {boolean} official
 * @property {boolean} help
 * @property {string | undefined} app
 * @property {readonly string[]} forApp all other arguments, such as --user-data-dir=FOLDER
 */

/**
 * @param {readonly string[]} args
 * @returns {StartArguments}
 */
export function parseStartArguments(args) {
  const separator = args.indexOf('--');
  const ours = separator === -1 ? args : args.slice(0, separator);
  /** @type {string[]} */
  const forApp = [];
  /** @type {string | undefined} */
  let app;
  for (let index = 0; index < ours.length; index += 1) {
    const argument = ours[index] ?? '';
    if (argument === '--app') {
      index += 1;
      app = ours[index];
    } else if (argument.startsWith('--app=')) {
      app = argument.slice('--app='.length);
    } else if (!['--smoke', '--official', '--help'].includes(argument)) {
      forApp.push(argument);
    }
  }
  return {
    smoke: ours.includes('--smoke'),
    official: ours.includes('--official'),
    help: ours.includes('--help'),
    app,
    forApp: separator === -1 ? forApp : [...forApp, ...args.slice(separator + 1)],
  };
}
