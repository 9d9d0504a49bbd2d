import type { AtomReading } from '#shared/domain/atom.ts';
import type { Precondition, StoreReceipt } from '#shared/domain/store.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { notKeptSentences } from '#shared/text/previousWords.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { otherWriteSentences } from '#shared/text/writeWords.ts';
import { wholeNumber } from '../apiKeyOptions.ts';
import { whileAsking, patiently } from '../atoms/readKeys.ts';
import { UnusableInput, UsageError, exitCodes, type Command, type Look } from '../command.ts';
import { defineCommand } from '../definition/options.ts';
import { keyNote } from '../definition/sharedOptions.ts';
import { parseOptions, type ValuesOf } from '../parseOptions.ts';
import { longestPatience, usualPatience, type Patience } from '../patience.ts';
import { readInput } from '../readInput.ts';
import { composeWrites } from '../session/composeWrites.ts';
import { confirmationFor, confirmOptions } from '../session/confirmation.ts';
import { withSession, type Session, type SessionWorld } from '../session/openSession.ts';
import { errorText, orUnusable } from '../session/orUnusable.ts';
import { processWorld } from '../session/processWorld.ts';
import { checkOptions, serviceOptions } from '../session/sessionOptions.ts';
import { terminalJson } from '../terminalText.ts';

const definition = defineCommand({
  name: 'put',
  summary: 'store an atom with care, read it back, and keep a receipt',
  args: 'KEY [VALUE]',
  usage: [
    'KEY VALUE (--connection NAME | --url URL) [options]',
    'KEY - ...             the value comes from standard input',
    'KEY --file FILE ...   the value is the text of a file',
    '... -- KEY VALUE      a key or a value that begins with a dash, such as -h, comes after --',
  ],
  about: [
    'The atom is read before it is stored, the request is sent once and never repeated, and what was stored is read back and verified. The receipt is in the write log of the connection, as if it had been stored in the window, and so is the value that was replaced.',
  ],
  sections: [
    { title: 'Service', options: serviceOptions },
    {
      title: 'What must hold before',
      options: {
        'if-version': { type: 'string', value: 'N', help: 'store only if the atom has this version' },
        'if-absent': { type: 'boolean', help: 'store only if there is no such atom' },
        ...confirmOptions,
        'allow-sensitive': {
          type: 'boolean',
          help: 'store also what looks like a password or an API key',
        },
      },
    },
    { title: 'What must hold after', options: checkOptions },
    {
      title: 'Input and output',
      options: {
        file: {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'the value is the text of this file',
        },
        json: { type: 'boolean', help: 'print the receipt as one line of JSON' },
      },
    },
  ],
  notes: [`${keyNote} It must have full scope.`],
  examples: [
    {
      does: 'Change an atom unless somebody else did',
      line: 'atom-explorer put v1.user.Glen.preference.theme dark --if-version 3 --connection "Team memory"',
    },
    {
      does: 'Store the text of a file under a new key',
      line: 'atom-explorer put v1.config --file config.json --if-absent --connection "Team memory"',
    },
  ],
  exits: {
    0: 'the atom was stored, and what was read back is verified',
    1: 'nothing was stored because the atom is not as expected, or what was read back differs or failed its verification',
    2: 'the command line is not valid, or nothing was stored because the service refused it or cannot be used',
    3: 'it is unknown whether the atom was stored, what was read back could not be fully checked, somebody else may have stored it at the same time, or the receipt could not be saved',
  },
});

export const putCommand: Command = { definition, run: (args, io) => runPut(args, processWorld(io)) };

type Values = ValuesOf<typeof definition>;

/** @throws UsageError, UnusableInput */
export async function runPut(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values, positionals } = parseOptions(definition, args);
  const [key, given, ...surplus] = positionals;
  if (key === undefined) throw new UsageError('put needs a key and a value.');
  if (surplus.length > 0)
    throw new UsageError('put accepts one key and one value. Put a value with spaces in quotation marks.');
  const condition = conditionOf(values);
  const value = await readValue(given, values, world);
  const seconds = wholeNumber('--patience', values.patience, usualPatience, longestPatience);
  return withSession(values, 'write', world, async (session) => {
    const confirmation = confirmationFor(session.profile(), values.confirm);
    const { writes, close } = composeWrites(session);
    try {
      return await whileAsking(world, seconds, async ({ signal, patience }) => {
        const options = { requestId: 'put-1', signal };
        const precondition = await preconditionOf(session, key, condition, patience);
        if (precondition.kind === 'conflict') return conflict(key, precondition.now, values, world);
        const atom = {
          key,
          value,
          precondition,
          allowSensitive: values['allow-sensitive'] === true,
          ...(confirmation !== undefined && { confirmation }),
        };
        const receipt = orUnusable(await writes.store(session.id, atom, options));
        if (receipt.outcome === 'conflict') return conflict(key, receipt.now, values, world);
        return report(key, receipt, values, world);
      });
    } finally {
      await close();
    }
  });
}

type Condition =
  | { readonly kind: 'anything' | 'absent' }
  | { readonly kind: 'version'; readonly version: number };

