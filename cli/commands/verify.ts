import { given } from '#shared/grounds/grounds.ts';
import { looksLikeBundle } from '#shared/evidence/parseBundle.ts';
import { fromHashText } from '#shared/merkle/hashText.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { readImport, type ProofImport } from '#shared/merkle/importProofs.ts';
import { treesOfRules } from '#shared/merkle/importRules.ts';
import { schemeParts } from '#shared/merkle/schemeText.ts';
import type { Verdict } from '#shared/merkle/verdict.ts';
import { verifyImport, type GivenRoot } from '#shared/merkle/verifyImport.ts';
import { readImportText } from '#shared/text/importText.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { refuseReplacing, type NamedFile } from '../audit/outputFiles.ts';
import { UnusableInput, UsageError, exitCodes, type Command, type CommandIo } from '../command.ts';
import { defineCommand } from '../definition/options.ts';
import { rulesOptions } from '../definition/sharedOptions.ts';
import { parseOptions, type ValuesOf } from '../parseOptions.ts';
import { notJsonWords, readText, type NamedText } from '../readJson.ts';
import { readGivenRules } from '../rules/givenRules.ts';
import { readGivenCheckpoints, type GivenCheckpoint } from '../verify/givenCheckpoints.ts';
import { verifyBundle } from '../verify/verifyBundle.ts';
import { terminalJson } from '../terminalText.ts';
import { verifyReportJson, verifyReportText } from '../verify/verifyReport.ts';
import { hashEncodings, linkRules } from '#shared/merkle/registry.ts';
import type { RegistryEntry } from '#shared/merkle/scheme.ts';

const definition = defineCommand({
  name: 'verify',
  summary: 'verify atoms with their Merkle proofs, or an evidence bundle; works offline',
  args: 'FILE',
  completesArgs: 'file',
  usage: [
    'FILE [options]     FILE is JSON, or - for standard input',
    '--list-schemes     list the hashing rules that --scheme accepts',
  ],
  about: [
    'FILE contains an atom with its proof, a bare proof, an array of these, a response of a service such as { "atoms": [...] }, or a file exported by Atom Explorer (atoms, recalls, or the write log as JSON; atoms as CSV). A proof is { leafHash, siblings, rootHash, leafIndex, treeSize }, { leaf, root, auditPath, index }, { logIndex, hashes, rootHash, treeSize }, or a chain of these: { currentProof, shardRootProof } or an array, innermost first. In a list of bare proofs, each is one of its own unless the rules have several trees.',
    'FILE can also be an evidence bundle (*.sigstore.json). Its signature is checked, everything in it is verified again by the hashing rules that it contains, and the results are compared with the recorded verdicts.',
  ],
  sections: [
    {
      title: 'Trusted root',
      options: {
        root: {
          type: 'string',
          multiple: true,
          value: 'HASH',
          help: 'root from a source that you trust. A proof that leads to another root fails. If you give several, a proof must lead to one of them. Without this option, no result is "verified": whoever makes a proof can also make up its root, so a proof can at best be consistent with itself',
        },
        checkpoint: {
          type: 'string',
          multiple: true,
          value: 'FILE',
          completes: 'file',
          help: 'checkpoint (signed note) with a root and tree size, such as an exported pin; used like --root',
        },
        'verifier-key': {
          type: 'string',
          value: 'KEY',
          completes: 'file',
          help: 'its signer\'s key (name+id+key, or a PEM file), from another source. Without it, the signature of the checkpoint is not checked, and no result is "verified"',
        },
        origin: {
          type: 'string',
          value: 'TEXT',
          help: "the origin that the checkpoint must state: the address of the memory without https://. Not needed if the rules come from a connection, whose address is compared, or if the signer's key has this name",
        },
        'tree-size': {
          type: 'string',
          value: 'N',
          help: 'number of leaves in that tree, from the same source',
        },
      },
    },
    {
      title: 'Hashing rules, from another source than FILE',
      intro:
        'Without them, no result is "verified": for any atom, whoever makes FILE can choose rules by which it fits. Rules that FILE states itself do not count.',
      options: rulesOptions,
    },
    {
      title: 'Evidence bundles',
      options: {
        key: {
          type: 'string',
          value: 'KEY',
          completes: 'file',
          help: 'the key that must have signed it, as its fingerprint or as a file with the public key (PEM). Get it from the signer, over another channel. Without this option, no bundle is "verified": anyone can sign a bundle with a key of their own',
        },
        'tsa-cert': {
          type: 'string',
          multiple: true,
          value: 'FILE',
          completes: 'file',
          help: 'certificate (PEM) of a timestamp authority that you trust, or of the root that issued it. You can give several. Without this option, no timestamp is proven',
        },
        audit: {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'of a bundle about an audit: the file of that audit (*.audit.jsonl)',
        },
        report: {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'also write a report to FILE (.html, .csv, or .json)',
        },
      },
    },
    {
      title: 'Output',
      options: {
        json: {
          type: 'boolean',
          help: 'print one line of JSON with stable codes: { scheme, root, verdicts, totals }',
        },
        'list-schemes': {
          type: 'boolean',
          help: 'list the IDs of all known hashing rules with their sources',
        },
      },
    },
  ],
  notes: [
    'List items that are neither an atom nor a proof are reported as "could not be checked"; all others are checked. A bare proof is judged by its path alone if --scheme names the rules of its path.',
  ],
  examples: [
    {
      does: 'Verify exported atoms by the rules of a connection of the app',
      line: 'atom-explorer verify atoms.json --root ROOT --connection "Team memory"',
    },
    {
      does: 'Verify an evidence bundle, and write a report',
      line: 'atom-explorer verify evidence.sigstore.json --key FINGERPRINT --report report.html',
    },
  ],
  exits: {
    0: 'everything is verified',
    1: 'at least one check failed',
    2: 'the command line or the input is not valid',
    3: 'nothing failed, and not everything is verified: at least one atom could not be checked, has no trusted root, is checked by rules that only FILE shows, or has a proof that does not cover its value, or nobody vouches for the key that signed the bundle',
  },
});

