import type { DemoAtom } from './demoAtom.ts';
import { crops } from './crops.ts';
import { documents } from './documents.ts';
import { people } from './people.ts';
import { procedures } from './procedures.ts';
import { plannedProjects } from './plannedProjects.ts';
import { runningProjects } from './runningProjects.ts';
import { sessions } from './sessions.ts';
import { sites } from './sites.ts';
import { tools } from './tools.ts';
import { users } from './users.ts';

export { demoRecallHistory } from './recallHistory.ts';

/**
 * The demo memory: what Sorrel, the assistant of a small greenhouse-automation company called Lumen & Loam,
 * has learned about its people, sites, crops, projects, and tools. All of it is fictional. Within a key,
 * values go from the oldest version to the newest.
 */
export const demoAtoms: readonly DemoAtom[] = [
  ...users,
  ...people,
  ...sites,
  ...crops,
  ...runningProjects,
  ...plannedProjects,
  ...procedures,
  ...tools,
  ...sessions,
  ...documents,
];
