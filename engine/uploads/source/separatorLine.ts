import { tableDelimiters, type TableDelimiter } from '#shared/domain/uploadSource.ts';

/** A first line that tells Excel the delimiter, and is not a record. */
const separatorLine = /^"?sep=(.)"?$/i;

export function isSeparatorLine(line: string): boolean {
  return separatorLine.test(line);
}

/** The text after such a line, and its delimiter; null if the delimiter is not supported. */
export function withoutSeparatorLine(text: string): {
  readonly table: string;
  readonly delimiter: TableDelimiter | null;
} {
  const [line = ''] = text.split(/\r\n|[\n\r]/, 1);
  const said = separatorLine.exec(line)?.[1];
  if (said === undefined) return { table: text, delimiter: null };
  return {
    table: text.slice(line.length).replace(/^(?:\r\n|[\n\r])/, ''),
    delimiter: tableDelimiters.find((delimiter) => delimiter === said) ?? null,
  };
}
