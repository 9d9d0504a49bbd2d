import index from '../../../docs/README.md?raw';
import { readHelpIndex } from './helpIndex.ts';

const folder = '../../../docs/';

/** The text of every page of `docs/`, by its name without `.md`: `audit`, `decisions/0042-audits`. */
export const helpPages: ReadonlyMap<string, string> = byName(
  import.meta.glob<string>(['../../../docs/**/*.md', '!../../../docs/README.md'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
  '.md',
);

/** The address of every picture that pages show, by its path in `docs/`. */
export const helpPictures: ReadonlyMap<string, string> = byName(
  import.meta.glob<string>('../../../docs/pictures/*.png', { eager: true, query: '?url', import: 'default' }),
);

/** What the list of pages offers: the pages for users, in the order of the index. */
export const helpSections = readHelpIndex(index).filter(({ title }) => title !== 'For contributors');

function byName(files: Readonly<Record<string, string>>, ending = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(files).map(([path, content]) => [
      path.slice(folder.length, path.length - ending.length),
      content,
    ]),
  );
}
