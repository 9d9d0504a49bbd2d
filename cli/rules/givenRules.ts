import path from 'node:path';
import type { ImportRules } from '#shared/merkle/importRules.ts';
import { hasRules } from '#shared/merkle/pin.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { originOfAddress } from '#shared/pins/pinCheckpoint.ts';
import { pinOfRulesFile, readRulesFile } from '#shared/rulesFile/rulesFile.ts';
import { listWords, quoteText } from '#shared/text/phrases.ts';
import { rulesFileFaultWords } from '#shared/text/rulesFileWords.ts';
import type { Profile } from '../../engine/connections/profileStore.ts';
import { recordedRulesShortfall } from '../../engine/known/stateRecord/recordedRules.ts';
import { appFolder } from '../appFolder.ts';
import { UnusableInput, UsageError, type CommandIo } from '../command.ts';
import type { rulesOptions } from '../definition/sharedOptions.ts';
import { readText } from '../readJson.ts';
import { profilesIn } from '../session/appProfiles.ts';
import { readSchemeOption } from '../schemeOption.ts';

/** Where the hashing rules come from, for the report. */
export type RulesSource =
  /** No option was given: only what is being checked shows them. */
  | { readonly kind: 'none' }
  | { readonly kind: 'scheme'; readonly parts: readonly string[] }
  /** `state`: a folder of audits; null: the app. */
  | { readonly kind: 'connection'; readonly name: string; readonly state: string | null }
  | { readonly kind: 'file'; readonly file: string; readonly connection: string };

export interface GivenRules {
  readonly rules: ImportRules;
  readonly source: RulesSource;
  /** The origin of checkpoints of the memory that the rules belong to; null if that is not known. */
  readonly origin: string | null;
}

type RuleValues = { readonly [name in keyof typeof rulesOptions]?: string | undefined };

/** @throws UsageError, UnusableInput */
export async function readGivenRules(
  values: RuleValues,
  io: Pick<CommandIo, 'readStdin'> & { readonly env: Readonly<Record<string, string | undefined>> },
): Promise<GivenRules> {
  const { scheme, connection, state, 'rules-from': file } = values;
  const isOfConnection = connection !== undefined || state !== undefined;
  if ([scheme !== undefined, file !== undefined, isOfConnection].filter(Boolean).length > 1)
    throw new UsageError('Use only one of --scheme, --rules-from, and --connection or --state.');
  if (scheme !== undefined) {
    const parts = readSchemeOption(scheme);
    return {
      rules: { from: 'parts', parts },
      source: { kind: 'scheme', parts: Object.keys(parts) },
      origin: null,
    };
  }
  if (file !== undefined) return rulesOfFile(file, io);
  if (!isOfConnection) return { rules: { from: 'file' }, source: { kind: 'none' }, origin: null };
  const { profile, pin } = await findRules(connection, state, io.env);
  return {
    rules: { from: 'pin', pin: { ...pin, pinnedFor: profile.name } },
    source: { kind: 'connection', name: profile.name, state: state ?? null },
    origin: originOf(profile),
  };
}

/**
 * A connection with its pinned rules, from the app or from a state folder. Changes nothing there.
 *
 * @throws UnusableInput
 */
export async function findRules(
  name: string | undefined,
  state: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly profile: Profile; readonly pin: SchemePin }> {
  const place = state === undefined ? 'The app' : quoteText(state);
  const folder = state ?? appFolder(env);
  const profiles = await profilesIn(path.join(folder, 'connections.json'), place);
  const named = profiles.filter((each) => name === undefined || each.name === name);
  const [profile, another] = named;
  if (profile === undefined)
    throw new UnusableInput(
      name === undefined
        ? `${place} has no service yet, so it has no hashing rules.`
        : `${place} has no connection called ${quoteText(name)}.`,
    );
  if (another !== undefined)
    throw new UnusableInput(
      name === undefined
        ? `${place} has several services: ${listWords(named.map((each) => quoteText(each.name)))}. Choose one with --connection.`
        : `${place} has several connections called ${quoteText(name)}. Rename one of them.`,
    );
  if (!hasRules(profile.scheme))
    throw new UnusableInput(
      `No hashing rules are pinned for ${quoteText(profile.name)} yet. Read an atom there first.`,
    );
  const shortfall = await recordedRulesShortfall(folder, profile);
  if (shortfall !== null)
    throw new UnusableInput(
      `The hashing rules of ${quoteText(profile.name)} in ${quoteText(folder)} cannot be relied on (${shortfall.detail}). ` +
        `${state === undefined ? 'Open the connection in the app' : 'Audit the service with this folder'} to compare everything, or give rules from another source.`,
    );
  return { profile, pin: profile.scheme };
}

async function rulesOfFile(file: string, io: Pick<CommandIo, 'readStdin'>): Promise<GivenRules> {
  const { name, text } = await readText(file, io);
  const reading = readRulesFile(text);
  if (!reading.ok) throw new UnusableInput(`${name}: ${rulesFileFaultWords(reading.fault)}`);
  const { rules } = reading;
  return {
    rules: { from: 'pin', pin: pinOfRulesFile(rules) },
    source: { kind: 'file', file, connection: rules.connection },
    origin: rules.service === null ? null : originOfAddress(rules.service),
  };
}

function originOf({ kind, baseUrl }: Profile): string | null {
  if (kind === 'demo') return 'demo-memory';
  return baseUrl === '' ? null : originOfAddress(baseUrl);
}
