import { z } from 'zod';
import { scopes } from '../../auth/apiKeys.ts';
import type { KeyStore, SavedKey } from '../../auth/keyStore.ts';
import { tierNames } from '../../limits/serviceLimits.ts';
import { isReadOnly, type Database } from './connect.ts';

const rowSchema = z.object({
  id: z.string(),
  hash: z.string(),
  scope: z.enum(scopes),
  tier: z.enum(tierNames).nullable(),
  burst: z.int().nullable(),
  per_second: z.int().nullable(),
  name: z.string().nullable(),
  created_at: z.coerce.number().nullable(),
  last_used_at: z.coerce.number().nullable(),
  revoked_at: z.coerce.number().nullable(),
});

/** The API keys of all processes. `close` leaves the database open. */
export function createPostgresKeys(database: Database): KeyStore {
  return {
    async list() {
      const rows = await database`
        SELECT id, hash, scope, tier, burst, per_second, name, created_at::text, last_used_at::text, revoked_at::text
        FROM api_key ORDER BY number`;
      return rows.map((row) => keyOf(rowSchema.parse(row)));
    },
    async add(keys) {
      await database.begin(async (queries) => {
        for (const { id, hash, scope, tier, rate, name, createdAt, lastUsedAt, revokedAt } of keys) {
          await queries`
            INSERT INTO api_key (id, hash, scope, tier, burst, per_second, name, created_at, last_used_at, revoked_at)
            VALUES (${id}, ${hash}, ${scope}, ${tier ?? null}, ${rate?.burst ?? null}, ${rate?.perSecond ?? null},
              ${name ?? null}, ${createdAt ?? null}, ${lastUsedAt ?? null}, ${revokedAt ?? null})`;
        }
      });
    },
    async revoke(id, at) {
      const { count } = await database`
        UPDATE api_key SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL`;
      return count > 0;
    },
    async saveUse(times) {
      await database`
        UPDATE api_key SET last_used_at = greatest(last_used_at, used.at)
        FROM unnest(${[...times.keys()]}::text[], ${[...times.values()]}::bigint[]) AS used (id, at)
        WHERE api_key.id = used.id`.catch((error: unknown) => {
        // A replica only reads; the times are for information.
        if (!isReadOnly(error)) throw error;
      });
    },
    close: () => Promise.resolve(),
  };
}

function keyOf(row: z.infer<typeof rowSchema>): SavedKey {
  return {
    id: row.id,
    scope: row.scope,
    hash: row.hash,
    ...(row.tier !== null && { tier: row.tier }),
    ...(row.burst !== null &&
      row.per_second !== null && { rate: { burst: row.burst, perSecond: row.per_second } }),
    ...(row.name !== null && { name: row.name }),
    ...(row.created_at !== null && { createdAt: row.created_at }),
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
  };
}
