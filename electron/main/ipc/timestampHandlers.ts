import { succeed } from '#shared/domain/result.ts';
import type { timestampOperations } from '#shared/ipc/timestampOperations.ts';
import type { TimestampAuthorities } from '../timestamps/timestampAuthorities.ts';
import type { IpcHandlers } from './register.ts';

export function createTimestampHandlers(
  authorities: TimestampAuthorities,
): IpcHandlers<typeof timestampOperations> {
  return {
    timestampSettings: async () => succeed(await authorities.settings()),
    addTimestampAuthority: ({ name, pem }) => authorities.add(name, pem),
    removeTimestampAuthority: async ({ fingerprint }) => succeed(await authorities.remove(fingerprint)),
  };
}
