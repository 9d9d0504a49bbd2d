import { createHash } from 'node:crypto';
import type { StartSha256 } from '#shared/audit/auditFile.ts';

/** SHA-256 in steps, by Node. */
export const startSha256: StartSha256 = () => {
  const hash = createHash('sha256');
  return {
    update: (data) => {
      hash.update(data);
    },
    hex: () => hash.digest('hex'),
  };
};
