import { auditCalls } from './auditTasks.ts';
import { serveThread } from './thread.ts';

// Worker thread entry.
serveThread(() => auditCalls);
