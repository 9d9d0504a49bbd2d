import type { Command } from '../command.ts';
import { connectionsCommand } from './connections.ts';
import { getCommand } from './get.ts';
import { historyCommand } from './history.ts';
import { keysCommand } from './keys.ts';
import { putCommand } from './put.ts';
import { auditCommand } from './audit.ts';
import { completionCommand, manCommand } from './completion.ts';
import { conformance } from './conformance.ts';
import { recallCommand } from './recall.ts';
import { rulesCommand } from './rules.ts';
import { uploadCommand } from './upload.ts';
import { snapshotCommand } from './snapshot.ts';
import { verifyCommand } from './verify.ts';

/** In the order of the help. */
export const commands: readonly Command[] = [
  getCommand,
  putCommand,
  historyCommand,
  keysCommand,
  uploadCommand,
  connectionsCommand,
  verifyCommand,
  auditCommand,
  snapshotCommand,
  recallCommand,
  rulesCommand,
  conformance,
  completionCommand(() => commands),
  manCommand(() => commands),
];
