import path from 'node:path';
import { linkScheme } from '#shared/appLink/atomLink.ts';

const bundleEnding = '.sigstore.json';

/** A file or link that the system passed to the app: a click, a drop on its icon, or the command line. */
export interface Given {
  /** Takes the first one among the arguments of a start, if there is one. */
  readonly takeFrom: (args: readonly string[], workingFolder: string) => void;
  readonly give: (given: string) => void;
  /** The latest one; null if there is none, or it was taken. */
  readonly take: () => string | null;
}

/** Bundles of evidence, by their paths. */
export function createGivenFiles(): Given {
  return createGiven((args, workingFolder) => {
    const found = args.find((arg) => arg.endsWith(bundleEnding) && !arg.startsWith('-'));
    return found === undefined ? null : path.resolve(workingFolder, found);
  });
}

/** Links into the app, as text. */
export function createGivenLinks(): Given {
  return createGiven((args) => args.find((arg) => arg.startsWith(`${linkScheme}://`)) ?? null);
}

function createGiven(find: (args: readonly string[], workingFolder: string) => string | null): Given {
  let latest: string | null = null;
  return {
    takeFrom: (args, workingFolder) => {
      latest = find(args, workingFolder) ?? latest;
    },
    give: (given) => {
      latest = given;
    },
    take: () => {
      const given = latest;
      latest = null;
      return given;
    },
  };
}
