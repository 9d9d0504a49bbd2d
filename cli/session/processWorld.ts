import type { CommandIo } from '../command.ts';
import type { SessionWorld } from './openSession.ts';

/** The world of the built program. */
export function processWorld(io: CommandIo): SessionWorld {
  return {
    ...io,
    // The built command is beside them, in CommonJS.
    programs: __dirname,
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
