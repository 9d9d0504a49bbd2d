import { createPublicKey } from 'node:crypto';
import path from 'node:path';
import { fingerprintOf, publicKeyOf } from '#shared/evidence/envelope.ts';
import { verifyEvidence } from '#shared/evidence/verifyEvidence.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import type { GivenRoot } from '#shared/merkle/verifyImport.ts';
import { evidenceReport } from '#shared/report/evidenceReport.ts';
import { reportFormats, reportText, type ReportFormat } from '#shared/report/reportText.ts';
import { evidenceRefusalWords } from '#shared/text/evidenceWords.ts';
import { readGivenAudit } from './givenAudit.ts';
import { quoteText } from '#shared/text/phrases.ts';
import type { TimestampAnchor } from '#shared/timestamp/timestampCheck.ts';
import { readCertificatePem } from '../../engine/connections/identity/certificates.ts';
import { isSignedBy } from '../../engine/connections/identity/ed25519.ts';
import { checkTimestamp } from '../../engine/evidence/checkTimestamp.ts';
import { writeOutput } from '../audit/outputFiles.ts';
import { exitCodes, UnusableInput, UsageError, type CommandIo } from '../command.ts';
import { readInput } from '../readInput.ts';
import type { NamedText } from '../readJson.ts';
import { terminalJson } from '../terminalText.ts';
import { bundleReportText } from './bundleReport.ts';

interface BundleOptions {
  /** A fingerprint, or the name of a file with a public key. */
  readonly key: string | undefined;
  readonly reportFile: string | undefined;
  readonly expected: readonly GivenRoot[];
  /** Names of files with certificates of timestamp authorities. */
  readonly authorityFiles: readonly string[];
  /** The file of the audit that the bundle is about. */
  readonly auditFile: string | undefined;
  readonly asJson: boolean;
}

/** Verifies an evidence bundle. @returns the exit code @throws UsageError, UnusableInput */
export async function verifyBundle(
  { name, text }: NamedText,
  { key, reportFile, expected, authorityFiles, auditFile, asJson }: BundleOptions,
  io: CommandIo,
): Promise<number> {
  const format = reportFile === undefined ? null : reportFormatOf(reportFile);
  const fingerprint = key === undefined ? null : await readFingerprint(key);
  const anchors = (await Promise.all(authorityFiles.map(readAnchors))).flat();
  const reading = verifyEvidence(new TextEncoder().encode(text), {
    verifySignature: isSignedBy,
    trustedKeys: fingerprint === null ? [] : [{ fingerprint, source: 'named' }],
    expectedRoots: expected,
    audit: auditFile === undefined ? null : await readGivenAudit(auditFile),
    checkTimestamp: (response, signature) => checkTimestamp(response, signature, anchors),
  });
  if (!reading.ok) throw new UnusableInput(`${name}: ${evidenceRefusalWords(reading.refusal)}`);
  const { evidence } = reading;
  io.print(asJson ? terminalJson(evidenceReport(evidence)) : bundleReportText(evidence));
  if (reportFile !== undefined && format !== null)
    await writeOutput(reportFile, reportText(evidence, format));
  return exitCodeOf(evidence.status);
}

function exitCodeOf(status: VerdictStatus): number {
  if (status === 'red') return exitCodes.bad;
  return status === 'green' ? exitCodes.good : exitCodes.unclear;
}

function reportFormatOf(file: string): ReportFormat {
  const ending = path.extname(file).slice(1).toLowerCase();
  const format = reportFormats.find((each) => each === ending);
  if (format === undefined)
    throw new UsageError(`--report must end in .html, .csv or .json, not ${quoteText(file)}.`);
  return format;
}

async function readFingerprint(key: string): Promise<string> {
  const hex = key.replaceAll(/[:\s]/g, '').toLowerCase();
  if (/^[0-9a-f]{64}$/.test(hex)) return hex;
  let pem: Buffer;
  try {
    pem = Buffer.from(await readInput(key));
  } catch {
    throw new UsageError(
      `--key must be a fingerprint of 64 hex digits or a file with a public key, and ${quoteText(key)} is neither.`,
    );
  }
  const publicKey = publicKeyIn(pem);
  if (publicKey === null) throw new UnusableInput(`${key} does not contain an Ed25519 public key.`);
  return fingerprintOf(publicKey);
}

async function readAnchors(file: string): Promise<readonly TimestampAnchor[]> {
  let pem: string;
  try {
    pem = Buffer.from(await readInput(file)).toString('utf8');
  } catch {
    throw new UsageError(
      `--tsa-cert must be a file with a certificate, and ${quoteText(file)} cannot be read.`,
    );
  }
  const certificates = readCertificatePem(pem);
  if (certificates.length === 0)
    throw new UnusableInput(`${file} does not contain a certificate in PEM format.`);
  return certificates.map((certificate) => ({ name: path.basename(file), certificate }));
}

function publicKeyIn(pem: Buffer): Uint8Array | null {
  try {
    return publicKeyOf(createPublicKey(pem).export({ format: 'der', type: 'spki' }));
  } catch {
    return null;
  }
}
