import type { ProgramIo } from '../command.ts';
import type { SessionWorld } from './openSession.ts';

/** The world of the built program. */
export function processWorld(io: ProgramIo): SessionWorld {
  return {
    ...io,
    env: process.env,
    onInterrupt: (stop) => {
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
      return () => {
        process.removeListener('SIGINT', stop);
        process.removeListener('SIGTERM', stop);
      };
    },
  };
}
