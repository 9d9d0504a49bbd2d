import type { AppLink } from '#shared/domain/appLink.ts';
import { linkScheme, readAppLink } from './readAppLink.ts';

/** The link that the system passed to the app. */
export interface GivenLinks {
  /** Takes the first link among the arguments of a start, if there is one that can be read. */
  readonly takeFrom: (args: readonly string[]) => void;
  readonly give: (text: string) => void;
  /** The latest one; null if there is none, or it was taken. */
  readonly take: () => AppLink | null;
}

export function createGivenLinks(): GivenLinks {
  let latest: AppLink | null = null;
  const give = (text: string): void => {
    latest = readAppLink(text) ?? latest;
  };
  return {
    give,
    takeFrom: (args) => {
      const found = args.find((arg) => arg.startsWith(`${linkScheme}://`));
      if (found !== undefined) give(found);
    },
    take: () => {
      const link = latest;
      latest = null;
      return link;
    },
  };
}