export const verifyCommand: Command = {
  definition,
  run: (args, io) => runVerify(args, { ...io, env: process.env }),
};

/** @throws UsageError, UnusableInput */
export async function runVerify(
  args: readonly string[],
  io: CommandIo & { readonly env: Readonly<Record<string, string | undefined>> },
): Promise<number> {
  const { values, positionals } = parseOptions(definition, args);
  if (values['list-schemes'] === true) {
    listSchemes(values.json === true, io);
    return exitCodes.good;
  }
  const [source, ...surplus] = positionals;
  if (source === undefined) throw new UsageError('verify needs a file name, or - for standard input.');
  if (surplus.length > 0) throw new UsageError('verify accepts only one file.');
  const { rules, source: rulesSource, origin } = await readGivenRules(values, io);
  const checkpoints = await readGivenCheckpoints(
    values.checkpoint ?? [],
    {
      verifierKey: values['verifier-key'] ?? null,
      origin: values.origin ?? origin,
    },
    io,
  );
  if (values.origin !== undefined && checkpoints.length === 0)
    throw new UsageError('--origin needs a --checkpoint to compare it with.');
  const expected = [...(values.root ?? []).map(readRoot), ...checkpoints.map(({ root }) => root)];
  const trustedTreeSize = readTreeSize(values['tree-size']);
  if (trustedTreeSize !== null && expected.length > 1)
    throw new UsageError(`--tree-size applies to one root, but ${expected.length} were given.`);
  refuseOtherSizes(checkpoints, trustedTreeSize);

  const key = values.key;
  const reportFile = values.report;
  if (reportFile !== undefined)
    await refuseReplacing(
      [{ option: '--report', file: reportFile, kind: 'report' }],
      [{ option: 'FILE', file: source }, ...filesOfOptions(values)].filter(({ file }) => file !== '-'),
    );
  const input = await readText(source, io);
  if (looksLikeBundle(input.text)) {
    if (rules.from !== 'file' || trustedTreeSize !== null)
      throw new UsageError(
        'Hashing rules and --tree-size cannot be used with an evidence bundle, which contains its rules.',
      );
    const authorityFiles = values['tsa-cert'] ?? [];
    const auditFile = values.audit;
    return verifyBundle(
      input,
      { key, reportFile, expected, authorityFiles, auditFile, asJson: values.json === true },
      io,
    );
  }
  if ([key, reportFile, values['tsa-cert'], values.audit].some((value) => value !== undefined))
    throw new UsageError(
      '--key, --tsa-cert, --audit, and --report can only be used with an evidence bundle.',
    );
  const { items, denied, oneAnswer } = readItems(input, treesOfRules(rules));
  const { pin, verdicts } = verifyImport({ items, oneAnswer, rules, expected, trustedTreeSize });
  const report = {
    items,
    denied,
    pin,
    verdicts,
    rulesSource,
    expected,
    checkpoints,
    treeSize: trustedTreeSize?.toString() ?? null,
  };
  io.print(values.json === true ? terminalJson(verifyReportJson(report)) : verifyReportText(report));
  return exitCodeOf(verdicts);
}

