// Installed as resources/app in the npm-hosted Electron, whose binary would otherwise run its own app.
// Handles arguments like the official `electron` command: `electron [-r MODULE]... APP [ARGUMENT]...`.
'use strict';

const { app } = require('electron');
const { readFileSync, statSync } = require('node:fs');
const path = require('node:path');

/** @type {string | undefined} */
let target;
const args = process.argv.slice(1);
for (let index = 0; index < args.length && target === undefined; index += 1) {
  const argument = args[index] ?? '';
  if (argument === '-r' || argument === '--require') {
    index += 1;
    require(path.resolve(args[index] ?? ''));
  } else if (!argument.startsWith('-')) {
    target = path.resolve(argument);
  }
}

if (target === undefined) throw new Error('Usage: electron APP [ARGUMENT]...');
if (statSync(target).isDirectory()) {
  /** @type {{ name: string, productName?: string, version: string, main: string }} */
  const description = JSON.parse(readFileSync(path.join(target, 'package.json'), 'utf8'));
  app.setName(description.productName ?? description.name);
  app.setVersion(description.version);
  app.setAppPath(target);
  // Synchronously, because after an awaited import `ready` fires before the app registers its schemes.
  require(path.join(target, description.main));
} else {
  require(target);
}
