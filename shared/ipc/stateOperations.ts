import { z } from 'zod';
import { stateParts, type SavedState } from '../domain/stateLoss.ts';
import { connectionId } from './fields.ts';
import { operation } from './operation.ts';

/** Whether what is saved of a connection is all there. */
export const stateOperations = {
  savedState: operation<SavedState>()(z.strictObject({ connectionId })),
  /** `parts`: those that the user was shown. */
  acceptLostState: operation<SavedState>()(
    z.strictObject({ connectionId, parts: z.array(z.enum(stateParts)).max(stateParts.length) }),
  ),
};
