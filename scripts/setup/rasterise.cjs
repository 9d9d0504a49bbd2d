// electron rasterise.cjs SVG PNG SIZE: draws a picture with Chromium.
'use strict';

const { app, BrowserWindow } = require('electron');
const { readFileSync, writeFileSync } = require('node:fs');

const [svgFile = '', pngFile = '', size = ''] = process.argv.slice(-3);

async function draw() {
  const window = new BrowserWindow({ show: false });
  await window.loadURL('data:text/html,');
  const picture = `data:image/svg+xml;base64,${readFileSync(svgFile, 'base64')}`;
  /** @type {string} */
  const drawn = await window.webContents.executeJavaScript(`(async () => {
    const image = new Image(${size}, ${size});
    image.src = ${JSON.stringify(picture)};
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = ${size};
    canvas.getContext('2d').drawImage(image, 0, 0, ${size}, ${size});
    return canvas.toDataURL('image/png');
  })()`);
  writeFileSync(pngFile, Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64'));
}

app
  .whenReady()
  .then(draw)
  .then(
    () => app.exit(0),
    (/** @type {unknown} */ error) => {
      console.error(error);
      app.exit(1);
    },
  );
