import type { UserFiles } from '../files/userFiles.ts';
import type { IpcHandlers } from './register.ts';

export function createFileHandlers(files: UserFiles): IpcHandlers<'files'> {
  return {
    'files:save': ({ suggestedName, content }) => files.save(suggestedName, content),
    'files:open': (wanted) => files.open(wanted),
  };
}
