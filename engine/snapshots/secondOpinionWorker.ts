import { secondOpinion } from './secondOpinion.ts';
import { serveThread } from '../jobs/thread.ts';

// Worker thread entry.
serveThread(() => ({ secondOpinion }));
