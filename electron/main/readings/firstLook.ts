import { demoConnectionId } from '#shared/domain/connection.ts';
import type { Catalogues } from '../catalogue/catalogues.ts';
import type { EmbeddedService } from '../embedded/embeddedService.ts';
import type { Readings } from './readings.ts';

/**
 * Makes the sample memory known when it is first opened. No service can list its keys; these the app knows
 * because it had them written. They are read and verified like any others. What fails is left unread: the
 * memory can be explored without it.
 */
export async function takeFirstLook(effects: {
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
  // In one answer, so of one snapshot. So many at once are not taken for what is wanted next either.
  const options = { requestId: effects.newId(), signal: null };
  await effects.readings.readMany(demoConnectionId, sampleKeys, options, 'write');
}
