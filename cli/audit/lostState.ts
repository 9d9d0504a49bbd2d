import { fileFailed } from '../../engine/storage/userFiles/userFiles.ts';
import type { StateLoss } from '#shared/domain/stateLoss.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { listFirst } from '#shared/text/phrases.ts';
import { stateLossLines } from '#shared/text/stateLossWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { UnusableInput, type CommandIo } from '../command.ts';
import type { AuditEngine } from './engine.ts';

/** Other addresses that are named. */
const mostOthers = 5;

/**
 * Says which parts of the state are unavailable, before the audit. If the user accepts what is lost, it is recorded and no
 * longer counts; what cannot be opened cannot be accepted.
 *
 * @throws UnusableInput if the acceptance cannot be saved
 */
export async function tellLostState(
  {
    connectionId: id,
    core,
    folder,
    others,
  }: Pick<AuditEngine, 'connectionId' | 'core' | 'folder' | 'others'>,
  accepts: boolean,
  { complain }: Pick<CommandIo, 'complain'>,
): Promise<void> {
  // The user may have misspelled one of them.
  if (others.length > 0)
    complain(`New in this state folder, which also has ${listFirst(others.map(visibleLine), mostOthers)}.`);
  // Opens all parts, and compares them with the record.
  await core.grounds(id);
  const losses = await core.stateRecords.losses(id).catch((): readonly StateLoss[] => []);
  if (accepts) {
    try {
      for (const line of stateLossLines(await core.stateRecords.accept(id))) complain(`Accepted: ${line}`);
    } catch (error) {
      const failed = fileFailed(error, folder);
      throw new UnusableInput(
        `The loss could not be accepted. ${failed.ok ? '' : errorWords(failed.error).what}`.trim(),
      );
    }
  } else if (losses.length > 0) {
    for (const line of stateLossLines(losses)) complain(`Lost: ${line}`);
    complain(
      'No result with this folder is conclusive until you accept the loss with atom-explorer audit --accept-lost-state.',
    );
  }
}
