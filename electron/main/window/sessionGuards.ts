import type { Session, WebContents } from 'electron';
import { isAllowedRequest, isOwnPage } from './appOrigin.ts';
import { devServerPolicy } from './contentSecurityPolicy.ts';

/** Port 1 of this computer, where nothing listens. */
const deadProxy = 'http://127.0.0.1:1';

/**
 * Chromium's rules for host names: none is ever resolved. Prefetch hints and WebRTC resolve names in spite of
 * the content security policy, the request filter, and the proxy, and a name can leak data. The main process
 * resolves the names of services itself, with Node.
 */
export function resolverRules(devServerOrigin: string | null): string {
  const exceptions = devServerOrigin === null ? [] : [`EXCLUDE ${new URL(devServerOrigin).hostname}`];
  return ['MAP * ~NOTFOUND', ...exceptions].join(', ');
}

/**
 * Isolates the window's session from the network and the computer: requests other than for its own pages are
 * canceled, permissions are refused, and downloads are stopped. A second barrier besides the content security
 * policy.
 */
export async function guardSession(session: Session, devServerOrigin: string | null): Promise<void> {
  // WebRTC ignores the content security policy and the request filter, and over TCP it could reach any host.
  // It does respect the proxy, so the window's session gets one that cannot exist, for loopback addresses
  // too.
  await session.setProxy({
    mode: 'fixed_servers',
    proxyRules: deadProxy,
    proxyBypassRules: [
      '<-loopback>',
      ...(devServerOrigin === null ? [] : [new URL(devServerOrigin).host]),
    ].join(';'),
  });
  session.webRequest.onBeforeRequest((details, decide) => {
    decide({ cancel: !isAllowedRequest(details.url, devServerOrigin) });
  });
  session.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => {
    event.preventDefault();
  });
  session.setSpellCheckerEnabled(false);

  if (devServerOrigin !== null) {
    session.webRequest.onHeadersReceived((details, decide) => {
      decide({
        responseHeaders: {
          ...details.responseHeaders,
          'Content-Security-Policy': [devServerPolicy(devServerOrigin)],
        },
      });
    });
  }
}

/** Keeps a page where it is: no new windows, no navigation away from the window's own pages, no webviews. */
export function guardContents(contents: WebContents, devServerOrigin: string | null): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url, devServerOrigin)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!isOwnPage(event.url, devServerOrigin)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    event.preventDefault();
  });
}
