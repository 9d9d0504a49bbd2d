/** Scheme of the window's own pages, served from the app's files and from nowhere else. */
export const appScheme = 'app';

/** Where the window's pages live: a stable origin, so that what it remembers (theme, panes) survives updates. */
export const appOrigin = `${appScheme}://atom-explorer`;

/**
 * Whether a URL belongs to the window's own pages. Compared as text up to the slash that ends the origin:
 * WHATWG URL gives the origin of a non-special scheme as "null".
 */
export function isOwnPage(url: string, devServerOrigin: string | null): boolean {
  if (url.startsWith(`${appOrigin}/`)) return true;
  return devServerOrigin !== null && url.startsWith(`${devServerOrigin}/`);
}

/**
 * Whether the window may load a URL. Only its own pages, in development those of the dev server with its
 * live-reload socket and the developer tools; `data:` and `blob:` carry their content and reach no network.
 */
export function isAllowedRequest(url: string, devServerOrigin: string | null): boolean {
  if (url.startsWith('data:') || url.startsWith('blob:')) return true;
  if (isOwnPage(url, devServerOrigin)) return true;
  if (devServerOrigin === null) return false;
  return url.startsWith(`${devServerOrigin.replace(/^http/, 'ws')}/`) || url.startsWith('devtools://');
}
