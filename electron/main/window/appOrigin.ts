/** Scheme of the window's own pages, served only from the app's files. */
export const appScheme = 'app';

/**
 * The origin of the window's pages. It is stable, so that what the window saves (theme, panes) survives
 * updates.
 */
export const appOrigin = `${appScheme}://atom-explorer`;

/**
 * Whether a URL is one of the window's own pages. Compared as text up to the slash after the origin, because
 * WHATWG URL gives the origin of a non-special scheme as "null".
 */
export function isOwnPage(url: string, devServerOrigin: string | null): boolean {
  if (url.startsWith(`${appOrigin}/`)) return true;
  return devServerOrigin !== null && url.startsWith(`${devServerOrigin}/`);
}

/**
 * Whether a message to the main process comes from the page itself: not from a frame inside of it, not from a page elsewhere, and
 * not from a frame that is gone.
 */
export function isOwnMainFrame(
  frame: { readonly url: string; readonly parent: unknown } | null,
  devServerOrigin: string | null,
): boolean {
  return frame !== null && frame.parent === null && isOwnPage(frame.url, devServerOrigin);
}

/**
 * Whether the window may load a URL: only its own pages, and in development those of the dev server with its
 * live-reload socket and the developer tools. `data:` and `blob:` carry their content and use no network.
 */
export function isAllowedRequest(url: string, devServerOrigin: string | null): boolean {
  if (url.startsWith('data:') || url.startsWith('blob:')) return true;
  if (isOwnPage(url, devServerOrigin)) return true;
  if (devServerOrigin === null) return false;
  return url.startsWith(`${devServerOrigin.replace(/^http/, 'ws')}/`) || url.startsWith('devtools://');
}
