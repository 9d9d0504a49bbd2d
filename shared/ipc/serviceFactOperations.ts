import { z } from 'zod';
import type { FactBook } from '../serviceFacts/factBook.ts';
import { connectionId } from './fields.ts';
import { operation } from './operation.ts';

export const serviceFactOperations = {
  /** What was learned about the service from its responses. Sends nothing to it. */
  readServiceFacts: operation<FactBook>()(z.strictObject({ connectionId })),
};
