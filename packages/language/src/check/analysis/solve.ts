import { itemAt } from '../../collections.ts';
import { agree, type Difference } from './differences.ts';
import type { Formula, Tag } from './formula.ts';

/** How many steps one question may take; beyond it the answer is not known. */
export const STEP_LIMIT = 4000;

/** One way to fulfil a formula: the value of each term, and the constraints on these values. */
export interface Solution {
  readonly tags: ReadonlyMap<string, readonly Tag[]>;
  readonly differences: readonly Difference[];
  readonly same: readonly { readonly left: string; readonly right: string; readonly equal: boolean }[];
}

export type Solved =
  | { readonly kind: 'unsatisfiable' }
  | { readonly kind: 'too large' }
  | { readonly kind: 'solution'; readonly solution: Solution };

interface State {
  readonly tags: Map<string, readonly Tag[]>;
  readonly differences: Difference[];
  readonly same: { left: string; right: string; equal: boolean }[];
  /** Alternatives that are not decided yet. */
  open: (readonly Formula[])[];
}

/** Looks for a way in which a formula holds, alternative by alternative, within `STEP_LIMIT` steps. */
export function solve(formula: Formula): Solved {
  let steps = 0;
  const first: State = { tags: new Map(), differences: [], same: [], open: [] };
  const found = search([formula], first);
  if (found === 'too large') return { kind: 'too large' };
  if (found === null) return { kind: 'unsatisfiable' };
  return { kind: 'solution', solution: found };

  function search(todo: Formula[], state: State): State | 'too large' | null {
    if (!assertAll(todo, state)) return null;
    if (steps > STEP_LIMIT) return 'too large';
    const pending: Formula[] = [];
    const open: (readonly Formula[])[] = [];
    for (const alternatives of state.open) {
      steps += 1;
      const possible = alternatives.filter((part) => judge(part, state) !== false);
      if (possible.some((part) => judge(part, state) === true)) continue;
      if (possible.length === 0) return null;
      if (possible.length === 1) pending.push(itemAt(possible, 0));
      else open.push(possible);
    }
    state.open = open;
    if (pending.length > 0) return search(pending, state);
    if (!agree(state.differences) || !isConsistent(state.same)) return null;
    const [next, ...rest] = open.toSorted((left, right) => left.length - right.length);
    if (next === undefined) return state;
    for (const part of next) {
      const result = search([part], {
        tags: new Map(state.tags),
        differences: [...state.differences],
        same: [...state.same],
        open: [...rest],
      });
      if (result !== null) return result;
    }
    return null;
  }

  function assertAll(todo: Formula[], state: State): boolean {
    const stack = [...todo];
    for (let formula = stack.pop(); formula !== undefined; formula = stack.pop()) {
      steps += 1;
      if (formula.kind === 'and') stack.push(...formula.parts);
      else if (formula.kind === 'or') state.open.push(formula.parts);
      else if (formula.kind === 'difference') state.differences.push(formula);
      else if (formula.kind === 'same') state.same.push(formula);
      else {
        const { term, tags } = formula;
        const left = (state.tags.get(term.key) ?? term.tags).filter((tag) => tags.has(tag));
        if (left.length === 0) return false;
        state.tags.set(term.key, left);
      }
    }
    return true;
  }
}

/** Whether a part holds already, or can't any more, by the tags alone; null if that is open. */
function judge(formula: Formula, state: State): boolean | null {
  if (formula.kind === 'and' || formula.kind === 'or') {
    const ends = formula.kind === 'or';
    let all: boolean | null = !ends;
    for (const part of formula.parts) {
      const judged = judge(part, state);
      if (judged === ends) return ends;
      if (judged === null) all = null;
    }
    return all;
  }
  if (formula.kind !== 'tag') return null;
  const known = state.tags.get(formula.term.key) ?? formula.term.tags;
  const possible = known.filter((tag) => formula.tags.has(tag));
  if (possible.length === 0) return false;
  return possible.length === known.length ? true : null;
}

/** Texts that are in a document are keys of their own, and differ from each other. */
export function isLiteral(key: string): boolean {
  return key.startsWith('text ');
}

function isConsistent(pairs: Solution['same']): boolean {
  const group = groupsOf(pairs);
  const literals = new Map<string, string>();
  for (const key of pairs.flatMap(({ left, right }) => [left, right]).filter(isLiteral)) {
    const other = literals.get(group(key));
    if (other !== undefined && other !== key) return false;
    literals.set(group(key), key);
  }
  return pairs.every(({ left, right, equal }) => equal || group(left) !== group(right));
}

/** The group of values that are the same, by one of its keys. */
export function groupsOf(pairs: Solution['same']): (key: string) => string {
  const parents = new Map<string, string>();
  const root = (key: string): string => {
    let current = key;
    for (let parent = parents.get(current); parent !== undefined; parent = parents.get(current)) current = parent;
    return current;
  };
  for (const { left, right, equal } of pairs) {
    const [a, b] = [root(left), root(right)];
    // A literal stays the root of its group.
    if (equal && a !== b) parents.set(isLiteral(a) ? b : a, isLiteral(a) ? a : b);
  }
  return root;
}
