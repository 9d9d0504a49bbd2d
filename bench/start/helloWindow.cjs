// A window with one button: the start time without an app. Started by bench/start.mjs.
'use strict';

const { app, BrowserWindow } = require('electron');
const path = require('node:path');

void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    show: false,
    webPreferences: { sandbox: true },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadFile(path.join(__dirname, 'helloPage.html'));
});
app.on('window-all-closed', () => app.quit());
