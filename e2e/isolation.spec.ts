import { createSocket } from 'node:dgram';
import { expect, test } from './support/app.ts';
import { startTrap } from './support/service.ts';

/** Electron has this method and leaves it out of its types. */
interface WithPreferences {
  getLastWebPreferences(): {
    readonly contextIsolation: boolean;
    readonly sandbox: boolean;
    readonly nodeIntegration: boolean;
    readonly webSecurity: boolean;
  };
}

test('nothing in the window reaches the network, by any of the ways a page has', async ({ launchDemo }) => {
  const trap = await startTrap();
  const { page } = await launchDemo();
  const attempts = await page.evaluate(async (port) => {
    const http = `http://127.0.0.1:${port}`;
    const settled = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'went through',
        () => 'refused',
      );
    const element = (make: () => HTMLElement & { src?: string }, src: string): Promise<string> =>
      new Promise((resolve) => {
        const made = make();
        made.addEventListener('load', () => resolve('went through'));
        made.addEventListener('error', () => resolve('refused'));
        made.src = src;
        document.body.append(made);
      });
    const socket = (): Promise<string> =>
      new Promise((resolve) => {
        try {
          const opened = new WebSocket(`ws://127.0.0.1:${port}/socket`);
          opened.addEventListener('open', () => resolve('went through'));
          opened.addEventListener('error', () => resolve('refused'));
        } catch {
          resolve('refused');
        }
      });
    const events = (): Promise<string> =>
      new Promise((resolve) => {
        const source = new EventSource(`${http}/events`);
        source.addEventListener('open', () => resolve('went through'));
        source.addEventListener('error', () => resolve('refused'));
      });
    const style = (): Promise<string> =>
      new Promise((resolve) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.addEventListener('load', () => resolve('went through'));
        link.addEventListener('error', () => resolve('refused'));
        link.href = `${http}/style.css`;
        document.head.append(link);
      });
    navigator.sendBeacon(`${http}/beacon`, 'x');
    const turn = { urls: `turn:127.0.0.1:${port}?transport=tcp`, username: 'u', credential: 'c' };
    const peer = new RTCPeerConnection({ iceServers: [turn, { urls: `stun:127.0.0.1:${port}` }] });
    peer.createDataChannel('out');
    await peer.setLocalDescription(await peer.createOffer());
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (peer.iceGatheringState === 'complete') resolve();
      };
      peer.addEventListener('icegatheringstatechange', look);
      look();
    });
    return {
      fetch: await settled(fetch(`${http}/fetch`)),
      noCors: await settled(fetch(`${http}/no-cors`, { mode: 'no-cors' })),
      image: await element(() => document.createElement('img'), `${http}/image.png`),
      script: await element(() => document.createElement('script'), `${http}/script.js`),
      socket: await socket(),
      events: await events(),
      style: await style(),
    };
  }, trap.port);

  expect(attempts).toEqual({
    fetch: 'refused',
    noCors: 'refused',
    image: 'refused',
    script: 'refused',
    socket: 'refused',
    events: 'refused',
    style: 'refused',
  });
  expect(trap.hits).toEqual([]);

  // The trap works: the same address answers whoever may use the network.
  await fetch(`http://127.0.0.1:${trap.port}/from-the-test`);
  expect(trap.hits).toContain('GET /from-the-test');
  const sender = createSocket('udp4');
  sender.send('from the test', trap.port, '127.0.0.1');
  await expect.poll(() => trap.hits.some((hit) => hit.startsWith('datagram'))).toBe(true);
  sender.close();
  trap.stop();
});

test('the window cannot be led away, opens no other, is sandboxed, has nothing of Node and no permissions, and no other window is answered', async ({
  launch,
}) => {
  const trap = await startTrap();
  const { electron, page } = await launch();
  await expect(page.getByRole('button', { name: 'Explore the demo memory' })).toBeVisible();
  // From the main process: the test's own view of the page would wait for a navigation that never comes.
  const after = await electron.evaluate(async ({ BrowserWindow }, port) => {
    const inWindow = (code: string): Promise<unknown> =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code, true) ??
      Promise.reject(new Error());
    const home: unknown = await inWindow('location.href');
    await inWindow(`(() => {
      window.open('http://127.0.0.1:${port}/popup');
      const link = document.createElement('a');
      link.href = 'http://127.0.0.1:${port}/link';
      document.body.append(link);
      link.click();
      location.href = 'http://127.0.0.1:${port}/location';
    })()`);
    // Navigations begin in a later task of the window; the next answer from it comes after that.
    await inWindow('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    return {
      home,
      here: await inWindow('location.href'),
      heading: await inWindow('document.querySelector("h1").textContent'),
      windows: BrowserWindow.getAllWindows().length,
    };
  }, trap.port);
  expect(after.here).toBe(after.home);
  expect(after.heading).toBe('Atom Explorer');
  expect(after.windows).toBe(1);
  expect(trap.hits).toEqual([]);
  trap.stop();

  const preferences = await electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('there is no window');
    const contents: unknown = window.webContents;
    return (contents as WithPreferences).getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
  });
  const found = await page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
    offered: Object.keys(window.atomExplorer).sort(),
    runsInlineScript: ((): boolean => {
      const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.ran = "yes"';
      document.head.append(script);
      return document.documentElement.dataset['ran'] !== undefined;
    })(),
  }));
  expect(found.node).toEqual([]);
  expect(found.runsInlineScript).toBe(false);
  expect(found.offered).not.toContain('invoke');
  expect(found.offered.every((name) => /^[a-z][A-Za-z]+$/.test(name))).toBe(true);

  const answers = await page.evaluate(async () => ({
    notifications: await Notification.requestPermission(),
    camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'granted',
      (error: Error) => error.name,
    ),
  }));
  expect(answers.notifications).toBe('denied');
  expect(answers.camera).not.toBe('granted');

  const malformed = await page.evaluate(() =>
    window.atomExplorer.readAtom({ connectionId: 'x', requestId: '1', key: 7 as unknown as string }),
  );
  expect(malformed).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'key' } });

  // Another window with the same preload and even the same page: what counts is who asks, not what it shows.
  const stranger = await electron.evaluate(async ({ app, BrowserWindow }) => {
    const preload = `${app.getAppPath()}/out/preload/index.js`;
    const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
    await other.loadURL('app://atom-explorer/index.html');
    const said: unknown = await other.webContents.executeJavaScript(
      `window.atomExplorer.listConnections().then(JSON.stringify, (error) => 'rejected: ' + error.message)`,
    );
    other.destroy();
    return String(said);
  });
  expect(stranger).toMatch(/^rejected/);
});
