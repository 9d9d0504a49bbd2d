/** Without the colon. Registered with the system when the app is installed. */
export const linkScheme = 'atom-explorer';

/** The link that the system passed to the app, as text. */
export interface GivenLinks {
  /** Takes the first link among the arguments of a start, if there is one. */
  readonly takeFrom: (args: readonly string[]) => void;
  readonly give: (link: string) => void;
  /** The latest one; null if there is none, or it was taken. */
  readonly take: () => string | null;
}

export function createGivenLinks(): GivenLinks {
  let latest: string | null = null;
  return {
    give: (link) => {
      latest = link;
    },
    takeFrom: (args) => {
      latest = args.find((arg) => arg.startsWith(`${linkScheme}://`)) ?? latest;
    },
    take: () => {
      const link = latest;
      latest = null;
      return link;
    },
  };
}
