import { z } from 'zod';
import type { ConnectionId } from '../domain/connection.ts';

export const connectionId = z
  .string()
  .min(1)
  .max(100)
  .transform((id) => id as ConnectionId);
