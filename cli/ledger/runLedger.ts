import type { ConnectionId } from '#shared/domain/connection.ts';
import type { LedgerCheckpoint, LedgerRoot, LedgerSummary } from '#shared/domain/rootLedger.ts';
import {
  damageWords,
  ledgerLimits,
  ledgerLossWords,
  rootStatusNames,
  verificationWords,
} from '#shared/text/ledgerWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { exportedLedger, exportedProof } from '../../engine/roots/ledgerExport.ts';
import type { RootLedger } from '../../engine/roots/rootLedger.ts';
import { wholeNumber } from '../apiKeyOptions.ts';
import { prepareFiles, writeOutput } from '../audit/outputFiles.ts';
import { UnusableInput, UsageError, exitCodes, type Look } from '../command.ts';
import { parseOptions } from '../parseOptions.ts';
import { withSession, type Session, type SessionWorld } from '../session/openSession.ts';
import { orUnusable } from '../session/orUnusable.ts';
import { terminalJson } from '../terminalText.ts';
import {
  exportedParts,
  ledgerExportDefinition,
  ledgerListDefinition,
  ledgerVerifyDefinition,
} from './ledgerDefinitions.ts';

/** Roots that are read at once. */
const rootsAtOnce = 1_000;

/** @throws UsageError, UnusableInput */
export async function runLedgerList(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values } = parseOptions(ledgerListDefinition, args);
  if (values.heads === true && values.doubtful === true)
    throw new UsageError('--doubtful is for roots: it cannot be used with --heads.');
  return withSession(values, 'memory', world, async (session) => {
    const { ledger, loss } = await ledgerOf(session);
    if (loss !== null) world.complain(`${ledgerLossWords(loss)}. Earlier roots may be missing.`);
    let code: number = loss === null ? exitCodes.good : exitCodes.unclear;
    if (values.heads === true) {
      for (const head of ledger.summary().checkpoints)
        world.print(values.json === true ? terminalJson(head) : headLine(head));
      return code;
    }
    const show = values.doubtful === true ? 'doubtful' : 'all';
    for await (const root of rootsOf(ledger, session.id, show)) {
      const isBad = root.status.kind === 'contradiction' || root.status.kind === 'failed';
      if (isBad) code = exitCodes.bad;
      else if (root.status.kind === 'unexplained' && code === exitCodes.good) code = exitCodes.unclear;
      if (values.json === true) world.print(terminalJson(root));
      else world.print(rootLine(root), isBad ? 'bad' : undefined);
    }
    return code;
  });
}

async function* rootsOf(
  ledger: RootLedger,
  connectionId: ConnectionId,
  show: 'all' | 'doubtful',
): AsyncGenerator<LedgerRoot> {
  const sort = { column: 'firstSeenAt', direction: 'ascending' } as const;
  for (let from = 0; ; from += rootsAtOnce) {
    const window = { from, to: from + rootsAtOnce };
    const { rows } = ledger.roots({ connectionId, show, among: null, text: '', sort }, window);
    yield* rows;
    if (rows.length < rootsAtOnce) return;
  }
}

function rootLine({ rootHash, treeSize, firstSeenAt, times, status }: LedgerRoot): string {
  return [
    momentWords(firstSeenAt),
    visibleLine(rootHash),
    treeSize === null ? 'no tree size' : countOf(Number(treeSize), 'leaf', 'leaves'),
    countOf(times, 'time'),
    rootStatusNames[status.kind],
  ].join('  ');
}

function headLine({ number, size, root, lastEntryAt }: LedgerCheckpoint): string {
  return [
    `Head ${number}`,
    root,
    countOf(size, 'entry', 'entries'),
    ...(lastEntryAt === null ? [] : [`last entry on ${momentWords(lastEntryAt)}`]),
  ].join('  ');
}

