import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageLists } from './setup/bundledPackages.mjs';
import { outFolder } from './setup/outFolder.mjs';
import { readJson, root } from './setup/repository.mjs';
import { runScript, say, SetupError } from './setup/say.mjs';
import { noticesText, productionFolders } from './setup/thirdPartyNotices.mjs';

/** Runs at the end of every build: writes the notices of all third-party code in the app. */
await runScript(async () => {
  const bundled = readdirSync(packageLists).flatMap(
    (file) => /** @type {string[]} */ (readJson(join(packageLists, file))),
  );
  if (bundled.length === 0)
    throw new SetupError('The build output lists no packages, so the notices would be empty.');
  const file = join(root, outFolder, 'third-party-notices.txt');
  writeFileSync(file, noticesText(root, [...bundled, ...productionFolders(root)]));
  say(`Third-party notices: ${file}`);
  return 0;
});
