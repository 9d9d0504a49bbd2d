import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/app.ts';

interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
  readonly events: readonly { readonly type: number; readonly params?: unknown }[];
}

/** Chromium's events for a name that is really looked up: by the system, by its own resolver, or over HTTPS. */
const lookups = ['HOST_RESOLVER_MANAGER_JOB', 'HOST_RESOLVER_SYSTEM_TASK', 'DNS_TRANSACTION'];

test('the window cannot make the machine look up a name', async ({ launch, folder }) => {
  const { electron, page } = await launch();
  await expect(page.getByRole('button', { name: 'Explore the demo memory' })).toBeVisible();
  const file = join(folder, 'net-log.json');
  await electron.evaluate(
    ({ netLog }, path) => netLog.startLogging(path, { captureMode: 'everything' }),
    file,
  );

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
});
