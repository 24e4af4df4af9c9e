import type { Tool } from '../tool.ts';
import { answerTool } from './answer.ts';
import { checkTool } from './check.ts';
import { diffTool } from './diff.ts';
import { explainTool } from './explain.ts';
import { fixTool } from './fix.ts';
import { gapsTool } from './gaps.ts';
import { modelTool } from './model.ts';
import { planTool } from './plan.ts';
import { testTool } from './test.ts';
import { tryTool } from './try.ts';

/** In the order in which they are used. */
export const TOOLS: readonly Tool[] = [
  checkTool,
  fixTool,
  explainTool,
  gapsTool,
  answerTool,
  modelTool,
  diffTool,
  planTool,
  testTool,
  tryTool,
];
