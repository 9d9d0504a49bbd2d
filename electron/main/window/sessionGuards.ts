import type { Session, WebContents } from 'electron';
import { isAllowedRequest, isOwnPage } from './appOrigin.ts';
import { devServerPolicy } from './contentSecurityPolicy.ts';

/** Port 1 of this machine, where nothing listens. */
const deadProxy = 'http://127.0.0.1:1';

/**
 * Chromium's rules for host names: none is ever looked up. Prefetch hints and WebRTC look names up past the content
 * security policy, the request filter and the proxy, and a name can carry what a page wants to tell. The main process
 * resolves the names of services itself, with Node.
 */
export function resolverRules(devServerOrigin: string | null): string {
  const exceptions = devServerOrigin === null ? [] : [`EXCLUDE ${new URL(devServerOrigin).hostname}`];
  return ['MAP * ~NOTFOUND', ...exceptions].join(', ');
}

/**
 * Shuts the window's session off from the network and from the machine: requests other than for its own
 * pages are cancelled, permissions refused, downloads stopped. The second wall beside the content security policy.
 */
export async function guardSession(session: Session, devServerOrigin: string | null): Promise<void> {
  // WebRTC passes the content security policy and the request filter by; over TCP it would reach any host. It
  // does respect the proxy, so the window's session gets one that cannot exist, for loopback addresses too.
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

/** Keeps a page where it is: no new windows, no navigation away from the window's own pages, no guests. */
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
