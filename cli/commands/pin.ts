import type { Command } from '../command.ts';
import {
  pinAddDefinition,
  pinCheckDefinition,
  pinDefinition,
  pinExportDefinition,
  pinListDefinition,
  pinRemoveDefinition,
} from '../pins/pinDefinitions.ts';
import { runPinAdd, runPinCheck, runPinExport, runPinList, runPinRemove } from '../pins/runPin.ts';
import { processWorld } from '../session/processWorld.ts';
import { runSubcommand, type Subcommand } from './subcommands.ts';

const parts: readonly Subcommand[] = [
  { definition: pinAddDefinition, run: runPinAdd },
  { definition: pinListDefinition, run: runPinList },
  { definition: pinRemoveDefinition, run: runPinRemove },
  { definition: pinExportDefinition, run: runPinExport },
  { definition: pinCheckDefinition, run: runPinCheck },
];

export const pinCommand: Command = {
  definition: pinDefinition,
  subcommands: parts.map(({ definition }) => definition),
  run: (args, io) => runSubcommand(pinDefinition, parts, args, processWorld(io)),
};
