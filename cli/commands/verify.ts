import { parseArgs } from 'node:util';
import { fromHashText } from '#shared/merkle/hashText.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { readImport, type ImportedAtom } from '#shared/merkle/importProofs.ts';
import { schemeParts, type PartialScheme } from '#shared/merkle/schemeText.ts';
import type { Verdict } from '#shared/merkle/verdict.ts';
import { verifyImport } from '#shared/merkle/verifyImport.ts';
import { readImportText } from '#shared/text/importText.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { exitCodes, UnusableInput, UsageError, type Command } from '../command.ts';
import { notJsonWords, readText } from '../readJson.ts';
import { readSchemeOption } from '../schemeOption.ts';
import { terminalJson } from '../terminalText.ts';
import { listSchemes } from '../verify/listSchemes.ts';
import { verifyReportJson, verifyReportText } from '../verify/verifyReport.ts';

const help = `Checks atoms against their Merkle proofs. Needs no service and no network.

  atom-explorer verify FILE [options]     FILE is JSON; - reads standard input
  atom-explorer verify --list-schemes     print every part that a scheme can have

FILE holds an atom with its proof, a bare proof, an array of these, an answer of a service such as
{ "atoms": [...] }, or an export of Atom Explorer (atoms, recalls or the log; JSON, or CSV of atoms).
A proof is { leafHash, siblings, rootHash, leafIndex, treeSize }, { leaf, root, auditPath, index },
{ logIndex, hashes, rootHash, treeSize }, or a chain of such: { currentProof, shardRootProof } or an
array, inner first.

  --root HASH       the root that you were given by somebody you trust. A proof that leads to another
                    root fails. Without it nothing vouches for a root, since whoever makes a proof can
                    make its root as well: a proof is then consistent in itself at best, never green
  --tree-size N     the number of leaves in that tree, from the same source
  --scheme PARTS    hold the proofs to these rules, for example
                    hash=sha-256,node=prefix-01,shape=rfc6962,digest=prefix-00
                    Parts: ${Object.keys(schemeParts).join(', ')}.
                    What is left out is inferred from the proofs, which is weaker evidence
  --json            print one line of JSON: { scheme, root, verdicts, totals }, with stable codes
  --list-schemes    print the ids that a scheme is made of, with their sources
  --help            print this

Exit code
  0  everything is green
  1  something is red: a check failed
  2  the command line or the input cannot be used
  3  nothing is red, but something could not be checked, has no trusted root, or does not cover the value

An item of a list that is neither an atom nor a proof could not be checked; the others still get their
verdicts. The path alone decides a bare proof, if --scheme gives its node rule.
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
    if (source === undefined) throw new UsageError('verify needs a file, or - for standard input.');
    if (surplus.length > 0) throw new UsageError('verify takes one file at a time.');
    const scheme = readSchemeOption(once('--scheme', values.scheme));
    const root = readRoot(once('--root', values.root));
    const trustedTreeSize = readTreeSize(once('--tree-size', values['tree-size']));

    const { items, oneAnswer } = await readItems(source, io);
    const { pin, verdicts } = verifyImport({ items, oneAnswer, scheme, root, trustedTreeSize });
    const report = {
      items,
      pin,
      verdicts,
      given: givenParts(scheme),
      root: root === null ? null : toHex(root),
      treeSize: trustedTreeSize?.toString() ?? null,
    };
    io.print(values.json === true ? terminalJson(verifyReportJson(report)) : verifyReportText(report));
    return exitCodeOf(verdicts);
  },
};

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        // Several are told apart from one here: the parser itself would keep the last.
        scheme: { type: 'string', multiple: true },
        root: { type: 'string', multiple: true },
        'tree-size': { type: 'string', multiple: true },
        json: { type: 'boolean' },
        'list-schemes': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws UsageError where an option stands more than once: to use one of them and drop the others would go unseen. */
function once(name: string, given: readonly string[] | undefined): string | undefined {
  if (given !== undefined && given.length > 1) {
    const hint = name === '--scheme' ? ' Join the parts with commas in one --scheme.' : '';
    throw new UsageError(`${name} is given ${given.length} times, and only one can hold.${hint}`);
  }
  return given?.[0];
}

function readRoot(text: string | undefined): Uint8Array | null {
  if (text === undefined) return null;
  const root = fromHashText(text);
  if (root === null)
    throw new UsageError(`--root needs a hash in hex or base64, and ${quoteText(text)} is neither.`);
  return root;
}

function readTreeSize(text: string | undefined): bigint | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,77}$/.test(text))
    throw new UsageError(`--tree-size needs a number of leaves, and ${quoteText(text)} is none.`);
  return BigInt(text);
}

async function readItems(
  source: string,
  io: Parameters<typeof readText>[1],
): Promise<{ readonly items: readonly ImportedAtom[]; readonly oneAnswer: boolean }> {
  const { name, text } = await readText(source, io);
  const reading = readImportText(text);
  if (!reading.ok) throw new UnusableInput(notJsonWords(name, reading.fault));
  const input = readImport(reading.json);
  if (!input.ok) throw new UnusableInput(`${name} holds nothing to verify. ${input.why}`);
  return input;
}

function givenParts(scheme: PartialScheme): readonly string[] {
  return Object.keys(scheme);
}

/** @returns the gravest of what was found. */
function exitCodeOf(verdicts: readonly Verdict[]): number {
  if (verdicts.some(({ status }) => status === 'red')) return exitCodes.bad;
  return verdicts.every(({ status }) => status === 'green') ? exitCodes.good : exitCodes.unclear;
}
