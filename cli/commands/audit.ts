import { auditDefinition, mergeDefinition } from '../audit/auditDefinition.ts';
import { runAuditArgs } from '../audit/runAuditArgs.ts';
import { processWorld } from '../session/processWorld.ts';
import type { Command } from '../command.ts';

export const auditCommand: Command = {
  definition: auditDefinition,
  subcommands: [mergeDefinition],
  run: (args, io) => runAuditArgs(args, processWorld(io)),
};
