import { secondOpinion } from './snapshot/secondOpinion.ts';
import { serveThread } from './thread.ts';

// Worker thread entry.
serveThread(() => ({ secondOpinion }));
