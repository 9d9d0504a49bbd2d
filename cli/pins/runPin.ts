import path from 'node:path';
import { longestCheckpoint, type RootPin } from '#shared/domain/pin.ts';
import { pinInput, type PinInput } from '#shared/ipc/pinOperations.ts';
import { fromHashText } from '#shared/merkle/hashText.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { pinSourceWords } from '#shared/text/pinWords.ts';
import { countOf, quoteText } from '#shared/text/phrases.ts';
import { momentWords } from '#shared/text/times.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { createTrustedKeys } from '../../engine/connections/identity/trustedKeys.ts';
import { exportPin, newPinOf } from '../../engine/roots/pins/pinExchange.ts';
import { wholeNumber } from '../apiKeyOptions.ts';
import { patiently, whileAsking } from '../atoms/readKeys.ts';
import { UnusableInput, UsageError, exitCodes, type Look } from '../command.ts';
import { parseOptions, type ValuesOf } from '../parseOptions.ts';
import { longestPatience, usualPatience } from '../patience.ts';
import { readText } from '../readJson.ts';
import { withSession, type Session, type SessionWorld } from '../session/openSession.ts';
import { orUnusable } from '../session/orUnusable.ts';
import { terminalJson } from '../terminalText.ts';
import {
  pinAddDefinition,
  pinCheckDefinition,
  pinExportDefinition,
  pinListDefinition,
  pinRemoveDefinition,
  pinSources,
} from './pinDefinitions.ts';

/** @throws UsageError, UnusableInput */
export async function runPinAdd(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values, positionals } = parseOptions(pinAddDefinition, args);
  const input = await pinToAdd(positionals, values, world);
  return withSession(values, 'memory', world, async ({ core, id, surroundings }) => {
    const trusted = createTrustedKeys({
      ...surroundings,
      file: path.join(surroundings.folder, 'trusted-keys.json'),
    });
    const pin = orUnusable(await core.pins.add(id, orUnusable(newPinOf(input, await trusted.named()))));
    world.print(values.json === true ? terminalJson(pin) : `Pinned ${pinLine(pin)}`);
    return exitCodes.good;
  });
}

/** @throws UsageError, UnusableInput */
async function pinToAdd(
  [root, ...surplus]: readonly string[],
  values: ValuesOf<typeof pinAddDefinition>,
  world: SessionWorld,
): Promise<PinInput> {
  const { checkpoint: file, size, source, note = '' } = values;
  const isExact = values.exact === true;
  if (surplus.length > 0) throw new UsageError('pin add accepts only one root.');
  if ((root === undefined) === (file === undefined))
    throw new UsageError('pin add needs either a root or --checkpoint.');
  if (file !== undefined) {
    if (size !== undefined || source !== undefined)
      throw new UsageError('--size and --source are for a root: a checkpoint has both.');
    const { name, text } = await readText(file, world);
    if (text.length > longestCheckpoint) throw new UnusableInput(`${name} is too large for a checkpoint.`);
    return { checkpoint: { text, verifierKey: values['verifier-key'] ?? null }, isExact, note };
  }
  if (values['verifier-key'] !== undefined) throw new UsageError('--verifier-key needs --checkpoint.');
  if (fromHashText(root ?? '') === null)
    throw new UsageError(`The root must be a hash in hex or base64, not ${quoteText(root ?? '')}.`);
  const kind = pinSources.find((each) => each === (source ?? 'person'));
  if (kind === undefined) throw new UsageError(`--source must be one of ${pinSources.join(', ')}.`);
  const parsed = pinInput.safeParse({
    rootHash: root,
    treeSize: size ?? null,
    isExact,
    source: { kind },
    note,
  });
  if (parsed.success) return parsed.data;
  throw new UsageError(
    parsed.error.issues.some((issue) => JSON.stringify(issue).includes('treeSize'))
      ? '--size must be a whole number from 1.'
      : '--note is too long.',
  );
}

/** @throws UsageError, UnusableInput */
export async function runPinList(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values } = parseOptions(pinListDefinition, args);
  return withSession(values, 'memory', world, async ({ core, id }) => {
    const { pins, recoveredFrom } = await core.pins.of(id);
    for (const pin of pins)
      world.print(values.json === true ? terminalJson(pin) : `${pin.id}  ${pinLine(pin)}`);
    if (recoveredFrom === null) return exitCodes.good;
    world.complain(
      `The list of pins was damaged, so some may be missing. It was moved to ${visibleLine(recoveredFrom)}.`,
    );
    return exitCodes.unclear;
  });
}

/** @throws UsageError, UnusableInput */
export async function runPinRemove(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values, positionals } = parseOptions(pinRemoveDefinition, args);
  const name = onePin('pin remove', positionals);
  return withSession(values, 'memory', world, async ({ core, id }) => {
    const pin = await pinNamed(core.pins, id, name);
    orUnusable(await core.pins.remove(id, pin.id));
    world.print(`Removed ${pinLine(pin)}`);
    return exitCodes.good;
  });
}

