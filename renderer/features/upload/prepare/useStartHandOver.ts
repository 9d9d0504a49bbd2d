import type { ConnectionId } from '#shared/domain/connection.ts';
import { useRefreshUpload } from '../../../api/uploads.ts';
import { ipc } from '../../../api/ipc.ts';
import { setHandOver } from '../../../state/handOverStore.ts';
import { handOver } from './handOver.ts';

/** Copies a dropped file to the app and reports the progress. */
export function useStartHandOver(connectionId: ConnectionId): (file: File) => void {
  const refresh = useRefreshUpload(connectionId);
  return (file) => {
    const controller = new AbortController();
    const report = (done: number): void =>
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
          progress: report,
        });
        // Show the upload only when its state is known.
        await refresh();
        setHandOver(connectionId, null);
      } catch (caught) {
        await refresh();
        setHandOver(connectionId, { kind: 'failed', error: caught });
      }
    };
    report(0);
    void run();
  };
}
