import { randomBytes } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { shippedPolicy } from './contentSecurityPolicy.ts';
import { appOrigin } from './appOrigin.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * Serves the built window from `root`. Responds to GET only, for files inside `root` only, whatever the path
 * looks like. Every response has the content security policy, and the page has its nonce, which the component
 * library reads from `<meta name="csp-nonce">`. `beginsFramed`: whether the page also loads the frame from its beginning.
 */
export function createRendererFileHandler(
  root: string,
  beginsFramed: boolean,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET') return refusal(405);
    const file = await fileInside(root, request.url);
    if (file === null) return refusal(404);
    const contentType = contentTypes[path.extname(file).toLowerCase()];
    if (contentType === undefined) return refusal(404);
    const content = await readFile(file);

    const nonce = randomBytes(18).toString('base64');
    const body = contentType.startsWith('text/html')
      ? withNonce(withFrame(content.toString('utf8'), beginsFramed), nonce)
      : content;
    return new Response(body, {
      headers: {
        'Content-Type': contentType,
        'Content-Security-Policy': shippedPolicy(nonce),
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-cache',
      },
    });
  };
}

/** The existing file for a URL; null for anything outside `root`, whether by `..`, encoding, or link. */
async function fileInside(root: string, url: string): Promise<string | null> {
  if (!url.startsWith(`${appOrigin}/`)) return null;
  const encodedPath = url.slice(appOrigin.length).replace(/[?#].*$/s, '');
  try {
    const pathname = decodeURIComponent(encodedPath);
    if (pathname.includes('\0')) return null;
    const realRoot = await realpath(root);
    const file = await realpath(path.join(realRoot, pathname === '/' ? 'index.html' : pathname));
    const inside = path.relative(realRoot, file);
    return inside === '' || inside.startsWith('..') || path.isAbsolute(inside) ? null : file;
  } catch {
    return null;
  }
}

/** The build marks what loads the frame (`framePreload.mjs`). */
function withFrame(html: string, beginsFramed: boolean): string {
  return beginsFramed ? html : html.replace(/\s*<link\b[^>]*\bdata-frame\b[^>]*>/g, '');
}

function withNonce(html: string, nonce: string): string {
  const meta = `<meta name="csp-nonce" content="${nonce}">`;
  // First in the head, so that it exists when the first script runs.
  return /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => head + meta)
    : html.replace(/^(\s*<!doctype[^>]*>)?/i, (doctype) => doctype + meta);
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: { 'Content-Security-Policy': "default-src 'none'" } });
}
