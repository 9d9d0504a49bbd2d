import type { HelpPlace } from '../../state/helpView.ts';

/** Where a link of a page leads: to a page, to an address outside of the app, or to a file that Help does not have. */
export type HelpTarget =
  | ({ readonly kind: 'page' } & HelpPlace)
  | { readonly kind: 'web'; readonly address: string }
  | { readonly kind: 'file' };

/**
 * @param from the page with the link, such as `decisions/0042-audits`
 * @param target as it is written: `audit.md#lists-of-keys`, `#schedules`, `../glossary.md`
 * @param hasPage whether Help has a page of this name
 */
export function readHelpTarget(from: string, target: string, hasPage: (page: string) => boolean): HelpTarget {
  if (/^https?:/.test(target)) return { kind: 'web', address: target };
  const [path = '', anchor = null] = target.split('#');
  const page = path === '' ? from : pathFrom(from, path.replace(/\.md$/, ''));
  return hasPage(page) ? { kind: 'page', page, anchor } : { kind: 'file' };
}

/** The path of a file that a page refers to, from `docs/`. */
export function pathFrom(page: string, path: string): string {
  const parts = page.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The anchor of a heading, as links in the pages name it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
