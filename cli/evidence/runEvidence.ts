import { evidenceFormats, type EvidenceChoice } from '#shared/domain/evidence.ts';
import { succeed } from '#shared/domain/result.ts';
import { readForReport } from '#shared/report/auditReport.ts';
import { countOf } from '#shared/text/phrases.ts';
import { verdictNames } from '#shared/text/verdictNames.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { verifyEvidence } from '#shared/evidence/verifyEvidence.ts';
import { isSignedBy, type Signer } from '../../engine/connections/identity/ed25519.ts';
import { checkTimestamp } from '../../engine/evidence/checkTimestamp.ts';
import { writeBundle } from '../audit/auditBundle.ts';
import { pause, withAudit } from '../audit/auditFiles.ts';
import { installationSigner } from '../audit/appKeychain.ts';
import { prepareFiles } from '../audit/outputFiles.ts';
import { lookOf } from '../colors.ts';
import { UnusableInput, UsageError, exitCodes } from '../command.ts';
import { parseOptions, type ValuesOf } from '../parseOptions.ts';
import { readInput } from '../readInput.ts';
import { withSession, type Session, type SessionWorld } from '../session/openSession.ts';
import { errorText, orUnusable } from '../session/orUnusable.ts';
import { readSigningKey } from '../signingKey.ts';
import { terminalJson } from '../terminalText.ts';
import { readGivenAudit } from '../verify/givenAudit.ts';
import { composeEvidence } from './composeEvidence.ts';
import { evidenceDefinition } from './evidenceDefinition.ts';

type Values = ValuesOf<typeof evidenceDefinition>;

/** What the bundle is about. */
type About =
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  | { readonly kind: 'receipt'; readonly id: string }
  | { readonly kind: 'audit'; readonly file: string };

/** @throws UsageError, UnusableInput */
export async function runEvidence(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values, positionals } = parseOptions(evidenceDefinition, args);
  const about = aboutOf(positionals, values);
  const choice = choiceOf(values);
  const { out } = values;
  if (out === undefined) throw new UsageError('evidence needs --out, the file to write.');
  if (about.kind === 'audit') refuseForAudit(values);
  await prepareFiles(
    [{ option: '--out', file: out, kind: choice.format === 'bundle' ? 'bundle' : 'report' }],
    [
      ...(about.kind === 'audit' ? [{ option: '--audit', file: about.file }] : []),
      ...(values['signing-key'] === undefined
        ? []
        : [{ option: '--signing-key', file: values['signing-key'] }]),
    ],
  );
  const signer = values['signing-key'] === undefined ? null : await readSigningKey(values['signing-key']);
  if (about.kind === 'audit') return signAudit(about.file, out, signer, values, world);
  if (signer === null && values.connection === undefined)
    throw new UsageError('With --url, evidence needs --signing-key, the key that signs it.');
  if (about.kind === 'receipt' && values.connection === undefined && values.state === undefined)
    throw new UsageError('--receipt needs --connection, or --state with --url, where the log of writes is.');
  // In a state folder, the same key signs the ledger.
  const chosen = values.connection === undefined ? values : { ...values, 'signing-key': undefined };
  return withSession(chosen, 'learn', world, (session) =>
    save(session, about, { file: out, choice, signer, asJson: values.json === true }, world),
  );
}

/** @throws UsageError */
function aboutOf(keys: readonly string[], { receipt, audit }: Values): About {
  const given: readonly (About | null)[] = [
    keys.length === 0 ? null : { kind: 'keys', keys: [...new Set(keys)] },
    receipt === undefined ? null : { kind: 'receipt', id: receipt },
    audit === undefined ? null : { kind: 'audit', file: audit },
  ];
  const [one, another] = given.filter((each) => each !== null);
  if (one === undefined || another !== undefined)
    throw new UsageError('evidence needs exactly one of keys, --receipt, and --audit.');
  return one;
}

/** @throws UsageError */
function choiceOf(values: Values): EvidenceChoice {
  const format = evidenceFormats.find((each) => each === (values.format ?? 'bundle'));
  if (format === undefined) throw new UsageError(`--format must be one of ${evidenceFormats.join(', ')}.`);
  const isWithoutValues = values['no-values'] === true;
  if (isWithoutValues && values.responses === true)
    throw new UsageError('Use either --no-values or --responses: the responses contain the values.');
  if (format !== 'bundle' && (values.timestamp !== undefined || values.script === true))
    throw new UsageError('--timestamp and --script are for a bundle, not for a report.');
  return {
    format,
    values: !isWithoutValues,
    rawResponses: values.responses === true,
    timestampFrom: values.timestamp ?? null,
    withScript: values.script === true,
  };
}