/** @throws UsageError, UnusableInput */
export async function runLedgerVerify(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values } = parseOptions(ledgerVerifyDefinition, args);
  return withSession({ ...values, isStateSigned: true }, 'memory', world, async (session) => {
    const { ledger, loss } = await ledgerOf(session);
    const { beginning, openContradictions } = ledger.summary();
    const found = {
      ...(await ledger.verify((entries) =>
        world.progress(`${countOf(entries, 'entry', 'entries')} checked`),
      )),
      loss,
    };
    world.progress(null);
    const altered =
      ledger.recoveredFrom !== null ? (setAsideWords(beginning) ?? 'The ledger was damaged.') : null;
    const { tone, title, text } = verificationWords(found);
    const code =
      altered !== null || tone === 'danger'
        ? exitCodes.bad
        : tone === 'good'
          ? exitCodes.good
          : exitCodes.unclear;
    if (values.json === true)
      world.print(
        terminalJson({
          result: code === exitCodes.good ? 'intact' : code === exitCodes.bad ? 'altered' : 'undecided',
          ...found,
          setAside: beginning?.kind === 'set-aside' ? beginning : null,
          openContradictions,
        }),
      );
    else {
      const look: Look = code === exitCodes.good ? 'good' : code === exitCodes.bad ? 'bad' : 'open';
      world.print(
        [
          altered === null ? `${title}.` : `The ledger was altered. ${altered}`,
          ...(altered === null ? [] : [`  ${title}.`]),
          `  ${text}`,
          ...found.damage.map((damage) => `  ${damageWords(damage)}`),
        ].join('\n'),
        look,
      );
      if (openContradictions > 0)
        world.complain(
          `${countOf(openContradictions, 'root')} in it contradict${openContradictions === 1 ? 's' : ''} another one: atom-explorer ledger list --doubtful`,
        );
      world.note(`  ${ledgerLimits}`);
    }
    return code;
  });
}

/** What was wrong with the ledger before this one, which opening it moved away; null if that is not known. */
function setAsideWords(beginning: LedgerSummary['beginning']): string | null {
  if (beginning?.kind !== 'set-aside') return null;
  return `${damageWords(beginning.damage)} It was moved to ${visibleLine(beginning.movedTo)}, and a new one begins.`;
}

/** @throws UsageError, UnusableInput */
export async function runLedgerExport(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values } = parseOptions(ledgerExportDefinition, args);
  const what = exportedParts.find((each) => each === (values.what ?? 'entries'));
  if (what === undefined) throw new UsageError(`--what must be one of ${exportedParts.join(', ')}.`);
  if ((what === 'proof') !== (values.entry !== undefined))
    throw new UsageError('--entry and --what proof need each other.');
  if (values.state !== undefined && values['signing-key'] === undefined)
    throw new UsageError('--state needs --signing-key, the key that signs the head.');
  const entry = wholeNumber('--entry', values.entry, 0, 999_999_999);
  const { out } = values;
  if (out !== undefined)
    await prepareFiles(
      [{ option: '--out', file: out, kind: 'report' }],
      values['signing-key'] === undefined ? [] : [{ option: '--signing-key', file: values['signing-key'] }],
    );
  return withSession(values, 'memory', world, async (session) => {
    const { ledger } = await ledgerOf(session);
    const head = orUnusable(await ledger.signedHead());
    if (what === 'proof' && entry >= head.size)
      throw new UnusableInput(`The ledger has only ${countOf(head.size, 'entry', 'entries')}.`);
    const text =
      what === 'entries'
        ? await exportedLedger(ledger, head)
        : what === 'checkpoint'
          ? head.note
          : await exportedProof(ledger, entry, head);
    if (out === undefined) world.write(text);
    else await writeOutput(out, text);
    world.note(`${countOf(head.size, 'entry', 'entries')}, signed. Key: ${head.verifierKey}`);
    return exitCodes.good;
  });
}

async function ledgerOf({ core, id }: Session) {
  const ledger = await core.catalogues.ledgerOf(id);
  // Compares it with what was recorded of it.
  const { ledger: ground } = await core.grounds(id);
  const loss = ground.kind === 'unavailable' ? { why: ground.why, detail: ground.detail ?? '' } : null;
  return { ledger, loss };
}
