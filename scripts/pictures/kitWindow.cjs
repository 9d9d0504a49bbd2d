// Shows the page that it is given. Started by kit.mjs.
'use strict';

const { app, BrowserWindow } = require('electron');

void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 720,
    height: 400,
    useContentSize: true,
    webPreferences: { sandbox: true },
  });
  void window.loadFile(String(process.env['KIT_PAGE']));
});
app.on('window-all-closed', () => app.quit());