/** @throws UsageError */
function conditionOf(values: Values): Condition {
  const version = values['if-version'];
  if (version !== undefined && values['if-absent'] === true)
    throw new UsageError('Use either --if-version or --if-absent, not both.');
  if (values['if-absent'] === true) return { kind: 'absent' };
  if (version === undefined) return { kind: 'anything' };
  return { kind: 'version', version: wholeNumber('--if-version', version, 0, 999_999_999) };
}

/** @throws UsageError, UnusableInput */
async function readValue(given: string | undefined, values: Values, world: SessionWorld): Promise<string> {
  const { file } = values;
  if (given !== undefined && file !== undefined)
    throw new UsageError('Give either a value or --file, not both.');
  if (file !== undefined) return decoded(await readInput(file), visibleLine(file));
  if (given === undefined)
    throw new UsageError('put needs a value: a text, - for standard input, or --file.');
  if (given !== '-') return given;
  if (values['key-stdin'] === true)
    throw new UsageError('Standard input cannot provide both the value and the API key.');
  return decoded(await world.readStdin(), 'Standard input');
}

/** The text exactly as it is. @throws UnusableInput */
function decoded(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnusableInput(`${name} is not valid UTF-8 text, so it cannot be stored.`);
  }
}

/** What the store requires. With a version, the value is the one that was read with it. */
async function preconditionOf(
  { core, id }: Session,
  key: string,
  condition: Condition,
  patience: Patience,
): Promise<Precondition | { readonly kind: 'conflict'; readonly now: AtomReading | null }> {
  if (condition.kind !== 'version') return { kind: condition.kind };
  const now = await patiently(patience, () =>
    core.readings.read(id, key, { requestId: 'put-0', signal: null }),
  );
  if (!now.ok && now.error.code === 'not_found') return { kind: 'conflict', now: null };
  const reading = orUnusable(now);
  return reading.version === condition.version
    ? { kind: 'as-read', version: reading.version, value: reading.value }
    : { kind: 'conflict', now: reading };
}

function conflict(key: string, now: AtomReading | null, values: Values, world: SessionWorld): number {
  const found =
    now === null
      ? 'there is no such atom'
      : now.version === null
        ? 'it exists, without a version'
        : `it has version ${String(now.version)}`;
  if (values.json === true)
    world.print(
      terminalJson({ key, outcome: 'conflict', version: now?.version ?? null, exists: now !== null }),
    );
  else world.print(`Nothing was stored. ${quoteText(key)} is not as expected: ${found}.`, 'bad');
  return exitCodes.bad;
}

function report(
  key: string,
  receipt: Exclude<StoreReceipt, { readonly outcome: 'conflict' }>,
  values: Values,
  world: SessionWorld,
): number {
  const { readBack, readBackMatches, before } = receipt;
  const code = codeOf(receipt);
  const version = receipt.outcome === 'stored' ? receipt.answer.version : null;
  const status = readBack.ok ? readBack.value.verdict.status : null;
  const others = receipt.outcome === 'stored' ? receipt.otherWrites : { before: false, after: false };
  if (values.json === true)
    world.print(
      terminalJson({
        key,
        outcome: receipt.outcome,
        receipt: receipt.receiptId,
        isLogged: receipt.isLogged,
        versionBefore: before?.version ?? null,
        version,
        rootHash: receipt.outcome === 'stored' ? receipt.answer.rootHash : null,
        readBack: {
          matches: readBackMatches,
          verdict: status,
          error: readBack.ok ? null : readBack.error.code,
        },
        otherWrites: others,
        error: receipt.outcome === 'unknown' ? receipt.error.code : null,
      }),
    );
  else {
    const title =
      receipt.outcome === 'stored'
        ? `Stored ${quoteText(key)}${version === null ? '' : `, version ${String(version)}`}.`
        : `It is unknown whether ${quoteText(key)} was stored. ${errorText(receipt.error)}`;
    const back = readBack.ok
      ? `Read back: ${readBackMatches === true ? 'as sent' : 'a different value or version'}. ${verdictWords(readBack.value.verdict).title}.`
      : `It could not be read back. ${errorText(readBack.error)}`;
    const look: Look = code === exitCodes.good ? 'good' : code === exitCodes.bad ? 'bad' : 'open';
    world.print(
      [
        title,
        `  ${back}`,
        ...(readBack.ok && status !== 'green' ? [`  ${verdictWords(readBack.value.verdict).summary}`] : []),
        ...otherWriteSentences(others).map((words) => `  ${words}`),
        `  Receipt: ${receipt.receiptId}`,
      ].join('\n'),
      look,
    );
  }
  if (!receipt.isLogged)
    world.complain('The atom was sent, but the receipt could not be saved, so the log of writes lacks it.');
  for (const words of notKeptSentences(receipt.previous.notKept)) world.note(words);
  return code;
}

function codeOf(receipt: Exclude<StoreReceipt, { readonly outcome: 'conflict' }>): number {
  const { readBack, readBackMatches, isLogged } = receipt;
  if (readBack.ok && readBack.value.verdict.status === 'red') return exitCodes.bad;
  if (receipt.outcome === 'unknown') return exitCodes.unclear;
  if (readBackMatches === false) return exitCodes.bad;
  const isVerified = readBack.ok && readBackMatches === true && readBack.value.verdict.status === 'green';
  const { before, after } = receipt.otherWrites;
  return isVerified && isLogged && !before && !after ? exitCodes.good : exitCodes.unclear;
}
