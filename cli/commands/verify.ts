import { parseArgs } from 'node:util';
import { fromHashText } from '#shared/merkle/hashText.ts';
import { readImport, type ImportedAtom } from '#shared/merkle/importProofs.ts';
import { hasRules } from '#shared/merkle/pin.ts';
import { describeLeafScheme, describePathScheme, hashEncodings, linkRules } from '#shared/merkle/registry.ts';
import type { RegistryEntry, SchemePin } from '#shared/merkle/scheme.ts';
import { schemeParts } from '#shared/merkle/schemeText.ts';
import type { Verdict, VerdictStatus } from '#shared/merkle/verdict.ts';
import { verifyImport } from '#shared/merkle/verifyImport.ts';
import { countOf, listWords, quoteText } from '#shared/text/phrases.ts';
import { schemeWords } from '#shared/text/schemeWords.ts';
import { verdictWords, verificationLimits } from '#shared/text/verdictWords.ts';
import { exitCodes, UnusableInput, UsageError, type Command, type CommandIo } from '../command.ts';
import { readJson } from '../readJson.ts';
import { readSchemeOption } from '../schemeOption.ts';

const help = `Checks atoms against their Merkle proofs. Needs no service and no network.

  atom-explorer verify FILE [options]     FILE is JSON; - reads standard input
  atom-explorer verify --list-schemes     print every part that a scheme can have

FILE holds an atom with its proof, a bare proof, an array of these, or { "atoms": [...] }. A proof is
{ leafHash, siblings, rootHash, leafIndex, treeSize }, { leaf, root, auditPath, index },
{ logIndex, hashes, rootHash, treeSize }, or a chain of such: { currentProof, shardRootProof } or an
array, inner first.

  --scheme PARTS    hold the proofs to these rules, for example
                    hash=sha-256,node=prefix-01,shape=rfc6962,digest=prefix-00
                    Parts: ${Object.keys(schemeParts).join(', ')}.
                    What is left out is inferred from the proofs, which is weaker evidence.
  --root HASH       fail every proof that leads to another root
  --json            print one line of JSON: { scheme, verdicts }
  --list-schemes    print the ids that a scheme is made of, with their sources
  --help            print this

Exit code: 0 all green, 1 any red, 2 the input is unusable, 3 none red but not all green: some could not be
checked (amber), or their leaf covers only the key, not the value (key only). The path alone decides
a bare proof, if --scheme gives its node rule.
`;

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'check atoms against their Merkle proofs',
  help,
  run: async (args, io) => {
    const { values, positionals } = parse(args);
    if (values['list-schemes'] === true) {
      listSchemes(values.json === true, io);
      return exitCodes.good;
    }
    const [source, ...surplus] = positionals;
    if (source === undefined) throw new UsageError('verify wants a file, or - for standard input.');
    if (surplus.length > 0) throw new UsageError('verify takes one file at a time.');
    const scheme = readSchemeOption(values.scheme);
    const root = readRoot(values.root);

    const input = readImport(await readJson(source, io));
    if (!input.ok) {
      const where = input.field === '' ? 'The input' : input.field;
      throw new UnusableInput(`${where} is not ${input.wanted}.`);
    }
    const { pin, verdicts } = verifyImport({ ...input, scheme, root });
    if (values.json === true) io.print(JSON.stringify(toJson(input.items, pin, verdicts)));
    else io.print(toText({ items: input.items, pin, verdicts, given: Object.keys(scheme) }));
    return exitCodeOf(verdicts);
  },
};

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        scheme: { type: 'string' },
        root: { type: 'string' },
        json: { type: 'boolean' },
        'list-schemes': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readRoot(text: string | undefined): Uint8Array | null {
  if (text === undefined) return null;
  const root = fromHashText(text);
  if (root === null)
    throw new UsageError(`--root wants a hash in hex or base64; ${quoteText(text)} is none.`);
  return root;
}

