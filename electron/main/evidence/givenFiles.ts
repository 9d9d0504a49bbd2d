import path from 'node:path';

const ending = '.sigstore.json';

/** The bundle that the system passed to the app: a double click, a drop on its icon, or the command line. */
export interface GivenFiles {
  /** Takes the first bundle among the arguments of a start, if there is one. Returns whether there was. */
  readonly takeFrom: (args: readonly string[], workingFolder: string) => boolean;
  readonly give: (file: string) => void;
  /** The latest one; null if there is none, or it was taken. */
  readonly take: () => string | null;
}

export function createGivenFiles(): GivenFiles {
  let latest: string | null = null;
  return {
    takeFrom: (args, workingFolder) => {
      const found = args.find((arg) => arg.endsWith(ending) && !arg.startsWith('-'));
      if (found === undefined) return false;
      latest = path.resolve(workingFolder, found);
      return true;
    },
    give: (file) => {
      latest = file;
    },
    take: () => {
      const file = latest;
      latest = null;
      return file;
    },
  };
}