/** @throws UsageError */
function refuseForAudit(values: Values): void {
  const surplus = (
    [
      'connection',
      'url',
      'state',
      'root',
      'scheme',
      'no-values',
      'responses',
      'timestamp',
      'script',
      'format',
    ] as const
  ).find((name) => values[name] !== undefined);
  if (surplus !== undefined)
    throw new UsageError(`--${surplus} cannot be used with --audit, whose file says everything.`);
}

async function save(
  session: Session,
  about: Exclude<About, { readonly kind: 'audit' }>,
  how: {
    readonly file: string;
    readonly choice: EvidenceChoice;
    readonly signer: Signer | null;
    readonly asJson: boolean;
  },
  world: SessionWorld,
): Promise<number> {
  const { id, jobs, installationKey } = session;
  const { file, choice, signer, asJson } = how;
  const signingKey = signer === null ? installationKey : { current: async () => succeed(signer) };
  const { exports, sealed, close } = composeEvidence(session, { file, signingKey }, world);
  const end = world.onInterrupt(() => {
    void jobs.close();
  });
  try {
    let notRead = 0;
    if (about.kind === 'receipt') orUnusable(await exports.save(id, about, choice));
    else {
      const started = orUnusable(await exports.saveSelection(id, about, choice));
      const job = started === null ? null : await session.jobEnded(started.id);
      if (job?.kind !== 'export') throw new Error('The export has no job.');
      if (job.state.kind !== 'done') {
        const why =
          'error' in job.state && job.state.error !== null ? errorText(job.state.error) : 'Interrupted.';
        throw new UnusableInput(`${why} No file was written.`);
      }
      ({ notRead } = job.progress);
    }
    const bundle = sealed();
    if (bundle === null) throw new Error('No bundle was made.');
    const { fingerprint } = orUnusable(await signingKey.current());
    return report(bundle, fingerprint, null, { file, asJson, notRead }, world);
  } finally {
    end();
    await close();
  }
}

/** @throws UnusableInput */
async function signAudit(
  auditFile: string,
  out: string,
  given: Signer | null,
  values: Values,
  world: SessionWorld,
): Promise<number> {
  const signer = given ?? (await installationSigner(world.env));
  const audit = await withAudit(auditFile, (reader) => readForReport(reader, pause));
  await writeBundle(out, auditFile, audit, null, signer);
  return report(
    await readInput(out),
    signer.fingerprint,
    await readGivenAudit(auditFile),
    { file: out, asJson: values.json === true, notRead: 0 },
    world,
  );
}

/** Says what is in the bundle, by verifying it. @returns the exit code */
function report(
  bytes: Uint8Array,
  fingerprint: string,
  audit: Awaited<ReturnType<typeof readGivenAudit>> | null,
  { file, asJson, notRead }: { readonly file: string; readonly asJson: boolean; readonly notRead: number },
  world: SessionWorld,
): number {
  const reading = verifyEvidence(bytes, {
    verifySignature: isSignedBy,
    trustedKeys: [{ fingerprint, source: 'own' }],
    audit,
    checkTimestamp: (response, signature) => checkTimestamp(response, signature, []),
  });
  if (!reading.ok) throw new Error('A bundle that was just made cannot be read.');
  const { status, reads } = reading.evidence;
  const code =
    status === 'red'
      ? exitCodes.bad
      : status === 'green' && notRead === 0
        ? exitCodes.good
        : exitCodes.unclear;
  if (asJson) world.print(terminalJson({ file, verdict: status, reads: reads.length, notRead, fingerprint }));
  else
    world.print(
      [
        `${visibleLine(file)}: ${countOf(reads.length, 'proof')}, ${verdictNames[status]}`,
        ...(notRead === 0 ? [] : [`  ${countOf(notRead, 'key')} could not be read.`]),
        `  Signed with the key that has the fingerprint ${fingerprint}`,
      ].join('\n'),
      lookOf(status),
    );
  return code;
}
