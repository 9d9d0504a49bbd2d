import type { ConnectionId } from '#shared/domain/connection.ts';
import { useRefreshUpload } from '../../../api/uploads.ts';
import { ipc } from '../../../api/ipc.ts';
import { setHandOver } from '../../../state/handOverStore.ts';
import { handOver } from './handOver.ts';

/** Hands a dropped file over to the app, and tells how far it has come. */
export function useStartHandOver(connectionId: ConnectionId): (file: File) => void {
  const refresh = useRefreshUpload(connectionId);
  return (file) => {
    const controller = new AbortController();
    const tell = (done: number): void =>
      setHandOver(connectionId, {
        kind: 'going',
        name: file.name,
        bytes: file.size,
        done,
        cancel: () => controller.abort(),
      });
    const run = async (): Promise<void> => {
      try {
        await handOver({
          connectionId,
          file,
          api: ipc,
          signal: controller.signal,
          progress: tell,
        });
        // The upload is shown as soon as it is known how it stands, and not before.
        await refresh();
        setHandOver(connectionId, null);
      } catch (caught) {
        await refresh();
        setHandOver(connectionId, { kind: 'failed', error: caught });
      }
    };
    tell(0);
    void run();
  };
}
