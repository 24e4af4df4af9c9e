import type { Example } from '../../../model/examples.ts';
import type { Rule } from '../../../model/rules.ts';
import type { Transition, Workflow } from '../../../model/states.ts';
import { fieldsOf } from '../walk.ts';

/** The clauses that an example illustrates: rows of its event, and rules that refuse it or that it keeps. */
export function shownBy(
  example: Omit<Example, 'shows'>,
  workflows: readonly Workflow[],
  rules: readonly Rule[],
): readonly string[] {
  const { does, then, given } = example;
  const entity = does && 'entity' in does ? does.entity : given.at(-1)?.entity;
  const events = workflows.find((workflow) => workflow.entity === entity)?.events ?? [];
  const event = does && 'event' in does ? does.event : null;
  const rows = events.flatMap(({ name, transitions }) =>
    transitions.filter((row) => (does === null ? isTimed(row) : name === event)),
  );
  if (then.kind === 'refused') {
    const refusing = [...rows, ...rules].filter(({ error }) => error !== null && then.errors.includes(error));
    return (refusing.length > 0 ? refusing : rows).map(({ clause }) => clause);
  }
  const leading = rows.filter(({ to }) => then.state === null || to === then.state);
  const kept = event === null && does !== null ? rulesKept(example, entity ?? '', rules) : [];
  return [...(leading.length > 0 ? leading : rows), ...kept].map(({ clause }) => clause);
}

/** The rules that are judged at the example's action and read its values. */
function rulesKept({ does }: Omit<Example, 'shows'>, entity: string, rules: readonly Rule[]): readonly Rule[] {
  const stated = does && 'values' in does ? Object.keys(does.values) : [];
  const moment = does?.kind === 'update' ? 'update' : 'create';
  return rules.filter(
    (rule) =>
      rule.entity === entity &&
      rule.on.includes(moment) &&
      rule.condition !== null &&
      fieldsOf(rule.condition, 'this').some((field) => stated.includes(field)),
  );
}

function isTimed({ by }: Transition): boolean {
  return by.some(({ kind }) => kind === 'after' || kind === 'at' || kind === 'every');
}
