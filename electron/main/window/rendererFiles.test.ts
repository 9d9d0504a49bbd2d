import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRendererFileHandler } from './rendererFiles.ts';

let folder: string;
let serve: (request: Request) => Promise<Response>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'renderer-files-'));
  const root = path.join(folder, 'renderer');
  await mkdir(path.join(root, 'assets'), { recursive: true });
  await writeFile(path.join(root, 'index.html'), '<!doctype html><html><head><title>x</title></head></html>');
  await writeFile(path.join(root, 'bare.html'), '<!doctype html><p>x');
  await writeFile(path.join(root, 'assets', 'index.js'), 'export {}');
  await writeFile(path.join(root, 'assets', 'a b.css'), 'p {}');
  await writeFile(path.join(root, 'notes.secret'), 'x');
  await writeFile(path.join(folder, 'outside.js'), 'outside');
  await mkdir(path.join(folder, 'renderer-other'));
  await writeFile(path.join(folder, 'renderer-other', 'other.js'), 'outside');
  await symlink(path.join(folder, 'outside.js'), path.join(root, 'link.js'));
  serve = createRendererFileHandler(root, true);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** A request whose URL is not normalized, as a hostile one might be. */
const ask = (pathname: string, method = 'GET'): Promise<Response> =>
  serve({ url: `app://atom-explorer${pathname}`, method } as Request);

describe('createRendererFileHandler', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/index.html?x=1#y', 'text/html; charset=utf-8'],
    ['/assets/index.js', 'text/javascript; charset=utf-8'],
    ['/assets/a%20b.css', 'text/css; charset=utf-8'],
  ])('serves %s', async (pathname, type) => {
    const response = await ask(pathname);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe(type);
  });

  it.each([
    '/../outside.js',
    '/%2e%2e/outside.js',
    '/..%2foutside.js',
    '/assets/..%2f..%2foutside.js',
    '/../renderer-other/other.js',
    '/link.js',
    '/notes.secret',
    '/assets',
    '/missing.js',
    '/%00',
    '/index.html%00.js',
    '/%ff',
    '//etc/passwd',
    '/..\\outside.js',
  ])('does not serve %s', async (pathname) => {
    expect((await ask(pathname)).status).toBe(404);
  });

  it('serves no other origin and no other method', async () => {
    for (const url of [
      'app://other/index.html',
      'app://atom-explorer.evil/index.html',
      'app://atom-explorer',
    ]) {
      expect((await serve({ url, method: 'GET' } as Request)).status).toBe(404);
    }
    expect((await ask('/', 'POST')).status).toBe(405);
  });

  it.each(['/index.html', '/bare.html'])(
    'gives %s a new nonce at each load, the same as in its policy',
    async (page) => {
      const nonces = await Promise.all(
        [1, 2].map(async () => {
          const response = await ask(page);
          const nonce = /<meta name="csp-nonce" content="([^"]+)">/.exec(await response.text())?.[1];
          expect(response.headers.get('Content-Security-Policy')).toContain(
            `style-src 'self' 'nonce-${String(nonce)}'`,
          );
          return nonce;
        }),
      );
      expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{24}$/);
      expect(nonces[0]).not.toBe(nonces[1]);
    },
  );

  it('allows no network access in either direction', async () => {
    const policy = (await ask('/')).headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).toMatch(/connect-src 'none'/);
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });

  it('leaves out what loads the frame where there is none at first', async () => {
    const html =
      '<head><link rel="stylesheet" href="a.css">\n<link rel="modulepreload" href="f.js" data-frame></head>';
    await writeFile(path.join(folder, 'renderer', 'framed.html'), html);
    const pageOf = async (beginsFramed: boolean) => {
      const handler = createRendererFileHandler(path.join(folder, 'renderer'), beginsFramed);
      const answer = await handler({ url: 'app://atom-explorer/framed.html', method: 'GET' } as Request);
      return answer.text();
    };
    expect(await pageOf(true)).toContain('href="f.js"');
    expect(await pageOf(false)).not.toContain('f.js');
    expect(await pageOf(false)).toContain('<link rel="stylesheet" href="a.css"></head>');
  });
});
