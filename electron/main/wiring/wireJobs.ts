import path from 'node:path';
import type { parseKeyFile } from '../../../engine/discovery/imports/parseKeyFile.ts';
import { eachInThread } from '../../../engine/jobs/thread.ts';
import { createDiscoveries } from '../../../engine/discovery/discoveries.ts';
import { createKeyImports } from '../../../engine/discovery/imports/keyImports.ts';
import { createJobHandlers } from '../ipc/jobHandlers.ts';
import { createCatalogueMemory } from '../../../engine/discovery/catalogueMemory.ts';
import { createJobs } from '../../../engine/jobs/jobs.ts';
import type { ServiceFactBooks } from '../../../engine/client/facts/serviceFacts.ts';
import type { Uploads } from '../../../engine/uploads/uploads.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { ReadingParts } from '../../../engine/composeReadings.ts';
import type { Surroundings } from '../../../engine/surroundings.ts';

/** Long jobs: reading, exporting, discovery of keys, key files. */
export function wireJobs(
  surroundings: Surroundings,
  parts: Pick<ReadingParts, 'connections' | 'readings' | 'catalogues' | 'removals'> &
    Pick<Dialogs, 'askWhereToSave'> & {
      readonly uploads: Pick<Uploads, 'restore'>;
      readonly serviceFacts: Pick<ServiceFactBooks, 'learner'>;
    },
) {
  const { folder, programs, tell, now } = surroundings;
  const { connections, readings, catalogues, askWhereToSave } = parts;
  const jobs = createJobs({
    ...surroundings,
    announce: (job) => {
      tell('job', job);
      // Its progress changes what is known of the upload. Together, so that the window draws both at once.
      if (job.kind === 'upload') tell('uploadChanged', { connectionId: job.connectionId });
    },
  });
  const memory = createCatalogueMemory(catalogues);
  const discoveries = createDiscoveries({
    folder: path.join(folder, 'discovery'),
    jobs,
    memory,
    readings,
    listNoter: parts.serviceFacts.learner,
    connections,
    now,
  });
  const imports = createKeyImports({
    ...surroundings,
    jobs,
    memory,
    readings,
    connections,
    parse: eachInThread<{ parseKeyFile: typeof parseKeyFile }>(path.join(programs, 'key-file-worker.js'))
      .parseKeyFile,
  });
  parts.removals.stopWith(imports.forget, jobs.forget);
  parts.removals.deleteWith(discoveries.forget);
  return {
    jobs,
    memory,
    imports,
    handlers: createJobHandlers({
      ...surroundings,
      jobs,
      memory,
      readings,
      connections,
      discoveries,
      uploads: parts.uploads,
      imports,
      askWhereToSave,
    }),
  };
}

export type JobParts = ReturnType<typeof wireJobs>;
