import type { fileOperations } from '#shared/ipc/appOperations.ts';
import type { UserFiles } from '../files/userFiles.ts';
import type { IpcHandlers } from './register.ts';

export function createFileHandlers(files: UserFiles): IpcHandlers<typeof fileOperations> {
  return {
    saveFile: ({ suggestedName, content }) => files.save(suggestedName, content),
    openFile: (wanted) => files.open(wanted),
  };
}
