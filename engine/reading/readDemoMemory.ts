import { demoConnectionId } from '#shared/domain/connection.ts';
import type { Catalogues } from '../known/catalogues.ts';
import type { EmbeddedService } from '../connections/embeddedService.ts';
import type { Readings } from './readings.ts';

/**
 * Adds the keys of the demo memory when it is first opened. No service can list its keys, but the app seeded
 * these. They are read and verified like any others. If reading fails they stay unread: the memory can be
 * explored without it.
 */
export async function readDemoMemory(effects: {
  readonly embedded: Pick<EmbeddedService, 'ensureRunning'>;
  readonly readings: Pick<Readings, 'readMany'>;
  readonly catalogues: Pick<Catalogues, 'summary'>;
  readonly newId: () => string;
}): Promise<void> {
  const running = await effects.embedded.ensureRunning();
  if (!running.ok) return;
  const { sampleKeys } = running.value;
  const { keys } = await effects.catalogues.summary(demoConnectionId);
  if (keys > 0) return;
  // In one response, and so from one snapshot. Predictions do not count so many reads as interest in each
  // atom.
  const options = { requestId: effects.newId(), signal: null };
  await effects.readings.readMany(demoConnectionId, sampleKeys, options, 'write');
}