/** The verdicts as the interface of this command fixes them; checks by name, each with its words. */
function toJson(items: readonly ImportedAtom[], pin: SchemePin | null, verdicts: readonly Verdict[]) {
  return {
    scheme: {
      path: (pin?.path ?? []).map(describePathScheme),
      leaf: (pin?.leaf ?? []).map(describeLeafScheme),
    },
    verdicts: verdicts.map((verdict, at) => ({
      key: items[at]?.key ?? null,
      status: verdict.status,
      checks: Object.fromEntries(
        verdictWords(verdict).checks.map(({ name, status, words }) => [name, { status, why: words }]),
      ),
      binds: verdict.binds,
    })),
  };
}

const marks: Readonly<Record<VerdictStatus, string>> = {
  green: '[ok]',
  keyOnly: '[k-]',
  amber: '[??]',
  red: '[!!]',
};

function toText({
  items,
  pin,
  verdicts,
  given,
}: {
  readonly items: readonly ImportedAtom[];
  readonly pin: SchemePin | null;
  readonly verdicts: readonly Verdict[];
  /** The parts of the scheme that were named on the command line. */
  readonly given: readonly string[];
}): string {
  const blocks = verdicts.map((verdict, at) => {
    const { title, summary, checks } = verdictWords(verdict);
    const key = items[at]?.key ?? null;
    const lines = checks.map(({ label, statusWord, words }) => `    ${label}: ${statusWord}. ${words}`);
    const name = key === null ? `proof ${at + 1}` : quoteText(key);
    return [`${marks[verdict.status]} ${name}: ${title}`, `    ${summary}`, ...lines].join('\n');
  });
  const { covers, path, leaf, open } = schemeWords(pin);
  const shown = (rules: readonly { readonly id: string }[]) =>
    rules.length > 4
      ? [...rules.slice(0, 3).map(({ id }) => id), `and ${rules.length - 3} more`]
      : rules.map(({ id }) => id);
  const scheme = [
    `Scheme: ${originWords(pin, given)} ${covers}`,
    ...[...shown(path), ...shown(leaf), ...open].map((line) => `    ${line}`),
  ].join('\n');
  const limits = [
    'What no inclusion proof shows:',
    ...verificationLimits.map((limit) => `    ${limit}`),
  ].join('\n');
  return [...blocks, scheme, limits, totalWords(verdicts)].join('\n\n');
}

/** Where the rules come from: the window's words speak of a connection, and here is none. */
function originWords(pin: SchemePin | null, given: readonly string[]): string {
  if (!hasRules(pin))
    return 'No rules that we know fit these proofs, so paths and contents could not be checked.';
  if (pin.origin === 'chosen') return 'As you gave it.';
  const found = `inferred from ${countOf(pin.samples, 'proof')}, which is weaker than a specification`;
  return given.length === 0
    ? `All of it ${found}.`
    : `As you gave it for ${listWords(given)}; the rest ${found}.`;
}

function totalWords(verdicts: readonly Verdict[]): string {
  const count = (status: VerdictStatus) => verdicts.filter((verdict) => verdict.status === status).length;
  return `${countOf(verdicts.length, 'verdict')}: ${count('green')} green, ${count('keyOnly')} key only, ${count('amber')} amber, ${count('red')} red.`;
}

function exitCodeOf(verdicts: readonly Verdict[]): number {
  if (verdicts.some(({ status }) => status === 'red')) return exitCodes.bad;
  return verdicts.every(({ status }) => status === 'green') ? exitCodes.good : exitCodes.unclear;
}

/** What is read off the proofs themselves is listed too, though nobody has to type it. */
function listSchemes(asJson: boolean, { print }: CommandIo): void {
  const lists: readonly (readonly [string, readonly RegistryEntry<string>[]])[] = [
    ...Object.entries(schemeParts),
    ['encoding (read off each hash)', hashEncodings],
    ['link (of chained proofs, read off them)', linkRules],
  ];
  if (asJson) {
    const entries = lists.map(([part, list]) => [
      part.replace(/ .*/, ''),
      list.map(({ id, words, source }) => ({ id, words, source })),
    ]);
    print(JSON.stringify(Object.fromEntries(entries)));
    return;
  }
  const blocks = lists.map(([part, list]) =>
    [`${part}:`, ...list.map(({ id, words, source }) => `  ${id}\n      ${words}\n      ${source}`)].join(
      '\n',
    ),
  );
  print(blocks.join('\n\n'));
}
