import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scriptWithSchema } from './testing/statementSchema.ts';

const script = path.join(import.meta.dirname, 'verify_evidence.py');

// `npm run schemas` rewrites it.
it('the Python script has the same definition of a statement as the app', async () => {
  await expect(scriptWithSchema(await readFile(script, 'utf8'))).toMatchFileSnapshot('verify_evidence.py');
});
