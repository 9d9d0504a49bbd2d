import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseCommand } from './command.ts';

const root = resolve(import.meta.dirname, '../..');
const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      build: z.object({ dockerfile: z.string() }).optional(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      volumes: z.array(z.string()).optional(),
    }),
  ),
});

/** Variables as they may be set. */
const filled = (text: string): string =>
  text
    .replaceAll(/\$\{POSTGRES_PASSWORD[^}]*\}/g, 'secret')
    .replaceAll(/\$\{MEMORY_HOST[^}]*\}/g, 'memory.example.org');

describe('compose.yaml', () => {
  it('starts two processes of one database with valid options, and names files that exist', async () => {
    const text = await readFile(join(root, 'compose.yaml'), 'utf8');
    const { services } = composeSchema.parse(parse(text, { merge: true }));
    expect(Object.keys(services)).toEqual(['database', 'service-1', 'service-2', 'proxy']);
    for (const name of ['service-1', 'service-2']) {
      const { command = [], environment = {}, build } = services[name] ?? {};
      const store = filled(environment['ATOM_SERVICE_STORE'] ?? '');
      expect(parseCommand([...command.map(filled), '--store', store])).toMatchObject({
        kind: 'run',
        host: '0.0.0.0',
        port: 8787,
        store: 'postgres://atoms:secret@database/atoms',
        metrics: { port: 9464 },
      });
      await access(join(root, build?.dockerfile ?? ''));
    }
    const [configuration = ''] = services['proxy']?.volumes ?? [];
    const proxy = await readFile(join(root, configuration.split(':')[0] ?? ''), 'utf8');
    expect(proxy).toContain('server service-1:8787;');
    expect(proxy).toContain('server service-2:8787;');
  });
});
