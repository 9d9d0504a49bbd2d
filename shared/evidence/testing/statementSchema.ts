import { z } from 'zod';
import { evidenceStatement } from '../statement.ts';

/** The statement of a bundle as JSON Schema (draft 2020-12). What it cannot say is in docs/evidence.md. */
function statementSchema(): object {
  return z.toJSONSchema(evidenceStatement, { unrepresentable: 'any', reused: 'ref', io: 'input' });
}

const longestLine = 118;

/** The Python script with the schema in its place, in lines that people can scroll. */
export function scriptWithSchema(script: string): string {
  const text = JSON.stringify(statementSchema()).replaceAll('__schema', 's');
  const lines: string[] = [];
  let line = '';
  // Commas and braces in strings stay together with them.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"[:,]?|[\w.+-]+|[^"]/g)) {
    if (line.length + token.length > longestLine) {
      lines.push(line);
      line = '';
    }
    line += token;
  }
  return script.replace(
    /(SCHEMA = json\.loads\(\n {4}r"""\n)[^]*?(\n"""\n\))/,
    (_, before: string, after: string) => `${before}${[...lines, line].join('\n')}${after}`,
  );
}
