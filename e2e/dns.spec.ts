import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/app.ts';
import { lookUp, openDemo } from './support/steps.ts';

interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
  readonly events: readonly { readonly type: number; readonly params?: unknown }[];
}

/** Chromium's events for a name that is really looked up: by the system, by its own resolver, or over HTTPS. */
const lookups = ['HOST_RESOLVER_MANAGER_JOB', 'HOST_RESOLVER_SYSTEM_TASK', 'DNS_TRANSACTION'];

/**
 * Chromium's events for connections and for what is sent over them. Not UDP_CONNECT: Chromium connects a UDP socket to see
 * whether this computer has IPv6, which sends nothing.
 */
const sending = ['TCP_CONNECT', 'SOCKET_BYTES_SENT', 'SSL_SOCKET_BYTES_SENT', 'UDP_BYTES_SENT'];

test('the window cannot make the machine look up a name, and sends nothing, while it browses and when a page tries', async ({
  launch,
  placeDemo,
  folder,
}) => {
  await placeDemo();
  const { electron, page } = await launch();
  const file = join(folder, 'net-log.json');
  await electron.evaluate(
    ({ netLog }, path) => netLog.startLogging(path, { captureMode: 'everything' }),
    file,
  );

  // What people do. The main process asks the service, without Chromium.
  await openDemo(page);
  await lookUp(page, 'v1.user.Yusuf.profile');
  await expect(page.getByRole('button', { name: 'Verified' })).toBeVisible();

  // What a page could try.
  await page.evaluate(async () => {
    for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'prerender']) {
      const link = document.createElement('link');
      link.rel = rel;
      link.href = `https://${rel}.leak.example/`;
      document.head.append(link);
    }
    const image = document.createElement('img');
    image.src = 'https://image.leak.example/x.png';
    document.body.append(image);
    await fetch('https://fetch.leak.example/').catch(() => undefined);
    await new Promise((resolve) => {
      const socket = new WebSocket('wss://socket.leak.example/');
      socket.addEventListener('error', resolve);
    });
    const peer = new RTCPeerConnection({
      iceServers: [
        { urls: 'stun:stun.leak.example' },
        { urls: 'turn:turn.leak.example?transport=udp', username: 'u', credential: 'c' },
        { urls: 'turns:turns.leak.example?transport=tcp', username: 'u', credential: 'c' },
      ],
    });
    peer.createDataChannel('out');
    await peer.setLocalDescription(await peer.createOffer());
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (peer.iceGatheringState === 'complete') resolve();
      };
      peer.addEventListener('icegatheringstatechange', look);
      look();
    });
    // A candidate of the other side may name a host, too.
    await peer
      .addIceCandidate({ candidate: 'candidate:1 1 udp 1 host.leak.local 9 typ host', sdpMid: '0' })
      .catch(() => undefined);
  });

  await electron.evaluate(({ netLog }) => netLog.stopLogging());
  const log = JSON.parse(await readFile(file, 'utf8')) as NetLog;
  const types = log.constants.logEventTypes;
  const eventsOf = (name: string): readonly unknown[] =>
    log.events.filter(({ type }) => type === types[name]).map(({ params }) => params);
  // The log did record: names were asked for, and were answered without a lookup.
  expect(eventsOf('HOST_RESOLVER_MANAGER_REQUEST').length).toBeGreaterThan(0);
  expect(lookups.map((name) => types[name])).toEqual(lookups.map(() => expect.any(Number)));
  for (const name of lookups) expect({ name, events: eventsOf(name) }).toEqual({ name, events: [] });

  // No socket of Chromium sent a byte.
  expect(sending.map((name) => types[name])).toEqual(sending.map(() => expect.any(Number)));
  for (const name of sending) expect({ name, events: eventsOf(name) }).toEqual({ name, events: [] });
});
