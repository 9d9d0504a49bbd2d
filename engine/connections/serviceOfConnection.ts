import type { ConnectionId } from '#shared/domain/connection.ts';
import { serviceToExport, type ExportedService } from '#shared/text/exportedAtom.ts';
import type { Connections } from './connections.ts';

/** What an export says about the service its content came from, even if the connection was removed since. */
export function serviceOfConnection(
  connections: Pick<Connections, 'profile'>,
  id: ConnectionId,
): ExportedService {
  const profile = connections.profile(id);
  return profile.ok
    ? serviceToExport(profile.value)
    : { name: 'Removed connection', address: null, scheme: null };
}
