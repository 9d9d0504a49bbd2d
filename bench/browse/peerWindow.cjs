// A window with only the peer in it. Started by bench/browse.mjs.
'use strict';

const { app, BrowserWindow } = require('electron');
const path = require('node:path');

void app.whenReady().then(async () => {
  const window = new BrowserWindow({ width: 1440, height: 900, webPreferences: { sandbox: true } });
  await window.loadFile(path.join(__dirname, 'peerPage.html'));
});
app.on('window-all-closed', () => app.quit());
