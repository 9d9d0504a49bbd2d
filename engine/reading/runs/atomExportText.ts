import type { AtomReading } from '#shared/domain/atom.ts';
import type { ExportFormat } from '#shared/domain/job.ts';
import { csvLine } from '#shared/text/csvText.ts';
import { atomExportColumns } from '#shared/text/exportColumns.ts';
import {
  exportedAtom,
  exportedCells,
  exportedScheme,
  exportedService,
  isTextOnly,
  type ExportedService,
} from '#shared/text/exportedAtom.ts';

/** A key whose atom was read, or the reason why there is none. */
export type AtomToExport =
  | { readonly outcome: 'read'; readonly reading: AtomReading }
  | { readonly outcome: 'missing' | 'refused'; readonly key: string };

/** The text of an export of atoms with values and proofs: its start, each atom, and its end. */
export interface AtomExportText {
  readonly begin: string;
  readonly atom: (atom: AtomToExport, service: ExportedService, isFirst: boolean) => string;
  readonly end: (service: ExportedService) => string;
}

export function atomExportText(format: ExportFormat, exportedAt: number): AtomExportText {
  switch (format) {
    case 'csv':
      return { begin: csvLine(atomExportColumns), atom: lineOf, end: () => '' };
    case 'json':
      return {
        begin: `{"format":"atom-explorer-atoms","version":1,"exportedAt":${JSON.stringify(new Date(exportedAt).toISOString())},"atoms":[`,
        atom: (atom, _, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(recordOf(atom))}`,
        // At the end, because the first proofs may pin the rules during the export.
        end: (service) =>
          `\n],"connection":${JSON.stringify(service.name)},"service":${JSON.stringify(exportedService(service))},"scheme":${JSON.stringify(exportedScheme(service.scheme))}}\n`,
      };
  }
}

function recordOf(atom: AtomToExport) {
  return atom.outcome === 'read' ? exportedAtom(atom.reading) : atom;
}

/**
 * Empty for an atom that the file cannot represent: a line without its value would look like an empty value.
 */
function lineOf(atom: AtomToExport, service: ExportedService): string {
  if (!isWritten(atom, 'csv') || atom.outcome !== 'read') return '';
  const cells = exportedCells(atom.reading, service);
  return csvLine(atomExportColumns.map((name) => cells[name]));
}

/** Whether a file of this format can contain the atom with its value. */
export function isWritten(atom: AtomToExport, format: ExportFormat): boolean {
  return atom.outcome === 'read' && (format === 'json' || isTextOnly(atom.reading));
}
