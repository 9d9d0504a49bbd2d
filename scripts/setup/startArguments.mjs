export const usage = `npm start -- [options] [arguments for the app]

  --smoke        open the demo memory, verify one atom, save a picture, exit 0 or 1
  --app PATH     run this packaged app instead of the sources
  --official     ask for the official Electron again, even if its site was out of reach lately
  --help         this text
  --             everything after it goes to the app
`;

/**
 * @typedef {object} StartArguments
 * @property {boolean} smoke
 * @property {boolean} official
 * @property {boolean} help
 * @property {string | undefined} app
 * @property {readonly string[]} forApp what is not ours, such as --user-data-dir=FOLDER
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
