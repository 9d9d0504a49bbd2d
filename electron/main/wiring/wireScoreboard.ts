import path from 'node:path';
import { createScoreboardHandlers } from '../ipc/scoreboardHandlers.ts';
import { createScoreboards } from '../../../engine/recall/scoreboard/scoreboards.ts';
import type { ReadingParts } from '../../../engine/composeReadings.ts';
import type { Surroundings } from '../../../engine/surroundings.ts';

/** Predictions compared with what the user wanted next. */
export function wireScoreboard(
  { folder, tell, now, log }: Surroundings,
  { connections, observe, removals }: Pick<ReadingParts, 'connections' | 'observe' | 'removals'>,
) {
  const scoreboards = createScoreboards({
    folder: path.join(folder, 'scoreboard'),
    isKnown: (id) => connections.profile(id).ok,
    changed: (connectionId) => tell('scoreboardChanged', { connectionId }),
    now,
    log,
  });
  observe(scoreboards.observe);
  removals.deleteWith(scoreboards.forget);
  return {
    handlers: createScoreboardHandlers(scoreboards),
    close: scoreboards.close,
  };
}
