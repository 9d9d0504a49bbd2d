import { readSchemeText, schemeParts, type PartialScheme } from '#shared/merkle/schemeText.ts';
import { listWords, quoteText } from '#shared/text/phrases.ts';
import { UsageError } from './command.ts';

/** The parsed `--scheme`; empty if it was not given. @throws UsageError */
export function readSchemeOption(text: string | undefined): PartialScheme {
  if (text === undefined) return {};
  const reading = readSchemeText(text);
  if (reading.ok) return reading.scheme;
  const { fault } = reading;
  const partNames = listWords(Object.keys(schemeParts));
  switch (fault.kind) {
    case 'twice':
      throw new UsageError(`--scheme names ${fault.part} twice.`);
    case 'unknown-part':
      throw new UsageError(
        `--scheme: unknown part ${quoteText(fault.text)}. Use PART=ID with these parts: ${partNames}.`,
      );
    case 'unknown-id': {
      const ids = schemeParts[fault.part].map(({ id }) => id);
      const known =
        ids.length > 12
          ? 'To list all, run atom-explorer verify --list-schemes.'
          : `Known: ${ids.join(', ')}.`;
      throw new UsageError(`--scheme: unknown ${fault.part} ${quoteText(fault.text)}. ${known}`);
    }
  }
}