/** Files that the command reads. What is no name of a file, such as a fingerprint, does no harm here. */
function filesOfOptions(values: ValuesOf<typeof definition>): readonly NamedFile[] {
  const names = ['rules-from', 'checkpoint', 'verifier-key', 'key', 'tsa-cert', 'audit'] as const;
  return names.flatMap((name) => [values[name] ?? []].flat().map((file) => ({ option: `--${name}`, file })));
}

function readRoot(text: string): GivenRoot {
  const root = fromHashText(text);
  if (root === null) throw new UsageError(`--root must be a hash in hex or base64, not ${quoteText(text)}.`);
  return { rootHash: toHex(root), treeSize: null, ground: given };
}

function readTreeSize(text: string | undefined): bigint | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,77}$/.test(text))
    throw new UsageError(`--tree-size must be a number of leaves, not ${quoteText(text)}.`);
  return BigInt(text);
}

/** One root has one tree size: of two that differ, none can be relied on. @throws UnusableInput */
function refuseOtherSizes(checkpoints: readonly GivenCheckpoint[], trustedTreeSize: bigint | null): void {
  for (const { file, root } of checkpoints) {
    const size = root.treeSize?.toString() ?? '';
    if (trustedTreeSize !== null && size !== trustedTreeSize.toString())
      throw new UnusableInput(
        `${file} states a tree of ${size} leaves, and --tree-size one of ${trustedTreeSize.toString()}.`,
      );
    const other = checkpoints.find(
      (one) => one.root.rootHash === root.rootHash && one.root.treeSize !== root.treeSize,
    );
    if (other !== undefined)
      throw new UnusableInput(`${file} and ${other.file} state different tree sizes for one root.`);
  }
}

function readItems({ name, text }: NamedText, trees: number): Extract<ProofImport, { ok: true }> {
  const reading = readImportText(text);
  if (!reading.ok) throw new UnusableInput(notJsonWords(name, reading.fault));
  const input = readImport(reading.json, { trees });
  if (!input.ok) throw new UnusableInput(`${name} contains nothing to verify. ${input.why}`);
  return input;
}

/** @returns the code of the worst verdict */
function exitCodeOf(verdicts: readonly Verdict[]): number {
  if (verdicts.some(({ status }) => status === 'red')) return exitCodes.bad;
  return verdicts.every(({ status }) => status === 'green') ? exitCodes.good : exitCodes.unclear;
}

/** Prints the parts of a scheme, including those that are detected from the proofs. */
function listSchemes(asJson: boolean, { print }: CommandIo): void {
  const lists: readonly (readonly [string, readonly RegistryEntry<string>[]])[] = [
    ...Object.entries(schemeParts),
    ['encoding (detected from each hash)', hashEncodings],
    ['link (of chained proofs, detected)', linkRules],
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
