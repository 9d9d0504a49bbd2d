import type { Command } from '../command.ts';
import { evidenceDefinition } from '../evidence/evidenceDefinition.ts';
import { runEvidence } from '../evidence/runEvidence.ts';
import { processWorld } from '../session/processWorld.ts';

export const evidenceCommand: Command = {
  definition: evidenceDefinition,
  run: (args, io) => runEvidence(args, processWorld(io)),
};
