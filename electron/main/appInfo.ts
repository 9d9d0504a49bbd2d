import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AppInfo } from '#shared/ipc/appTypes.ts';
import { z } from 'zod';

/**
 * Facts for the About page. The version is read from our own package because the fallback runtime would
 * report its own.
 */
export function readAppInfo(appFolder: string, runtime: string | undefined): AppInfo {
  const text = readFileSync(path.join(appFolder, 'package.json'), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(text));
  return {
    version,
    platform: process.platform,
    electron: process.versions['electron'] ?? '',
    isFallbackRuntime: runtime === 'fallback',
  };
}
