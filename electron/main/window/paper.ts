import { randomUUID } from 'node:crypto';
import { BrowserWindow, session } from 'electron';
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
 * Renders a page of ours in a hidden window of its own session: without scripts, files, or a network, like the window of the
 * app, because the page contains text of others.
 */
export function createPaper(log: (message: string, error: unknown) => void): Paper {
  const withPage = async <T>(html: string, work: (page: BrowserWindow) => Promise<T>): Promise<T> => {
    const own = session.fromPartition(randomUUID());
    await guardSession(own, null);
    own.protocol.handle(
      appScheme,
      () =>
        new Response(html, {
          headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': pagePolicy },
        }),
    );
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
      await page.loadURL(`${appOrigin}/report`);
      return await work(page);
    } finally {
      page.destroy();
      own.protocol.unhandle(appScheme);
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
