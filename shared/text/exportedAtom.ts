import type { AtomReading } from '../domain/atom.ts';
import type { Connection } from '../domain/connection.ts';
import { claimedPlace } from '../merkle/proofReading.ts';
import { describeLeafScheme, describePathScheme } from '../merkle/registry.ts';
import type { SchemePin } from '../merkle/scheme.ts';
import type { CsvCell } from './csvText.ts';
import type { atomExportColumns } from './exportColumns.ts';
import { exportedVerdict } from './exportWords.ts';
import { hasLoneSurrogate } from './surrogates.ts';
import { verdictRecord } from './verdictRecord.ts';

/** Where exported atoms come from. Holds no key. */
export interface ExportedService {
  /** The name of the connection. */
  readonly name: string;
  /** Base address; null for the embedded demo memory, whose address is another one at each start. */
  readonly address: string | null;
  readonly scheme: SchemePin | null;
}

/** What an export says of a connection: an address, never a key. */
export function serviceToExport({
  name,
  kind,
  baseUrl,
  scheme,
}: Pick<Connection, 'name' | 'kind' | 'baseUrl' | 'scheme'>): ExportedService {
  return { name, address: kind === 'demo' ? null : baseUrl, scheme };
}

/** A service as a file names it. */
export function exportedService({ name, address }: ExportedService): string {
  return address ?? `${name} (embedded)`;
}

/** The rules that verdicts rest on, as they can be given to `verify --scheme`. */
export function exportedScheme(pin: SchemePin | null) {
  if (pin === null) return null;
  const { origin, samples, path, leaf } = pin;
  return { origin, samples, path: path.map(describePathScheme), leaf: leaf.map(describeLeafScheme) };
}

/** An atom as it was read, with all that it takes to check it again. Times are ISO 8601, in UTC. */
export function exportedAtom({ key, value, version, hash, proof, verdict, exchange }: AtomReading) {
  const { checks, binds } = verdictRecord(verdict);
  return {
    key,
    value,
    version,
    hash,
    verdict: exportedVerdict[verdict.status],
    checks,
    binds,
    // Sizes as decimal text: they may exceed what a number of JSON or a spreadsheet holds exactly.
    ...claimedPlace(proof),
    outcome: 'read' as const,
    readAt: new Date(exchange.startedAt).toISOString(),
    proof,
  };
}

/** Whether a text file can hold the atom: half of a surrogate pair has no bytes in UTF-8, though JSON can escape it. */
export function isTextOnly({ key, value }: Pick<AtomReading, 'key' | 'value'>): boolean {
  return !hasLoneSurrogate(key) && !hasLoneSurrogate(value);
}

/** The same in one line of a table. */
export function exportedCells(
  reading: AtomReading,
  service: ExportedService,
): Readonly<Record<(typeof atomExportColumns)[number], CsvCell>> {
  const { checks, binds: _, proof, outcome: __, ...atom } = exportedAtom(reading);
  const scheme = exportedScheme(service.scheme);
  return {
    ...atom,
    // Of the checks that did not pass, what they found.
    reasons: Object.entries(checks)
      .filter(([, { status }]) => status !== 'pass')
      .map(([name, { code, why }]) => `${name} ${code}: ${why}`)
      .join(' | '),
    proof: proof === null ? null : JSON.stringify(proof),
    scheme:
      scheme === null ? null : `${scheme.origin}: ${scheme.path.join(' or ')}; ${scheme.leaf.join(' or ')}`,
    service: exportedService(service),
  };
}
