import { auditDefinition, mergeDefinition } from '../audit/auditDefinition.ts';
import { runAuditArgs } from '../audit/runAuditArgs.ts';
import type { Command } from '../command.ts';

export const auditCommand: Command = {
  definition: auditDefinition,
  subcommands: [mergeDefinition],
  run: (args, io) =>
    runAuditArgs(args, {
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
    }),
};
