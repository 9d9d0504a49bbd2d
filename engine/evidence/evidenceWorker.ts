import { serveThread } from '../jobs/thread.ts';
import { createEvidenceCalls } from './evidenceCalls.ts';

// Worker thread entry.
serveThread(createEvidenceCalls);
