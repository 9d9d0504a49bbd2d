import { auditCalls } from './auditTasks.ts';
import { serveThread } from '../jobs/thread.ts';

// Worker thread entry.
serveThread(() => auditCalls);
