import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashContents } from './contentHash.mjs';
import { fallback, requireContents, requireSha512 } from './fallbackRuntime.mjs';
import { SetupError } from './say.mjs';

describe('requireSha512', () => {
  /** @type {string} */
  let folder;
  /** @type {string} */
  let archive;
  const content = Buffer.alloc(100_000, 'electron');
  const pinned = createHash('sha512').update(content).digest('base64');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atom-explorer-test-'));
    archive = join(folder, 'archive.tgz');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('accepts the pinned archive', async () => {
    writeFileSync(archive, content);
    await expect(requireSha512(archive, pinned)).resolves.toBeUndefined();
  });

  it('refuses an archive with one bit changed', async () => {
    const changed = Buffer.from(content);
    changed[50_000] = (changed[50_000] ?? 0) ^ 1;
    writeFileSync(archive, changed);
    await expect(requireSha512(archive, pinned)).rejects.toThrow(SetupError);
  });

  it('refuses an archive that was cut off', async () => {
    writeFileSync(archive, content.subarray(0, -1));
    await expect(requireSha512(archive, pinned)).rejects.toThrow('Nothing was unpacked');
  });

  it('pins a whole digest', () => {
    expect(Buffer.from(fallback.sha512, 'base64')).toHaveLength(64);
  });
});

describe('requireContents', () => {
  /** @type {string} */
  let folder;
  /** @type {string} */
  let pinned;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atom-explorer-test-'));
    mkdirSync(join(folder, 'resources/app'), { recursive: true });
    writeFileSync(join(folder, 'electron'), 'the binary');
    writeFileSync(join(folder, 'resources/default.pak'), 'a resource');
    pinned = hashContents(folder, ['electron', 'resources/default.pak']);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('accepts what was unpacked, whatever the loader contains', () => {
    writeFileSync(join(folder, 'resources/app/main.js'), 'our loader');
    expect(() => requireContents(folder, pinned)).not.toThrow();
  });

  it('refuses a binary that was changed since', () => {
    writeFileSync(join(folder, 'electron'), 'the binarY');
    expect(() => requireContents(folder, pinned)).toThrow(SetupError);
  });

  it('refuses a file that was added', () => {
    writeFileSync(join(folder, 'libffmpeg.so'), 'loaded by the binary');
    expect(() => requireContents(folder, pinned)).toThrow('its files were changed');
  });
});