/** @throws UsageError, UnusableInput */
export async function runPinExport(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values, positionals } = parseOptions(pinExportDefinition, args);
  const name = onePin('pin export', positionals);
  return withSession(values, 'memory', world, async ({ core, id, profile, installationKey }) => {
    const pin = await pinNamed(core.pins, id, name);
    const { text, verifierKey, fingerprint } = orUnusable(await exportPin(pin, profile(), installationKey));
    world.write(text);
    world.complain(`To verify it: --verifier-key ${verifierKey}\nFingerprint of the key: ${fingerprint}`);
    return exitCodes.good;
  });
}

/** @throws UsageError, UnusableInput */
export async function runPinCheck(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values, positionals } = parseOptions(pinCheckDefinition, args);
  const [given, ...surplus] = positionals;
  if (surplus.length > 0) throw new UsageError('pin check accepts only one key.');
  if (values.connection === undefined && values.state === undefined)
    throw new UsageError('pin check needs --connection, or --state with --url, where roots are pinned.');
  const seconds = wholeNumber('--patience', values.patience, usualPatience, longestPatience);
  return withSession(values, 'read', world, (session) =>
    whileAsking(world, seconds, async ({ signal, patience }) => {
      const { core, id } = session;
      const key = given ?? (await someKey(session));
      const reading = orUnusable(
        await patiently(patience, () => core.readings.read(id, key, { requestId: 'pin-check', signal })),
      );
      const { verdict } = reading;
      const root = verdict.checks.find((check) => check.name === 'root');
      const { title, checks } = verdictWords(verdict);
      const isPinned = root?.status === 'pass';
      const code =
        verdict.status === 'red'
          ? exitCodes.bad
          : isPinned && verdict.status === 'green'
            ? exitCodes.good
            : exitCodes.unclear;
      const words = checks.find(({ name }) => name === 'root')?.words ?? '';
      // That of a response whose proof failed is not recorded.
      const { rootHash = null, treeSize = null } =
        verdict.status === 'red' ? {} : ((await core.catalogues.lastRoot(id)) ?? {});
      if (values.json === true)
        world.print(
          terminalJson({ key, rootHash, treeSize, root: root?.status, verdict: verdict.status, why: words }),
        );
      else {
        const look: Look = code === exitCodes.good ? 'good' : code === exitCodes.bad ? 'bad' : 'open';
        const size = treeSize === null ? '' : ` (${countOf(Number(treeSize), 'leaf', 'leaves')})`;
        world.print(
          [
            `Root${rootHash === null ? '' : ` ${visibleLine(rootHash)}`}${size}: ${isPinned ? 'Pinned' : root?.status === 'fail' ? 'Contradiction' : 'Not pinned'}`,
            `  ${words}`,
            `  ${visibleLine(key)}: ${title}`,
          ].join('\n'),
          look,
        );
      }
      return code;
    }),
  );
}

/** @throws UnusableInput */
async function someKey({ memory, id }: Session): Promise<string> {
  const all = {
    kind: 'query',
    query: {
      connectionId: id,
      filter: { text: '', mode: 'contains', states: ['green'] },
      delimiter: '.',
      path: '',
      sort: { column: 'key', direction: 'ascending' },
    },
    except: [],
  } as const;
  for await (const [key] of memory.selected(id, all)) if (key !== undefined) return key;
  throw new UnusableInput('No key was verified here yet. Name one: atom-explorer pin check KEY.');
}

/** @throws UsageError */
function onePin(command: string, [name, ...surplus]: readonly string[]): string {
  if (name === undefined || surplus.length > 0) throw new UsageError(`${command} needs one pin.`);
  return name;
}

/** By its ID or its root. @throws UnusableInput */
async function pinNamed(pins: Session['core']['pins'], id: Session['id'], name: string): Promise<RootPin> {
  const bytes = fromHashText(name);
  const root = bytes === null ? null : toHex(bytes);
  const found = (await pins.of(id)).pins.filter((pin) => pin.id === name || pin.rootHash === root);
  const [pin, another] = found;
  if (pin === undefined)
    throw new UnusableInput(`There is no such pin: ${quoteText(name)}. To list them: atom-explorer pin list`);
  if (another !== undefined)
    throw new UnusableInput(
      `Several pins have this root. Use the ID of one: ${found.map((each) => each.id).join(', ')}.`,
    );
  return pin;
}

function pinLine({ rootHash, treeSize, isExact, source, note, pinnedAt }: RootPin): string {
  return [
    rootHash,
    treeSize === null ? 'no tree size' : countOf(Number(treeSize), 'leaf', 'leaves'),
    ...(isExact ? ['exactly this root'] : []),
    pinSourceWords(source),
    momentWords(pinnedAt),
    ...(note === '' ? [] : [quoteText(note)]),
  ].join(', ');
}
