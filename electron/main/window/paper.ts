import { randomUUID } from 'node:crypto';
import { BrowserWindow, session, type Session } from 'electron';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import { appOrigin, appScheme } from './appOrigin.ts';
import { guardSession } from './sessionGuards.ts';

/** Reports on paper. */
export interface Paper {
  readonly toPdf: (html: string) => Promise<Result<Uint8Array>>;
  /** Opens the system's dialog. Succeeds also if the user cancels it. */
  readonly print: (html: string) => Promise<Result<null>>;
}

/**
 * Renders pages of ours in hidden windows with a session of their own: without scripts, files, or a network, like the window of
 * the app, because the pages contain text of others. Electron keeps each session until the app ends, so all pages share one.
 */
export function createPaper(log: (message: string, error: unknown) => void): Paper {
  /** Address → page, while it is shown. */
  const pages = new Map<string, string>();
  const guarded = async (): Promise<Session> => {
    const own = session.fromPartition('reports');
    await guardSession(own, null);
    own.protocol.handle(appScheme, ({ url }) => {
      const html = pages.get(url);
      return html === undefined
        ? new Response(null, { status: 404 })
        : new Response(html, {
            headers: {
              'Content-Type': 'text/html; charset=utf-8',
              'Content-Security-Policy': pagePolicy,
              'Cache-Control': 'no-store',
            },
          });
    });
    return own;
  };
  let ownSession: Promise<Session> | null = null;

  const withPage = async <T>(html: string, work: (page: BrowserWindow) => Promise<T>): Promise<T> => {
    ownSession ??= guarded().catch((error: unknown) => {
      ownSession = null;
      throw error;
    });
    const own = await ownSession;
    const address = `${appOrigin}/report/${randomUUID()}`;
    pages.set(address, html);
    const page = new BrowserWindow({
      show: false,
      webPreferences: {
        session: own,
        javascript: false,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
      },
    });
    try {
      await page.loadURL(address);
      return await work(page);
    } finally {
      page.destroy();
      pages.delete(address);
    }
  };
  return {
    toPdf: async (html) => {
      try {
        return await withPage(html, async ({ webContents }) =>
          succeed(
            await webContents.printToPDF({
              pageSize: 'A4',
              displayHeaderFooter: true,
              headerTemplate: '<span></span>',
              footerTemplate,
              // The page has margins of its own.
              preferCSSPageSize: true,
            }),
          ),
        );
      } catch (error) {
        log('A report could not be turned into a PDF.', error);
        return noPdf;
      }
    },
    print: async (html) => {
      try {
        return await withPage(
          html,
          ({ webContents }) =>
            new Promise<Result<null>>((resolve) => {
              webContents.print({ silent: false }, (isDone, reason) => {
                resolve(isDone || isCanceled(reason) ? succeed(null) : noPrinter(reason));
              });
            }),
        );
      } catch (error) {
        log('A report could not be printed.', error);
        return noPrinter('');
      }
    },
  };
}

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'";

const footerTemplate =
  '<div style="width: 100%; font-size: 8px; padding: 0 15mm; text-align: right;"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';

function isCanceled(reason: string): boolean {
  return /cancel/i.test(reason);
}

const noPdf = refuseInput(
  'format',
  'The report could not be turned into a PDF. Save it as an HTML report, and print that with a browser.',
);

function noPrinter(reason: string): Result<never> {
  const why = reason === '' ? '' : ` The system says: “${reason}”.`;
  return refuseInput(
    'format',
    `The report could not be printed.${why} Save it as a PDF or an HTML report instead.`,
  );
}
