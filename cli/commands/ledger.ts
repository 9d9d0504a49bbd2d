import type { Command } from '../command.ts';
import {
  ledgerDefinition,
  ledgerExportDefinition,
  ledgerListDefinition,
  ledgerVerifyDefinition,
} from '../ledger/ledgerDefinitions.ts';
import { runLedgerExport, runLedgerList, runLedgerVerify } from '../ledger/runLedger.ts';
import { processWorld } from '../session/processWorld.ts';
import { runSubcommand, type Subcommand } from './subcommands.ts';

const parts: readonly Subcommand[] = [
  { definition: ledgerListDefinition, run: runLedgerList },
  { definition: ledgerVerifyDefinition, run: runLedgerVerify },
  { definition: ledgerExportDefinition, run: runLedgerExport },
];

export const ledgerCommand: Command = {
  definition: ledgerDefinition,
  subcommands: parts.map(({ definition }) => definition),
  run: (args, io) => runSubcommand(ledgerDefinition, parts, args, processWorld(io)),
};
