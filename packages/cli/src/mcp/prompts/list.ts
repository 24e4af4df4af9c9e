import type { Prompt } from '../prompt.ts';
import { fromBehaviour } from './from-behaviour.ts';
import { fromBrief } from './from-brief.ts';
import { reviewChange } from './review-change.ts';

export const PROMPTS: readonly Prompt[] = [fromBrief, fromBehaviour, reviewChange];
