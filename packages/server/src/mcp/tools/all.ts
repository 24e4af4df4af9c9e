import type { Tool } from '../tool.ts';
import { canTool } from './can.ts';
import { causeTool } from './cause.ts';
import { createTool } from './create.ts';
import { deleteTool } from './delete.ts';
import { describeTool } from './describe.ts';
import { historyTool } from './history.ts';
import { listTool } from './list.ts';
import { readTool } from './read.ts';
import { reportTool } from './report.ts';
import { sumsTool } from './sums.ts';
import { updateTool } from './update.ts';

/** All tools, in the order in which an agent finds them. */
export const TOOLS: readonly Tool[] = [
  describeTool,
  listTool,
  readTool,
  canTool,
  historyTool,
  sumsTool,
  reportTool,
  createTool,
  updateTool,
  causeTool,
  deleteTool,
];
